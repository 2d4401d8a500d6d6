package units

import (
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Bounds of what is kept of a page.
const (
	MaxText  = 4 << 20 // bytes
	MaxNodes = 1 << 20
)

// builder makes units of the tags and the text of a page. It implements page.Handler.
type builder struct {
	tags   outline.Tags
	page   Page
	memory page.Growth

	open outline.Stack
	text int32 // the text node that goes on, or -1
}

func (b *builder) reset() {
	b.page.reset()
	b.open.Reset(b)
	b.text = -1
	b.memory.Begin(b.page.memory())
	b.page.Nodes = append(b.page.Nodes, Node{Tag: outline.Body, Parent: -1})
}

// Start implements page.Handler.
func (b *builder) Start(t page.Tag) { b.open.Start(t.Name, t.Foreign) }

// End implements page.Handler.
func (b *builder) End(n page.Name) { b.open.End(n) }

// Open implements outline.Maker: it adds a unit, if the tag makes one.
func (b *builder) Open(t outline.Tag, up int32) int32 {
	if !b.tags.Has(t) && t != outline.TextNode {
		return up
	}
	if len(b.page.Nodes) == MaxNodes || !b.fits() {
		b.page.Cut = true
		return up
	}
	words := int32(len(b.page.Words))
	b.page.Nodes = append(b.page.Nodes, Node{Tag: t, Parent: up, From: words, To: words})
	b.text = -1
	return int32(len(b.page.Nodes)) - 1
}

// Close implements outline.Maker.
func (b *builder) Close(node, up int32) {
	for n := node; n != up; n = b.page.Nodes[n].Parent { // more than one behind a form that ended early
		b.page.Nodes[n].To = int32(len(b.page.Words))
	}
	b.text = -1
}

// Text implements page.Handler.
func (b *builder) Text(text []byte) {
	if b.open.Skips() {
		return
	}
	for i := 0; i < len(text); {
		if n := page.Space(text[i:]); n > 0 {
			i += n
			continue
		}
		n := page.Word(text[i:])
		b.word(text[i : i+n])
		i += n
	}
}

// word adds a word to the text node.
func (b *builder) word(word []byte) {
	p := &b.page
	if len(p.Text)+1+len(word) > MaxText || b.memory.Refused || !b.fits() {
		p.Cut = true
		return
	}
	if b.text < 0 {
		if b.text = b.Open(outline.TextNode, b.open.Node()); p.Nodes[b.text].Tag != outline.TextNode {
			b.text = -1 // there are too many units
		}
	}
	if len(p.Text) > 0 {
		p.Text = append(p.Text, ' ')
	}
	p.Words = append(p.Words, int32(len(p.Text)))
	p.Text = append(p.Text, word...)
	if b.text >= 0 {
		p.Nodes[b.text].To = int32(len(p.Words))
	}
}

// fits reports whether there is memory for one more of all.
func (b *builder) fits() bool { return b.memory.Room(b.page.memory()) }

// finish ends what the page left open.
func (b *builder) finish() {
	b.open.Finish()
	b.page.Bodies = b.open.Bodies
	b.page.Nodes[0].To = int32(len(b.page.Words))
	b.page.setNext()
}
