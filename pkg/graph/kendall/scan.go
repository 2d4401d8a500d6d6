package kendall

import "webmill/pkg/tuple"

// scan is the Sink for the pairs in order, the best first: by the first of the two scorings, equal ones by the second.
// It counts the ties that this order shows and passes the second scoring on.
//
// A pair of things is tied if they lie in the same run, so each record adds the number of those before it in its run. The
// loop has no jump that depends on the data.
type scan struct {
	first, second int // their columns
	to            taker

	n              uint64
	lastA, lastB   int32
	inA, inBoth    uint64 // records directly before with the same first score; with both the same
	tied, tiedBoth uint64
}

// taker takes the second scoring in the order of the first.
type taker interface {
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
