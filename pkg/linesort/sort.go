package linesort

import (
	"bytes"
	"io"
	"sync/atomic"

	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/stream"
	"webmill/pkg/work"
)

// sorter is one sort.
type sorter struct {
	opt     Options
	form    form
	plan    plan
	store   *spill.Blocks
	arena   []uint64
	work    []byte // a part of the arena, a share for each worker
	sorters []*lineSorter
	chunks  chunks
	phase   work.Counter
	failed  par.Error
	turns   *par.Turns // of the partitions that are written; nil: each has its place
	stats   Stats
	kept    atomic.Int64
	last    keyOf // the last key written, for -u; of the worker whose turn it is
}

// Sort writes the lines of all inputs to dst, in order.
func Sort(dst Output, srcs []*stream.Bytes, opt Options) (Stats, error) {
	s := &sorter{opt: opt, form: form(opt.Field), phase: work.Room{}.Begin("", 0)}
	parts, err := s.distribute(srcs)
	if err == nil {
		err = s.write(dst, parts)
	}
	s.stats.Kept = s.kept.Load()
	s.release()
	return s.stats, err
}

// distribute does the steps before the last: what it returns are partitions, in ascending order, that fit.
func (s *sorter) distribute(srcs []*stream.Bytes) (parts []partition, err error) {
	files := fileFeeds(srcs)
	var r *ranges
	var in feed
	if files == nil && len(srcs) > 0 {
		ahead, err := arena.Words(s.aheadWords())
		if err != nil {
			return nil, err
		}
		defer arena.Free(ahead)
		r, in, err = s.sampleStream(&joined{srcs: srcs, last: '\n'}, arena.Bytes(ahead))
		if err != nil {
			return nil, err
		}
	} else if r, in, err = s.sampleFiles(files); err != nil {
		return nil, err
	}
	if parts, err = s.deal(r, in, s.form, s.plan.longest); err != nil {
		return nil, err
	}
	for i := range parts {
		s.stats.Lines += parts[i].total()
		s.stats.Long += int64(len(parts[i].longs))
	}
	fits := func(p *partition) bool { return p.same != nil || s.plan.fits(p) }
	return sorts.Refine(parts, fits, s.split)
}

// fileFeeds is nil if not all inputs are regular files.
func fileFeeds(srcs []*stream.Bytes) (files []*fileFeed) {
	for _, src := range srcs {
		f := newFileFeed(src)
		if f == nil {
			return nil
		}
		files = append(files, f)
	}
	return files
}

// aheadWords is how much is read of a stream before its ranges are chosen.
func (s *sorter) aheadWords() int { return clamp(int(min(s.opt.Memory, 1<<40))/8, 64, 16<<20) / 8 }

// sampleStream reads the beginning of a stream into the buffer and chooses the ranges.
func (s *sorter) sampleStream(r io.Reader, ahead []byte) (*ranges, feed, error) {
	n, err := io.ReadFull(r, ahead)
	total := int64(-1)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		total, err = int64(n), nil
	}
	if err == nil {
		err = s.reserve(s.opt.Memory - int64(len(ahead)))
	}
	if err != nil {
		return nil, nil, err
	}
	begin := bytes.NewReader(ahead[:n])
	seen := s.newSampler(s.form, s.plan.longest)
	if err := seen.probe(begin, int64(n), probes); err != nil {
		return nil, nil, err
	}
	return s.choose(seen, total), newStreamFeed(io.MultiReader(begin, r)), nil
}

// sampleFiles looks at places all over the files and chooses the ranges.
func (s *sorter) sampleFiles(files []*fileFeed) (*ranges, feed, error) {
	if err := s.reserve(s.opt.Memory); err != nil {
		return nil, nil, err
	}
	total := int64(0)
	for _, f := range files {
		total += f.size
	}
	in := &chain{}
	seen := s.newSampler(s.form, s.plan.longest)
	for _, f := range files {
		share := float64(f.size) / float64(max(total, 1))
		if err := seen.probe(f, f.size, int(share*probes)); err != nil {
			return nil, nil, err
		}
		in.feeds = append(in.feeds, f)
	}
	return s.choose(seen, total), in, nil
}

// choose completes the plan and chooses the ranges.
func (s *sorter) choose(seen *sampler, total int64) *ranges {
	s.plan.divide(total, seen.perLine())
	s.store.Block = s.plan.block
	s.store.Limit(s.plan.store)
	s.phase = s.opt.Begin("deal", total)
	return seen.ranges(s.plan.parts)
}

// reserve sets up the memory of the plan.
func (s *sorter) reserve(memory int64) (err error) {
	p := newPlan(memory, s.opt.Threads, s.form)
	s.plan = p
	if s.arena, err = arena.Words((p.work+p.store)/8 + 1); err != nil {
		return err
	}
	all := arena.Bytes(s.arena)
	s.work = all[:p.work]
	s.store = spill.NewBlocks(s.opt.Room, all[p.work:p.work+p.store], p.block)
	s.chunks = make(chunks, p.workers)
	for range p.workers {
		s.chunks.put(newChunk(p.chunk, s.form.longest(p.longest)))
		s.sorters = append(s.sorters, &lineSorter{})
	}
	return nil
}

// share is a worker's part of the work memory.
func (s *sorter) share(worker int) []byte {
	n := len(s.work) / s.plan.workers
	return s.work[worker*n : (worker+1)*n : (worker+1)*n]
}

// room is where a worker holds the text that it sorts.
func (s *sorter) room(worker int) []byte { return s.share(worker)[:s.plan.room:s.plan.room] }

func (s *sorter) longReader() longReader {
	return newLongReader(s.store, s.form.longest(s.plan.longest))
}

func (s *sorter) release() {
	if s.store != nil {
		s.stats.Spilled = s.store.Spilled()
		s.store.Close()
	}
	arena.Free(s.arena)
}

// chunks are the buffers that workers read the input into.
type chunks chan *chunk

func (c chunks) get() *chunk  { return <-c }
func (c chunks) put(b *chunk) { c <- b }
