package report

import (
	"fmt"

	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// layerSection shows how many clicks away the pages are.
var layerSection = Section{"layers", "Breadth-first layers", buildLayers}

// layers are the sizes of the layers by logarithmic bins of their numbers.
type layers struct {
	pages   histogram // of pages by their layer
	n       [maxBin]int64
	last    int32
	largest struct{ layer, pages int32 }
	half    int32 // the layer with which half of the pages are reached
}

func buildLayers(f *Folder) (*Content, error) {
	const name = "layer-sizes.t2"
	if !f.has(name) {
		return nil, nil
	}
	l := &layers{}
	if err := f.each(name, tuple.ID, l.add); err != nil {
		return nil, err
	}
	if l.pages.n == 0 {
		return nil, nil
	}
	reached := int64(0)
	err := f.each(name, tuple.ID, func(layer, pages int32) {
		if reached += int64(pages); l.half == 0 && 2*reached >= l.pages.n {
			l.half = layer
		}
	})
	text := fmt.Sprintf("%s in %s. Half of the pages are reached with layer %s; the largest is layer %s with %s.",
		counted(l.pages.n, "page"), counted(int64(l.last), "layer"), count(int64(l.half)), count(int64(l.largest.layer)), counted(int64(l.largest.pages), "page"))
	note := "A layer is the number of clicks from where the search began, counted from 1. Where it found no more pages it began " +
		"again with the lowest page left, in the next layer: long thin tails are pages that nothing leads to."
	return &Content{
		Facts:  []Fact{{count(int64(l.last)), "breadth-first layers"}},
		Blocks: []Block{{Text: note}, {Figure: l.figure(text)}},
	}, err
}

func (l *layers) add(layer, pages int32) {
	l.pages.add(layer, int64(pages))
	l.n[bin(layer)]++
	l.last = max(l.last, layer)
	if pages > l.largest.pages {
		l.largest.layer, l.largest.pages = layer, pages
	}
}

func (l *layers) figure(finding string) *Figure {
	c := &plot.Chart{
		Title: "Pages by layer",
		X:     plot.Axis{Title: "Layer", Unit: "number, from 1", Log: true},
		Y:     plot.Axis{Title: "Pages per layer", Unit: "number", Log: true},
	}
	t := &Table{Caption: "Pages by layer; from layer 10 on several together", Columns: numbers("from layer", "to layer", "pages", "share")}
	line := plot.Line{Label: "pages", Class: "s0"}
	for b, n := range l.n {
		if n > 0 {
			line.Points = append(line.Points, plot.Point{X: float64(least(b)), Y: float64(l.pages.counts[b]) / float64(n)})
		}
	}
	line.Dots = len(line.Points) <= 60
	c.Lines = []plot.Line{line}
	bounds := append(layerBounds(l.last), l.last+1)
	for i, from := range bounds[:len(bounds)-1] {
		n := l.pages.atLeast(from)
		if i+2 < len(bounds) {
			n -= l.pages.atLeast(bounds[i+1])
		}
		t.Rows = append(t.Rows, cells(count(int64(from)), count(int64(bounds[i+1])-1), count(n), percent(share(n, l.pages.n))))
	}
	return &Figure{Title: c.Title, Finding: finding, Charts: []*plot.Chart{c}, Data: t}
}

// layerBounds are the layers at which the rows of the table begin: each up to 9, and then 10, 20, 50, 100 …
func layerBounds(last int32) []int32 {
	var list []int32
	for i := int32(1); i < 10 && i <= last; i++ {
		list = append(list, i)
	}
	for _, s := range steps(last) {
		if s >= 10 {
			list = append(list, s)
		}
	}
	return list
}
