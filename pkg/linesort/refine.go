package linesort

import (
	"io"

	"webmill/pkg/spill"
)

// split deals a partition again that a worker cannot sort, by splitters from a sample of itself. It falls into at least two, or is a
// heavy line and nothing else.
func (s *sorter) split(p *partition) ([]partition, error) {
	s.stats.Refined++
	longest := s.form.longest(s.plan.longest)
	seen := s.newSampler(0, longest)
	in := &chain{}
	for _, t := range p.texts {
		if err := seen.probe(textAt{s.store, t}, t.Size(), probes/len(p.texts)); err != nil {
			return nil, err
		}
		in.feeds = append(in.feeds, newStreamFeed(&spill.Reader{Blocks: s.store, Text: t, Empty: true}))
	}
	r := seen.ranges(s.plan.partsFor(p.bytes, max(int(p.bytes/p.lines), 1), s.plan.parts))
	parts, err := s.deal(r, in, 0, longest)
	if err != nil {
		return nil, err
	}
	heads := s.longReader()
	for _, l := range p.longs {
		h, err := heads.head(l)
		if err != nil {
			return nil, err
		}
		parts[r.partition(h)].addLong(l)
	}
	return parts, nil
}

// textAt reads a text at any place.
type textAt struct {
	store *spill.Blocks
	text  spill.Text
}

// ReadAt implements io.ReaderAt.
func (t textAt) ReadAt(p []byte, off int64) (int, error) {
	i := int(off / int64(t.store.Block))
	if i >= len(t.text) {
		return 0, io.EOF
	}
	return io.ReadFull(&spill.Reader{Blocks: t.store, Text: t.text[i:], From: int(off % int64(t.store.Block))}, p)
}
