package linesort

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/bits"

	"webmill/pkg/sorts"
)

// sampler collects lines, composed, where the first worker holds its text.
type sampler struct {
	sorter   *sorter
	composer composer
	base     int64 // the place of the text in the input
	longest  int
	text     []byte
	lines    int
}

// newSampler samples lines of up to longest bytes.
func (s *sorter) newSampler(f *layout, longest int) *sampler {
	all := s.textOf(0)
	return &sampler{sorter: s, composer: composer{layout: f}, longest: longest, text: all[:textPad]}
}

// probe looks at up to n places of a text of size bytes, and at no more than a 16th of it.
func (s *sampler) probe(r io.ReaderAt, size int64, n int) error {
	c := s.sorter.chunks.Take()
	defer s.sorter.chunks.Return(c)
	least := min(2*s.longest+2, len(c.buf)) // holds a whole line, if it is not one that is stored apart
	usual := sorts.Clamp(len(s.sorter.textOf(0))/sorts.Probes, 1, min(sorts.ProbeBytes, len(c.buf)))
	places := min(int64(n), size/int64(16*usual)) + 1
	for i := range places {
		at := size / places * i
		for _, want := range []int{usual, least} {
			b := c.buf[:min(int64(want), size-at)]
			if _, err := r.ReadAt(b, at); err != nil && err != io.EOF {
				return err
			}
			if s.take(b, at) {
				break
			}
		}
	}
	return nil
}

// take adds the whole lines in b, which begins at a place of the text, and reports whether there were any. The first one is whole
// if b is the beginning.
func (s *sampler) take(b []byte, at int64) (found bool) {
	if at > 0 {
		n := bytes.IndexByte(b, '\n') + 1
		b, at = b[n:], at+int64(n)
	}
	for {
		n := bytes.IndexByte(b, '\n')
		if n < 0 {
			return found
		}
		found = true
		if n <= s.longest {
			s.add(s.composer.compose(b[:n], s.base+at))
		}
		b, at = b[n+1:], at+int64(n+1)
	}
}

func (s *sampler) add(line []byte) {
	if s.lines < s.sorter.plan.lines && len(s.text)+len(line) < cap(s.text) {
		s.text = append(append(s.text, line...), '\n')
		s.lines++
	}
}

// perLine is the number of bytes of an average line.
func (s *sampler) perLine() int {
	if s.lines == 0 {
		return s.longest
	}
	return max((len(s.text)-textPad)/s.lines, 1)
}

// ranges chooses ranges with an equal share of the sample each, at most parts of them. A line that fills one by itself is
// heavy. The shares that splitters end are disjoint, so there cannot be more than asked for.
func (s *sampler) ranges(parts int) *ranges {
	sorter := s.sorter.sorters[0]
	sorter.sort(s.text, s.lines)
	var chosen []splitter
	share, held := s.lines/(parts-1)+1, 0
	for i := 0; i < s.lines; {
		line := sorter.line(sorter.items[i])
		j := i + 1
		for j < s.lines && bytes.Equal(sorter.line(sorter.items[j]), line) {
			j++
		}
		heavy := j-i >= share
		if heavy || held >= share {
			chosen = append(chosen, splitter{line: bytes.Clone(line), heavy: heavy})
			held = 0
		}
		if !heavy {
			held += j - i
		}
		i = j
	}
	return newRanges(chosen)
}

// ranges divide the lines among partitions by splitters. A splitter begins a range; a heavy one is a range of its own,
// and what is above it begins another.
//
// To find a line's place, a tree over the splitters looks at 8 bytes at a time. A node stands for splitters that share
// their first bytes: a line that does not share them lies before or after all of them. Among the different words that
// follow, a line that falls between two is placed. One that equals a word goes on to the node of the splitters with this
// word, or, if they are few, is compared with them.
type ranges struct {
	splitters []splitter
	nodes     []node // the first is the root
	parts     int
}

type splitter struct {
	line  []byte
	heavy bool
	equal int // the partition of lines equal to it
	above int // the partition of lines between it and the next
}

type node struct {
	depth int      // where skip begins
	skip  []byte   // what its splitters share from there on
	words []uint64 // the 8 bytes after it, each one once
	first []int32  // the first splitter with each word, and the one after the last
	child []int32  // the node of the splitters with this word; 0: compare
	usual int      // the word with most splitters, and so most lines
}

const fewSplitters = 2 // are compared rather than made a node

// newRanges makes ranges of splitters in ascending order.
func newRanges(splitters []splitter) *ranges {
	r := &ranges{splitters: splitters, parts: 1}
	for i := range splitters {
		s := &splitters[i]
		if s.equal = r.parts; s.heavy {
			r.parts++
		}
		s.above = r.parts
		r.parts++
	}
	if len(splitters) > 0 {
		r.build(0, len(splitters), 0)
	}
	return r
}

// build makes the node of the splitters from lo to hi, which share the first depth bytes.
func (r *ranges) build(lo, hi, depth int) int32 {
	first, last := r.splitters[lo].line[depth:], r.splitters[hi-1].line[depth:]
	skip := first[:sorts.Shared(first, last)]
	n := node{depth: depth, skip: skip}
	depth += len(skip)
	id := len(r.nodes)
	r.nodes = append(r.nodes, node{})
	most := 0
	for i := lo; i < hi; {
		w := word(r.splitters[i].line[depth:])
		j := i + 1
		for j < hi && word(r.splitters[j].line[depth:]) == w {
			j++
		}
		n.words, n.first = append(n.words, w), append(n.first, int32(i))
		n.child = append(n.child, r.below(i, j, depth+8))
		if j-i > most {
			n.usual, most = len(n.words)-1, j-i
		}
		i = j
	}
	n.first = append(n.first, int32(hi))
	r.nodes[id] = n
	return int32(id)
}

// below makes a node of the splitters from lo to hi, which have the same word before depth. It makes none if they are few, or if
// the first of them ends before depth: word fills a line up with zeros, so only a comparison tells it from a line that has zeros.
//
//	"a"      has the word 61 00 00 00 00 00 00 00
//	"a\x00"  has the word 61 00 00 00 00 00 00 00
func (r *ranges) below(lo, hi, depth int) int32 {
	if hi-lo <= fewSplitters || len(r.splitters[lo].line) < depth {
		return 0
	}
	return r.build(lo, hi, depth)
}

// word is the first 8 bytes of b as a number, with zeros where it has fewer.
func word(b []byte) uint64 {
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b)
	}
	var pad [8]byte
	copy(pad[:], b)
	return binary.BigEndian.Uint64(pad[:])
}

// partition is the partition of a line.
func (r *ranges) partition(line []byte) int {
	if len(r.nodes) == 0 {
		return 0
	}
	i, equal := r.rank(line)
	switch {
	case i == 0:
		return 0
	case equal:
		return r.splitters[i-1].equal
	}
	return r.splitters[i-1].above
}

// rank is the number of splitters that are not above a line, and whether the last of them is equal to it.
func (r *ranges) rank(line []byte) (i int, equal bool) {
	n := &r.nodes[0]
	for {
		rest := line[n.depth:]
		if !bytes.HasPrefix(rest, n.skip) {
			if bytes.Compare(rest, n.skip) < 0 {
				return int(n.first[0]), false
			}
			return int(n.first[len(n.words)]), false
		}
		w := word(rest[len(n.skip):])
		j := n.usual
		if n.words[j] != w {
			j = lowerBound(n.words, w)
		}
		if j == len(n.words) || n.words[j] != w {
			return int(n.first[j]), false
		}
		if n.child[j] == 0 || len(line) < n.depth+len(n.skip)+8 {
			return r.compare(line, int(n.first[j]), int(n.first[j+1]))
		}
		n = &r.nodes[n.child[j]]
	}
}

// lowerBound is the number of words below w. It divides by four, so that three loads wait at a time, and without
// branches, because nobody could guess how the comparisons turn out.
func lowerBound(words []uint64, w uint64) int {
	base, n := 0, len(words)
	for n > 3 {
		q := n / 4
		_, a := bits.Sub64(words[base+q-1], w, 0)
		_, b := bits.Sub64(words[base+2*q-1], w, 0)
		_, c := bits.Sub64(words[base+3*q-1], w, 0)
		base += q * int(a+b+c)
		n -= 3 * q
	}
	for _, v := range words[base : base+n] {
		_, below := bits.Sub64(v, w, 0)
		base += int(below)
	}
	return base
}

// compare is rank where it is known that the splitters before lo are below the line and those from hi on above it.
func (r *ranges) compare(line []byte, lo, hi int) (i int, equal bool) {
	for lo < hi {
		mid := (lo + hi) / 2
		switch c := bytes.Compare(r.splitters[mid].line, line); {
		case c == 0:
			return mid + 1, true
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return lo, false
}
