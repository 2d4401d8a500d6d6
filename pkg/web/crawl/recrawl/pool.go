package recrawl

import (
	"math"
	"time"
)

// A Pool rounds intervals to a thirty-second of an octave, from a microsecond up.
const (
	perOctave   = 32
	poolOctaves = 54
	leastPooled = time.Microsecond
)

// Pool takes the visits of all pages together, for the prior of Estimate. It takes 27 KiB, however many visits there are: for
// each class of intervals it counts the visits that found a change and those that did not. The zero value is an empty pool.
type Pool struct {
	changed, unchanged [perOctave * poolOctaves]int64
}

// Add adds visits of any page.
func (p *Pool) Add(history ...Visit) {
	for _, v := range history {
		if v.After <= 0 {
			continue
		}
		at := perOctave * math.Log2(float64(v.After)/float64(leastPooled))
		i := min(max(int(math.Round(at)), 0), len(p.changed)-1)
		if v.Changed {
			p.changed[i]++
		} else {
			p.unchanged[i]++
		}
	}
}

// Model is the model that all pages together have for an a: a prior. Its λ is 0 if no visit found a change, and +Inf if all did:
// then it is no prior, and more visits are needed.
func (p *Pool) Model(a float64) Model {
	l := p.likelihood(Model{A: a}.a())
	return Model{Lambda: l.most(), A: a}
}

// Fit is the model with the best a among 0.05, 0.10 and so on to 1. Only visits at different intervals tell something of a;
// without them it is 1.
func (p *Pool) Fit() Model {
	best, most := p.Model(1), math.Inf(-1)
	if best.Lambda == 0 || math.IsInf(best.Lambda, 1) {
		return best
	}
	for i := 20; i >= 1; i-- {
		m := p.Model(float64(i) / 20)
		l := p.likelihood(m.A)
		if log := l.log(m.Lambda); log > most+1e-9*math.Abs(most) || math.IsInf(most, -1) {
			best, most = m, log
		}
	}
	return best
}

func (p *Pool) likelihood(a float64) likelihood {
	l := likelihood{a: a}
	for i := range p.changed {
		x := math.Pow(days(leastPooled)*math.Exp2(float64(i)/perOctave), a)
		if n := p.changed[i]; n > 0 {
			l.add(x, true, float64(n))
		}
		if n := p.unchanged[i]; n > 0 {
			l.add(x, false, float64(n))
		}
	}
	return l
}
