package units

import "webmill/pkg/web/outline"

// Processor finds how relevant the units of a page are, by its sister pages, which it sees one after the other.
type Processor interface {
	// Begin begins a page, which must not change until Finish.
	Begin(main *Page)
	// Process compares the page with a sister page.
	Process(sister *Page)
	// Finish returns the relevance of each unit, from 0 to 1, or Unscored. The list is valid until the next page begins.
	Finish() []float64
}

// Unscored is the relevance of a unit without text.
const Unscored = -1

// Options say how relevance is computed.
type Options struct {
	Printed bool // by the formula that the thesis prints: lev is then recurrence, not relevance
	SameTag bool // lev compares units of equal tags only
	Inherit bool // a text node is no unit of its own: it has the relevance of the unit around it
}

// process is how all measures go through the units of a page.
type process struct {
	main    *Page
	sisters int
	scores  []float64
}

func (p *process) begin(main *Page) {
	p.main, p.sisters = main, 0
	if cap(p.scores) < len(main.Nodes) {
		p.scores = make([]float64, len(main.Nodes))
	}
	p.scores = p.scores[:len(main.Nodes)]
}

// finish sets the scores of all units by score, which is asked for those with text if there are sisters.
func (p *process) finish(opt Options, score func(i int) float64) []float64 {
	for i := range p.main.Nodes {
		n := &p.main.Nodes[i]
		switch {
		case n.Empty():
			p.scores[i] = Unscored
		case p.sisters == 0:
			p.scores[i] = 1
		case opt.Inherit && n.Tag == outline.TextNode:
			p.scores[i] = p.scores[n.Parent]
		default:
			p.scores[i] = score(i)
		}
	}
	return p.scores
}
