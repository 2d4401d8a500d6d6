package rank

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/graph/graphgen"
	"webmill/pkg/work"
)

// written are links that were written.
type written []link

func (w *written) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[2:] {
		*w = append(*w, link(block))
	}
	return nil
}

// web is a graph with links for several lanes, and one long list.
var web = sync.OnceValue(func() []link {
	var links written
	g := graphgen.DefaultWeb()
	g.Pages, g.Links, g.ByDst, g.Dangling = 150_000, 1_500_000, true, 0.3
	if err := g.Write(&links, 2); err != nil {
		panic(err)
	}
	for i := range int32(100_000) {
		links = append(links, link{i, 77_777})
	}
	return byTarget(links)
})

// The ranks are a function of the graph, bit by bit, whatever the memory and the threads.
func TestSameBits(t *testing.T) {
	for name, method := range methods {
		for _, precision := range []Precision{Float64, Float32} {
			t.Run(fmt.Sprint(name, precision), func(t *testing.T) {
				solving := SolveOptions{Method: method, D: 0.85, Sweeps: 3}
				var want result
				for i, room := range []work.Room{room(1<<30, 1), room(1<<20, 2), room(8<<20, 3), room(1<<20, 4)} {
					got := solved(t, read(t, web(), ReadOptions{}, room), SystemOptions{Precision: precision}, solving)
					if i == 0 {
						want = got
					} else if !slices.Equal(got.y, want.y) || got.norm != want.norm || got.done != want.done {
						t.Errorf("%d MiB, %d threads: other ranks (%+v, %+v)", room.Memory>>20, room.Threads, got.done, want.done)
					}
				}
			})
		}
	}
}

func TestPruneSameBits(t *testing.T) {
	solving := SolveOptions{D: 0.85, Sweeps: 3}
	var want []link
	for i, room := range []work.Room{room(1<<30, 1), room(1<<20, 4)} {
		p := pruned(t, read(t, web(), ReadOptions{Once: true}, room), 20, solving)
		defer p.Close()
		got := linksOf(t, p)
		if i == 0 {
			want = got
		} else if !slices.Equal(got, want) {
			t.Errorf("%d links, want %d others", len(got), len(want))
		}
	}
}

// TestLanes: step k is for part k of every lane; of its own part a lane sees the newest values, of all others those before
// the step.
func TestLanes(t *testing.T) {
	l := read(t, web(), ReadOptions{}, ample)
	defer l.Close()
	s, err := NewSystem(l, SystemOptions{Precision: Float64, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.d = 0.85
	g := newSweeper(s, s.x.f64)
	if g.lanes < 3 || g.steps < 2 {
		t.Fatalf("%d lanes, %d steps", g.lanes, g.steps)
	}
	lists := make([][]int32, s.core.Len())
	self, degree := make([]float64, s.core.Len()), make([]float64, s.core.Len())
	for _, l := range web() {
		from := s.core.Rank(l[0])
		degree[from]++
		switch {
		case l[0] == l[1]:
			self[from]++
		case s.core.Has(l[1]):
			to := s.core.Rank(l[1])
			lists[to] = append(lists[to], from)
		}
	}
	x := slices.Clone(s.x.f64[:s.core.Len()])
	for range 2 {
		for step := range g.steps {
			after := slices.Clone(x)
			for lane := range g.lanes {
				lo, hi := g.rowsOf(lane*g.steps + step)
				for i := lo; i < hi; i++ {
					if len(lists[i]) == 0 && self[i] == 0 {
						continue
					}
					sum := 0.0
					for _, j := range lists[i] {
						if uint32(j)-lo < hi-lo {
							sum += after[j]
						} else {
							sum += x[j]
						}
					}
					after[i] = (1 + s.d*sum) / (1 - s.d*self[i]/degree[i]) / degree[i]
				}
			}
			x = after
		}
		if _, err := g.sweep(); err != nil {
			t.Fatal(err)
		}
		closeTo(t, "x", s.x.f64[:s.core.Len()], x, 1e-12)
	}
}

// Other numbers of the pages, other order of the rows: the same ranks.
func TestNumbersDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, ids := drawGraph(t)
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed of the numbers"), 0))
		to := map[int32]int32{}
		for i, k := range rnd.Perm(len(ids)) {
			to[ids[i]] = ids[k]
		}
		var other []link
		for _, l := range links {
			other = append(other, link{to[l[0]], to[l[1]]})
		}
		a := solved(t, read(t, links, ReadOptions{}, ample), SystemOptions{Precision: Float64}, hard(0.85))
		b := solved(t, read(t, other, ReadOptions{}, ample), SystemOptions{Precision: Float64}, hard(0.85))
		z, want := b.z(), make([]float64, len(a.ids))
		for i, rank := range a.z() {
			k, ok := slices.BinarySearch(b.ids, to[a.ids[i]])
			if !ok {
				t.Fatalf("page %d is not rated as %d", a.ids[i], to[a.ids[i]])
			}
			want[k] = rank
		}
		if e := off(z, want); !(e < 1e-12) {
			t.Fatalf("off by %g", e)
		}
	})
}
