package linesort

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
)

// The sort step: lines are sorted by 8 bytes at a time, taken as one number, beginning after what all of them share; then
// those that are equal so far are sorted among themselves, in the same way, by what follows. Many lines are sorted by
// radix, least significant byte first, over the bytes that differ; few by insertion.
//
// Passes: a line is looked at once for every 8 bytes that it shares with another. Memory: itemBytes for each line.

// item is a line of a text and the 8 bytes of it that it is being sorted by. Past the end of the line they are 0.
type item struct {
	word  uint64
	at, n uint32
}

// roomPad is what stands before the text in a room, so that 8 bytes can be loaded that end where any line ends.
const roomPad = 8

const (
	fewItems = 20  // are sorted by insertion
	minRadix = 160 // fewer are not worth the histograms
)

// lineSorter sorts the lines of one text.
type lineSorter struct {
	text    []byte // after roomPad bytes
	items   []item
	scratch []item
	counts  [8][256]uint32
}

// load takes the lines of text, which must end with a newline, as the items.
func (s *lineSorter) load(text []byte, lines int) {
	s.text = text
	if cap(s.items) < lines {
		s.items, s.scratch = make([]item, lines+lines/8), make([]item, lines+lines/8)
	}
	s.items = s.items[:lines]
	at := roomPad
	for i := range s.items {
		n := bytes.IndexByte(text[at:], '\n')
		s.items[i] = item{at: uint32(at), n: uint32(n)}
		at += n + 1
	}
}

func (s *lineSorter) line(it item) []byte { return s.text[it.at : it.at+it.n] }

// sort puts the items in order.
func (s *lineSorter) sort() { s.sortFrom(s.items, 0) }

// sortFrom sorts items that share the first depth bytes.
func (s *lineSorter) sortFrom(items []item, depth uint32) {
	if len(items) <= fewItems {
		s.insertion(items, depth)
		return
	}
	depth += s.shared(items, depth)
	varying := s.loadWords(items, depth)
	if len(items) < minRadix {
		slices.SortFunc(items, func(a, b item) int { return cmp.Compare(a.word, b.word) })
	} else {
		s.radix(items, varying)
	}
	depth += 8
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && items[j].word == items[i].word {
			j++
		}
		if j-i > 1 {
			s.group(items[i:j], depth)
		}
		i = j
	}
}

// group sorts items that are equal up to depth. Those that have ended before, where 0 stood for what they do not have,
// are the beginnings of each other and of the rest.
func (s *lineSorter) group(items []item, depth uint32) {
	ended := 0
	for i, it := range items {
		if it.n <= depth {
			items[i], items[ended] = items[ended], it
			ended++
		}
	}
	slices.SortFunc(items[:ended], func(a, b item) int { return cmp.Compare(a.n, b.n) })
	if len(items)-ended > 1 {
		s.sortFrom(items[ended:], depth)
	}
}

// shared is the number of bytes that all items have in common from depth on.
func (s *lineSorter) shared(items []item, depth uint32) uint32 {
	first := s.line(items[0])[depth:]
	for _, it := range items[1:] {
		line := s.line(it)[depth:]
		if len(line) >= len(first) && string(line[:len(first)]) == string(first) {
			continue
		}
		if first = first[:commonPrefix(first, line)]; len(first) == 0 {
			return 0
		}
	}
	return uint32(len(first))
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+8 <= n && binary.LittleEndian.Uint64(a[i:]) == binary.LittleEndian.Uint64(b[i:]) {
		i += 8
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// loadWords sets the words of items to the bytes from depth on and returns the bits in which they differ.
func (s *lineSorter) loadWords(items []item, depth uint32) uint64 {
	or, and := uint64(0), ^uint64(0)
	for i := range items {
		w := s.word(items[i], depth)
		items[i].word = w
		or |= w
		and &= w
	}
	return or &^ and
}

func (s *lineSorter) word(it item, depth uint32) uint64 {
	if depth+8 <= it.n {
		return binary.BigEndian.Uint64(s.text[it.at+depth:])
	}
	if depth >= it.n {
		return 0
	}
	return binary.BigEndian.Uint64(s.text[it.at+it.n-8:]) << (8 * (8 - (it.n - depth)))
}

// radix sorts items by their words, of which only the varying bits differ.
func (s *lineSorter) radix(items []item, varying uint64) {
	clear(s.counts[:])
	for i := range items {
		w := items[i].word
		for b := range s.counts {
			s.counts[b][byte(w>>(8*b))]++
		}
	}
	from, to := items, s.scratch[:len(items)]
	for b := range s.counts {
		if byte(varying>>(8*b)) != 0 {
			scatter(from, to, uint(8*b), &s.counts[b])
			from, to = to, from
		}
	}
	if &from[0] != &items[0] {
		copy(items, from)
	}
}

func scatter(from, to []item, shift uint, counts *[256]uint32) {
	sum := uint32(0)
	for i, n := range counts {
		counts[i] = sum
		sum += n
	}
	for _, it := range from {
		c := &counts[byte(it.word>>shift)]
		to[*c] = it
		*c++
	}
}

// insertion sorts few items that share the first depth bytes.
func (s *lineSorter) insertion(items []item, depth uint32) {
	s.loadWords(items, depth)
	for i := 1; i < len(items); i++ {
		it := items[i]
		j := i
		for ; j > 0 && s.less(it, items[j-1], depth); j-- {
			items[j] = items[j-1]
		}
		items[j] = it
	}
}

// less compares lines that share the first depth bytes and whose words are loaded.
func (s *lineSorter) less(a, b item, depth uint32) bool {
	if a.word != b.word {
		return a.word < b.word
	}
	return bytes.Compare(s.line(a)[min(depth, a.n):], s.line(b)[min(depth, b.n):]) < 0
}
