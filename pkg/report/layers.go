package report

import (
	"fmt"

	"webmill/pkg/report/plot"
	"webmill/pkg/tuple"
)

// layerSection shows how many clicks away the pages are.
var layerSection = Section{Name: "layers", Title: "Breadth-first layers", Build: buildLayers}

// layers are the sizes of the layers. The table has them by logarithmic bins of their numbers. The picture shows the largest
// of each few layers, so that no layer is shown larger or smaller than it is.
type layers struct {
	pages   histogram // of pages by their layer
	shown   [mostShown]struct{ layer, pages int32 }
	each    int32 // layers per element of shown
	last    int32
	largest struct{ layer, pages int32 }
	half    int32 // the layer with which half of the pages are reached
}

const mostShown = 512

func buildLayers(f *Folder) (*Content, error) {
	const name = "layer-sizes.t2"
	if !f.has(name) {
		return nil, nil
	}
	l := &layers{each: 1}
	if err := f.each(name, tuple.ID, l.add); err != nil {
		return nil, err
	}
	if l.pages.n == 0 {
		return nil, nil
	}
	reached := int64(0)
	err := f.each(name, tuple.ID, func(layer, pages int32) error {
		if reached += int64(pages); l.half == 0 && 2*reached >= l.pages.n {
			l.half = layer
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c := &Content{Facts: []Fact{{count(int64(l.last)), "breadth-first layers"}}}
	note, err := c.searched(f, l.pages.n)
	text := fmt.Sprintf("%s in %s. Half of them are reached with layer %s; the largest is layer %s with %s.",
		plural(l.pages.n, "page"), plural(int64(l.last), "layer"), count(int64(l.half)), count(int64(l.largest.layer)),
		plural(int64(l.largest.pages), "page"))
	c.Blocks = []Block{{Text: note}, {Figure: l.figure(text)}}
	return c, err
}

// searched says where the search began, why, and how many pages it did not reach. That it missed most of them is a finding.
func (c *Content) searched(f *Folder, reached int64) (string, error) {
	note := "The layer of a page is its distance from the start of the search in clicks, plus 1."
	if !f.has("seed.tsv") {
		return note +
			" Where the search found no more pages, it may have begun again at the lowest page left, in the next layer.", nil
	}
	s, err := f.sheet("seed.tsv", "url", "why")
	if err != nil {
		return "", err
	}
	for i, url := range s.texts("url") {
		note += fmt.Sprintf(" The search began at %s: %s.", visible(url, 200), s.texts("why")[i])
	}
	all, err := f.pages()
	if all > 2*reached {
		c.finds(true, "The search for layers reached only %s of %s: another page to begin at (SEED) may reach more.",
			count(reached), plural(all, "known page"))
	}
	if all > reached {
		note += fmt.Sprintf(" %s of %s cannot be reached from there by links and %s no layer.",
			count(all-reached), plural(all, "page"), form(all-reached, "has", "have"))
	}
	return note, err
}

// add takes a layer and its pages.
func (l *layers) add(layer, pages int32) error {
	l.pages.add(layer, int64(pages))
	l.last = max(l.last, layer)
	if pages > l.largest.pages {
		l.largest.layer, l.largest.pages = layer, pages
	}
	for layer/l.each >= mostShown {
		for i := range l.shown {
			two := [2]struct{ layer, pages int32 }{}
			if 2*i < mostShown {
				two = [2]struct{ layer, pages int32 }(l.shown[2*i : 2*i+2])
			}
			l.shown[i] = two[0]
			if two[1].pages > two[0].pages {
				l.shown[i] = two[1]
			}
		}
		l.each *= 2
	}
	if at := &l.shown[layer/l.each]; pages > at.pages {
		at.layer, at.pages = layer, pages
	}
	return nil
}

func (l *layers) figure(finding string) *Figure {
	c := &plot.Chart{
		Title: "Pages by layer",
		X:     plot.Axis{Title: "Layer", Unit: "number, from 1", Whole: true},
		Y:     plot.Axis{Title: "Pages per layer", Unit: "number", Log: true},
	}
	if l.each > 1 {
		c.Y.Unit = fmt.Sprintf("the largest of each %d layers", l.each)
	}
	line := plot.Line{Label: "pages", Class: "s0"}
	for _, at := range l.shown {
		if at.pages > 0 {
			line.Points = append(line.Points, plot.Point{X: float64(at.layer), Y: float64(at.pages)})
		}
	}
	line.Dots = len(line.Points) <= 60
	c.Lines = []plot.Line{line}
	t := &Table{Caption: "Pages by layer; from layer 10 on several together",
		Columns: numbers("from layer", "to layer", "pages", "share")}
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
