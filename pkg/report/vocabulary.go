package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/parquetio"
	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// wordSection shows what make words has found: languages, lengths, how the number of different words grows and how often they
// occur, and what the hosts are about.
var wordSection = Section{Name: "words", Title: "Words", Build: buildWords}

const (
	documentsFile = "documents.parquet"
	lengthsFile   = "lengths.t2"
	growthFile    = "growth.tsv"
	frequencyFile = "frequencies.t2"
	hostTerms     = "host-terms.parquet"
)

func buildWords(f *Folder) (*Content, error) {
	c := &Content{}
	return c, c.all(f, c.languages, c.lengths, c.growth, c.frequencies, c.hostTerms)
}

// languages are those of the texts, which were found in them.
func (c *Content) languages(f *Folder) error {
	if !f.has(documentsFile) {
		return nil
	}
	var langs tally[int64]
	all := int64(0)
	err := f.rowsIf(documentsFile, func(row []parquetio.Value) error {
		name := row[0].Text
		if row[0].Null {
			name = []byte("none that is known")
		}
		*langs.of(name, mostNames)++
		all++
		return nil
	}, "lang")
	c.tables(frequencyTable(&langs, "Languages of the texts, as they were found in them", "language", "share of all texts", all,
		nil))
	return err
}

// lengths are the numbers of words of the texts.
func (c *Content) lengths(f *Folder) error {
	if !f.has(lengthsFile) {
		return nil
	}
	h := &histogram{}
	err := f.each(lengthsFile, tuple.Int, func(_, words int32) error {
		h.add(words, 1)
		return nil
	})
	if err != nil || h.n == 0 {
		return err
	}
	none := h.n - h.atLeast(1)
	if none > 0 {
		c.finds(false, "%s (%s) %s no words.", plural(none, "text"), percent(share(none, h.n)),
			form(none, "has", "have"))
	}
	half := 0
	for b, rest := 0, h.n; b < maxBin && 2*rest >= h.n; b++ {
		half = b
		rest -= h.counts[b]
	}
	text := fmt.Sprintf("%s have %s in all. Half of them have %s words or more, the mean is %s, the longest has %s.",
		plural(h.n, "text"), plural(h.sum, "word"), count(least(half)), count(int64(math.Round(share(h.sum, h.n)))),
		count(int64(h.most)))
	c.Facts = append(c.Facts, Fact{count(h.sum), "words in the texts"})
	c.figure(h.tailFigure("Texts by their length", "words", "text", text, nil))
	return nil
}

// frequencies are how often the different words occur.
func (c *Content) frequencies(f *Folder) error {
	if !f.has(frequencyFile) {
		return nil
	}
	h := &histogram{}
	err := f.each(frequencyFile, tuple.Int, func(n, terms int32) error {
		h.add(n, int64(terms))
		return nil
	})
	if err != nil || h.n == 0 {
		return err
	}
	once := h.n - h.atLeast(2)
	text := fmt.Sprintf("%s of the %s occur only once; the most frequent one occurs %s times. ", percent(share(once, h.n)),
		plural(h.n, "different word"), count(int64(h.most)))
	var laws []plot.Line
	if law, ok := h.powerLaw(); ok {
		text += law.text("occurrences", "word") + fitMethod
		laws = append(laws, law.line(h, h.n, "b1", fmt.Sprintf("slope %.2f", law.slope)))
	}
	figure := h.tailFigure("Words by how often they occur", "occurrences", "different word", text, laws)
	c.figure(figure)
	return nil
}

// tailFigure shows the share of all that has at least some number of something.
func (h *histogram) tailFigure(title, what, whose, finding string, more []plot.Line) *Figure {
	c := &plot.Chart{
		Title: title,
		X:     plot.Axis{Title: "At least this many " + what, Unit: "number", Log: true},
		Y:     plot.Axis{Title: "Share of all " + whose + "s", Unit: "%", Log: true},
	}
	points := h.tail(h.n)
	c.Lines = append([]plot.Line{{Label: whose + "s", Class: "s0", Points: points, Dots: len(points) < 40}}, more...)
	t := &Table{Caption: title, Columns: numbers("at least this many "+what, whose+"s", "share")}
	for _, s := range steps(h.most) {
		n := h.atLeast(s)
		t.Rows = append(t.Rows, cells(count(int64(s)), count(n), percent(share(n, h.n))))
	}
	figure := &Figure{Title: title, Finding: finding, Charts: []*plot.Chart{c}, Data: t}
	if more != nil {
		figure.Legend = keys(c.Lines)
	}
	return figure
}

// growth is how many different words the first words have, and the law that fits it.
func (c *Content) growth(f *Folder) error {
	if !f.has(growthFile) {
		return nil
	}
	curves, err := f.curves(growthFile, "words", "terms")
	points := curves["terms"]
	if err != nil || len(points) == 0 {
		return err
	}
	last := points[len(points)-1]
	chart := &plot.Chart{
		Title: "How the number of different words grows",
		X:     plot.Axis{Title: "Words so far", Unit: "number", Log: true},
		Y:     plot.Axis{Title: "Different words", Unit: "number", Log: true},
		Lines: []plot.Line{{Label: "different words", Class: "s0", Points: points, Dots: true}},
	}
	text := fmt.Sprintf("In the order of the crawl, the first %s have %s different ones.", plural(int64(last.X), "word"),
		count(int64(last.Y)))
	if last.X > 1 {
		i := len(points) / 2
		text = fmt.Sprintf("In the order of the crawl, the first %s have %s different ones, all %s have %s.",
			plural(int64(points[i].X), "word"), count(int64(points[i].Y)), count(int64(last.X)), count(int64(last.Y)))
	}
	var law struct {
		K    *float64 `json:"heaps_k"`
		Beta *float64 `json:"heaps_beta"`
	}
	if f.has("words.json") {
		if _, err := f.object("words.json", &law); err != nil {
			return err
		}
	}
	if law.K != nil && law.Beta != nil {
		at := func(x float64) plot.Point { return plot.Point{X: x, Y: *law.K * math.Pow(x, *law.Beta)} }
		chart.Lines = append(chart.Lines, plot.Line{Label: fmt.Sprintf("%.3g · words^%.2f", *law.K, *law.Beta), Class: "b1",
			Points: []plot.Point{at(100), at(last.X)}})
		text += fmt.Sprintf(" The law of Heaps fits as %.3g · words^%.2f, by least squares from 100 words on: "+
			"twice as many words have %.2f times as many different ones.", *law.K, *law.Beta, math.Exp2(*law.Beta))
	}
	t := &Table{Caption: chart.Title, Columns: numbers("words so far", "different words")}
	for _, p := range points {
		t.Rows = append(t.Rows, cells(count(int64(p.X)), count(int64(p.Y))))
	}
	c.Blocks = append(c.Blocks, Block{Figure: &Figure{Title: chart.Title, Finding: text, Charts: []*plot.Chart{chart},
		Legend: keys(chart.Lines), Data: t}})
	return nil
}

// topic are the words that say most of the pages of a host.
type topic struct {
	host   int32
	words  []weighed
	weight float64 // of all of them
}

type weighed struct {
	word   string
	weight float32
}

const (
	mostTopics     = 12
	mostTopicWords = 8
)

// hostTerms names the words that say most of the pages of a host, for the hosts where they weigh most.
func (c *Content) hostTerms(f *Folder) error {
	if !f.has(hostTerms, "hosts.txt") {
		return nil
	}
	best := newTop(mostTopics, func(a, b topic) bool { return a.weight > b.weight || a.weight == b.weight && a.host < b.host })
	at := topic{host: -1}
	end := func() {
		if at.words != nil {
			slices.SortStableFunc(at.words, func(a, b weighed) int { return cmp.Compare(b.weight, a.weight) })
			best.add(at)
		}
	}
	err := f.rows(hostTerms, func(r []parquetio.Value) error {
		if host := int32(r[0].Number); host != at.host {
			end()
			at = topic{host: host}
		}
		weight := tuple.F32Value(int32(r[2].Number))
		if at.weight += float64(weight); len(at.words) < mostTopicWords {
			at.words = append(at.words, weighed{string(clip(r[1].Text)), weight})
		}
		return nil
	}, "host_id", "word", "weight")
	if err != nil {
		return err
	}
	end()
	if len(best.list) == 0 {
		return nil
	}
	var list []host
	for _, x := range best.list {
		list = append(list, host{id: x.host})
	}
	names, err := f.hostNames(list)
	t := &Table{
		Caption: "What the hosts with most to say are about: their words with the greatest tf·idf, without those of more than a fifth of all pages",
		Columns: []Column{{Name: "host"}, {Name: "words", Wide: true}},
	}
	for i, x := range best.list {
		var words []string
		for _, w := range x.words {
			words = append(words, visible(w.word, 40))
		}
		t.Rows = append(t.Rows, cells(names[i], strings.Join(words, ", ")))
	}
	c.tables(t)
	return err
}
