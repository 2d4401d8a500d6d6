package recrawl

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// perDay is how many fetches a day a schedule takes.
func perDay(intervals []time.Duration) (sum float64) {
	for _, i := range intervals {
		if i != Never {
			sum += 1 / days(i)
		}
	}
	return sum
}

// TestScheduleCho: five pages that change one to five times a day, five fetches a day: the frequencies that Cho and
// Garcia-Molina print are 1.15, 1.36, 1.35, 1.14 and 0.
func TestScheduleCho(t *testing.T) {
	var pages []Page
	for i := range 5 {
		pages = append(pages, Page{Model{float64(i + 1), 1}, 1})
	}
	got := Schedule(pages, 5)
	for i, want := range []float64{1.15, 1.36, 1.35, 1.14} {
		if f := 1 / days(got[i]); math.Abs(f-want) > 0.006 {
			t.Errorf("page %d: %.3f fetches a day, want %g", i+1, f, want)
		}
	}
	if got[4] != Never {
		t.Errorf("page 5: every %v", got[4])
	}
}

// TestScheduleExample: the example of the package.
func TestScheduleExample(t *testing.T) {
	x := 1.0 // (1 − (1+x)·e^(−x))/2 = 1 − 2/e
	for range 100 {
		x += (2*(1-2/math.E) - (1 - (1+x)*math.Exp(-x))) / (x * math.Exp(-x))
	}
	got := Schedule([]Page{{Model{1, 1}, 1}, {Model{2, 1}, 1}, {Model{4, 1}, 1}}, 1+2/x)
	if !near(days(got[0]), 1, 1e-9) || !near(days(got[1]), x/2, 1e-9) || got[2] != Never {
		t.Errorf("%v, want 1, %.4f days, never", got, x/2)
	}
	if math.Abs(x-1.771) > 5e-4 {
		t.Errorf("the package says 1.771, it is %.4f", x)
	}
}

// TestScheduleWeights: equal pages share alike; weights count by their ratio; the unit of time does not matter.
func TestScheduleWeights(t *testing.T) {
	same := Schedule([]Page{{Model{1, 1}, 1}, {Model{1, 1}, 1}}, 2)
	if !near(days(same[0]), 1, 1e-9) || !near(days(same[1]), 1, 1e-9) {
		t.Errorf("two equal pages: %v", same)
	}
	pages := []Page{{Model{1, 0.5}, 1}, {Model{0.2, 0.5}, 3}, {Model{3, 0.5}, 0.5}}
	base := Schedule(pages, 4)
	heavy, fast := slices.Clone(pages), slices.Clone(pages)
	for i := range pages {
		heavy[i].Weight *= 1000
		fast[i].Lambda *= math.Pow(10, 0.5) // ten times as fast
	}
	byWeight, byTime := Schedule(heavy, 4), Schedule(fast, 40)
	for i := range pages {
		if !near(days(base[i]), days(byWeight[i]), 1e-6) || !near(days(base[i]), 10*days(byTime[i]), 1e-6) {
			t.Errorf("page %d: %v, heavier %v, faster %v", i, base[i], byWeight[i], byTime[i])
		}
	}
}

// TestScheduleLimits: pages for which a fetch is worth nothing are not fetched; what is no number is none.
func TestScheduleLimits(t *testing.T) {
	useless := []Page{
		{Model{0, 1}, 1}, {Model{math.Inf(1), 1}, 1}, {Model{1, 1}, 0}, {Model{1, 1}, -1}, {Model{-1, 1}, 1}, {Model{1, 2}, 1},
		{Model{math.NaN(), 1}, 1}, {Model{1, math.NaN()}, 1}, {Model{1, 1}, math.NaN()}, {Model{1, 1}, math.Inf(1)},
	}
	for i, d := range Schedule(useless, 10) {
		if d != Never {
			t.Errorf("%+v: every %v", useless[i], d)
		}
	}
	got := Schedule(append(useless, Page{Model{1, 1}, 1}), 10)
	if !near(perDay(got), 10, 1e-9) {
		t.Errorf("one page that is useful takes %g fetches a day", perDay(got))
	}
	for _, n := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if got := Schedule([]Page{{Model{1, 1}, 1}}, n); got[0] != Never {
			t.Errorf("%g fetches a day: every %v", n, got[0])
		}
	}
	if len(Schedule(nil, 5)) != 0 {
		t.Error("intervals for no pages")
	}
	// Few fetches go to the slow pages, many to all.
	mixed := []Page{{Model{0.01, 1}, 1}, {Model{100, 1}, 1}}
	if few := Schedule(mixed, 0.1); few[1] != Never || !near(days(few[0]), 10, 1e-9) {
		t.Errorf("a tenth of a fetch a day: %v", few)
	}
	if many := Schedule(mixed, 1000); many[1] == Never || many[1] > many[0] {
		t.Errorf("a thousand fetches a day: %v", many)
	}
}

// greedy gives fetches away in small parts, each to the page where it is worth most. The freshness is integrated step by
// step. As freshness is concave in the number of fetches, that is best.
func greedy(pages []Page, perDay float64, parts int) (fetches []float64, total float64) {
	fetches = make([]float64, len(pages))
	value := make([]float64, len(pages))
	gain := make([]float64, len(pages))
	part := perDay / float64(parts)
	freshness := func(p Page, f float64) float64 {
		if f == 0 {
			return 0
		}
		const steps = 250
		sum := 0.0
		for i := range steps {
			u := (float64(i) + 0.5) / steps
			t := u * u * u / f
			sum += math.Exp(-p.Lambda*math.Pow(t, p.A)) * 3 * u * u / steps
		}
		return p.Weight * sum
	}
	for i, p := range pages {
		gain[i] = freshness(p, part)
	}
	for range parts {
		best := 0
		for i := range pages {
			if gain[i] > gain[best] {
				best = i
			}
		}
		fetches[best] += part
		value[best] += gain[best]
		gain[best] = freshness(pages[best], fetches[best]+part) - value[best]
	}
	for _, v := range value {
		total += v
	}
	return fetches, total
}

// TestScheduleTwin: for a few pages, giving fetches away one by one comes to the same schedule.
func TestScheduleTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 8 {
		pages := make([]Page, 1+r.IntN(5))
		for i := range pages {
			pages[i] = Page{Model{math.Exp(r.NormFloat64()), 0.4 + 0.6*r.Float64()}, math.Exp(r.NormFloat64())}
		}
		budget := math.Exp(r.NormFloat64())
		const parts = 2000
		want, most := greedy(pages, budget, parts)
		got := Schedule(pages, budget)
		total := 0.0
		for i, p := range pages {
			f := 0.0
			if got[i] != Never {
				f = 1 / days(got[i])
			}
			total += p.Weight * p.Freshness(got[i])
			if math.Abs(f-want[i]) > 0.01*budget {
				t.Errorf("%+v: %g fetches a day, want %g", p, f, want[i])
			}
		}
		if !near(total, most, 1e-3) || !near(perDay(got), budget, 1e-9) {
			t.Errorf("%+v: freshness %g, want %g; %g fetches of %g", pages, total, most, perDay(got), budget)
		}
	}
}

// TestPlan: a plan is the schedule of the same pages, up to its rounding.
func TestPlan(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, a := range []float64{1, 0.5, 0.1} {
		pages := make([]Page, 2000)
		plan, err := NewPlan(a)
		if err != nil {
			t.Fatal(err)
		}
		for i := range pages {
			pages[i] = Page{Model{math.Exp(2*r.NormFloat64() - 3), a}, math.Exp(r.NormFloat64())}
			plan.Add(pages[i].Lambda, pages[i].Weight)
		}
		plan.Add(0, 1)
		plan.Add(1, 0)
		plan.Add(math.NaN(), 1)
		for _, budget := range []float64{1, 100, 10_000} {
			plan.Solve(budget)
			want, got := Schedule(pages, budget), make([]time.Duration, len(pages))
			freshness, best := 0.0, 0.0
			for i, p := range pages {
				got[i] = plan.Interval(p.Lambda, p.Weight)
				freshness += p.Weight * p.Freshness(got[i])
				best += p.Weight * p.Freshness(want[i])
			}
			if !near(perDay(got), budget, 2e-3) || !near(freshness, best, 2e-3) {
				t.Errorf("a = %g: %g fetches a day of %g, freshness %g of %g", a, perDay(got), budget, freshness, best)
			}
		}
	}
}

// TestPlanLimits: a plan without use plans nothing.
func TestPlanLimits(t *testing.T) {
	if _, err := NewPlan(2); err == nil {
		t.Error("a = 2 is taken")
	}
	p, err := NewPlan(0)
	if err != nil {
		t.Fatal(err)
	}
	if p.Interval(1, 1) != Never {
		t.Error("an interval before Solve")
	}
	p.Solve(10)
	if p.Interval(1, 1) != Never {
		t.Error("an interval without pages")
	}
	p.Add(1, 1)
	p.Add(1e-200, 1) // beyond the classes: in the last one
	p.Add(1e+200, 1)
	p.Solve(1)
	if got := p.Interval(1, 1); got == Never {
		t.Error("no interval")
	}
	if p.Interval(0, 1) != Never || p.Interval(1, 0) != Never {
		t.Error("an interval for pages that are never fetched")
	}
}

// FuzzSchedule: whatever the numbers, the schedule takes all fetches or none, and the better page is not fetched more seldom.
func FuzzSchedule(f *testing.F) {
	add := func(values ...float64) {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		f.Add(b)
	}
	add(5, 1, 1, 2, 1, 3, 1)
	add(0.5, 0.5, 1, 1e-9, 1, 1e9, 1)
	add(1e-300, 1, 1e-300, 1e300, 1, 1)
	add(math.Inf(1), math.NaN(), -1, 0)
	add(3, 0.01, 100, 1, 1e-5, 7)
	add(16.188, 1, 66307, 0.000247) // one page that changes at once: its demand jumps
	f.Fuzz(func(t *testing.T, b []byte) {
		var v []float64
		for ; len(b) >= 8 && len(v) < 22; b = b[8:] {
			v = append(v, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		if len(v) < 4 {
			return
		}
		var pages []Page
		for i := 2; i+1 < len(v); i += 2 {
			pages = append(pages, Page{Model{v[i], v[1]}, v[i+1]})
		}
		got := Schedule(pages, v[0])
		sane := v[0] > 1e-3 && v[0] < 1e6 && v[1] > 0.05
		useful := false
		for i, p := range pages {
			if got[i] <= 0 {
				t.Fatalf("an interval of %v", got[i])
			}
			useful = useful || p.useful()
			sane = sane && p.Lambda > 1e-6 && p.Lambda < 1e6 && p.Weight > 1e-6 && p.Weight < 1e6
			for j, q := range pages {
				if p.Lambda == q.Lambda && p.useful() && q.useful() && p.Weight > q.Weight && got[i] > got[j] {
					t.Fatalf("%+v every %v, %+v every %v", p, got[i], q, got[j])
				}
			}
		}
		if sane && useful && !near(perDay(got), v[0], 1e-6) {
			t.Fatalf("%+v: %g fetches a day of %g", pages, perDay(got), v[0])
		}
	})
}

// BenchmarkPlan adds pages to a plan and solves it.
func BenchmarkPlan(b *testing.B) {
	p, err := NewPlan(0.5)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("add", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			p.Add(1/float64(1+i%1000), 1+float64(i%7))
		}
	})
	b.Run("solve", func(b *testing.B) {
		for range b.N {
			p.Solve(1000)
		}
	})
	b.Run("interval", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			p.Interval(1/float64(1+i%1000), 1+float64(i%7))
		}
	})
}

// BenchmarkSchedule schedules 10,000 pages.
func BenchmarkSchedule(b *testing.B) {
	pages := make([]Page, 10_000)
	for i := range pages {
		pages[i] = Page{Model{1 / float64(1+i), 1}, 1}
	}
	for range b.N {
		Schedule(pages, 1000)
	}
}
