package dict

import (
	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// The last step: every worker goes through its batches once more. It loads the ids of the strings of a batch and puts
// them in the place of their numbers; the output takes the blocks of the workers in the order of the input.

const aheadBlocks = 4

// piece is how many records are handed over at once.
func (b *builder) piece() int { return max(1, min(b.plan.block, 64<<10)/4/b.opt.Columns) }

// emission is what a worker hands over.
type emission struct {
	full  chan []int32 // closed at the end; the worker owns it
	empty chan []int32
	quit  chan struct{} // closed when nobody reads on
}

// emit writes the links.
func (b *builder) emit() error {
	all, size := b.segments(), int64(0)
	for _, s := range all {
		size += s.records * int64(4*b.opt.Columns)
	}
	count := b.phase("write", size)
	lanes := make([]emission, len(b.workers))
	quit := make(chan struct{})
	for i := range lanes {
		lanes[i] = emission{make(chan []int32, aheadBlocks), make(chan []int32, aheadBlocks+2), quit}
	}
	return par.Do(len(b.workers)+1, func(i int) error {
		if i < len(b.workers) {
			defer close(lanes[i].full)
			return b.workers[i].emit(&lanes[i], count)
		}
		defer close(quit)
		return b.collect(all, lanes)
	})
}

// collect writes the blocks of the workers in the order of the input.
func (b *builder) collect(all []segment, lanes []emission) error {
	for _, s := range all {
		lane := &lanes[s.worker]
		for done := int64(0); done < s.records; {
			block, ok := <-lane.full
			if !ok {
				return nil // the worker says why
			}
			if err := b.out.Links.WriteBlock(block); err != nil {
				return err
			}
			done += int64(len(block) / b.opt.Columns)
			lane.empty <- block
		}
	}
	return nil
}

// emit hands over the records of a worker, with the ids of their strings.
func (w *worker) emit(lane *emission, count Counter) error {
	most := 0
	for _, b := range w.batches {
		most = max(most, b.run.n+b.strings)
	}
	words, err := arena.Words((most + 1) / 2)
	if err != nil {
		return err
	}
	defer arena.Free(words)
	ranks, err := w.ranks.take()
	if err != nil {
		return err
	}
	records, err := w.records.take()
	if err != nil {
		return err
	}
	numbers, in := w.store.reader(ranks), w.store.reader(records)
	in.count = count
	loaded, ids := -1, []int32(nil)
	for _, s := range w.segments {
		for loaded < s.batch {
			loaded++
			if ids, err = w.store.load(w.batches[loaded], &numbers, tuple.Ints32(words)); err != nil {
				return err
			}
		}
		if err := w.translate(lane, s.records, &in, ids); err != nil || lane.stopped() {
			return err
		}
	}
	return nil
}

func (l *emission) stopped() bool {
	select {
	case <-l.quit:
		return true
	default:
		return false
	}
}

// translate hands over so many records.
func (w *worker) translate(lane *emission, records int64, in *reader, ids []int32) error {
	for piece := int64(w.piece()); records > 0; {
		n := int(min(piece, records)) * w.opt.Columns
		var block []int32
		select {
		case block = <-lane.empty:
			block = block[:cap(block)]
		default:
			block = make([]int32, int(piece)*w.opt.Columns)
		}
		if err := in.full(4 * n); err != nil {
			return err
		}
		block = block[:n]
		copy(tuple.Bytes(block), in.buf[in.pos:])
		tuple.FromLE(block)
		in.pos += 4 * n
		for i, v := range block {
			block[i] = ids[v]
		}
		select {
		case lane.full <- block:
		case <-lane.quit:
			return nil
		}
		records -= int64(n / w.opt.Columns)
	}
	return nil
}
