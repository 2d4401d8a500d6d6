package navigation

import (
	"math/bits"
	"slices"
)

// buffers are the memory of comparisons.
type buffers struct {
	group, inside  []uint64
	a, b           []uint64
	sortedA        []uint64
	sortedB        []uint64
	commonA        []uint64
	commonB        []uint64
	places         []placed
	ends           []int32
	firstA, firstB int64 // the classes in a and b, plus 1
}

// placed is a target and its number in a sequence.
type placed struct {
	target uint64
	at     int32
}

// pair is the likeness of two classes that were compared lately.
type pair struct {
	a, b     int64 // plus 1
	likeness int32
}

// mostMeets bounds the pairs of equal targets in two sequences whose order is compared.
const mostMeets = 1 << 22

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
	x.b = j.targetsOf(x.b[:0], b)
	likeness, ok := x.likeness(x.a, x.b)
	if !ok {
		j.Stats.TooLarge++
	}
	*p = pair{idA + 1, idB + 1, likeness}
	return likeness
}

// likeness is that of two sequences of targets. It is not ok if they are too large to compare their order.
func (x *buffers) likeness(a, b []uint64) (likeness int32, ok bool) {
	n, common, all := x.count(a, b)
	if n == 0 || 5*common < 3*all {
		return 0, true
	}
	in, ok := x.inOrder(n)
	if !in {
		return 0, ok
	}
	return int32(1000 * int64(common) / int64(all)), true
}

// harmony is the weight of v-harmony of two sequences.
func (x *buffers) harmony(a, b []uint64) int {
	n, _, _ := x.count(a, b)
	if in, _ := x.inOrder(n); !in {
		return 0
	}
	return n
}

// count counts how many pairs of equal targets a matching of two sequences has at most, and how many different targets both have,
// and any of them.
func (x *buffers) count(a, b []uint64) (n, common, all int) {
	x.sortedA, x.sortedB = append(x.sortedA[:0], a...), append(x.sortedB[:0], b...)
	slices.Sort(x.sortedA)
	slices.Sort(x.sortedB)
	for i, k := 0, 0; i < len(a) || k < len(b); all++ {
		switch {
		case k == len(b) || i < len(a) && x.sortedA[i] < x.sortedB[k]:
			_, i = same(x.sortedA, i)
		case i == len(a) || x.sortedB[k] < x.sortedA[i]:
			_, k = same(x.sortedB, k)
		default:
			var timesA, timesB int
			timesA, i = same(x.sortedA, i)
			timesB, k = same(x.sortedB, k)
			n += min(timesA, timesB)
			common++
		}
	}
	x.commonA, x.commonB = within(x.commonA[:0], a, x.sortedB), within(x.commonB[:0], b, x.sortedA)
	return n, common, all
}

// same is how often the number at a place is repeated in a sorted list, and the place behind.
func same(list []uint64, i int) (times, end int) {
	for end = i + 1; end < len(list) && list[end] == list[i]; end++ {
	}
	return end - i, end
}

// within appends what of a list is in another one, which is sorted.
func within(dst, list, sorted []uint64) []uint64 {
	for _, t := range list {
		if _, found := slices.BinarySearch(sorted, t); found {
			dst = append(dst, t)
		}
	}
	return dst
}

// inOrder reports whether a matching of n pairs of the common targets is in order: whether their longest common subsequence has n
// targets (Hunt and Szymanski 1977). It is not ok if they are too large for that.
func (x *buffers) inOrder(n int) (in, ok bool) {
	a, b := x.commonA, x.commonB
	if n == 0 || len(a) == n && len(b) == n {
		return n > 0 && slices.Equal(a, b), true
	}
	x.places = x.places[:0]
	for i, t := range b {
		x.places = append(x.places, placed{t, int32(i)})
	}
	slices.SortFunc(x.places, func(p, q placed) int {
		if p.target != q.target {
			if p.target < q.target {
				return -1
			}
			return 1
		}
		return int(q.at - p.at)
	})
	x.ends = x.ends[:0]
	meets := 0
	for _, t := range a {
		i, _ := slices.BinarySearchFunc(x.places, t, func(p placed, t uint64) int {
			if p.target < t {
				return -1
			}
			return 1
		})
		for ; i < len(x.places) && x.places[i].target == t; i++ {
			if meets++; meets > mostMeets {
				return false, false
			}
			at := x.places[i].at
			if k, _ := slices.BinarySearch(x.ends, at); k < len(x.ends) {
				x.ends[k] = at
			} else {
				x.ends = append(x.ends, at)
			}
		}
	}
	return len(x.ends) == n, true
}
