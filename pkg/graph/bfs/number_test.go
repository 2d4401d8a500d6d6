package bfs

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/work"
)

func (g *graph) number(base int32) (got pairs, stats NumberStats, err error) {
	opt := NumberOptions{Room: g.opt, Base: base, Reachable: g.reachable}
	stats, err = Number(&got, g.walk().byID().Input("layers"), g.links.Input("links"), opt)
	return got, stats, err
}

// The numbers are those of a queue, whatever the memory.
func TestNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		base := rapid.Int32Range(0, 1).Draw(t, "base")
		want := g.walk()
		got, stats, err := g.number(base)
		equal(t, "numbers", err, got, want.numbers(base))
		roots := want.roots
		if g.seeds == nil {
			roots = max(0, roots-1) // the first layer is not asked for parents
		}
		if stats.Pages != int64(len(want.pages)) || stats.Links != int64(len(g.links)) || stats.Roots != int64(roots) {
			t.Fatalf("%+v, want %d roots", stats, roots)
		}
	})
}

// examples of the specification.
var (
	g8 = pairs{{1, 3}, {1, 5}, {2, 1}, {3, 3}, {3, 8}, {5, 2}, {5, 4}, {5, 4}, {6, 1}, {6, 7}, {7, 4}, {8, 2}, {8, 5}}
	// overtaken: a running maximum of layers that forgets the passes before gives page 7 to the second component.
	overtaken = pairs{{1, 2}, {1, 10}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {8, 1}, {9, 8}, {10, 9}, {11, 7}}
	childless = pairs{{1, 2}, {2, 1}, {3, 1}, {3, 2}, {4, 4}}
)

// values are the second members.
func values(p pairs) (list []int32) {
	for _, r := range p {
		list = append(list, r[1])
	}
	return list
}

func TestNumberExamples(t *testing.T) {
	for _, c := range []struct {
		links pairs
		want  string
	}{
		{g8, "[1 5 2 6 3 7 8 4]"},
		{childless, "[1 2 3 4]"},
		{overtaken, "[1 2 4 6 8 9 10 7 5 3 11]"},
		{pairs{{3, 3}}, "[1]"},
		{nil, "[]"},
	} {
		g := graph{links: c.links, opt: small()}
		got, _, err := g.number(1)
		if err != nil || fmt.Sprint(values(got)) != c.want {
			t.Errorf("%v: %v, error %v; want %s", c.links, values(got), err, c.want)
		}
	}
}

// Shapes that are bad for one way or another: a long chain, a star, and pages without links.
func TestNumberShapes(t *testing.T) {
	var chain, star pairs
	for i := range int32(7000) {
		chain = append(chain, [2]int32{i, i + 1})
		star = append(star, [2]int32{0, 3 * i})
	}
	for name, g := range map[string]*graph{
		"chain": {links: chain}, "star": {links: star}, "alone": {extra: 30_000},
		"chain from behind": {links: chain, seeds: []int32{5000}},
	} {
		for _, memory := range []int64{20_000, 300_000, 64 << 20} {
			g.opt = work.Room{Memory: memory, Threads: 2, FS: small().FS}
			got, _, err := g.number(1)
			equal(t, name, err, got, g.walk().numbers(1))
		}
	}
}

// Layers that contradict the links are never numbered.
func TestNumberInconsistent(t *testing.T) {
	links := pairs{{1, 2}, {2, 3}, {3, 4}, {4, 1}, {6, 5}}
	for _, c := range []struct {
		layers pairs
		want   string
	}{
		{pairs{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}, "<nil>"},
		{pairs{{1, 0}, {2, 1}, {3, 2}, {4, 3}, {5, 4}, {6, 5}}, "layers: the first layer is 0, but a search begins with layer 1"},
		{pairs{{1, 1}, {2, 2}, {3, 4}, {4, 5}, {5, 3}, {6, 6}},
			"layers: page 3 is in layer 4, but page 2 in layer 2 links to it"},
		{pairs{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 4}, {6, 5}},
			"layers: page 5 has no link from the layer before and is not alone in its layer"},
		{pairs{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {6, 5}},
			"layers: page 6 is the root of a component, but the lower page 5 is in a later layer"},
		{pairs{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 6}, {6, 7}}, "layers: no page is in layer 5, but there is a layer 6"},
		{pairs{{1, 1}, {2, 2}, {3, 3}, {5, 4}, {6, 5}}, "links: page 4 has no layer in layers (a search with -reachable leaves pages out: give -reachable here too), at record 4"},
		{pairs{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {6, 5}}, "links: page 5 has no layer in layers, but page 6 links to it"},
		{pairs{{1, 1}, {2, 2}, {2, 2}, {3, 3}},
			"layers: is not sorted: equal to the record before it in column 1 (extsort -u -k 1 keeps the first of equal ones), at record 3"},
		{pairs{{1, 1}, {3, 3}, {2, 2}}, "layers: is not sorted by column 1 (extsort -k 1 sorts it), at record 3"},
	} {
		var got pairs
		_, err := Number(&got, c.layers.Input("layers"), links.Input("links"), NumberOptions{Room: small(), Base: 1})
		fails(t, err, c.want)
		if err != nil && got != nil {
			t.Errorf("%v: wrote %v", c.layers, got)
		}
	}
	var got pairs
	_, err := Number(&got, g8.Input("layers"), pairs{{1, 1}}.Input("links"), NumberOptions{Room: small()})
	fails(t, err,
		"layers: is not sorted: equal to the record before it in column 1 (extsort -u -k 1 keeps the first of equal ones), at record 2")
	_, err = Number(&got, pairs{{1, 1}, {2, 2}}.Input("layers"), pairs{{1, 2}, {1, 1}}.Input("links"),
		NumberOptions{Room: small()})
	fails(t, err, "links: is not sorted by columns 1,2 (extsort -k 1,2 sorts it), at record 2")
}

// Any other layers than the right ones are refused, or they number the pages breadth first all the same: where a layer is
// all roots.
func TestNumberAllLayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		if !g.reachable {
			g.seeds = nil
		}
		layers := g.walk().byID()
		if len(layers) == 0 {
			return
		}
		i := rapid.IntRange(0, len(layers)-1).Draw(t, "page")
		layers[i][1] = rapid.Int32Range(0, int32(len(layers)+1)).Draw(t, "layer")
		var got pairs
		if _, err := Number(&got, layers.Input("layers"), g.links.Input("links"),
			NumberOptions{Room: g.opt, Base: 1, Reachable: g.reachable}); err != nil {
			return
		}
		// What is accepted begins with the pages of the first layer.
		first := slices.Min(values(layers))
		g.seeds = nil
		for _, l := range layers {
			if l[1] == first {
				g.seeds = append(g.seeds, l[0])
			}
		}
		equal(t, "numbers", nil, got, g.walk().numbers(1))
	})
}
