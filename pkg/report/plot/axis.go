package plot

import (
	"math"
	"slices"
	"sort"
	"strconv"
)

// Axis is one of the two. Its title and the unit of its numbers are always shown.
type Axis struct {
	Title, Unit string
	Log         bool
	Whole       bool    // no ticks between whole numbers
	Min, Max    float64 // the range, if they differ; else that of the values
}

func (a *Axis) label() string { return a.Title + " (" + a.Unit + ")" }

// tick is a value with a grid line and what is written there.
type tick struct {
	value float64
	text  string
}

// scale maps values to places in the drawing.
type scale struct {
	log      bool
	min, max float64 // of the values, or of their logarithms
	from, to float64 // places
	ticks    []tick
}

// scale fits an axis to its values. Ticks are at least gap apart; 0 means as far as their text needs.
func (a *Axis) scale(values []float64, from, to, gap float64) scale {
	s := scale{log: a.Log, from: from, to: to}
	s.min, s.max = s.extent(values)
	if a.Min != a.Max {
		s.min, s.max = s.project(a.Min), s.project(a.Max)
	}
	if s.log {
		s.logTicks(gap, a.Min == a.Max)
	} else {
		s.linearTicks(gap, a.Min == a.Max, a.Whole)
	}
	return s
}

// extent is the range of what can be shown.
func (s *scale) extent(values []float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if p := s.project(v); !math.IsNaN(p) {
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	switch {
	case lo > hi:
		return 0, 1
	case lo == hi && s.log:
		return lo - 0.3, hi + 0.3
	case lo == hi:
		half := max(1, math.Abs(lo)/2)
		return lo - half, hi + half
	}
	return lo, hi
}

// project is the value, or its logarithm; NaN for what no chart can show.
func (s *scale) project(v float64) float64 {
	const far = 1e200
	switch {
	case !(math.Abs(v) < far), s.log && !(v > 1/far):
		return math.NaN()
	case s.log:
		return math.Log10(v)
	}
	return v
}

// at is the place of a value that the chart shows, or of a tick, which may be a little further than any value can be.
func (s *scale) at(v float64) float64 {
	if s.log {
		v = math.Log10(v)
	}
	return s.from + (v-s.min)/(s.max-s.min)*(s.to-s.from)
}

// shows reports whether a value is within the range, but for rounding.
func (s *scale) shows(v float64) bool {
	p, slack := s.project(v), (s.max-s.min)*1e-9
	return p >= s.min-slack && p <= s.max+slack
}

// logTicks puts ticks at powers of ten, or, where the range is short, at 1, 2 and 5 between them too. Where the range is
// free, it is widened to the next tick.
func (s *scale) logTicks(gap float64, free bool) {
	steps := []float64{1}
	if s.max-s.min < 1.8 {
		steps = []float64{1, 2, 5}
	}
	var all []float64
	for e := math.Floor(s.min) - 1; e <= s.max+1; e++ {
		for _, m := range steps {
			all = append(all, m*math.Pow(10, e))
		}
	}
	if free {
		i := sort.Search(len(all), func(i int) bool { return math.Log10(all[i]) > s.min+1e-9 }) - 1
		j := sort.Search(len(all), func(i int) bool { return math.Log10(all[i]) >= s.max-1e-9 })
		s.min, s.max = math.Log10(all[i]), math.Log10(all[j])
	}
	all = slices.DeleteFunc(all, func(v float64) bool { return !s.shows(v) })
	s.thin(all, gap)
}

// linearTicks puts ticks at multiples of 1, 2 or 5 times a power of ten.
func (s *scale) linearTicks(gap float64, free, whole bool) {
	least := math.Floor(math.Log10((s.max-s.min)/20)) - 1
	if whole {
		least = max(least, 0)
	}
	for e := least; ; e++ {
		for _, m := range []float64{1, 2, 5} {
			step := m * math.Pow(10, e)
			lo, hi := s.min, s.max
			if free {
				lo, hi = math.Floor(lo/step+1e-9)*step, math.Ceil(hi/step-1e-9)*step
				hi = max(hi, lo+step)
			}
			var all []float64
			for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9; i++ {
				all = append(all, i*step+0) // never -0
			}
			if wide := (scale{min: lo, max: hi, from: s.from, to: s.to}); wide.fits(all, gap) {
				s.min, s.max = lo, hi
				s.thin(all, gap)
				return
			}
		}
	}
}

// fits reports whether ticks have space for their text.
func (s *scale) fits(values []float64, gap float64) bool {
	for i := 1; i < len(values); i++ {
		need := gap
		if gap == 0 {
			need = (textWidth(format(values[i-1]))+textWidth(format(values[i])))/2 + 14
		}
		if math.Abs(s.at(values[i])-s.at(values[i-1])) < need {
			return false
		}
	}
	return len(values) < 12
}

// thin takes every, every second, every third … of the values, so that they fit.
func (s *scale) thin(values []float64, gap float64) {
	for n := 1; ; n++ {
		var some []float64
		for i := 0; i < len(values); i += n {
			some = append(some, values[i])
		}
		if n > len(values) || s.fits(some, gap) {
			for _, v := range some {
				s.ticks = append(s.ticks, tick{v, format(v)})
			}
			return
		}
	}
}

// format writes the number of a tick: 0.001, 0.5, 20, 5 k, 10 M, 1 G; and 10⁻⁷ or 2·10⁻⁷ where that would be long.
func format(v float64) string {
	a := math.Abs(v)
	for _, u := range []struct {
		from float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if a >= u.from*0.9999 {
			return short(v/u.from) + "\u202f" + u.name
		}
	}
	if a > 0 && a < 0.00099 {
		e := math.Floor(math.Log10(a) + 1e-9)
		text := "10" + superscript(int(e))
		if m := short(v / math.Pow(10, e)); m != "1" {
			text = m + "·" + text
		}
		return text
	}
	return short(v)
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

func superscript(n int) string {
	var b []rune
	for _, c := range strconv.Itoa(n) {
		if c == '-' {
			b = append(b, '⁻')
		} else {
			b = append(b, []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[c-'0'])
		}
	}
	return string(b)
}

// spread moves places apart, as little as need be, until they are gap from each other, and keeps them between lo and hi
// if there is space. Their order from low to high stays.
func spread(places []float64, gap, lo, hi float64) {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return places[order[i]] < places[order[j]] })
	// Blocks of labels that touch; each lies around the mean of where its labels belong.
	type block struct {
		first, n int
		top      float64 // of its first label
	}
	var blocks []block
	for i := range order {
		b := block{i, 1, 0}
		for {
			sum := 0.0
			for k := range b.n {
				sum += places[order[b.first+k]] - gap*float64(k)
			}
			b.top = max(lo, min(sum/float64(b.n), hi-gap*float64(b.n-1)))
			if len(blocks) == 0 {
				break
			}
			last := blocks[len(blocks)-1]
			if last.top+gap*float64(last.n) <= b.top {
				break
			}
			b.first, b.n = last.first, last.n+b.n
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		for k := range b.n {
			places[order[b.first+k]] = b.top + gap*float64(k)
		}
	}
}
