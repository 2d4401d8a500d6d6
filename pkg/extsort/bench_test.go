package extsort

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
)

// BenchmarkWords sorts partitions of random pairs.
func BenchmarkWords(b *testing.B) {
	for _, n := range []int{50_000, 180_000, 380_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			room, err := arena.Words(3 * n)
			if err != nil {
				b.Fatal(err)
			}
			defer arena.Free(room)
			data, x, y := room[:n], room[n:2*n], room[2*n:]
			for i := range data {
				data[i] = rand.Uint64()>>9 | 1<<62
			}
			s := newWordSorter(tuple.NewPairKey(tuple.Columns(0, 1)))
			b.SetBytes(int64(8 * n))
			for b.Loop() {
				copy(y, data)
				s.sort([][]uint64{y}, x, y, 1<<55-1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/pair")
		})
	}
}
