package recrawl

import (
	"math"
	"time"
)

// Page is a page to be scheduled.
type Page struct {
	Model
	Weight float64 // how much its freshness counts, like its rank; 1 if all pages count the same
}

func (p Page) logWeight() float64 { return math.Log(p.Weight) }

// useful reports whether a fetch of the page can be worth anything: it changes, but not at once, and its weight is positive.
func (p Page) useful() bool {
	return p.valid() && p.Lambda > 0 && !math.IsInf(p.Lambda, 1) && p.Weight > 0 && !math.IsInf(p.Weight, 1)
}

// fetches is how often a day a page is fetched for some μ.
func (p Page) fetches(logMu float64) float64 { return math.Exp(-p.logInterval(logMu - p.logWeight())) }

// multiplier is the μ of a schedule. It is between two numbers that are nearly the same. The demand at low is too large, the
// demand at high is too small, and a share of each is right. That matters if pages are fetched so seldom that m(I) cannot be told
// from m(∞): there the demand jumps.
type multiplier struct {
	low, high float64 // log μ
	share     float64 // of low; NaN: nothing is fetched
}

// interval is the interval of a page.
func (m multiplier) interval(p Page) time.Duration {
	if math.IsNaN(m.share) || !p.useful() {
		return Never
	}
	perDay := m.share * p.fetches(m.low)
	if m.share < 1 {
		perDay += (1 - m.share) * p.fetches(m.high)
	}
	return duration(1 / perDay)
}

// solve finds the μ at which demand is perDay. Demand falls as μ grows, and is 0 where log μ is most.
func solve(most, perDay float64, demand func(logMu float64) float64) multiplier {
	none := multiplier{share: math.NaN()}
	if !(perDay > 0) || math.IsInf(perDay, 1) || math.IsInf(most, 0) || math.IsNaN(most) {
		return none
	}
	low, high := most-1, most+1e-9 // right at most, rounding may leave some demand
	less, more := 0.0, demand(low)
	for step := 1.0; more < perDay; step *= 2 {
		high, less = low, more
		if low -= step; math.IsInf(low, -1) {
			return none
		}
		more = demand(low)
	}
	// The logarithm of the demand is nearly a line. So we try where a line through both ends meets the demand that we look
	// for, and the middle every third time, which halves the range at least.
	for i := range maxSteps {
		middle := low + (high-low)/2
		if i%3 != 2 && less > 0 && !math.IsInf(more, 1) {
			below, above := math.Log(more/perDay), math.Log(less/perDay)
			middle = low + (high-low)*below/(below-above)
		}
		if !(low < middle && middle < high) {
			if middle = low + (high-low)/2; !(low < middle && middle < high) {
				break
			}
		}
		at := demand(middle)
		if at >= perDay {
			low, more = middle, at
		} else {
			high, less = middle, at
		}
		if more-perDay < 1e-12*perDay {
			return multiplier{low, low, 1}
		}
	}
	if math.IsInf(more, 1) {
		return none
	}
	return multiplier{low, high, (perDay - less) / (more - less)}
}
