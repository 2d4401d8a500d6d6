package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/report/plot"
	"webmill/pkg/report/thesisdata"
)

// strategySection compares orders in which a crawler could have fetched the pages.
var strategySection = Section{Name: "strategies", Title: "Crawl strategies", Build: buildStrategies, Fold: true}

const (
	strategyTable     = thesis + "strategies.tsv"
	strategyCurves    = thesis + "strategy-"     // NAME.tsv: what it collects of PageRank
	kRankCurves       = thesis + "krank-by-"     // NAME.tsv: of K-Rank
	strategyStability = thesis + "stability-by-" // NAME.tsv: how far the ranks by phase agree with those in the end
	mostStrategies    = 40
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
	for _, build := range []func([]string) (*Figure, error){f.collectedFigure, f.stableFigure} {
		if err := c.add(build(names)); err != nil {
			return nil, err
		}
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
		Columns: append(words("strategy"), numbers("area, PageRank", "area, K-Rank",
			"share at 10"+thin+"%", "share at 50"+thin+"%",
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
		row = append(row, Cell{Text: orDash(columns["phase_at_half"][i],
			func(x float64) string { return fmt.Sprintf("%.4g%s%%", x, thin) })})
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

// collectedFigure shows what each strategy collects.
func (f *Folder) collectedFigure(names []string) (*Figure, error) {
	g := &Figure{
		Title:   "Importance collected by each strategy",
		Finding: "Grey: PageRank collected by the breadth-first crawls of the thesis.",
		Legend:  []Key{{"s0", "PageRank collected"}, {"s2", "the best possible, PageRank"}, {"ref", "random order"}},
	}
	if f.glob(kRankCurves+"*.tsv") != nil {
		g.Legend = append(g.Legend, Key{"s1", "K-Rank collected"})
	}
	all, err := f.panels(g, names, strategyCurves, f.collectedChart)
	return g.overThesis("Share of the PageRank by percent of the pages", "pages, %", all, 5), err
}

// stableFigure shows how soon the ranks of what each strategy has fetched are those of the whole.
func (f *Folder) stableFigure(names []string) (*Figure, error) {
	g := &Figure{
		Title:   "Agreement with the final ranks while each strategy fetches",
		Finding: "Grey: PageRank, all pages, of the breadth-first crawls of the thesis.",
		Legend:  []Key{{"s0", "PageRank, all pages"}, {"s1", "K-Rank, all pages"}, {"s2", "PageRank, the pages rated by then"}},
	}
	all, err := f.panels(g, names, strategyStability, f.stableChart)
	return g.overThesis("Kendall's tau of PageRank, over all pages", "phase, %", all, 1), err
}

// panels adds a panel to the figure for each strategy with a file of some kind, in the order of the table and then by name.
// It returns the last line of each.
func (f *Folder) panels(g *Figure, names []string, kind string,
	chart func(name string) (*plot.Chart, error)) (all []plot.Line, err error) {
	names = slices.Clone(names)
	for _, file := range f.glob(kind + "*.tsv") {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(file, kind), ".tsv"))
	}
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] || !f.has(kind+name+".tsv") || len(g.Charts) == mostStrategies {
			continue
		}
		seen[name] = true
		c, err := chart(name)
		if err != nil {
			return all, err
		}
		if c != nil {
			g.Charts = append(g.Charts, c)
			all = append([]plot.Line{{Label: c.Title, Points: c.Lines[len(c.Lines)-1].Points}}, all...)
		}
	}
	return all, nil
}

// collectedChart is the panel of a strategy: the last line is its PageRank. It is nil where there is no curve in the file.
func (f *Folder) collectedChart(name string) (*plot.Chart, error) {
	curves, err := f.curves(strategyCurves+name+".tsv", "percent", "order", "max", "random")
	if err != nil || len(curves["order"]) == 0 {
		return nil, err
	}
	c := &plot.Chart{
		Title: visible(name, 60), X: plot.Axis{Title: "Pages fetched", Unit: "%", Max: 100}, Y: shareAxis,
		Desc: fmt.Sprintf("The first tenth of the pages holds %s of the PageRank, the first half %s.",
			valueAt(curves["order"], 10), valueAt(curves["order"], 50)),
		Lines: behind(func(set thesisdata.Set) []thesisdata.Point {
			order, _ := thesisdata.Accumulation(set, thesisdata.PageRank, 100)
			return order
		}),
	}
	c.Lines = append(c.Lines, plot.Line{Class: "ref", Points: curves["random"]}, plot.Line{Class: "s2", Points: curves["max"]})
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

// stableChart is the panel of a strategy: the last line is PageRank over all pages. It is nil where there is none in the file.
func (f *Folder) stableChart(name string) (*plot.Chart, error) {
	curves, err := f.curves(strategyStability+name+".tsv", "phase", "krank", "pagerank", "pagerank_rated?")
	p := curves["pagerank"]
	if err != nil || len(p) == 0 {
		return nil, err
	}
	c := &plot.Chart{
		Title: visible(name, 60), X: phaseAxis, Y: tauAxis,
		Desc: fmt.Sprintf("Tau of PageRank is %.3f at %g%s%% of the crawl and %.3f at %g%s%%.",
			first(p), p[0].X, thin, last(p), p[len(p)-1].X, thin),
		Lines: behind(func(set thesisdata.Set) []thesisdata.Point {
			return thesisdata.Stability(set, thesisdata.PageRank, 100)
		}),
	}
	c.Lines = append(c.Lines, plot.Line{Class: "s2", Points: curves["pagerank_rated"]},
		plot.Line{Class: "s1", Points: curves["krank"]}, plot.Line{Class: "s0", Points: p})
	return c, nil
}
