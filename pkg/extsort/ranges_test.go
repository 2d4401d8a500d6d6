package extsort

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

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
		seen := &sample{spread: noSpread()}
		known := [][]int32{record.Draw(t, "usual")}
		for range rapid.IntRange(1, 3).Draw(t, "others") {
			other := slices.Clone(known[0])
			for range rapid.IntRange(1, w).Draw(t, "changes") {
				other[rapid.IntRange(0, w-1).Draw(t, "column")] = value.Draw(t, "value")
			}
			known = append(known, other)
		}
		for _, rec := range known {
			seen.spread.addBlock(rec, w)
		}
		for range rapid.IntRange(1, 4).Draw(t, "sampled") {
			seen.blocks = append(seen.blocks, sampled{rapid.SampledFrom(known).Draw(t, "record"), rapid.Int64Range(1, 1000).Draw(t, "weight")})
		}
		r := newRanges(k, seen, rapid.IntRange(2, 40).Draw(t, "parts"))
		parts := map[int]bool{}
		for _, rec := range known {
			parts[r.partition(rec)] = true
		}
		if !seen.spread.constant(w) && len(parts) < 2 {
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
