package extsort

import (
	"testing"
	"unsafe"

	"webmill/pkg/work"
)

// TestPlanKeepsTheBudget: for any number of threads a plan takes no more than its memory, including what each worker and each
// sorter needs besides, and its blocks are not too small.
func TestPlanKeepsTheBudget(t *testing.T) {
	for _, memory := range []int64{4 << 20, 16 << 20, 64 << 20, 100 << 20, 256 << 20, 1 << 30, 5 << 30, 64 << 30} {
		for threads := 1; threads <= 256; threads++ {
			for _, width := range []int{1, 2, 3, 5, 8} {
				for _, times := range []float64{-1, 0, 0.01, 0.5, 1, 4, 50, 1000} {
					total := int64(times * float64(memory))
					if times < 0 {
						total = -1
					}
					checkPlan(t, memory, threads, width, total)
				}
			}
		}
	}
}

func checkPlan(t *testing.T, memory int64, threads, width int, total int64) {
	t.Helper()
	p := newPlan(memory, threads, width, total, total > 16<<30)
	blocks, chunks, load := p.words()
	program := memory - work.Data(memory)
	each := int(unsafe.Sizeof(partition{})) + 8
	took := int64(8*(blocks+chunks+load) + p.workers*(p.parts*each+4*maxParts) + p.sorters*int(unsafe.Sizeof(wordSorter{})))
	if took > memory-program/2+int64(threads)<<19 {
		t.Fatalf("memory %d, %d threads, width %d, %d bytes: %d taken by %+v", memory, threads, width, total, took, p)
	}
	if p.sorters < min(2*threads, 8) || p.workers < min(threads, fewWorkers) || p.sorters > 2*threads || p.workers > threads {
		t.Fatalf("memory %d, %d threads: %d workers and %d sorters", memory, threads, p.workers, p.sorters)
	}
	if least := min(4<<10, memory/1024); int64(4*p.block) < least/2 {
		t.Fatalf("memory %d, %d threads, width %d, %d bytes: blocks of %d bytes", memory, threads, width, total, 4*p.block)
	}
}
