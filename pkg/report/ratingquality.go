package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/report/plot"
)

// way is a row of relevance-ways.tsv: how good one way is to tell relevant pages, by judged pages. NaN is a share of nothing.
type way struct {
	name, threshold string
	outcomes
	f1, precision, recall, accuracy, auc, meanPrecision float64
}

// outcomes are how many judged pages are relevant or not, and kept or not.
type outcomes struct{ truePositives, falsePositives, falseNegatives, trueNegatives float64 }

var (
	outcomeColumns = []string{"true_positives", "false_positives", "false_negatives", "true_negatives"}
	shareColumns   = []string{"f1", "precision", "recall", "accuracy", "auc", "mean_precision"}
)

// counts are the numbers of outcomeColumns, shares those of shareColumns.
func (o *outcomes) counts() []*float64 {
	return []*float64{&o.truePositives, &o.falsePositives, &o.falseNegatives, &o.trueNegatives}
}
func (w *way) shares() []*float64 {
	return []*float64{&w.f1, &w.precision, &w.recall, &w.accuracy, &w.auc, &w.meanPrecision}
}

func (o *outcomes) kept() float64     { return o.truePositives + o.falsePositives }
func (o *outcomes) relevant() float64 { return o.truePositives + o.falseNegatives }
func (o *outcomes) judged() float64   { return o.kept() + o.falseNegatives + o.trueNegatives }

const (
	keepEverything = "keep everything"
	mostWays       = 40 // rows of the table
)

// variant reports whether a way is the method that was tried, without one of its features.
func (w *way) variant(method string) bool { return strings.HasPrefix(w.name, method+" without ") }

// ways reads the table of ways; there are none if the folder lacks it.
func (f *Folder) ways() ([]way, error) {
	if !f.has(waysFile) {
		return nil, nil
	}
	s, err := f.sheet(waysFile, "name")
	if err != nil {
		return nil, err
	}
	list := make([]way, len(s.rows))
	for i, name := range s.texts("name") {
		list[i].name = name
	}
	if s.needs("threshold") == nil {
		for i, threshold := range s.texts("threshold") {
			list[i].threshold = threshold
		}
	}
	for at, column := range outcomeColumns {
		err := s.within(column, math.MaxInt32, func(i int, x float64) { *list[i].counts()[at] = x })
		if err != nil {
			return nil, err
		}
		for i := range list {
			if n := *list[i].counts()[at]; n != math.Trunc(n) {
				return nil, fmt.Errorf("%s: %s: is not a number of pages, at line %d", s.path, column, i+2)
			}
		}
	}
	for at, column := range shareColumns {
		if err := s.within(column, 1, func(i int, x float64) { *list[i].shares()[at] = x }); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// ways adds the table of ways. That the method is no better than to keep every page is bad.
func (c *Content) ways(list []way) {
	if len(list) == 0 {
		return
	}
	method := &list[0]
	text := fmt.Sprintf("Of %s %s. By “%s” %s kept, of which %s: precision is %s, recall %s, F1 %s.",
		plural(int64(method.judged()), "judged page"), verb(int64(method.relevant()), "is relevant", "are relevant"), method.name,
		verb(int64(method.kept()), "is", "are"), verb(int64(method.truePositives), "is relevant", "are relevant"),
		decimal(method.precision), decimal(method.recall), decimal(method.f1))
	if all := slices.IndexFunc(list, func(w way) bool { return w.name == keepEverything }); all > 0 {
		everything := list[all].f1
		text += fmt.Sprintf(" If every page is kept, F1 is %s.", decimal(everything))
		c.finds(!(method.f1 > everything), "Relevance by “%s” has an F1 of %s on %s; to keep every page has %s.", method.name,
			decimal(method.f1), plural(int64(method.judged()), "judged page"), decimal(everything))
	}
	t := &Table{
		Caption: "Ways to tell which pages are relevant, on judged pages",
		Columns: slices.Concat(words("way"), numbers("F1", "precision", "recall", "accuracy", "area below ROC", "mean precision",
			"kept", "of these relevant", "relevant, not kept")),
	}
	for _, w := range list[:min(mostWays, len(list))] {
		row := cells(visible(w.name, 80))
		if w.threshold != "" {
			row[0].Note = "above " + visible(w.threshold, 20)
		}
		for _, x := range w.shares() {
			row = append(row, Cell{Text: decimal(*x)})
		}
		if w.f1 > 0 {
			row[1].Bar = w.f1
		}
		row = append(row, cells(count(int64(w.kept())), count(int64(w.truePositives)), count(int64(w.falseNegatives)))...)
		t.Rows = append(t.Rows, row)
	}
	if rest := len(list) - mostWays; rest > 0 {
		t.Caption += fmt.Sprintf("; %s left out", verb(int64(rest), "more is", "more are"))
	}
	c.Blocks = append(c.Blocks, Block{Text: text}, Block{Table: t})
}

// wayCurve are the curves of a way: a point for each rating, or for every second, fourth … where they are many.
type wayCurve struct {
	name   string
	points []curvePoint
	each   int
	n      int // points so far
	last   curvePoint
}

// curvePoint is what is kept from some rating on.
type curvePoint struct{ recall, falseRate, precision float64 }

const (
	mostPoints = 512
	mostCurves = 100 // that are read: those of further ways are not drawn
)

func (w *wayCurve) add(p curvePoint) {
	if w.n%w.each == 0 {
		w.points = append(w.points, p)
	}
	w.n++
	w.last = p
	if len(w.points) == mostPoints {
		w.each *= 2
		for i := range w.points[:mostPoints/2] {
			w.points[i] = w.points[2*i]
		}
		w.points = w.points[:mostPoints/2]
	}
}

// readCurves reads the curves of all ways, and the outcomes of their first point.
func (f *Folder) readCurves() (list []*wayCurve, first outcomes, err error) {
	columns := slices.Concat([]string{"recall", "false_positive_rate", "precision"}, outcomeColumns, []string{"name"})
	err = f.eachRow(curveFile, columns, func(row []string, line int) error {
		var p curvePoint
		var pages outcomes
		shares := []*float64{&p.recall, &p.falseRate, &p.precision}
		for i, into := range slices.Concat(shares, pages.counts()) {
			x, ok := parseNumber(row[i])
			good, limits := !(x < 0 || x > 1), "from 0 to 1" // NaN is a share of nothing
			if i >= len(shares) {
				good, limits = x >= 0 && x <= math.MaxInt32, "a number of pages"
			}
			if !ok || !good {
				return fmt.Errorf("%s: %s: %q is not %s, at line %d", f.path(curveFile), columns[i], visible(row[i], 40), limits,
					line)
			}
			*into = x
		}
		if list == nil {
			first = pages
		}
		name := visible(row[len(columns)-1], 80)
		if len(list) == 0 || list[len(list)-1].name != name {
			if len(list) == mostCurves {
				return nil
			}
			list = append(list, &wayCurve{name: name, each: 1})
		}
		if !math.IsNaN(p.recall + p.falseRate + p.precision) {
			list[len(list)-1].add(p)
		}
		return nil
	})
	for _, w := range list {
		if k := len(w.points); k > 0 && w.points[k-1] != w.last {
			w.points = append(w.points, w.last)
		}
	}
	return slices.DeleteFunc(list, func(w *wayCurve) bool { return len(w.points) == 0 }), first, err
}

// curves adds the curves of the method and of the two best ways that are not the method without a feature.
func (c *Content) curves(f *Folder, ways []way) error {
	if !f.has(curveFile) {
		return nil
	}
	list, first, err := f.readCurves()
	if err != nil || len(list) == 0 {
		return err
	}
	if len(ways) > 0 && ways[0].judged() != first.judged() {
		return f.mixed(curveFile, plural(int64(first.judged()), "judged page"), waysFile, count(int64(ways[0].judged())))
	}
	figure := curveFigure(bestCurves(list, ways), first.relevant()/max(first.judged(), 1))
	c.figure(figure)
	return nil
}

const shownCurves = 3

// bestCurves are the first curve, which is that of the method, and those of the other ways with the greatest area below ROC.
func bestCurves(list []*wayCurve, ways []way) []*wayCurve {
	method := list[0].name
	area := map[string]float64{}
	for _, w := range ways {
		area[w.name] = w.auc
	}
	others := slices.DeleteFunc(slices.Clone(list[1:]), func(c *wayCurve) bool {
		w := way{name: c.name}
		return w.variant(method) || w.name == keepEverything
	})
	slices.SortStableFunc(others, func(a, b *wayCurve) int { return cmp.Compare(area[b.name], area[a.name]) })
	return append(list[:1:1], others[:min(shownCurves-1, len(others))]...)
}

func curveFigure(list []*wayCurve, relevant float64) *Figure {
	unit := "1 = all"
	roc := &plot.Chart{Title: "ROC: what is found, and what is kept by mistake",
		Desc: "The greatest ratings are at the left. The nearer a curve is to the upper left corner, the better.",
		X:    plot.Axis{Title: "Not relevant, but kept", Unit: unit, Max: 1},
		Y:    plot.Axis{Title: "Relevant and kept", Unit: unit, Max: 1}}
	exact := &plot.Chart{Title: "Precision over recall",
		Desc: "Of what is kept, the share that is relevant. The nearer a curve is to the upper right corner, the better.",
		X:    plot.Axis{Title: "Recall", Unit: unit, Max: 1}, Y: plot.Axis{Title: "Precision", Unit: unit, Max: 1}}
	const random = "at random"
	roc.Lines = []plot.Line{{Label: random, Class: "ref", Points: []plot.Point{{}, {X: 1, Y: 1}}}}
	exact.Lines = []plot.Line{{Label: random, Class: "ref", Points: []plot.Point{{Y: relevant}, {X: 1, Y: relevant}}}}
	t := &Table{Caption: "Precision, and the share of pages that are kept by mistake, by recall", Columns: numbers("recall")}
	for i, w := range list {
		a := plot.Line{Label: w.name, Class: fmt.Sprint("s", i), Points: []plot.Point{{}}}
		b := plot.Line{Label: w.name, Class: a.Class}
		for _, p := range w.points {
			a.Points = append(a.Points, plot.Point{X: p.falseRate, Y: p.recall})
			b.Points = append(b.Points, plot.Point{X: p.recall, Y: p.precision})
		}
		// The first curve is on top.
		roc.Lines, exact.Lines = slices.Insert(roc.Lines, 1, a), slices.Insert(exact.Lines, 1, b)
		t.Columns = append(t.Columns, numbers("precision, "+w.name, "by mistake, "+w.name)...)
	}
	for step := 1; step <= 10; step++ {
		least := float64(step) / 10
		row := cells(fmt.Sprintf("%.1f", least))
		for _, w := range list {
			p := w.at(least)
			row = append(row, cells(decimal(p.precision), decimal(p.falseRate))...)
		}
		t.Rows = append(t.Rows, row)
	}
	legend := keys(roc.Lines)
	slices.Reverse(legend)
	return &Figure{
		Title:   "What is found and what is kept by mistake, by how much is kept",
		Finding: "Pages are kept from some rating on; each point of a curve is one such rating, on judged pages.",
		Charts:  []*plot.Chart{roc, exact}, Legend: legend, Data: t,
	}
}

// at is the first point with so much recall.
func (w *wayCurve) at(recall float64) curvePoint {
	for _, p := range w.points {
		if p.recall >= recall-1e-9 {
			return p
		}
	}
	return curvePoint{math.NaN(), math.NaN(), math.NaN()}
}
