package rank

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// literal is the method as the thesis has it (7.3.1): all rows in turn, also constant ones and those of dangling pages.
type literal struct {
	ids    []int32
	rows   map[int32][]int32 // sources, without the page itself
	degree map[int32]float64
	self   map[int32]float64 // links to itself
	y      map[int32]float64
	d      float64
}

func newLiteral(links []link, d float64) *literal {
	l := &literal{rows: map[int32][]int32{}, degree: map[int32]float64{}, self: map[int32]float64{}, y: map[int32]float64{}, d: d}
	seen := map[int32]bool{}
	for _, link := range byTarget(links) {
		l.degree[link[0]]++
		if link[0] == link[1] {
			l.self[link[0]]++
		} else {
			l.rows[link[1]] = append(l.rows[link[1]], link[0])
		}
		seen[link[0]], seen[link[1]] = true, true
	}
	for id := range seen {
		l.ids = append(l.ids, id)
	}
	slices.Sort(l.ids)
	return l
}

func (l *literal) sweep() {
	for _, i := range l.ids {
		y := 1.0
		for _, j := range l.rows[i] {
			y += l.d * l.y[j] / l.degree[j]
		}
		if l.self[i] > 0 {
			y /= 1 - l.d*l.self[i]/l.degree[i]
		}
		l.y[i] = y
	}
}

func TestLiteralSweepsAsPrinted(t *testing.T) {
	l := newLiteral(g8, 0.75)
	for i, want := range [][]float64{
		{1, 1, 2.2, 1, 1.375, 1, 1.375, 1.825},
		{2.125, 2.028125, 2.875, 2.71875, 2.48125, 1, 1.375, 2.078125},
		{2.896094, 2.399609, 3.337656, 3.271875, 2.865332, 1, 1.375, 2.251621},
	} {
		l.sweep()
		for k, id := range allOf8 {
			if math.Abs(l.y[id]-want[k]) > 0.5000001e-6 {
				t.Errorf("sweep %d: page %d is %.7f, want %g", i+1, id, l.y[id], want[k])
			}
		}
	}
}

// In one lane, and without the mass being put right, a sweep is that of the literal method, from y = v.
func TestSweepIsTheLiteralOne(t *testing.T) {
	follows(t, g8, 0.75)
	rapid.Check(t, func(t *rapid.T) {
		links, _ := drawGraph(t)
		follows(t, links, rapid.SampledFrom([]float64{0, 0.5, 0.85, 0.99}).Draw(t, "d"))
	})
}

func follows(t tester, links []link, d float64) {
	l := read(t, links, ReadOptions{}, ample)
	defer l.Close()
	s, err := NewSystem(l, SystemOptions{Precision: Float64, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.d = d
	g, twin := newSweeper(s, s.x.f64), newLiteral(links, d)
	if g.lanes != 1 {
		t.Fatalf("%d lanes", g.lanes)
	}
	for _, id := range twin.ids {
		twin.y[id] = 1
	}
	for range 10 {
		if _, err := g.sweep(); err != nil {
			t.Fatal(err)
		}
		twin.sweep()
		var got, want []float64
		for id := range s.core.All {
			got, want = append(got, s.x.at(s.core.Rank(id))*twin.degree[id]), append(want, twin.y[id])
		}
		closeTo(t, "sweep", got, want, 4e-15/(1-d))
	}
}

// The first step of the power method from uniform ranks. What it stops at bounds the next change, so it may take a sweep
// or two more or less than a count of changes.
func TestPowerStepsAsPrinted(t *testing.T) {
	l := read(t, g8, ReadOptions{}, ample)
	defer l.Close()
	how := SolveOptions{Method: Power, D: 0.75, Sweeps: 1}
	s, err := NewSystem(l, SystemOptions{Precision: Float64, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Solve(how); err != nil {
		t.Fatal(err)
	}
	step := map[int32]float64{1: 0.183594, 2: 0.121094, 3: 0.136719, 5: 0.136719, 6: 0.042969, 7: 0.089844, 8: 0.089844}
	base := (1 - 0.75*7/8) / 8 // what the step gave to each page alike: y = z/base
	for id, want := range step {
		if z := s.x.at(s.core.Rank(id)) * float64(l.degree.Of(id)) * base; math.Abs(z-want) > 0.5000001e-6 {
			t.Errorf("page %d: %.7f, want %g", id, z, want)
		}
	}
	how.Tol, how.Sweeps = 1e-10, 100
	r := solved(t, read(t, g8, ReadOptions{}, ample), SystemOptions{Precision: Float64}, how)
	if !r.done.Converged || math.Abs(float64(r.done.Sweeps-23)) > 2 {
		t.Errorf("%+v, want 23 sweeps, about", r.done)
	}
}

// A solution may begin with any ranks: with those of the same graph it is there, but for what float32 loses.
func TestWarmStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links, ids := drawGraph(t)
		kept, rated := count(links, ReadOptions{})
		d := rapid.SampledFrom([]float64{0.5, 0.85}).Draw(t, "d")
		want := exact(kept, rated, func(int32) float64 { return 1 }, d)
		exact := rapid.Bool().Draw(t, "exact")
		start := map[int32]float32{ids[len(ids)-1]: 0}
		for i, id := range rated {
			start[id] = float32(7 * want[i])
			if !exact {
				start[id] = rapid.SampledFrom([]float32{0, 1e-9, 0.1, 1, 1e9}).Draw(t, "score")
			}
		}
		how := SystemOptions{Precision: Float64, Start: func(yield func(id int32, score float32)) error {
			for _, id := range ids {
				if score, ok := start[id]; ok {
					yield(id, score)
				}
			}
			return nil
		}}
		solving := SolveOptions{Method: rapid.SampledFrom([]Method{GaussSeidel, Power}).Draw(t, "method"), D: d, Sweeps: 1}
		r := solved(t, read(t, links, ReadOptions{}, ample), how, solving)
		z := r.z()
		if change := off(z, next(kept, rated, func(int32) float64 { return 1 }, d, z)); change > 2*r.done.Residual+1e-14 {
			t.Fatalf("the next step changes %g, more than twice %g", change, r.done.Residual)
		}
		if e := off(z, want); exact && e > 1e-6 {
			t.Fatalf("off by %g after a sweep from the solution, %+v", e, r.done)
		}
		solving.Tol, solving.Sweeps = 1e-14, 400
		if e := off(solved(t, read(t, links, ReadOptions{}, ample), how, solving).z(), want); !(e < 1e-12) {
			t.Fatalf("off by %g", e)
		}
	})
}
