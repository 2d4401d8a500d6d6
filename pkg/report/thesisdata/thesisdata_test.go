package thesisdata

import (
	"math"
	"testing"
)

var scores = []Score{PageRank, KRank}

// rises checks that the phases go up in even steps from the first to the last and the values never go down.
func rises(t *testing.T, name string, p []Point, first, last, step float64) {
	t.Helper()
	if len(p) == 0 || p[0].Percent != first || p[len(p)-1].Percent != last {
		t.Fatalf("%s: %v", name, p)
	}
	for i := 1; i < len(p); i++ {
		if p[i].Percent != p[i-1].Percent+step || p[i].Value < p[i-1].Value {
			t.Errorf("%s: %v after %v", name, p[i], p[i-1])
		}
	}
}

func TestCorrelation(t *testing.T) {
	for _, s := range Sets() {
		p := Correlation(s)
		if len(p) != 20 {
			t.Fatalf("%s: %d phases", s, len(p))
		}
		for i, q := range p {
			if q.Percent != float64(5*i+5) || q.Value <= 0 || q.Value >= 1 {
				t.Errorf("%s: %v", s, q)
			}
		}
	}
	if last := Correlation(EU)[19]; last != (Point{100, 0.815}) {
		t.Error(last)
	}
}

func TestStability(t *testing.T) {
	for _, s := range Sets() {
		for _, score := range scores {
			for _, reference := range []int{50, 100} {
				p := Stability(s, score, reference)
				rises(t, string(s)+" "+string(score), p, 5, float64(reference), 5)
				if p[len(p)-1].Value != 1 {
					t.Errorf("%s %s: the reference does not agree with itself: %v", s, score, p)
				}
			}
		}
	}
	if Stability(CZ, PageRank, 75) != nil {
		t.Error("a phase without a table")
	}
}

func TestAccumulation(t *testing.T) {
	for _, s := range Sets() {
		for _, score := range scores {
			for _, whole := range []int{50, 100} {
				order, most := Accumulation(s, score, whole)
				for _, p := range [][]Point{order, most} {
					rises(t, string(s)+" "+string(score), p, 0, 100, 1)
					if p[0].Value != 0 || p[100].Value != 1 {
						t.Errorf("%s %s: from %v to %v", s, score, p[0], p[100])
					}
				}
				for i := range order {
					if order[i].Value > most[i].Value {
						t.Errorf("%s %s: more than the most: %v, %v", s, score, order[i], most[i])
					}
				}
			}
		}
	}
}

// TestAreas compares the areas under the curves with figures that were derived from the tables once before.
func TestAreas(t *testing.T) {
	area := func(p []Point) (sum float64) {
		for i := 1; i < len(p); i++ {
			sum += (p[i].Value + p[i-1].Value) / 2 * (p[i].Percent - p[i-1].Percent) / 100
		}
		return sum
	}
	for _, c := range []struct {
		set         Set
		score       Score
		whole       int
		order, most float64
	}{
		{CZ, KRank, 100, 0.527, 0.601}, {CZ, PageRank, 100, 0.567, 0.623}, {CZ, KRank, 50, 0.544, 0.588},
		{EU, KRank, 100, 0.526, 0.619}, {EU, PageRank, 50, 0.584, 0.628},
		{UK, KRank, 100, 0.514, 0.547}, {UK, PageRank, 50, 0.528, 0.544},
	} {
		order, most := Accumulation(c.set, c.score, c.whole)
		if math.Abs(area(order)-c.order) > 0.0006 || math.Abs(area(most)-c.most) > 0.0006 {
			t.Errorf("%s %s of %d: areas %.4f and %.4f, not %v and %v", c.set, c.score, c.whole, area(order),
				area(most), c.order, c.most)
		}
	}
}

// Who changes what he was given changes nothing for others.
func TestCopies(t *testing.T) {
	order, _ := Accumulation(CZ, PageRank, 100)
	order[50].Value = 7
	if again, _ := Accumulation(CZ, PageRank, 100); again[50].Value == 7 {
		t.Error("the data was changed")
	}
}
