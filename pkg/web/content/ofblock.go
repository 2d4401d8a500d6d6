package content

import (
	"math/bits"

	"webmill/pkg/web/outline"
)

var (
	// aroundTags are told apart around a block, ownTags as the element of a block.
	aroundTags = [...]outline.Tag{
		outline.Nav, outline.Header, outline.Footer, outline.Aside, outline.Main, outline.Article, outline.Section, outline.Form,
		outline.Table, outline.Ul, outline.Ol, outline.Li, outline.Dl, outline.Figure, outline.Blockquote, outline.Details,
		outline.Dialog, outline.Pre, outline.P, outline.Td, outline.H1, outline.H2, outline.H3, outline.H4, outline.Fieldset,
		outline.Address, outline.Center, outline.Search,
	}
	ownTags = [...]outline.Tag{
		outline.P, outline.Div, outline.Li, outline.Td, outline.Th, outline.H1, outline.H2, outline.H3, outline.H4, outline.H5,
		outline.H6, outline.Dt, outline.Dd, outline.Figcaption, outline.Blockquote, outline.Pre, outline.Article, outline.Section,
		outline.Header, outline.Footer, outline.Nav, outline.Aside, outline.Main, outline.Body, outline.Form, outline.Table,
		outline.Summary, outline.Address, outline.Caption, outline.Center,
	}
)

// appendBlock appends the features of a block.
func (x *Features) appendBlock(r *row, p *Page, i int) {
	l, b := &x.looks[i], &p.Blocks[i]
	n := &p.Nodes[b.Node]
	x.ofText(r, l, b)
	x.ofElements(r, p, b, n)
	x.ofPlace(r, p, i)
	x.ofNeighbours(r, i)
	x.ofContainers(r, p, i)
	x.ofClusters(r, i)
	x.ofLikes(r, p, i)
}

func (x *Features) ofText(r *row, l *look, b *Block) {
	r.add("words", logOf(l.words))
	for _, most := range [...]int{1, 2, 3, 5, 10, 20, 40, 80} {
		r.near("words<=", most, oneIf(int(b.Words) <= most))
	}
	r.add("letters", l.letters)
	r.add("linked", l.linked)
	r.add("unlinked", logOf(l.words*(1-l.linked)))
	r.is("only link", l.linked > 0.9)
	r.is("no link", b.Links == 0)
	r.add("links", logOf(float32(b.Links)))
	r.add("capitals", l.capitals)
	r.add("digits", l.digits)
	r.add("commas", logOf(l.commas))
	r.add("commas a word", l.commas/l.words)
	r.add("ends", logOf(l.ends))
	r.add("sentence", logOf(l.words/max(1, l.ends)))
	r.is("ended", l.ended)
	r.is("prose", l.ended && l.words > 8 && l.linked < 0.3)
	r.is("upper", l.upper)
	r.is("small", l.small)
	r.is("asks", l.asks)
	r.is("numeral", l.numeral)
	r.is("dollar", l.dollar)
	r.is("bar", l.bar)
	r.is("at", l.at)
	short := l.says
	if l.words > 30 {
		short = 0
	}
	r.groups("says.", textGroups, short)
	r.groups("under.", textGroups, l.governed)
	r.groups("section.", textGroups, l.section)
	r.is("ruled", l.ruled)
	r.add("below heading", logOf(l.distance))
	r.add("heading", l.heading)
}

func (x *Features) ofElements(r *row, p *Page, b *Block, n *Node) {
	for _, t := range ownTags {
		r.join("is ", t.String(), oneIf(n.Tag == t))
	}
	around := n.Tags | n.Roles
	for _, t := range aroundTags {
		r.join("in ", t.String(), oneIf(around.Has(t)))
	}
	r.is("outside main", x.hasMain && !around.Has(outline.Main))
	r.is("outside article", x.hasArt && !around.Has(outline.Article))
	r.is("hidden", n.Hidden)
	r.is("noscript", b.Within&InNoscript != 0)
	r.is("button", b.Within&InButton != 0)
	r.is("select", b.Within&InSelect != 0)
	r.add("depth", float32(n.Depth))
	near := n.Own | b.Own
	if n.Parent >= 0 {
		near |= p.Nodes[n.Parent].Own
	}
	all := n.All | b.Own
	r.groups("class.", classGroups, all)
	r.groups("near.", classGroups, near)
	r.add("class words", float32(bits.OnesCount64(all)))
}

func (x *Features) ofPlace(r *row, p *Page, i int) {
	l := &x.looks[i]
	total := float32(len(p.Blocks))
	at := x.before[i].words / max(1, x.all.words)
	r.add("place", float32(i)/total)
	r.add("place by words", at)
	r.add("blocks before", logOf(float32(i)))
	r.add("blocks behind", logOf(total-float32(i)-1))
	r.add("words before", logOf(x.before[i].words))
	r.is("has h1", x.h1 >= 0)
	r.is("before h1", x.h1 >= 0 && i < x.h1)
	from := 0
	if x.h1 >= 0 {
		from = x.h1
	}
	r.add("behind h1", logOf(float32(max(0, i-from))))
	r.is("has title", x.nearest >= 0)
	r.is("before title", x.nearest >= 0 && i < x.nearest)
	r.is("is title", i == x.nearest)
	if x.nearest >= 0 {
		r.add("behind title", logOf(float32(max(0, i-x.nearest))))
		r.add("words behind title", logOf(max(0, x.before[i].words-x.before[x.nearest].words)))
	} else {
		r.add("behind title", 0)
		r.add("words behind title", 0)
	}
	r.add("in title", l.inTitle)
	r.add("of title", l.ofTitle)
	r.add("in description", l.inDescription)
}

// ofNeighbours appends what stands around a block.
func (x *Features) ofNeighbours(r *row, i int) {
	me := &x.looks[i]
	for _, d := range [...]int{-3, -2, -1, 1, 2, 3} {
		k := i + d
		if k < 0 || k >= len(x.looks) {
			r.near("words at ", d, -1)
			r.near("linked at ", d, 0)
			r.near("same path at ", d, 0)
			r.near("heading at ", d, 0)
			r.near("ended at ", d, 0)
			continue
		}
		l := &x.looks[k]
		r.near("words at ", d, logOf(l.words))
		r.near("linked at ", d, l.linked)
		r.near("same path at ", d, oneIf(l.path == me.path))
		r.near("heading at ", d, l.heading)
		r.near("ended at ", d, oneIf(l.ended))
	}
	for _, d := range [...]int{2, 7, 20} {
		s := x.span(max(0, i-d), min(len(x.looks), i+d+1))
		r.near("words around ", d, logOf(s.words/s.blocks))
		r.near("linked around ", d, s.density())
		r.near("paragraphs around ", d, s.paragraphs/s.blocks)
		r.near("ends around ", d, s.ends/s.blocks)
		r.near("commas around ", d, s.commas/s.blocks)
	}
}
