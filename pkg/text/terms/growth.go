package terms

import (
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Point is how many different terms the first words of the documents have.
type Point struct{ Words, Terms int64 }

// growth counts the different terms of a stream of ids, and notes them at ten places for each power of ten, and at the end. It
// keeps a bit for each term.
type growth struct {
	seen   []uint64
	points []Point
	now    Point
	next   int64 // the place of the next point
}

// growthShare is the part of the memory that the bits may take.
const growthShare = 16

// newGrowth makes room for the bits of some terms, in their share of the memory. LeastMemory is enough for all else.
func newGrowth(terms, memory int64) (*growth, error) {
	words := (terms + 63) / 64
	if need := growthShare * 8 * words; need > memory {
		return nil, &work.MemoryError{Least: LeastMemory + need, For: "-growth of " + tuple.Counted(terms, "term")}
	}
	seen, err := arena.Words(int(words))
	return &growth{seen: seen, next: 1}, err
}

// tenths are 10^(i/10), times 100.
var tenths = [10]int64{100, 126, 158, 200, 251, 316, 398, 501, 631, 794}

// after is the first place behind n that has a point.
func after(n int64) int64 {
	for power := int64(1); ; power *= 10 {
		for _, t := range tenths {
			if place := t * power / 100; place > n {
				return place
			}
		}
	}
}

func (g *growth) add(ids []int32) {
	for _, id := range ids {
		if bit := uint64(1) << (id % 64); g.seen[id/64]&bit == 0 {
			g.seen[id/64] |= bit
			g.now.Terms++
		}
		if g.now.Words++; g.now.Words == g.next {
			g.points, g.next = append(g.points, g.now), after(g.next)
		}
	}
}

// end adds the last point, and frees the bits.
func (g *growth) end() []Point {
	if n := len(g.points); n > 0 && g.points[n-1] != g.now {
		g.points = append(g.points, g.now)
	}
	arena.Free(g.seen)
	return g.points
}

// fromWords is where the law begins: of fewer words chance decides.
const fromWords = 100

// Heaps fits the law of Heaps to points, terms = k · words^beta, by least squares of the logarithms, from 100 words on. ok is
// false if there are too few points.
func Heaps(points []Point) (k, beta float64, ok bool) {
	var n, sx, sy, sxx, sxy float64
	for _, p := range points {
		if p.Words >= fromWords {
			x, y := math.Log(float64(p.Words)), math.Log(float64(p.Terms))
			// float64: the same on every machine
			n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+float64(x*x), sxy+float64(x*y)
		}
	}
	if n < 3 {
		return 0, 0, false
	}
	beta = (float64(n*sxy) - float64(sx*sy)) / (float64(n*sxx) - float64(sx*sx))
	return math.Exp((sy - float64(beta*sx)) / n), beta, true
}
