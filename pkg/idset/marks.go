package idset

import (
	"math/bits"
	"sync/atomic"

	"webmill/pkg/arena"
)

const (
	// ContainerIDs is how many ids share a container, as in Roaring bitmaps.
	ContainerIDs   = 1 << 16
	containerWords = ContainerIDs / 64
	maxIDs         = 1 << 31
)

type container [containerWords]uint64

// containerOf is the number of the container of an id, and wordOf that of its word in the container. No stream has an id below 0:
// it would be in a container behind all others, so Has is false for it.
func containerOf(id int32) int { return int(uint32(id) / ContainerIDs) }
func wordOf(id int32) uint32   { return uint32(id) / 64 % containerWords }

// Marks are a bit for each id, in containers that are there only where ids are; of a container with few ids, there are only some
// words. Several goroutines may mark and unmark ids that were added before. No id is marked in the zero Marks.
type Marks struct {
	containers []*container // that are whole
	few        []uint32     // the places in the pool of those with few ids; 0: there is none
	made       int          // containers that are there
	wholes     int          // containers that are whole
	memory     arena.Slabs
	pool       pool
}

// Bytes is the memory that the marks take.
func (m *Marks) Bytes() int64 {
	return SlotBytes*int64(len(m.containers)) + 8*containerWords*int64(m.wholes) + m.pool.bytes()
}

// Containers is the number of containers that are there.
func (m *Marks) Containers() int { return m.made }

// MostBytes is what marks take for an id at most: the least extent of the pool and, of what lies free between extents, a quarter
// of that (an eighth, measured). Each container up to the last one takes SlotBytes besides.
const (
	MostBytes = 8 << leastMarksOrder * 5 / 4
	SlotBytes = 16
)

// slotBytes is the memory of a slice with 8 bytes for each slot. A slice with 4 bytes counts the same, as it may have grown to
// twice the length that it needs.
func slotBytes(slots int) int64 { return 8 * int64(slots) }

// Free gives back the memory; no id is marked then.
func (m *Marks) Free() {
	m.memory.Free()
	m.pool.free()
	*m = Marks{}
}

// Add marks an id and reports whether it was unmarked. No other goroutine may use the marks yet.
func (m *Marks) Add(id int32) bool {
	p, bit := m.added(containerOf(id), wordOf(id)), uint64(1)<<(id&63)
	if *p&bit != 0 {
		return false
	}
	*p |= bit
	return true
}

// added is a word of a container, which is made if it is not there.
func (m *Marks) added(i int, w uint32) *uint64 {
	if i < len(m.containers) && m.containers[i] != nil {
		return &m.containers[i][w]
	}
	m.reach(i)
	return m.fewWord(i, w)
}

// reach makes a slot for container i.
func (m *Marks) reach(i int) {
	if i >= len(m.containers) {
		m.containers = append(m.containers, make([]*container, i+1-len(m.containers))...)
		m.few = append(m.few, make([]uint32, i+1-len(m.few))...)
	}
}

// container is a container that is made whole.
func (m *Marks) container(i int) *container {
	m.reach(i)
	if m.containers[i] == nil {
		m.whole(i)
	}
	return m.containers[i]
}

// AddBelow marks the ids 0 … n-1 and tells how many were unmarked.
func (m *Marks) AddBelow(n int64) (fresh int) {
	for id := int64(0); id < n; {
		b := m.container(int(id / ContainerIDs))
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

// AddAll marks what is marked in other and tells how many ids were unmarked, and whether that was all: it stops when the marks
// take more than most bytes.
func (m *Marks) AddAll(other *Marks, most int64) (fresh int, all bool) {
	for i, b := range other.containers {
		if m.Bytes() > most {
			return fresh, false
		}
		if b != nil {
			to := m.container(i)
			for w, word := range b {
				fresh += bits.OnesCount64(word &^ to[w])
				to[w] |= word
			}
		} else if other.few[i] != 0 {
			f := other.fewAt(other.few[i])
			for k, w := range f.at[:f.n()] {
				to := m.added(i, uint32(w))
				fresh += bits.OnesCount64(f.words[k] &^ *to)
				*to |= f.words[k]
			}
		}
	}
	return fresh, true
}

// Like makes marks with the same containers, in which no id is marked.
func (m *Marks) Like() *Marks {
	other := &Marks{}
	other.reach(len(m.containers) - 1)
	for i, b := range m.containers {
		if b != nil {
			other.whole(i)
		} else if m.few[i] != 0 {
			f := m.fewAt(m.few[i])
			for _, w := range f.at[:f.n()] {
				other.fewWord(i, uint32(w))
			}
		}
	}
	return other
}

// Clear unmarks all ids and keeps the containers.
func (m *Marks) Clear() {
	for i, b := range m.containers {
		if b != nil {
			clear(b[:])
		} else if m.few[i] != 0 {
			clear(m.fewAt(m.few[i]).words)
		}
	}
}

// Has reports whether an id is marked.
func (m *Marks) Has(id int32) bool {
	if i := containerOf(id); i < len(m.containers) {
		if b := m.containers[i]; b != nil {
			return b.has(id)
		}
		return m.hasFew(i, id)
	}
	return false
}

func (m *Marks) hasFew(i int, id int32) bool {
	if m.few[i] == 0 {
		return false
	}
	f := m.fewAt(m.few[i])
	return f.has(id)
}

// HasKnown is Has for an id that was added.
func (m *Marks) HasKnown(id int32) bool {
	i := containerOf(id)
	if b := m.containers[i]; b != nil {
		return b.has(id)
	}
	return m.hasFew(i, id)
}

// FirstOf is the place of the first id of a list that is marked, or the length of the list. The ids must have been added.
func (m *Marks) FirstOf(list []int32) int {
	containers := m.containers
	for k, id := range list {
		if b := containers[containerOf(id)]; b != nil {
			if b.has(id) {
				return k
			}
		} else if m.hasFew(containerOf(id), id) {
			return k
		}
	}
	return len(list)
}

// AddEnds marks the ends of links, which are sorted by source, and tells how many were not marked. It stops where the marks take
// more than most bytes.
func (m *Marks) AddEnds(links []int32, most int64) (fresh int64) {
	last := int32(-1)
	for k := 1; k < len(links); k += 2 {
		before, src, dst := fresh, links[k-1], links[k]
		if src != last {
			last = src
			if m.Add(src) {
				fresh++
			}
		}
		known := false // most targets are
		if i := containerOf(dst); i < len(m.containers) {
			b := m.containers[i]
			known = b != nil && b[wordOf(dst)]>>(dst&63)&1 != 0
		}
		if !known && m.Add(dst) {
			fresh++
		}
		if fresh > before && m.Bytes() > most {
			break
		}
	}
	return fresh
}

func (b *container) has(id int32) bool { return atomic.LoadUint64(&b[wordOf(id)])>>(id&63)&1 != 0 }

func (m *Marks) word(id int32) *uint64 {
	i := containerOf(id)
	if b := m.containers[i]; b != nil {
		return &b[wordOf(id)]
	}
	f := m.fewAt(m.few[i])
	return f.word(wordOf(id))
}

// Take unmarks an id that was added and reports whether it was marked: of several goroutines, only one gets true.
func (m *Marks) Take(id int32) bool {
	bit := uint64(1) << (id & 63)
	return atomic.AndUint64(m.word(id), ^bit)&bit != 0
}

// Put marks an id that was added.
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
	for i := int(from / ContainerIDs); i < len(m.containers) && int64(i)*ContainerIDs < to && n < len(dst); i++ {
		base := int64(i) * ContainerIDs
		first := uint32(max(0, from-base)) // of the ids of the container that count
		m.eachWord(i, first/64, func(w uint32, word uint64) bool {
			if w == first/64 {
				word &= ^uint64(0) << (first & 63)
			}
			for ; word != 0; word &= word - 1 {
				id := base + int64(w)*64 + int64(bits.TrailingZeros64(word))
				if id >= to {
					return false
				}
				dst[n] = int32(id)
				if n++; n == len(dst) {
					return false
				}
			}
			return true
		})
	}
	return n
}

// eachWord goes through the words of a container, from one on.
func (m *Marks) eachWord(i int, from uint32, yield func(w uint32, word uint64) bool) {
	if b := m.containers[i]; b != nil {
		for w := from; w < containerWords; w++ {
			if b[w] != 0 && !yield(w, b[w]) {
				return
			}
		}
	} else if m.few[i] != 0 {
		f := m.fewAt(m.few[i])
		k, _ := f.find(from)
		for ; k < f.n(); k++ {
			if !yield(uint32(f.at[k]), f.words[k]) {
				return
			}
		}
	}
}

// All goes through the marked ids in ascending order.
func (m *Marks) All(yield func(id int32) bool) {
	for i, b := range m.containers {
		if b == nil {
			if !m.allFew(i, yield) {
				return
			}
			continue
		}
		for w, word := range b {
			for ; word != 0; word &= word - 1 {
				if !yield(int32(i*ContainerIDs + w<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// allFew is All for a container that is not whole, if it is there.
func (m *Marks) allFew(i int, yield func(id int32) bool) (more bool) {
	more = true
	m.eachWord(i, 0, func(w uint32, word uint64) bool {
		for ; word != 0 && more; word &= word - 1 {
			more = yield(int32(i*ContainerIDs + int(w)<<6 + bits.TrailingZeros64(word)))
		}
		return more
	})
	return more
}
