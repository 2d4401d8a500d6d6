package kendall

import (
	"fmt"
	"math/big"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// This file is Kendall's tau-b. Of the N = n(n-1)/2 pairs of n things, K are concordant (both scorings order them alike),
// Z discordant, Oa tied in a, Ob tied in b and J tied in both, which are in Oa and Ob too:
//
//	N = K + Z + Oa + Ob - J        tau = (K - Z) / sqrt((N - Oa) (N - Ob))
//
// It is not defined where a scoring is constant. Source: Knight 1966 as in Kulvait 2007, chapter 6.
//
// Passes: one over the input. What does not fit in memory, the sort writes and reads once, and the merging of runs writes
// and reads half as much for each of its passes, mostly one. Memory: half of the budget for the sort, half for b, which
// takes 8 bytes a thing, 18 if weighted. A choice of the best, and weights by both ranks, keep all pairs in a file first.

// Counts are the numbers of pairs of things.
type Counts struct {
	N                      uint64 // things
	Pairs                  uint64 // N (N-1) / 2
	Concordant, Discordant uint64
	TiedA, TiedB, TiedBoth uint64
}

// complete fills in what follows from the other counts.
func (c *Counts) complete() {
	c.Pairs = choose2(c.N)
	c.Concordant = c.Pairs + c.TiedBoth - c.Discordant - c.TiedA - c.TiedB
}

// choose2 is the number of pairs of n things. For no n up to mostThings it leaves 63 bits.
func choose2(n uint64) uint64 {
	if n%2 == 0 {
		return n / 2 * (n - 1)
	}
	return (n - 1) / 2 * n
}

// mostThings is how many things can be compared: their ranks have 32 bits.
const mostThings = 1<<32 - 1

// Tau is tau-b; it is not defined where a scoring is constant.
func (c *Counts) Tau() (tau float64, defined bool) {
	difference := new(big.Int).Sub(integer(c.Concordant), integer(c.Discordant))
	return ratio(difference, integer(c.Pairs-c.TiedA), integer(c.Pairs-c.TiedB))
}

func integer(v uint64) *big.Int { return new(big.Int).SetUint64(v) }

// ratio is x / sqrt(y z), rounded once: the integers are exact and the root has more bits than a float64 can hold.
func ratio(x, y, z *big.Int) (quotient float64, defined bool) {
	product := new(big.Int).Mul(y, z)
	if product.Sign() == 0 {
		return 0, false
	}
	root := new(big.Float).SetPrec(256).SetInt(product)
	root.Sqrt(root)
	quotient, _ = root.Quo(new(big.Float).SetPrec(256).SetInt(x), root).Float64()
	return quotient, true
}

// Options say what to count, and with what.
type Options struct {
	Best    int64 // n: only the things that are among the n best of a or of b; 0: all
	Weights Weights
	work.Room
}

// Result is what Tau found.
type Result struct {
	Counts
	Weighted float64 // the weighted tau, if it was asked for; defined where tau is
	Runs     int     // sorted runs of b, 0 where it fit in memory
	Spilled  int64   // bytes written to temporary files
}

// Tau compares the two columns of a stream of pairs (a, b), which may come in any order.
func Tau(src tuple.Source, opt Options) (r Result, err error) {
	if opt.Best == 0 && opt.Weights != ByBoth {
		return once(src, opt, opt.Weights)
	}
	pairs, err := keep(src, &opt)
	if err != nil {
		return r, err
	}
	defer pairs.close()
	weights := opt.Weights
	if weights == ByBoth {
		weights = ByA
	}
	r, err = once(pairs.source(), opt, weights)
	r.Spilled += pairs.all.Spilled()
	if err != nil || opt.Weights != ByBoth {
		return r, err
	}
	byB, err := once(pairs.source(), opt, ByB)
	r.Weighted = (r.Weighted + byB.Weighted) / 2
	r.Spilled += byB.Spilled
	return r, err
}

// once sorts the pairs and counts, with one kind of weights or with none.
func once(src tuple.Source, opt Options, weights Weights) (r Result, err error) {
	first, second := 0, 1
	if weights == ByB {
		first, second = 1, 0
	}
	b, err := newCounter(&opt, weights)
	if err != nil {
		return r, err
	}
	defer b.close()
	s := &scan{first: first, second: second, to: b}
	room := opt.Room
	room.Memory /= 2
	sorted, err := extsort.Sort(s, []tuple.Source{src}, extsort.Options{
		Width: 2, Order: tuple.Order{{Col: first, Desc: true}, {Col: second, Desc: true}},
		Room: room,
	})
	if err != nil {
		return r, err
	}
	r.Counts = Counts{N: s.n, TiedA: s.tied, TiedBoth: s.tiedBoth}
	err = b.finish(&r)
	r.complete()
	if weights == ByB {
		r.TiedA, r.TiedB = r.TiedB, r.TiedA
	}
	r.Spilled += sorted.Spilled
	return r, err
}

func newCounter(opt *Options, weights Weights) (counter, error) {
	if weights == Unweighted {
		return newPlain(opt)
	}
	return newWeighted(opt)
}

var errTooMany = fmt.Errorf("more than %d things cannot be compared", uint64(mostThings))

// scan is the Sink for the pairs in order, the best first: by the first of the two scorings, equal ones by the second.
// It counts the ties that this order shows and passes the second scoring on.
//
// A pair of things is tied if they lie in the same run, so each record adds the number of those before it in its run. The
// loop has no jump that depends on the data.
type scan struct {
	first, second int // their columns
	to            counter

	n              uint64
	lastA, lastB   int32
	inA, inBoth    uint64 // records directly before with the same first score; with both the same
	tied, tiedBoth uint64
}

// counter counts what the second scoring has, in the order of the first: inversions and ties.
type counter interface {
	// take takes the pairs of a block; first and second are the columns.
	take(block []int32, first, second int) error
	// finish counts the inversions, and ties of the second scoring, and adds them to the result.
	finish(r *Result) error
	close()
}

var _ tuple.Sink = (*scan)(nil)

// WriteBlock implements tuple.Sink.
func (s *scan) WriteBlock(block []int32) error {
	if len(block) == 0 {
		return nil
	}
	if s.n == 0 {
		s.lastA = ^block[s.first]
	}
	if s.n += uint64(len(block) / 2); s.n > mostThings {
		return errTooMany
	}
	s.count(block)
	return s.to.take(block, s.first, s.second)
}

func (s *scan) count(block []int32) {
	first, second := s.first&1, s.second&1
	lastA, lastB := s.lastA, s.lastB
	inA, inBoth, tied, tiedBoth := s.inA, s.inBoth, uint64(0), uint64(0)
	for ; len(block) >= 2; block = block[2:] {
		a, b := block[first], block[second]
		sameA := same(a, lastA)
		sameBoth := sameA & same(b, lastB)
		inA, inBoth = (inA+1)&sameA, (inBoth+1)&sameBoth
		tied, tiedBoth = tied+inA, tiedBoth+inBoth
		lastA, lastB = a, b
	}
	s.lastA, s.lastB = lastA, lastB
	s.inA, s.inBoth, s.tied, s.tiedBoth = inA, inBoth, s.tied+tied, s.tiedBoth+tiedBoth
}

// same has all bits set if the numbers are equal, and none otherwise.
func same(x, y int32) uint64 { return uint64(int64(uint64(uint32(x^y))-1) >> 63) }
