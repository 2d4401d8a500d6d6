package tuple

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSum: it does not change with the order of records, and does with their columns, their repetition or any bit.
func TestSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 5).Draw(t, "width")
		n := rapid.IntRange(1, 20).Draw(t, "records")
		recs := rapid.SliceOfN(rapid.Int32(), n*width, n*width).Draw(t, "values")
		sum := Sum(recs, width)
		var parts [][]int32
		for rec := range slices.Chunk(recs, width) {
			parts = append(parts, rec)
		}
		if got := Sum(slices.Concat(rapid.Permutation(parts).Draw(t, "order")...), width); got != sum {
			t.Fatalf("another order gives %x, not %x", got, sum)
		}
		if Sum(append(slices.Clone(recs), parts[0]...), width) == sum {
			t.Fatal("a repeated record does not show")
		}
		other := slices.Clone(recs)
		other[rapid.IntRange(0, len(other)-1).Draw(t, "place")] ^= 1 << rapid.IntRange(0, 31).Draw(t, "bit")
		if Sum(other, width) == sum {
			t.Fatal("a changed bit does not show")
		}
	})
	if Sum([]int32{1, 2}, 2) == Sum([]int32{2, 1}, 2) {
		t.Error("swapped columns do not show")
	}
}

func BenchmarkSum(b *testing.B) {
	for _, width := range []int{1, 2, 3} {
		recs := make([]int32, 6<<14)
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			b.SetBytes(int64(4 * len(recs)))
			for b.Loop() {
				Sum(recs, width)
			}
		})
	}
}
