package rank

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// v9 is the graph of the variants' worked example.
var v9 = []link{{0, 1}, {0, 2}, {1, 2}, {2, 0}, {3, 2}}

func variant(t tester, links []link, v Variant, how SolveOptions) (ids []int32, ranks []float64, done SolveStats) {
	t.Helper()
	l := read(t, links, ReadOptions{}, ample)
	defer l.Close()
	r, done, err := l.Rank(v, how)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	sum := 0.0
	err = r.Ranks(func(id int32, rank float64) error {
		ids, ranks, sum = append(ids, id), append(ranks, rank), sum+rank
		return nil
	})
	if err != nil || math.Abs(sum-r.Sum()) > 1e-12*sum {
		t.Fatalf("%v, the sum is %g, not %g", err, sum, r.Sum())
	}
	return ids, ranks, done
}

// With the damping of other programs the limit of the example is another one: that is PageRank itself, not a variant.
func TestWorkedDamping(t *testing.T) {
	got := solved(t, read(t, v9, ReadOptions{}, ample), SystemOptions{}, hard(0.85)).z()
	for i, want := range []float64{0.372527, 0.195824, 0.394149, 0.0375} {
		if math.Abs(got[i]-want) > 0.5000001e-6 {
			t.Errorf("page %d has %.7f, want %g", i, got[i], want)
		}
	}
}

func TestWorkedVariants(t *testing.T) {
	for _, c := range []struct {
		variant Variant
		sweeps  int
		want    []float64
	}{
		{Basic, 1, []float64{0.25, 0.125, 0.625, 0}},
		{Basic, 1000, []float64{0.4, 0.2, 0.4, 0}},
		{Improved, 1, []float64{0.25, 0.141304, 0.576087, 0.032609}},
		{Improved, 1000, []float64{0.376156, 0.196155, 0.395080, 0.032609}},
		{Accelerated, 1, []float64{0.25, 0.142857, 0.446154, 0}},
		{Accelerated, 1000, []float64{0.4, 0.2, 0.4, 0}},
		{Unico, 1, []float64{5.35, 0.744952, 10.803602, 0.0375}},
	} {
		ids, got, done := variant(t, v9, c.variant, SolveOptions{D: 0.85, Tol: 1e-15, Sweeps: c.sweeps})
		if !slices.Equal(ids, []int32{0, 1, 2, 3}) || c.sweeps == 1000 && !done.Converged {
			t.Errorf("%s: %+v, pages %v", c.variant, done, ids)
		}
		for i := range c.want {
			if math.Abs(got[i]-c.want[i]) > 0.5000001e-6 {
				t.Errorf("%s after %d rounds: page %d has %.7f, want %g", c.variant, done.Sweeps, i, got[i], c.want[i])
			}
		}
	}
}

// As coded, unico stops by itself, and is scaled so that the best page has 100.
func TestWorkedUnico(t *testing.T) {
	_, got, done := variant(t, v9, Unico, SolveOptions{Sweeps: 1000})
	if !done.Converged || done.Sweeps != 7 {
		t.Errorf("%+v, want 7 rounds", done)
	}
	most := slices.Max(got)
	for i, want := range []float64{100, 48.9862, 97.4498, 0.4312} {
		if math.Abs(100*got[i]/most-want) > 0.500001e-4 {
			t.Errorf("page %d has %.5f, want %g", i, 100*got[i]/most, want)
		}
	}
}

// rounds is the brute-force twin of the variants.
func rounds(links []link, ids []int32, v Variant, d float64, n int) []float64 {
	at, degree := map[int32]int{}, map[int32]float64{}
	for i, id := range ids {
		at[id] = i
	}
	into := make([][]int32, len(ids))
	for _, l := range byTarget(links) {
		degree[l[0]]++
		into[at[l[1]]] = append(into[at[l[1]]], l[0])
	}
	size := float64(len(ids))
	r, sum := make([]float64, len(ids)), 1.0
	if v == Unico {
		sum = 100
	}
	for i := range r {
		r[i] = sum / size
	}
	for range n {
		after, norm := make([]float64, len(ids)), 0.0
		for i := range ids {
			value := 0.0
			for _, q := range into[i] {
				value += r[at[q]] / degree[q]
			}
			switch v {
			case Basic, Improved:
				if v == Improved {
					value += (1 - d) / size
				}
				after[i] = value
				norm += value
				continue
			case Accelerated:
				c := 0.0
				for k := range r {
					if k != i {
						c += r[k]
					}
				}
				if value > 0 {
					value /= c + value
				}
			case Unico:
				value = 0.15/size + 100/sum*0.85/size*value
				sum += value - r[i]
			}
			r[i] = value
		}
		if v == Basic || v == Improved {
			for i := range after {
				r[i] = after[i]
				if norm > 0 {
					r[i] /= norm
				}
			}
		}
	}
	return r
}

func TestVariantsAreTheirTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, _ := drawGraph(t)
		_, pages := count(links, ReadOptions{})
		v := rapid.SampledFrom([]Variant{Basic, Improved, Accelerated, Unico}).Draw(t, "variant")
		ids, got, done := variant(t, links, v, SolveOptions{D: 0.75, Tol: 0, Sweeps: rapid.IntRange(0, 8).Draw(t, "rounds")})
		if !slices.Equal(ids, pages) {
			t.Fatalf("pages %v, want %v", ids, pages)
		}
		want := rounds(links, pages, v, 0.75, done.Sweeps)
		if e := off(got, want); !(e <= 1e-11) {
			t.Fatalf("%s, %d rounds: off by %g\n got %v\nwant %v", v, done.Sweeps, e, got, want)
		}
	})
}

func TestVariantOfLongLists(t *testing.T) {
	links := hubs()
	_, pages := count(links, ReadOptions{})
	for _, v := range []Variant{Basic, Unico} {
		_, got, done := variant(t, links, v, SolveOptions{Sweeps: 3})
		if e := off(got, rounds(links, pages, v, 0, done.Sweeps)); !(e < 1e-9) {
			t.Errorf("%s: off by %g", v, e)
		}
	}
}

func TestUnknownVariant(t *testing.T) {
	l := read(t, v9, ReadOptions{}, ample)
	defer l.Close()
	if _, _, err := l.Rank("best", SolveOptions{Sweeps: 1}); err == nil || err.Error() != `there is no variant "best"` {
		t.Error(err)
	}
}

// TestSinkV8 is the sink of Nitsche 2003, 3.5.1: two pages that only link to each other take the whole rank in the end, but not
// where a surfer begins again.
func TestSinkV8(t *testing.T) {
	links := []link{{0, 1}, {1, 0}, {2, 0}, {2, 3}, {3, 2}} // 0 and 1 are the sink
	for v, most := range map[Variant]float64{Basic: 1, Improved: 0.9} {
		_, got, done := variant(t, links, v, SolveOptions{D: 0.85, Tol: 1e-15, Sweeps: 200})
		if sink := got[0] + got[1]; sink > most+1e-9 || v == Basic && sink < 1-1e-9 {
			t.Errorf("%s: the sink has %g after %d rounds", v, sink, done.Sweeps)
		}
	}
}
