package content

import (
	"bytes"

	"webmill/pkg/hashes"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Bounds of what is kept of a page.
const (
	MaxText   = 4 << 20 // bytes
	MaxBlocks = 1 << 16
	MaxNodes  = 1 << 18
	maxGap    = 256 // bytes of blanks in preformatted text
)

// preformatted are the elements whose blanks and line ends are text.
var preformatted = outline.SetOf(outline.Pre, outline.Listing, outline.Xmp, outline.Plaintext)

// builder makes blocks of the tags and the text of a page. It implements page.Handler and outline.Maker.
type builder struct {
	page   Page
	source *page.Page
	memory page.Growth

	open   outline.Stack
	tag    page.Tag    // the start tag that is being taken
	its    outline.Tag // what it is
	run    bool        // the last block goes on
	blank  bool        // a blank stands before the text that comes
	gap    []byte      // the blanks before it, in preformatted text
	breaks int         // br elements since the last text
	linked bool        // a link is open
	link   int         // links that began behind the last text
	own    uint64      // class words of the inline elements that began behind the last text
	within Within      // open elements that the stack does not follow
	svg    bool        // text that comes is in svg or math
}

func (b *builder) reset() {
	b.page.reset()
	b.open.Reset(b)
	b.run, b.blank, b.breaks, b.linked, b.link, b.own, b.within, b.svg = false, false, 0, false, 0, 0, 0, false
	b.memory.Begin(b.page.memory())
	b.page.Nodes = append(b.page.Nodes, Node{Tag: outline.Body, Parent: -1, Tags: 1 << outline.Body})
}

// Elements that matter to blocks, and that the stack does not follow.
var (
	nameA, nameBr, nameSVG, nameMath   = page.NameOf("a"), page.NameOf("br"), page.NameOf("svg"), page.NameOf("math")
	nameMeta                           = page.NameOf("meta")
	nameNoscript, nameButton           = page.NameOf("noscript"), page.NameOf("button")
	nameSelect, nameOption, nameLegend = page.NameOf("select"), page.NameOf("option"), page.NameOf("legend")
)

// Start implements page.Handler.
func (b *builder) Start(t page.Tag) {
	if t.Foreign {
		b.svg = true
		b.open.Start(t.Name, true)
		return
	}
	b.svg = false
	b.tag, b.its = t, outline.Of(t.Name)
	if b.its != outline.TextNode {
		b.open.Start(t.Name, false)
		b.its = outline.TextNode
		return
	}
	switch t.Name {
	case nameBr:
		if b.breaks++; b.breaks > 1 {
			b.cut()
		}
		b.blank = true
		return
	case nameA:
		b.linked = true
		b.link++
	case nameMeta:
		b.page.meta(t)
		return
	case nameNoscript:
		b.enter(InNoscript)
	case nameButton:
		b.enter(InButton)
	case nameSelect:
		b.enter(InSelect)
	case nameOption, nameLegend:
		b.cut()
	}
	b.own |= b.classes(t)
}

func (b *builder) enter(w Within) {
	b.cut()
	b.within |= w
}

func (b *builder) leave(w Within) {
	b.cut()
	b.within &^= w
}

// End implements page.Handler.
func (b *builder) End(n page.Name) {
	if n == nameSVG || n == nameMath {
		b.svg = false
	}
	switch n {
	case nameA:
		b.linked = false
	case nameNoscript:
		b.leave(InNoscript)
	case nameButton:
		b.leave(InButton)
	case nameSelect:
		b.leave(InSelect)
	case nameOption, nameLegend:
		b.cut()
	default:
		b.open.End(n)
	}
}

// classes are the class words of a tag.
func (b *builder) classes(t page.Tag) (found uint64) {
	m := matchers().class
	for _, a := range [...]page.Attribute{page.Class, page.ID, page.Role, page.Itemprop} {
		if v := t.Attr(a); len(v) > 0 {
			found |= m.find(v, true)
		}
	}
	return found
}

// Open implements outline.Maker: each element is a node.
func (b *builder) Open(t outline.Tag, up int32) int32 {
	p := &b.page
	b.cut()
	if len(p.Nodes) >= MaxNodes || !b.fits() {
		p.Cut = true
		return up
	}
	around := &p.Nodes[up]
	n := Node{Tag: t, Parent: up, Tags: around.Tags | 1<<t, Hidden: around.Hidden,
		Depth: around.Depth + 1, First: p.blocks(), Last: p.blocks()}
	n.All = around.All
	if t == b.its { // and not an element whose tag was left out
		n.Own = b.classes(b.tag)
		n.All |= n.Own
		n.Hidden = n.Hidden || b.tag.Hides()
		n.Name = hash(b.tag.Attr(page.Class))
		if v := b.tag.Attr(page.Role); len(v) > 0 {
			n.Roles = roleOf(v)
		}
	}
	n.Roles |= around.Roles
	n.Path = hash2(around.Path, uint32(t))
	n.ClassPath = hash2(hash2(around.ClassPath, uint32(t)), n.Name)
	p.Nodes = append(p.Nodes, n)
	return int32(len(p.Nodes)) - 1
}

// Close implements outline.Maker.
func (b *builder) Close(node, up int32) {
	b.cut()
	for n := node; n != up; n = b.page.Nodes[n].Parent {
		b.page.Nodes[n].Last = b.page.blocks()
	}
}

// cut ends the block.
func (b *builder) cut() {
	if b.run {
		b.page.end()
	}
	b.run, b.blank, b.own, b.link, b.breaks, b.gap = false, false, 0, 0, 0, b.gap[:0]
	if b.linked {
		b.link = 1 // the open link goes on in the next block
	}
}

// Text implements page.Handler.
func (b *builder) Text(text []byte) {
	if b.svg || b.memory.Refused || b.open.Skips() {
		return
	}
	p := &b.page
	from, to := b.source.TextAt()
	kept := p.Nodes[b.open.Node()].Tags&preformatted != 0
	for i := 0; i < len(text); {
		if n := page.Space(text[i:]); n > 0 {
			if b.blank = true; kept && len(b.gap) < maxGap && (text[i] == '\n' || text[i] == '\t' || text[i] == ' ') {
				b.gap = append(b.gap, text[i])
			}
			i += n
			continue
		}
		j := i + page.Word(text[i:])
		if len(p.Text)+maxGap+j-i > MaxText || !b.run && len(p.Blocks) >= MaxBlocks || !b.fits() {
			p.Cut = true
			return
		}
		if !b.run {
			b.begin(from)
		}
		last := &p.Blocks[len(p.Blocks)-1]
		switch {
		case !b.blank || int(last.From) == len(p.Text):
		case len(b.gap) > 0:
			p.Text = append(p.Text, b.gap...)
		default:
			p.Text = append(p.Text, ' ')
		}
		b.blank, b.breaks, b.gap = false, 0, b.gap[:0]
		last.Links += int32(b.link)
		last.Own |= b.own
		b.link, b.own = 0, 0
		if b.linked {
			last.LinkedBytes += int32(j - i)
		}
		p.Text = append(p.Text, text[i:j]...)
		last.Part.To = to
		i = j
	}
}

// begin begins a block.
func (b *builder) begin(from int32) {
	b.run = true
	b.page.Blocks = append(b.page.Blocks, Block{Node: b.open.Node(), From: int32(len(b.page.Text)), Within: b.within,
		Part: page.Part{From: from}})
}

// fits reports whether there is memory for one more node, block and word.
func (b *builder) fits() bool { return b.memory.Room(b.page.memory()) }

// finish ends what the page left open.
func (b *builder) finish() {
	b.cut()
	b.open.Finish()
	b.page.Nodes[0].Last = b.page.blocks()
	b.page.Bodies = b.open.Bodies
}

// hash is a hash of text, hash2 of two hashes, and hashWords of those of words.
func hash(text []byte) uint32 {
	h := hashes.Start32
	for _, c := range text {
		h = hashes.Add32(h, uint32(c))
	}
	return h
}

func hash2(a, b uint32) uint32 { return uint32(hashes.Mix(uint64(a)<<32 | uint64(b))) }

func hashWords(words []uint32) uint64 {
	h := hashes.Start64
	for _, w := range words {
		h = hashes.Add64(h, uint64(w))
	}
	return h
}

// roleOf is the role of an element as the tag that says the same.
func roleOf(role []byte) outline.Tags {
	switch string(bytes.ToLower(bytes.TrimSpace(role))) {
	case "main":
		return 1 << outline.Main
	case "navigation", "menu", "menubar":
		return 1 << outline.Nav
	case "banner":
		return 1 << outline.Header
	case "contentinfo":
		return 1 << outline.Footer
	case "complementary":
		return 1 << outline.Aside
	case "search":
		return 1 << outline.Search
	case "dialog", "alertdialog":
		return 1 << outline.Dialog
	case "article":
		return 1 << outline.Article
	}
	return 0
}
