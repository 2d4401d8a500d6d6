package bfs

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

func (g *graph) verify(numbering pairs, base int32) (VerifyStats, error) {
	opt := VerifyOptions{Room: g.opt, Base: base, Reachable: g.reachable}
	if g.seeds != nil {
		seeds := tuple.Slice(g.seeds)
		opt.Seeds = []tuple.Source{&seeds}
	}
	return Verify(numbering.Input("numbers"), g.links.Input("links"), opt)
}

// Of all orders of the pages of a small graph, exactly one is breadth first.
func TestVerifyAllOrders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Int32Range(1, 5).Draw(t, "pages")
		page := rapid.Int32Range(0, most-1)
		g := &graph{opt: small()}
		for range rapid.IntRange(0, 9).Draw(t, "links") {
			g.links = append(g.links, [2]int32{page.Draw(t, "src"), page.Draw(t, "dst")})
		}
		g.links = g.links.Sorted()
		g.drawSeeds(t)
		want := g.walk().numbers(1)
		orders := 0
		for numbers := range permutations(len(want)) {
			numbering := slices.Clone(want)
			for i, n := range numbers {
				numbering[i][1] = int32(n + 1)
			}
			_, err := g.verify(numbering, 1)
			if err != nil && !errors.Is(err, ErrNotBFS) {
				t.Fatal(err)
			}
			if right := slices.Equal(numbering, want); right != (err == nil) {
				t.Fatalf("numbering %v of %v from %v: error %v, right is %v", numbering, g.links, g.seeds, err, want)
			}
			orders++
		}
		if len(want) == 4 && orders != 24 {
			t.Fatalf("%d orders", orders)
		}
	})
}

// permutations of 0 … n-1.
func permutations(n int) func(yield func([]int) bool) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	var from func(i int, yield func([]int) bool) bool
	from = func(i int, yield func([]int) bool) bool {
		if i == n {
			return yield(p)
		}
		for j := i; j < n; j++ {
			p[i], p[j] = p[j], p[i]
			ok := from(i+1, yield)
			p[i], p[j] = p[j], p[i]
			if !ok {
				return false
			}
		}
		return true
	}
	return func(yield func([]int) bool) { from(0, yield) }
}

// Two numbers exchanged, or one changed, are found in any graph.
func TestVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		base := rapid.Int32Range(0, 1).Draw(t, "base")
		want := g.walk()
		numbering := want.numbers(base)
		stats, err := g.verify(numbering, base)
		if err != nil {
			t.Fatal(err)
		}
		if stats.Pages != int64(len(numbering)) || stats.Links != int64(len(g.links)) || stats.Roots != int64(want.roots) {
			t.Fatalf("%+v, want %d roots", stats, want.roots)
		}
		if len(numbering) < 2 {
			return
		}
		i := rapid.IntRange(0, len(numbering)-1).Draw(t, "i")
		j := rapid.IntRange(0, len(numbering)-1).Draw(t, "j")
		if i == j {
			numbering[i][1]++
		} else {
			numbering[i][1], numbering[j][1] = numbering[j][1], numbering[i][1]
		}
		if _, err := g.verify(numbering, base); !errors.Is(err, ErrNotBFS) {
			t.Fatalf("%v: error %v", numbering, err)
		}
	})
}

// The messages name the first page that is out of place.
func TestVerifySays(t *testing.T) {
	number := func(numbers ...int32) (list pairs) {
		for i, n := range numbers {
			list = append(list, [2]int32{int32(i + 1), n})
		}
		return list
	}
	const no = "numbers: the numbering is not breadth first: "
	for _, c := range []struct {
		numbering pairs
		seeds     []int32
		reachable bool
		want      string
	}{
		{number(1, 5, 2, 6, 3, 7, 8, 4), nil, false, ""},
		{number(1, 4, 2, 6, 3, 7, 8, 5), nil, false, no +
			"page 8, number 5, first linked to by number 2, comes after page 2, first linked to by number 3"},
		{number(1, 5, 3, 6, 2, 7, 8, 4), nil, false, no +
			"page 3, number 3, first linked to by number 1, comes after page 5, first linked to by number 1"},
		{number(1, 5, 2, 7, 3, 6, 8, 4), nil, false, no +
			"page 4, number 7, should have been the root of a component before page 6, number 6 (if the search began elsewhere, say where: -seed)"},
		{number(1, 5, 2, 6, 3, 7, 7, 4), nil, false, no + "page 7 has number 7, as another page has"},
		{number(1, 5, 2, 6, 3, 7, 9, 4), nil, false, no + "no page has number 8"},
		{number(0, 5, 2, 6, 3, 7, 8, 4), nil, false, no + "page 1 has number 0, but the first is 1 (if the numbers begin with 0, give -first 0)"},
		{number(1, 5, 2, 6, 3, 7), nil, false,
			"links: the numbering is not breadth first: page 7 has no number in numbers" + leaveOut + ", at record 11"},
		{number(1, 5, 2, 6, 3, 7, 8), nil, false,
			"links: the numbering is not breadth first: page 8 has no number in numbers" + leaveOut + ", at record 12"},
		{number(4, 7, 3, 2, 5, 8, 1, 6), []int32{7}, false,
			no + "page 1, number 4, should have been the root of a component before page 3, number 3"},
		{number(1, 5, 2, 6, 3, 7, 8, 4), []int32{2}, false, no + "number 1 belongs to the seed 2, not to page 1"},
		{number(1, 5, 2, 6, 3, 7, 8, 4), []int32{1}, true, no + "page 6, number 7, has no link from a page with a lower number"},
		{pairs{{1, 1}, {2, 5}, {3, 2}, {4, 6}, {5, 3}, {8, 4}}, []int32{1}, true, ""},
		{pairs{{1, 1}, {2, 5}, {3, 2}, {4, 6}, {5, 3}}, []int32{1}, true,
			"links: the numbering is not breadth first: page 8 has no number in numbers, but the page with number 2 links to it"},
	} {
		g := graph{links: g8, seeds: c.seeds, reachable: c.reachable, opt: small()}
		_, err := g.verify(c.numbering, 1)
		if c.want == "" {
			c.want = "<nil>"
		}
		if fmt.Sprint(err) != c.want {
			t.Errorf("%v\nerror %v\nwant  %s", c.numbering, err, c.want)
		}
	}
	g := graph{seeds: []int32{5}, opt: small()}
	_, err := g.verify(nil, 1)
	fails(t, err, no+"the seed 5 has no number")
}

// More pages than a block holds, in less memory than they need.
func TestVerifyChain(t *testing.T) {
	g := graph{opt: work.Room{Memory: 100_000, Threads: 2, FS: small().FS}}
	for i := range int32(30_000) {
		g.links = append(g.links, [2]int32{i, i + 1})
	}
	numbering := g.walk().numbers(1)
	if _, err := g.verify(numbering, 1); err != nil {
		t.Error(err)
	}
	numbering[20_000][1], numbering[20_001][1] = 20_002, 20_001
	_, err := g.verify(numbering, 1)
	fails(t, err,
		"numbers: the numbering is not breadth first: page 20000, number 20002, should have been the root of a component before page 20001, number 20001 (if the search began elsewhere, say where: -seed)")
}
