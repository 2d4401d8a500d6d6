package dict

import (
	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// The last step: every worker goes through its batches once more. It loads the ids of the strings of a batch and puts
// them in the place of their numbers; the output takes the blocks of the workers in the order of the input.

const aheadBlocks = 4

// piece is how many records are handed over at once.
func (b *builder) piece() int { return max(1, min(b.plan.block, 64<<10)/4/b.opt.Columns) }

// lane is how a worker hands its links over.
type lane = par.Pipe[int32]

// emit writes the links.
func (b *builder) emit() error {
	all, size := b.segments(), int64(0)
	for _, s := range all {
		size += s.records * int64(4*b.opt.Columns)
	}
	count := b.opt.Begin("write", size)
	lanes := make([]*lane, len(b.workers))
	for i := range lanes {
		lanes[i] = par.NewPipe[int32](aheadBlocks, b.piece()*b.opt.Columns)
	}
	return par.Do(len(b.workers)+1, func(i int) error {
		if i < len(b.workers) {
			err := par.Guard(func() error { return b.workers[i].emit(lanes[i], count) })
			lanes[i].End(err)
			return err
		}
		err := par.Guard(func() error { return b.collect(all, lanes) })
		for _, l := range lanes {
			l.Leave(err)
		}
		return err
	})
}

// collect writes the blocks of the workers in the order of the input.
func (b *builder) collect(all []segment, lanes []*lane) error {
	for _, s := range all {
		for done := int64(0); done < s.records; {
			block, err := lanes[s.worker].Next()
			if err != nil {
				return err
			}
			if err := b.out.Links.WriteBlock(block); err != nil {
				return err
			}
			done += int64(len(block) / b.opt.Columns)
		}
	}
	return nil
}

// emit hands over the records of a worker, with the ids of their strings.
func (w *worker) emit(out *lane, count work.Counter) error {
	most := 0
	for _, b := range w.batches {
		most = max(most, b.run.n+b.strings)
	}
	words, err := arena.Words((most + 1) / 2)
	if err != nil {
		return err
	}
	defer arena.Free(words)
	ranks, err := w.ranks.Take()
	if err != nil {
		return err
	}
	records, err := w.records.Take()
	if err != nil {
		return err
	}
	numbers, in := w.store.Window(ranks), w.store.Window(records)
	in.Count = count
	loaded, ids := -1, []int32(nil)
	for _, s := range w.segments {
		for loaded < s.batch {
			loaded++
			if ids, err = load(w.store, w.batches[loaded], &numbers, tuple.Ints32(words)); err != nil {
				return err
			}
		}
		if err := w.translate(out, s.records, &in, ids); err != nil {
			return err
		}
	}
	return nil
}

// translate hands over so many records.
func (w *worker) translate(out *lane, records int64, in *spill.Window, ids []int32) error {
	for records > 0 {
		block, err := out.Empty()
		if err != nil {
			return err
		}
		block = block[:min(int64(len(block)), records*int64(w.opt.Columns))]
		if err := in.Full(4 * len(block)); err != nil {
			return err
		}
		copy(tuple.Bytes(block), in.Buf[in.Pos:])
		tuple.FromLE(block)
		in.Pos += 4 * len(block)
		for i, v := range block {
			block[i] = ids[v]
		}
		out.Put(block)
		records -= int64(len(block) / w.opt.Columns)
	}
	return nil
}
