package idset

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"webmill/pkg/arena"
)

// A block with few ids costs far less than 8 KiB of marks or 128 KiB of counts: until it has many, it is a piece of a pool.

// few is a block of marks of which there are only some words.
type few struct {
	head   []uint64 // how many words there are; how many ids are before the block, after Index
	words  []uint64
	at     []uint16 // where in the block the words are, ascending
	within []uint16 // how many ids of the block are before each word, after Index
}

// The pieces of blocks with few words have at least 2^leastFew words and at most 2^mostFew. A block for which that is not enough
// becomes whole.
const (
	leastFew = 3
	mostFew  = 9
)

// A block that has filled a piece of 2^denseFew words becomes whole if there are denseIDs ids in each: its ids are not far apart,
// and there will be more.
const (
	denseFew = 5
	denseIDs = 16
)

// fewSpace is how many words a block has space for, in a piece of 2^order words: each takes 12 bytes.
func fewSpace(order int) int { return (1<<order - 2) * 2 / 3 &^ 3 }

// fewAt is the block at a place of the pool. Its order is in its head.
func (m *Marks) fewAt(place uint32) few {
	p := m.pool.at(place)
	space := fewSpace(int(p[0] >> 32))
	return few{p[:2], p[2:][:space], arena.View[uint16](p[2+space:][:space/4]), arena.View[uint16](p[2+space+space/4:][:space/4])}
}

func (f *few) n() int     { return int(uint32(f.head[0])) }
func (f *few) order() int { return int(f.head[0] >> 32) }

// ids is how many ids are marked.
func (f *few) ids() (n int) {
	for _, word := range f.words[:f.n()] {
		n += bits.OnesCount64(word)
	}
	return n
}

// find is the place of a word of the block among those that there are, or where it would be.
func (f *few) find(w uint32) (k int, there bool) { return slices.BinarySearch(f.at[:f.n()], uint16(w)) }

// word is a word of the block, nil if it is not there.
func (f *few) word(w uint32) *uint64 {
	if k, there := f.find(w); there {
		return &f.words[k]
	}
	return nil
}

func (f *few) has(id int32) bool {
	p := f.word(wordOf(id))
	return p != nil && atomic.LoadUint64(p)>>(id&63)&1 != 0
}

// fewWord is a word of a block that is not whole, which is made if it is not there. Then the block may have become whole.
func (m *Marks) fewWord(i int, w uint32) *uint64 {
	if m.few[i] == 0 {
		m.few[i] = m.pool.get(leastFew)
		m.pool.at(m.few[i])[0] = leastFew << 32
		m.made++
	}
	f := m.fewAt(m.few[i])
	k, there := f.find(w)
	if there {
		return &f.words[k]
	}
	n := f.n()
	if n == len(f.words) {
		if f.order() == mostFew || f.order() >= denseFew && f.ids() >= denseIDs*n {
			return &m.whole(i)[w]
		}
		f = m.larger(i, f)
	}
	copy(f.words[k+1:n+1], f.words[k:n])
	copy(f.at[k+1:n+1], f.at[k:n])
	f.words[k], f.at[k] = 0, uint16(w)
	f.head[0]++
	return &f.words[k]
}

// larger gives a block twice the space.
func (m *Marks) larger(i int, f few) few {
	place := m.pool.get(f.order() + 1)
	m.pool.at(place)[0] = f.head[0] + 1<<32
	to := m.fewAt(place)
	copy(to.words, f.words)
	copy(to.at, f.at)
	m.pool.put(f.order(), m.few[i])
	m.few[i] = place
	return to
}

// whole makes a block whole that was not, or was not there.
func (m *Marks) whole(i int) *block {
	b := (*block)(m.memory.Words(blockWords))
	if place := m.few[i]; place == 0 {
		m.made++
	} else {
		f := m.fewAt(place)
		for k, w := range f.at[:f.n()] {
			b[w] = f.words[k]
		}
		m.pool.put(f.order(), place)
		m.few[i] = 0
	}
	m.blocks[i] = b
	m.wholes++
	return b
}

// fewCounts is a block of counts for few ids: a hash table of ids, above their counts. 0 is an empty slot, so the first id of the
// block is not there but in the head.
type fewCounts struct {
	head  []uint64 // the order, how many slots are in use, the count of the first id
	slots []uint32
}

// The pieces of tables have at least 2^leastTable words and at most 2^mostTable. At most three quarters of the slots are in use.
// A block for which that is not enough becomes whole.
const (
	leastTable = 1
	mostTable  = 11
)

func (c *Counts) fewAt(place uint32) fewCounts {
	p := c.pool.at(place)
	return fewCounts{p[:1], arena.View[uint32](p[1 : 1<<(p[0]>>48)])}
}

func (t *fewCounts) n() int     { return int(uint16(t.head[0] >> 32)) }
func (t *fewCounts) order() int { return int(t.head[0] >> 48) }

// slot is where the count of an id of the block is, or would be. It is not asked for the first id.
func (t *fewCounts) slot(id uint16) *uint32 {
	at, _ := bits.Mul32(uint32(id)*0x9E3779B1, uint32(len(t.slots)))
	for {
		if s := &t.slots[at]; *s == 0 || uint16(*s>>16) == id {
			return s
		}
		if at++; int(at) == len(t.slots) {
			at = 0
		}
	}
}

// of is the count of an id of the block.
func (t *fewCounts) of(id uint16) uint16 {
	if id == 0 {
		return uint16(t.head[0])
	}
	return uint16(*t.slot(id))
}

// all calls yield for each id of the block that was counted, in any order.
func (t *fewCounts) all(yield func(id, count uint16)) {
	if count := uint16(t.head[0]); count != 0 {
		yield(0, count)
	}
	for _, s := range t.slots {
		if s != 0 {
			yield(uint16(s>>16), uint16(s))
		}
	}
}

// addFew adds to the count of an id in a block that is not whole, and returns the sum. The block may become whole.
func (c *Counts) addFew(i int, id uint16, by uint16) uint16 {
	if c.few[i] == 0 {
		c.few[i] = c.pool.get(leastTable)
		c.pool.at(c.few[i])[0] = leastTable << 48
	}
	t := c.fewAt(c.few[i])
	if id == 0 {
		sum := uint16(t.head[0]) + by
		t.head[0] = t.head[0]&^0xffff | uint64(sum)
		return sum
	}
	s := t.slot(id)
	if *s == 0 {
		if 4*(t.n()+1) > 3*len(t.slots) {
			if t.order() == mostTable {
				b := c.whole(i)
				b[id] += by
				return b[id]
			}
			t = c.larger(i, t)
			s = t.slot(id)
		}
		t.head[0] += 1 << 32
	}
	sum := uint16(*s) + by
	*s = uint32(id)<<16 | uint32(sum)
	return sum
}

// larger gives a block twice the slots.
func (c *Counts) larger(i int, t fewCounts) fewCounts {
	place := c.pool.get(t.order() + 1)
	c.pool.at(place)[0] = t.head[0] + 1<<48
	to := c.fewAt(place)
	for _, s := range t.slots {
		if s != 0 {
			*to.slot(uint16(s >> 16)) = s
		}
	}
	c.pool.put(t.order(), c.few[i])
	c.few[i] = place
	return to
}

// whole makes a block whole.
func (c *Counts) whole(i int) []uint16 {
	b := arena.View[uint16](c.memory.Words(BlockIDs / 4))
	t := c.fewAt(c.few[i])
	t.all(func(id, count uint16) { b[id] = count })
	c.pool.put(t.order(), c.few[i])
	c.few[i] = 0
	c.blocks[i] = b
	c.full++
	return b
}
