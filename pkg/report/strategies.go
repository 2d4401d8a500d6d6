package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/report/plot"
)

// strategySection compares orders in which a crawler could have fetched the pages.
var strategySection = Section{"strategies", "Crawl strategies", buildStrategies}

const (
	strategyTable  = thesis + "strategies.tsv"
	strategyCurves = thesis + "strategy-" // NAME.tsv: what it collects of PageRank
	kRankCurves    = thesis + "krank-by-" // NAME.tsv: of K-Rank
	mostStrategies = 40
)

func buildStrategies(f *Folder) (*Content, error) {
	c := &Content{}
	var names []string
	if f.has(strategyTable) {
		s, err := f.sheet(strategyTable, append([]string{"strategy"}, figures...)...)
		if err != nil {
			return nil, err
		}
		if names, err = c.strategies(s); err != nil {
			return nil, err
		}
	}
	figure, err := f.strategyFigure(names)
	if err != nil {
		return nil, err
	}
	if figure != nil {
		c.Blocks = append(c.Blocks, Block{Figure: figure})
	}
	if c.Blocks == nil {
		return nil, nil
	}
	return c, nil
}

// figures are the columns of numbers that the table must have.
var figures = []string{"area_pagerank", "area_krank", "share10", "share50", "phase_at_half", "seconds", "peak_bytes"}

// strategies adds the table, the best first, and returns the names in its order.
func (c *Content) strategies(s *sheet) (names []string, err error) {
	columns := map[string][]float64{}
	taus := s.taus()
	for _, name := range slices.Concat(figures, taus) {
		if columns[name], err = s.numbers(name); err != nil {
			return nil, err
		}
	}
	all, areas := s.texts("strategy"), columns["area_pagerank"]
	if len(all) == 0 {
		return nil, nil
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(areas[b], areas[a]) })
	t := &Table{
		Caption: "Strategies by the area under their curves: 0.5 is a random order",
		Columns: append(words("strategy"), numbers("area, PageRank", "area, K-Rank", "share at 10"+thin+"%", "share at 50"+thin+"%",
			"half of the importance at")...),
	}
	for _, tau := range taus {
		t.Columns = append(t.Columns, numbers("tau at "+strings.TrimPrefix(tau, "tau")+thin+"%")...)
	}
	t.Columns = append(t.Columns, numbers("time", "memory")...)
	for _, i := range order {
		row := []Cell{{Text: all[i]}, {Text: decimal(areas[i]), Bar: areas[i]}}
		for _, name := range []string{"area_krank", "share10", "share50"} {
			row = append(row, Cell{Text: decimal(columns[name][i])})
		}
		row = append(row, Cell{Text: orDash(columns["phase_at_half"][i], func(x float64) string { return fmt.Sprintf("%.4g%s%%", x, thin) })})
		for _, tau := range taus {
			row = append(row, Cell{Text: decimal(columns[tau][i])})
		}
		row = append(row, Cell{Text: orDash(columns["seconds"][i], seconds)},
			Cell{Text: orDash(columns["peak_bytes"][i], func(x float64) string { return size(int64(x)) })})
		t.Rows = append(t.Rows, row)
		names = append(names, all[i])
	}
	text := fmt.Sprintf("%s collects PageRank fastest (area %s), %s slowest (%s).", names[0],
		decimal(areas[order[0]]), names[len(names)-1], decimal(areas[order[len(order)-1]]))
	c.Blocks = append(c.Blocks, Block{Text: text}, Block{Table: t})
	return names, nil
}

// taus are the columns that say how far the ranks at a phase agree with those in the end: tau10, tau25 … if there are any.
func (s *sheet) taus() (names []string) {
	for _, name := range s.names {
		if phase, ok := strings.CutPrefix(name, "tau"); ok && !slices.Contains(names, name) {
			if _, err := strconv.ParseUint(phase, 10, 7); err == nil {
				names = append(names, name)
			}
		}
	}
	return names
}

func orDash(x float64, write func(float64) string) string {
	if math.IsNaN(x) {
		return unknown
	}
	return write(x)
}

// strategyFigure has a panel for each strategy with a curve, in the order of the table and then by name.
func (f *Folder) strategyFigure(names []string) (*Figure, error) {
	for _, file := range f.glob(strategyCurves + "*.tsv") {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(file, strategyCurves), ".tsv"))
	}
	g := &Figure{
		Title:  "Importance collected by each strategy",
		Legend: []Key{{"s0", "PageRank collected"}, {"s2", "the best possible, PageRank"}, {"ref", "random order"}},
	}
	if f.glob(kRankCurves+"*.tsv") != nil {
		g.Legend = append(g.Legend, Key{"s1", "K-Rank collected"})
	}
	var all []plot.Line
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] || !f.has(strategyCurves+name+".tsv") || len(g.Charts) == mostStrategies {
			continue
		}
		seen[name] = true
		chart, err := f.strategyChart(name)
		if err != nil {
			return nil, err
		}
		if chart != nil {
			g.Charts = append(g.Charts, chart)
			all = append([]plot.Line{{Label: chart.Title, Points: chart.Lines[len(chart.Lines)-1].Points}}, all...)
		}
	}
	if g.Charts == nil {
		return nil, nil
	}
	g.Data = curveTable("Share of the PageRank by percent of the pages", "pages, %", all, 5)
	return g, nil
}

// strategyChart is the panel of a strategy: the last line is its PageRank. It is nil where there is no curve in the file.
func (f *Folder) strategyChart(name string) (*plot.Chart, error) {
	curves, err := f.curves(strategyCurves+name+".tsv", "percent", "order", "max", "random")
	if err != nil || len(curves["order"]) == 0 {
		return nil, err
	}
	c := &plot.Chart{
		Title: visible(name, 60), X: plot.Axis{Title: "Pages fetched", Unit: "%", Max: 100}, Y: shareAxis,
		Desc: fmt.Sprintf("The first tenth of the pages holds %s of the PageRank, the first half %s.",
			valueAt(curves["order"], 10), valueAt(curves["order"], 50)),
		Lines: []plot.Line{{Class: "ref", Points: curves["random"]}, {Class: "s2", Points: curves["max"]}},
	}
	if file := kRankCurves + name + ".tsv"; f.has(file) {
		of, err := f.curves(file, "percent", "order")
		if err != nil {
			return nil, err
		}
		c.Lines = append(c.Lines, plot.Line{Class: "s1", Points: of["order"]})
		c.Desc += fmt.Sprintf(" Of the K-Rank it is %s and %s.", valueAt(of["order"], 10), valueAt(of["order"], 50))
	}
	c.Lines = append(c.Lines, plot.Line{Class: "s0", Points: curves["order"]})
	return c, nil
}
