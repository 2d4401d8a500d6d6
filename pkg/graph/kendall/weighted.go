package kendall

import (
	"math/big"
	"math/bits"

	"webmill/pkg/arena"
)

// This file is the weighted tau: exchanges of the best count more. The thing of rank r (0 is the best) weighs 1/(r+1), a
// pair of things the sum of both, and the counts of tau-b become sums of weights. With S the sum of all weights,
//
//	total = S (n-1)        tau = (total - (Oa + Ob - J) - 2 Z) / sqrt((total - Oa) (total - Ob))
//
// Records are ranked by the scan: by a, equal ones by b; or by b and a; or tau is the mean of both. Source: Vigna, A weighted
// correlation index for rankings with ties, 2015; as SciPy's weightedtau with its defaults.
//
// Z is the sum, over all things, of the weight times the number of inversions that the thing is part of (exchanges, below). A
// tie of m things adds m-1 times the sum of their weights.
//
// Weights are integers, in units of 2^-58, and sums have 128 bits: they do not depend on the order of adding. Rounding a
// weight errs by 2^-59 at the most, to either side: at random, for 2^31 things, that is 1e-14 of the total.
//
// Passes: those of tau-b, for each of the two ranks. Memory: 18 bytes a thing.

// Weights say by which ranks pairs are weighted.
type Weights string

// The weights.
const (
	Unweighted Weights = ""
	ByA        Weights = "a"
	ByB        Weights = "b"
	ByBoth     Weights = "both" // the mean of the two
)

// one is the weight of the best.
const one = 1 << 58

func weight(rank uint64) uint64 { return (one + (rank+1)/2) / (rank + 1) }

// sum is a number of 128 bits.
type sum struct{ high, low uint64 }

// add adds a product.
func (s *sum) add(x, y uint64) {
	high, low := bits.Mul64(x, y)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high, _ = bits.Add64(s.high, high, carry)
}

func (s *sum) addSum(t sum) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, t.low, 0)
	s.high, _ = bits.Add64(s.high, t.high, carry)
}

func (s sum) integer() *big.Int {
	v := integer(s.high)
	return v.Lsh(v, 64).Add(v, integer(s.low))
}

// tie is a run of things that are tied.
type tie struct{ n, weight uint64 }

// end adds the weights of the pairs of the run to a sum and begins the next run.
func (t *tie) end(s *sum) {
	if t.n > 1 {
		s.add(t.weight, t.n-1)
	}
	*t = tie{}
}

// weighted is the sequence of a scoring with weights. Its keys are the scores, complemented and put in the order of
// unsigned numbers, above the ranks.
type weighted struct {
	*sequence[uint64]

	n              uint64
	total          uint64 // of the weights
	lastA, lastB   int32
	inA, inBoth    tie
	tied, tiedBoth sum
}

func newWeighted(opt *Options) (*weighted, error) {
	s, err := newSequence(kindOf[uint64]{
		bytes: 8, tail: 1<<32 - 1,
		view:   func(words []uint64) []uint64 { return words },
		raw:    func(keys []uint64) []byte { return arena.Bytes(keys) },
		kernel: func() kernel[uint64] { return &exchanges{} },
	}, opt)
	return &weighted{sequence: s}, err
}

func (w *weighted) take(block []int32, first, second int) error {
	for len(block) > 0 {
		space, err := w.free()
		if err != nil {
			return err
		}
		n := min(len(space), len(block)/2)
		for i := range space[:n] {
			a, b := block[2*i+first], block[2*i+second]
			w.weigh(a, b)
			space[i] = uint64(uint32(b)^(1<<31-1))<<32 | w.n
			w.n++
		}
		w.filled(n)
		block = block[2*n:]
	}
	return nil
}

// weigh adds the next thing to the sums of weights that the scan shows.
func (w *weighted) weigh(a, b int32) {
	if a != w.lastA {
		w.inA.end(&w.tied)
		w.inBoth.end(&w.tiedBoth)
	} else if b != w.lastB {
		w.inBoth.end(&w.tiedBoth)
	}
	x := weight(w.n)
	w.inA = tie{w.inA.n + 1, w.inA.weight + x}
	w.inBoth = tie{w.inBoth.n + 1, w.inBoth.weight + x}
	w.total += x
	w.lastA, w.lastB = a, b
}

func (w *weighted) finish(r *Result) error {
	w.inA.end(&w.tied)
	w.inBoth.end(&w.tiedBoth)
	if err := w.sequence.finish(r); err != nil {
		return err
	}
	r.Discordant /= 2 // the kernels count a pair at both of its things
	var total, exchanged, tiedB sum
	total.add(w.total, max(w.n, 1)-1)
	for _, k := range w.kernels() {
		x := k.(*exchanges)
		exchanged.addSum(x.weight)
		tiedB.addSum(x.tiedWeight)
	}
	untiedA := new(big.Int).Sub(total.integer(), w.tied.integer())
	untiedB := new(big.Int).Sub(total.integer(), tiedB.integer())
	difference := new(big.Int).Sub(untiedA, tiedB.integer())
	difference.Add(difference, w.tiedBoth.integer())
	difference.Sub(difference, exchanged.integer())
	difference.Sub(difference, exchanged.integer())
	r.Weighted, _ = ratio(difference, untiedA, untiedB)
	return nil
}
