package extsort

import "webmill/pkg/work"

// plan is how the memory is divided. All sizes follow from the budget, the number of threads and the width; tests run
// with budgets of a few records.
//
//	program   24 MiB, or a quarter where there is less than 96   the Go program itself
//	load      sorters × at most 1/16 of the rest and 32 MiB,     a partition and its scratch, while it is sorted
//	          half of the rest in all
//	chunks    workers × 4 × 1/64 of the rest / workers,          what is read ahead
//	          at most 1 MiB each
//	arena     what remains                                       the blocks of the partitions
//
// The blocks that are being filled, one for each partition and worker, may take at most half of the arena. If memory is short,
// there are fewer workers and sorters than threads, but never smaller blocks: many workers with few partitions or tiny blocks
// are slower than few workers.
type plan struct {
	workers int // goroutines that deal records to partitions
	sorters int // up to twice the threads: while one waits for the disk, another computes
	chunk   int // int32 read at once
	load    int // bytes a sorter has to sort a partition in
	arena   int // bytes for blocks
	parts   int // partitions
	block   int // int32 in a block
}

const (
	maxLoad     = 32 << 20
	leastLoad   = 4 << 20 // or 1/16 of the rest; if memory is short there are fewer sorters, not smaller loads
	fewWorkers  = 4       // with any memory; each further worker needs workerBytes
	workerBytes = 32 << 20
	maxChunk    = 1 << 20
	chunksEach  = 4 // for each worker
	maxBlock    = 256 << 10
	minBlock    = 64 << 10 // below, reading a spilled block costs more than its bytes do
	maxParts    = 4096
	blindParts  = 1024    // where the size of the input is not known
	goodParts   = 640     // dealing to more costs more than sorting smaller partitions saves,
	leastPart   = 5 << 18 // until they are so small that two passes sort them,
	mostPart    = 8 << 20 // or so large that they and their scratch leave the cache
)

// newPlan divides memory bytes. total is the size of the input in bytes, -1 if it is not known; large tells that it is
// more than the page cache holds, so that the disk itself is read and written.
func newPlan(memory int64, threads, width int, total int64, large bool) plan {
	record := 4 * width
	budget := int(work.Data(min(memory, 1<<46)))
	least := 4 * scratchBytes(width)
	most := clamp(budget/16, least, maxLoad)
	p := plan{sorters: clamp(budget/2/min(most, leastLoad), 1, 2*threads)}
	p.load = clamp(budget/2/p.sorters, least, most)
	p.workers = min(threads, p.sorters, max(fewWorkers, budget/workerBytes))
	p.chunk = clamp(budget/64/p.workers, record, maxChunk) / record * width
	if whole := p.chunk / (1024 * width) * 1024 * width; whole > 0 {
		p.chunk = whole // pages of records: so files can be read past the page cache
	}
	p.arena = max(budget-p.sorters*p.load-chunksEach*p.workers*4*p.chunk, 0)
	p.divide(record, total, large)
	p.arena = max(p.arena, 8*((p.block+1)/2)*p.parts*p.workers)
	return p
}

// divide chooses the number of partitions and the size of blocks.
func (p *plan) divide(record int, total int64, large bool) {
	filling := p.arena / 2 / p.workers
	smallest := minBlock
	if large {
		smallest *= 2 // a disk is read in no order of its places
	}
	least := min(smallest, max(filling/16, record))
	p.parts = clamp(filling/least, 2, blindParts)
	if total >= 0 {
		bytes := int(min(total, 1<<44))
		size := clamp(bytes/goodParts, leastPart, mostPart)
		size = min(size, max(bytes/(4*p.workers), 256<<10)) // small inputs are cut too: all workers want something to sort
		size = min(size, p.load/scratchBytes(record/4)*record/2)
		p.parts = clamp(bytes/max(size, 1)+1, 1, clamp(filling/least, 2, maxParts))
	}
	bytes := clamp(filling/p.parts, record, maxBlock)
	if total >= 0 && total < int64(p.arena) {
		bytes = min(bytes, minBlock) // nothing will be spilled: smaller blocks leave less room unused
	}
	bytes = min(bytes, max(record, p.load/8)) // when a partition is refined, the blocks lie in the sorters' rooms
	p.block = max(record/4, floorPow2(bytes/record)*record/4)
	p.chunk = max(p.chunk, p.block)
}

// words is the memory of the plan in words of 8 bytes: for blocks, for reading ahead and for the sorters.
func (p *plan) words() (blocks, chunks, load int) {
	return (p.arena + 4095) / 4096 * 512, (chunksEach*p.workers*p.chunk + 1023) / 1024 * 512, p.room() * p.sorters
}

// room is the number of words that a sorter has: its load, and a page for each copy of the records, which need not begin
// where a page does.
func (p *plan) room() int { return (p.load+8191)/8192*1024 + 2*512 }

// scratchBytes is what the sort step needs for each record: two copies of a pair; two copies and two words otherwise.
func scratchBytes(width int) int {
	if width == 2 {
		return 16
	}
	return 8*width + 16
}

func clamp(v, lo, hi int) int { return max(lo, min(v, hi)) }

func floorPow2(n int) int {
	p := 1
	for 2*p <= n {
		p *= 2
	}
	return p
}
