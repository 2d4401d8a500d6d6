package rank

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// onDisk solves with the vector in files.
func onDisk(t tester, l *Links, how SystemOptions, solving SolveOptions) (ids []int32, z []float64) {
	how.Precision = Disk
	s, err := NewSolver(l, how)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Solve(solving); err != nil {
		t.Fatal(err)
	}
	err = s.Ranks(func(id int32, rank float64) error {
		ids, z = append(ids, id), append(z, rank/s.Norm())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids, z
}

// TestOnDiskIsTheDefinition: whatever the ranges, the ranks are those of the dense solution.
func TestOnDiskIsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, ids := drawGraph(t)
		policy := drawPolicy(t, ids)
		kept, rated := count(links, policy)
		if len(rated) == 0 {
			t.Skip("no pages")
		}
		weights, v := drawWeights(t, rated)
		if total(rated, v) == 0 {
			t.Skip("no weight")
		}
		d := rapid.SampledFrom([]float64{0, 0.5, 0.85}).Draw(t, "d")
		l := read(t, links, policy, room(1<<20, rapid.IntRange(1, 3).Draw(t, "threads")))
		defer l.Close()
		l.room.Memory = 1 << 30 // small ranges are many: each has its segment of links
		how := SystemOptions{Weights: weights, rangePages: rapid.IntRange(1, 40).Draw(t, "range")}
		if rapid.Bool().Draw(t, "warm") {
			how.Start = func(yield func(id int32, score float32)) error {
				for _, id := range ids {
					yield(id, 1)
				}
				return nil
			}
		}
		got, z := onDisk(t, l, how, hard(d))
		if !slices.Equal(got, rated) {
			t.Fatalf("rated are %v, want %v", got, rated)
		}
		if e := off(z, exact(kept, rated, v, d)); !(e < 1e-12) {
			t.Fatalf("off by %g", e)
		}
	})
}

// TestOnDiskLongLists: lists that go on through chunks; each range holds a part of a list.
func TestOnDiskLongLists(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var links []link
	for range 150_000 {
		to := int32(rnd.IntN(200_000))
		if rnd.IntN(3) > 0 {
			to = 7
		}
		links = append(links, link{int32(rnd.IntN(200_000)), to})
	}
	memory := solved(t, read(t, links, ReadOptions{}, room(64<<20, 2)), SystemOptions{Precision: Float64}, hard(0.5))
	for _, size := range []int{0, 30_000} {
		l := read(t, links, ReadOptions{}, room(64<<20, 2))
		ids, z := onDisk(t, l, SystemOptions{rangePages: size}, SolveOptions{D: 0.5, Tol: 1e-14, Sweeps: 100})
		if !slices.Equal(ids, memory.ids) {
			t.Fatal("other pages")
		}
		if e := off(z, memory.z()); !(e < 1e-12) {
			t.Fatalf("off by %g", e)
		}
	}
}
