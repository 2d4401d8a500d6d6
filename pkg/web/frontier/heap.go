package frontier

import (
	"encoding/binary"
	"math"

	"webmill/pkg/spill"
)

// item is a host in a heap. The one with the greatest key comes first.
type item struct {
	key  float64
	page uint32 // the number of the best URL of the host
	host uint32
}

// heap is a binary heap of hosts. A host is in one heap at most, and its slot says where.
type heap struct {
	items  *spill.Array
	n      int64
	hosts  *hosts
	which  uint8                // of the heaps: inReady or inResting
	before func(a, b item) bool // the order of items with equal keys
}

const itemBytes = 16

func (h *heap) at(i int64) item {
	slot := h.items.Read(i)
	return item{
		math.Float64frombits(binary.LittleEndian.Uint64(slot)),
		binary.LittleEndian.Uint32(slot[8:]), binary.LittleEndian.Uint32(slot[12:]),
	}
}

func (h *heap) set(i int64, it item) {
	slot := h.items.Slot(i)
	binary.LittleEndian.PutUint64(slot, math.Float64bits(it.key))
	binary.LittleEndian.PutUint32(slot[8:], it.page)
	binary.LittleEndian.PutUint32(slot[12:], it.host)
	h.hosts.setPlace(it.host, h.which, uint32(i))
}

func (h *heap) less(a, b item) bool {
	if a.key != b.key {
		return a.key > b.key
	}
	return h.before(a, b)
}

// put adds a host, or gives it another key.
func (h *heap) put(it item) {
	which, place := h.hosts.place(it.host)
	i := int64(place)
	if which != h.which {
		i = h.n
		h.n++
	}
	h.settle(i, it)
}

// remove takes a host out of the heap, if it is there.
func (h *heap) remove(host uint32) {
	which, place := h.hosts.place(host)
	if which != h.which {
		return
	}
	h.hosts.setPlace(host, inNone, 0)
	h.n--
	if i := int64(place); i < h.n {
		h.settle(i, h.at(h.n))
	}
}

// settle puts an item at a place, and moves it up or down to where it belongs.
func (h *heap) settle(i int64, it item) {
	for i > 0 {
		up := (i - 1) / 2
		above := h.at(up)
		if !h.less(it, above) {
			break
		}
		h.set(i, above)
		i = up
	}
	for 2*i+1 < h.n {
		down := 2*i + 1
		below := h.at(down)
		if down+1 < h.n {
			if other := h.at(down + 1); h.less(other, below) {
				down, below = down+1, other
			}
		}
		if !h.less(below, it) {
			break
		}
		h.set(i, below)
		i = down
	}
	h.set(i, it)
}
