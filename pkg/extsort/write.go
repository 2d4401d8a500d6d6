package extsort

import (
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// write is step 4: it sorts the partitions and writes them.
func (s *sorter) write(dst tuple.Sink, parts []partition) error {
	s.stats.Partitions = len(parts)
	s.phase = s.opt.Begin("sort", 4*int64(s.key.width)*s.stats.Records)
	out := newOutput(dst, s, parts)
	defer out.close()
	err := par.Each(s.plan.sorters, len(parts), func(i int) func(int) error {
		w := newWorker(s, s.room(i))
		return func(p int) error {
			err := w.partition(out, p, &parts[p])
			if err != nil {
				s.turns.Stop()
			}
			s.phase.Add(4 * int64(s.key.width) * parts[p].records)
			return err
		}
	})
	if err != nil {
		return err
	}
	return out.finish()
}

// worker sorts partitions, one at a time, in its room. There are more workers than threads, because they also wait for
// the disk; compute lets as many sort at once as there shall be threads.
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
	if err != nil || !w.turns.Wait(p) {
		return err
	}
	if err := out.write(p, recs); err != nil {
		return err
	}
	w.turns.Next()
	return nil
}

// constant writes the record that a partition consists of as often as it was read, once for -u.
func (w *worker) constant(out output, p int, part *partition) error {
	if !w.turns.Wait(p) {
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
	recs := tuple.Ints32(w.room)
	recs = recs[:min(n*int64(width), int64(min(len(recs), maxChunk/4)/width*width))]
	for i := 0; i < len(recs); i += width {
		copy(recs[i:], rec)
	}
	for left := n * int64(width); left > 0; left -= int64(len(recs)) {
		if err := out.write(p, recs[:min(left, int64(len(recs)))]); err != nil {
			return err
		}
	}
	w.turns.Next()
	return nil
}

// sortPairs leaves the records phase words behind the beginning of a page.
func (w *worker) sortPairs(part *partition, phase int) ([]int32, error) {
	n := int(part.records)
	half := (len(w.room) / 2) &^ (vfs.DirectAlign/8 - 1)
	x, y := w.room[phase:phase+n], w.room[half:half+n]
	pieces, inMemory := w.views(part)
	if !inMemory {
		if err := w.gather(part, tuple.Ints32(y)); err != nil {
			return nil, err
		}
		pieces = [][]uint64{y}
	}
	if phase > 0 {
		y = w.room[half+phase : half+phase+n] // what was gathered in its place is used up when it is written
	}
	sp := &part.spread
	varying := uint64(sp.varying(1))<<32 | uint64(sp.varying(0))
	w.compute.Lock()
	defer w.compute.Unlock()
	return w.unique(tuple.Ints32(w.words.sort(pieces, x, y, varying))), nil
}

// views are the pieces of a partition as they lie in memory, if they all do.
func (w *worker) views(part *partition) (views [][]uint64, ok bool) {
	if len(part.repeats) > 0 {
		return nil, false
	}
	for _, g := range part.pieces {
		if g.Spilled() {
			return nil, false
		}
		views = append(views, tuple.Pairs(tuple.Words(w.store.View(g))))
	}
	return views, true
}

// gather copies all records of a partition to one place: first what is in the file, so that it stays aligned.
func (w *worker) gather(part *partition, dst []int32) error {
	dst, err := w.read(part.pieces, dst)
	if err != nil {
		return err
	}
	for _, g := range part.pieces {
		if !g.Spilled() {
			dst = dst[copy(tuple.Bytes(dst), w.store.View(g))/4:]
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

// read reads the spilled pieces, several at a time because they lie apart, and returns what is left of dst.
func (w *worker) read(pieces []spill.Piece, dst []int32) (rest []int32, err error) {
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
			_, err := w.store.Read(spilled[i], 0, tuple.Bytes(dst[to[i]:]))
			return err
		}
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
	w.compute.Lock()
	defer w.compute.Unlock()
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
