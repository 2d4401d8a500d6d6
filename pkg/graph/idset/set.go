// Package idset keeps what is known of pages by their ids: which there are, what place each has among them, how many
// links each has. Memory depends on the blocks of ids that occur, 2^16 ids each, so a few ids near 2^31 cost no more than
// a few small ones.
//
//	marks.go   a bit for each id, changed by several goroutines
//	set.go     a set that knows the place of each id
//	counts.go  a count for each id
package idset

import (
	"math/bits"

	"webmill/pkg/arena"
)

// Set is a set of ids. The zero Set is empty.
type Set struct {
	marks Marks
	n     int
	ranks []*ranks // of the blocks, after Index
}

// ranks are how many ids of the set are before a block, and in it before each word. They are in the memory of the marks, so they
// hold no pointer.
type ranks struct {
	before int64
	within [blockWords]uint16
}

const ranksBytes = 8 + 2*blockWords

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
func (s *Set) AddAll(other *Set) { s.n += s.marks.AddAll(&other.marks) }

// Has reports whether an id is in the set.
func (s *Set) Has(id int32) bool { return s.marks.Has(id) }

// Len is the number of ids in the set.
func (s *Set) Len() int { return s.n }

// Bytes is the memory that the set takes with its index.
func (s *Set) Bytes() int64 {
	return s.marks.Bytes() + blockBytes(len(s.marks.blocks), s.marks.made, ranksBytes)
}

// Free gives back the memory; the set is empty then.
func (s *Set) Free() {
	s.marks.Free()
	*s = Set{}
}

// Index prepares Rank. It must be called again when ids were added.
func (s *Set) Index() {
	s.ranks = append(s.ranks, make([]*ranks, len(s.marks.blocks)-len(s.ranks))...)
	before := int64(0)
	for i, b := range s.marks.blocks {
		if b == nil {
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

// Rank is how many ids of the set are less than an id of the set. After Index, several goroutines may ask.
func (s *Set) Rank(id int32) int32 {
	i, w := blockOf(id), wordOf(id)
	r := s.ranks[i]
	return int32(r.before) + int32(r.within[w]) + int32(bits.OnesCount64(s.marks.blocks[i][w]&(1<<(id&63)-1)))
}

// Next is the least id of the set that is not less than id; false if there is none. id may be 2^31.
func (s *Set) Next(id int64) (int32, bool) { return s.marks.Next(id, maxIDs) }

// All goes through the ids in ascending order.
func (s *Set) All(yield func(id int32) bool) { s.marks.All(yield) }
