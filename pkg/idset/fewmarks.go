package idset

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"webmill/pkg/arena"
)

// fewMarks is a container of marks with few ids: only the words with ids are there, sorted. They lie in an extent of the pool:
//
//	head    2 words       the order of the extent and the number n of words; after Index, how many ids are before the container
//	words   8 bytes each  words of marks, of which n are in use, as in at and within
//	at      2 bytes each  the number of each word in the container, ascending
//	within  2 bytes each  after Index, how many ids of the container are before each word
type fewMarks struct {
	head   []uint64
	words  []uint64
	at     []uint16
	within []uint16
}

// The extents have at least 2^leastMarksOrder words and at most 2^mostMarksOrder. A container for which that is not enough
// becomes whole.
const (
	leastMarksOrder = 3
	mostMarksOrder  = 9
)

// A container that has filled an extent of 2^denseOrder words becomes whole if there are denseIDs ids in each of its words: its
// ids are not far apart, and there will be more.
const (
	denseOrder = 5
	denseIDs   = 16
)

// marksSpace is how many words of marks an extent of 2^order words has space for: each takes 12 bytes.
func marksSpace(order int) int { return (1<<order - 2) * 2 / 3 &^ 3 }

// marksHead is the first word of an extent.
func marksHead(order, n int) uint64 { return uint64(order)<<32 | uint64(n) }

func (f *fewMarks) order() int { return int(f.head[0] >> 32) }
func (f *fewMarks) n() int     { return int(uint32(f.head[0])) }

// fewAt is the container at a place of the pool.
func (m *Marks) fewAt(place uint32) fewMarks {
	p := m.pool.at(place)
	f := fewMarks{head: p[:2]}
	space := marksSpace(f.order())
	at := p[2+space:]
	f.words, f.at, f.within = p[2:][:space], arena.View[uint16](at[:space/4]), arena.View[uint16](at[space/4:][:space/4])
	return f
}

// ids is how many ids are marked.
func (f *fewMarks) ids() (n int) {
	for _, word := range f.words[:f.n()] {
		n += bits.OnesCount64(word)
	}
	return n
}

// find is the place of a word of the container among those that are there, or where it would be.
func (f *fewMarks) find(w uint32) (k int, there bool) {
	return slices.BinarySearch(f.at[:f.n()], uint16(w))
}

// word is a word of the container, nil if it is not there.
func (f *fewMarks) word(w uint32) *uint64 {
	if k, there := f.find(w); there {
		return &f.words[k]
	}
	return nil
}

func (f *fewMarks) has(id int32) bool {
	p := f.word(wordOf(id))
	return p != nil && atomic.LoadUint64(p)>>(id&63)&1 != 0
}

// fewWord is a word of container i, which is not whole. What is not there is made; for that the container may become whole.
func (m *Marks) fewWord(i int, w uint32) *uint64 {
	if m.few[i] == 0 {
		m.few[i] = m.pool.get(leastMarksOrder)
		m.pool.at(m.few[i])[0] = marksHead(leastMarksOrder, 0)
		m.made++
	}
	f := m.fewAt(m.few[i])
	k, there := f.find(w)
	if there {
		return &f.words[k]
	}
	n := f.n()
	if n == len(f.words) {
		if f.order() == mostMarksOrder || f.order() >= denseOrder && f.ids() >= denseIDs*n {
			return &m.whole(i)[w]
		}
		f = m.larger(i, f)
	}
	copy(f.words[k+1:n+1], f.words[k:n])
	copy(f.at[k+1:n+1], f.at[k:n])
	f.words[k], f.at[k] = 0, uint16(w)
	f.head[0] = marksHead(f.order(), n+1)
	return &f.words[k]
}

// larger gives a container twice the space.
func (m *Marks) larger(i int, f fewMarks) fewMarks {
	place := m.pool.get(f.order() + 1)
	m.pool.at(place)[0] = marksHead(f.order()+1, f.n())
	to := m.fewAt(place)
	copy(to.words, f.words)
	copy(to.at, f.at)
	m.pool.put(f.order(), m.few[i])
	m.few[i] = place
	return to
}

// whole makes a container whole that was not, or was not there.
func (m *Marks) whole(i int) *container {
	b := (*container)(m.memory.Words(containerWords))
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
	m.containers[i] = b
	m.wholes++
	return b
}
