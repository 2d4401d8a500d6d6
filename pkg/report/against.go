package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"webmill/pkg/report/plot"
)

// againstSection shows PageRank against K-Rank: how many pages have which pair of ranks, as points would be too many.
var againstSection = Section{Name: "against", Title: "PageRank against K-Rank", Build: buildAgainst}

const (
	mostPatches = 64 // in a row
	mostShades  = 7
)

func buildAgainst(f *Folder) (*Content, error) {
	if !f.has(rankFiles[:]...) {
		return nil, nil
	}
	r, err := f.ranking()
	if err != nil || r.joint.n == 0 {
		return nil, err
	}
	c := &Content{}
	if same, err := f.samePruned(); same != "" || err != nil {
		c.finds(false, "%s", same)
		c.Blocks = []Block{{Text: same}}
		return c, err
	}
	if err := c.pruned(f); err != nil {
		return nil, err
	}
	tau, err := c.tau(f)
	if err != nil {
		return nil, err
	}
	text := "K-Rank is PageRank where only the best links to a page count, so pages that live on very many weak links lose." + tau
	c.Blocks = []Block{{Text: text}, {Figure: r.figure()}}
	return c, nil
}

// tau says how far the two orders agree. Where all ranks are equal, tau has no value.
func (c *Content) tau(f *Folder) (string, error) {
	if !f.has("tau.txt") {
		return "", nil
	}
	x, why, err := f.tau("tau.txt")
	if err != nil || why != "" {
		return why, err
	}
	c.Facts = []Fact{{fmt.Sprintf("%.3f", x), "Kendall's tau of PageRank and " + unbroken("K-Rank")}}
	return fmt.Sprintf(" Kendall's tau of the two orders is %.3f: 1 is the same order, 0 unrelated, -1 the reverse.", x), nil
}

// tau reads a file of kendall. why says that there is no value.
func (f *Folder) tau(name string) (x float64, why string, err error) {
	b, err := f.text(name)
	if err != nil {
		return 0, "", err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	if why, ok := strings.CutPrefix(line, "no value: "); ok {
		return 0, " Kendall's tau of the two orders has no value: " + visible(why, 80) + ".", nil
	}
	x, err = strconv.ParseFloat(strings.TrimSpace(line), 64)
	if err != nil || !(math.Abs(x) <= 1) {
		return 0, "", fmt.Errorf("%s: tau is %q, not a number from -1 to 1, at line 1", f.path(name), visible(line, 40))
	}
	return x, "", nil
}

// pruned says how many links K-Rank has left out.
func (c *Content) pruned(f *Folder) error {
	var s struct {
		K, Links int64
		Pruned   int64 `json:"pruned_links"`
	}
	if !f.has("krank.json") {
		return nil
	}
	if ok, err := f.object("krank.json", &s); !ok || s.Pruned == 0 || s.Links == 0 {
		return err
	}
	c.finds(false, "%s left out %s of %s (%s): of the links to a page it counts only the best %s.",
		unbroken("K-Rank"), count(s.Pruned), plural(s.Links, "link"), percent(share(s.Pruned, s.Links)), count(s.K))
	return nil
}

// samePruned says that K-Rank equals PageRank where K-Rank left out no link.
func (f *Folder) samePruned() (string, error) {
	if !f.has("krank.json") {
		return "", nil
	}
	var s struct {
		K      int64
		Pruned *int64 `json:"pruned_links"`
	}
	if ok, err := f.object("krank.json", &s); !ok || err != nil || s.Pruned == nil || *s.Pruned > 0 {
		return "", err
	}
	return fmt.Sprintf("No page has more than %s to it, so K-Rank left out no link and equals PageRank.", plural(s.K, "link")),
		nil
}

func (r *ranking) figure() *Figure {
	j := &r.joint
	mean := r.sum / float64(r.pages)
	c := &plot.Chart{
		Title: "Pages by their two ranks",
		X:     plot.Axis{Title: "PageRank", Unit: "1 = the mean of all pages", Log: true},
		Y:     plot.Axis{Title: "K-Rank", Unit: "1 = the mean PageRank", Log: true},
	}
	limits, most := j.shade(c, mean, "equal ranks")
	finding := fmt.Sprintf("%s of the pages have a K-Rank between half and twice their PageRank, %s have less than half, %s more than twice.",
		percent(share(j.within, j.n)), percent(share(j.less, j.n)), percent(share(j.more, j.n)))
	if j.zeros > 0 {
		finding += fmt.Sprintf(" %s with a rank of 0 left out.", plural(j.zeros, "page"))
	}
	return &Figure{Title: c.Title, Finding: finding, Charts: []*plot.Chart{c},
		Legend: shadeKeys(limits, most, "page", c.Lines), Data: r.decades(mean)}
}

// shade draws the pages as cells, by their scores as parts of a unit, and a line for equal scores. It gives the limits of the
// shades and the pages of the fullest cell.
func (j *joint) shade(c *plot.Chart, unit float64, equal string) (limits []int64, most int64) {
	list, width := j.patches(mostPatches)
	for _, p := range list {
		most = max(most, p.n)
	}
	limits = shadeLimits(most)
	at := func(x, y int) plot.Point { return plot.Point{X: binEdge(x) / unit, Y: binEdge(y) / unit} }
	for _, p := range list {
		c.Cells = append(c.Cells, plot.Cell{From: at(p.x, p.y), To: at(p.x+width, p.y+width), Shade: shadeOf(p.n, limits),
			Label: plural(p.n, "page")})
	}
	from, to := j.box()
	c.Lines = []plot.Line{{Label: equal, Class: "ref", Points: []plot.Point{at(from, from), at(to, to)}}}
	return limits, most
}

// shadeLimits are the least numbers for each shade: powers of one number, the smallest of 2, 4 and 10 … that suffice.
func shadeLimits(most int64) []int64 {
	for _, base := range []int64{2, 4, 10, 20, 50} {
		limits := []int64{1}
		for n := base; n <= most && len(limits) <= mostShades; n *= base {
			limits = append(limits, n)
		}
		if len(limits) <= mostShades || base == 50 {
			return limits[:min(len(limits), mostShades)]
		}
	}
	return nil
}

// shadeOf is the shade of a number.
func shadeOf(n int64, limits []int64) (shade int) {
	for shade+1 < len(limits) && n >= limits[shade+1] {
		shade++
	}
	return shade
}

// shadeKeys are the legend of the shades of a number of things.
func shadeKeys(limits []int64, most int64, thing string, lines []plot.Line) []Key {
	list := keys(lines)
	for i, from := range limits {
		to := most
		if i+1 < len(limits) {
			to = limits[i+1] - 1
		}
		label := count(from) + " to " + count(to)
		if from == to {
			label = count(from)
		}
		if i == 0 {
			label += " " + form(to, thing, thing+"s")
		}
		list = append(list, Key{fmt.Sprint("d", i), label})
	}
	return list
}

// decades is the picture as a table: pages by powers of ten of their PageRank, and where K-Rank puts them.
func (r *ranking) decades(mean float64) *Table {
	t := &Table{
		Caption: "Pages by PageRank, in powers of ten of the mean, and what K-Rank makes of them",
		Columns: numbers("PageRank from", "pages", "K-Rank, mean of their logarithms"),
	}
	type decade struct {
		n   int64
		log float64
	}
	list := map[int]*decade{}
	low, high := math.MaxInt, math.MinInt
	for i, n := range r.joint.cells {
		if n == 0 {
			continue
		}
		middle := func(bin int) float64 { return math.Log10(binEdge(bin)*math.Exp2(0.5/quarters)) - math.Log10(mean) }
		d := int(math.Floor(middle(i / jointWidth)))
		low, high = min(low, d), max(high, d)
		if list[d] == nil {
			list[d] = &decade{}
		}
		list[d].n += n
		list[d].log += float64(n) * middle(i%jointWidth)
	}
	for d := low; d <= high; d++ {
		if x := list[d]; x != nil {
			t.Rows = append(t.Rows, cells(fmt.Sprintf("%.4g", math.Pow10(d)), count(x.n),
				fmt.Sprintf("%.3g", math.Pow(10, x.log/float64(x.n)))))
		}
	}
	return t
}
