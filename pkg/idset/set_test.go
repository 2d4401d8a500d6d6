package idset

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSetIsASetOfIds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int64{1, 64, 65, 70000, 1<<31 - 1}).Draw(t, "largest id")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var s Set
		twin := map[int32]bool{}
		if below := rapid.SampledFrom([]int64{0, 1, 63, 64, 65, 1 << 16, 1<<16 + 1}).Draw(t, "below"); below > 0 {
			s.AddBelow(below)
			for id := range below {
				twin[int32(id)] = true
			}
		}
		for range rapid.IntRange(0, 300).Draw(t, "ids") {
			id := int32(rnd.Int64N(most + 1))
			if s.Add(id) == twin[id] {
				t.Fatalf("Add(%d) is wrong about what was there", id)
			}
			twin[id] = true
		}
		var other Set
		for range rapid.IntRange(0, 100).Draw(t, "others") {
			id := int32(rnd.Int64N(most + 1))
			other.Add(id)
			twin[id] = true
		}
		s.AddAll(&other)
		var want []int32
		for id := range twin {
			want = append(want, id)
		}
		slices.Sort(want)
		if got := slices.Collect(s.All); !slices.Equal(got, want) || s.Len() != len(want) {
			t.Fatalf("%d ids, %v, want %v", s.Len(), got, want)
		}
		s.Index()
		for i, id := range want {
			if s.Rank(id) != int32(i) || !s.Has(id) {
				t.Fatalf("Rank(%d) = %d, want %d", id, s.Rank(id), i)
			}
			if next, ok := s.Next(int64(id)); !ok || next != id {
				t.Fatalf("Next(%d) = %d", id, next)
			}
			next, ok := s.Next(int64(id) + 1)
			if ok != (i+1 < len(want)) || ok && next != want[i+1] {
				t.Fatalf("Next(%d) = %d, %v", int64(id)+1, next, ok)
			}
		}
		if id := int32(rnd.Int64N(most + 1)); s.Has(id) != twin[id] {
			t.Fatalf("Has(%d) is wrong", id)
		}
	})
}

func TestCountsPast16Bits(t *testing.T) {
	var c Counts
	for range 1<<17 + 5 {
		c.Add(7)
	}
	c.AddColumn([]int32{1, 9, 1, 1<<31 - 1, 7, 9}, 1)
	if c.Of(7) != 1<<17+5 || c.Of(9) != 2 || c.Of(1<<31-1) != 1 || c.Of(8) != 0 || c.Of(1<<30) != 0 {
		t.Errorf("counts %d %d %d %d", c.Of(7), c.Of(9), c.Of(1<<31-1), c.Of(8))
	}
	for range 6 {
		c.Drop(7)
	}
	if c.Of(7) != 1<<17-1 {
		t.Errorf("count %d after Drop", c.Of(7))
	}
	c.Add(7)
	if got := slices.Collect(c.Counted().All); !slices.Equal(got, []int32{7, 9, 1<<31 - 1}) {
		t.Errorf("counted: %v", got)
	}
}

func TestBytesBelow(t *testing.T) {
	for _, n := range []int64{0, 1, ContainerIDs, ContainerIDs + 1, 1_000_000} {
		var s Set
		s.AddBelow(n)
		if got, want := BytesBelow(n), s.Bytes(); got != want {
			t.Errorf("%d ids: %d bytes, not %d", n, want, got)
		}
		s.Free()
	}
}
