package navigation

import (
	"math/bits"
	"slices"

	"webmill/pkg/web/harmony"
)

// buffers are the memory of comparisons.
type buffers struct {
	group, inside  []uint64
	a, b           []uint64
	firstA, firstB int64 // the classes in a and b, plus 1
	pair           harmony.Pair
	row            harmony.Row // b, if it repeats nothing
}

// pair is the likeness of two classes that were compared lately.
type pair struct {
	a, b     int64 // plus 1
	likeness int32
}

// distinct sorts numbers and leaves each once.
func distinct(list []uint64) []uint64 {
	slices.Sort(list)
	return slices.Compact(list)
}

// mayBeAlike reports whether 6 of 10 targets of two classes can be common, by their numbers and bits.
func mayBeAlike(a, b *class) bool {
	common := min(a.distinct-onlyIn(a, b), b.distinct-onlyIn(b, a))
	return 5*int64(common) >= 3*int64(a.distinct+b.distinct-common)
}

// onlyIn is the least number of targets that a has and b has not.
func onlyIn(a, b *class) int32 {
	return int32(bits.OnesCount64(a.bits[0]&^b.bits[0]) + bits.OnesCount64(a.bits[1]&^b.bits[1]))
}

// likeness compares two classes: the share of their targets that are common, in thousandths, or 0 if they are not alike.
func (j *Job) likeness(idA, idB int64, a, b *class) int32 {
	if idA == idB {
		return 1000
	}
	if !mayBeAlike(a, b) {
		return 0
	}
	p := &j.pairs[uint64(idA*31+idB)%uint64(len(j.pairs))]
	if p.a == idA+1 && p.b == idB+1 {
		return p.likeness
	}
	j.Stats.Compared++
	x := &j.bufs
	if x.firstA != idA+1 {
		x.firstA, x.a = idA+1, j.targetsOf(x.a[:0], a)
	}
	once := a.distinct == a.length && b.distinct == b.length
	if x.firstB != idB+1 {
		x.firstB, x.b = idB+1, j.targetsOf(x.b[:0], b)
		x.row.Reset()
	}
	likeness, ok := x.likeness(once)
	if !ok {
		j.Stats.TooLarge++
	}
	*p = pair{idA + 1, idB + 1, likeness}
	return likeness
}

// likeness is that of the targets in a and b; once says that neither repeats one. It is not ok if they are too large to compare
// their order.
func (x *buffers) likeness(once bool) (likeness int32, ok bool) {
	if once {
		common, in := x.row.Common(x.b, x.a)
		all := len(x.a) + len(x.b) - common
		if !in || common == 0 || 5*common < 3*all {
			return 0, true
		}
		return thousandths(common, all), true
	}
	n, common, all := x.pair.Count(x.a, x.b)
	if n == 0 || 5*common < 3*all {
		return 0, true
	}
	in, ok := x.pair.InOrder(n, n)
	if !in {
		return 0, ok
	}
	return thousandths(common, all), true
}

func thousandths(part, all int) int32 { return int32(1000 * int64(part) / int64(all)) }
