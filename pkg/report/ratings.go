package report

import (
	"fmt"

	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// relevanceSection shows how relevant the pages are by what was learnt from judged ones, and how good that is.
var relevanceSection = Section{Name: "relevance", Title: "How relevant the pages are", Build: buildRelevance}

const (
	relevanceFile = "relevance.t2"
	waysFile      = "relevance-ways.tsv"
	curveFile     = "relevance-curve.tsv"
)

func buildRelevance(f *Folder) (*Content, error) {
	if !f.has(relevanceFile) && !f.has(waysFile) && !f.has(curveFile) {
		return nil, nil
	}
	c := &Content{}
	missing := ""
	for _, x := range []struct{ file, without string }{
		{waysFile, "How good the ratings are is not known, since %s is missing (relevance -folds). "},
		{curveFile, "There are no curves, since %s is missing (relevance -curve). "},
		{relevanceFile, "The relevance of the pages is not known, since %s is missing (relevance -apply). "},
	} {
		if !f.has(x.file) {
			missing += fmt.Sprintf(x.without, x.file)
		}
	}
	if missing != "" {
		c.Blocks = append(c.Blocks, Block{Text: missing})
	}
	list, err := f.ways()
	if err != nil {
		return nil, err
	}
	c.ways(list)
	if err := c.curves(f, list); err != nil {
		return nil, err
	}
	return c, c.ratings(f)
}

const ratingBins = 20 // of the picture of all ratings

// ratings are how many pages have which relevance.
func (c *Content) ratings(f *Folder) error {
	if !f.has(relevanceFile) {
		return nil
	}
	var bins [ratingBins]int64
	n, relevant := int64(0), int64(0)
	err := f.each(relevanceFile, tuple.F32, func(page, bits int32) error {
		x := tuple.F32Value(bits)
		n++
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("%s: the relevance of page %d is %g, not from 0 to 1, at record %d", f.path(relevanceFile), page, x, n)
		}
		if x > 0.5 {
			relevant++
		}
		bins[min(int(x*ratingBins), ratingBins-1)]++
		return nil
	})
	if err != nil || n == 0 {
		return err
	}
	c.Facts = append(c.Facts, Fact{count(relevant), form(relevant, "page rated as relevant", "pages rated as relevant")})
	text := fmt.Sprintf("%s of %s (%s) %s a relevance above 0.5.", count(relevant), plural(n, "page"),
		percent(share(relevant, n)), form(relevant, "has", "have"))
	c.figure(ratingFigure(bins, n, text))
	return nil
}

func ratingFigure(bins [ratingBins]int64, n int64, finding string) *Figure {
	chart := &plot.Chart{
		Title: "Pages by their relevance",
		X:     plot.Axis{Title: "Relevance", Unit: "0 to 1", Min: 0, Max: 1},
		Y:     plot.Axis{Title: "Pages", Unit: "number", Whole: true},
	}
	t := &Table{Caption: chart.Title, Columns: numbers("from", "to", "pages", "share", "pages from here on"), Fixed: true}
	above := n
	for i, pages := range bins {
		from, to := float64(i)/ratingBins, float64(i+1)/ratingBins
		chart.Cells = append(chart.Cells, plot.Cell{From: plot.Point{X: from}, To: plot.Point{X: to, Y: float64(pages)}, Shade: 3,
			Label: fmt.Sprintf("%.2f to %.2f: %s", from, to, plural(pages, "page"))})
		t.Rows = append(t.Rows, cells(fmt.Sprintf("%.2f", from), fmt.Sprintf("%.2f", to), count(pages), percent(share(pages, n)),
			count(above)))
		above -= pages
	}
	return &Figure{Title: chart.Title, Finding: finding, Charts: []*plot.Chart{chart}, Data: t}
}
