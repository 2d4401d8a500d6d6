package cli

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// limits are what the numbers of some flags may be.
type limits struct {
	low, high float64
	notLow    bool // low itself is too little
	notHigh   bool // high itself is too much
	flags     []string
}

// Range declares flags whose number must be low … high. Like all limits it is for what the command line says: a default may lie
// outside, to say that the flag was not given. A flag may have more than one limit.
func (f *Flags) Range(low, high float64, flags ...string) {
	f.limits = append(f.limits, limits{low, high, false, false, flags})
}

// AtLeast declares flags whose number must be low or more.
func (f *Flags) AtLeast(low float64, flags ...string) { f.Range(low, math.Inf(1), flags...) }

// Positive declares flags whose number must be above 0.
func (f *Flags) Positive(flags ...string) {
	f.limits = append(f.limits, limits{0, math.Inf(1), true, false, flags})
}

// Share declares flags whose number is a part of a whole, but not all of it: from 0 to below 1.
func (f *Flags) Share(flags ...string) {
	f.limits = append(f.limits, limits{0, 1, false, true, flags})
}

// hold reports whether a number is inside; one that is none is not.
func (l *limits) hold(v float64) bool {
	return l.low <= v && v <= l.high && !(l.notLow && v == l.low) && !(l.notHigh && v == l.high)
}

func (l *limits) String() string {
	switch {
	case l.notLow:
		return "above " + shown(l.low)
	case l.notHigh:
		return "at least " + shown(l.low) + " and below " + shown(l.high)
	case math.IsInf(l.high, 1):
		return "at least " + shown(l.low)
	}
	return shown(l.low) + " … " + shown(l.high)
}

// shown is a number in digits, unless these are many.
func shown(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e16 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// checkLimits refuses numbers outside of their limits.
func (f *Flags) checkLimits() (err error) {
	f.Visit(func(g *flag.Flag) {
		for _, l := range f.limits {
			if err == nil && slices.Contains(l.flags, g.Name) && !l.hold(number(g)) {
				err = Usagef("-%s must be %v, not %s", g.Name, &l, g.Value)
			}
		}
	})
	return err
}

// number is the value of a flag that takes a number.
func number(g *flag.Flag) float64 {
	switch v := g.Value.(flag.Getter).Get().(type) {
	case int:
		return float64(v)
	case int64:
		return float64(v)
	case float64:
		return v
	default:
		// Limits were declared for a flag of words.
		panic(fmt.Sprintf("-%s takes no number", g.Name))
	}
}
