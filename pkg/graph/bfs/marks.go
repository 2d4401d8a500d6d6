package bfs

import (
	"math/bits"
	"sync/atomic"
)

// marks is a bit for each page. Blocks of 2^16 ids are there only where there are pages.
type marks struct {
	blocks []*markBlock
	full   int // blocks that are there
}

const (
	blockIDs   = 1 << 16
	blockWords = blockIDs / 64
)

type markBlock [blockWords]uint64

// bytes is the memory that the marks take.
func (m *marks) bytes() int64 { return int64(len(m.blocks))*8 + int64(m.full)*blockWords*8 }

// add marks an id and reports whether it was unmarked. No other goroutine may use the marks yet.
func (m *marks) add(id int32) bool {
	i := int(uint32(id) / blockIDs)
	if i >= len(m.blocks) || m.blocks[i] == nil {
		m.grow(i)
	}
	p, bit := &m.blocks[i][uint32(id)/64%blockWords], uint64(1)<<(id&63)
	if *p&bit != 0 {
		return false
	}
	*p |= bit
	return true
}

// addEnds marks the ends of links, which are sorted by source, and tells how many were not marked. It stops where the marks take
// more than most bytes: each link may need two blocks of its own.
func (m *marks) addEnds(links []int32, most int64) (fresh int64) {
	last := int32(-1)
	for i := 1; i < len(links) && m.bytes() <= most; i += 2 {
		if src := links[i-1]; src != last {
			last = src
			if m.add(src) {
				fresh++
			}
		}
		id := uint32(links[i])
		if k := int(id / blockIDs); k < len(m.blocks) {
			if b := m.blocks[k]; b != nil && b[id/64%blockWords]>>(id&63)&1 != 0 {
				continue // as most are
			}
		}
		m.add(int32(id))
		fresh++
	}
	return fresh
}

func (m *marks) grow(i int) {
	if i >= len(m.blocks) {
		m.blocks = append(m.blocks, make([]*markBlock, i+1-len(m.blocks))...)
	}
	m.blocks[i] = new(markBlock)
	m.full++
}

// like makes marks for the same pages, none of them marked.
func (m *marks) like() *marks {
	other := &marks{blocks: make([]*markBlock, len(m.blocks)), full: m.full}
	for i, b := range m.blocks {
		if b != nil {
			other.blocks[i] = new(markBlock)
		}
	}
	return other
}

func (m *marks) clear() {
	for _, b := range m.blocks {
		if b != nil {
			clear(b[:])
		}
	}
}

func (m *marks) word(id int32) *uint64 {
	return &m.blocks[uint32(id)/blockIDs][uint32(id)/64%blockWords]
}

// has reports whether a page is marked. Others may change marks at the same time.
func (m *marks) has(id int32) bool { return m.blocks[uint32(id)/blockIDs].has(id) }

func (b *markBlock) has(id int32) bool {
	return atomic.LoadUint64(&b[uint32(id)/64%blockWords])>>(id&63)&1 != 0
}

// unmark unmarks a page and reports whether it was marked: of several goroutines, only one gets true.
func (m *marks) unmark(id int32) bool {
	bit := uint64(1) << (id & 63)
	return atomic.AndUint64(m.word(id), ^bit)&bit != 0
}

// put marks a page.
func (m *marks) put(id int32) { atomic.OrUint64(m.word(id), 1<<(id&63)) }

// knows reports whether an id may be asked for.
func (m *marks) knows(id int32) bool {
	i := int(uint32(id) / blockIDs)
	return i < len(m.blocks) && m.blocks[i] != nil
}

// any reports whether one of the ids from … to-1 is marked.
func (m *marks) any(from, to int64) bool {
	id, ok := m.next(from, to)
	return ok && int64(id) < to
}

// next is the least marked id that is not below from. The search may end at to.
func (m *marks) next(from, to int64) (id int32, ok bool) {
	for from < to {
		i := int(from / blockIDs)
		if i >= len(m.blocks) {
			return 0, false
		}
		b := m.blocks[i]
		if b == nil {
			from = int64(i+1) * blockIDs
			continue
		}
		w := int(from / 64 % blockWords)
		word := b[w] &^ (1<<(from&63) - 1)
		for word == 0 {
			if w++; w == blockWords {
				break
			}
			word = b[w]
		}
		base := int64(i)*blockIDs + int64(w)*64
		if word != 0 {
			return int32(base) + int32(bits.TrailingZeros64(word)), true
		}
		from = base
	}
	return 0, false
}

// read fills dst with marked ids, ascending, that are not below from.
func (m *marks) read(dst []int32, from int64) (n int) {
	for i := int(from / blockIDs); i < len(m.blocks) && n < len(dst); i++ {
		b, base := m.blocks[i], int64(i)*blockIDs
		if b == nil {
			continue
		}
		first := max(0, from-base)
		for w := first / 64; w < blockWords; w++ {
			word := b[w]
			if w == first/64 {
				word &^= 1<<(first&63) - 1
			}
			for ; word != 0; word &= word - 1 {
				if n == len(dst) {
					return n
				}
				dst[n] = int32(base + w*64 + int64(bits.TrailingZeros64(word)))
				n++
			}
		}
	}
	return n
}
