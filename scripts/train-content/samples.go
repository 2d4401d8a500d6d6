package main

import (
	"hash/fnv"
	"math"
	"regexp"
	"slices"
	"sync"

	"webmill/pkg/web/content"
)

// sample is an example as the learners have it.
type sample struct {
	example
	set    int // the number of its set
	fold   int
	plain  bool // it is a copy without classes
	blocks *content.Page
	words  []uint32    // of the gold
	shares []float32   // by block: how much of it is content; -1 if that is not known
	rows   [][]float32 // by block: its features, and those of the page
	ofPage []float32
}

// readSamples reads sets and makes rows of their pages. plain adds half of the articles once more, without classes.
func readSamples(dirs []string, plain bool) (all []*sample, err error) {
	for set, dir := range dirs {
		examples, err := readSet(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range examples {
			h := fnv.New32a()
			h.Write([]byte(e.group))
			one := &sample{example: *e, set: set, fold: int(h.Sum32() % uint32(folds))}
			all = append(all, one)
			if plain && e.judged == "article" && h.Sum32()/folds%2 == 0 {
				old := *one
				old.html, old.plain = plainHTML(e.html), true
				all = append(all, &old)
			}
		}
	}
	var group sync.WaitGroup
	const workers = 2
	for k := range workers {
		group.Go(func() {
			r, x := content.NewReader(), &content.Features{}
			for i := k; i < len(all); i += workers {
				all[i].look(r, x)
			}
		})
	}
	group.Wait()
	return all, nil
}

var (
	names    = regexp.MustCompile(`(?i)\s(?:class|id|role|itemprop)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)`)
	sections = regexp.MustCompile(`(?i)<(/?)(?:nav|header|footer|aside|main|article|section|figure)\b`)
)

// plainHTML is a page as it could have been written in 2000: without classes and without the elements that say what a part of
// the page is. Without such copies, a model is worse on pages that have none.
func plainHTML(html []byte) []byte {
	return sections.ReplaceAll(names.ReplaceAll(html, nil), []byte("<${1}div"))
}

// look makes rows of the page.
func (s *sample) look(r *content.Reader, x *content.Features) {
	p, ok := r.Read(s.html, "text/html")
	if !ok {
		panic("the page may take all memory, and was refused") // Allow was not called
	}
	kept := *p
	kept.Nodes, kept.Blocks, kept.Text, kept.Words = slices.Clone(p.Nodes), slices.Clone(p.Blocks), slices.Clone(p.Text),
		slices.Clone(p.Words)
	s.blocks = &kept
	s.words = content.AppendWords(nil, []byte(s.gold))
	if s.strings() {
		s.shares = labelStrings(p, s.with, s.without)
	} else {
		s.shares = label(p, s.words)
	}
	source := r.Source()
	s.ofPage = slices.Clone(x.Begin(p, source.AppendTitle(nil), source.AppendDescription(nil), []byte(s.url)))
	x.Blocks(p, func(_ int, v []float32) { s.rows = append(s.rows, slices.Clone(v)) })
}

// strings reports whether only strings of the content are known.
func (s *sample) strings() bool { return s.with != nil || s.without != nil }

// otherSets is the weight of a copy, and of a page of a set behind the first one, which has pages of all kinds.
const otherSets = 0.5

// weights are those of the blocks: the root of their words, the same sum for each page.
func (s *sample) weights() []float32 {
	page := float32(100)
	if s.set > 0 || s.plain {
		page *= otherSets
	}
	w := make([]float32, len(s.shares))
	sum := float32(0)
	for i := range w {
		w[i] = float32(math.Sqrt(float64(s.blocks.Blocks[i].Words)))
		sum += w[i]
	}
	for i := range w {
		w[i] *= page / sum
	}
	return w
}

// table makes rows for a learner of the blocks of some samples: their first features, to width.
func table(samples []*sample, width int) *rows {
	r := &rows{width: width}
	for _, s := range samples {
		weights := s.weights()
		for i, v := range s.rows {
			if s.shares[i] < 0 {
				continue
			}
			y := float32(0)
			if s.shares[i] >= 0.5 {
				y = 1
			}
			r.add(v[:width], y, weights[i])
		}
	}
	return r
}
