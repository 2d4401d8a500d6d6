package rank

import (
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// everything reads, solves, ranks and prunes a graph.
func everything(src tuple.Source, policy ReadOptions, how SystemOptions, solving SolveOptions,
	room work.Room) (r result, err error) {
	l, err := Read(src, policy, room)
	if err != nil {
		return r, err
	}
	defer l.Close()
	how.Keep = true
	s, err := NewSolver(l, how)
	if err != nil {
		return r, err
	}
	defer s.Close()
	if r.done, err = s.Solve(solving); err != nil {
		return r, err
	}
	r.norm = s.Norm()
	err = s.Ranks(func(id int32, rank float64) error {
		r.ids, r.y = append(r.ids, id), append(r.y, rank)
		return nil
	})
	if err != nil {
		return r, err
	}
	p, err := l.Prune(2, s.Score, s.Release())
	if err != nil {
		return r, err
	}
	defer func() { p.Close() }()
	err = p.EachLink(func([]int32) error { return nil })
	if err != nil {
		return r, err
	}
	p, err = p.RemoveDangling()
	return r, err
}

func TestStrangeGraphs(t *testing.T) {
	const last = 1<<31 - 1
	star := []link{{1, 0}, {2, 0}, {3, 0}}
	var ring []link
	for i := range int32(100) {
		ring = append(ring, link{i, (i + 1) % 100})
	}
	for name, c := range map[string]struct {
		links  []link
		policy ReadOptions
		ids    []int32
		z      []float64 // nil: all the same
	}{
		"empty":              {},
		"empty, with pages":  {policy: ReadOptions{Pages: 3}, ids: []int32{0, 1, 2}},
		"empty, with known":  {policy: ReadOptions{Known: setOf(7, 9)}, ids: []int32{7, 9}},
		"nothing known":      {links: star, policy: ReadOptions{Known: setOf()}},
		"one self-link":      {links: []link{{5, 5}}, ids: []int32{5}},
		"only self-links":    {links: []link{{1, 1}, {2, 2}, {2, 2}, {last, last}}, ids: []int32{1, 2, last}},
		"no self-links left": {links: []link{{1, 1}, {2, 2}}, policy: ReadOptions{NoSelf: true}, ids: []int32{1, 2}},
		"one link":           {links: []link{{7, 3}}, ids: []int32{3, 7}, z: []float64{1.85 / 2.85, 1 / 2.85}},
		"star":               {links: star, ids: []int32{0, 1, 2, 3}, z: []float64{3.55 / 6.55, 1 / 6.55, 1 / 6.55, 1 / 6.55}},
		"ring":               {links: ring, ids: slices.Sorted(setIDs(ring))},
		"first and last id":  {links: []link{{0, last}, {last, 0}}, ids: []int32{0, last}},
		"more pages": {links: []link{{1, 0}, {0, 1}}, policy: ReadOptions{Pages: 4}, ids: []int32{0, 1, 2, 3},
			z: exact([]link{{1, 0}, {0, 1}}, []int32{0, 1, 2, 3}, one, 0.85)},
	} {
		for method, name2 := range []string{"gs", "power"} {
			for _, precision := range []Precision{Float64, Float32, Disk} {
				solving := SolveOptions{Method: Method(method), D: 0.85, Tol: 1e-7, Sweeps: 500}
				r, err := everything(tupletest.Blocks(tupletest.Flat(byTarget(c.links)), 4), c.policy,
					SystemOptions{Precision: precision}, solving, ample)
				if err != nil || !r.done.Converged || !slices.Equal(r.ids, c.ids) {
					t.Errorf("%s, %s: %v, %+v, pages %v, want %v", name, name2, err, r.done, r.ids, c.ids)
					continue
				}
				for i, z := range r.z() {
					want := 1 / float64(len(c.ids))
					if c.z != nil {
						want = c.z[i]
					}
					if !(math.Abs(z-want) <= 1e-6) {
						t.Errorf("%s, %s: page %d has %g, want %g", name, name2, c.ids[i], z, want)
					}
				}
			}
		}
	}
}

func one(int32) float64 { return 1 }

func setIDs(links []link) func(yield func(int32) bool) {
	s := &idset.Set{}
	for _, l := range links {
		s.Add(l[0])
		s.Add(l[1])
	}
	return s.All
}

func TestPagesBeyond(t *testing.T) {
	for want, links := range map[string][]link{
		"has links of page 4, but -pages says that there are 4: the ids of pages begin with 0":          {{0, 1}, {1, 4}},
		"has links of page 5, but -pages says that there are 4: the ids of pages begin with 0":          {{5, 0}},
		"has links of page 2147483647, but -pages says that there are 4: the ids of pages begin with 0": {{1<<31 - 1, 0}, {1, 2}},
	} {
		l, err := Read(tupletest.Blocks(tupletest.Flat(byTarget(links)), 4), ReadOptions{Name: "links", Pages: 4}, ample)
		if err == nil || err.Error() != "links: "+want {
			t.Errorf("%v, want %s", err, want)
		}
		l.Close()
	}
}

func TestWeightsOfNothing(t *testing.T) {
	zero, elsewhere, leaf := &Weights{}, &Weights{}, &Weights{}
	zero.Add(1, 0)
	elsewhere.Add(9, 1)
	leaf.Add(4, 1)
	for name, w := range map[string]*Weights{"no weight": {}, "zero": zero, "not rated": elsewhere} {
		w.Done()
		for _, precision := range []Precision{Auto, Disk} {
			how := SystemOptions{Weights: w, Precision: precision}
			if _, err := everything(tupletest.Blocks(tupletest.Flat(byTarget(g8)), 4), ReadOptions{}, how, hard(0.85),
				ample); !errors.Is(err, errNoWeight) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	leaf.Done()
	r, err := everything(tupletest.Blocks(tupletest.Flat(byTarget(g8)), 4), ReadOptions{},
		SystemOptions{Weights: leaf}, hard(0.85), ample)
	if want := []float64{0, 0, 0, 1, 0, 0, 0, 0}; err != nil || !slices.Equal(r.z(), want) {
		t.Errorf("%v, %v, want %v", err, r.z(), want)
	}
}

// broken is a Source that fails after its links.
type broken struct {
	tuple.Source
	err error
}

func (b *broken) ReadBlock(dst []int32) (int, error) {
	n, err := b.Source.ReadBlock(dst)
	if err == io.EOF {
		err = b.err
	}
	return n, err
}

func TestReadErrors(t *testing.T) {
	wrong := errors.New("wrong")
	links := hubs()
	for _, n := range []int{0, 1, 50_000, len(links)} {
		noneLeft := fault.NoGoroutinesLeft(t)
		_, err := Read(&broken{tupletest.Blocks(tupletest.Flat(links[:n]), 6000), wrong}, ReadOptions{}, room(1<<20, 3))
		if !errors.Is(err, wrong) {
			t.Errorf("after %d links: %v", n, err)
		}
		noneLeft()
	}
}

func TestRanksStop(t *testing.T) {
	enough := errors.New("enough")
	links := hubs()
	for _, n := range []int{0, 1, 3, 50_000, 99_999} {
		noneLeft := fault.NoGoroutinesLeft(t)
		l := read(t, links, ReadOptions{}, room(1<<20, 3))
		s, err := NewSystem(l, SystemOptions{})
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		err = s.Ranks(func(int32, float64) error {
			if count++; count > n {
				return enough
			}
			return nil
		})
		if err != enough || count != n+1 {
			t.Errorf("%v after %d pages", err, count)
		}
		s.Close()
		noneLeft()
	}
}

// TestFaults fails operations on temporary files, one after the other, later ones with gaps.
func TestFaults(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var links []link
	for len(links) < 1_400_000 { // more than what is kept in memory
		links = append(links, link{8 * rnd.Int32N(1<<19), 8 * rnd.Int32N(1<<19)})
	}
	for i := range int32(1 << 16) {
		links = append(links, link{64 * i, 64*i + i%2})
	}
	faults(t, byTarget(links), SystemOptions{Precision: Float32}, SolveOptions{D: 0.85, Sweeps: 1}, 1)
}

// TestFaultsOnDisk is the same for the method on disk.
func TestFaultsOnDisk(t *testing.T) {
	how := SystemOptions{Precision: Disk, rangePages: 3}
	faults(t, byTarget(g8), how, SolveOptions{D: 0.85, Sweeps: 2}, 0)
}

// faults fails operations on temporary files: there is an error, and ranks that were given before it are right.
func faults(t *testing.T, links []link, how SystemOptions, solving SolveOptions, sparse int) {
	run := func(sys vfs.FS) (result, error) {
		return everything(tupletest.Blocks(tupletest.Flat(links), 1<<15), ReadOptions{}, how, solving,
			work.Room{Memory: 12 << 20, Threads: 2, FS: sys})
	}
	right, err := run(vfs.OS)
	if err != nil {
		t.Fatal(err)
	}
	fault.Each(t, 20, sparse, func(sys *fault.FS) error {
		r, err := run(sys)
		if !slices.Equal(r.y, right.y[:len(r.y)]) {
			t.Errorf("there were wrong ranks before the error (%v)", err)
		}
		return err
	})
}
