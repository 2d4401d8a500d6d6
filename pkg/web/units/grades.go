package units

import (
	"math"
	"slices"
)

// Grade is what an index between a page that was filtered by hand and one that was filtered by a program is worth: Table 5/1
// of the thesis.
func Grade(index float64) string {
	for _, g := range []struct {
		above float64
		grade string
	}{{.9, "++"}, {.8, "+"}, {.7, "0"}, {.6, "-"}} {
		if index > g.above {
			return g.grade
		}
	}
	return "--"
}

// Summary is what the figures of many pages say.
type Summary struct {
	Pages        int
	Mean, Median float64
	Deviation    float64 // of the pages
	Least, Most  float64
}

// Summarize sums figures up. Of no figures all is 0.
func Summarize(figures []float64) (s Summary) {
	if s.Pages = len(figures); s.Pages == 0 {
		return s
	}
	sorted := slices.Sorted(slices.Values(figures))
	s.Least, s.Most = sorted[0], sorted[len(sorted)-1]
	s.Median = (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	for _, x := range figures {
		s.Mean += x
	}
	s.Mean /= float64(s.Pages)
	if s.Pages > 1 {
		sum := 0.0
		for _, x := range figures {
			sum += (x - s.Mean) * (x - s.Mean)
		}
		s.Deviation = math.Sqrt(sum / float64(s.Pages-1))
	}
	return s
}

// Paired is Student's t of the differences of two lists of figures of the same pages, with Pages - 1 degrees of freedom, and
// on how many pages the first figure is larger or smaller.
func Paired(a, b []float64) (t float64, larger, smaller int) {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
		if a[i] > b[i] {
			larger++
		} else if a[i] < b[i] {
			smaller++
		}
	}
	s := Summarize(differences)
	if s.Deviation > 0 {
		t = s.Mean / (s.Deviation / math.Sqrt(float64(s.Pages)))
	}
	return t, larger, smaller
}

// F1 is how well the words of a page are those of another, each as often as it occurs: the harmonic mean of the shares of the
// words of each that the other has. It does not know units, so it favours no measure.
func F1(a, b *Page) float64 {
	if len(a.Words) == 0 || len(b.Words) == 0 {
		if len(a.Words) == len(b.Words) {
			return 1
		}
		return 0
	}
	var v Vocabulary
	v.Fill(a)
	left := make([]int, v.Len())
	for k := range a.Words {
		left[v.ID(k)]++
	}
	both := 0
	for k := range b.Words {
		if id := v.find(b.words(int32(k), int32(k)+1)); id >= 0 && left[id] > 0 {
			left[id]--
			both++
		}
	}
	return 2 * float64(both) / float64(len(a.Words)+len(b.Words))
}
