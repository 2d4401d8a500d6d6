package extsort

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// RawOutput is a Sink behind which there is a file of raw records: several workers can write it at once.
type RawOutput interface {
	tuple.Sink
	// RawAt is not ok where there is no such file.
	RawAt() (w io.WriterAt, ok bool)
	// RawDirect is nil where there is no way past the page cache. What is written so is aligned to vfs.DirectAlign.
	RawDirect(size int64) (w io.WriterAt, close io.Closer)
	// WrittenRecords tells how many records were written through RawAt.
	WrittenRecords(n int64) error
}

// output is where sorted partitions go. begin is called by each worker before it writes the records of partition p;
// write may then be called several times; end lets the next partition begin.
type output interface {
	phase(p int) int // where on a page of memory the records of partition p should lie, in bytes
	begin(p int) bool
	write(p int, recs []int32) error
	end(p int)
	stop() // after a failure: begin returns false from now on
	finish() error
}

// write is step 4: it sorts the partitions and writes them.
func (s *sorter) write(dst tuple.Sink, parts []partition) error {
	s.stats.Partitions = len(parts)
	s.phase = s.opt.Phase("sort", 4*int64(s.key.width)*s.stats.Records)
	out := newOutput(dst, s, parts)
	var next atomic.Int64
	err := par.Do(s.plan.sorters, func(i int) error {
		w := newWorker(s, s.room(i))
		for {
			p := int(next.Add(1) - 1)
			if p >= len(parts) || s.failed.Load() {
				return nil
			}
			if err := w.partition(out, p, &parts[p]); err != nil {
				out.stop()
				return s.fail(err)
			}
			s.phase.Add(4 * int64(s.key.width) * parts[p].records)
		}
	})
	if err != nil {
		return err
	}
	return out.finish()
}

func newOutput(dst tuple.Sink, s *sorter, parts []partition) output {
	if raw, ok := dst.(RawOutput); ok && !s.opt.Unique {
		if at, ok := raw.RawAt(); ok {
			return newPlaced(raw, at, s, parts)
		}
	}
	o := &inTurn{dst: dst, sorter: s}
	o.moved.L = &o.mu
	return o
}

// placed writes each partition to its place in a file. Past the page cache only whole pages can be written: the pages
// that two partitions share are put together at the end.
type placed struct {
	dst    RawOutput
	kept   int64
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

func newPlaced(dst RawOutput, at io.WriterAt, s *sorter, parts []partition) *placed {
	o := &placed{dst: dst, at: at, next: make([]int64, len(parts))}
	record := 4 * int64(s.key.width)
	for i := range parts {
		o.next[i] = record * s.stats.Kept
		s.stats.Kept += parts[i].records
	}
	o.kept = s.stats.Kept
	if s.large(record * o.kept) {
		o.direct, o.closer = dst.RawDirect(record * o.kept)
	}
	return o
}

func (o *placed) begin(int) bool  { return true }
func (o *placed) end(int)         {}
func (o *placed) stop()           {}
func (o *placed) phase(p int) int { return int(o.next[p] % vfs.DirectAlign) }

func (o *placed) write(p int, recs []int32) error {
	off := o.next[p]
	o.next[p] += int64(4 * len(recs))
	tuple.ToLE(recs)
	b := tuple.Bytes(recs)
	head := int(-off & (vfs.DirectAlign - 1))
	if o.direct == nil || len(b) < head+vfs.DirectAlign || !tuple.Aligned(recs[head/4:], vfs.DirectAlign) {
		_, err := o.at.WriteAt(b, off)
		return err
	}
	whole := (len(b) - head) &^ (vfs.DirectAlign - 1)
	o.keep(b[:head], off)
	o.keep(b[head+whole:], off+int64(head+whole))
	_, err := o.direct.WriteAt(b[head:head+whole], off+int64(head))
	return err
}

func (o *placed) keep(part []byte, off int64) {
	if len(part) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.edges = append(o.edges, edge{off, bytes.Clone(part)})
}

func (o *placed) finish() error {
	slices.SortFunc(o.edges, func(a, b edge) int { return cmp.Compare(a.off, b.off) })
	for _, e := range o.edges {
		if _, err := o.at.WriteAt(e.data, e.off); err != nil {
			return err
		}
	}
	if o.closer != nil {
		if err := o.closer.Close(); err != nil {
			return err
		}
	}
	return o.dst.WrittenRecords(o.kept)
}

// inTurn writes one partition after the other, and drops what -u does not keep.
type inTurn struct {
	dst     tuple.Sink
	sorter  *sorter
	mu      sync.Mutex
	moved   sync.Cond
	turn    int
	stopped bool
	last    []int32 // the last record written, for -u
}

func (o *inTurn) phase(int) int { return 0 }
func (o *inTurn) finish() error { return nil }

func (o *inTurn) begin(p int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.turn != p && !o.stopped {
		o.moved.Wait()
	}
	return !o.stopped
}

func (o *inTurn) end(int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.turn++
	o.moved.Broadcast()
}

func (o *inTurn) stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stopped = true
	o.moved.Broadcast()
}

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

// worker sorts partitions, one at a time, in its room.
type worker struct {
	*sorter
	room  []uint64
	words *wordSorter
	wide  *wideSorter
}

func newWorker(s *sorter, room []uint64) *worker {
	w := &worker{sorter: s, room: room}
	if s.key.width == 2 {
		w.words = newWordSorter(s.key.pair)
	} else {
		w.wide = newWideSorter(s.key)
	}
	return w
}

func (w *worker) partition(out output, p int, part *partition) error {
	if part.spread.constant(w.key.width) || part.records == 0 {
		return w.constant(out, p, part)
	}
	var recs []int32
	var err error
	if w.words != nil {
		recs, err = w.sortPairs(part, out.phase(p)/8)
	} else {
		recs, err = w.sortWide(part)
	}
	if err != nil || !out.begin(p) {
		return err
	}
	if err := out.write(p, recs); err != nil {
		return err
	}
	out.end(p)
	return nil
}

// constant writes the record that a partition consists of as often as it was read, once for -u.
func (w *worker) constant(out output, p int, part *partition) error {
	if !out.begin(p) {
		return nil
	}
	width := w.key.width
	rec := make([]int32, width)
	for c := range rec {
		rec[c] = int32(part.spread.or[c])
	}
	if width == 2 {
		k := uint64(part.spread.or[1])<<32 | uint64(part.spread.or[0])
		v := w.words.out.Record(k)
		rec[0], rec[1] = int32(v), int32(v>>32)
	}
	n := part.records
	if w.opt.Unique {
		n = min(n, 1)
	}
	recs := make([]int32, min(n*int64(width), int64(maxChunk/4/width*width)))
	for i := 0; i < len(recs); i += width {
		copy(recs[i:], rec)
	}
	for left := n * int64(width); left > 0; left -= int64(len(recs)) {
		if err := out.write(p, recs[:min(left, int64(len(recs)))]); err != nil {
			return err
		}
	}
	out.end(p)
	return nil
}

// sortPairs leaves the records phase words behind the beginning of a page.
func (w *worker) sortPairs(part *partition, phase int) ([]int32, error) {
	n := int(part.records)
	half := (len(w.room) / 2) &^ (vfs.DirectAlign/8 - 1)
	x, y := w.room[phase:phase+n], w.room[half:half+n]
	segments, inMemory := w.views(part)
	if !inMemory {
		if err := w.gather(part, tuple.Ints32(y)); err != nil {
			return nil, err
		}
		segments = [][]uint64{y}
	}
	if phase > 0 {
		y = w.room[half+phase : half+phase+n] // what was gathered in its place is used up when it is written
	}
	sp := &part.spread
	varying := uint64(sp.varying(1))<<32 | uint64(sp.varying(0))
	return w.unique(tuple.Ints32(w.words.sort(segments, x, y, varying))), nil
}

// views are the segments of a partition as they lie in memory, if they all do.
func (w *worker) views(part *partition) (views [][]uint64, ok bool) {
	if len(part.repeats) > 0 {
		return nil, false
	}
	for _, g := range part.segments {
		if g.spilled {
			return nil, false
		}
		views = append(views, tuple.Pairs(w.store.view(g)))
	}
	return views, true
}

// gather copies all records of a partition to one place: first what is in the file, so that it stays aligned.
func (w *worker) gather(part *partition, dst []int32) error {
	dst, err := w.read(part.segments, dst)
	if err != nil {
		return err
	}
	for _, g := range part.segments {
		if !g.spilled {
			dst = dst[copy(dst, w.store.view(g)):]
		}
	}
	for i := range part.repeats {
		rep := &part.repeats[i]
		for range rep.n {
			dst = dst[copy(dst, rep.rec[:w.key.width]):]
		}
	}
	return nil
}

// read reads the spilled segments, several at a time because they lie apart, and returns what is left of dst.
func (w *worker) read(segments []segment, dst []int32) (rest []int32, err error) {
	var next []int // where each segment goes
	n := 0
	for _, g := range segments {
		next = append(next, n)
		if g.spilled {
			n += int(g.n)
		}
	}
	if n == 0 {
		return dst, nil
	}
	var at atomic.Int64
	err = par.Do(min(readers, len(segments)), func(int) error {
		for i := int(at.Add(1) - 1); i < len(segments); i = int(at.Add(1) - 1) {
			if g := segments[i]; g.spilled {
				if err := w.store.load(g, dst[next[i]:]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return dst[n:], err
}

const readers = 4 // reads under way at once for one partition

func (w *worker) sortWide(part *partition) ([]int32, error) {
	n, width := int(part.records), w.key.width
	words := (n*width + 1) / 2
	room := w.room
	recs, room := tuple.Ints32(room[:words])[:n*width], room[words:]
	out, room := tuple.Ints32(room[:words])[:n*width], room[words:]
	if err := w.gather(part, recs); err != nil {
		return nil, err
	}
	w.wide.sort(recs, out, room[:n], room[n:2*n], &part.spread)
	return w.unique(out), nil
}

// unique drops, for -u, the records that equal the one before them.
func (w *worker) unique(recs []int32) []int32 {
	if !w.opt.Unique {
		return recs
	}
	width := w.key.width
	kept := width
	for i := width; i < len(recs); i += width {
		if !w.key.equal(recs[kept-width:kept], recs[i:i+width]) {
			kept += copy(recs[kept:kept+width], recs[i:i+width])
		}
	}
	return recs[:min(kept, len(recs))]
}
