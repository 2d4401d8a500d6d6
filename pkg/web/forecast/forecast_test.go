package forecast

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// tum has the documents of the thesis by depth (TU München), up to depth 10; 13,651 are deeper.
var tum = []int64{1, 40, 205, 1251, 3822, 8984, 12787, 20993, 26248, 19538, 8190}

// TestThesis: the table of the thesis. The maximum is at depth 8, before it are 48,083 documents, after it came 41,379: the
// forecast is 16 % too high.
func TestThesis(t *testing.T) {
	for depths := range 10 {
		if peak, total, remaining, known := Forecast(tum[:depths]); known || total != 0 || remaining != 0 {
			t.Errorf("%d depths: %d, %d, %d", depths, peak, total, remaining)
		}
	}
	const before, after = 48_083, 41_379
	peak, total, remaining, known := Forecast(tum[:10])
	if peak != 8 || total != 2*before+26_248 || remaining != before-19_538 || !known {
		t.Errorf("after depth 9: peak %d, total %d, remaining %d, %v", peak, total, remaining, known)
	}
	whole := append(slices.Clone(tum), 13_651)
	peak, total, remaining, known = Forecast(whole)
	if peak != 8 || total != 122_414 || remaining != before-after || !known {
		t.Errorf("at the end: peak %d, total %d, remaining %d, %v", peak, total, remaining, known)
	}
	if e := math.Round(100 * (float64(before)/after - 1)); e != 16 {
		t.Errorf("the error is %g %%", e)
	}
}

// TestForecast: examples by hand.
func TestForecast(t *testing.T) {
	const most = math.MaxInt64
	for _, tc := range []struct {
		name             string
		counts           []int64
		peak             int
		total, remaining int64
		known            bool
	}{
		{"nothing", nil, 0, 0, 0, false},
		{"one page", []int64{1}, 0, 0, 0, false},
		{"one page without links", []int64{1, 0}, 0, 1, 0, true},
		{"no page", []int64{0, 0}, 0, 0, 0, false},
		{"rises", []int64{1, 5, 9}, 2, 0, 0, false},
		{"a little less is no fall", []int64{1, 100, 91}, 1, 0, 0, false},
		{"nine tenths are one", []int64{1, 100, 90}, 1, 102, 0, true},
		{"a slow fall counts from the peak", []int64{1, 50, 100, 95, 92, 89}, 2, 202, 0, true},
		{"of nine, eight is one", []int64{1, 9, 8}, 1, 11, 0, true},
		{"of eleven, ten is none", []int64{1, 11, 10}, 1, 0, 0, false},
		{"the second of two equal ones is no peak", []int64{1, 20, 20, 10}, 1, 22, 0, true},
		{"the first peak stays", []int64{1, 10, 5, 70}, 1, 12, 0, true},
		{"some remain", []int64{1, 30, 60, 40}, 2, 122, 0, true},
		{"more remain", []int64{10, 30, 60, 20}, 2, 140, 20, true},
		{"negative", []int64{1, -1}, 0, 0, 0, false},
		{"too large", []int64{1, most}, 0, 0, 0, false},
		{"the largest total", []int64{1, most / 4, most / 2, 0}, 2, most, most/4 + 1, true},
		{"too large a total", []int64{2, most / 4, most / 2, 0}, 2, 0, 0, false},
	} {
		peak, total, remaining, known := Forecast(tc.counts)
		if peak != tc.peak || total != tc.total || remaining != tc.remaining || known != tc.known {
			t.Errorf("%s: %d, %d, %d, %v", tc.name, peak, total, remaining, known)
		}
	}
}

// twin forecasts by the words of the thesis, with numbers of any size.
func twin(counts []int64) (peak int, total, remaining *big.Int, known bool) {
	end := 0
	for d := range counts {
		if 10*float64(counts[d]) <= 9*float64(slices.Max(counts[:d+1])) && counts[d] < slices.Max(counts[:d+1]) {
			known, end = true, d
			break
		}
		end = d
	}
	for d := range counts[:min(end+1, len(counts))] {
		if counts[d] > counts[peak] {
			peak = d
		}
	}
	total, remaining = new(big.Int), new(big.Int)
	for d, n := range counts {
		switch {
		case d < peak:
			total.Add(total, big.NewInt(2*n))
			remaining.Add(remaining, big.NewInt(n))
		case d == peak:
			total.Add(total, big.NewInt(n))
		default:
			remaining.Sub(remaining, big.NewInt(n))
		}
	}
	return peak, total, remaining, known
}

// FuzzForecast: small counts give what the words of the thesis say; large ones give no wrong numbers.
func FuzzForecast(f *testing.F) {
	f.Add([]byte{1, 40, 205, 180, 50}, int64(1))
	f.Add([]byte{10, 9, 8}, int64(math.MaxInt64/20))
	f.Add([]byte{255, 255, 254}, int64(-1))
	f.Fuzz(func(t *testing.T, b []byte, scale int64) {
		counts := make([]int64, len(b))
		for i, n := range b {
			counts[i] = int64(n) * scale
		}
		peak, total, remaining, known := Forecast(counts)
		if peak < 0 || peak > 0 && peak >= len(counts) || remaining < 0 || remaining > total || !known && total != 0 {
			t.Fatalf("%v: %d, %d, %d, %v", counts, peak, total, remaining, known)
		}
		if scale < 0 || scale > 1000 {
			return
		}
		wantPeak, wantTotal, wantRemaining, wantKnown := twin(counts)
		if known != wantKnown || peak != wantPeak {
			t.Fatalf("%v: peak %d, %v, want %d, %v", counts, peak, known, wantPeak, wantKnown)
		}
		if known && (wantTotal.Cmp(big.NewInt(total)) != 0 || max(0, wantRemaining.Int64()) != remaining) {
			t.Fatalf("%v: %d, %d, want %v, %v", counts, total, remaining, wantTotal, wantRemaining)
		}
	})
}
