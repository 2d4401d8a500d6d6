// Package forecast says how large a crawl will be, by the numbers of documents at each depth so far (Nitsche 2003, section
// 4.3.2.3.4).
//
// The number of documents at each depth of a site rises up to one depth and then falls, about as steeply: a bell. So once the
// peak is passed, as many documents are expected behind it as there are before it. In the trials of the thesis the first peak
// was always the highest one.
//
// Example (the computer science of TU München): 1, 40, 205, 1251, 3822, 8984, 12787, 20993, 26248, 19538 documents at depths 0
// to 9. Depth 9 has less than nine tenths of depth 8, so 8 is the peak. Before it are 48,083 documents; as many are expected
// behind it, so 122,414 in all, and 28,545 remain. In fact 41,379 came behind it: the forecast was 16 % too high.
package forecast

import "math"

// Forecast takes the numbers of documents at the depths 0, 1, 2 and so on that are complete. peak is the depth with the most
// documents, total is how many documents are expected in all, and remaining is how many of them are still to come. known is true
// once a depth behind the peak has at most nine tenths of its documents; deeper ones do not change the peak then. If a crawl has
// become larger than expected, remaining is 0. If a count is negative or the sum is no int64, known is false.
func Forecast(counts []int64) (peak int, total, remaining int64, known bool) {
	var before, sum int64 // the documents before the peak, and all
	for depth, n := range counts {
		if n < 0 || n > math.MaxInt64-sum {
			return 0, 0, 0, false
		}
		switch most := counts[peak]; {
		case known:
		case n > most:
			peak, before = depth, sum
		case most > 0 && n <= most-(most-1)/10-1: // at most nine tenths
			known = true
		}
		sum += n
	}
	if !known || before > (math.MaxInt64-counts[peak])/2 {
		return peak, 0, 0, false
	}
	total = 2*before + counts[peak]
	return peak, total, max(0, total-sum), true
}
