package linkgroups

import (
	"webmill/pkg/hashes"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

const (
	maxInline = 128 // open elements that are no blocks
	maxLook   = 64  // open elements among which an end tag finds its own
)

// element is an open element.
type element struct {
	name  page.Name // 0: it has ended, though not the blocks in it
	own   uint64    // hash of its name, id and class
	node  int32     // -1: none was needed yet
	block bool
	wall  bool // an end tag inside ends no element around it
}

// open is the elements that are open. The node of an element in package outline is its place here.
type open struct {
	blocks outline.Stack
	stack  []element
	inline int // open elements that are no blocks
	nodes  []node
	coming element     // whose start tag is being read
	tag    outline.Tag // of it
}

// reset begins a page.
func (o *open) reset() {
	o.stack = append(o.stack[:0], element{name: nameBody, block: true})
	o.nodes = append(o.nodes[:0], node{up: 0, depth: 1, place: hashes.Start64})
	o.inline = 0
	o.blocks.Reset(o)
}

// Open implements outline.Maker.
func (o *open) Open(t outline.Tag, up int32) int32 {
	o.settle(up)
	if inTables.Has(t) { // nothing but its parts is in a table
		o.cut(int(up) + 1)
	}
	e := element{name: page.Name(t), own: hashes.Add64(hashes.Start64, uint64(t))}
	if o.tag == t {
		e = o.coming
	}
	e.node, e.block, e.wall = -1, true, walls.Has(t)
	o.stack = append(o.stack, e)
	return int32(len(o.stack) - 1)
}

// Close implements outline.Maker. What was closed is found by settle.
func (o *open) Close(int32, int32) {}

// settle ends what is in blocks that are not open any more: the innermost open one is in.
func (o *open) settle(in int32) {
	for i := int(in) + 1; i < len(o.stack); i++ {
		if o.stack[i].block {
			o.cut(i)
			return
		}
	}
}

// cut leaves the first n elements.
func (o *open) cut(n int) {
	for _, e := range o.stack[min(n, len(o.stack)):] {
		if !e.block && e.name != 0 {
			o.inline--
		}
	}
	o.stack = o.stack[:min(n, len(o.stack))]
}

var (
	inTables = outline.SetOf(outline.Caption, outline.Tbody, outline.Thead, outline.Tfoot, outline.Tr, outline.Td, outline.Th)
	walls    = outline.SetOf(outline.Table, outline.Td, outline.Th, outline.Caption)
)

func namesOf(list ...string) map[page.Name]bool {
	names := map[page.Name]bool{}
	for _, s := range list {
		names[page.NameOf(s)] = true
	}
	return names
}

var (
	nameBody = page.NameOf("body")
	// empty hold no links, or are no elements of the body; the end tags of some may be left out.
	empty = namesOf("html", "head", "frameset", "frame", "noframes", "area", "base", "basefont", "bgsound", "br", "col",
		"colgroup", "embed", "iframe", "img", "image", "input", "keygen", "link", "meta", "param", "source", "track", "wbr",
		"option", "optgroup", "select", "textarea", "title", "script", "style", "template", "noscript", "svg", "math",
		"rb", "rt", "rtc", "rp", "a")
	// formatting elements end at their end tag even if blocks in them go on.
	formatting = namesOf("b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u")
)

// start takes a start tag of the page that is not in svg or math.
func (o *open) start(n page.Name, own uint64) {
	o.coming, o.tag = element{name: n, own: own}, outline.Of(n)
	if o.tag != outline.TextNode {
		o.blocks.Start(n, false)
		o.settle(o.blocks.Node())
		return
	}
	if o.inline < maxInline && !o.blocks.Skips() && !empty[n] {
		o.inline++
		o.stack = append(o.stack, element{name: n, own: own, node: -1})
	}
}

// end takes an end tag.
func (o *open) end(n page.Name) {
	o.tag = outline.TextNode
	o.blocks.End(n)
	if outline.Of(n) != outline.TextNode {
		o.settle(o.blocks.Node())
		return
	}
	if o.inline == 0 || empty[n] {
		return
	}
	outside := false
	for i := len(o.stack) - 1; i >= max(0, len(o.stack)-maxLook); i-- {
		switch e := &o.stack[i]; {
		case e.name == n && !e.block && !outside:
			o.cut(i)
			return
		case e.name == n && !e.block:
			o.take(i)
			return
		case e.wall || e.block && !formatting[n]:
			return
		case e.block:
			outside = true
		}
	}
}

// take ends an element and leaves open what is in it: links that come now are in other nodes than those before.
func (o *open) take(i int) {
	o.inline--
	o.stack[i].name = 0
	for k := range o.stack[i:] {
		o.stack[i+k].node = -1
	}
}

// node returns the node of the innermost element.
func (o *open) node() int32 {
	at := len(o.stack) - 1
	for at > 0 && (o.stack[at].node < 0) {
		at--
	}
	in := o.stack[at].node
	for _, e := range o.stack[at+1:] {
		if e.name != 0 {
			o.nodes = append(o.nodes, node{in, o.nodes[in].depth + 1, within(o.nodes[in].place, e.own)})
			in = int32(len(o.nodes) - 1)
		}
		at++
		o.stack[at].node = in
	}
	return in
}

// within is the place of something in a place.
func within(place, own uint64) uint64 { return hashes.Mix(place*31 + own) }
