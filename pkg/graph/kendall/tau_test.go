package kendall

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/realdata"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// zip is the stream of the pairs of two scorings.
func zip(a, b []int32) tuple.Source {
	var flat []int32
	for i := range a {
		flat = append(flat, a[i], b[i])
	}
	return tupletest.Blocks(flat, 64)
}

// slowTau is the obvious twin of Tau: it looks at all pairs. weights are of the pairs' things.
func slowTau(a, b []int32, weights []float64) (c Counts, weighted float64) {
	c.N = uint64(len(a))
	var total, tiedA, tiedB, difference float64
	for i := range a {
		for j := range i {
			w := weights[i] + weights[j]
			c.Pairs++
			total += w
			x, y := cmp.Compare(a[i], a[j]), cmp.Compare(b[i], b[j])
			difference += w * float64(x*y)
			switch x * y {
			case 1:
				c.Concordant++
			case -1:
				c.Discordant++
			}
			if x == 0 {
				c.TiedA++
				tiedA += w
			}
			if y == 0 {
				c.TiedB++
				tiedB += w
			}
			if x == 0 && y == 0 {
				c.TiedBoth++
			}
		}
	}
	return c, difference / math.Sqrt(total-tiedA) / math.Sqrt(total-tiedB)
}

// slowWeights are 1/(r+1) by the rank in a, equal ones in the order of b.
func slowWeights(a, b []int32) []float64 {
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(-cmp.Compare(a[i], a[j]), -cmp.Compare(b[i], b[j])) })
	weights := make([]float64, len(a))
	for r, i := range order {
		weights[i] = 1 / float64(r+1)
	}
	return weights
}

func options(memory int64, threads int) Options {
	return Options{Room: work.Room{Memory: memory, Threads: threads, FS: vfs.OS}}
}

// memories are budgets from the least, where runs have few keys and are merged two by two, up to enough.
var memories = []int64{1, 3000, 1 << 16, 1 << 24}

// The worked examples of Kulvait 2007, and what SciPy 1.10.1 says of them and of some more: kendalltau(a, b),
// weightedtau(a, b, rank=None), weightedtau(b, a, rank=None), weightedtau(a, b).
var examples = []struct {
	a, b                  []int32
	counts                Counts
	tau, byA, byB, byBoth float64
}{
	{
		[]int32{1, 2, 3, 4, 5}, []int32{1, 2, 3, 4, 5}, Counts{5, 10, 10, 0, 0, 0, 0}, 1, 1, 1, 1,
	}, {
		[]int32{1, 2, 3, 4, 5}, []int32{5, 4, 3, 2, 1}, Counts{5, 10, 0, 10, 0, 0, 0}, -1, -1, -1, -1,
	}, {
		[]int32{1, 1, 2, 3, 3, 4}, []int32{1, 2, 2, 1, 3, 3}, Counts{6, 15, 8, 2, 2, 3, 0},
		0.48038446141526148, 0.61181192215855085, 0.64302543499405151, 0.62741867857630118,
	}, {
		[]int32{3, 1, 2, 2, 5, 5, 4}, []int32{1, 2, 3, 3, 4, 5, 5}, Counts{7, 21, 14, 4, 2, 2, 1},
		0.52631578947368418, 0.59326928510049937, 0.62209848132625523, 0.6076838832133773,
	}, {
		[]int32{12, 2, 1, 12, 2}, []int32{1, 4, 7, 1, 0}, Counts{5, 10, 2, 6, 2, 1, 1},
		-0.47140452079103162, -0.4157652301037516, -0.71813413296990281, -0.56694968153682723,
	}, {
		[]int32{9, 7, 7, 7, 3, 3, 2, 2, 2, 0}, []int32{1, 7, 7, 2, 2, 7, 9, 0, 0, 0}, Counts{10, 45, 21, 12, 7, 7, 2},
		0.23684210526315794, 0.024594487140174509, -0.05144138801409541, -0.01342345043696045,
	}, {
		[]int32{math.MinInt32, 0, math.MaxInt32}, []int32{math.MinInt32, math.MaxInt32, 0}, Counts{3, 3, 2, 1, 0, 0, 0},
		1. / 3, 2. / 11, 2. / 11, 2. / 11,
	},
}

func TestExamples(t *testing.T) {
	for _, e := range examples {
		for _, memory := range memories {
			for weights, want := range map[Weights]float64{Unweighted: 0, ByA: e.byA, ByB: e.byB, ByBoth: e.byBoth} {
				opt := options(memory, 2)
				opt.Weights = weights
				r, err := Tau(zip(e.a, e.b), opt)
				tau, defined := r.Tau()
				if err != nil || !defined || r.Counts != e.counts || math.Abs(tau-e.tau) > 1e-15 {
					t.Errorf("%v %v: %+v, tau %v (%v)", e.a, e.b, r, tau, err)
				}
				if math.Abs(r.Weighted-want) > 1e-14 {
					t.Errorf("%v %v: weighted %q %v, not %v", e.a, e.b, weights, r.Weighted, want)
				}
			}
		}
	}
}

// Tau is the same for all memories and threads, and that of the definition.
func TestTauProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawScores(t)
		memory := rapid.SampledFrom(memories).Draw(t, "memory")
		opt := options(memory, rapid.IntRange(1, 3).Draw(t, "threads"))
		opt.Weights = rapid.SampledFrom([]Weights{Unweighted, ByA, ByB, ByBoth}).Draw(t, "weights")
		r, err := Tau(zip(a, b), opt)
		if err != nil {
			t.Fatal(err)
		}
		want, byA := slowTau(a, b, slowWeights(a, b))
		if r.Counts != want {
			t.Fatalf("%+v, not %+v", r.Counts, want)
		}
		_, byB := slowTau(a, b, slowWeights(b, a))
		weighted := map[Weights]float64{Unweighted: 0, ByA: byA, ByB: byB, ByBoth: (byA + byB) / 2}[opt.Weights]
		if _, defined := r.Tau(); defined && !(math.Abs(r.Weighted-weighted) < 1e-12) {
			t.Fatalf("weighted %v, not %v", r.Weighted, weighted)
		}
	})
}

// drawScores draws two scorings with many ties or few.
func drawScores(t *rapid.T) (a, b []int32) {
	n := rapid.IntRange(0, 400).Draw(t, "n")
	draw := func(name string) []int32 {
		most := rapid.SampledFrom([]int32{0, 1, 5, 100, math.MaxInt32}).Draw(t, "most "+name)
		return rapid.SliceOfN(rapid.Int32Range(-most, most), n, n).Draw(t, name)
	}
	return draw("a"), draw("b")
}

// Tau does not depend on which scoring is the first; the opposite of one has the opposite tau; with itself it is 1.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawScores(t)
		minusB := make([]int32, len(b))
		for i, v := range b {
			minusB[i] = -v
		}
		tau := func(a, b []int32, weights Weights) (float64, float64, bool) {
			opt := options(1<<12, 2)
			opt.Weights = weights
			r, err := Tau(zip(a, b), opt)
			if err != nil {
				t.Fatal(err)
			}
			x, defined := r.Tau()
			return x, r.Weighted, defined
		}
		x, byA, defined := tau(a, b, ByA)
		y, byB, _ := tau(b, a, ByB)
		if x != y || byA != byB {
			t.Fatalf("tau(a,b) is %v and %v, tau(b,a) %v and %v", x, byA, y, byB)
		}
		if z, _, _ := tau(a, minusB, Unweighted); z != -x {
			t.Fatalf("tau(a,b) is %v, tau(a,-b) %v", x, z)
		}
		if z, w, _ := tau(a, a, ByBoth); defined && (z != 1 || w != 1) {
			t.Fatalf("tau(a,a) is %v and %v", z, w)
		}
		if z, w, _ := tau(b, minusB, ByA); defined && (z != -1 || math.Abs(w+1) > 1e-15) {
			t.Fatalf("tau(b,-b) is %v and %v", z, w)
		}
	})
}

func TestUndefined(t *testing.T) {
	for _, e := range [][2][]int32{{{}, {}}, {{1}, {1}}, {{1, 1, 1}, {1, 2, 3}}, {{1, 2, 3}, {4, 4, 4}}, {{7, 7}, {7, 7}}} {
		for _, weights := range []Weights{Unweighted, ByBoth} {
			opt := options(1<<20, 2)
			opt.Weights = weights
			r, err := Tau(zip(e[0], e[1]), opt)
			if tau, defined := r.Tau(); err != nil || defined || tau != 0 || r.Weighted != 0 {
				t.Errorf("%v: tau %v, weighted %v, %v", e, tau, r.Weighted, err)
			}
		}
	}
}

// The formula is exact to the last bit where counts need 63 bits.
func TestLargeCounts(t *testing.T) {
	c := Counts{N: mostThings}
	c.complete()
	if c.Pairs != 9223372030412324865 {
		t.Errorf("%d pairs", c.Pairs)
	}
	if tau, _ := c.Tau(); tau != 1 {
		t.Errorf("all concordant: %v", tau)
	}
	c = Counts{N: mostThings, Discordant: c.Pairs}
	c.complete()
	if tau, _ := c.Tau(); tau != -1 || c.Concordant != 0 {
		t.Errorf("all discordant: %v", tau)
	}
	if tau, _ := (&Counts{N: 2, Pairs: 1 << 62, Concordant: 1 << 61, TiedA: 1 << 61,
		TiedB: 1 << 60}).Tau(); tau != math.Sqrt(2./3) {
		t.Errorf("%v is not sqrt(2/3)", tau)
	}
	s := &scan{n: mostThings}
	if err := s.WriteBlock([]int32{1, 2}); !errors.Is(err, errTooMany) {
		t.Errorf("one thing more than can be counted: %v", err)
	}
}

// TestSuite: the cases of a suite.
func TestSuite(t *testing.T) {
	text := realdata.Read(t, "suites/kendall/kendalltau-reference.json")
	var cases []struct {
		X, Y []int32
		Tau  json.Number `json:"tau_b"`
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatal(len(cases), err)
	}
	for i, c := range cases {
		for _, memory := range memories {
			r, err := Tau(zip(c.X, c.Y), options(memory, 2))
			want, _ := c.Tau.Float64()
			_, decimals, _ := strings.Cut(c.Tau.String(), ".")
			tolerance := max(1e-15, math.Pow10(-len(decimals))/2)
			if tau, _ := r.Tau(); err != nil || math.Abs(tau-want) > tolerance {
				t.Errorf("case %d, %v %v: %v, not %v (%v)", i, c.X, c.Y, tau, c.Tau, err)
			}
		}
	}
}

// A long one with ties, against SciPy 1.10.1.
func TestLongExample(t *testing.T) {
	var a, b []int32
	for i := range int32(1000) {
		a = append(a, i*7919%1009%97)
		b = append(b, int32(int64(i)*104729%1013%101))
	}
	for _, memory := range memories {
		for weights, want := range map[Weights]float64{
			ByA: 0.04679058697983457, ByB: 0.33332664680817276, ByBoth: 0.19005861689400366,
		} {
			opt := options(memory, 2)
			opt.Weights = weights
			r, err := Tau(zip(a, b), opt)
			if tau, _ := r.Tau(); err != nil || math.Abs(tau-0.02617108754550132) > 1e-15 || math.Abs(r.Weighted-want) > 1e-13 {
				t.Errorf("memory %d, weights %q: %v and %v (%v)", memory, weights, tau, r.Weighted, err)
			}
		}
	}
}

func BenchmarkTau(b *testing.B) {
	const n = 1 << 20
	x, y := makeSequence("scores", n), makeSequence("levels", n)
	for _, weights := range []Weights{Unweighted, ByA} {
		b.Run(fmt.Sprintf("weights %q", weights), func(b *testing.B) {
			b.SetBytes(8 * n)
			opt := options(1<<30, 2)
			opt.Weights = weights
			for b.Loop() {
				if _, err := Tau(zip(x, y), opt); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
