package recrawl

import (
	"math"
	"time"
)

// Visit is a fetch of a page that had been fetched before.
type Visit struct {
	After   time.Duration // since the fetch before; a visit with 0 or less does not count
	Changed bool          // the page has changed since the fetch before
}

// Estimate is the model of a page by its visits. Its a is that of the prior, and without visits so is its λ; the package comment
// says how much the prior counts. Model{} means that there is no prior: then λ is 0 if the page never changed, and +Inf if it had
// changed at each visit. The order of the visits does not matter. It takes some fifty passes over the visits.
func Estimate(history []Visit, prior Model) Model {
	l := likelihood{a: prior.a()}
	for _, v := range history {
		if v.After > 0 {
			l.add(math.Pow(days(v.After), l.a), v.Changed, 1)
		}
	}
	if l.changes == 0 && l.unchanged == 0 {
		return prior
	}
	if prior.Lambda > 0 {
		l.priors, l.unchanged = 1, l.unchanged+1/prior.Lambda // 1/λ₀ is 0 for +Inf
	}
	return Model{Lambda: l.most(), A: prior.A}
}

// likelihood has the numbers on which the likelihood of λ depends.
type likelihood struct {
	a         float64
	unchanged float64    // Σx of the visits without a change, and 1/λ₀
	changed   []weighted // the visits that found a change
	changes   float64    // how many these are
	sum       float64    // Σx of these
	priors    float64    // changes that were seen just when they happened: 1 with a prior, else 0
}

// weighted is a number of visits with the same x.
type weighted struct{ x, n float64 }

func (l *likelihood) add(x float64, changed bool, n float64) {
	if !changed {
		l.unchanged += n * x
		return
	}
	l.changed = append(l.changed, weighted{x, n})
	l.changes += n
	l.sum += n * x
}

// most is the λ with the greatest likelihood: there the derivative is zero,
//
//	Σ x/(exp(λx) − 1) + priors/λ = unchanged
//
// The left side falls. By 1 − y/2 ≤ y/(e^y − 1) ≤ 1, λ is between events/(unchanged + sum/2) and events/unchanged.
func (l *likelihood) most() float64 {
	events := l.changes + l.priors
	if events == 0 {
		return 0
	}
	if l.unchanged == 0 {
		return math.Inf(1)
	}
	low, high := events/(l.unchanged+l.sum/2), events/l.unchanged
	for range maxSteps {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if l.slope(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low + (high-low)/2
}

// slope is the derivative of the logarithm of the likelihood.
func (l *likelihood) slope(lambda float64) float64 {
	s := l.priors/lambda - l.unchanged
	for _, w := range l.changed {
		s += w.n * w.x / math.Expm1(lambda*w.x)
	}
	return s
}

// log is the logarithm of the likelihood.
func (l *likelihood) log(lambda float64) float64 {
	sum := -lambda * l.unchanged
	for _, w := range l.changed {
		sum += w.n * math.Log(-math.Expm1(-lambda*w.x))
	}
	return sum
}
