package sorts

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Strings are sorted where they lie, by items of 16 bytes: 8 bytes of the string, as one number, and its offset. An
// American flag sort (McIlroy, Bostic and McIlroy 1993) puts the items in order by these numbers, in place, 8 bits at a
// time or fewer, the highest first. Items that are equal so far go on with the next 8 bytes of their strings.
//
// Passes: a string is looked at once for every 8 bytes that it shares with another. Memory: the items.

// Item is 8 bytes of a string, its offset and its length. What a string does not have is 0.
type Item struct{ word, offset uint64 }

const (
	lengthBits = 24 // of the second number; above them is the offset
	few        = 32 // items are sorted by insertion
)

// Before is how many bytes there must be before each string, so that 8 bytes can be loaded that end where it ends.
const Before = 8

// NewItem is the item of n bytes at an offset, less than 16 MiB of less than a tebibyte.
func NewItem(at, n int) Item { return Item{offset: uint64(at)<<lengthBits | uint64(n)} }

// Offset is where the string lies.
func (it Item) Offset() int { return int(it.offset >> lengthBits) }

// Len is its length.
func (it Item) Len() int { return int(it.offset & (1<<lengthBits - 1)) }

// String is the string of an item in a text.
func (it Item) String(text []byte) []byte {
	at := it.Offset()
	return text[at : at+it.Len()]
}

// Strings puts the items of strings in a text in order.
func Strings(text []byte, items []Item) { stringSorter{text}.sort(items, 0) }

type stringSorter struct{ text []byte }

// sort sorts items whose strings share the first depth bytes.
func (s stringSorter) sort(items []Item, depth int) {
	if len(items) <= few {
		s.insertion(items, depth)
		return
	}
	depth += s.shared(items, depth)
	s.load(items, depth)
	sortWords(items)
	depth += 8
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && items[j].word == items[i].word {
			j++
		}
		if j-i > 1 {
			same := items[i:j]
			s.sort(same[ended(same, depth):], depth)
		}
		i = j
	}
}

// shared is the number of bytes that all strings have in common from depth on.
func (s stringSorter) shared(items []Item, depth int) int {
	first := items[0].String(s.text)[depth:]
	for _, it := range items[1:] {
		str := it.String(s.text)[depth:]
		if len(str) >= len(first) && string(str[:len(first)]) == string(first) {
			continue
		}
		if first = first[:Shared(first, str)]; len(first) == 0 {
			return 0
		}
	}
	return len(first)
}

// ended moves the items whose strings end before depth to the front, the shorter ones first, and returns how many they are. All
// strings are equal up to depth, so each of these is the beginning of all that come after it.
func ended(items []Item, depth int) int {
	n := 0
	for i, it := range items {
		if it.Len() <= depth {
			items[i], items[n] = items[n], it
			n++
		}
	}
	if n > 1 {
		slices.SortFunc(items[:n], func(a, b Item) int { return a.Len() - b.Len() })
	}
	return n
}

// load sets the numbers of items to the bytes from depth on.
func (s stringSorter) load(items []Item, depth int) {
	for i := range items {
		items[i].word = s.word(items[i], depth)
	}
}

func (s stringSorter) word(it Item, depth int) uint64 {
	at, n := it.Offset(), it.Len()
	if depth+8 <= n {
		return binary.BigEndian.Uint64(s.text[at+depth:])
	}
	if depth >= n {
		return 0
	}
	return binary.BigEndian.Uint64(s.text[at+n-8:]) << (8 * (8 - (n - depth)))
}

// sortWords sorts items by their numbers: by the highest bits in which they may differ, then those with the same bits. It takes
// at most 8 bits at a time, and so few that a bucket gets some items.
func sortWords(items []Item) {
	if len(items) <= few {
		insertWords(items)
		return
	}
	and, or := ^uint64(0), uint64(0)
	for i := range items {
		and &= items[i].word
		or |= items[i].word
	}
	if and == or {
		return
	}
	digit := min(bits.Len(uint(len(items)))-2, 8)
	shift, mask := max(bits.Len64(and^or)-digit, 0), uint64(1)<<digit-1
	var all [256]int32
	ends := all[:1<<digit]
	for i := range items {
		ends[items[i].word>>shift&mask]++
	}
	flag(items, shift, mask, ends)
	from := int32(0)
	for _, end := range ends {
		if shift > 0 && end-from > 1 {
			sortWords(items[from:end])
		}
		from = end
	}
}

// flag puts every item into the bucket of its digit. ends holds the counts, and then the ends of the buckets.
func flag(items []Item, shift int, mask uint64, ends []int32) {
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
				to := it.word >> shift & mask
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

func insertWords(items []Item) {
	for i := 1; i < len(items); i++ {
		it := items[i]
		j := i
		for ; j > 0 && it.word < items[j-1].word; j-- {
			items[j] = items[j-1]
		}
		items[j] = it
	}
}

// insertion sorts few items whose strings share the first depth bytes.
func (s stringSorter) insertion(items []Item, depth int) {
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

func (s stringSorter) less(a, b Item, depth int) bool {
	if a.word != b.word {
		return a.word < b.word
	}
	x, y := a.String(s.text), b.String(s.text)
	return bytes.Compare(x[min(depth, len(x)):], y[min(depth, len(y)):]) < 0
}
