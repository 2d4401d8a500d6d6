package kendall

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/arena"
)

// kernelOf has the numbers of a sequence as its keys.
func kernelOf(t interface{ Fatal(...any) }, x []int32) (k *exchanges, free func()) {
	words, err := arena.Words(max(16, 9*len(x)/4+9))
	if err != nil {
		t.Fatal(err)
	}
	k = &exchanges{}
	keys := k.carve(words)
	for i, v := range x {
		keys[i] = uint64(ordered(v))<<32 | uint64(i)
	}
	return k, func() { arena.Free(words) }
}

// Each key knows of how many inversions it is part, and the keys are sorted.
func TestExchangesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int32{0, 3, 1 << 30}).Draw(t, "most")
		x := rapid.SliceOfN(rapid.Int32Range(-most, most), 0, 300).Draw(t, "x")
		want := make([]int32, len(x))
		for i := range x {
			for j := range i {
				if x[j] > x[i] {
					want[i]++
					want[j]++
				}
			}
		}
		k, free := kernelOf(t, x)
		defer free()
		if err := k.sort(len(x), rapid.IntRange(1, 3).Draw(t, "threads")); err != nil {
			t.Fatal(err)
		}
		if keys := k.keys[:len(x)]; !slices.IsSorted(keys) {
			t.Fatalf("not sorted: %v", keys)
		}
		for i, key := range k.keys[:len(x)] {
			if place := uint32(key); k.in[i] != want[place] {
				t.Fatalf("number %d is part of %d inversions, not %d", place, k.in[i], want[place])
			}
		}
	})
}

// Long sequences are sorted by several threads, with the same sums.
func TestExchangesLong(t *testing.T) {
	for kind := range sequences {
		x := makeSequence(kind, 4*aloneMost+5)
		found := mergeInversions(slices.Clone(x), make([]int32, len(x)))
		var weight sum
		for _, threads := range []int{1, 2, 3, 8} {
			k, free := kernelOf(t, x)
			if err := k.sort(len(x), threads); err != nil || k.found != 2*found || threads > 1 && k.weight != weight {
				t.Errorf("%s, %d threads: %d inversions, not %d; weight %v, not %v (%v)", kind, threads, k.found/2,
					found, k.weight, weight, err)
			}
			weight = k.weight
			free()
		}
	}
}

func BenchmarkExchanges(b *testing.B) {
	const n = 1 << 20
	x := makeSequence("scores", n)
	k, free := kernelOf(b, x)
	defer free()
	keys := slices.Clone(k.keys[:n])
	for b.Loop() {
		copy(k.keys, keys)
		k.sort(n, 1)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/number")
}
