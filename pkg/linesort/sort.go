package linesort

import (
	"bytes"
	"io"
	"math/bits"
	"sync"
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
	layout  *layout
	plan    plan
	store   *spill.Blocks
	memory  []uint64
	work    []byte // the part of memory that the workers divide
	sorters []*lineSorter
	chunks  par.Stock[*chunk] // what workers read the input into
	phase   work.Counter
	failed  par.Error
	stats   Stats
	kept    atomic.Int64
	last    keyOf // the last key written, for -u; of the worker whose turn it is
}

// Sort writes the lines of all inputs to dst, in order.
func Sort(dst Output, srcs []*stream.Bytes, opt Options) (Stats, error) {
	if files := fileFeeds(srcs, opt.Nul); files != nil || len(srcs) == 0 {
		return sortLines(dst, opt, func(s *sorter) ([]partition, error) { return s.dealFiles(files) })
	}
	return sortReader(dst, &joined{srcs: srcs, last: '\n', nul: opt.Nul}, opt)
}

// SortAdded is Sort for the lines that source adds, with their ends.
func SortAdded(dst Output, opt Options, source func(add func(line []byte) error) error) (Stats, error) {
	r := par.Written(func(w io.Writer) error {
		return source(func(line []byte) error {
			_, err := w.Write(line)
			return err
		})
	})
	stats, err := sortReader(dst, r, opt)
	r.CloseWithError(err) // source, which may wait for its input, is not waited for
	return stats, err
}

// SortEach sorts the lines that source adds by their bytes, and calls each for them. Both have no line ends; each gets a line for
// the time of the call. After an error too it returns only when source has: the caller may free what source reads.
func SortEach(room work.Room, source func(add func(line []byte) error) error, each func(line []byte) error) error {
	var reading sync.WaitGroup
	reading.Add(1) // SortAdded calls source in any case
	defer reading.Wait()
	_, err := SortAdded(InOrder(&cutter{each: each}), Options{Room: room}, func(add func(line []byte) error) error {
		defer reading.Done()
		var ended []byte
		return source(func(line []byte) error {
			ended = append(append(ended[:0], line...), lineEnd...)
			return add(ended)
		})
	})
	return err
}

// sortReader is Sort for the lines of a reader.
func sortReader(dst Output, src io.Reader, opt Options) (Stats, error) {
	return sortLines(dst, opt, func(s *sorter) ([]partition, error) { return s.dealStream(src) })
}

func sortLines(dst Output, opt Options, dealAll func(*sorter) ([]partition, error)) (Stats, error) {
	l, opt := newLayout(opt)
	s := &sorter{layout: l, opt: opt, phase: work.Uncounted}
	parts, err := dealAll(s)
	if err == nil {
		err = s.write(dst, parts)
	}
	s.stats.Kept = s.kept.Load()
	s.stats.Spilled = s.store.Close()
	s.stats.Exponents, s.stats.CutNumbers = l.misread()
	s.stats.NoField = l.noField()
	arena.Free(s.memory)
	return s.stats, err
}

// dealStream does the steps before the last: what it returns are partitions, in ascending order, that fit.
func (s *sorter) dealStream(src io.Reader) ([]partition, error) {
	ahead, err := arena.Words(s.aheadWords())
	if err != nil {
		return nil, err
	}
	defer arena.Free(ahead)
	r, in, err := s.sampleStream(src, arena.Bytes(ahead))
	if err != nil {
		return nil, err
	}
	return s.dealAll(r, in)
}

// dealFiles does the same with files.
func (s *sorter) dealFiles(files []*fileFeed) ([]partition, error) {
	r, in, err := s.sampleFiles(files)
	if err != nil {
		return nil, err
	}
	return s.dealAll(r, in)
}

// dealAll deals the lines out by ranges.
func (s *sorter) dealAll(r *ranges, in *par.Chain[feed]) (parts []partition, err error) {
	if parts, err = s.deal(r, in, s.layout, s.plan.longest); err != nil {
		return nil, err
	}
	for i := range parts {
		s.stats.Lines += parts[i].total()
		s.stats.Long += int64(len(parts[i].longs))
	}
	fits := func(p *partition) bool { return p.same != nil || s.plan.fits(p) }
	var fit []partition
	err = sorts.Refine(parts, fits, s.split, func(p partition) error {
		fit = append(fit, p)
		return nil
	})
	return fit, err
}

// fileFeeds is nil if not all inputs are regular files.
func fileFeeds(srcs []*stream.Bytes, nul bool) (files []*fileFeed) {
	base := int64(0)
	for _, src := range srcs {
		f := newFileFeed(src, base, nul)
		if f == nil {
			return nil
		}
		files = append(files, f)
		base += f.size + 1
	}
	return files
}

// aheadWords is how much is read of a stream before its ranges are chosen.
func (s *sorter) aheadWords() int {
	return sorts.Clamp(int(work.Bounded(s.opt.Memory))/8, 64, 16<<20) / 8
}

// sampleStream reads the beginning of a stream into the buffer and chooses the ranges.
func (s *sorter) sampleStream(r io.Reader, ahead []byte) (*ranges, *par.Chain[feed], error) {
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
	seen := s.newSampler(s.layout, s.plan.longest)
	if err := seen.probe(begin, int64(n), sorts.Probes); err != nil {
		return nil, nil, err
	}
	in := &par.Chain[feed]{Parts: []feed{newStreamFeed(io.MultiReader(begin, r))}}
	return s.choose(seen, total), in, nil
}

// sampleFiles looks at places all over the files and chooses the ranges.
func (s *sorter) sampleFiles(files []*fileFeed) (*ranges, *par.Chain[feed], error) {
	if err := s.reserve(s.opt.Memory); err != nil {
		return nil, nil, err
	}
	total := int64(0)
	for _, f := range files {
		total += f.size
	}
	in := &par.Chain[feed]{}
	seen := s.newSampler(s.layout, s.plan.longest)
	for _, f := range files {
		seen.base = f.base
		share := float64(f.size) / float64(max(total, 1))
		if err := seen.probe(f, f.size, int(share*sorts.Probes)); err != nil {
			return nil, nil, err
		}
		in.Parts = append(in.Parts, f)
	}
	return s.choose(seen, total), in, nil
}

// choose completes the plan and chooses the ranges.
func (s *sorter) choose(seen *sampler, total int64) *ranges {
	s.plan.divide(total, seen.perLine())
	s.store.Block = s.plan.block
	s.store.Shrink(s.plan.store)
	s.phase = s.opt.Begin("deal", total)
	return seen.ranges(s.plan.parts)
}

// reserve sets up the memory of the plan.
func (s *sorter) reserve(memory int64) (err error) {
	p := newPlan(memory, s.opt.Threads, s.layout)
	s.plan = p
	if s.memory, err = arena.Words((p.work+p.store)/8 + 1); err != nil {
		return err
	}
	all := arena.Bytes(s.memory)
	s.work = all[:p.work]
	s.store = spill.NewBlocks(s.opt.Room, all[p.work:p.work+p.store], p.block)
	s.chunks = par.NewStock(p.workers, func() *chunk { return newChunk(p.chunk, s.layout.longest(p.longest)) })
	for range p.workers {
		s.sorters = append(s.sorters, &lineSorter{})
	}
	return nil
}

// workOf is the part of work that a worker has.
func (s *sorter) workOf(worker int) []byte {
	n := len(s.work) / s.plan.workers
	return s.work[worker*n : (worker+1)*n : (worker+1)*n]
}

// textOf is where a worker holds the text that it sorts.
func (s *sorter) textOf(worker int) []byte { return s.workOf(worker)[:s.plan.text:s.plan.text] }

func (s *sorter) longReader() longReader {
	return longReader{store: s.store, longest: s.layout.longest(s.plan.longest)}
}

// plan is how the memory is divided. All sizes follow from the budget, the number of workers and what is known of the
// input; tests run with budgets of a few hundred bytes.
//
//	program   24 MiB, or a quarter where there is less than 96       the Go program itself (work.Data)
//	chunks    1/16 of the rest, at most 1 MiB for each worker        what is read at once
//	items     1/8 of the rest, at most 16 MiB for each worker        the places of the lines of a partition
//	work      half of the rest, at most 256 MiB                      one block of each partition and worker while lines
//	                                                                 are dealt; then a partition's text for each worker
//	store     what remains, but where the text is known not to fit   the blocks of the partitions
//	          at most 64 MiB
type plan struct {
	workers int
	chunk   int // bytes read at once by a worker
	longest int // bytes of a line that is not stored apart
	lines   int // lines that a worker can sort
	text    int // bytes of text that a worker can sort
	work    int // bytes
	store   int // bytes
	parts   int // partitions
	block   int // bytes of a block
}

const (
	maxChunk  = 1 << 20
	maxItems  = 16 << 20
	maxWork   = 256 << 20
	maxText   = 32 << 20
	minBlock  = 32 << 10 // below, reading a spilled block costs more than its bytes
	maxBlock  = 64 << 10
	maxStore  = 64 << 20 // where most of the text is spilled in any case: new memory is dearer than the page cache
	tinyBlock = 64
	minParts  = 4       // fewer might not divide a partition
	partBytes = 4 << 20 // a partition of this size, with its items, stays in the cache
	itemBytes = 32      // a sorts.Item, and as much for items that were too few and that the collector has not yet found
)

// newPlan divides memory bytes, all but what divide decides.
func newPlan(memory int64, workers int, f *layout) plan {
	budget := max(int(work.Data(work.Bounded(memory))), 256)
	p := plan{workers: workers}
	p.chunk = sorts.Clamp(budget/16/workers, 128, maxChunk)
	p.longest = p.chunk / 8
	if f != nil {
		p.longest /= len(f.keys)
	}
	p.lines = sorts.Clamp(budget/8/workers, 512, maxItems) / itemBytes
	p.work = sorts.Clamp(budget/2, minParts*tinyBlock*workers, maxWork)
	p.text = min(p.work/workers, maxText)
	p.store = max(budget-p.work-workers*(p.chunk+f.longest(p.longest)+p.lines*itemBytes), 0)
	return p
}

// divide chooses the number of partitions for total bytes of text (-1: not known), perLine bytes in a line.
func (p *plan) divide(total int64, perLine int) {
	filling := p.work / p.workers
	most := sorts.Clamp(filling/min(minBlock, max(filling/16, tinyBlock)), minParts, sorts.MaxParts)
	p.parts = min(most, sorts.BlindParts)
	if total >= 0 {
		p.parts = p.partsFor(total, perLine, most)
	}
	p.block = sorts.Clamp(1<<(bits.Len(uint(filling/p.parts))-1), tinyBlock, maxBlock)
	switch {
	case total < 0:
	case total < int64(p.store):
		p.block = min(p.block, max(minBlock/2, tinyBlock)) // nothing will be spilled: smaller blocks leave less space unused
	default:
		p.store = min(p.store, maxStore)
	}
}

// partsFor is how many partitions make a text of parts of the right size, with their items. Small inputs are cut too, so
// that all workers have something to sort.
func (p *plan) partsFor(total int64, perLine, most int) int {
	text := perLine * 4 / 5 // chosen by a sample, some are larger than others
	size := min(partBytes/(perLine+itemBytes)*text, p.text/perLine*text, p.lines*text)
	size = min(size, max(int(total/int64(4*p.workers)), 256<<10))
	return sorts.Clamp(int(min(total/int64(max(size, 1)), sorts.MaxParts))+1, minParts, most)
}

// fits reports whether a worker can sort the partition.
func (p *plan) fits(part *partition) bool {
	return part.bytes <= int64(p.text-textPad) && part.lines <= int64(p.lines)
}
