package harmony

import (
	"slices"

	"webmill/pkg/hashes"
)

// Host is the groups of the pages of one host. They are added page by page, in the order of their keys; then End makes it ready.
type Host struct {
	pages  []page
	groups []group
	v      []int32 // targets of members: first the pages, in order, then other pages of the host, then of other hosts
	b, d   []int32
	keys   []uint64 // of targets, before they have numbers
	inside int32    // targets that are on the host
}

// page is a page of the host: its groups end before the next one's begin.
type page struct {
	key  uint64
	from int32
}

// group is a group of a page.
type group struct {
	number   int64 // what the caller calls it
	page     int32
	from, to int32
	same     int32     // the first group of the host with the same targets in the same order
	bits     [2]uint64 // of the targets, a bit each
}

// What a host takes of the memory at most, with what End needs.
const (
	pageBytes   = 16 * 5 / 4
	groupBytes  = (48 + 40) * 5 / 4
	memberBytes = (8+12)*5/4 + 8
)

// Reset empties the host.
func (h *Host) Reset() {
	*h = Host{pages: h.pages[:0], groups: h.groups[:0], v: h.v[:0], b: h.b[:0], d: h.d[:0], keys: h.keys[:0]}
}

// Bytes is what the host takes of the memory.
func (h *Host) Bytes() int64 {
	return int64(len(h.pages))*pageBytes + int64(len(h.groups))*groupBytes + int64(len(h.keys))*memberBytes
}

const outside = 1 << 63

// Page adds a page by the key of its URL, a number of 63 bits.
func (h *Host) Page(key uint64) {
	if n := len(h.pages); n == 0 || h.pages[n-1].key != key {
		h.pages = append(h.pages, page{key, int32(len(h.groups))})
	}
}

// Group adds a group to the last page.
func (h *Host) Group(number int64) {
	at := int32(len(h.keys))
	h.groups = append(h.groups, group{number: number, page: int32(len(h.pages) - 1), from: at, to: at})
}

// Member adds a link to the last group: the key of its target, whether this is on the host, and what stands for label and
// display.
func (h *Host) Member(target uint64, inside bool, b, d int32) {
	if !inside {
		target |= outside
	}
	h.keys = append(h.keys, target)
	h.b, h.d = append(h.b, b), append(h.d, d)
	h.groups[len(h.groups)-1].to++
}

// Groups is how many groups there are.
func (h *Host) Groups() int { return len(h.groups) }

// Number is what the caller calls a group.
func (h *Host) Number(g int) int64 { return h.groups[g].number }

// End makes the host ready: targets and equal groups get numbers.
func (h *Host) End() {
	pages, others := len(h.pages), make([]uint64, 0, len(h.keys))
	byKey := func(p page, key uint64) int {
		switch {
		case p.key < key:
			return -1
		case p.key > key:
			return 1
		}
		return 0
	}
	h.v = slices.Grow(h.v[:0], len(h.keys))
	for _, key := range h.keys {
		n, crawled := slices.BinarySearchFunc(h.pages, key, byKey)
		if !crawled {
			n = -1
			others = append(others, key)
		}
		h.v = append(h.v, int32(n))
	}
	slices.Sort(others)
	others = slices.Compact(others)
	first, _ := slices.BinarySearch(others, outside)
	h.inside = int32(pages + first)
	for i, key := range h.keys {
		if h.v[i] < 0 {
			n, _ := slices.BinarySearch(others, key)
			h.v[i] = int32(pages + n)
		}
	}
	bySum := make(map[uint64]int32, len(h.groups))
	for i := range h.groups {
		g := &h.groups[i]
		sum := uint64(0)
		for _, t := range h.v[g.from:g.to] {
			sum = hashes.Mix(sum + uint64(t) + 1)
			bit := hashes.Mix(uint64(t)+1) % 128
			g.bits[bit/64] |= 1 << (bit % 64)
		}
		g.same = int32(i)
		if first, ok := bySum[sum]; !ok {
			bySum[sum] = g.same
		} else if slices.Equal(h.targets(int(first)), h.targets(i)) {
			g.same = first
		}
	}
}

// targets are those of a group.
func (h *Host) targets(g int) []int32 { return h.v[h.groups[g].from:h.groups[g].to] }

// groupsOf are the groups of a page.
func (h *Host) groupsOf(page int32) (from, to int32) {
	to = int32(len(h.groups))
	if int(page)+1 < len(h.pages) {
		to = h.pages[page+1].from
	}
	return h.pages[page].from, to
}
