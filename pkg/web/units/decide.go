package units

import "webmill/pkg/web/outline"

// Decide finds which units of a page are relevant: those whose relevance by Finish is at least least. It is much faster than
// Finish, because it computes few relevances exactly. The score of a unit is 1 if it is relevant, 0 if it is not, or Unscored.
//
// Without tags only the scores of text nodes (with Inherit, of the units around them) can be used: all text is in text nodes.
// With tags the other scores can be used too, except those of units that hold a relevant text node: AppendHTML shows these
// anyway. sister returns a sister page by its number. Decide calls it several times for each number; a page is valid until the
// next call.
//
// A sister page without a unit nearer than least adds least or more to the sum. If no sister page has a nearer unit, the unit is
// relevant. So distances are first computed only up to least. If some sister pages have a nearer unit, and the other pages can
// still turn the result, all distances of the unit are computed exactly, as Process does.
func (p *Lev) Decide(main *Page, least float64, tags bool, sisters int, sister func(k int) (*Page, error)) ([]float64, error) {
	p.prepare(main, anyTag)
	p.sisters = sisters
	d := decision{lev: p, least: least, sister: sister, state: make([]state, len(p.mine.texts))}
	if sisters > 0 {
		if err := d.round(d.ofText); err != nil {
			return nil, err
		}
		if tags {
			if err := d.round(d.others()); err != nil {
				return nil, err
			}
		}
	}
	if p.exceeded {
		p.sisters = 0
	}
	return p.finish(p.Options, func(i int) float64 {
		if k := p.mine.of[i]; k >= 0 && d.state[k].relevant {
			return 1
		}
		return 0
	}), nil
}

// decision is what Decide knows.
type decision struct {
	lev    *Lev
	least  float64
	sister func(k int) (*Page, error)
	state  []state // by text of the page
}

// state is that of a text.
type state struct {
	open, known, relevant bool
	near                  float64 // the sum over the sister pages that have a near text
	far                   int     // how many sister pages have none
}

// margin is an upper bound of the rounding error of a sum of distances.
const margin = 1e-9

// ofText reports whether the text of the page depends on the score of a unit.
func (d *decision) ofText(i int) bool {
	n := &d.lev.main.Nodes[i]
	if d.lev.Inherit {
		for k := int32(i) + 1; k < n.Next; k = d.lev.main.Nodes[k].Next {
			if d.lev.main.Nodes[k].Tag == outline.TextNode {
				return true
			}
		}
		return false
	}
	return n.Tag == outline.TextNode
}

// others returns a function that reports whether a unit is shown only if it is relevant.
func (d *decision) others() func(i int) bool {
	shown := make([]bool, len(d.lev.main.Nodes))
	for i := len(shown) - 1; i > 0; i-- {
		n := &d.lev.main.Nodes[i]
		k := d.lev.mine.of[i]
		if n.Tag == outline.TextNode && d.lev.Inherit {
			k = d.lev.mine.of[n.Parent]
		}
		if n.Tag == outline.TextNode && k >= 0 && d.state[k].relevant {
			shown[i] = true
		}
		if shown[i] {
			shown[n.Parent] = true
		}
	}
	return func(i int) bool { return !shown[i] && !d.ofText(i) }
}

// round decides about the units that are wanted.
func (d *decision) round(wanted func(i int) bool) error {
	var tags outline.Tags
	for i := range d.lev.main.Nodes {
		if k := d.lev.mine.of[i]; k >= 0 && !d.state[k].known && wanted(i) {
			d.state[k].open = true
			tags |= 1 << d.lev.main.Nodes[i].Tag
		}
	}
	if !d.lev.SameTag {
		tags = anyTag
	}
	if err := d.pass(tags, min(1, d.least+margin)); err != nil || d.lev.exceeded {
		return err
	}
	again := false
	for k := range d.state {
		again = again || d.state[k].open
	}
	if !again {
		return nil
	}
	return d.pass(tags, 1)
}

// decide says whether a text is relevant, if that is known after some of the sister pages.
func (d *decision) decide(s *state, seen int) {
	n, rest := float64(d.lev.sisters), float64(d.lev.sisters-seen)
	switch {
	case s.far == d.lev.sisters:
		s.relevant = true
	case s.far == 0 && seen == d.lev.sisters: // as Finish computes it
		s.relevant = s.near/n >= d.least
	case s.near+float64(s.far)+rest < n*(d.least-margin):
		s.relevant = false
	default:
		return
	}
	s.open, s.known = false, true
}

// pass compares the open texts with the sister pages. A text is far from a page if its distance is most or more. With a most of 1
// no text is far, and all distances are exact.
func (d *decision) pass(tags outline.Tags, most float64) error {
	for k := range d.state {
		d.state[k].near, d.state[k].far = 0, 0
	}
	for k := range d.lev.sisters {
		page, err := d.sister(k)
		if err != nil {
			return err
		}
		d.lev.theirs.alphabet = d.lev.mine.alphabet
		d.lev.theirs.fill(page, &d.lev.Options, tags, false)
		for i := range d.state {
			s := &d.state[i]
			if !s.open {
				continue
			}
			if x := d.lev.least(i, most); x < most || most == 1 {
				s.near += x
			} else {
				s.far++
			}
			if d.lev.exceeded {
				return nil
			}
			d.decide(s, k+1)
		}
	}
	return nil
}
