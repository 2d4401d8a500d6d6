package extsort

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"sync"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

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

// output is where sorted partitions go, each to its place or, by the turns of the sort, one after the other.
type output interface {
	phase(p int) int                 // where on a page of memory the records of partition p should lie, in bytes
	write(p int, recs []int32) error // may be called several times
	finish() error
	close()
}

func newOutput(dst tuple.Sink, s *sorter, parts []partition) output {
	if raw, ok := dst.(RawOutput); ok && !s.opt.Unique {
		if at, of := raw.RawAt(); at != nil && of == dst {
			return newPlaced(raw, at, s, parts)
		}
	}
	s.turns = par.NewTurns()
	return &inTurn{dst: dst, sorter: s}
}

// placed writes each partition to its place in a file. Past the page cache only whole pages can be written: the pages
// that two partitions share are collected, and written many at a time through it.
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

const mostEdges = 512

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
	_, err := o.direct.WriteAt(b[head:head+whole], off+int64(head))
	return cmp.Or(err, o.keep(b[:head], off), o.keep(b[head+whole:], off+int64(head+whole)))
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
	return o.dst.WrittenRecords(o.kept)
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

func (o *inTurn) phase(int) int { return 0 }
func (o *inTurn) finish() error { return nil }
func (o *inTurn) close()        {}

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
