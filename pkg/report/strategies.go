package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/report/plot"
)

// strategySection compares orders in which a crawler could have fetched the pages.
var strategySection = Section{"strategies", "Crawl strategies", buildStrategies}

const (
	strategyTable  = thesis + "strategies.tsv"
	strategyCurves = thesis + "strategy-"
	mostStrategies = 40
)

func buildStrategies(f *Folder) (*Content, error) {
	c := &Content{}
	var names []string
	if f.has(strategyTable) {
		s, err := f.sheet(strategyTable, "strategy", "area_pagerank", "area_krank", "share10", "share50", "phase_at_half", "seconds", "peak_bytes")
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

// strategies adds the table, the best first, and returns the names in its order.
func (c *Content) strategies(s *sheet) (names []string, err error) {
	columns := map[string][]float64{}
	for _, name := range []string{"area_pagerank", "area_krank", "share10", "share50", "phase_at_half", "seconds", "peak_bytes"} {
		if columns[name], err = s.numbers(name); err != nil {
			return nil, err
		}
	}
	all := s.texts("strategy")
	if len(all) == 0 {
		return nil, nil
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return int(sign(float32(columns["area_pagerank"][b] - columns["area_pagerank"][a])))
	})
	t := &Table{
		Caption: "Strategies by the area under their curves: 0.5 is a random order",
		Columns: append(words("strategy"), numbers("area, PageRank", "area, K-Rank", "share at 10"+thin+"%", "share at 50"+thin+"%",
			"half of the importance at", "time", "memory")...),
	}
	for _, i := range order {
		area := columns["area_pagerank"][i]
		row := []Cell{{Text: all[i]}, {Text: decimal(area), Bar: area}}
		for _, name := range []string{"area_krank", "share10", "share50"} {
			row = append(row, Cell{Text: decimal(columns[name][i])})
		}
		row = append(row, Cell{Text: orDash(columns["phase_at_half"][i], func(x float64) string { return fmt.Sprintf("%.4g%s%%", x, thin) })},
			Cell{Text: orDash(columns["seconds"][i], seconds)},
			Cell{Text: orDash(columns["peak_bytes"][i], func(x float64) string { return size(int64(x)) })})
		t.Rows = append(t.Rows, row)
		names = append(names, all[i])
	}
	text := fmt.Sprintf("%s collects PageRank fastest (area %s), %s slowest (%s).", names[0],
		decimal(columns["area_pagerank"][order[0]]), names[len(names)-1], decimal(columns["area_pagerank"][order[len(order)-1]]))
	c.Blocks = append(c.Blocks, Block{Text: text}, Block{Table: t})
	return names, nil
}

func orDash(x float64, write func(float64) string) string {
	if math.IsNaN(x) {
		return "–"
	}
	return write(x)
}

// strategyFigure has a panel for each curve, in the order of the table and then by name.
func (f *Folder) strategyFigure(names []string) (*Figure, error) {
	files := f.glob(strategyCurves + "*.tsv")
	for _, file := range files {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(file, strategyCurves), ".tsv"))
	}
	g := &Figure{
		Title:  "PageRank collected by each strategy",
		Legend: []Key{{"s0", "the strategy"}, {"s2", "the best possible"}, {"ref", "random order"}},
	}
	var all []plot.Line
	seen := map[string]bool{}
	for _, name := range names {
		file := strategyCurves + name + ".tsv"
		if seen[name] || !f.has(file) || len(g.Charts) == mostStrategies {
			continue
		}
		seen[name] = true
		curves, err := f.curves(file, "percent", "order", "max", "random")
		if err != nil {
			return nil, err
		}
		if len(curves["order"]) == 0 {
			continue
		}
		name = visible(name, 60)
		finding := fmt.Sprintf("The first tenth of the pages holds %s, the first half %s.", valueAt(curves["order"], 10), valueAt(curves["order"], 50))
		g.Charts = append(g.Charts, &plot.Chart{
			Title: name, Desc: finding, X: plot.Axis{Title: "Pages fetched", Unit: "%", Max: 100}, Y: shareAxis,
			Lines: []plot.Line{
				{Class: "ref", Points: curves["random"]}, {Class: "s2", Points: curves["max"]}, {Class: "s0", Points: curves["order"]},
			},
		})
		all = append([]plot.Line{{Label: name, Points: curves["order"]}}, all...)
	}
	if g.Charts == nil {
		return nil, nil
	}
	g.Data = curveTable("Share of the importance by percent of the pages", "pages, %", all, 5)
	return g, nil
}
