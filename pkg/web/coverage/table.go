package coverage

import (
	"math"
	"slices"
)

// Percent is the share of a sample that was found, 100 (1 - missed/urls); of an empty sample it is NaN.
func Percent(missed, urls int64) float64 {
	if urls == 0 {
		return math.NaN()
	}
	return 100 * float64(urls-missed) / float64(urls)
}

// Row is a row of the table of samples (Bumüller 2019, table 1).
type Row struct {
	Name         string
	URLs, Missed int64   // -1: the row has none
	Percent      float64 // NaN: not known
}

// Table makes the table of samples: a row for each, then the mean and the median of their percentages, and the percentage of all
// samples as one. Empty samples have no percentage.
func Table(scores []Score) []Row {
	var rows []Row
	var percents []float64
	pooled := Row{Name: "pooled"}
	for i := range scores {
		s := &scores[i]
		p := Percent(s.Missed, s.URLs)
		rows = append(rows, Row{s.Name, s.URLs, s.Missed, p})
		pooled.URLs, pooled.Missed = pooled.URLs+s.URLs, pooled.Missed+s.Missed
		if !math.IsNaN(p) {
			percents = append(percents, p)
		}
	}
	pooled.Percent = Percent(pooled.Missed, pooled.URLs)
	return append(rows, Row{"mean", -1, -1, mean(percents)}, Row{"median", -1, -1, median(percents)}, pooled)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values)) // NaN if there are none
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// DepthRow is how much of a sample a crawl of a depth has.
type DepthRow struct {
	Depth, Found int64
	Percent      float64
}

// ByDepth is the coverage of a sample by crawls of depth 1 to deepest: the URLs that were found at that depth or above.
func (s *Score) ByDepth(deepest int) []DepthRow {
	var rows []DepthRow
	found := int64(0)
	for depth := 0; depth <= max(deepest, 1); depth++ {
		if depth < len(s.Depths) {
			found += s.Depths[depth]
		}
		if depth > 0 {
			rows = append(rows, DepthRow{int64(depth), found, Percent(s.URLs-found, s.URLs)})
		}
	}
	return rows
}
