package rank

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/idset"
)

// drawGraph draws a small graph and tells its pages: few ids or ids far apart, repeated links, links of pages to
// themselves, pages that nothing links to, hubs and dangling pages.
func drawGraph(t *rapid.T) (links []link, ids []int32) {
	n := rapid.IntRange(1, 30).Draw(t, "pages")
	apart := rapid.SampledFrom([]int32{1, 3, 70000, (1<<31 - 1) / 30}).Draw(t, "ids apart")
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	sources := 1 + rnd.IntN(n)
	for range rapid.IntRange(0, 120).Draw(t, "links") {
		l := link{int32(rnd.IntN(sources)), int32(rnd.IntN(n))}
		switch rnd.IntN(8) {
		case 0:
			l[1] = l[0]
		case 1:
			l[1] = 0
		}
		links = append(links, link{l[0] * apart, l[1] * apart})
	}
	for i := range int32(n) {
		ids = append(ids, i*apart)
	}
	return links, ids
}

// count is the brute-force twin of ReadOptions: the links that count and the pages that are rated.
func count(links []link, p ReadOptions) (kept []link, rated []int32) {
	pages, seen := map[int32]bool{}, map[link]bool{}
	for _, l := range links {
		if l[0] == l[1] && p.Known == nil {
			pages[l[0]] = true // a page that links only to itself is one
		}
		if p.Once && seen[l] || p.NoSelf && l[0] == l[1] || p.Known != nil && !p.Known.Has(l[0]) {
			continue
		}
		seen[l] = true
		kept = append(kept, l)
		pages[l[0]], pages[l[1]] = true, true
	}
	for id := range p.Pages {
		pages[int32(id)] = true
	}
	if p.Known != nil {
		for id := range p.Known.All {
			pages[id] = true
		}
	}
	for id := range pages {
		rated = append(rated, id)
	}
	slices.Sort(rated)
	return kept, rated
}

// exact solves z = d·(W + v·oᵀ/|v|)·z + (1-d)·v/|v| by elimination.
func exact(links []link, ids []int32, v func(id int32) float64, d float64) (z []float64) {
	n := len(ids)
	at := map[int32]int{}
	sum := 0.0
	for i, id := range ids {
		at[id] = i
		sum += v(id)
	}
	degree := make([]float64, n)
	for _, l := range links {
		degree[at[l[0]]]++
	}
	a := make([][]float64, n) // I - d·(W + v·oᵀ/|v|), and the right side
	for i, id := range ids {
		a[i] = make([]float64, n+1)
		a[i][i]++
		a[i][n] = (1 - d) * v(id) / sum
		for j := range ids {
			if degree[j] == 0 {
				a[i][j] -= d * v(id) / sum
			}
		}
	}
	for _, l := range links {
		a[at[l[1]]][at[l[0]]] -= d / degree[at[l[0]]]
	}
	return eliminate(a)
}

// eliminate solves linear equations, given with their right sides.
func eliminate(a [][]float64) []float64 {
	n := len(a)
	for k := range n {
		best := k
		for i := k; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[best][k]) {
				best = i
			}
		}
		a[k], a[best] = a[best], a[k]
		for i := range n {
			if f := a[i][k] / a[k][k]; i != k && f != 0 {
				for j := k; j <= n; j++ {
					a[i][j] -= f * a[k][j]
				}
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x
}

// off is the L1 distance.
func off(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}

func drawPolicy(t *rapid.T, ids []int32) ReadOptions {
	p := ReadOptions{Once: rapid.Bool().Draw(t, "once"), NoSelf: rapid.Bool().Draw(t, "no self")}
	last := int64(ids[len(ids)-1])
	switch {
	case rapid.Bool().Draw(t, "known"):
		p.Known = &idset.Set{}
		for _, id := range ids {
			if rapid.Bool().Draw(t, "is known") {
				p.Known.Add(id)
			}
		}
	case last < 200 && rapid.Bool().Draw(t, "all below"):
		p.Pages = last + 1 + rapid.Int64Range(0, 9).Draw(t, "more")
	}
	return p
}

// drawWeights draws weights of some of the pages and of some that there are not; nil for all alike.
func drawWeights(t *rapid.T, ids []int32) (*Weights, func(id int32) float64) {
	if rapid.Bool().Draw(t, "all alike") {
		return nil, func(int32) float64 { return 1 }
	}
	w, twin := &Weights{}, map[int32]float64{}
	for _, id := range ids {
		if weight := rapid.SampledFrom([]float32{-1, 0, 0.1, 1, 100}).Draw(t, "weight"); weight >= 0 {
			w.Add(id, weight)
			twin[id] = float64(weight)
		}
	}
	if last := ids[len(ids)-1]; last < 1<<31-1 {
		w.Add(last+1, 7) // is no page unless ReadOptions.Pages says so
		twin[last+1] = 7
	}
	w.Done()
	return w, func(id int32) float64 { return twin[id] }
}

func total(ids []int32, v func(id int32) float64) (sum float64) {
	for _, id := range ids {
		sum += v(id)
	}
	return sum
}

func TestRanksSolveTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, ids := drawGraph(t)
		policy := drawPolicy(t, ids)
		weights, v := drawWeights(t, ids)
		kept, rated := count(links, policy)
		if total(rated, v) == 0 {
			t.Skip("no page has a weight")
		}
		d := rapid.SampledFrom([]float64{0, 0.5, 0.75, 0.85, 0.99}).Draw(t, "d")
		want := exact(kept, rated, v, d)
		for precision, tol := range map[Precision]float64{Float64: 1e-12, Float32: max(1e-6, 1.2e-7/(1-d))} {
			for name, method := range methods {
				solving := hard(d)
				solving.Method, solving.Sweeps = method, int(40/(1.001-d))
				r := solved(t, read(t, links, policy, ample), SystemOptions{Precision: precision, Weights: weights}, solving)
				z := r.z()
				if !slices.Equal(r.ids, rated) {
					t.Fatalf("rated %v, want %v", r.ids, rated)
				}
				if e := off(z, want); !(e <= tol) {
					t.Fatalf("%s: off by %g (%+v)\n got %v\nwant %v", name, e, r.done, z, want)
				}
				sum := 0.0
				for _, x := range z {
					sum += x
				}
				if math.Abs(sum-1) > 1e-12 {
					t.Fatalf("%s, precision %d: the sum is %.17g", name, precision, sum)
				}
			}
		}
	})
}

// Read counts what it leaves out.
func TestReadCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, ids := drawGraph(t)
		policy := drawPolicy(t, ids)
		kept, rated := count(links, policy)
		l := read(t, links, policy, ample)
		defer l.Close()
		if got := linksOf(t, l); !slices.Equal(got, byTarget(kept)) {
			t.Fatalf("links %v, want %v", got, byTarget(kept))
		}
		c := l.Count
		if c.Links != int64(len(kept)) || c.Links+c.Repeated+c.Self+c.Unknown != int64(len(links)) ||
			l.Pages() != int64(len(rated)) {
			t.Fatalf("%+v and %d pages of %d links, %d kept, %d pages", c, l.Pages(), len(links), len(kept), len(rated))
		}
		sources := map[int32]bool{}
		for _, link := range kept {
			if link[0] == link[1] {
				c.KeptSelf--
			}
			sources[link[0]] = true
		}
		if c.KeptSelf != 0 {
			t.Fatalf("%d self-links too many were counted", c.KeptSelf)
		}
		if l.Dangling() != int64(len(rated)-len(sources)) {
			t.Fatalf("%d dangling pages, want %d", l.Dangling(), len(rated)-len(sources))
		}
	})
}

// One more step changes the ranks by less than twice the residual that is told, and they are off by that over 1-d.
func TestResidualIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, ids := drawGraph(t)
		weights, v := drawWeights(t, ids)
		kept, rated := count(links, ReadOptions{})
		if total(rated, v) == 0 {
			t.Skip("no page has a weight")
		}
		d := rapid.SampledFrom([]float64{0.5, 0.85, 0.99}).Draw(t, "d")
		method := rapid.SampledFrom([]Method{GaussSeidel, Power}).Draw(t, "method")
		solving := SolveOptions{Method: method, D: d, Sweeps: rapid.IntRange(1, 30).Draw(t, "sweeps")}
		r := solved(t, read(t, links, ReadOptions{}, ample), SystemOptions{Precision: Float64, Weights: weights}, solving)
		z, bound := r.z(), 2*r.done.Residual
		if change := off(z, next(kept, rated, v, d, z)); change > bound+1e-14 {
			t.Fatalf("the next step changes %g, more than %g (%d sweeps)", change, bound, r.done.Sweeps)
		}
		if e := off(z, exact(kept, rated, v, d)); e > bound/(1-d)+1e-12 {
			t.Fatalf("off by %g, more than %g (%d sweeps)", e, bound/(1-d), r.done.Sweeps)
		}
	})
}

// next is one step of the definition.
func next(links []link, ids []int32, v func(id int32) float64, d float64, z []float64) []float64 {
	at, degree := map[int32]int{}, map[int32]float64{}
	sum := total(ids, v)
	for i, id := range ids {
		at[id] = i
	}
	for _, l := range links {
		degree[l[0]]++
	}
	free := 1 - d
	for i, id := range ids {
		if degree[id] == 0 {
			free += d * z[i]
		}
	}
	after := make([]float64, len(z))
	for i, id := range ids {
		after[i] = free * v(id) / sum
	}
	for _, l := range links {
		after[at[l[1]]] += d * z[at[l[0]]] / degree[l[0]]
	}
	return after
}

func TestRemoveDangling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, _ := drawGraph(t)
		l, err := read(t, links, ReadOptions{}, ample).RemoveDangling()
		if err != nil {
			t.Fatal(err)
		}
		left := leafless(links)
		if got := linksOf(t, l); !slices.Equal(got, byTarget(left)) {
			t.Fatalf("links %v, want %v", got, byTarget(left))
		}
		_, rated := count(links, ReadOptions{})
		_, cyclic := count(left, ReadOptions{})
		alike := func(int32) float64 { return 1 }
		want := make([]float64, len(rated))
		for i, z := range exact(left, cyclic, alike, 0.85) {
			k, _ := slices.BinarySearch(rated, cyclic[i])
			want[k] = z
		}
		r := solved(t, l, SystemOptions{Precision: Float64}, hard(0.85))
		if !slices.Equal(r.ids, rated) || len(cyclic) > 0 && !(off(r.z(), want) < 1e-12) {
			t.Fatalf("pages %v, ranks %v, want %v", r.ids, fmt.Sprint(r.z()), want)
		}
	})
}

// leafless is the brute-force twin of RemoveDangling.
func leafless(links []link) []link {
	for {
		source := map[int32]bool{}
		for _, l := range links {
			source[l[0]] = true
		}
		left := slices.DeleteFunc(slices.Clone(links), func(l link) bool { return !source[l[1]] })
		if len(left) == len(links) {
			return left
		}
		links = left
	}
}
