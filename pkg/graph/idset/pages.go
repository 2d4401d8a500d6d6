// Package idset keeps what is known of pages by their ids: which there are, what place each has among them, how many
// links each has. Memory depends on the blocks of ids that occur, 2^16 ids each, so a few ids near 2^31 cost no more than
// a few small ones.
package idset

import (
	"math/bits"

	"webmill/pkg/arena"
)

const (
	blockBits = 16
	blockSize = 1 << blockBits
	words     = blockSize / 64
)

// Set is a set of ids. The zero Set is empty.
type Set struct {
	blocks []*block
	n      int
	made   int // number of blocks that exist
	memory arena.Slabs
}

// block holds one bit an id and, after Index, how many ids of the set are before each word.
type block struct {
	words []uint64
	rank  []uint16
	base  int32
}

// Add puts an id into the set and reports whether it is new.
func (s *Set) Add(id int32) bool {
	b := s.block(id)
	w, bit := &b.words[id&(blockSize-1)>>6], uint64(1)<<(id&63)
	if *w&bit != 0 {
		return false
	}
	*w |= bit
	s.n++
	return true
}

func (s *Set) block(id int32) *block {
	i := int(id >> blockBits)
	if i >= len(s.blocks) {
		s.blocks = append(s.blocks, make([]*block, i+1-len(s.blocks))...)
	}
	if s.blocks[i] == nil {
		piece := s.memory.Words(words + words/4)
		s.made++
		s.blocks[i] = &block{words: piece[:words], rank: arena.View[uint16](piece[words:])}
	}
	return s.blocks[i]
}

// AddBelow puts the ids 0 … n-1 into the set.
func (s *Set) AddBelow(n int64) {
	for id := int64(0); id < n; {
		b := s.block(int32(id))
		for w := range b.words {
			mask := ^uint64(0)
			if left := n - id; left < 64 {
				mask = 1<<max(left, 0) - 1
			}
			s.n += bits.OnesCount64(mask &^ b.words[w])
			b.words[w] |= mask
			id += 64
		}
	}
}

// AddAll puts the ids of another set into the set.
func (s *Set) AddAll(other *Set) {
	for i, b := range other.blocks {
		if b == nil {
			continue
		}
		to := s.block(int32(i << blockBits))
		for w, word := range b.words {
			s.n += bits.OnesCount64(word &^ to.words[w])
			to.words[w] |= word
		}
	}
}

// Has reports whether an id is in the set.
func (s *Set) Has(id int32) bool {
	i := int(id >> blockBits)
	return i < len(s.blocks) && s.blocks[i] != nil && s.blocks[i].words[id&(blockSize-1)>>6]&(1<<(id&63)) != 0
}

// Len is the number of ids in the set.
func (s *Set) Len() int { return s.n }

// Bytes is the memory that the set takes.
func (s *Set) Bytes() int64 { return blockBytes(len(s.blocks), s.made, words*10) }

func blockBytes(slots, blocks, size int) int64 { return int64(slots)*8 + int64(blocks)*int64(size) }

// Free gives back the memory; the set is empty then.
func (s *Set) Free() {
	s.memory.Free()
	s.blocks, s.n, s.made = nil, 0, 0
}

// Index prepares Rank. It must be called again when ids were added.
func (s *Set) Index() {
	before := 0
	for _, b := range s.blocks {
		if b == nil {
			continue
		}
		b.base = int32(before)
		within := 0
		for w, word := range b.words {
			b.rank[w] = uint16(within)
			within += bits.OnesCount64(word)
		}
		before += within
	}
}

// Rank is how many ids of the set are less than an id of the set. After Index, several goroutines may ask.
func (s *Set) Rank(id int32) int32 {
	b := s.blocks[id>>blockBits]
	w := id & (blockSize - 1) >> 6
	return b.base + int32(b.rank[w]) + int32(bits.OnesCount64(b.words[w]&(1<<(id&63)-1)))
}

// Next is the least id of the set that is not less than id; false if there is none. id may be 2^31.
func (s *Set) Next(id int64) (int32, bool) {
	for i := int(id >> blockBits); i < len(s.blocks); i++ {
		b := s.blocks[i]
		from := max(0, id-int64(i)<<blockBits)
		if b == nil {
			continue
		}
		for w := from >> 6; w < words; w++ {
			word := b.words[w]
			if w == from>>6 {
				word &= ^uint64(0) << (from & 63)
			}
			if word != 0 {
				return int32(i<<blockBits + int(w)<<6 + bits.TrailingZeros64(word)), true
			}
		}
	}
	return 0, false
}

// All goes through the ids in ascending order.
func (s *Set) All(yield func(id int32) bool) {
	for i, b := range s.blocks {
		if b == nil {
			continue
		}
		for w, word := range b.words {
			for ; word != 0; word &= word - 1 {
				if !yield(int32(i<<blockBits + w<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
