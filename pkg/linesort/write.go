package linesort

import (
	"bytes"
	"io"
	"slices"
	"sort"

	"webmill/pkg/par"
	"webmill/pkg/sorts"
)

// write is the last step: it sorts the partitions and writes them, each to its place or, where that cannot be, in turn.
func (s *sorter) write(dst Output, parts []partition) error {
	if s.opt.Desc {
		slices.Reverse(parts)
	}
	s.stats.Partitions = len(parts)
	next, total := make([]int64, len(parts)), int64(0) // where a partition's next lines go; all, without -u
	for i := range parts {
		p := &parts[i]
		next[i] = total
		total += p.width
		if p.same != nil {
			total += p.lines * int64(len(s.layout.line(p.same))+1)
		}
	}
	out := func(_ int, b []byte) error {
		s.ends(b)
		_, err := dst.Write(b)
		return err
	}
	at, anywhere := dst.At()
	anywhere = anywhere && !s.opt.Unique
	run := par.InOrder
	if anywhere {
		run = par.AnyOrder
		out = func(p int, b []byte) error {
			s.ends(b)
			n, err := at.WriteAt(b, next[p])
			next[p] += int64(n)
			return err
		}
	}
	s.phase = s.opt.Begin("sort", total)
	err := run(s.plan.workers, len(parts), func(i int) (work, write func(int) error) {
		w := s.newWorker(i, out)
		return func(p int) error { return w.sort(&parts[p]) }, func(p int) error { return w.write(p, &parts[p]) }
	})
	if anywhere && err == nil {
		return dst.Written(total)
	}
	return err
}

// ends gives lines their own ends back, before they are written.
func (s *sorter) ends(lines []byte) {
	if s.opt.Nul {
		swap(lines)
	}
}

// outBytes is how much is written at once.
const outBytes = 256 << 10

// worker sorts partitions, one at a time, in its memory, and writes them.
type worker struct {
	sorter *sorter
	lines  *lineSorter
	longs  longReader
	text   []byte
	out    func(part int, b []byte) error
	part   int   // the partition at hand
	before []int // how many of its lines there are before each long one
	buf    []byte
	kept   int64
	last   keyOf // the last key written, for -u
}

// keyOf is the key of an ordinary line, or of a long one if that is longer than any ordinary line.
type keyOf struct {
	b    []byte // nil: none
	long *long
}

func (s *sorter) newWorker(i int, out func(part int, b []byte) error) *worker {
	return &worker{sorter: s, lines: s.sorters[i], longs: s.longReader(), text: s.textOf(i), out: out}
}

// write writes partition p, which is sorted.
func (w *worker) write(p int, part *partition) (err error) {
	w.part, w.kept = p, 0
	if w.sorter.opt.Unique {
		w.last = w.sorter.last // only the worker that writes uses it
	}
	if part.same != nil {
		err = w.repeat(part)
	} else {
		err = w.merge(part.longs, w.before)
	}
	if err == nil {
		err = w.flush(0)
	}
	if err != nil {
		return err
	}
	w.sorter.kept.Add(w.kept)
	if w.sorter.opt.Unique {
		w.sorter.last = keyOf{bytes.Clone(w.last.b), w.last.long}
	}
	w.sorter.phase.Add(part.width)
	return nil
}

// sort sorts the lines and the long lines of a partition.
func (w *worker) sort(part *partition) error {
	if part.same != nil {
		return nil
	}
	fill := textPad
	for _, t := range part.texts {
		for _, seg := range t {
			n, err := w.sorter.store.Read(seg, 0, w.text[fill:])
			if err == nil && n < seg.Len() {
				err = io.ErrShortBuffer
			}
			if err != nil {
				return err
			}
			fill += n
		}
	}
	w.lines.sort(w.text[:fill], int(part.lines))
	if err := w.longs.sort(part.longs); err != nil {
		return err
	}
	w.before = w.before[:0]
	for _, l := range part.longs {
		h, err := w.longs.head(l)
		if err != nil {
			return err
		}
		w.before = append(w.before, sort.Search(len(w.lines.items), func(i int) bool {
			return bytes.Compare(w.lines.line(w.lines.items[i]), h) > 0
		}))
	}
	return nil
}

// merge writes the sorted lines with the long ones in their places, in the order asked for.
func (w *worker) merge(longs []*long, at []int) error {
	if w.sorter.opt.Desc {
		slices.Reverse(w.lines.items)
		slices.Reverse(longs)
		slices.Reverse(at)
		for i := range at {
			at[i] = len(w.lines.items) - at[i]
		}
	}
	from := 0
	for i, l := range longs {
		if err := w.items(w.lines.items[from:at[i]]); err != nil {
			return err
		}
		if err := w.long(l); err != nil {
			return err
		}
		from = at[i]
	}
	return w.items(w.lines.items[from:])
}

// items writes ordinary lines.
func (w *worker) items(items []sorts.Item) error {
	for _, it := range items {
		composed := w.lines.text[it.Offset() : it.Offset()+it.Len()+1]
		if w.sorter.opt.Unique && !w.fresh(w.sorter.layout.key(composed[:it.Len()])) {
			continue
		}
		w.kept++
		w.buf = append(w.buf, w.sorter.layout.line(composed)...)
		if len(w.buf) >= outBytes {
			if err := w.flush(0); err != nil {
				return err
			}
		}
	}
	return nil
}

// fresh reports whether a key is not that of the line before.
func (w *worker) fresh(key []byte) bool {
	if w.last.b != nil && bytes.Equal(w.last.b, key) {
		return false
	}
	w.last = keyOf{b: key}
	return true
}

// repeat writes the heavy line that a partition consists of.
func (w *worker) repeat(part *partition) error {
	n := part.lines
	if w.sorter.opt.Unique {
		if !w.fresh(w.sorter.layout.key(part.same)) {
			return nil
		}
		n = min(n, 1)
	}
	line := append(bytes.Clone(w.sorter.layout.line(part.same)), '\n')
	for range n {
		w.buf = append(w.buf, line...)
		if err := w.flush(outBytes); err != nil {
			return err
		}
	}
	w.kept += n
	return nil
}

// long writes a long line.
func (w *worker) long(l *long) error {
	if w.sorter.opt.Unique {
		fresh, err := w.freshLong(l)
		if err != nil || !fresh {
			return err
		}
	}
	w.kept++
	if err := w.flush(0); err != nil {
		return err
	}
	err := w.longs.copy(writerFunc(func(b []byte) error { return w.out(w.part, b) }), l)
	w.buf = append(w.buf, '\n')
	return err
}

// freshLong is fresh for a long line, whose key may be short.
func (w *worker) freshLong(l *long) (bool, error) {
	if l.key <= int64(w.longs.longest) { // as keys of ordinary lines are
		h, err := w.longs.head(l)
		if err != nil {
			return false, err
		}
		return w.fresh(bytes.Clone(h[:l.key])), nil
	}
	if last := w.last.long; last != nil && last.key == l.key {
		_, shared, err := w.longs.compare(last, l)
		if err != nil || shared >= l.key {
			return false, err
		}
	}
	w.last = keyOf{long: l}
	return true, nil
}

// flush writes what has been collected, if it is at least so much.
func (w *worker) flush(least int) error {
	if len(w.buf) == 0 || len(w.buf) < least {
		return nil
	}
	err := w.out(w.part, w.buf)
	w.buf = w.buf[:0]
	return err
}

type writerFunc func(b []byte) error

func (f writerFunc) Write(b []byte) (int, error) { return len(b), f(b) }
