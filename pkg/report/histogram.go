package report

import "webmill/pkg/report/plot"

// Counts by logarithmic bins: numbers of up to two digits have a bin each, greater ones share one with those that have the
// same first two digits and the same length. That is 10 + 9·90 bins for whatever an int32 can be, and what is said of
// 1, 2, 5, 10, 20 … 1000 … or more is exact.

const maxBin = 10 + 9*90

type histogram struct {
	n, sum int64
	most   int32
	counts [maxBin]int64
}

// bin finds that of a value; less than 0 counts as 0.
func bin(v int32) int {
	if v < 100 {
		return int(max(v, 0))
	}
	base := 0
	for ; v >= 100; v /= 10 {
		base += 90
	}
	return base + int(v)
}

// least is the lowest value of a bin.
func least(bin int) int64 {
	if bin < 100 {
		return int64(bin)
	}
	v := int64((bin-10)%90 + 10)
	for range (bin - 10) / 90 {
		v *= 10
	}
	return v
}

// add counts a value as often as weight says.
func (h *histogram) add(v int32, weight int64) {
	h.n += weight
	h.sum += int64(v) * weight
	h.counts[bin(v)] += weight
	h.most = max(h.most, v)
}

// atLeast counts the values from v on, which is the lowest of a bin.
func (h *histogram) atLeast(v int32) (n int64) {
	for _, c := range h.counts[bin(v):] {
		n += c
	}
	return n
}

// tail are the shares of whole, in percent, that have at least the lowest value of each bin, where that is not 0 and the
// share changes.
func (h *histogram) tail(whole int64) []plot.Point {
	var list []plot.Point
	rest := h.n
	for b, c := range h.counts {
		if b > 0 && c > 0 {
			list = append(list, plot.Point{X: float64(least(b)), Y: 100 * share(rest, whole)})
		}
		rest -= c
	}
	return list
}

// steps are 1, 2, 5, 10, 20 … up to most.
func steps(most int32) []int32 {
	var list []int32
	for s := int64(1); s <= int64(most); s *= 10 {
		for _, m := range []int64{1, 2, 5} {
			if m*s <= int64(most) {
				list = append(list, int32(m*s))
			}
		}
	}
	return list
}
