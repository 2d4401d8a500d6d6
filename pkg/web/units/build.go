package units

import (
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/page"
)

// Bounds of what is kept of a page.
const (
	MaxText  = 4 << 20 // bytes
	MaxNodes = 1 << 20
	maxOpen  = 512 // elements that are open at a time
)

// builder makes units of the tags and the text of a page. It implements page.Handler.
type builder struct {
	tags Tags
	page Page
	ask  func(bytes int64) bool // for memory
	have int64                  // bytes that it may take

	open    []element
	count   [allTags]int32 // of open
	scopes  []int          // places in open of those that are barriers
	deeper  int            // elements that are open beside those of open
	run     int32          // the run that goes on, or -1
	form    bool           // a form is open
	ended   bool           // the body has
	second  bool           // another body has begun behind it
	refused bool           // there is no memory
	hides   page.Name      // the style or script inside of svg that is open
}

// element is an open element. node is the unit that it is, or in which it is.
type element struct {
	tag  Tag
	node int32
}

func (b *builder) reset() {
	b.page.reset()
	*b = builder{tags: b.tags, page: b.page, ask: b.ask, open: b.open[:0], scopes: b.scopes[:0], run: -1}
	b.have = 2 * b.page.memory()
	b.page.Nodes = append(b.page.Nodes, Node{Tag: Body, Parent: -1})
	b.open = append(b.open, element{Body, 0})
}

// Start implements page.Handler.
func (b *builder) Start(n page.Name, foreign bool) {
	if foreign {
		if b.hides == 0 && (n == nameStyle || n == nameScript) {
			b.hides = n
		}
		return
	}
	t := tagOf[n]
	switch {
	case t == Run || b.second:
	case t == Body:
		b.page.Bodies++
		b.second = b.ended
	case len(b.open) == maxOpen && !implied.Has(t) && !tableParts.Has(t) && !void.Has(t):
		b.deeper++
	case tableParts.Has(t):
		b.startPart(t)
	default:
		b.start(t)
	}
}

// End implements page.Handler.
func (b *builder) End(n page.Name) {
	if b.hides != 0 {
		if n == b.hides {
			b.hides = 0
		}
		return
	}
	t := tagOf[n]
	switch {
	case t == Run || b.second || void.Has(t):
	case t == Body:
		b.ended = true
	case b.deeper > 0 && !implied.Has(t) && !tableParts.Has(t):
		b.deeper--
	case tableParts.Has(t):
		b.endPart(t)
	default:
		b.end(t)
	}
}

// start opens an element that is no part of a table.
func (b *builder) start(t Tag) {
	switch t {
	case Form:
		if b.form {
			return
		}
		if b.form = true; b.scope() == Table { // it holds nothing, as the parts of the table are not in it
			b.add(t)
			b.run = -1
			return
		}
	case Table:
		if b.scope() == Table {
			b.popTo(b.scopes[len(b.scopes)-1])
		}
	case li:
		b.endItem(setOf(li))
	case dt, dd:
		b.endItem(setOf(dt, dd))
	}
	b.endP()
	if top := b.top().tag; headings.Has(t) && headings.Has(top) {
		b.popTo(len(b.open) - 1)
	}
	if !void.Has(t) {
		b.push(t)
	}
}

// end closes the element of an end tag that is no part of a table.
func (b *builder) end(t Tag) {
	switch {
	case t == P && b.find(P) < 0:
		b.endP()
		b.add(P) // the standard has it so
		b.run = -1
	case t == Table:
		if k := b.table(); k >= 0 {
			b.popTo(k)
		}
	case t == Form:
		b.endForm()
	case headings.Has(t):
		for k := len(b.open) - 1; k > b.floor(); k-- {
			if headings.Has(b.open[k].tag) {
				b.popTo(k)
				break
			}
		}
	default:
		if k := b.find(t); k >= 0 {
			b.popTo(k)
		}
	}
}

// endForm takes a form out of the elements that are open, and leaves those in it open.
func (b *builder) endForm() {
	b.form = false
	k := b.find(Form)
	if k < 0 {
		return
	}
	for implied.Has(b.top().tag) && len(b.open)-1 > k {
		b.popTo(len(b.open) - 1)
	}
	if k == len(b.open)-1 {
		b.popTo(k)
		return
	}
	b.count[Form]--
	b.open = append(b.open[:k], b.open[k+1:]...)
}

// endItem closes the item of a list before the next one.
func (b *builder) endItem(tags Tags) {
	for k := len(b.open) - 1; k > b.floor(); k-- {
		t := b.open[k].tag
		if tags.Has(t) {
			b.popTo(k)
			return
		}
		if !passed.Has(t) {
			return
		}
	}
}

func (b *builder) endP() {
	if k := b.find(P); k >= 0 {
		b.popTo(k)
	}
}

// startPart opens a part of a table, and the parts around it that were left out.
func (b *builder) startPart(t Tag) {
	if len(b.scopes) > 0 && b.scope() != Table {
		b.popTo(b.scopes[len(b.scopes)-1])
	}
	if b.scope() != Table {
		return
	}
	k := b.scopes[len(b.scopes)-1]
	section := k+1 < len(b.open) && sections.Has(b.open[k+1].tag)
	switch {
	case t == caption || sections.Has(t):
		b.popTo(k + 1)
	case t == Tr && section:
		b.popTo(k + 2)
	case t == Tr:
		b.popTo(k + 1)
		b.push(Tbody)
	case section && k+2 < len(b.open) && b.open[k+2].tag == Tr:
		b.popTo(k + 3)
	default:
		b.startPart(Tr)
	}
	b.push(t)
}

// endPart closes a part of a table.
func (b *builder) endPart(t Tag) {
	if barriers.Has(t) {
		if b.scope() == t {
			b.popTo(b.scopes[len(b.scopes)-1])
		}
		return
	}
	k := b.table()
	if k < 0 {
		return
	}
	for at := k + 1; at < min(k+3, len(b.open)); at++ {
		if b.open[at].tag == t {
			b.popTo(at)
			return
		}
	}
}

// table is the place of the innermost table, or -1.
func (b *builder) table() int {
	for i := len(b.scopes) - 1; i >= max(0, len(b.scopes)-2); i-- {
		if k := b.scopes[i]; b.open[k].tag == Table {
			return k
		}
	}
	return -1
}

// scope is the innermost table, or the cell or caption in it; Run if there is none.
func (b *builder) scope() Tag {
	if len(b.scopes) == 0 {
		return Run
	}
	return b.open[b.scopes[len(b.scopes)-1]].tag
}

// floor is the place of the innermost barrier; the body is one.
func (b *builder) floor() int {
	if len(b.scopes) == 0 {
		return 0
	}
	return b.scopes[len(b.scopes)-1]
}

// find is the place of the innermost element of a tag, inside of the innermost barrier, or -1.
func (b *builder) find(t Tag) int {
	if b.count[t] == 0 {
		return -1
	}
	for k := len(b.open) - 1; k > b.floor(); k-- {
		if b.open[k].tag == t {
			return k
		}
	}
	return -1
}

func (b *builder) top() element { return b.open[len(b.open)-1] }

// push opens an element.
func (b *builder) push(t Tag) {
	if len(b.open) == maxOpen {
		return
	}
	if barriers.Has(t) {
		b.scopes = append(b.scopes, len(b.open))
	}
	b.count[t]++
	b.open = append(b.open, element{t, b.add(t)})
}

// add adds a unit, if the tag makes one, and returns it, or the one around.
func (b *builder) add(t Tag) int32 {
	up := b.top().node
	if !b.tags.Has(t) && t != Run {
		return up
	}
	if len(b.page.Nodes) == MaxNodes || !b.room() {
		b.page.Cut = true
		return up
	}
	words := int32(len(b.page.Words))
	b.page.Nodes = append(b.page.Nodes, Node{Tag: t, Parent: up, From: words, To: words})
	b.run = -1
	return int32(len(b.page.Nodes)) - 1
}

// popTo closes elements until k are open.
func (b *builder) popTo(k int) {
	for len(b.open) > k {
		e := b.top()
		b.open = b.open[:len(b.open)-1]
		b.count[e.tag]--
		if n := len(b.scopes); n > 0 && b.scopes[n-1] == len(b.open) {
			b.scopes = b.scopes[:n-1]
		}
		for n := e.node; n != b.top().node; n = b.page.Nodes[n].Parent { // more than one behind a form that ended early
			b.page.Nodes[n].To = int32(len(b.page.Words))
			b.run = -1
		}
	}
}

// Text implements page.Handler.
func (b *builder) Text(text []byte) {
	if b.hides != 0 || b.second {
		return
	}
	for i := 0; i < len(text); {
		if n := blank(text[i:]); n > 0 {
			i += n
			continue
		}
		j := i + 1
		for j < len(text) && (text[j] > ' ' && text[j] < 0x7f || text[j] >= utf8.RuneSelf && blank(text[j:]) == 0) {
			j++
		}
		b.word(text[i:j])
		i = j
	}
}

// word adds a word to the run.
func (b *builder) word(word []byte) {
	p := &b.page
	if len(p.Text)+1+len(word) > MaxText || b.refused || !b.room() {
		p.Cut = true
		return
	}
	if b.run < 0 {
		if b.run = b.add(Run); p.Nodes[b.run].Tag != Run {
			b.run = -1 // there are too many units
		}
	}
	if len(p.Text) > 0 {
		p.Text = append(p.Text, ' ')
	}
	p.Words = append(p.Words, int32(len(p.Text)))
	p.Text = append(p.Text, word...)
	if b.run >= 0 {
		p.Nodes[b.run].To = int32(len(p.Words))
	}
}

// room reports whether there is memory for one more of all.
func (b *builder) room() bool {
	need := 2 * b.page.memory() // as a list is copied when it grows
	if need <= b.have {
		return true
	}
	if b.refused = b.refused || !b.ask(need); b.refused {
		return false
	}
	b.have = need
	return true
}

// finish ends what the page left open.
func (b *builder) finish() {
	b.popTo(1)
	b.page.Nodes[0].To = int32(len(b.page.Words))
	b.page.setNext()
}

// blank is the length of the blank or control at the beginning of the text, 0 if there is none.
func blank(text []byte) int {
	c := text[0]
	if c < utf8.RuneSelf {
		if c <= ' ' || c == 0x7f {
			return 1
		}
		return 0
	}
	if c < 0xc2 || c > 0xe3 || c > 0xc2 && c < 0xe1 { // no blank begins so
		return 0
	}
	r, n := utf8.DecodeRune(text)
	if r <= 0xa0 || unicode.IsSpace(r) {
		return n
	}
	return 0
}
