package recrawl

import (
	"fmt"
	"math"
	"time"
)

// Day is the unit of time in which λ is measured.
const Day = 24 * time.Hour

// Never is the interval of a page that is not to be fetched again.
const Never = time.Duration(math.MaxInt64)

// LeastA is the least a of a model. With it t^a only doubles while t grows by a factor of 2^100.
const LeastA = 0.01

// Model says how a page changes: F(t) = exp(−Lambda·t^A), t in days. If its numbers make no model (Check), its methods return
// NaN.
type Model struct {
	Lambda float64 // 0: the page never changes; +Inf: it changes at once
	A      float64 // from LeastA to 1; 0 means 1
}

// Check refuses numbers that make no model.
func (m Model) Check() error {
	if !m.valid() {
		return fmt.Errorf("no model of changes: λ = %g, a = %g", m.Lambda, m.A)
	}
	return nil
}

func (m Model) valid() bool { return m.Lambda >= 0 && m.a() >= LeastA && m.a() <= 1 }

func (m Model) a() float64 {
	if m.A == 0 {
		return 1
	}
	return m.A
}

// logMarginal is log m(I); m(I) is the worth of one fetch a day more. m(I) = ∫₀ᴵ F − I·F(I) = ∫₀ᴵ a·λ·t^a·exp(−λ·t^a) dt, and
// with u = (t/I)^a it is λ·I^(1+a) · ∫₀¹ u^(1/a)·exp(−λ·I^a·u) du.
func (m Model) logMarginal(logInterval float64) float64 {
	a := m.a()
	logLambda := math.Log(m.Lambda)
	return logLambda + (1+a)*logInterval + logGamma(1+1/a, math.Exp(logLambda+a*logInterval))
}

// logMost is log m(∞).
func (m Model) logMost() float64 {
	lg, _ := math.Lgamma(1 + 1/m.a())
	return lg - math.Log(m.Lambda)/m.a()
}

// logInterval is the logarithm of the interval, in days, at which log m has a value; +Inf if log m is smaller at all intervals.
//
// As a function of log I, log m is increasing and concave: its slope is one over ∫₀¹ u^(1/a)·exp(x·(1−u)) du times a, which
// falls as x = λ·I^a grows. So the steps of Newton from the left never go too far. They begin on the line that log m
// follows for small I.
func (m Model) logInterval(logValue float64) float64 {
	if logValue >= m.logMost() {
		return math.Inf(1)
	}
	a, logLambda := m.a(), math.Log(m.Lambda)
	y := (logValue - logLambda + math.Log(1+1/a)) / (1 + a)
	for range maxSteps {
		have := m.logMarginal(y)
		// m'(I) = a·λ·I^a·exp(−λ·I^a), so the slope is I·m'(I)/m(I).
		slope := math.Exp(math.Log(a) + logLambda + (1+a)*y - math.Exp(logLambda+a*y) - have)
		step := (logValue - have) / slope
		if !(step > 1e-13*(1+math.Abs(y))) {
			break
		}
		y += step
	}
	return y
}

// maxSteps bounds the steps of an iteration, which needs some forty at most.
const maxSteps = 200

func days(t time.Duration) float64 { return float64(t) / float64(Day) }

// duration is a number of days as a duration; Never if it is too long for one.
func duration(days float64) time.Duration {
	ns := days * float64(Day)
	if !(ns < math.MaxInt64) {
		return Never
	}
	return time.Duration(max(1, math.Round(ns)))
}
