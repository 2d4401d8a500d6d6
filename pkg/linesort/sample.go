package linesort

import (
	"bytes"
	"io"
)

const (
	probes     = 256      // places at which a text is sampled
	probeBytes = 32 << 10 // and what is read there, if there is room for the lines
)

// sampler collects lines, composed, in the room of the first worker.
type sampler struct {
	*sorter
	composer composer
	longest  int
	text     []byte
	lines    int
}

// newSampler samples lines of up to longest bytes.
func (s *sorter) newSampler(f form, longest int) *sampler {
	room := s.room(0)
	return &sampler{sorter: s, composer: composer{form: f}, longest: longest, text: room[:roomPad]}
}

// probe looks at up to n places of a text of size bytes, and at no more than a 16th of it.
func (s *sampler) probe(r io.ReaderAt, size int64, n int) error {
	c := s.chunks.get()
	defer s.chunks.put(c)
	least := min(2*s.longest+2, len(c.buf)) // holds a whole line, if it is not one that is stored apart
	usual := clamp(len(s.room(0))/probes, 1, min(probeBytes, len(c.buf)))
	places := min(int64(n), size/int64(16*usual)) + 1
	for i := range places {
		at := size / places * i
		for _, want := range []int{usual, least} {
			b := c.buf[:min(int64(want), size-at)]
			if _, err := r.ReadAt(b, at); err != nil && err != io.EOF {
				return err
			}
			if s.take(b, at == 0) {
				break
			}
		}
	}
	return nil
}

// take adds the whole lines in b and tells whether there were any. The first one is whole if b is the beginning.
func (s *sampler) take(b []byte, beginning bool) (found bool) {
	if !beginning {
		b = b[bytes.IndexByte(b, '\n')+1:]
	}
	for {
		n := bytes.IndexByte(b, '\n')
		if n < 0 {
			return found
		}
		found = true
		if n <= s.longest {
			s.add(s.composer.compose(b[:n]))
		}
		b = b[n+1:]
	}
}

func (s *sampler) add(line []byte) {
	if s.lines < s.plan.lines && len(s.text)+len(line) < cap(s.text) {
		s.text = append(append(s.text, line...), '\n')
		s.lines++
	}
}

// perLine is the number of bytes of an average line.
func (s *sampler) perLine() int {
	if s.lines == 0 {
		return s.longest
	}
	return max((len(s.text)-roomPad)/s.lines, 1)
}

// ranges chooses ranges with an equal share of the sample each, at most parts of them. A line that fills one by itself is
// heavy. The shares that splitters end are disjoint, so there cannot be more than asked for.
func (s *sampler) ranges(parts int) *ranges {
	sorter := s.sorters[0]
	sorter.load(s.text, s.lines)
	sorter.sort()
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
