package units

import (
	"math"
	"slices"

	"webmill/pkg/near"
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

// F1 is near.F1 of the words of two pages. It does not know units, so it favours no measure.
func F1(a, b *Page) float64 { return near.F1(a.list(), b.list()) }

// list is the words of a page.
func (p *Page) list() []string {
	text := string(p.Text)
	list := make([]string, len(p.Words))
	for k := range list {
		list[k] = text[p.Words[k]:p.end(int32(k)+1)]
	}
	return list
}
