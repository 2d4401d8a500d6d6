package kendall

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slowInversions is the obvious twin of invert.
func slowInversions(x []int32) (found, tied uint64) {
	for i := range x {
		for j := range i {
			switch {
			case x[j] > x[i]:
				found++
			case x[j] == x[i]:
				tied++
			}
		}
	}
	return found, tied
}

func checkInvert(t interface{ Fatalf(string, ...any) }, x []int32, threads int) {
	want, wantTied := slowInversions(x)
	k := &plainKernel{keys: x, other: make([]int32, len(x))}
	sorted := slices.Sorted(slices.Values(x))
	err := k.sort(len(x), threads)
	k.ties(len(x))
	if err != nil || k.found != want || k.tied != wantTied {
		t.Fatalf("%d inversions and %d ties, not %d and %d (%v)", k.found, k.tied, want, wantTied, err)
	}
	if !slices.Equal(x, sorted) {
		t.Fatalf("not sorted: %v", x)
	}
}

// sequences make the n numbers of a test, by kind.
var sequences = map[string]func(r *rand.Rand, i, n int) int32{
	"random":  func(r *rand.Rand, i, n int) int32 { return int32(r.Uint32()) },
	"scores":  func(r *rand.Rand, i, n int) int32 { return scoreBits(float64(i)/float64(n) + r.Float64()/2) },
	"levels":  func(r *rand.Rand, i, n int) int32 { return scoreBits(float64(r.IntN(1000))) },
	"few":     func(r *rand.Rand, i, n int) int32 { return int32(r.IntN(5)) - 2 },
	"rising":  func(r *rand.Rand, i, n int) int32 { return int32(i) },
	"falling": func(r *rand.Rand, i, n int) int32 { return int32(-i) },
	"equal":   func(r *rand.Rand, i, n int) int32 { return 7 },
	"heavy":   func(r *rand.Rand, i, n int) int32 { return int32(r.Uint32()) * int32(r.IntN(2)) },
}

func scoreBits(x float64) int32 { return int32(math.Float32bits(float32(x))) }

func makeSequence(kind string, n int) []int32 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	x := make([]int32, n)
	for i := range x {
		x[i] = sequences[kind](r, i, n)
	}
	return x
}

func TestInvert(t *testing.T) {
	for kind := range sequences {
		for _, n := range []int{0, 1, 2, 15, 16, 17, 100, 255, 256, 257, 3000} {
			t.Run(fmt.Sprint(kind, "/", n), func(t *testing.T) { checkInvert(t, makeSequence(kind, n), 2) })
		}
	}
}

// Long sequences are split by all threads first; a merge sort is their twin.
func TestInvertLong(t *testing.T) {
	for kind := range sequences {
		t.Run(kind, func(t *testing.T) {
			x := makeSequence(kind, 5*aloneMost+77)
			y := slices.Clone(x)
			want := mergeInversions(y, make([]int32, len(y)))
			for _, threads := range []int{1, 2, 5} {
				z := slices.Clone(x)
				found, err := invert(z, make([]int32, len(z)), threads)
				if err != nil || found != want || !slices.Equal(z, y) {
					t.Errorf("%d threads: %d inversions, not %d (%v)", threads, found, want, err)
				}
			}
		})
	}
}

// mergeInversions sorts x and counts what is exchanged: Kulvait 2007, algorithms 6.2 and 6.3, ended where one is left.
func mergeInversions(x, room []int32) (found uint64) {
	if len(x) < 2 {
		return 0
	}
	m := len(x) / 2
	found = mergeInversions(x[:m], room[:m]) + mergeInversions(x[m:], room[m:])
	left, right := append(room[:0], x[:m]...), x[m:]
	for i := range x {
		if len(right) == 0 || len(left) > 0 && left[0] <= right[0] {
			x[i], left = left[0], left[1:]
		} else {
			found += uint64(len(left))
			x[i], right = right[0], right[1:]
		}
	}
	return found
}

func TestInvertProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int32{0, 1, 3, 100, 1 << 20, math.MaxInt32}).Draw(t, "most")
		x := rapid.SliceOfN(rapid.Int32Range(-most, most), 0, 600).Draw(t, "x")
		checkInvert(t, x, rapid.IntRange(1, 3).Draw(t, "threads"))
	})
}

func BenchmarkInvert(b *testing.B) {
	for _, kind := range []string{"scores", "random", "levels", "heavy"} {
		for _, n := range []int{1 << 15, 1 << 17, 10_000_000} {
			for threads := range 2 {
				b.Run(fmt.Sprintf("%s/%d/%d", kind, n, threads+1), func(b *testing.B) {
					data := makeSequence(kind, n)
					x, y := make([]int32, n), make([]int32, n)
					for b.Loop() {
						copy(x, data)
						invert(x, y, threads+1)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/number")
				})
			}
		}
	}
}
