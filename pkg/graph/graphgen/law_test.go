package graphgen

import (
	"math"
	"slices"
	"testing"
)

// laws are the figures of a graph that its flags ask for.
type laws struct {
	dangling, self, near, runs float64
	inTail, topShare           float64
}

func measure(w Web, list []link) laws {
	p := newPlan(w)
	out, in := make([]int, w.Pages), make([]int, w.Pages)
	var l laws
	for i, k := range list {
		out[k.src]++
		in[k.dst]++
		if k.src == k.dst {
			l.self++
		}
		if p.sameHost(k) {
			l.near++
		}
		if i > 0 && list[i-1].src == k.src && list[i-1].dst+1 == k.dst {
			l.runs++
		}
	}
	for _, d := range out {
		if d == 0 {
			l.dangling++
		}
	}
	slices.Sort(in)
	slices.Reverse(in)
	l.inTail = hill(in[:len(in)/1000])
	n := float64(len(list))
	l.topShare = float64(in[0]) / n
	l.dangling, l.self, l.near, l.runs = l.dangling/float64(w.Pages), l.self/n, l.near/n, l.runs/n
	return l
}

func (p *plan) sameHost(l link) bool {
	r := int(l.src / regionPages)
	if r != int(l.dst/regionPages) {
		return false
	}
	host := func(page int32) int {
		h, found := slices.BinarySearch(p.shapeOf(r).starts, uint16(page%regionPages))
		if !found {
			h--
		}
		return h
	}
	return host(l.src) == host(l.dst)
}

// hill is the estimator of the tail exponent of the largest values (Hill 1975).
func hill(top []int) float64 {
	sum := 0.0
	for _, v := range top {
		sum += math.Log(float64(v) / float64(top[len(top)-1]))
	}
	return float64(len(top)-1) / sum
}

func TestLaws(t *testing.T) {
	sparse, tight := web(600_000, 6_000_000), web(600_000, 6_000_000)
	sparse.Dangling, sparse.Local, sparse.Self = 0.75, 0.4, 0
	tight.Dangling, tight.Local, tight.Self, tight.Seed = 0.24, 0.97, 0.027, 9
	for _, w := range []Web{web(600_000, 6_000_000), sparse, tight} {
		got := measure(w, links(t, w, 2))
		near := func(name string, got, want, tolerance float64) {
			if math.Abs(got-want) > tolerance {
				t.Errorf("%s: %.4f, want %.4f ± %.4f", name, got, want, tolerance)
			}
		}
		near("dangling", got.dangling, w.Dangling, 0.01)
		near("links inside the host", got.near, w.Local, 0.01)
		near("self-links", got.self, w.Self, 0.01)
		near("tail of in-degrees", got.inTail, w.InTail, 0.4) // hosts end with their region, so local links thin it out
		near("share of the most linked page", got.topShare, 0.006, 0.006)
		if w.Local > 0.7 && got.runs < 0.4 {
			t.Errorf("only %.2f of the links follow the one before", got.runs)
		}
	}
}

// A brute-force twin: the links of an R-MAT fall into quadrants of each level as often as its parameters say.
func TestRMATLevels(t *testing.T) {
	table := newQuadrants()
	for _, scale := range []int{1, 3, 4, 7, 31} {
		r := rng(5)
		count := make([][4]float64, scale)
		const n = 200_000
		for range n {
			src, dst := table.fall(&r, scale)
			for level := range scale {
				count[level][src>>level&1<<1|dst>>level&1]++
			}
		}
		for level, c := range count {
			for q, want := range []float64{0.57, 0.19, 0.19, 0.05} {
				if math.Abs(c[q]/n-want) > 0.006 {
					t.Errorf("scale %d, level %d: share %v of quadrant %d", scale, level, c[q]/n, q)
				}
			}
		}
	}
}

func TestPermutation(t *testing.T) {
	for bits := 1; bits <= 16; bits++ {
		p := newPermutation(bits, uint64(bits))
		seen := make([]bool, 1<<bits)
		for x := range uint32(1 << bits) {
			y := p.of(x)
			if y < 0 || int(y) >= len(seen) || seen[y] {
				t.Fatalf("%d bits: not a permutation at %d", bits, x)
			}
			seen[y] = true
		}
	}
}

func TestRandomIsUniform(t *testing.T) {
	list := links(t, Random{Pages: 10, Links: 1_000_000, Seed: 3}, 2)
	var cell [10][10]int
	for _, l := range list {
		cell[l.src][l.dst]++
	}
	for src := range cell {
		for dst, n := range cell[src] {
			if n < 9_500 || n > 10_500 { // five standard deviations
				t.Errorf("pair (%d,%d) %d times in a million", src, dst, n)
			}
		}
	}
}

func TestSortNearly(t *testing.T) {
	r := rng(1)
	for n := range 300 {
		a := make([]int32, n)
		for i := range a {
			a[i] = int32(r.below(uint64(n)))
		}
		b := slices.Sorted(slices.Values(a))
		sortNearly(a)
		if !slices.Equal(a, b) {
			t.Fatalf("%d numbers were not sorted", n)
		}
	}
}

func BenchmarkWeb(b *testing.B) {
	for _, c := range []struct {
		name  string
		byDst bool
	}{{"src", false}, {"dst", true}} {
		b.Run(c.name, func(b *testing.B) {
			w := web(400_000, 8_000_000)
			w.ByDst = c.byDst
			b.SetBytes(8 * w.Links)
			for b.Loop() {
				w.Write(&failing{1 << 30}, 1)
			}
		})
	}
}
