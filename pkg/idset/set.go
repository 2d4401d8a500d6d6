// Package idset keeps what is known of pages by their ids: which there are, what place each has among them, how many
// links each has. Memory depends on the ids that occur, container by container of 2^16 ids:
//
//	            set                                       counts
//	many ids    a bit for each, and 2 KiB for the places  2 bytes for each
//	few ids     80 bytes for each that is there, at most  20 bytes, at most
//	none        24 bytes (0 behind the last container)        32 bytes
//
// The files:
//
//	marks.go      a bit for each id, changed by several goroutines
//	set.go        a set that knows the place of each id
//	counts.go     a count for each id
//	fewmarks.go   containers of marks with few ids: sorted words
//	fewcounts.go  containers of counts with few ids: a hash table
//	pool.go       the memory of both: extents of 2^n words
package idset

import (
	"math"
	"math/bits"
	"slices"

	"webmill/pkg/arena"
)

// Set is a set of ids. The zero Set is empty.
type Set struct {
	marks Marks
	n     int
	ranks []*ranks // of the whole containers, after Index
}

// ranks say how many ids of the set are before a container, and how many of the container are before each of its words. They
// lie in the memory of the marks, so they hold no pointer.
type ranks struct {
	before int64
	within [containerWords]uint16
}

const ranksBytes = 8 + 2*containerWords

// Add puts an id into the set and reports whether it is new.
func (s *Set) Add(id int32) bool {
	fresh := s.marks.Add(id)
	if fresh {
		s.n++
	}
	return fresh
}

// AddBelow puts the ids 0 … n-1 into the set.
func (s *Set) AddBelow(n int64) { s.n += s.marks.AddBelow(n) }

// AddAll puts the ids of another set into the set.
func (s *Set) AddAll(other *Set) { s.AddWithin(other, math.MaxInt64) }

// AddWithin is AddAll, but stops and reports false when the ids take more than most bytes.
func (s *Set) AddWithin(other *Set, most int64) bool {
	fresh, all := s.marks.AddAll(&other.marks, most)
	s.n += fresh
	return all
}

// Has reports whether an id is in the set.
func (s *Set) Has(id int32) bool { return s.marks.Has(id) }

// Len is the number of ids in the set.
func (s *Set) Len() int { return s.n }

// Bytes is the memory that the set takes with its index.
func (s *Set) Bytes() int64 {
	return s.marks.Bytes() + slotBytes(len(s.marks.containers)) + ranksBytes*int64(s.marks.wholes)
}

// BytesBelow is the memory that a set of the ids 0 … n-1 takes with its index.
func BytesBelow(n int64) int64 {
	containers := (n + ContainerIDs - 1) / ContainerIDs
	return (SlotBytes + 8 + 8*containerWords + ranksBytes) * containers
}

// Free gives back the memory; the set is empty then.
func (s *Set) Free() {
	s.marks.Free()
	*s = Set{}
}

// Index prepares Rank. It must be called again when ids were added.
func (s *Set) Index() {
	s.ranks = append(s.ranks, make([]*ranks, len(s.marks.containers)-len(s.ranks))...)
	before := int64(0)
	for i, b := range s.marks.containers {
		if b == nil {
			before += s.indexFew(i, before)
			continue
		}
		if s.ranks[i] == nil {
			s.ranks[i] = &arena.View[ranks](s.marks.memory.Words(ranksBytes / 8))[0]
		}
		r, within := s.ranks[i], 0
		r.before = before
		for w, word := range b {
			r.within[w] = uint16(within)
			within += bits.OnesCount64(word)
		}
		before += int64(within)
	}
}

// indexFew is Index for a container that is not whole. It returns how many ids the container has.
func (s *Set) indexFew(i int, before int64) (n int64) {
	if s.marks.few[i] == 0 {
		return 0
	}
	f := s.marks.fewAt(s.marks.few[i])
	f.head[1] = uint64(before)
	for k, word := range f.words[:f.n()] {
		f.within[k] = uint16(n)
		n += int64(bits.OnesCount64(word))
	}
	return n
}

// Rank is how many ids of the set are less than an id of the set. After Index, several goroutines may ask.
func (s *Set) Rank(id int32) int32 {
	i, w := containerOf(id), wordOf(id)
	r := s.ranks[i]
	if r == nil {
		f := s.marks.fewAt(s.marks.few[i])
		k, _ := f.find(w)
		return int32(f.head[1]) + int32(f.within[k]) + int32(bits.OnesCount64(f.words[k]&(1<<(id&63)-1)))
	}
	return int32(r.before) + int32(r.within[w]) + int32(bits.OnesCount64(s.marks.containers[i][w]&(1<<(id&63)-1)))
}

// AppendRanks appends the ranks of some ids of the set.
func (s *Set) AppendRanks(to, ids []int32) []int32 {
	from := len(to)
	to = slices.Grow(to, len(ids))[:from+len(ids)]
	for k, id := range ids {
		i, w := containerOf(id), wordOf(id)
		if r := s.ranks[i]; r != nil {
			to[from+k] = int32(r.before) + int32(r.within[w]) + int32(bits.OnesCount64(s.marks.containers[i][w]&(1<<(id&63)-1)))
		} else {
			to[from+k] = s.Rank(id)
		}
	}
	return to
}

// Next is the least id of the set that is not less than id; false if there is none. id may be 2^31.
func (s *Set) Next(id int64) (int32, bool) { return s.marks.Next(id, maxIDs) }

// All goes through the ids in ascending order.
func (s *Set) All(yield func(id int32) bool) { s.marks.All(yield) }
