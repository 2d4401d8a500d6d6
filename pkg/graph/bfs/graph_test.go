package bfs

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// pairs are records as the brute-force twin sees them.
type pairs = tupletest.Pairs[[2]int32]

// search is what a walk over the graph with a queue finds.
type search struct {
	pages  []int32         // in the order of their numbers
	layers map[int32]int32 // from 1
	roots  int             // without the seeds
}

// walk is the brute-force twin of everything here: a queue, lists of links and a map. The pages are those of the links
// and 0 … extra-1.
func walk(links pairs, extra int32, seeds []int32, reachable bool) *search {
	lists, all := map[int32][]int32{}, map[int32]bool{}
	for id := range extra {
		all[id] = true
	}
	for _, l := range links.Sorted() {
		lists[l[0]] = append(lists[l[0]], l[1])
		all[l[0]], all[l[1]] = true, true
	}
	s := &search{layers: map[int32]int32{}}
	last := int32(0)
	visit := func(id, layer int32) {
		if s.layers[id] == 0 {
			s.layers[id], last = layer, max(last, layer)
			s.pages = append(s.pages, id)
		}
	}
	done := 0
	drain := func() {
		for ; done < len(s.pages); done++ {
			for _, t := range lists[s.pages[done]] {
				visit(t, s.layers[s.pages[done]]+1)
			}
		}
	}
	for _, id := range slices.Sorted(slices.Values(seeds)) {
		visit(id, 1)
	}
	drain()
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if s.layers[id] == 0 && (!reachable || len(s.pages) == 0) { // without seeds a search begins at the lowest page
			visit(id, last+1)
			s.roots++
			drain()
		}
	}
	return s
}

// byID are pairs (id, layer) sorted by id.
func (s *search) byID() (layers pairs) {
	for id, layer := range s.layers {
		layers = append(layers, [2]int32{id, layer})
	}
	return layers.Sorted()
}

// numbers are pairs (id, number) sorted by id.
func (s *search) numbers(base int32) (numbers pairs) {
	for i, id := range s.pages {
		numbers = append(numbers, [2]int32{id, base + int32(i)})
	}
	return numbers.Sorted()
}

// graph is a random graph, and how to look at it.
type graph struct {
	links     pairs // sorted
	extra     int32
	seeds     []int32
	reachable bool
	opt       work.Room
}

var memories = []int64{1, 500, 3000, 50_000, 1 << 20, 64 << 20}

// drawGraph makes sparse and dense graphs, with links of a page to itself, links twice, pages far apart, and seeds.
func drawGraph(t *rapid.T) *graph {
	most := rapid.SampledFrom([]int32{1, 2, 5, 12, 40, 200}).Draw(t, "pages")
	far := rapid.SampledFrom([]int32{1, 1, 3, (1<<31 - 1) / most}).Draw(t, "far")
	page := rapid.Custom(func(t *rapid.T) int32 { return rapid.Int32Range(0, most-1).Draw(t, "page") * far })
	link := rapid.Custom(func(t *rapid.T) [2]int32 {
		src := page.Draw(t, "src")
		if near := src/far + rapid.Int32Range(-1, 2).Draw(t, "near"); near >= 0 && near < most &&
			rapid.Bool().Draw(t, "is near") {
			return [2]int32{src, near * far}
		}
		return [2]int32{src, page.Draw(t, "dst")}
	})
	g := &graph{links: pairs(rapid.SliceOfN(link, 0, int(3*most)).Draw(t, "links")).Sorted()}
	if far == 1 && rapid.Bool().Draw(t, "some without links") {
		g.extra = most + 3
	}
	g.drawSeeds(t)
	g.opt = drawOptions(t)
	return g
}

func (g *graph) drawSeeds(t *rapid.T) {
	all := walk(g.links, g.extra, nil, false).pages
	if len(all) > 0 && rapid.Bool().Draw(t, "with seeds") {
		g.seeds = rapid.SliceOfN(rapid.SampledFrom(all), 1, 3).Draw(t, "seeds")
	}
	g.reachable = rapid.Bool().Draw(t, "reachable")
}

func drawOptions(t *rapid.T) work.Room {
	return work.Room{
		Memory: rapid.SampledFrom(memories).Draw(t, "memory"), Threads: rapid.IntRange(1, 3).Draw(t, "threads"), FS: vfs.OS,
	}
}

func (g *graph) walk() *search { return walk(g.links, g.extra, g.seeds, g.reachable) }

func small() work.Room { return work.Room{Memory: 1 << 20, Threads: 2, FS: vfs.OS} }

func equal(t rapid.TB, what string, err error, got, want pairs) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if i := mismatch(got, want); i >= 0 {
		from := max(0, i-5)
		t.Fatalf("%s: %d records, want %d, differ from record %d on\ngot  …%v\nwant …%v", what, len(got), len(want), i+1,
			got[from:min(i+10, len(got))], want[from:min(i+10, len(want))])
	}
}

// mismatch is the first place at which two lists differ, or -1.
func mismatch(a, b pairs) int {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// fails checks an error's text.
func fails(t *testing.T, err error, want string) {
	t.Helper()
	if fmt.Sprint(err) != want {
		t.Errorf("error %v\nwant  %s", err, want)
	}
}
