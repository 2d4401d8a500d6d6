package idset

import (
	"math/bits"
	"sync/atomic"

	"webmill/pkg/arena"
)

const (
	// BlockIDs is how many ids share a block.
	BlockIDs   = 1 << 16
	blockWords = BlockIDs / 64
	maxIDs     = 1 << 31
)

type block [blockWords]uint64

// blockOf is the number of the block of an id, and wordOf that of its word in the block. No stream has an id below 0: it would be
// in a block behind all others, so Has is false for it.
func blockOf(id int32) int   { return int(uint32(id) / BlockIDs) }
func wordOf(id int32) uint32 { return uint32(id) / 64 % blockWords }

// Marks are a bit for each id, in blocks that are there only where ids are. Where the blocks are there, several goroutines may
// mark and unmark ids. No id is marked in the zero Marks.
type Marks struct {
	blocks []*block
	made   int // blocks that are there
	memory arena.Slabs
}

// Bytes is the memory that the marks take.
func (m *Marks) Bytes() int64 { return blockBytes(len(m.blocks), m.made, 8*blockWords) }

// Blocks is the number of blocks that are there.
func (m *Marks) Blocks() int { return m.made }

func blockBytes(slots, blocks, size int) int64 { return int64(slots)*8 + int64(blocks)*int64(size) }

// Free gives back the memory; no id is marked then.
func (m *Marks) Free() {
	m.memory.Free()
	*m = Marks{}
}

// Add marks an id and reports whether it was unmarked. No other goroutine may use the marks yet.
func (m *Marks) Add(id int32) bool {
	p, bit := &m.block(blockOf(id))[wordOf(id)], uint64(1)<<(id&63)
	if *p&bit != 0 {
		return false
	}
	*p |= bit
	return true
}

func (m *Marks) block(i int) *block {
	if i >= len(m.blocks) || m.blocks[i] == nil {
		m.grow(i)
	}
	return m.blocks[i]
}

func (m *Marks) grow(i int) {
	if i >= len(m.blocks) {
		m.blocks = append(m.blocks, make([]*block, i+1-len(m.blocks))...)
	}
	m.blocks[i] = (*block)(m.memory.Words(blockWords))
	m.made++
}

// AddBelow marks the ids 0 … n-1 and tells how many were unmarked.
func (m *Marks) AddBelow(n int64) (fresh int) {
	for id := int64(0); id < n; {
		b := m.block(int(id / BlockIDs))
		for w := range b {
			mask := ^uint64(0)
			if left := n - id; left < 64 {
				mask = 1<<max(left, 0) - 1
			}
			fresh += bits.OnesCount64(mask &^ b[w])
			b[w] |= mask
			id += 64
		}
	}
	return fresh
}

// AddAll marks what is marked in other and tells how many ids were unmarked.
func (m *Marks) AddAll(other *Marks) (fresh int) {
	for i, b := range other.blocks {
		if b == nil {
			continue
		}
		to := m.block(i)
		for w, word := range b {
			fresh += bits.OnesCount64(word &^ to[w])
			to[w] |= word
		}
	}
	return fresh
}

// Like makes marks with the same blocks, in which no id is marked.
func (m *Marks) Like() *Marks {
	other := &Marks{blocks: make([]*block, len(m.blocks))}
	for i, b := range m.blocks {
		if b != nil {
			other.grow(i)
		}
	}
	return other
}

// Clear unmarks all ids and keeps the blocks.
func (m *Marks) Clear() {
	for _, b := range m.blocks {
		if b != nil {
			clear(b[:])
		}
	}
}

// Has reports whether an id is marked.
func (m *Marks) Has(id int32) bool {
	if i := blockOf(id); i < len(m.blocks) {
		if b := m.blocks[i]; b != nil {
			return b.has(id)
		}
	}
	return false
}

// HasKnown is Has for an id whose block is there.
func (m *Marks) HasKnown(id int32) bool { return m.blocks[blockOf(id)].has(id) }

func (b *block) has(id int32) bool { return atomic.LoadUint64(&b[wordOf(id)])>>(id&63)&1 != 0 }

func (m *Marks) word(id int32) *uint64 {
	return &m.blocks[blockOf(id)][wordOf(id)]
}

// Take unmarks an id whose block is there and reports whether it was marked: of several goroutines, only one gets true.
func (m *Marks) Take(id int32) bool {
	bit := uint64(1) << (id & 63)
	return atomic.AndUint64(m.word(id), ^bit)&bit != 0
}

// Put marks an id whose block is there.
func (m *Marks) Put(id int32) { atomic.OrUint64(m.word(id), 1<<(id&63)) }

// Next is the least marked id in from … to-1; false if there is none.
func (m *Marks) Next(from, to int64) (int32, bool) {
	var id [1]int32
	n := m.read(id[:], from, to)
	return id[0], n == 1
}

// Read fills dst with marked ids, ascending, that are not below from.
func (m *Marks) Read(dst []int32, from int64) int { return m.read(dst, from, maxIDs) }

func (m *Marks) read(dst []int32, from, to int64) (n int) {
	for i := int(from / BlockIDs); i < len(m.blocks) && int64(i)*BlockIDs < to && n < len(dst); i++ {
		b, base := m.blocks[i], int64(i)*BlockIDs
		if b == nil {
			continue
		}
		first := max(0, from-base)
		for w := first / 64; w < blockWords && base+64*w < to; w++ {
			word := b[w]
			if w == first/64 {
				word &= ^uint64(0) << (first & 63)
			}
			for ; word != 0; word &= word - 1 {
				id := base + w*64 + int64(bits.TrailingZeros64(word))
				if id >= to {
					return n
				}
				dst[n] = int32(id)
				if n++; n == len(dst) {
					return n
				}
			}
		}
	}
	return n
}

// All goes through the marked ids in ascending order.
func (m *Marks) All(yield func(id int32) bool) {
	for i, b := range m.blocks {
		if b == nil {
			continue
		}
		for w, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(int32(i*BlockIDs + w<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
