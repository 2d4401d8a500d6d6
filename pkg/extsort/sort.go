package extsort

import (
	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Options say how to sort.
type Options struct {
	Width  int
	Order  tuple.Order // empty: by all columns
	Unique bool        // of records equal in Order keep only the first
	work.Room
	// FanIn is how many streams Merge has open at once.
	FanIn int
}

// Keys are the columns that decide: those of Order, or all.
func (o *Options) Keys() tuple.Order {
	if len(o.Order) == 0 {
		return o.Order.Whole(o.Width)
	}
	return o.Order
}

// Stats tell what a sort did.
type Stats struct {
	Records    int64 // read
	Kept       int64 // written
	Partitions int
	Refined    int   // partitions that were scattered again
	Passes     int   // over the data
	Spilled    int64 // bytes of the temporary file
}

// sorter is one sort.
type sorter struct {
	opt     Options
	key     *key // of the records that come in
	stored  *key // of the records as the partitions hold them
	plan    plan
	store   *spill.Blocks
	memory  []uint64 // the arena: blocks, then what is read ahead, then the sorters' rooms
	chunks  []int32  // what the input is read into
	phase   work.Counter
	compute par.Limit
	failed  par.Error
	turns   *par.Turns // of the partitions that are written; nil: each has its place
	stats   Stats
}

// Sort writes the records of all sources to dst, in order.
func Sort(dst tuple.Sink, srcs []tuple.Source, opt Options) (stats Stats, err error) {
	if err := opt.Order.Valid(opt.Width); err != nil {
		return stats, err
	}
	s := &sorter{opt: opt, key: newKey(opt.Order, opt.Width), compute: par.NewLimit(opt.Threads)}
	if s.stored = s.key; opt.Width == 2 {
		s.stored = inWords
	}
	feed, total, err := newFeed(srcs)
	if err != nil {
		return stats, err
	}
	if s.large(total) {
		feed.pastCache()
	}
	parts, err := s.distribute(feed, total)
	feed.close()
	if err == nil {
		err = s.write(dst, parts)
	}
	s.release()
	if s.stats.Passes = 1; s.stats.Spilled > 0 {
		s.stats.Passes = 2
	}
	return s.stats, err
}

// distribute is steps 1 to 3: it returns the partitions in order, each of them fit to be sorted by a worker.
func (s *sorter) distribute(in *chain, total int64) ([]partition, error) {
	var seen *sample
	var err error
	if total < 0 {
		ahead := clamp(int(min(s.opt.Memory, 1<<46))/16, 4*s.opt.Width, sampleBytes) / (4 * s.opt.Width) * s.opt.Width
		var buf []uint64
		if buf, err = arena.Words((ahead + 1) / 2); err != nil {
			return nil, err
		}
		defer arena.Free(buf)
		seen, total, err = sampleStream(in, tuple.Ints32(buf)[:ahead], s.opt.Width)
		s.plan = newPlan(s.opt.Memory-int64(4*ahead), s.opt.Threads, s.opt.Width, total, s.large(total))
	} else {
		s.plan = newPlan(s.opt.Memory, s.opt.Threads, s.opt.Width, total, s.large(total))
		seen, err = sampleFiles(in, total, s.opt.Width, s.plan.arena/2)
	}
	if err == nil {
		err = s.reserve(total)
	}
	if err != nil {
		return nil, err
	}
	r := newRanges(s.key, seen, s.plan.parts)
	s.phase = s.opt.Begin("scatter", total)
	parts, records, err := s.scatter(r, in.read, nil)
	if err != nil {
		return nil, err
	}
	s.stats.Records = records
	fits := func(p *partition) bool { return p.records <= s.fits() || p.spread.constant(s.key.width) }
	return sorts.Refine(parts, fits, s.split)
}

// large tells whether input, temporary file and output of so many bytes are more than the page cache can hold.
func (s *sorter) large(total int64) bool { return 3*total > s.opt.Cache }

// cacheable is how much of the temporary file may go through the page cache.
func (s *sorter) cacheable(total int64) int64 {
	if s.large(total) {
		return 0
	}
	return s.opt.Cache / 3
}

// reserve sets up the memory of the plan.
func (s *sorter) reserve(total int64) (err error) {
	blocks, chunks, load := s.plan.words()
	if s.memory, err = arena.Words(chunks + blocks + load); err != nil {
		return err
	}
	s.chunks = tuple.Ints32(s.memory[blocks:])
	s.store = spill.NewBlocks(s.opt.Room, arena.Bytes(s.memory[:blocks]), 4*s.plan.block)
	s.store.Cached = s.cacheable(total)
	return nil
}

// room is a worker's memory for the sort step.
func (s *sorter) room(worker int) []uint64 {
	n := s.plan.room()
	all := s.memory[len(s.memory)-n*s.plan.sorters:]
	return all[worker*n : (worker+1)*n]
}

// fits is the number of records that a worker can sort.
func (s *sorter) fits() int64 { return int64(s.plan.load / scratchBytes(s.key.width)) }

func (s *sorter) release() {
	if s.store != nil {
		s.stats.Spilled = s.store.Spilled()
		s.store.Close()
	}
	arena.Free(s.memory)
}
