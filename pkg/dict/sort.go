package dict

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// The keys of a batch are sorted where they lie, by items of 16 bytes: 8 bytes of the key, as one number, and its place.
// Items are put in order by the bytes of these numbers, the highest first, in place (American flag sort); those that are
// equal so far go on with the next 8 bytes of their keys.
//
// Passes: a key is looked at once for every 8 bytes that it shares with another. Memory: the items.

// item is 8 bytes of a key, and its place and length. What a key does not have is 0.
type item = [2]uint64

func newItem(at, n int) item { return item{0, uint64(at/unit)<<32 | uint64(n)} }

func itemPlace(it item) int { return int(it[1]>>32) * unit }

func itemLen(it item) int { return int(uint32(it[1])) }

// few items are sorted by insertion.
const few = 24

// keySorter sorts items of keys in a heap.
type keySorter struct{ heap []byte }

func (s keySorter) key(it item) []byte {
	at := itemPlace(it) + head
	return s.heap[at : at+itemLen(it)]
}

// sort sorts items whose keys share the first depth bytes.
func (s keySorter) sort(items []item, depth int) {
	for len(items) > few {
		varying := s.load(items, depth)
		if varying == 0 {
			depth += 8
			items = items[s.ended(items, depth):]
			continue
		}
		sortWords(items, (bits.Len64(varying)-1)&^7)
		depth += 8
		for i := 0; i < len(items); {
			j := i + 1
			for j < len(items) && items[j][0] == items[i][0] {
				j++
			}
			if j-i > 1 {
				same := items[i:j]
				s.sort(same[s.ended(same, depth):], depth)
			}
			i = j
		}
		return
	}
	s.insertion(items, depth)
}

// ended moves those of items equal so far whose keys have ended to the front: they are the beginnings of each other and
// of the rest. It returns how many they are.
func (s keySorter) ended(items []item, depth int) int {
	n := 0
	for i, it := range items {
		if itemLen(it) <= depth {
			items[i], items[n] = items[n], it
			n++
		}
	}
	if n > 1 {
		slices.SortFunc(items[:n], func(a, b item) int { return itemLen(a) - itemLen(b) })
	}
	return n
}

// load sets the numbers of items to the bytes from depth on and returns the bits in which they differ.
func (s keySorter) load(items []item, depth int) uint64 {
	or, and := uint64(0), ^uint64(0)
	for i := range items {
		w := s.word(items[i], depth)
		items[i][0] = w
		or |= w
		and &= w
	}
	return or &^ and
}

// word reads 8 bytes; there are always as many before the end of a key, because a record has a head.
func (s keySorter) word(it item, depth int) uint64 {
	at, n := itemPlace(it)+head, itemLen(it)
	if depth+8 <= n {
		return binary.BigEndian.Uint64(s.heap[at+depth:])
	}
	if depth >= n {
		return 0
	}
	return binary.BigEndian.Uint64(s.heap[at+n-8:]) << (8 * (8 - (n - depth)))
}

// sortWords sorts items by their numbers, which differ in the byte at shift and below only.
func sortWords(items []item, shift int) {
	for {
		if len(items) <= few {
			insertWords(items)
			return
		}
		var ends [256]int32
		for i := range items {
			ends[byte(items[i][0]>>shift)]++
		}
		if int(ends[byte(items[0][0]>>shift)]) == len(items) {
			if shift == 0 {
				return
			}
			shift -= 8
			continue
		}
		flag(items, shift, &ends)
		from := int32(0)
		for _, end := range ends {
			if shift > 0 && end-from > 1 {
				sortWords(items[from:end], shift-8)
			}
			from = end
		}
		return
	}
}

// flag puts every item into the bucket of its byte. ends holds the counts, and then the ends of the buckets.
func flag(items []item, shift int, ends *[256]int32) {
	var next [256]int32
	sum := int32(0)
	for b, n := range ends {
		next[b] = sum
		sum += n
		ends[b] = sum
	}
	for b := range ends {
		for next[b] < ends[b] {
			it := items[next[b]]
			for {
				to := byte(it[0] >> shift)
				if int(to) == b {
					break
				}
				items[next[to]], it = it, items[next[to]]
				next[to]++
			}
			items[next[b]] = it
			next[b]++
		}
	}
}

func insertWords(items []item) {
	for i := 1; i < len(items); i++ {
		it := items[i]
		j := i
		for ; j > 0 && it[0] < items[j-1][0]; j-- {
			items[j] = items[j-1]
		}
		items[j] = it
	}
}

// insertion sorts few items whose keys share the first depth bytes.
func (s keySorter) insertion(items []item, depth int) {
	if len(items) < 2 {
		return
	}
	s.load(items, depth)
	for i := 1; i < len(items); i++ {
		it := items[i]
		j := i
		for ; j > 0 && s.less(it, items[j-1], depth); j-- {
			items[j] = items[j-1]
		}
		items[j] = it
	}
}

func (s keySorter) less(a, b item, depth int) bool {
	if a[0] != b[0] {
		return a[0] < b[0]
	}
	x, y := s.key(a), s.key(b)
	return bytes.Compare(x[min(depth, len(x)):], y[min(depth, len(y)):]) < 0
}

func sharedPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+8 <= n {
		if x := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:]); x != 0 {
			return i + bits.TrailingZeros64(x)/8
		}
		i += 8
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}
