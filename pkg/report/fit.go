package report

import (
	"fmt"
	"math"

	"webmill/pkg/report/plot"
)

// fit is a power law for the larger values of a distribution: the share of values that are x or more falls like x^slope.
type fit struct {
	from  int64   // the least value that it holds for
	n     int64   // values from there on
	slope float64 // of the share of values that are at least x, both axes logarithmic
	error float64 // the standard error of the slope
	gap   float64 // the largest difference between the law and the values, as a share of those from there on
}

// A slope is only shown where it means something.
const (
	leastFitted = 50  // values
	leastFrom   = 6   // the estimate takes whole numbers for real ones, which is too coarse below
	leastSpan   = 10. // the largest value against the least one
	mostGap     = 0.1
)

// powerLaw fits by maximum likelihood and begins where the law fits best by the distance of Kolmogorov and Smirnov (Clauset,
// Shalizi and Newman 2009, "Power-law distributions in empirical data", with their estimate for whole numbers).
func (h *histogram) powerLaw() (best fit, ok bool) {
	n, logs := int64(0), 0.0
	for b := maxBin - 1; least(b) >= leastFrom; b-- {
		n, logs = n+h.counts[b], logs+h.logs[b]
		if h.counts[b] == 0 || n < leastFitted {
			continue
		}
		from := float64(least(b))
		if float64(h.most) < leastSpan*from {
			continue
		}
		sum := logs - float64(n)*math.Log(from-0.5)
		f := fit{from: least(b), n: n, slope: -float64(n) / sum}
		f.error, f.gap = -f.slope/math.Sqrt(float64(n)), h.gap(b, n, f.slope)
		if !ok || f.gap < best.gap {
			best, ok = f, true
		}
	}
	return best, ok && best.gap <= mostGap && best.slope < -0.2 && best.slope > -4
}

// gap is the largest difference between the law and the n values from a bin on.
func (h *histogram) gap(from int, n int64, slope float64) (most float64) {
	rest := n
	for b := from; b < maxBin && rest > 0; b++ {
		law := math.Pow((float64(least(b))-0.5)/(float64(least(from))-0.5), slope)
		most = max(most, math.Abs(law-share(rest, n)))
		rest -= h.counts[b]
	}
	return most
}

// line is the law where the values are, in percent of whole.
func (f *fit) line(h *histogram, whole int64, class, label string) plot.Line {
	at := func(x float64) plot.Point {
		return plot.Point{X: x, Y: 100 * share(f.n, whole) * math.Pow(x/float64(f.from), f.slope)}
	}
	// Not below a single value.
	end := min(float64(h.most), float64(f.from)*math.Pow(1/float64(f.n), 1/f.slope))
	return plot.Line{Label: label, Class: class, Points: []plot.Point{at(float64(f.from)), at(end)}}
}

// text says what was fitted and how.
func (f *fit) text(what, whose string) string {
	return fmt.Sprintf("From %d %s on (%s), the share falls with a slope of %.2f ± %.2f. ", f.from, what, plural(f.n, whose),
		f.slope, f.error)
}

const fitMethod = "The slopes are fitted by maximum likelihood, from where a power law fits best (Clauset, Shalizi and Newman 2009). " +
	"They are shown only if they hold for at least 50, over a factor of 10 or more, and never leave the line by more than a tenth of them."
