package recrawl

import (
	"math"
	"time"
)

// What the package defines its estimates and plans by. The tools take Estimate and Plan; the tests compare them with this.

// Unchanged is the probability that the page has not changed when t has passed since it was fetched.
func (m Model) Unchanged(t time.Duration) float64 {
	switch {
	case !m.valid():
		return math.NaN()
	case t <= 0 || m.Lambda == 0:
		return 1
	}
	return math.Exp(-m.Lambda * math.Pow(days(t), m.a()))
}

// Freshness is the mean of Unchanged over an interval: the part of the time in which the copy of a page is fresh, if the page is
// fetched at such intervals.
func (m Model) Freshness(interval time.Duration) float64 {
	switch {
	case !m.valid():
		return math.NaN()
	case interval <= 0 || m.Lambda == 0:
		return 1
	case interval == Never || math.IsInf(m.Lambda, 1):
		return 0
	}
	return m.freshness(days(interval))
}

// freshness is 1/I · ∫₀ᴵ exp(−λ·t^a) dt. With u = (t/I)^a it is 1/a · ∫₀¹ u^(1/a−1)·exp(−λ·I^a·u) du.
func (m Model) freshness(interval float64) float64 {
	a := m.a()
	return math.Exp(logGamma(1/a, m.Lambda*math.Pow(interval, a)) - math.Log(a))
}

// Schedule shares out a number of fetches a day so that the weighted mean of the freshness of all pages is greatest. It returns
// the interval of each page, or Never: for a page that never changes or changes at once (a prior in Estimate prevents that), that
// has no weight, or that has numbers that are no model. It takes some thirty passes over the pages.
func Schedule(pages []Page, perDay float64) []time.Duration {
	intervals := make([]time.Duration, len(pages))
	most := math.Inf(-1)
	for _, p := range pages {
		if p.useful() {
			most = max(most, p.logWeight()+p.logMost())
		}
	}
	mu := solve(most, perDay, func(logMu float64) (perDay float64) {
		for _, p := range pages {
			if p.useful() {
				perDay += p.fetches(logMu)
			}
		}
		return perDay
	})
	for i, p := range pages {
		intervals[i] = mu.interval(p)
	}
	return intervals
}
