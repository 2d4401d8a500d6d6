package harmony

import (
	"cmp"
	"slices"
)

// Pair is the memory in which two sequences of numbers are compared.
type Pair struct {
	sortedA, sortedB []uint64
	commonA, commonB []uint64
	places           []placed
	ends             []int32
}

// placed is a number of a sequence, and where it stands.
type placed struct {
	number uint64
	at     int32
}

// mostMeets and meetsEach bound the pairs of equal numbers in two sequences whose order is compared: so many, and some
// more for each number. So the time is that of the length, also where a few numbers are repeated again and again.
const (
	mostMeets = 1 << 14
	meetsEach = 4
)

// Weight is the weight of the harmony of two sequences: 0 if they do not harmonise. It is not ok if they are too large to compare
// their order.
func (x *Pair) Weight(a, b []uint64) (weight int, ok bool) {
	n, _, _ := x.Count(a, b)
	in, ok := x.InOrder(n, n)
	if !in {
		return 0, ok
	}
	return n, true
}

// Count counts how many pairs of equal numbers a matching of two sequences has at most, and how many different numbers both have,
// and any of them.
func (x *Pair) Count(a, b []uint64) (n, common, all int) {
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

// InOrder reports of the sequences of the last Count whether a matching of n pairs is in order: whether the longest common
// subsequence has n numbers, or the least number that is enough (Hunt and Szymanski 1977). It is not ok if they are too large for
// that.
func (x *Pair) InOrder(n, least int) (in, ok bool) {
	a, b := x.commonA, x.commonB
	if n == 0 || len(a) == n && len(b) == n && (least == n || slices.Equal(a, b)) {
		return n > 0 && slices.Equal(a, b), true
	}
	x.places = x.places[:0]
	for i, t := range b {
		x.places = append(x.places, placed{t, int32(i)})
	}
	slices.SortFunc(x.places, func(p, q placed) int {
		return cmp.Or(cmp.Compare(p.number, q.number), cmp.Compare(q.at, p.at))
	})
	x.ends = x.ends[:0]
	meets, most := 0, mostMeets+meetsEach*(len(a)+len(b))
	for _, t := range a {
		i, _ := slices.BinarySearchFunc(x.places, t, func(p placed, t uint64) int {
			if p.number < t {
				return -1
			}
			return 1
		})
		for ; i < len(x.places) && x.places[i].number == t; i++ {
			if meets++; meets > most {
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
	return len(x.ends) >= least, true
}
