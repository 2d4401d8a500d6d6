package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/near"
	"webmill/pkg/web/content"
)

// result is what a model found on a page that it was not learnt from.
type result struct {
	sample
	f1, shingled float64 // of words, and of shingles
	strung       strung
	expected     float32 // F1
	typeFound    string
	chance, odds []float32 // by block
}

// judge finds the content of a page by a model.
func judge(m *content.Model, s *sample) *result {
	k := m.TypeOf(s.ofPage)
	odds := make([]float32, len(s.rows))
	for i, v := range s.rows {
		odds[i] = m.LogOdds(v)
	}
	return s.decide(odds, m.Lean[k], m.PageTypes[k])
}

// decide finds the content by the log odds of the blocks.
func (s *sample) decide(odds []float32, lean float32, pageType string) *result {
	chance := make([]float32, len(odds))
	for i := range chance {
		chance[i] = content.Chance(odds[i] + lean)
	}
	keep, expected := content.Choose(s.blocks, chance)
	r := s.result(keep, chance, expected, pageType)
	r.odds = odds
	return r
}

// leans finds, for each page type, as the model judged them, what is added to the log odds of their blocks: the step with the
// best mean F1.
func leans(all []*result) (leans []float32) {
	for _, pageType := range pageTypes {
		best, most := float32(0), -1.0
		for _, lean := range [...]float32{0, -0.2, 0.2, -0.4, 0.4, -0.6, 0.6, -0.8, -1} {
			sum := 0.0
			for _, r := range all {
				if r.typeFound == pageType && !r.strings() {
					sum += r.decide(r.odds, lean, pageType).f1
				}
			}
			if sum > most+0.05 { // of the sum: a step must be worth it
				best, most = lean, sum
			}
		}
		leans = append(leans, best)
	}
	return leans
}

// result compares what is kept of a page with the gold.
func (s *sample) result(keep []bool, chance []float32, expected float32, pageType string) *result {
	r := &result{sample: *s, chance: chance, expected: expected, typeFound: pageType}
	var text []byte
	if s.strings() {
		for i, k := range keep {
			if k {
				text = append(append(text, s.blocks.BlockText(i)...), ' ')
			}
		}
	}
	r.score(kept(s.blocks, keep), text, s.words)
	return r
}

// score compares what was found with the gold: the words, or if only strings are known, the text.
func (r *result) score(found []uint32, text []byte, gold []uint32) {
	if r.strings() {
		r.strung.add(text, &r.example)
		return
	}
	r.f1, r.shingled = near.F1(found, gold), near.F1(shingles(found), shingles(gold))
}

// keepAll is the result of keeping everything.
func (s *sample) keepAll() *result {
	keep := make([]bool, len(s.blocks.Blocks))
	for i := range keep {
		keep[i] = true
	}
	return s.result(keep, nil, 0, "")
}

// best is the result of keeping the blocks that are mostly content.
func (s *sample) best() *result {
	keep := make([]bool, len(s.rows))
	for i := range keep {
		keep[i] = s.shares[i] >= 0.5
	}
	return s.result(keep, nil, 0, "")
}

// cross gives the results of all samples, each by a model that was learnt from those of the other folds.
func (l *learning) cross(samples []*sample, folds int, progress func(fold int)) (all []*result) {
	for fold := range folds {
		var others []*sample
		for _, s := range samples {
			if s.fold != fold {
				others = append(others, s)
			}
		}
		m := l.learn(others)
		for _, s := range samples {
			if s.fold == fold && !s.plain {
				all = append(all, judge(m, s))
			}
		}
		progress(fold)
	}
	return all
}

// means are the means of the F1 of pages in each tenth of their expected F1, made rising.
func means(all []*result) (means []float32) {
	const parts = 10
	var sum, n [parts]float64
	for _, r := range all {
		if r.strings() {
			continue
		}
		k := min(parts-1, int(r.expected*parts))
		sum[k] += r.f1
		n[k]++
	}
	last := 0.0
	for k := range parts {
		mean := (float64(k) + 0.5) / parts
		if n[k] > 0 { // few pages hardly move it
			const weight = 5
			mean = (sum[k] + weight*mean) / (n[k] + weight)
		}
		last = max(last, mean)
		means = append(means, float32(last))
	}
	return means
}

// write prints a row of a table: the mean F1 of the pages of a set, and of each page type.
func write(w io.Writer, name string, all []*result) {
	var sum, shingled, n float64
	var s strung
	byType, count := map[string]float64{}, map[string]float64{}
	for _, r := range all {
		if r.strings() {
			s.right, s.missing, s.wrong = s.right+r.strung.right, s.missing+r.strung.missing, s.wrong+r.strung.wrong
			continue
		}
		sum, shingled, n = sum+r.f1, shingled+r.shingled, n+1
		byType[r.judged] += r.f1
		count[r.judged]++
	}
	fmt.Fprintf(w, "%s", name)
	if n > 0 {
		fmt.Fprintf(w, "\t%.2f\t%.2f\t", 100*sum/n, 100*shingled/n)
	} else {
		fmt.Fprintf(w, "\t\t\t%.2f", 100*s.f1())
	}
	if len(count) > 1 {
		for _, k := range pageTypes {
			fmt.Fprintf(w, "\t%.2f", 100*byType[k]/count[k])
		}
	}
	fmt.Fprintln(w)
}

// writeCalibration prints how right the probabilities of blocks are, and the expected F1 of pages, by tenths.
func writeCalibration(w io.Writer, all []*result, confidence func(expected float32) float32) {
	var chance, right, weight, expected, got, pages [10]float64
	kindRight, kindAll := 0, 0
	for _, r := range all {
		if !r.strings() {
			k := min(9, int(confidence(r.expected)*10))
			expected[k], got[k], pages[k] = expected[k]+float64(confidence(r.expected)), got[k]+r.f1, pages[k]+1
		}
		if r.judged != "" {
			kindAll++
			if r.judged == r.typeFound {
				kindRight++
			}
		}
		for i, p := range r.chance {
			if r.shares[i] < 0 {
				continue
			}
			k := min(9, int(p*10))
			w := float64(r.blocks.Blocks[i].Words)
			chance[k], weight[k] = chance[k]+w*float64(p), weight[k]+w
			if r.shares[i] >= 0.5 {
				right[k] += w
			}
		}
	}
	fmt.Fprintln(w, "\ntenth\twords\tprobability\tcontent\tpages\tconfidence\tF1")
	off, bins := 0.0, 0.0
	for k := range 10 {
		fmt.Fprintf(w, "%d\t%.0f\t%.3f\t%.3f\t%.0f\t%.3f\t%.3f\n", k, weight[k], chance[k]/weight[k], right[k]/weight[k],
			pages[k], expected[k]/pages[k], got[k]/pages[k])
		if pages[k] > 0 {
			off += math.Abs(expected[k]-got[k]) / pages[k]
			bins++
		}
	}
	fmt.Fprintf(w, "\nconfidence is off by %.3f in the mean of the tenths; the type of %.1f %% of %d pages is right\n",
		off/bins, 100*float64(kindRight)/float64(max(1, kindAll)), kindAll)
}

// writeWorst prints the pages with the least F1.
func writeWorst(w io.Writer, all []*result, n int) {
	worst := slices.Clone(all)
	slices.SortFunc(worst, func(a, b *result) int {
		switch {
		case a.f1 < b.f1:
			return -1
		case a.f1 > b.f1:
			return 1
		}
		return 0
	})
	for _, r := range worst[:min(n, len(worst))] {
		fmt.Fprintf(w, "%s\t%s\t%.3f\t%.3f\t%d\t%s\n", r.name, r.judged, r.f1, r.expected, len(r.words), r.url)
	}
}
