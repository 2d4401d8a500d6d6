package idset

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestPool: extents are zeroed and do not overlap, and what is given back becomes whole again.
func TestPool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p pool
		defer p.free()
		type extent struct {
			order int
			place uint32
		}
		var used []extent
		for n := uint64(1); n < 300; n++ {
			if len(used) > 0 && rapid.IntRange(0, 2).Draw(t, "what") == 0 {
				k := rapid.IntRange(0, len(used)-1).Draw(t, "which")
				p.put(used[k].order, used[k].place)
				used = slices.Delete(used, k, k+1)
				continue
			}
			u := extent{order: rapid.IntRange(leastOrder, 13).Draw(t, "order")}
			u.place = p.get(u.order)
			words := p.at(u.place)[:1<<u.order]
			for i, w := range words {
				if w != 0 {
					t.Fatalf("word %d of a new extent is %d", i, w)
				}
				words[i] = n
			}
			used = append(used, u)
		}
		for _, u := range used {
			words := p.at(u.place)[:1<<u.order]
			if words[0] != words[len(words)-1] || slices.ContainsFunc(words, func(w uint64) bool { return w != words[0] }) {
				t.Fatal("extents overlap")
			}
			p.put(u.order, u.place)
		}
		kept := slices.ContainsFunc(p.slabs, func(s []uint64) bool { return s != nil })
		if kept || p.touched != 0 || p.heads != [slabOrder + 1]uint32{} {
			t.Fatalf("nothing is in use, but %d words are, and free extents begin at %v", p.touched, p.heads)
		}
	})
}

// TestFewAndMany: sets and counts are the same for any number of ids in their containers, also where these become whole.
func TestFewAndMany(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var s, other Set
		var c Counts
		defer s.Free()
		defer other.Free()
		defer c.Free()
		twin := map[int32]uint32{}
		for range rapid.IntRange(1, 3).Draw(t, "containers") {
			first := rnd.Int32N(1<<15) * ContainerIDs
			near := rapid.SampledFrom([]int32{1, 3, 200, 5000, ContainerIDs}).Draw(t, "near")
			for range rapid.SampledFrom([]int{1, 2, 5, 20, 100, 400, 2000, 20_000}).Draw(t, "ids") {
				id := first + rnd.Int32N(near)
				if s.Add(id) != (twin[id] == 0) {
					t.Fatalf("Add(%d) is wrong about what was there", id)
				}
				c.Add(id)
				if rnd.IntN(2) == 0 {
					other.Add(id)
				}
				twin[id]++
			}
		}
		var want []int32
		for id, n := range twin {
			want = append(want, id)
			if c.Of(id) != n || c.Of(id^1) != twin[id^1] {
				t.Fatalf("the counts of %d and %d are %d and %d", id, id^1, c.Of(id), c.Of(id^1))
			}
		}
		slices.Sort(want)
		other.AddAll(&s)
		for _, set := range []*Set{&s, &other, c.Counted()} {
			set.Index()
			if got := slices.Collect(set.All); !slices.Equal(got, want) || set.Len() != len(want) {
				t.Fatalf("%d ids, want %d", len(got), len(want))
			}
			for i, id := range want {
				if set.Rank(id) != int32(i) || !set.Has(id) || set.Has(id^1) != (twin[id^1] > 0) {
					t.Fatalf("Rank(%d) = %d, want %d", id, set.Rank(id), i)
				}
			}
		}
		takeSome(t, rnd, &s, want)
	})
}

// takeSome unmarks some of the ids of a set, marks them in a set like it, and clears that.
func takeSome(t *rapid.T, rnd *rand.Rand, s *Set, want []int32) {
	next := s.marks.Like()
	defer next.Free()
	left := map[int32]bool{}
	for _, id := range want {
		if !s.marks.HasKnown(id) || next.HasKnown(id) {
			t.Fatalf("%d is not marked, or it is where nothing is", id)
		}
		if left[id] = rnd.IntN(2) == 0; left[id] {
			continue
		}
		if !s.marks.Take(id) || s.marks.Take(id) {
			t.Fatalf("%d was not taken once", id)
		}
		next.Put(id)
	}
	for _, id := range want {
		if s.marks.Has(id) != left[id] || next.Has(id) == left[id] {
			t.Fatalf("%d is left: %v, is next: %v", id, s.marks.Has(id), next.Has(id))
		}
	}
	next.Clear()
	if len(slices.Collect(next.All)) != 0 {
		t.Fatal("not all are unmarked")
	}
}

// TestFarApart: ids that are far apart cost no more than a hundred bytes each, and what all of 2^31 would need is counted.
func TestFarApart(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{40_000, 1_000_000} {
		var s Set
		var c Counts
		for range n {
			id := rnd.Int32()
			s.Add(id)
			c.Add(id)
		}
		const slots = maxIDs / ContainerIDs
		if most := int64(MostBytes*n + 2*SlotBytes*slots); s.Bytes() > most {
			t.Errorf("a set of %d ids takes %d bytes, more than %d", n, s.Bytes(), most)
		}
		if most := int64(25*n + 4*8*slots); c.Bytes() > most {
			t.Errorf("the counts of %d ids take %d bytes, more than %d", n, c.Bytes(), most)
		}
		for _, p := range []*pool{&s.marks.pool, &c.pool} {
			if touched := touchedBytes(p); touched > p.bytes() {
				t.Errorf("%d bytes of slabs are touched, %d are counted", touched, p.bytes())
			}
		}
		s.Free()
		c.Free()
	}
}

// touchedBytes is the memory that is not 0, in steps of 64 words.
func touchedBytes(p *pool) (n int64) {
	for _, slab := range p.slabs {
		for words := range slices.Chunk(slab, 64) {
			if slices.ContainsFunc(words, func(w uint64) bool { return w != 0 }) {
				n += 8 * int64(len(words))
			}
		}
	}
	return n
}

// TestAllWhole: where ids in no order fill all containers, the counts take no more than the containers that are whole.
func TestAllWhole(t *testing.T) {
	const containers = 40
	var c Counts
	defer c.Free()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 4 * containers * ContainerIDs / 16 {
		c.Add(rnd.Int32N(containers * ContainerIDs))
	}
	if most := int64(containers*2*ContainerIDs + 64<<10); c.full != containers || c.Bytes() > most {
		t.Errorf("%d of %d containers are whole, %d bytes, more than %d", c.full, containers, c.Bytes(), most)
	}
}
