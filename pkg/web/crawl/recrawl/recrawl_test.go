package recrawl

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// near reports whether two numbers agree up to a relative error.
func near(a, b, err float64) bool {
	return a == b || math.Abs(a-b) <= err*max(math.Abs(a), math.Abs(b))
}

func of(days float64) time.Duration { return time.Duration(days * float64(Day)) }

// integral is ∫₀ˣ f by Simpson's rule after t = x·u⁴, which takes the corner out of functions of √t.
func integral(x float64, f func(t float64) float64) float64 {
	const n = 4000
	sum := 0.0
	for i := 0; i <= n; i++ {
		u := float64(i) / n
		weight := []float64{2, 4}[i%2]
		if i == 0 || i == n {
			weight = 1
		}
		sum += weight * f(x*u*u*u*u) * 4 * x * u * u * u
	}
	return sum / (3 * n)
}

// TestLogGamma: closed forms, and the integral.
func TestLogGamma(t *testing.T) {
	for _, x := range []float64{1e-9, 0.01, 0.5, 1, 1.9, 2, 2.1, 3, 10, 100, 700} {
		if got, want := math.Exp(logGamma(1, x)), -math.Expm1(-x)/x; !near(got, want, 1e-13) {
			t.Errorf("s = 1, x = %g: %g, want %g", x, got, want)
		}
		if x < 0.01 {
			continue // the closed form of s = 2 loses its digits
		}
		if got, want := math.Exp(logGamma(2, x)), (1-(1+x)*math.Exp(-x))/(x*x); !near(got, want, 1e-11) {
			t.Errorf("s = 2, x = %g: %g, want %g", x, got, want)
		}
		for _, s := range []float64{1.5, 3, 11, 21} {
			want := integral(1, func(u float64) float64 { return math.Pow(u, s-1) * math.Exp(-x*u) })
			if got := math.Exp(logGamma(s, x)); x <= 100 && !near(got, want, 1e-6) {
				t.Errorf("s = %g, x = %g: %g, want %g", s, x, got, want)
			}
		}
	}
	if logGamma(2, 0) != -math.Log(2) || !math.IsInf(logGamma(2, math.Inf(1)), -1) {
		t.Error("the ends are wrong")
	}
}

// TestModel: examples by hand.
func TestModel(t *testing.T) {
	for _, tc := range []struct {
		name                 string
		m                    Model
		days                 float64
		unchanged, freshness float64
	}{
		{"poisson", Model{1, 1}, 1, 1 / math.E, 1 - 1/math.E},
		{"a is 1 by default", Model{2, 0}, 0.5, 1 / math.E, 1 - 1/math.E},
		{"a half: ∫ exp(−√t) = 2·(1 − 2/e)", Model{1, 0.5}, 1, 1 / math.E, 2 * (1 - 2/math.E)},
		{"a half, four days: (2 − 2·(1+2)·e^−2)/4", Model{1, 0.5}, 4, math.Exp(-2), (2 - 6*math.Exp(-2)) / 4},
		{"never changes", Model{0, 1}, 1e4, 1, 1},
		{"has always changed", Model{math.Inf(1), 1}, 1e-3, 0, 0},
		{"at once", Model{5, 1}, 0, 1, 1},
	} {
		if got := tc.m.Unchanged(of(tc.days)); !near(got, tc.unchanged, 1e-12) {
			t.Errorf("%s: unchanged %g, want %g", tc.name, got, tc.unchanged)
		}
		if got := tc.m.Freshness(of(tc.days)); !near(got, tc.freshness, 1e-12) {
			t.Errorf("%s: freshness %g, want %g", tc.name, got, tc.freshness)
		}
	}
	if got := (Model{3, 1}).Freshness(Never); got != 0 {
		t.Errorf("never fetched: freshness %g", got)
	}
	for _, m := range []Model{{-1, 1}, {math.NaN(), 1}, {1, -0.5}, {1, 1.5}, {1, math.NaN()}, {1, 1e-9}} {
		if m.Check() == nil || !math.IsNaN(m.Unchanged(Day)) || !math.IsNaN(m.Freshness(Day)) {
			t.Errorf("%+v is taken as a model", m)
		}
	}
}

// TestFreshness: the mean is that of Unchanged, for all a.
func TestFreshness(t *testing.T) {
	for _, a := range []float64{0.05, 0.2, 0.5, 0.9, 1} {
		for _, lambda := range []float64{1e-3, 0.3, 1, 7} {
			m := Model{lambda, a}
			for _, d := range []float64{0.01, 1, 30} {
				want := integral(d, func(t float64) float64 { return math.Exp(-lambda * math.Pow(t, a)) }) / d
				if got := m.Freshness(of(d)); !near(got, want, 1e-4) {
					t.Errorf("%+v, %g days: %g, want %g", m, d, got, want)
				}
			}
		}
	}
}

// TestSmallA: as a falls, F no longer depends on t, and a visit is worth less.
func TestSmallA(t *testing.T) {
	worth := math.Inf(1)
	for _, a := range []float64{1, 0.3, 0.1, 0.03, LeastA} {
		m := Model{1, a}
		value := math.Exp(m.logMarginal(0))
		if value >= worth {
			t.Errorf("%+v: a fetch a day is worth %g", m, value)
		}
		worth = value
		for _, d := range []float64{0.1, 1, 10} {
			if got := m.Freshness(of(d)); a == LeastA && !near(got, 1/math.E, 0.04) {
				t.Errorf("%+v, %g days: freshness %g", m, d, got)
			}
		}
	}
	if worth > LeastA {
		t.Errorf("a fetch a day is worth %g", worth)
	}
}

// TestInterval: logInterval is the inverse of logMarginal, whatever the model.
func TestInterval(t *testing.T) {
	for _, a := range []float64{0.01, 0.05, 0.3, 0.7, 1} {
		for _, lambda := range []float64{1e-9, 1e-3, 1, 50, 1e6} {
			m := Model{lambda, a}
			for _, x := range []float64{1e-8, 0.01, 0.9, 2, 5, 20} { // λ·I^a
				y := (math.Log(x) - math.Log(lambda)) / a
				value := m.logMarginal(y)
				if value > m.logMost()-1e-9 {
					continue // too near to the end to come back
				}
				if got := m.logInterval(value); !near(got, y, 1e-5) && math.Abs(got-y) > 1e-5 {
					t.Errorf("%+v: log interval %g, want %g", m, got, y)
				}
			}
			if !math.IsInf(m.logInterval(m.logMost()), 1) {
				t.Errorf("%+v: an interval for the value that none has", m)
			}
		}
	}
}

// visits are n visits at equal intervals; the first c of them found a change.
func visits(n, c int, days float64) (list []Visit) {
	for i := range n {
		list = append(list, Visit{of(days), i < c})
	}
	return list
}

// TestEstimate: examples by hand.
func TestEstimate(t *testing.T) {
	for _, tc := range []struct {
		name    string
		history []Visit
		prior   Model
		want    float64
	}{
		{"no visits: the prior", nil, Model{0.1, 1}, 0.1},
		{"neither: nothing is known, and nothing changes", nil, Model{}, 0},
		{"one change in two days: e^−λ = 1/2", visits(2, 1, 1), Model{}, math.Ln2},
		{"4 changes in 10 visits, each after 3 days: e^−3λ = 6/10", visits(10, 4, 3), Model{}, -math.Log(0.6) / 3},
		{"the same with a = 1/2: x = √3", visits(10, 4, 3), Model{0, 0.5}, -math.Log(0.6) / math.Sqrt(3)},
		{"never changed, no prior", visits(10, 0, 3), Model{}, 0},
		{"always changed, no prior", visits(10, 10, 3), Model{}, math.Inf(1)},
		{"never changed in 30 days, prior 1/10: 1/(10 + 30)", visits(10, 0, 3), Model{0.1, 1}, 1.0 / 40},
		{"never changed, prior 1/10, a = 1/2: 1/(10 + 10·√4)", visits(10, 0, 4), Model{0.1, 0.5}, 1.0 / 30},
		{"visits after no time say nothing", []Visit{{0, true}, {-Day, false}, {0, false}}, Model{0.1, 1}, 0.1},
	} {
		got := Estimate(tc.history, tc.prior)
		if !near(got.Lambda, tc.want, 1e-12) || got.A != tc.prior.A {
			t.Errorf("%s: %+v, want %g", tc.name, got, tc.want)
		}
	}
	// Always changed, after a day each, prior 1 a day: n·1/(e^λ − 1) + 1/λ = 1.
	got := Estimate(visits(5, 5, 1), Model{1, 1}).Lambda
	if left := 5/math.Expm1(got) + 1/got; !near(left, 1, 1e-12) {
		t.Errorf("always changed: λ = %g, where the slope is not 0", got)
	}
}

// TestEstimateTwin: no λ of a grid has a greater likelihood, visit by visit.
func TestEstimateTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		prior := Model{math.Exp(4 * r.NormFloat64()), 0.05 + 0.95*r.Float64()}
		var history []Visit
		for range 1 + r.IntN(20) {
			history = append(history, Visit{of(math.Exp(2 * r.NormFloat64())), r.IntN(2) == 0})
		}
		likelihood := func(lambda float64) float64 {
			sum := math.Log(lambda) - lambda/prior.Lambda
			for _, v := range history {
				f := Model{lambda, prior.A}.Unchanged(v.After)
				if v.Changed {
					f = -math.Expm1(-lambda * math.Pow(days(v.After), prior.A))
				}
				sum += math.Log(f)
			}
			return sum
		}
		got := Estimate(history, prior).Lambda
		most := likelihood(got)
		for e := -20.0; e <= 20; e += 0.1 {
			if l := likelihood(math.Exp(e)); l > most+1e-9 {
				t.Fatalf("λ = %g has %g, λ = %g has %g", got, most, math.Exp(e), l)
			}
		}
	}
}

// TestEstimateFinds: from many visits of a page, λ comes back, whatever the intervals.
func TestEstimateFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, m := range []Model{{0.05, 1}, {1, 1}, {0.4, 0.5}, {2, 0.3}} {
		history := drawn(r, m, 20_000)
		if got := Estimate(history, Model{1, m.A}).Lambda; !near(got, m.Lambda, 0.06) {
			t.Errorf("%+v: λ = %g", m, got)
		}
	}
}

// drawn are visits of a page at random intervals, about as long as its changes take.
func drawn(r *rand.Rand, m Model, n int) (list []Visit) {
	for range n {
		x := math.Exp(r.NormFloat64())
		after := of(math.Pow(x/m.Lambda, 1/m.a()))
		list = append(list, Visit{after, r.Float64() > m.Unchanged(after)})
	}
	return list
}

// FuzzEstimate: λ is a number from 0 up, and a visit that found a change never makes it smaller.
func FuzzEstimate(f *testing.F) {
	f.Add(int64(Day), int64(Day), int64(3*Day), byte(5), 0.1, 1.0)
	f.Add(int64(1), int64(math.MaxInt64), int64(-1), byte(7), 1e-300, 0.01)
	f.Add(int64(1), int64(1), int64(1), byte(0), math.Inf(1), 0.5)
	f.Fuzz(func(t *testing.T, x, y, z int64, changed byte, lambda, a float64) {
		prior := Model{lambda, a}
		if prior.Check() != nil {
			return
		}
		var history []Visit
		for i, after := range []int64{x, y, z} {
			history = append(history, Visit{time.Duration(after), changed>>i&1 == 1})
		}
		got := Estimate(history, prior)
		if got.Check() != nil {
			t.Fatalf("%v, %+v: %+v", history, prior, got)
		}
		for i := range history {
			history[i].Changed = true
		}
		if more := Estimate(history, prior); more.Lambda < got.Lambda*(1-1e-9) {
			t.Fatalf("%v: %+v, and with more changes %+v", history, got, more)
		}
	})
}

// TestPool: the pool of visits of one model gives this model, and a.
func TestPool(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, m := range []Model{{0.05, 1}, {0.4, 0.5}, {1, 0.25}} {
		var p Pool
		p.Add(drawn(r, m, 50_000)...)
		if got := p.Model(m.A); !near(got.Lambda, m.Lambda, 0.05) {
			t.Errorf("%+v: %+v", m, got)
		}
		if got := p.Fit(); math.Abs(got.A-m.A) > 0.051 {
			t.Errorf("%+v: fitted %+v", m, got)
		}
	}
	var p Pool
	if p.Model(0).Lambda != 0 || p.Fit().Lambda != 0 {
		t.Error("an empty pool knows something")
	}
	p.Add(Visit{0, true}, Visit{Never - 1, false}, Visit{1, true})
	p.Add(visits(10, 4, 3)...)
	var equal Pool
	equal.Add(visits(10, 4, 3)...)
	if got := equal.Model(0).Lambda; !near(got, -math.Log(0.6)/3, 0.02) {
		t.Errorf("λ = %g", got)
	}
	if got := equal.Fit(); got.A != 1 {
		t.Errorf("equal intervals say that a = %g", got.A)
	}
	always := Pool{}
	always.Add(visits(3, 3, 1)...)
	if !math.IsInf(always.Fit().Lambda, 1) {
		t.Error("pages that always changed have a finite λ")
	}
}

// TestPoolMixture: pages of many rates, each a Poisson process, look like one model with a < 1.
func TestPoolMixture(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var p Pool
	for range 2000 {
		m := Model{math.Exp(2 * r.NormFloat64()), 1}
		for range 20 {
			after := of(math.Exp(3 * r.NormFloat64()))
			p.Add(Visit{after, r.Float64() > m.Unchanged(after)})
		}
	}
	if a := p.Fit().A; a > 0.6 {
		t.Errorf("a = %g", a)
	}
}
