package report

import (
	"fmt"
	"slices"
	"strings"

	"webmill/pkg/parquetio"
	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// clusterSection shows what the clusters of like pages are about, and which of them are near each other.
var clusterSection = Section{Name: "clusters", Title: "Clusters of pages", Build: buildClusters}

const (
	clustersFile = "clusters.t2"
	clusterSizes = "cluster-sizes.t2"
	clusterMap   = "cluster-map.t3"
	keywordsFile = "keywords.parquet"

	mostClusters = 60 // that are shown, the largest
	mostKeywords = 10 // of each of them
	mostRows     = 50 // of the keywords of the largest
)

// cluster is one that is shown.
type cluster struct {
	id     int32
	pages  int64
	place  *plot.Point // on the map
	words  *top[weighed]
	labels []string // for the map, the best first
}

func buildClusters(f *Folder) (*Content, error) {
	if !f.has(clusterSizes) {
		return nil, nil
	}
	clusters, pages := int64(0), int64(0)
	largest := newTop(mostClusters, func(a, b *cluster) bool { return a.pages > b.pages || a.pages == b.pages && a.id < b.id })
	err := f.each(clusterSizes, tuple.ID, func(id, size int32) error {
		clusters++
		pages += int64(size)
		largest.add(&cluster{id: id, pages: int64(size), words: newTop(mostKeywords, heavier)})
		return nil
	})
	if err != nil || pages == 0 {
		return nil, err
	}
	shown := largest.list
	if err := f.keywords(shown); err != nil {
		return nil, err
	}
	text := fmt.Sprintf("%s in %s. The largest has %s, the mean is %.1f.", plural(pages, "page"), plural(clusters, "cluster"),
		plural(shown[0].pages, "page"), share(pages, clusters))
	c := &Content{Facts: []Fact{{count(clusters), form(clusters, "cluster of pages", "clusters of pages")}}}
	if !f.has(keywordsFile) {
		text += " Their keywords are not known, since " + keywordsFile + " is missing (cluster -keywords)."
	}
	if !f.has(clusterMap) {
		text += " There is no map of them, since " + clusterMap + " is missing (cluster -places)."
	}
	c.Blocks = []Block{{Text: text}}
	if f.has(clusterMap) {
		if err := f.placeClusters(shown, clusters); err != nil {
			return nil, err
		}
		c.figure(mapOf(shown, clusters))
	}
	c.Blocks = append(c.Blocks, Block{Table: clusterTable(shown, clusters, f.has(keywordsFile))})
	known, err := f.keywordTable(shown[0])
	if err == nil {
		c.tables(known)
	}
	return c, err
}

// keywordTable is a table of the keywords of a cluster with the figures of Nitsche 2003 (4.3.2.4.4). It has no rows if only the
// weights of the keywords are known.
func (f *Folder) keywordTable(c *cluster) (*Table, error) {
	t := &Table{Caption: fmt.Sprintf("Keywords of cluster %d, the largest", c.id),
		Columns: append(words("keyword"), numbers("on a page of it, on average", "IDF", "weight", "pages with it")...)}
	if !f.has(keywordsFile) {
		return t, nil
	}
	err := f.rowsIf(keywordsFile, func(r []parquetio.Value) error {
		if int32(r[0].Number) != c.id || len(t.Rows) == mostRows {
			return nil
		}
		score := func(i int) string { return decimal(float64(tuple.F32Value(int32(r[i].Number)))) }
		t.Rows = append(t.Rows, cells(visible(string(clip(r[1].Text)), 40), score(2), score(3), score(4), count(r[5].Number)))
		return nil
	}, "cluster", "word", "mean_count", "idf", "weight", "df")
	return t, err
}

func heavier(a, b weighed) bool { return a.weight > b.weight }

// keywords adds the heaviest words of the clusters that are shown.
func (f *Folder) keywords(shown []*cluster) error {
	if !f.has(keywordsFile) {
		return nil
	}
	by := byID(shown)
	err := f.rows(keywordsFile, func(r []parquetio.Value) error {
		if c := by[int32(r[0].Number)]; c != nil {
			c.words.add(weighed{string(clip(r[1].Text)), tuple.F32Value(int32(r[2].Number))})
		}
		return nil
	}, "cluster", "word", "weight")
	for _, c := range shown {
		c.labels = append(c.labels, c.firstWords(3, 18), c.firstWords(2, 14))
	}
	return err
}

// firstWords are the first words of a cluster, each of at most some letters.
func (c *cluster) firstWords(n, letters int) string {
	var words []string
	for _, w := range c.words.list[:min(n, len(c.words.list))] {
		word := []rune(visible(w.word, 200))
		if len(word) > letters {
			word = append(word[:letters-1], '…')
		}
		words = append(words, string(word))
	}
	return strings.Join(words, ", ")
}

func byID(list []*cluster) map[int32]*cluster {
	by := map[int32]*cluster{}
	for _, c := range list {
		by[c.id] = c
	}
	return by
}

// placeClusters reads where the clusters that are shown are on the map, which has all of them.
func (f *Folder) placeClusters(shown []*cluster, clusters int64) error {
	file, err := f.Tuples(f.path(clusterMap), append(tuple.IDs("cluster"), tuple.F32s("x", "y")...))
	if err != nil {
		return err
	}
	defer file.Close()
	file.Check(tuple.Columns(0), true)
	by, n := byID(shown), int64(0)
	r := tuple.NewReader(file, 3)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		n++
		x, y := tuple.F32Value(rec[1]), tuple.F32Value(rec[2])
		if !(x >= 0 && x <= 1 && y >= 0 && y <= 1) {
			return fmt.Errorf("%s: the place %g, %g is not from 0 to 1, at record %d", f.path(clusterMap), x, y, n)
		}
		if c := by[rec[0]]; c != nil {
			c.place = &plot.Point{X: float64(x), Y: float64(y)}
		}
	}
	if err := r.Err(); err != nil {
		return err
	}
	if n < clusters {
		return f.mixed(clusterMap, plural(n, "cluster"), clusterSizes, count(clusters))
	}
	if i := slices.IndexFunc(shown, func(c *cluster) bool { return c.place == nil }); i >= 0 {
		return f.mixed(clusterMap, fmt.Sprintf("no cluster %d", shown[i].id), clusterSizes, "there is one")
	}
	return nil
}

// mapOf draws the clusters, with their first words where these have space.
func mapOf(shown []*cluster, clusters int64) *Figure {
	m := &plot.Map{Title: "Map of the clusters"}
	t := &Table{Caption: "Places on the map, from 0 to 1, from the left and from below",
		Columns: numbers("cluster", "pages", "x", "y")}
	for _, c := range shown {
		name := fmt.Sprintf("cluster %d", c.id)
		label := fmt.Sprintf("%s, %s", name, plural(c.pages, "page"))
		if words := c.firstWords(mostKeywords, 40); words != "" {
			label += ": " + words
		}
		m.Circles = append(m.Circles, plot.Circle{Point: *c.place, Size: float64(c.pages), Label: label,
			Labels: append(slices.DeleteFunc(c.labels, func(l string) bool { return l == "" }), fmt.Sprint(c.id))})
		t.Rows = append(t.Rows, cells(fmt.Sprint(c.id), count(c.pages), decimal(c.place.X), decimal(c.place.Y)))
	}
	text := "Clusters with like pages are near each other. The area of a circle is the number of pages. " +
		"Where there is no space for keywords stands the number of the cluster, or nothing."
	if rest := clusters - int64(len(shown)); rest > 0 {
		text += fmt.Sprintf(" The %d largest clusters are drawn; %s left out.", len(shown),
			verb(rest, "smaller one is", "smaller ones are"))
	}
	return &Figure{Title: m.Title, Finding: text, Map: m, Data: t}
}

func clusterTable(shown []*cluster, clusters int64, words bool) *Table {
	t := &Table{Caption: "Clusters by their size", Columns: numbers("cluster")}
	if len(shown) < int(clusters) {
		t.Caption = fmt.Sprintf("The %d largest of %s", len(shown), plural(clusters, "cluster"))
	}
	if words {
		t.Columns = append(t.Columns, Column{Name: "keywords", Wide: true})
	}
	t.Columns = append(t.Columns, numbers("pages")...)
	for _, c := range shown {
		row := cells(fmt.Sprint(c.id))
		if list := c.firstWords(mostKeywords, 40); words && list != "" {
			row = append(row, Cell{Text: list})
		} else if words {
			row = append(row, Cell{Text: unknown})
		}
		t.Rows = append(t.Rows, append(row, Cell{Text: count(c.pages), Bar: share(c.pages, shown[0].pages)}))
	}
	return t
}
