package extsort

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// mostReady bounds the list of the partitions that can be sorted: a large input in little memory has a million of them.
const mostReady = 1024

// write is steps 3 and 4: it refines the partitions until each fits in the memory of a partSorter, and sorts and writes them.
func (s *sorter) write(dst tuple.Sink, parts []partition) error {
	out := newOutput(dst, s)
	defer out.close()
	fits := func(p *partition) bool { return p.records <= s.sortable() || s.constant(p) }
	var ready []partition
	err := sorts.Refine(parts, fits, s.split, func(p partition) error {
		if ready = append(ready, p); len(ready) < mostReady {
			return nil
		}
		err := s.writeReady(out, ready)
		clear(ready)
		ready = ready[:0]
		return err
	})
	if err == nil {
		err = s.writeReady(out, ready)
	}
	if err != nil {
		return err
	}
	return out.finish()
}

func (s *sorter) writeReady(out output, parts []partition) error {
	if s.stats.Partitions == 0 {
		s.phase = s.opt.Begin("sort", 4*int64(s.key.width)*s.stats.Records)
	}
	s.stats.Partitions += len(parts)
	out.begin(parts)
	run := par.InOrder
	if _, ok := out.(*placed); ok {
		run = par.AnyOrder
	}
	return run(s.plan.sorters, len(parts), func(i int) (sort, write func(int) error) {
		w := newPartSorter(s, s.scratch(i))
		return func(p int) error { return w.sort(&parts[p], out.alignOffset(p)/8) },
			func(p int) error { return w.write(out, p, &parts[p]) }
	})
}

// partSorter sorts partitions, one at a time, in its scratch memory. There are more partSorters than threads, because they also
// wait for the disk; the limit compute lets no more of them sort at once than there are threads.
type partSorter struct {
	sorter  *sorter
	scratch []uint64
	words   *wordSorter
	wide    *wideSorter
	sorted  []int32 // the partition at hand; for one of equal records a part of it
}

func newPartSorter(s *sorter, scratch []uint64) *partSorter {
	w := &partSorter{sorter: s, scratch: scratch}
	if s.key.width == 2 {
		w.words = newWordSorter(s.key.pair)
	} else {
		w.wide = newWideSorter(s.key)
	}
	return w
}

// sort leaves pairs in memory alignOffset words behind a multiple of vfs.DirectAlign.
func (w *partSorter) sort(part *partition, alignOffset int) (err error) {
	switch {
	case w.sorter.constant(part):
		w.sorted = w.repeat(part)
	case w.words != nil:
		w.sorted, err = w.sortPairs(part, alignOffset)
	default:
		w.sorted, err = w.sortWide(part)
	}
	return err
}

// constant reports whether a partition consists of equal records.
func (s *sorter) constant(part *partition) bool {
	return part.bits.constant(s.key.width) || part.records == 0
}

func (w *partSorter) write(out output, p int, part *partition) error {
	left := int64(len(w.sorted))
	if w.sorter.constant(part) && !w.sorter.opt.Unique {
		left = part.records * int64(w.sorter.key.width)
	}
	for left > 0 {
		recs := w.sorted[:min(left, int64(len(w.sorted)))]
		if err := out.write(p, recs); err != nil {
			return err
		}
		left -= int64(len(recs))
	}
	w.sorter.phase.Add(4 * int64(w.sorter.key.width) * part.records)
	return nil
}

// repeat is the record that a partition consists of, as often as it was read or as there is space for, once for -u.
func (w *partSorter) repeat(part *partition) []int32 {
	width := w.sorter.key.width
	values := part.bits.or
	if width == 2 {
		values[0], values[1] = tuple.Unpair(w.words.out.Record(tuple.Pair(values[0], values[1])))
	}
	rec := make([]int32, width)
	for c := range rec {
		rec[c] = int32(values[c])
	}
	n := part.records
	if w.sorter.opt.Unique {
		n = min(n, 1)
	}
	recs := tuple.Ints32(w.scratch)
	recs = recs[:min(n*int64(width), int64(min(len(recs), maxChunk/4)/width*width))]
	for i := 0; i < len(recs); i += width {
		copy(recs[i:], rec)
	}
	return recs
}

func (w *partSorter) sortPairs(part *partition, alignOffset int) ([]int32, error) {
	n := int(part.records)
	half := (len(w.scratch) / 2) &^ (vfs.DirectAlign/8 - 1)
	x, y := w.scratch[alignOffset:alignOffset+n], w.scratch[half:half+n]
	pieces, inMemory := w.views(part)
	if !inMemory {
		if err := w.gather(part, tuple.Ints32(y)); err != nil {
			return nil, err
		}
		pieces = [][]uint64{y}
	}
	if alignOffset > 0 {
		y = w.scratch[half+alignOffset : half+alignOffset+n] // what was gathered in its place is used up when it is written
	}
	varying := tuple.Pair(part.bits.varying(0), part.bits.varying(1))
	w.sorter.compute.Lock()
	defer w.sorter.compute.Unlock()
	return w.unique(tuple.Ints32(w.words.sort(pieces, x, y, varying))), nil
}

// views are the pieces of a partition as they lie in memory, if they all do.
func (w *partSorter) views(part *partition) (views [][]uint64, ok bool) {
	if len(part.repeats) > 0 {
		return nil, false
	}
	for _, g := range part.pieces {
		if g.Spilled() {
			return nil, false
		}
		views = append(views, tuple.Pairs(tuple.Words(w.sorter.store.View(g))))
	}
	return views, true
}

// gather copies all records of a partition to one place: first what is in the file, so that it stays aligned.
func (w *partSorter) gather(part *partition, dst []int32) error {
	dst, err := w.read(part.pieces, dst)
	if err != nil {
		return err
	}
	for _, g := range part.pieces {
		if !g.Spilled() {
			dst = dst[copy(tuple.Bytes(dst), w.sorter.store.View(g))/4:]
		}
	}
	for i := range part.repeats {
		rep := &part.repeats[i]
		for range rep.n {
			dst = dst[copy(dst, rep.rec[:w.sorter.key.width]):]
		}
	}
	return nil
}

// read reads the spilled pieces, several at a time because they lie apart, and returns what is left of dst.
func (w *partSorter) read(pieces []spill.Piece, dst []int32) (rest []int32, err error) {
	var spilled []spill.Piece
	var to []int // where each goes
	n := 0
	for _, g := range pieces {
		if g.Spilled() {
			spilled, to = append(spilled, g), append(to, n)
			n += g.Len() / 4
		}
	}
	err = par.Each(min(readers, len(spilled)), len(spilled), func(int) func(int) error {
		return func(i int) error {
			_, err := w.sorter.store.Read(spilled[i], 0, tuple.Bytes(dst[to[i]:]))
			return err
		}
	})
	return dst[n:], err
}

const readers = 4 // reads under way at once for one partition

func (w *partSorter) sortWide(part *partition) ([]int32, error) {
	n, width := int(part.records), w.sorter.key.width
	words := (n*width + 1) / 2
	scratch := w.scratch
	recs, scratch := tuple.Ints32(scratch[:words])[:n*width], scratch[words:]
	out, scratch := tuple.Ints32(scratch[:words])[:n*width], scratch[words:]
	if err := w.gather(part, recs); err != nil {
		return nil, err
	}
	w.sorter.compute.Lock()
	defer w.sorter.compute.Unlock()
	w.wide.sort(recs, out, scratch[:n], scratch[n:2*n], &part.bits)
	return w.unique(out), nil
}

// unique drops, for -u, the records that equal the one before them.
func (w *partSorter) unique(recs []int32) []int32 {
	if !w.sorter.opt.Unique {
		return recs
	}
	width := w.sorter.key.width
	kept := width
	for i := width; i < len(recs); i += width {
		if !w.sorter.key.equal(recs[kept-width:kept], recs[i:i+width]) {
			kept += copy(recs[kept:kept+width], recs[i:i+width])
		}
	}
	return recs[:min(kept, len(recs))]
}

// RawOutput is a Sink behind which there is a file of raw records: several workers can write it at once.
type RawOutput interface {
	tuple.Sink
	// RawAt returns nil if there is no such file. of is the sink itself: a Sink that wraps it and embeds its methods is written
	// in order.
	RawAt() (w io.WriterAt, of tuple.Sink)
	// RawDirect returns nil if the file cannot be written past the page cache. Its writes must be aligned to vfs.DirectAlign.
	RawDirect(size int64) (w io.WriterAt, close io.Closer)
	// WrittenRecords tells how many records were written through RawAt.
	WrittenRecords(n int64) error
}

// output is where sorted partitions go, each to its place or, in the order of the partitions, one after the other.
type output interface {
	begin(parts []partition) // says which partitions come next
	// alignOffset says how many bytes behind a multiple of vfs.DirectAlign the records of partition p should lie in memory.
	alignOffset(p int) int
	write(p int, recs []int32) error // may be called several times
	finish() error
	close()
}

func newOutput(dst tuple.Sink, s *sorter) output {
	if raw, ok := dst.(RawOutput); ok && !s.opt.Unique {
		if at, of := raw.RawAt(); at != nil && of == dst {
			return newPlaced(raw, at, s)
		}
	}
	return &inTurn{dst: dst, sorter: s}
}

// placed writes each partition to its place in a file. Past the page cache only whole pages can be written: the pages
// that two partitions share are collected, and written many at a time through it.
type placed struct {
	dst    RawOutput
	sorter *sorter
	at     io.WriterAt
	direct io.WriterAt // or nil
	closer io.Closer
	next   []int64 // where a partition's next records go

	mu    sync.Mutex
	edges []edge
}

// edge is a part of a page.
type edge struct {
	off  int64
	data []byte
}

const mostEdges = 512

func newPlaced(dst RawOutput, at io.WriterAt, s *sorter) *placed {
	o := &placed{dst: dst, sorter: s, at: at}
	if size := 4 * int64(s.key.width) * s.stats.Records; s.large(size) {
		o.direct, o.closer = dst.RawDirect(size)
	}
	return o
}

func (o *placed) begin(parts []partition) {
	o.next = o.next[:0]
	kept := &o.sorter.stats.Kept
	for i := range parts {
		o.next = append(o.next, 4*int64(o.sorter.key.width)*(*kept))
		*kept += parts[i].records
	}
}

func (o *placed) alignOffset(p int) int { return int(o.next[p] % vfs.DirectAlign) }

func (o *placed) write(p int, recs []int32) error {
	off := o.next[p]
	o.next[p] += int64(4 * len(recs))
	tuple.ToLE(recs)
	defer tuple.FromLE(recs) // partSorter.write writes the same memory again
	b := tuple.Bytes(recs)
	head := int(-off & (vfs.DirectAlign - 1))
	if o.direct == nil || len(b) < head+vfs.DirectAlign || !tuple.Aligned(recs[head/4:], vfs.DirectAlign) {
		_, err := o.at.WriteAt(b, off)
		return err
	}
	whole := (len(b) - head) &^ (vfs.DirectAlign - 1)
	_, err := o.direct.WriteAt(b[head:head+whole], off+int64(head))
	if err != nil {
		return err
	}
	if err := o.keep(b[:head], off); err != nil {
		return err
	}
	return o.keep(b[head+whole:], off+int64(head+whole))
}

func (o *placed) keep(part []byte, off int64) error {
	if len(part) == 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.edges = append(o.edges, edge{off, bytes.Clone(part)})
	if len(o.edges) < mostEdges {
		return nil
	}
	return o.writeEdges()
}

func (o *placed) writeEdges() error {
	slices.SortFunc(o.edges, func(a, b edge) int { return cmp.Compare(a.off, b.off) })
	for _, e := range o.edges {
		if _, err := o.at.WriteAt(e.data, e.off); err != nil {
			return err
		}
	}
	o.edges = o.edges[:0]
	return nil
}

func (o *placed) finish() error {
	if err := o.writeEdges(); err != nil {
		return err
	}
	return o.dst.WrittenRecords(o.sorter.stats.Kept)
}

func (o *placed) close() {
	if o.closer != nil {
		o.closer.Close()
	}
}

// inTurn writes one partition after the other, and drops what -u does not keep.
type inTurn struct {
	dst    tuple.Sink
	sorter *sorter
	last   []int32 // the last record written, for -u
}

func (o *inTurn) begin([]partition)   {}
func (o *inTurn) alignOffset(int) int { return 0 }
func (o *inTurn) finish() error       { return nil }
func (o *inTurn) close()              {}

// write drops the records at the beginning that equal the last one before; the others the worker has dropped already.
func (o *inTurn) write(_ int, recs []int32) error {
	k := o.sorter.key
	if o.sorter.opt.Unique && len(recs) > 0 {
		for o.last != nil && len(recs) > 0 && k.equal(o.last, recs) {
			recs = recs[k.width:]
		}
		if len(recs) == 0 {
			return nil
		}
		o.last = append(o.last[:0], recs[len(recs)-k.width:]...)
	}
	o.sorter.stats.Kept += int64(len(recs) / k.width)
	return o.dst.WriteBlock(recs)
}
