package extsort

import (
	"math/bits"

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
	Refined    int   // partitions that were dealt again
	Passes     int   // over the data
	Spilled    int64 // bytes of the temporary file
}

// Dealing is the name of the phase that reads the input.
const Dealing = "deal"

// sorter is one sort.
type sorter struct {
	opt     Options
	key     *key // of the records that come in
	stored  *key // of the records as the partitions hold them
	plan    plan
	store   *spill.Blocks
	memory  []uint64 // blocks, then what is read ahead, then the sorters' scratch
	chunks  []int32  // what the input is read into
	phase   work.Counter
	compute par.Limit
	failed  par.Error
	stats   Stats
}

// Sort writes the records of all sources to dst, in order.
func Sort(dst tuple.Sink, srcs []tuple.Source, opt Options) (stats Stats, err error) {
	if err := opt.Order.Valid(opt.Width); err != nil {
		return stats, err
	}
	s := &sorter{opt: opt, key: newKey(opt.Order, opt.Width), compute: par.NewLimit(opt.Threads)}
	s.stored = s.key
	if opt.Width == 2 {
		s.stored = inWords
	}
	in, total, err := newInputs(srcs)
	if err != nil {
		return stats, err
	}
	parts, err := s.dealAll(in, total)
	for _, f := range in.files {
		f.file.Close()
	}
	if err == nil {
		err = s.write(dst, parts)
	}
	s.stats.Spilled = s.store.Close()
	arena.Free(s.memory)
	if s.stats.Passes = 1; s.stats.Spilled > 0 {
		s.stats.Passes = 2
	}
	return s.stats, err
}

// dealAll is steps 1 and 2: it returns the partitions in order.
func (s *sorter) dealAll(in *inputs, total int64) ([]partition, error) {
	if s.large(total) {
		for _, f := range in.files {
			f.file.PastCache()
		}
	}
	var seen *sample
	var err error
	if total < 0 {
		ahead := sorts.Clamp(int(work.Bounded(s.opt.Memory))/16, 4*s.opt.Width, sampleBytes) / (4 * s.opt.Width) * s.opt.Width
		var buf []uint64
		if buf, err = arena.Words((ahead + 1) / 2); err != nil {
			return nil, err
		}
		defer arena.Free(buf)
		seen, total, err = sampleStream(in, tuple.Ints32(buf)[:ahead], s.opt.Width)
		s.plan = newPlan(s.opt.Memory-int64(4*ahead), s.opt.Threads, s.opt.Width, total, s.large(total))
	} else {
		s.plan = newPlan(s.opt.Memory, s.opt.Threads, s.opt.Width, total, s.large(total))
		seen, err = sampleFiles(in, total, s.opt.Width, s.plan.store/2)
	}
	if err == nil {
		err = s.reserve(total)
	}
	if err != nil {
		return nil, err
	}
	r := newRanges(s.key, seen, s.plan.parts)
	s.phase = s.opt.Begin(Dealing, total)
	parts, records, err := s.dealOut(r, in.read, nil)
	if err != nil {
		return nil, err
	}
	s.stats.Records = records
	return parts, nil
}

// large reports whether input, temporary file and output, each of total bytes, are more than the page cache can hold.
func (s *sorter) large(total int64) bool { return 3*total > s.opt.Cache }

// reserve sets up the memory of the plan.
func (s *sorter) reserve(total int64) (err error) {
	blocks, chunks, load := s.plan.words()
	if s.memory, err = arena.Words(chunks + blocks + load); err != nil {
		return err
	}
	s.chunks = tuple.Ints32(s.memory[blocks:])
	s.store = spill.NewBlocks(s.opt.Room, arena.Bytes(s.memory[:blocks]), 4*s.plan.block)
	if s.store.Cached = 0; !s.large(total) {
		s.store.Cached = s.opt.Cache / 3
	}
	return nil
}

// scratch is the memory of a partSorter.
func (s *sorter) scratch(i int) []uint64 {
	n := s.plan.scratch()
	all := s.memory[len(s.memory)-n*s.plan.sorters:]
	return all[i*n : (i+1)*n]
}

// sortable is the number of records that a partSorter can sort.
func (s *sorter) sortable() int64 { return int64(s.plan.load / scratchBytes(s.key.width)) }

// plan is how the memory is divided. All sizes follow from the budget, the number of threads and the width; tests run
// with budgets of a few records.
//
//	program   24 MiB, or a quarter where there is less than 96   the Go program itself (work.Data)
//	load      sorters × at most 1/16 of the rest and 32 MiB,     a partition and its scratch, while it is sorted
//	          half of the rest in all
//	chunks    dealers × 4 × 1/64 of the rest / dealers,          what is read ahead
//	          at most 1 MiB each
//	store     what remains                                       the blocks of the partitions
//
// The blocks that are being filled, one for each partition and dealer, may take at most half of the store. If memory is short,
// there are fewer dealers and sorters than threads, but never smaller blocks: many dealers with few partitions or tiny blocks
// are slower than few.
type plan struct {
	dealers int // goroutines that deal records to partitions
	sorters int // up to twice the threads: while one waits for the disk, another computes
	chunk   int // int32 read at once
	load    int // bytes a sorter has to sort a partition in
	store   int // bytes for blocks
	parts   int // partitions
	block   int // int32 in a block
}

const (
	maxLoad     = 32 << 20
	leastLoad   = 4 << 20 // or 1/16 of the rest; if memory is short there are fewer sorters, not smaller loads
	fewDealers  = 4       // with any memory; each further one needs dealerBytes
	dealerBytes = 32 << 20
	maxChunk    = 1 << 20
	chunksEach  = 4 // for each dealer
	maxBlock    = 256 << 10
	minBlock    = 64 << 10 // below, reading a spilled block costs more than its bytes do
	goodParts   = 640      // more partitions cost more in dealing than they save in sorting
	leastPart   = 5 << 18  // two passes sort so little, so that smaller partitions save nothing
	mostPart    = 8 << 20  // larger ones and their scratch do not fit in the cache
)

// newPlan divides memory bytes. total is the size of the input in bytes, -1 if it is not known; large tells that it is
// more than the page cache holds, so that the disk itself is read and written.
func newPlan(memory int64, threads, width int, total int64, large bool) plan {
	record := 4 * width
	budget := int(work.Data(work.Bounded(memory)))
	least := 4 * scratchBytes(width)
	most := sorts.Clamp(budget/16, least, maxLoad)
	p := plan{sorters: sorts.Clamp(budget/2/min(most, leastLoad), 1, 2*threads)}
	p.load = sorts.Clamp(budget/2/p.sorters, least, most)
	p.dealers = min(threads, p.sorters, max(fewDealers, budget/dealerBytes))
	p.chunk = sorts.Clamp(budget/64/p.dealers, record, maxChunk) / record * width
	if whole := p.chunk / (1024 * width) * 1024 * width; whole > 0 {
		p.chunk = whole // pages of records: so files can be read past the page cache
	}
	p.store = max(budget-p.sorters*p.load-chunksEach*p.dealers*4*p.chunk, 0)
	p.divide(record, total, large)
	p.store = max(p.store, 8*((p.block+1)/2)*p.parts*p.dealers)
	return p
}

// divide chooses the number of partitions and the size of blocks.
func (p *plan) divide(record int, total int64, large bool) {
	filling := p.store / 2 / p.dealers
	smallest := minBlock
	if large {
		smallest *= 2 // the blocks of a partition lie all over the disk: each must be worth a seek
	}
	least := min(smallest, max(filling/16, record))
	p.parts = sorts.Clamp(filling/least, 2, sorts.BlindParts)
	if total >= 0 {
		bytes := int(work.Bounded(total))
		size := sorts.Clamp(bytes/goodParts, leastPart, mostPart)
		size = min(size, max(bytes/(4*p.dealers), 256<<10)) // small inputs are cut too, so that all sorters have work
		size = min(size, p.load/scratchBytes(record/4)*record/2)
		p.parts = sorts.Clamp(bytes/max(size, 1)+1, 1, sorts.Clamp(filling/least, 2, sorts.MaxParts))
	}
	bytes := sorts.Clamp(filling/p.parts, record, maxBlock)
	if total >= 0 && total < int64(p.store) {
		bytes = min(bytes, minBlock) // nothing will be spilled: smaller blocks leave less space unused
	}
	bytes = min(bytes, max(record, p.load/8)) // when a partition is refined, the blocks lie in the sorters' scratch
	p.block = max(record/4, (1<<(bits.Len(uint(bytes/record))-1))*record/4)
	p.chunk = max(p.chunk, p.block)
}

// words is the memory of the plan in words of 8 bytes: for blocks, for reading ahead and for the sorters.
func (p *plan) words() (blocks, chunks, load int) {
	return (p.store + 4095) / 4096 * 512, (chunksEach*p.dealers*p.chunk + 1023) / 1024 * 512, p.scratch() * p.sorters
}

// scratch is the number of words that a sorter has: its load, and a page for each copy of the records, which need not begin
// where a page does.
func (p *plan) scratch() int { return (p.load+8191)/8192*1024 + 2*512 }

// scratchBytes is what the sort step needs for each record: two copies of a pair; two copies and two words otherwise.
func scratchBytes(width int) int {
	if width == 2 {
		return 16
	}
	return 8*width + 16
}
