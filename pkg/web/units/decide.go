package units

import "webmill/pkg/web/outline"

// Decide finds which units of a page are relevant: those whose relevance by Finish is at least least. It is much faster,
// because few relevances have to be computed to say that. The scores are 1 for units that are, 0 for the others, and Unscored.
// For text only the runs have such scores (with Inherit, the units around them too), since all text is in runs. With tags the
// others have them too, but for units that hold a run that is relevant, which AppendHTML shows anyway. sister gives a sister
// page by its number; it is asked for each some times, and each page is valid until the next.
//
// A sister page that has no unit nearer than least adds least to the sum, or more; if none has, the unit is relevant. So the
// distances are computed no farther than least. Only if some sister pages have a nearer unit, but not so many that the others
// cannot matter, those of the others are computed as Process does.
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
	far                   int     // those that have none
}

// margin is more than sums of distances are wrong.
const margin = 1e-9

// ofText reports whether the text of the page depends on the score of a unit.
func (d *decision) ofText(i int) bool {
	n := &d.lev.main.Nodes[i]
	if d.lev.Inherit {
		for k := int32(i) + 1; k < n.Next; k = d.lev.main.Nodes[k].Next {
			if d.lev.main.Nodes[k].Tag == outline.Run {
				return true
			}
		}
		return false
	}
	return n.Tag == outline.Run
}

// others reports for a unit whether it is shown only if it is relevant.
func (d *decision) others() func(i int) bool {
	shown := make([]bool, len(d.lev.main.Nodes))
	for i := len(shown) - 1; i > 0; i-- {
		n := &d.lev.main.Nodes[i]
		k := d.lev.mine.of[i]
		if n.Tag == outline.Run && d.lev.Inherit {
			k = d.lev.mine.of[n.Parent]
		}
		if n.Tag == outline.Run && k >= 0 && d.state[k].relevant {
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

// pass compares the texts that are open with the sister pages. A distance of most and more is far, but for most 1, which makes
// all distances exact.
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
