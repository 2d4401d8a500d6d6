package linesort

import "webmill/pkg/work"

// plan is how the memory is divided. All sizes follow from the budget, the number of workers and what is known of the
// input; tests run with budgets of a few hundred bytes.
//
//	program   24 MiB, or a quarter where there is less than 96       the Go program itself
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
	room    int // bytes of text that a worker can sort
	work    int // bytes
	store   int // bytes
	parts   int // partitions
	block   int // bytes of a block
}

const (
	maxChunk   = 1 << 20
	maxItems   = 16 << 20
	maxWork    = 256 << 20
	maxRoom    = 32 << 20
	minBlock   = 32 << 10 // below, reading a spilled block costs more than its bytes
	maxBlock   = 64 << 10
	maxStore   = 64 << 20 // where most of the text is spilled in any case: new memory is dearer than the page cache
	tinyBlock  = 64
	minParts   = 4 // fewer might not divide a partition
	maxParts   = 4096
	blindParts = 1024    // where the size of the input is not known
	partBytes  = 4 << 20 // a partition of this size, with its items, stays in the cache
	itemBytes  = 16      // a sorts.Item
)

// newPlan divides memory bytes, all but what divide decides.
func newPlan(memory int64, workers int, f form) plan {
	budget := max(int(work.Data(min(memory, 1<<46))), 256)
	p := plan{workers: workers}
	p.chunk = clamp(budget/16/workers, 128, maxChunk)
	p.longest = p.chunk / 8
	p.lines = clamp(budget/8/workers, 512, maxItems) / itemBytes
	p.work = clamp(budget/2, minParts*tinyBlock*workers, maxWork)
	p.room = min(p.work/workers, maxRoom)
	p.store = max(budget-p.work-workers*(p.chunk+f.longest(p.longest)+p.lines*itemBytes), 0)
	return p
}

// divide chooses the number of partitions for so many bytes of text (-1: not known) and so many in a line.
func (p *plan) divide(total int64, perLine int) {
	filling := p.work / p.workers
	most := clamp(filling/min(minBlock, max(filling/16, tinyBlock)), minParts, maxParts)
	p.parts = min(most, blindParts)
	if total >= 0 {
		p.parts = p.partsFor(total, perLine, most)
	}
	p.block = clamp(floorPow2(filling/p.parts), tinyBlock, maxBlock)
	switch {
	case total < 0:
	case total < int64(p.store):
		p.block = min(p.block, max(minBlock/2, tinyBlock)) // nothing will be spilled: smaller blocks leave less room unused
	default:
		p.store = min(p.store, maxStore)
	}
}

// partsFor is how many partitions make a text of parts of the right size, with their items. Small inputs are cut too, so
// that all workers have something to sort.
func (p *plan) partsFor(total int64, perLine, most int) int {
	text := perLine * 4 / 5 // chosen by a sample, some are larger than others
	size := min(partBytes/(perLine+itemBytes)*text, p.room/perLine*text, p.lines*text)
	size = min(size, max(int(total/int64(4*p.workers)), 256<<10))
	return clamp(int(min(total/int64(max(size, 1)), maxParts))+1, minParts, most)
}

// fits tells whether a worker can sort the partition.
func (p *plan) fits(part *partition) bool {
	return part.bytes <= int64(p.room-roomPad) && part.lines <= int64(p.lines)
}

func clamp(v, lo, hi int) int { return max(lo, min(v, hi)) }

func floorPow2(n int) int {
	p := 1
	for 2*p <= n {
		p *= 2
	}
	return p
}
