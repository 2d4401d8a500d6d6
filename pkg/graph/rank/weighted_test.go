package rank

import (
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/work"
)

// weightedLink is a link with its weight.
type weightedLink struct {
	link
	w float32
}

func triples(links []weightedLink) (numbers []int32) {
	links = slices.Clone(links)
	slices.SortStableFunc(links, func(a, b weightedLink) int {
		return cmp.Or(cmp.Compare(a.link[1], b.link[1]), cmp.Compare(a.link[0], b.link[0]))
	})
	for _, l := range links {
		numbers = append(numbers, l.link[0], l.link[1], tuple.F32Bits(l.w))
	}
	return numbers
}

func readWeighted(t tester, links []weightedLink, opt ReadOptions, room work.Room) *Links {
	t.Helper()
	opt.Weighted = true
	l, err := Read(tupletest.Blocks(triples(links), 27), opt, room)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// drawWeighted draws a small graph with weights of a few kinds.
func drawWeighted(t *rapid.T) (links []weightedLink) {
	plain, _ := drawGraph(t)
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "weights"), 1))
	kind := rapid.IntRange(0, 2).Draw(t, "kind of weights")
	for _, l := range plain {
		w := float32(rnd.IntN(4))
		switch kind {
		case 1:
			w = rnd.Float32()
		case 2:
			w = float32(math.Exp(20 * rnd.NormFloat64() / 3))
		}
		links = append(links, weightedLink{l, w})
	}
	return links
}

// countWeighted is the twin of what Read does with weights: matrix[j][i] is the weight of j→i, by place in ids.
func countWeighted(links []weightedLink, once, noSelf bool) (matrix [][]float64, ids []int32) {
	pages := map[int32]bool{}
	for _, l := range links {
		pages[l.link[0]], pages[l.link[1]] = true, true
	}
	for id := range pages {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	at := map[int32]int{}
	for i, id := range ids {
		at[id] = i
		matrix = append(matrix, make([]float64, len(ids)))
	}
	for _, l := range links {
		m, w := &matrix[at[l.link[0]]][at[l.link[1]]], float64(l.w)
		switch {
		case noSelf && l.link[0] == l.link[1]:
		case once:
			*m = max(*m, w)
		default:
			*m += w
		}
	}
	return matrix, ids
}

// exactWeighted solves the equation of the package with weights, by elimination.
func exactWeighted(matrix [][]float64, d float64) []float64 {
	n := len(matrix)
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		a[i][i]++
		a[i][n] = (1 - d) / float64(n)
	}
	for j, row := range matrix {
		sum := 0.0
		for _, w := range row {
			sum += w
		}
		for i, w := range row {
			if sum == 0 {
				a[i][j] -= d / float64(n)
			} else {
				a[i][j] -= d * w / sum
			}
		}
	}
	return eliminate(a)
}

// TestWeightedTwin: ranks of weighted links are those of the dense twin, by all methods, whatever the memory and the threads.
func TestWeightedTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawWeighted(t)
		once, noSelf := rapid.Bool().Draw(t, "once"), rapid.Bool().Draw(t, "no self")
		matrix, ids := countWeighted(links, once, noSelf)
		if len(ids) == 0 {
			return
		}
		d := rapid.SampledFrom([]float64{0, 0.5, 0.85}).Draw(t, "d")
		want := exactWeighted(matrix, d)
		opt := ReadOptions{Once: once, NoSelf: noSelf}
		how := rapid.SampledFrom([]SystemOptions{{Precision: Float64}, {Precision: Float64, Method: Power},
			{Precision: Disk, rangePages: 5}}).Draw(t, "how")
		l := readWeighted(t, links, opt, room(1<<30, rapid.IntRange(1, 3).Draw(t, "threads")))
		defer l.Close()
		s, err := NewSolver(l, how)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		solving := hard(d)
		solving.Method = how.Method
		if _, err := s.Solve(solving); err != nil {
			t.Fatal(err)
		}
		var got []float64
		var gotIDs []int32
		err = s.Ranks(func(id int32, rank float64) error {
			got, gotIDs = append(got, rank/s.Norm()), append(gotIDs, id)
			return nil
		})
		if err != nil || !slices.Equal(gotIDs, ids) {
			t.Fatal(err, gotIDs, ids)
		}
		closeTo(t, "ranks", got, want, 1e-9)
	})
}

// TestWeightsAreRepeatedLinks: a weight of 3 is as good as three links, in all that is made of links.
func TestWeightsAreRepeatedLinks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plain, _ := drawGraph(t)
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "weights"), 1))
		var links []weightedLink
		var repeated []link
		for _, l := range plain {
			w := 1 + rnd.IntN(3)
			links = append(links, weightedLink{l, float32(w)})
			for range w {
				repeated = append(repeated, l)
			}
		}
		a, b := readWeighted(t, links, ReadOptions{}, ample), read(t, repeated, ReadOptions{}, ample)
		variant := rapid.SampledFrom(append([]Variant{"remove", "solve"}, Variants...)).Draw(t, "variant")
		var got, want []float64
		for k, l := range []*Links{a, b} {
			var ranks []float64
			yield := func(_ int32, rank float64) error { ranks = append(ranks, rank); return nil }
			switch variant {
			case "remove", "solve":
				var err error
				if variant == "remove" {
					if l, err = l.RemoveDangling(); err != nil {
						t.Fatal(err)
					}
				}
				r := solved(t, l, SystemOptions{Precision: Float64}, hard(0.85))
				ranks = r.y
				if r.norm > 0 {
					ranks = r.z()
				}
			default:
				r, _, err := l.Rank(variant, SolveOptions{D: 0.85, Sweeps: 5})
				if err != nil {
					t.Fatal(err)
				}
				if err := r.Ranks(yield); err != nil {
					t.Fatal(err)
				}
				r.Close()
				l.Close()
			}
			if k == 0 {
				got = ranks
			} else {
				want = ranks
			}
		}
		closeTo(t, string(variant), got, want, 1e-9)
	})
}

// TestWeightedPrune: of the links to a page, those with the greatest w·rank/c are kept, of equal ones those of lower sources.
// The w of a repeated link is the greatest of its weights, or their sum.
func TestWeightedPrune(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := drawWeighted(t)
		once := rapid.Bool().Draw(t, "once")
		matrix, ids := countWeighted(links, once, false)
		k := rapid.IntRange(1, 4).Draw(t, "k")
		l := readWeighted(t, links, ReadOptions{Once: once, Sum: true}, ample)
		defer l.Close()
		rank := func(j int) float32 { return float32(j%3 + 1) }
		out := make([]float64, len(ids))
		for j, row := range matrix {
			for i := range row {
				row[i] = float64(float32(row[i]))
				out[j] += row[i]
			}
		}
		scores, err := NewScores(l, "ranks", func(yield func(int32, float32)) error {
			for j, id := range ids {
				yield(id, rank(j))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		defer scores.Close()
		p, err := l.Prune(k, scores.Score, scores.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		var got, want []int32
		if err := p.EachLink(func(block []int32) error { got = append(got, block...); return nil }); err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			var to []int
			for j := range ids {
				if matrix[j][i] > 0 {
					to = append(to, j)
				}
			}
			score := func(j int) float32 { return float32(float64(float32(float64(rank(j))/out[j])) * matrix[j][i]) }
			slices.SortStableFunc(to, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
			to = to[:min(k, len(to))]
			slices.Sort(to)
			for _, j := range to {
				want = append(want, ids[j], id, tuple.F32Bits(float32(matrix[j][i])))
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
	})
}

// TestOddWeights: weights that are none, and sums with which ranks would not be numbers, are refused.
func TestOddWeights(t *testing.T) {
	for _, c := range []struct {
		w    float32
		want string
	}{
		{-1, "finite number"}, {float32(math.NaN()), "finite number"}, {float32(math.Inf(1)), "finite number"},
		{1e-30, "page 3 sum to 1"}, {3e38, "page 3 sum to 3"}, {float32(math.Copysign(0, -1)), "finite number"},
	} {
		_, err := Read(tupletest.Blocks([]int32{3, 5, tuple.F32Bits(c.w)}, 3), ReadOptions{Weighted: true}, ample)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("weight %v: %v", c.w, err)
		}
	}
}

// TestWeightedDeterminism: a graph of many chunks has the same ranks for any number of threads, in memory and on disk.
func TestWeightedDeterminism(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	var links []weightedLink
	for range 300_000 {
		to := int32(rnd.IntN(20_000))
		if rnd.IntN(8) == 0 {
			to = 7 // a list of several chunks
		}
		links = append(links, weightedLink{link{int32(rnd.IntN(20_000)), to}, float32(rnd.IntN(100)) / 8})
	}
	var first []float64
	for _, where := range []work.Room{room(1<<30, 1), room(1<<30, 3), room(2<<20, 2)} {
		l := readWeighted(t, links, ReadOptions{}, where)
		r := solved(t, l, SystemOptions{Precision: Float64}, SolveOptions{D: 0.85, Tol: 1e-9, Sweeps: 99})
		if first == nil {
			first = r.y
		}
		if !slices.Equal(first, r.y) {
			t.Errorf("with %d threads and %d bytes the ranks are others", where.Threads, where.Memory)
		}
	}
}

// TestMergedSum: the sum of many weights is not that of numbers that lose their last bits one by one.
func TestMergedSum(t *testing.T) {
	const n = 3_000_000
	left := n
	src := tuple.SourceFunc(func(dst []int32) (int, error) {
		if left == 0 {
			return 0, io.EOF
		}
		k := 0
		for ; k+3 <= len(dst) && left > 0; k, left = k+3, left-1 {
			copy(dst[k:], []int32{1, 2, tuple.F32Bits(0.1)})
		}
		return k, nil
	})
	m := &merged{src: src, sum: true, repeated: new(int64)}
	block := make([]int32, 3000)
	k, err := m.ReadBlock(block)
	if got := tuple.F32Value(block[2]); err != nil || k != 3 || math.Abs(float64(got)-0.1*n) > 1 || *m.repeated != n-1 {
		t.Errorf("%v of %d, %d repeated, %v", got, k, *m.repeated, err)
	}
}
