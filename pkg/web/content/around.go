package content

import "webmill/pkg/web/outline"

// ofContainers appends what the elements around a block hold: the four nearest of which each holds more blocks than the last.
func (x *Features) ofContainers(r *row, p *Page, i int) {
	at := p.Blocks[i].Node
	have := int32(0)
	top := max(1, x.scores[x.best])
	for k := 1; k <= 4; k++ {
		for at > 0 && p.Nodes[at].Last-p.Nodes[at].First <= have {
			at = p.Nodes[at].Parent
		}
		n := &p.Nodes[max(0, at)]
		have = n.Last - n.First
		s := x.span(int(n.First), int(n.Last))
		r.near("container words ", k, logOf(s.words))
		r.near("container linked ", k, s.density())
		r.near("container paragraphs ", k, s.paragraphs/max(1, s.blocks))
		r.near("container words a block ", k, logOf(s.words/max(1, s.blocks)))
		r.near("container blocks ", k, logOf(s.blocks))
		r.near("container ends ", k, s.ends/max(1, s.blocks))
		r.near("container score ", k, x.scores[max(0, at)]/top)
		r.near("container share ", k, s.words/max(1, x.all.words))
		r.near("container place ", k, float32(i-int(n.First))/max(1, float32(have)))
		r.near("container list ", k, oneIf(n.Tag == outline.Ul || n.Tag == outline.Ol || n.Tag == outline.Li))
	}
	best := &p.Nodes[x.best]
	inside := int32(i) >= best.First && int32(i) < best.Last
	r.is("in best", inside)
	r.is("before best", int32(i) < best.First)
	s := x.span(int(best.First), int(best.Last))
	r.add("best share", s.words/max(1, x.all.words))
	up, levels := x.best, 0
	for up > 0 && levels < 8 && !(int32(i) >= p.Nodes[up].First && int32(i) < p.Nodes[up].Last) {
		up = p.Nodes[up].Parent
		levels++
	}
	r.add("levels to best", float32(levels))
	parent := max(0, p.Nodes[p.Blocks[i].Node].Parent)
	r.add("own score", x.scores[p.Blocks[i].Node]/top)
	r.add("parent score", x.scores[parent]/top)
}

// ofClusters appends what the blocks have that stand in elements of the same tags and classes, or of the same tags.
func (x *Features) ofClusters(r *row, i int) {
	l := &x.looks[i]
	for k, c := range [...]*cluster{x.clusters[l.classes], x.paths[l.path]} {
		r.near("cluster blocks ", k, logOf(c.blocks))
		r.near("cluster words ", k, logOf(c.words/c.blocks))
		r.near("cluster share ", k, c.words/max(1, x.all.words))
		r.near("cluster linked ", k, c.linked/max(1, c.words))
		r.near("cluster place ", k, c.seen/c.blocks)
		r.near("cluster number ", k, logOf(c.seen))
		c.seen++
	}
	r.add("same text", logOf(float32(l.same-1)))
	r.is("seen", l.seen)
	r.add("page words", logOf(x.all.words))
	r.add("page linked", x.all.density())
	r.add("page paragraphs", x.all.paragraphs/max(1, x.all.blocks))
	r.add("page words a block", logOf(x.all.words/max(1, x.all.blocks)))
}

// ofLikes appends what is known of the nearest and of the outermost element around a block that has several like it.
func (x *Features) ofLikes(r *row, p *Page, i int) {
	const least = 3
	near, far := int32(-1), int32(-1)
	for at := p.Blocks[i].Node; at > 0; at = p.Nodes[at].Parent {
		if n := &p.Nodes[at]; n.Last-n.First > 1 && x.likes[n.ClassPath].count >= least {
			far = at
			if near < 0 {
				near = at
			}
		}
	}
	for k, at := range [...]int32{near, far} {
		if at < 0 {
			for _, name := range likeNames {
				r.near(name, k, 0)
			}
			continue
		}
		n := &p.Nodes[at]
		g := x.likes[n.ClassPath]
		s := x.span(int(n.First), int(n.Last))
		for j, v := range [...]float32{logOf(g.count), logOf(g.words / g.count), g.linked / max(1, g.words),
			logOf(g.blocks / g.count), g.words / max(1, x.all.words), logOf(x.number[at]), x.number[at] / g.count, logOf(s.words),
			float32(i-int(n.First)) / max(1, float32(n.Last-n.First)), oneIf(int32(i) == n.First)} {
			r.near(likeNames[j], k, v)
		}
	}
}

var likeNames = [...]string{"like ", "like words ", "like linked ", "like blocks ", "like share ", "like number ", "like place ",
	"like own words ", "like inner place ", "like first "}
