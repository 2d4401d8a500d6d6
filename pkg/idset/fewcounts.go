package idset

import (
	"math/bits"

	"webmill/pkg/arena"
)

// fewCounts is a container of counts with few ids: a hash table with linear probing. It lies in an extent of the pool:
//
//	head   1 word        the order of the extent, the number n of slots in use, 16 unused bits, the count of id 0: 16 bits each
//	slots  4 bytes each  the rest of the extent: an id of the container and its count, 16 bits each; 0 is an empty slot
//
// Ids are counted from the first one of the container, 0. With the count 0 it would look like an empty slot, so it has none.
type fewCounts struct {
	head  []uint64
	slots []slot
}

// slot has an id of a container and its count.
type slot uint32

func newSlot(id, count uint16) slot { return slot(id)<<16 | slot(count) }
func (s slot) id() uint16           { return uint16(s >> 16) }
func (s slot) count() uint16        { return uint16(s) }

// The extents have at least 2^leastCountsOrder words and at most 2^mostCountsOrder. At most three quarters of the slots are in
// use. A container for which that is not enough becomes whole.
const (
	leastCountsOrder = 1
	mostCountsOrder  = 11
)

// countsHead is the first word of an extent.
func countsHead(order, n int, first uint16) uint64 {
	return uint64(order)<<48 | uint64(n)<<32 | uint64(first)
}

func (t *fewCounts) order() int    { return int(t.head[0] >> 48) }
func (t *fewCounts) n() int        { return int(uint16(t.head[0] >> 32)) }
func (t *fewCounts) first() uint16 { return uint16(t.head[0]) } // the count of id 0

// fewAt is the container at a place of the pool.
func (c *Counts) fewAt(place uint32) fewCounts {
	p := c.pool.at(place)
	t := fewCounts{head: p[:1]}
	t.slots = arena.View[slot](p[1 : 1<<t.order()])
	return t
}

// slot is where the count of an id other than 0 is, or would be.
func (t *fewCounts) slot(id uint16) *slot {
	at, _ := bits.Mul32(uint32(id)*0x9E3779B1, uint32(len(t.slots)))
	for {
		if s := &t.slots[at]; *s == 0 || s.id() == id {
			return s
		}
		if at++; int(at) == len(t.slots) {
			at = 0
		}
	}
}

// of is the count of an id of the container.
func (t *fewCounts) of(id uint16) uint16 {
	if id == 0 {
		return t.first()
	}
	return t.slot(id).count()
}

// all calls yield for each id of the container that was counted, in any order.
func (t *fewCounts) all(yield func(id, count uint16)) {
	if count := t.first(); count != 0 {
		yield(0, count)
	}
	for _, s := range t.slots {
		if s != 0 {
			yield(s.id(), s.count())
		}
	}
}

// addFew adds to the count of an id in container i, which is not whole, and returns the sum. The container may become whole.
func (c *Counts) addFew(i int, id uint16, by uint16) uint16 {
	if c.few[i] == 0 {
		c.few[i] = c.pool.get(leastCountsOrder)
		c.pool.at(c.few[i])[0] = countsHead(leastCountsOrder, 0, 0)
	}
	t := c.fewAt(c.few[i])
	if id == 0 {
		t.head[0] = countsHead(t.order(), t.n(), t.first()+by)
		return t.first()
	}
	s := t.slot(id)
	if *s == 0 {
		if 4*(t.n()+1) > 3*len(t.slots) {
			if t.order() == mostCountsOrder {
				b := c.whole(i)
				b[id] += by
				return b[id]
			}
			t = c.larger(i, t)
			s = t.slot(id)
		}
		t.head[0] = countsHead(t.order(), t.n()+1, t.first())
	}
	*s = newSlot(id, s.count()+by)
	return s.count()
}

// larger gives a container twice the slots.
func (c *Counts) larger(i int, t fewCounts) fewCounts {
	place := c.pool.get(t.order() + 1)
	c.pool.at(place)[0] = countsHead(t.order()+1, t.n(), t.first())
	to := c.fewAt(place)
	for _, s := range t.slots {
		if s != 0 {
			*to.slot(s.id()) = s
		}
	}
	c.pool.put(t.order(), c.few[i])
	c.few[i] = place
	return to
}

// whole makes a container whole.
func (c *Counts) whole(i int) []uint16 {
	b := arena.View[uint16](c.memory.Words(ContainerIDs / 4))
	t := c.fewAt(c.few[i])
	t.all(func(id, count uint16) { b[id] = count })
	c.pool.put(t.order(), c.few[i])
	c.few[i] = 0
	c.containers[i] = b
	c.full++
	return b
}
