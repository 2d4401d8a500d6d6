package main

import (
	"webmill/pkg/web/content"
)

// learning says how a model is made.
type learning struct {
	ridge     float64 // of the logistic regression
	rounds    int     // of its search
	pageTypes float64 // ridge of the regressions of the page types
	grow      growing
	seeds     int     // sets of trees, each of other parts of the rows and features, whose mean counts
	share     float64 // weight of the logistic regression in the log odds
}

// defaults are those of the model of the program. They were chosen by cross-validation on wcxb-dev, where others near them do as
// well.
var defaults = learning{
	ridge: 100, rounds: 60, pageTypes: 3, seeds: 2, share: 0.25,
	grow: growing{trees: 120, leaves: 31, rate: 0.1, share: 0.3, sample: 0.7, ridge: 1, least: 2, seed: 1},
}

// learn makes a model of the samples.
func (l *learning) learn(samples []*sample) *content.Model {
	block, ofPage := content.Names()
	m := &content.Model{Share: float32(l.share), Linear: fitLinear(table(samples, len(block)), l.ridge, l.rounds)}
	all := bin(table(samples, len(block)+len(ofPage)))
	for k := range l.seeds {
		g := l.grow
		g.seed += uint64(k)
		trees := fitTrees(all, g)
		for i := range trees {
			for j := range trees[i].Nodes {
				trees[i].Nodes[j].Value /= float32(l.seeds)
			}
		}
		m.Trees = append(m.Trees, trees...)
	}
	l.learnTypes(m, samples)
	m.Pack()
	return m
}

// pageTypes are the types of pages, in the order of the table.
var pageTypes = []string{"article", "service", "product", "collection", "forum", "listing", "documentation"}

// learnTypes learns the types of pages, from the samples whose type people have judged.
func (l *learning) learnTypes(m *content.Model, samples []*sample) {
	m.PageTypes, m.Lean = pageTypes, make([]float32, len(pageTypes))
	for _, pageType := range pageTypes {
		r := &rows{}
		for _, s := range samples {
			if s.judged == "" {
				continue
			}
			y := float32(0)
			if s.judged == pageType {
				y = 1
			}
			r.width = len(s.ofPage)
			r.add(s.ofPage, y, 1)
		}
		m.PageType = append(m.PageType, fitLinear(r, l.pageTypes, 200))
	}
}
