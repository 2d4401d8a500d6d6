package terms

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/work"
	"webmill/pkg/work/worktest"
)

// TestGrowth: the curve is that of a map, at the places where it has points.
func TestGrowth(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var lines, all []string
		for range rapid.IntRange(0, 20).Draw(rt, "documents") {
			words := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("abc")), 1, 3, -1), 0, 30).Draw(rt, "words")
			all = append(all, words...)
			lines = append(lines, fmt.Sprintf(`{"text":%q}`, strings.Join(words, " ")))
		}
		_, _, _, stats, err := made(t, strings.Join(lines, "\n"), Options{Growth: true, Room: worktest.Room(LeastMemory, 2)})
		if err != nil {
			rt.Fatal(err)
		}
		places := []int64{1, 2, 3, 5, 6, 7, 10, 12, 15, 20, 25, 31, 39, 50, 63, 79, 100, 126, 158, 200, 251, 316, 398, 501}
		var want []Point
		seen := map[string]bool{}
		for i, w := range all {
			seen[w] = true
			if n := int64(i + 1); slices.Contains(places, n) || i == len(all)-1 {
				want = append(want, Point{n, int64(len(seen))})
			}
		}
		if !slices.Equal(stats.Growth, want) {
			rt.Fatalf("%v, not %v", stats.Growth, want)
		}
	})
}

// TestHeaps: the law is found in points that obey it, and not in fewer than three.
func TestHeaps(t *testing.T) {
	var points []Point
	for n := int64(1); n < 1e9; n = after(n) {
		points = append(points, Point{n, int64(math.Round(30 * math.Pow(float64(n), 0.6)))})
	}
	if k, beta, ok := Heaps(points); !ok || math.Abs(k-30) > 0.05 || math.Abs(beta-0.6) > 1e-4 {
		t.Error(k, beta, ok)
	}
	if _, _, ok := Heaps(points[:12]); ok {
		t.Error("a law of few points")
	}
}

// TestGrowthMemory: a bit for each term must fit.
func TestGrowthMemory(t *testing.T) {
	_, err := newGrowth(1<<20, 1<<20)
	var small *work.MemoryError
	if !errors.As(err, &small) || small.Least != LeastMemory+2<<20 {
		t.Fatal(err)
	}
	if _, err := newGrowth(1<<20, small.Least-LeastMemory); err != nil {
		t.Error(err)
	}
}
