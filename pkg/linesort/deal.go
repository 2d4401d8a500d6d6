package linesort

import (
	"bytes"
	"io"

	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
)

// partition is what was dealt to one range.
type partition struct {
	texts []spill.Text // one of each worker
	longs []*long      // lines that are stored apart
	bytes int64        // of texts
	lines int64        // of texts; or how often same was found
	width int64        // bytes that texts and longs have when they are written
	same  []byte       // not nil: a heavy line, which the partition consists of
}

// add takes over what another worker dealt to the same range.
func (p *partition) add(q *partition) {
	p.texts = append(p.texts, q.texts...)
	p.longs = append(p.longs, q.longs...)
	p.bytes += q.bytes
	p.lines += q.lines
	p.width += q.width
}

func (p *partition) addLong(l *long) {
	p.longs = append(p.longs, l)
	p.width += l.line + 1
}

// total is the number of lines.
func (p *partition) total() int64 { return p.lines + int64(len(p.longs)) }

// dealer is one worker of the deal step: it appends lines to the texts of their partitions.
type dealer struct {
	sorter   *sorter
	composer composer
	ranges   *ranges
	longest  int
	keeper   longWriter
	heads    longReader
	blocks   []byte // those that are being filled, one for each partition
	slots    []slot
	parts    []partition
}

// slot is what a dealer has in hand of a partition.
type slot struct {
	next, end int // of the block that is being filled, in blocks
	lines     int64
	width     int64
	heavy     bool // lines are only counted
}

// deal deals the lines of feeds, of up to longest bytes, to partitions: in all workers at once.
func (s *sorter) deal(r *ranges, in *par.Chain[feed], f *layout, longest int) ([]partition, error) {
	dealers := make([]*dealer, s.plan.workers)
	for i := range dealers {
		dealers[i] = newDealer(s, r, f, longest)
		dealers[i].blocks = s.workOf(i)
	}
	if err := par.Do(len(dealers), func(i int) error {
		err := dealers[i].run(in)
		s.failed.Set(err)
		return err
	}); err != nil {
		return nil, err
	}
	parts := make([]partition, r.parts)
	for _, d := range dealers {
		for p := range parts {
			parts[p].add(&d.parts[p])
		}
	}
	for _, sp := range r.splitters {
		if sp.heavy {
			parts[sp.equal].same = sp.line
		}
	}
	return parts, nil
}

func newDealer(s *sorter, r *ranges, f *layout, longest int) *dealer {
	d := &dealer{sorter: s, ranges: r, longest: longest, slots: make([]slot, r.parts), parts: make([]partition, r.parts)}
	d.composer.layout = f
	d.keeper = longWriter{store: s.store, composer: composer{layout: f}}
	d.heads = s.longReader()
	for _, sp := range r.splitters {
		d.slots[sp.equal].heavy = sp.heavy
	}
	at := 0
	for p := range d.slots {
		if s := &d.slots[p]; !s.heavy {
			s.next, s.end = at, at+d.sorter.plan.block
			at = s.end
		}
	}
	return d
}

func (d *dealer) run(in *par.Chain[feed]) error {
	c := d.sorter.chunks.Take()
	defer d.sorter.chunks.Return(c)
	c.longest = d.longest
	for d.sorter.failed.Get() == nil {
		err := in.Read(func(f feed) error { return f.next(c) })
		if err == io.EOF {
			return d.finish()
		}
		if err == nil {
			err = d.chunk(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// chunk deals the lines of a chunk. That with a rest comes first, because others may wait for its end.
func (d *dealer) chunk(c *chunk) error {
	if c.rest != nil {
		if err := d.long(c.head, c.rest, c.at+int64(len(c.text))); err != nil {
			return err
		}
	}
	at := c.at
	for text := c.text; len(text) > 0; {
		n := bytes.IndexByte(text, '\n')
		if err := d.line(text[:n:n+1], at); err != nil {
			return err
		}
		text, at = text[n+1:], at+int64(n+1)
	}
	d.sorter.phase.Add(int64(len(c.text)))
	return nil
}

// line deals one line, behind which its newline stands.
func (d *dealer) line(line []byte, at int64) error {
	if len(line) > d.longest {
		return d.long(line, nil, at)
	}
	composed := d.composer.compose(line, at)
	p := d.ranges.partition(composed)
	s := &d.slots[p]
	s.lines++
	if s.heavy {
		return nil
	}
	s.width += int64(len(d.sorter.layout.line(composed))) + 1
	composed = append(composed, '\n')
	if n := copy(d.blocks[s.next:s.end], composed); n == len(composed) {
		s.next += n
		return nil
	}
	return d.straddle(p, composed)
}

// straddle cuts a line for which the block does not have enough space.
func (d *dealer) straddle(p int, line []byte) error {
	s := &d.slots[p]
	for {
		n := copy(d.blocks[s.next:s.end], line)
		s.next += n
		if line = line[n:]; len(line) == 0 {
			return nil
		}
		if err := d.flush(p); err != nil {
			return err
		}
	}
}

// flush stores the block of a partition, as far as it is filled.
func (d *dealer) flush(p int) error {
	s, part := &d.slots[p], &d.parts[p]
	begin := s.end - d.sorter.plan.block
	if s.heavy || s.next == begin {
		return nil
	}
	seg, err := d.sorter.store.Keep(d.blocks[begin:s.next])
	if part.texts == nil {
		part.texts = make([]spill.Text, 1)
	}
	part.texts[0] = append(part.texts[0], seg)
	part.bytes += int64(seg.Len())
	s.next = begin
	return err
}

// long deals a line that is stored apart.
func (d *dealer) long(head []byte, rest tail, at int64) error {
	l, err := d.keeper.keep(head, rest, at)
	if err != nil {
		return err
	}
	h, err := d.heads.head(l)
	if err != nil {
		return err
	}
	d.sorter.phase.Add(l.line)
	d.parts[d.ranges.partition(h)].addLong(l)
	return nil
}

// finish stores the blocks that are partly filled.
func (d *dealer) finish() error {
	for p := range d.slots {
		if err := d.flush(p); err != nil {
			return err
		}
		d.parts[p].lines = d.slots[p].lines
		d.parts[p].width += d.slots[p].width
	}
	return nil
}

// split deals a partition again that a worker cannot sort, by splitters from a sample of itself. The result has at
// least two partitions, or one with nothing but a line and its repeats.
func (s *sorter) split(p *partition) ([]partition, error) {
	s.stats.Refined++
	longest := s.layout.longest(s.plan.longest)
	seen := s.newSampler(nil, longest)
	in := &par.Chain[feed]{}
	for _, t := range p.texts {
		if err := seen.probe(textAt{s.store, t}, t.Size(), sorts.Probes/len(p.texts)); err != nil {
			return nil, err
		}
		in.Parts = append(in.Parts, newStreamFeed(&spill.Reader{Blocks: s.store, Text: t, Empty: true}))
	}
	r := seen.ranges(s.plan.partsFor(p.bytes, max(int(p.bytes/p.lines), 1), s.plan.parts))
	parts, err := s.deal(r, in, nil, longest)
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
