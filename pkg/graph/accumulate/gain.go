// Package accumulate computes the share of the importance that is collected after each part of an order of pages.
package accumulate

import (
	"fmt"
	"math/bits"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Accumulation.
//
//	ORDER(k)  = Σ z(v) over the pages v at the first k places of the order / Σ z
//	MAX(k)    = Σ of the k greatest z / Σ z, which no order exceeds
//	RANDOM(k) = k/n, what an order chosen at random collects on the average; and a sample of such orders
//	k         = ⌊i·N/steps⌋, at least 1 where i > 0; i = 0 … steps
//	area      = ∫ over k/N from 0 to 1, by trapezoids
//
// N is the number of places of the longest order. n is the number of pages, those that have a rank or a place. A page without
// a rank counts 0 and takes its place all the same; one without a place counts for Σ z and MAX, unless only the pages of the
// orders are looked at.
//
// Passes: one over all inputs, which are merged by id; the result, a record of 16 bytes for each page and curve, is sorted by
// curve and place, and added up in one pass. Memory: that of the sort, and 8 bytes a step and curve. Sums are of float64 and
// carry what rounding takes from them, in an order that depends on the inputs alone.
//
// Source: Kulvait 2007, 4.1 and 8.4; he has MAX and ORDER. What k is where i·N/100 is not whole, he does not say.

// Options say what to add up, and how.
type Options struct {
	Ranks  tuple.Input   // (id, float32), or (id, float64) in three columns
	Double bool          // it is a float64
	Orders []tuple.Input // (id, position), positions being different
	Steps  int
	Placed bool   // only pages of the orders count
	Seed   uint64 // of the sample

	work.Room
}

// Curve is the share of the importance after each step, from 0 on.
type Curve []float64

// Area is the area under the curve, its steps being equal and together 1.
func (c Curve) Area() (area float64) {
	for i := 1; i < len(c); i++ {
		area += (c[i-1] + c[i]) / 2
	}
	return area / float64(len(c)-1)
}

// Bytes is the memory of the curves of a Gain, which is beside that of Options.Room.
func Bytes(orders, steps int) int64 { return 8 * int64(orders+3) * int64(steps+1) }

// Gain is what was found.
type Gain struct {
	Pages    int64   // n
	Places   int64   // N
	Unranked int64   // pages with a place and without a rank
	Unplaced int64   // pages with a rank and without a place, whether they count or not
	Total    float64 // Σ z
	Orders   []Curve
	Max      Curve
	Random   Curve // the mean of all orders
	Sample   Curve // one of them
}

// Accumulate makes the curves.
func Accumulate(opt Options) (*Gain, error) {
	m := newMerge(&opt)
	a := &adder{merge: m, steps: opt.Steps, curve: -1}
	_, err := extsort.Sort(a, []tuple.Source{m}, extsort.Options{
		Width: width, Order: tuple.Columns(0, 1, 2, 3),
		Room: opt.Room,
	})
	if err != nil {
		return nil, err
	}
	a.finish(len(opt.Orders) + 2)
	g := &Gain{Pages: m.pages, Places: m.longest(), Unranked: m.unranked, Unplaced: m.unplaced, Total: m.total.value()}
	g.Orders, g.Max, g.Sample = a.curves[:len(opt.Orders)], a.curves[len(opt.Orders)], a.curves[len(opt.Orders)+1]
	g.Random = make(Curve, 0, opt.Steps+1)
	for i := range opt.Steps + 1 {
		g.Random = append(g.Random, share(float64(a.places(i)), float64(g.Pages)))
	}
	return g, nil
}

// share is a part of a whole, 0 where there is nothing.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// sum adds up numbers ≥ 0 and keeps what rounding takes from it (Neumaier's summation).
type sum struct{ high, low float64 }

func (s *sum) add(x float64) {
	t := s.high + x
	if s.high >= x {
		s.low += (s.high - t) + x
	} else {
		s.low += (x - t) + s.high
	}
	s.high = t
}

func (s *sum) value() float64 { return s.high + s.low }

// adder is a Sink of the sorted records: it adds up one curve after the other.
type adder struct {
	merge  *merge
	steps  int
	curves []Curve
	curve  int   // that is added up
	step   int   // the next one
	end    int64 // how many pages there are after it
	placed int64 // pages so far
	last   int32 // position
	sum    sum
}

// places is how many pages there are after a step: ⌊step·N/steps⌋, at least one.
func (a *adder) places(step int) int64 {
	n := a.merge.longest()
	if step == 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(step), uint64(n))
	k, _ := bits.Div64(high, low, uint64(a.steps))
	return max(int64(k), min(1, n))
}

// WriteBlock implements tuple.Sink.
func (a *adder) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[width:] {
		if int(block[0]) != a.curve {
			a.finish(int(block[0]))
		} else if a.curve < len(a.merge.orders) && block[1] == a.last {
			return fmt.Errorf("%s: two pages have the position %d", a.merge.orders[a.curve].Name(), a.last)
		}
		a.last = block[1]
		a.mark()
		a.sum.add(a.merge.score(block))
		a.placed++
	}
	return nil
}

// mark notes the sum where a step ends.
func (a *adder) mark() {
	for a.end <= a.placed && a.step <= a.steps {
		a.note()
	}
}

func (a *adder) note() {
	a.curves[a.curve] = append(a.curves[a.curve], share(a.sum.value(), a.merge.total.value()))
	a.step++
	a.end = a.places(a.step)
}

// finish ends the curves before one, which begins.
func (a *adder) finish(next int) {
	for a.curve < next {
		if a.curve >= 0 {
			for a.step <= a.steps {
				a.note()
			}
		}
		a.curve++
		a.curves = append(a.curves, make(Curve, 0, a.steps+1))
		a.step, a.end, a.placed, a.sum = 0, 0, 0, sum{}
	}
}
