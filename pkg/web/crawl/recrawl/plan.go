package recrawl

import (
	"math"
	"time"
)

// A Plan rounds the v of a page to a sixteenth of an octave, from 2^−512 to 2^512.
const (
	planOctaves  = 512
	planFraction = 16
)

// Plan shares out fetches among pages that are not in memory: Add all pages, then Solve, then Interval for each page.
type Plan struct {
	a  float64
	mu multiplier
	// A class has the pages with nearly the same v = w·λ^(−1/a): the sum of their w, and that of their w·log v. The mean of log v
	// stands for all of them.
	classes [2 * planOctaves * planFraction]struct{ weight, weightedLog float64 }
}

// NewPlan makes a plan for pages with the same a; 0 means 1.
func NewPlan(a float64) (*Plan, error) {
	m := Model{A: a}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return &Plan{a: m.a(), mu: multiplier{share: math.NaN()}}, nil
}

func (p *Plan) page(lambda, weight float64) Page { return Page{Model{lambda, p.a}, weight} }

// Add adds a page. It leaves out a page that is not worth a fetch, like one that never changes.
func (p *Plan) Add(lambda, weight float64) {
	page := p.page(lambda, weight)
	if !page.useful() {
		return
	}
	logV := page.logWeight() - math.Log(lambda)/p.a
	i := int(math.Floor((logV/math.Ln2 + planOctaves) * planFraction))
	c := &p.classes[min(max(i, 0), len(p.classes)-1)]
	c.weight += weight
	c.weightedLog += weight * logV
}

// Solve finds the plan for a number of fetches a day. More pages may be added later, and the plan solved again.
func (p *Plan) Solve(perDay float64) {
	// A page with λ = 1 has v = w. So each class stands for a page with λ = 1 and the weight v, and its fetches count w/v times.
	unit := Model{1, p.a}
	most := math.Inf(-1)
	for i := len(p.classes) - 1; i >= 0 && math.IsInf(most, -1); i-- {
		if c := p.classes[i]; c.weight > 0 {
			most = c.weightedLog/c.weight + unit.logMost()
		}
	}
	p.mu = solve(most, perDay, func(logMu float64) (perDay float64) {
		for _, c := range p.classes {
			if c.weight > 0 {
				logV := c.weightedLog / c.weight
				perDay += math.Exp(math.Log(c.weight) - logV - unit.logInterval(logMu-logV))
			}
		}
		return perDay
	})
}

// Interval is how long after a fetch a page is to be fetched again; before Solve it is Never.
func (p *Plan) Interval(lambda, weight float64) time.Duration {
	return p.mu.interval(p.page(lambda, weight))
}
