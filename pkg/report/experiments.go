package report

import (
	"fmt"
	"math"
	"slices"

	"webmill/pkg/report/plot"
	"webmill/pkg/report/thesisdata"
)

// What the experiments of Kulvait 2007 show of this crawl, with the curves of the thesis behind: correlation, stability
// and accumulation.

var (
	correlationSection = Section{Name: "correlation", Title: "PageRank and K-Rank while the crawl grows",
		Build: buildCorrelation, Fold: true}
	stabilitySection = Section{Name: "stability", Title: "How soon the order of the pages is stable",
		Build: buildStability, Fold: true}
	accumulationSection = Section{Name: "accumulation", Title: "How much importance the crawl has collected",
		Build: buildAccumulation, Fold: true}
)

var (
	phaseAxis = plot.Axis{Title: "Phase of the crawl", Unit: "% of the pages", Max: 100}
	tauAxis   = plot.Axis{Title: "Kendall's tau", Unit: "1 = same order"}
	shareAxis = plot.Axis{Title: "Share of the importance", Unit: "1 = all", Max: 1}
)

// behind are lines of the thesis, one for each of its crawls.
func behind(curve func(thesisdata.Set) []thesisdata.Point) []plot.Line {
	var list []plot.Line
	for i, s := range thesisdata.Sets() {
		l := plot.Line{Label: string(s) + " 2007", Class: fmt.Sprint("b", i)}
		for _, p := range curve(s) {
			l.Points = append(l.Points, plot.Point{X: p.Percent, Y: p.Value})
		}
		list = append(list, l)
	}
	return list
}

// curveTable is the lines as a table, with a row for each x of the last line.
func curveTable(caption, x string, lines []plot.Line, step int) *Table {
	t := &Table{Caption: caption, Columns: numbers(x)}
	for _, l := range slices.Backward(lines) {
		t.Columns = append(t.Columns, numbers(l.Label)...)
	}
	points := lines[len(lines)-1].Points
	for i, p := range points {
		if i%step != 0 && i != len(points)-1 {
			continue
		}
		row := cells(fmt.Sprintf("%.4g", p.X))
		for _, l := range slices.Backward(lines) {
			row = append(row, Cell{Text: valueAt(l.Points, p.X)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func valueAt(points []plot.Point, x float64) string {
	for _, p := range points {
		if p.X == x {
			return decimal(p.Y)
		}
	}
	return unknown
}

// last is the value of a line at its right end, first that at its left.
func last(l []plot.Point) float64  { return l[len(l)-1].Y }
func first(l []plot.Point) float64 { return l[0].Y }

func buildCorrelation(f *Folder) (*Content, error) {
	const name = thesis + "correlation.tsv"
	if !f.has(name) {
		return nil, nil
	}
	curves, err := f.curves(name, "phase", "tau_all", "tau_rated")
	if err != nil {
		return nil, err
	}
	c := &plot.Chart{Title: "Kendall's tau of PageRank and K-Rank by phase", X: phaseAxis, Y: tauAxis, Direct: true}
	c.Lines = behind(thesisdata.Correlation)
	finding := ""
	for i, s := range []struct{ column, label string }{{"tau_rated", "rated pages"}, {"tau_all", "all pages"}} {
		if p := curves[s.column]; len(p) > 0 {
			c.Lines = append(c.Lines, plot.Line{Label: s.label, Class: fmt.Sprint("s", 1-i), Points: p, Dots: true})
			finding += fmt.Sprintf("Over %s tau is %.3f at %g%s%% and %.3f at %g%s%%. ", s.label, first(p), p[0].X, thin,
				last(p), p[len(p)-1].X, thin)
		}
	}
	if finding == "" {
		return nil, nil
	}
	finding += "In the thesis it rose from 0.689 to 0.761 on cz, and was about 0.82 on eu and 0.77 on uk."
	text := "At each phase only the first pages are fetched, breadth first unless another order was given, and all they link to is rated by both. " +
		"“All pages” counts those not yet seen as 0, “rated pages” leaves them out."
	return &Content{Blocks: []Block{{Text: text}, {Figure: &Figure{
		Title: c.Title, Finding: finding, Charts: []*plot.Chart{c},
		Data: curveTable("Kendall's tau by phase", "phase, %", c.Lines, 1),
	}}}}, nil
}

// scores are the scores that the experiments compare, with their names in files and on the page.
var experimentScores = []struct {
	score thesisdata.Score
	label string
}{{thesisdata.PageRank, "PageRank"}, {thesisdata.KRank, "K-Rank"}}

func buildStability(f *Folder) (*Content, error) {
	c := &Content{}
	for _, reference := range []int{100, 50} {
		name := fmt.Sprintf("%sstability-%d.tsv", thesis, reference)
		if !f.has(name) {
			continue
		}
		curves, err := f.curves(name, "phase", "krank", "pagerank", "krank_rated?", "pagerank_rated?")
		if err != nil {
			return nil, err
		}
		c.figure(stabilityFigure(reference, curves))
		if err := c.add(f.shareFigure(reference)); err != nil {
			return nil, err
		}
	}
	if c.Blocks == nil {
		return nil, nil
	}
	text := "Kendall's tau of the ranks at a phase of the crawl and those at the end, or at the half: how far an early order can be trusted."
	c.Blocks = append([]Block{{Text: text}}, c.Blocks...)
	return c, nil
}

func stabilityFigure(reference int, curves map[string][]plot.Point) *Figure {
	g := &Figure{Title: fmt.Sprintf("Agreement with the ranks at %d%s%%", reference, thin)}
	var all []plot.Line
	rated := false
	for i, s := range experimentScores {
		p := curves[string(s.score)]
		if len(p) == 0 {
			continue
		}
		lines := behind(func(set thesisdata.Set) []thesisdata.Point { return thesisdata.Stability(set, s.score, reference) })
		low, high := math.Inf(1), math.Inf(-1)
		for _, l := range lines {
			low, high = min(low, first(l.Points)), max(high, first(l.Points))
		}
		finding := fmt.Sprintf("Tau is %.3f at %g%s%% of the crawl and %.3f at %g%s%%; in the thesis it was %.2f to %.2f at 5%s%%.",
			first(p), p[0].X, thin, last(p), p[len(p)-1].X, thin, low, high, thin)
		if of := curves[string(s.score)+"_rated"]; of != nil {
			lines = append(lines, plot.Line{Label: "rated pages", Class: "s2", Points: of})
			rated = true
		}
		lines = append(lines, plot.Line{Label: "this crawl", Class: fmt.Sprint("s", i), Points: p, Dots: true})
		g.Charts = append(g.Charts, &plot.Chart{Title: s.label, Desc: finding, Lines: lines,
			X: plot.Axis{Title: phaseAxis.Title, Unit: phaseAxis.Unit, Max: float64(reference)}, Y: tauAxis})
		g.Legend = append(g.Legend, Key{fmt.Sprint("s", i), s.label + " of this crawl"})
		all = append(prefixed(s.label, lines), all...)
	}
	if rated {
		g.Legend = append(g.Legend, Key{"s2", "the same over the pages rated by then"})
	}
	return g.overThesis(g.Title, "phase, %", all, 1)
}

// shareFigure has the same taus over the share of the importance that is collected by then (graphs 8.3 and 8.5).
func (f *Folder) shareFigure(reference int) (*Figure, error) {
	name := fmt.Sprintf("%sshare-%d.tsv", thesis, reference)
	if !f.has(name) {
		return nil, nil
	}
	g := &Figure{Title: fmt.Sprintf("Agreement with the ranks at %d%s%%, by what is collected", reference, thin)}
	var all []plot.Line
	for i, s := range experimentScores {
		curves, err := f.curves(name, "share_"+string(s.score), string(s.score))
		if err != nil {
			return nil, err
		}
		p := curves[string(s.score)]
		if len(p) == 0 {
			continue
		}
		lines := behind(func(set thesisdata.Set) []thesisdata.Point { return stabilityByShare(set, s.score, reference) })
		lines = append(lines, plot.Line{Label: "this crawl", Class: fmt.Sprint("s", i), Points: p, Dots: true})
		finding := fmt.Sprintf("Tau is %.3f when a share of %.3f is collected, and %.3f with %.3f.", first(p),
			p[0].X, last(p), p[len(p)-1].X)
		g.Charts = append(g.Charts, &plot.Chart{Title: s.label, Desc: finding, Lines: lines, X: shareAxis, Y: tauAxis})
		g.Legend = append(g.Legend, Key{fmt.Sprint("s", i), s.label + " of this crawl"})
		all = append(prefixed(s.label, lines[len(lines)-1:]), all...)
	}
	return g.overThesis(g.Title, "share collected", all, 1), nil
}

// stabilityByShare joins the tables of the thesis: what its breadth-first order has collected at a phase, and tau then.
func stabilityByShare(s thesisdata.Set, score thesisdata.Score, reference int) []thesisdata.Point {
	order, _ := thesisdata.Accumulation(s, score, reference)
	list := thesisdata.Stability(s, score, reference)
	for i := range list {
		list[i].Percent = order[int(list[i].Percent)*100/reference].Value
	}
	return list
}

// overThesis completes a figure with the lines of the thesis behind its charts: their legend, and all lines as a table. A figure
// without charts is none.
func (g *Figure) overThesis(caption, x string, lines []plot.Line, step int) *Figure {
	if g.Charts == nil {
		return nil
	}
	g.Legend = append(g.Legend, keys(behind(func(thesisdata.Set) []thesisdata.Point { return nil }))...)
	g.Data = curveTable(caption, x, lines, step)
	return g
}

func buildAccumulation(f *Folder) (*Content, error) {
	c := &Content{}
	for _, whole := range []int{100, 50} {
		g := &Figure{
			Title: map[int]string{100: "Collected of the whole crawl", 50: "Collected of its first half"}[whole],
			Legend: []Key{{"s0", "this crawl, breadth first unless another order was given"}, {"s2", "the best possible"},
				{"ref", "random order"}},
		}
		var all []plot.Line
		for _, s := range experimentScores {
			name := fmt.Sprintf("%saccumulate-%s-%d.tsv", thesis, s.score, whole)
			if !f.has(name) {
				continue
			}
			curves, err := f.curves(name, "percent", "order", "max", "random")
			if err != nil {
				return nil, err
			}
			if len(curves["order"]) > 0 {
				chart := accumulationChart(s.score, s.label, whole, curves)
				g.Charts = append(g.Charts, chart, logarithmic(chart, curves))
				all = append(all, prefixed(s.label, chart.Lines)...)
			}
		}
		c.figure(g.overThesis(g.Title+", share by percent of the pages", "pages, %", all, 5))
	}
	if c.Blocks == nil {
		return nil, nil
	}
	text := "The share of all importance that the pages fetched so far hold: in the order of the crawl, in the best order there could be, and in a random one. " +
		"Of each crawl of the thesis there are two lines: its breadth-first order and, above it, the best possible."
	c.Blocks = append([]Block{{Text: text}}, c.Blocks...)
	return c, nil
}

func accumulationChart(score thesisdata.Score, label string, whole int, curves map[string][]plot.Point) *plot.Chart {
	lines := behind(func(set thesisdata.Set) []thesisdata.Point {
		_, most := thesisdata.Accumulation(set, score, whole)
		return most
	})
	for i := range lines {
		lines[i].Label += ", best possible"
	}
	lines = append(lines, behind(func(set thesisdata.Set) []thesisdata.Point {
		order, _ := thesisdata.Accumulation(set, score, whole)
		return order
	})...)
	lines = append(lines,
		plot.Line{Label: "random", Class: "ref", Points: curves["random"]},
		plot.Line{Label: "best possible", Class: "s2", Points: curves["max"]},
		plot.Line{Label: "this crawl", Class: "s0", Points: curves["order"]})
	cz, _ := thesisdata.Accumulation(thesisdata.CZ, score, whole)
	finding := fmt.Sprintf("The first tenth of the pages holds %s of the importance, the first half %s; the best possible is %s and %s. In the thesis it was %.2f and %.2f on cz.",
		valueAt(curves["order"], 10), valueAt(curves["order"], 50), valueAt(curves["max"], 10), valueAt(curves["max"], 50),
		cz[10].Value, cz[50].Value)
	return &plot.Chart{Title: label, Desc: finding, Lines: lines,
		X: plot.Axis{Title: "Pages fetched", Unit: "%", Max: 100}, Y: shareAxis}
}

// logarithmic is a chart with a logarithmic axis of shares, as the graphs of the thesis have it. It shows the beginning of a
// crawl larger.
func logarithmic(chart *plot.Chart, curves map[string][]plot.Point) *plot.Chart {
	c := *chart
	c.Title += ", logarithmic"
	c.Desc = fmt.Sprintf("As the thesis draws it: the first hundredth of the pages holds %s of the importance, the best possible is %s.",
		valueAt(curves["order"], 1), valueAt(curves["max"], 1))
	c.Y = plot.Axis{Title: shareAxis.Title, Unit: shareAxis.Unit, Log: true}
	return &c
}

// prefixed puts the name of a chart before those of its lines.
func prefixed(name string, lines []plot.Line) []plot.Line {
	list := slices.Clone(lines)
	for i := range list {
		list[i].Label = name + ", " + list[i].Label
	}
	return list
}
