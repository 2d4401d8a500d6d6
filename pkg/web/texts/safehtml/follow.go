package safehtml

import (
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Bounds of what is open at a time.
const (
	maxBlocks  = 44 // deeper ones are boundaries
	maxInlines = 16 // deeper ones are left out
	maxImages  = 64 // that wait for the first word of their element

	// With the elements that are put between, up to 4, not more than 64 are written.
)

// block is an open element that is written if text in it is.
type block struct {
	id               int64
	is               element
	colspan, rowspan int
}

// inline is an open element of text.
type inline struct {
	id     int64
	is     element
	depth  int    // elements of the outline that were open
	value  []byte // of its attribute
	opened bool   // it was written once
}

// image is one that waits for the first word in its element.
type image struct {
	block    int64 // the element
	src, alt []byte
}

// follow is what is open in the page.
type follow struct {
	last    int64 // the last id
	nodes   []int // by element of the outline: the blocks that are open with it
	blocks  []block
	implied []block  // around the text that comes now, inside of blocks
	inlines []inline // with room for their values behind
	deeper  int      // elements of text that are open, besides those
	below   int      // elements of the outline that were open when these began
	images  []image
	broken  bool // a boundary stands behind the last word
	breaks  int  // br behind the last word
	moved   bool // what is open is not what it was when the last word was written
}

func (f *follow) reset() {
	*f = follow{nodes: append(f.nodes[:0], 0), blocks: f.blocks[:0], implied: f.implied[:0], inlines: f.inlines[:0],
		images: f.images[:0], moved: true}
}

func (f *follow) id() int64 {
	f.last++
	return f.last
}

// boundary divides what stands before from what comes.
func (f *follow) boundary() {
	f.broken, f.moved = true, true
	f.breaks = 0
	f.implied = f.implied[:0]
}

// innermost is the block in which text stands; none is the body.
func (f *follow) innermost() element {
	if len(f.blocks) == 0 {
		return none
	}
	return f.blocks[len(f.blocks)-1].is
}

// Open implements outline.Maker.
func (w *Writer) Open(t outline.Tag, up int32) int32 {
	w.closeNodes(up)
	w.boundary()
	if t == outline.Form { // whose end may come before that of what it holds
		return up
	}
	if e := blocks[t]; e != none {
		if e == tagPre {
			w.space = w.space[:0] // it stands before
		}
		w.openBlock(e, outline.Of(w.tag.Name) == t)
	}
	w.nodes = append(w.nodes, len(w.blocks))
	return int32(len(w.nodes)) - 1
}

// Close implements outline.Maker.
func (w *Writer) Close(_, up int32) {
	w.closeNodes(up)
	w.boundary()
}

// openBlock opens an element where it may stand; elsewhere it is a boundary. own says that the tag is its own.
func (w *Writer) openBlock(e element, own bool) {
	up := w.innermost()
	if phrases.has(up) || len(w.blocks)+4 > maxBlocks || belong[e] != 0 && !fits(e, up) && !fits(e, between[up]) {
		return
	}
	for up = w.innermost(); between[up] != none && !fits(e, up); up = w.innermost() {
		w.blocks = append(w.blocks, block{id: w.id(), is: between[up]})
	}
	b := block{id: w.id(), is: e}
	if own && (e == tagTd || e == tagTh) {
		b.colspan, b.rowspan = span(w.tag.Attr(page.Colspan)), span(w.tag.Attr(page.Rowspan))
	}
	w.blocks = append(w.blocks, b)
}

// closeNodes closes the elements of the outline inside of a node, and the elements of text that began there.
func (f *follow) closeNodes(node int32) {
	keep := int(node) + 1
	if keep >= len(f.nodes) {
		return
	}
	f.nodes = f.nodes[:keep]
	f.blocks = f.blocks[:f.nodes[node]]
	for n := len(f.inlines); n > 0 && f.inlines[n-1].depth > keep; n-- {
		f.inlines = f.inlines[:n-1]
	}
	if f.below > keep {
		f.deeper = 0
	}
}

// enter goes to the node of the outline in which text stands that comes now.
func (w *Writer) enter(node int32) {
	if int(node)+1 < len(w.nodes) {
		w.closeNodes(node)
		w.boundary()
	}
	w.preformatted = w.innermost() == tagPre
}

// surround makes the elements that must stand between the innermost block and text in it.
func (w *Writer) surround() {
	if len(w.implied) > 0 {
		return
	}
	up := w.innermost()
	if up == none {
		w.implied = append(w.implied, block{id: w.id(), is: tagP})
		return
	}
	in := up
	for ; between[in] != none; in = between[in] {
		w.implied = append(w.implied, block{id: w.id(), is: between[in]})
	}
	n := len(w.nodes)
	boundary := n > 1 && w.nodes[n-1] == w.nodes[n-2] // the text is in an element that is not written
	if !phrases.has(in) && (boundary || in == tagFigure) {
		w.implied = append(w.implied, block{id: w.id(), is: tagP})
	}
}

// openInline opens an element of text.
func (w *Writer) openInline(e element, t page.Tag) {
	if e == tagA {
		w.closeInline(tagA) // it ends where the next begins
	}
	n := len(w.inlines)
	if n == maxInlines {
		if w.deeper++; w.deeper == 1 {
			w.below = len(w.nodes)
		}
		return
	}
	if n == cap(w.inlines) {
		w.inlines = append(w.inlines, inline{})
	}
	w.inlines = w.inlines[:n+1]
	in := &w.inlines[n]
	*in = inline{id: w.id(), is: e, depth: len(w.nodes), value: in.value[:0]}
	switch e {
	case tagA:
		in.value = w.address(in.value, t.Attr(page.Href), true)
	case tagTime:
		in.value = appendTime(in.value, t.Attr(page.Datetime))
	}
	w.moved = true
}

// closeInline closes the innermost element of text of a kind, and leaves those in it open.
func (f *follow) closeInline(e element) {
	if f.deeper > 0 && e != tagA {
		f.deeper--
		return
	}
	for k := len(f.inlines) - 1; k >= 0; k-- {
		if f.inlines[k].is != e {
			continue
		}
		value := f.inlines[k].value
		copy(f.inlines[k:], f.inlines[k+1:])
		f.inlines[len(f.inlines)-1].value = value // its memory is for the next
		f.inlines = f.inlines[:len(f.inlines)-1]
		f.moved = true
		return
	}
}

// isOpen reports whether a block of the page is open.
func (f *follow) isOpen(id int64) bool {
	for _, b := range f.blocks {
		if b.id == id {
			return true
		}
	}
	return false
}
