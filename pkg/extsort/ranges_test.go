package extsort

import (
	"fmt"
	"slices"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"webmill/pkg/sorts"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// TestRangesTellApart: whatever the sample has seen, records that are known to differ in some bits do not all go to one
// partition. Without this, refining might never end.
func TestRangesTellApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, tuple.MaxWidth).Draw(t, "width")
		k := newKey(drawOrder(t, w), w)
		if w == 2 && rapid.Bool().Draw(t, "in words") {
			k = inWords
		}
		value := rapid.OneOf(rapid.Int32(), rapid.SampledFrom([]int32{-1 << 31, -1, 0, 1, 1<<31 - 1}))
		record := rapid.SliceOfN(value, w, w)
		seen := &sample{bits: noBits()}
		known := [][]int32{record.Draw(t, "usual")}
		for range rapid.IntRange(1, 3).Draw(t, "others") {
			other := slices.Clone(known[0])
			for range rapid.IntRange(1, w).Draw(t, "changes") {
				other[rapid.IntRange(0, w-1).Draw(t, "column")] = value.Draw(t, "value")
			}
			known = append(known, other)
		}
		for _, rec := range known {
			seen.bits.addBlock(rec, w)
		}
		for range rapid.IntRange(1, 4).Draw(t, "sampled") {
			seen.blocks = append(seen.blocks, sampled{rapid.SampledFrom(known).Draw(t, "record"),
				rapid.Int64Range(1, 1000).Draw(t, "weight")})
		}
		r := newRanges(k, seen, rapid.IntRange(2, 40).Draw(t, "parts"))
		parts := map[int]bool{}
		for _, rec := range known {
			parts[r.partition(rec)] = true
		}
		if !seen.bits.constant(w) && len(parts) < 2 {
			t.Fatalf("%v all go to one of %d partitions", known, r.parts)
		}
	})
}

// TestRareRecords: nearly all records are equal, and what differs stands where no sample looks: behind the beginning of a
// stream, and at the ends of blocks.
func TestRareRecords(t *testing.T) {
	for _, usual := range []int32{-1 << 31, 0, 5, 1<<31 - 1} {
		t.Run(fmt.Sprint(usual), func(t *testing.T) {
			data := make([]int32, 2*1_000_000)
			for i := range data {
				data[i] = usual
				if i > len(data)*3/4 && i%(minBlock/4) == minBlock/4-1 {
					data[i] = int32(i%7) + 1
				}
			}
			late := time.AfterFunc(time.Minute, func() { panic("refining does not end") })
			defer late.Stop()
			opt := Options{Width: 2, Room: work.Room{Memory: 64 << 20, Threads: 1}}
			got, stats, err := sortData(data, opt, false, false, 3000)
			if err != nil || !slices.Equal(got, reference(data, opt)) {
				t.Errorf("wrong, or %v", err)
			}
			t.Logf("%+v", stats)
		})
	}
}

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
	took := int64(8*(blocks+chunks+load) + p.dealers*(p.parts*each+4*sorts.MaxParts) + p.sorters*int(unsafe.Sizeof(wordSorter{})))
	if took > memory-program/2+int64(threads)<<19 {
		t.Fatalf("memory %d, %d threads, width %d, %d bytes: %d taken by %+v", memory, threads, width, total, took, p)
	}
	if p.sorters < min(2*threads, 8) || p.dealers < min(threads, fewDealers) || p.sorters > 2*threads || p.dealers > threads {
		t.Fatalf("memory %d, %d threads: %d dealers and %d sorters", memory, threads, p.dealers, p.sorters)
	}
	if least := min(4<<10, memory/1024); int64(4*p.block) < least/2 {
		t.Fatalf("memory %d, %d threads, width %d, %d bytes: blocks of %d bytes", memory, threads, width, total, 4*p.block)
	}
}
