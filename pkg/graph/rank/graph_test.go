package rank

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"webmill/pkg/idset"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// link is a link from one page to another.
type link [2]int32

// byTarget sorts links as Read wants them.
func byTarget(links []link) []link {
	order := func(a, b link) int { return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0])) }
	if !slices.IsSortedFunc(links, order) {
		links = slices.Clone(links)
		slices.SortFunc(links, order)
	}
	return links
}

// tester is what testing.T and rapid.T have in common.
type tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

var _ tester = (*testing.T)(nil)

func room(memory int64, threads int) work.Room {
	return work.Room{Memory: memory, Threads: threads, FS: vfs.OS}
}

var ample = room(1<<30, 2)

func read(t tester, links []link, policy ReadOptions, room work.Room) *Links {
	t.Helper()
	l, err := Read(tupletest.Blocks(tupletest.Flat(byTarget(links)), 2000), policy, room)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// result is what came out of a system.
type result struct {
	ids  []int32
	y    []float64
	norm float64
	done SolveStats
}

// z is y/|y|.
func (r result) z() []float64 {
	z := make([]float64, len(r.y))
	for i, y := range r.y {
		z[i] = y / r.norm
	}
	return z
}

// hard is how systems are solved where the last digits count.
func hard(d float64) SolveOptions { return SolveOptions{D: d, Tol: 1e-15, Sweeps: 400} }

// solved solves the system of links and uses them up.
func solved(t tester, l *Links, how SystemOptions, solving SolveOptions) result {
	t.Helper()
	defer l.Close()
	s, err := NewSystem(l, how)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return ranked(t, s, solving)
}

func ranked(t tester, s *System, solving SolveOptions) (r result) {
	t.Helper()
	var err error
	if r.done, err = s.Solve(solving); err != nil {
		t.Fatal(err)
	}
	r.norm = s.Norm()
	err = s.Ranks(func(id int32, rank float64) error {
		r.ids, r.y = append(r.ids, id), append(r.y, rank)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// pruned is the graph of K-Rank, scored by PageRank. It uses the links up.
func pruned(t tester, l *Links, k int, solving SolveOptions) *Links {
	t.Helper()
	defer l.Close()
	s, err := NewSystem(l, SystemOptions{Precision: Float64, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Solve(solving); err != nil {
		t.Fatal(err)
	}
	p, err := l.Prune(k, s.Score, s.Release())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// linksOf are the links of a graph, by target.
func linksOf(t tester, l *Links) (links []link) {
	t.Helper()
	err := l.EachLink(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			links = append(links, link(block))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return links
}

func setOf(ids ...int32) *idset.Set {
	s := &idset.Set{}
	for _, id := range ids {
		s.Add(id)
	}
	return s
}

// closeTo: numbers differ by no more than tol, relative to those wanted.
func closeTo(t tester, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tol*max(1e-300, math.Abs(want[i]))) {
			t.Fatalf("%s: number %d is %.17g, want %.17g, off by %.3g\n got %v\nwant %v", what, i, got[i], want[i],
				got[i]-want[i], got, want)
		}
	}
}
