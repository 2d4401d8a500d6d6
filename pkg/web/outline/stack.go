// Package outline follows which elements of a page are open, as its tags come. That is the tree of the HTML standard as far as
// it concerns blocks, but no tree is built.
//
// End tags may be missing, a table gets its tbody, a paragraph ends before a block. Three things differ from the standard. What
// stands in a table outside of its cells stays there, and is not moved before the table. Elements nested more than 512 deep
// belong to the one above. A second body, behind the end of the first, is left out.
//
// # Files
//
//	stack.go  Stack, the elements that are open
//	tags.go   tags, and what they do to the elements that are open
//	path.go   the path of an element
package outline

import "webmill/pkg/web/page"

const maxOpen = 512 // elements that are open at a time

// Maker makes nodes of the elements of a page: one for each, or one for several.
type Maker interface {
	// Open begins an element inside of the node up. It returns the node of the element, which is up if it gets none of its own.
	Open(t Tag, up int32) (node int32)
	// Close ends a node and those around it, up to the node up, which stays open.
	Close(node, up int32)
}

// Stack is the elements that are open. The body is open from the beginning, as the node 0.
type Stack struct {
	Bodies int // body elements that the page has

	into   Maker
	open   []element
	count  [All]int32 // of open
	scopes []int      // places in open of those that are barriers
	deeper int        // elements that are open beside those of open
	form   bool       // a form is open
	ended  bool       // the body has
	second bool       // another body has begun behind it
	hides  page.Name  // the style or script inside of svg that is open
}

// element is an open element. node is the node that it is, or in which it is.
type element struct {
	tag  Tag
	node int32
}

var nameStyle, nameScript = page.NameOf("style"), page.NameOf("script")

// Reset begins a page, whose nodes a Maker makes.
func (s *Stack) Reset(into Maker) {
	*s = Stack{into: into, open: append(s.open[:0], element{Body, 0}), scopes: s.scopes[:0]}
}

// Skips reports whether text that comes now is none of the page.
func (s *Stack) Skips() bool { return s.hides != 0 || s.second }

// Node is the node in which text stands that comes now.
func (s *Stack) Node() int32 { return s.top().node }

// Start takes a start tag; foreign says that it is in svg or math.
func (s *Stack) Start(n page.Name, foreign bool) {
	if foreign {
		if s.hides == 0 && (n == nameStyle || n == nameScript) {
			s.hides = n
		}
		return
	}
	t := Of(n)
	switch {
	case t == TextNode || s.second && t != Body:
	case t == Body:
		s.Bodies++
		s.second = s.ended
	case len(s.open) == maxOpen && !implied.Has(t) && !tableParts.Has(t) && !void.Has(t):
		s.deeper++
	case tableParts.Has(t):
		s.startPart(t)
	default:
		s.start(t)
	}
}

// End takes an end tag.
func (s *Stack) End(n page.Name) {
	if s.hides != 0 {
		if n == s.hides {
			s.hides = 0
		}
		return
	}
	t := Of(n)
	switch {
	case t == TextNode || s.second || void.Has(t):
	case t == Body:
		s.ended = true
	case s.deeper > 0 && !implied.Has(t) && !tableParts.Has(t):
		s.deeper--
	case tableParts.Has(t):
		s.endPart(t)
	default:
		s.end(t)
	}
}

// start opens an element that is no part of a table.
func (s *Stack) start(t Tag) {
	switch t {
	case Form:
		if s.form {
			return
		}
		if s.form = true; s.scope() == Table { // it holds nothing, as the parts of the table are not in it
			s.into.Open(t, s.top().node)
			return
		}
	case Table:
		if s.scope() == Table {
			s.popTo(s.scopes[len(s.scopes)-1])
		}
	case Li:
		s.endItem(SetOf(Li))
	case Dt, Dd:
		s.endItem(SetOf(Dt, Dd))
	}
	s.endP()
	if top := s.top().tag; Headings.Has(t) && Headings.Has(top) {
		s.popTo(len(s.open) - 1)
	}
	if !void.Has(t) {
		s.push(t)
	}
}

// end closes the element of an end tag that is no part of a table.
func (s *Stack) end(t Tag) {
	switch {
	case t == P && s.find(P) < 0:
		s.endP()
		s.into.Open(P, s.top().node) // the standard has it so
	case t == Table:
		if k := s.table(); k >= 0 {
			s.popTo(k)
		}
	case t == Li:
		if k := s.find(Li); k > s.find(Ul) && k > s.find(Ol) { // it ends no item around a list
			s.popTo(k)
		}
	case t == Form:
		s.endForm()
	case Headings.Has(t):
		for k := len(s.open) - 1; k > s.floor(); k-- {
			if Headings.Has(s.open[k].tag) {
				s.popTo(k)
				break
			}
		}
	default:
		if k := s.find(t); k >= 0 {
			s.popTo(k)
		}
	}
}

// endForm takes a form out of the elements that are open, and leaves those in it open.
func (s *Stack) endForm() {
	s.form = false
	k := s.find(Form)
	if k < 0 {
		return
	}
	for implied.Has(s.top().tag) && len(s.open)-1 > k {
		s.popTo(len(s.open) - 1)
	}
	if k == len(s.open)-1 {
		s.popTo(k)
		return
	}
	s.count[Form]--
	s.open = append(s.open[:k], s.open[k+1:]...)
}

// endItem closes the item of a list before the next one.
func (s *Stack) endItem(tags Tags) {
	for k := len(s.open) - 1; k > s.floor(); k-- {
		t := s.open[k].tag
		if tags.Has(t) {
			s.popTo(k)
			return
		}
		if !passed.Has(t) {
			return
		}
	}
}

func (s *Stack) endP() {
	if k := s.find(P); k >= 0 {
		s.popTo(k)
	}
}

// startPart opens a part of a table, and the parts around it that were left out.
func (s *Stack) startPart(t Tag) {
	if len(s.scopes) > 0 && s.scope() != Table {
		s.popTo(s.scopes[len(s.scopes)-1])
	}
	if s.scope() != Table {
		return
	}
	k := s.scopes[len(s.scopes)-1]
	section := k+1 < len(s.open) && sections.Has(s.open[k+1].tag)
	switch {
	case t == Caption || sections.Has(t):
		s.popTo(k + 1)
	case t == Tr && section:
		s.popTo(k + 2)
	case t == Tr:
		s.popTo(k + 1)
		s.push(Tbody)
	case section && k+2 < len(s.open) && s.open[k+2].tag == Tr:
		s.popTo(k + 3)
	default:
		s.startPart(Tr)
	}
	s.push(t)
}

// endPart closes a part of a table.
func (s *Stack) endPart(t Tag) {
	if barriers.Has(t) {
		if s.scope() == t {
			s.popTo(s.scopes[len(s.scopes)-1])
		}
		return
	}
	k := s.table()
	if k < 0 {
		return
	}
	for at := k + 1; at < min(k+3, len(s.open)); at++ {
		if s.open[at].tag == t {
			s.popTo(at)
			return
		}
	}
}

// table is the place of the innermost table, or -1.
func (s *Stack) table() int {
	for i := len(s.scopes) - 1; i >= max(0, len(s.scopes)-2); i-- {
		if k := s.scopes[i]; s.open[k].tag == Table {
			return k
		}
	}
	return -1
}

// scope is the innermost table, or the cell or caption in it; TextNode if there is none.
func (s *Stack) scope() Tag {
	if len(s.scopes) == 0 {
		return TextNode
	}
	return s.open[s.scopes[len(s.scopes)-1]].tag
}

// floor is the place of the innermost barrier; the body is one.
func (s *Stack) floor() int {
	if len(s.scopes) == 0 {
		return 0
	}
	return s.scopes[len(s.scopes)-1]
}

// find is the place of the innermost element of a tag, inside of the innermost barrier, or -1.
func (s *Stack) find(t Tag) int {
	if s.count[t] == 0 {
		return -1
	}
	for k := len(s.open) - 1; k > s.floor(); k-- {
		if s.open[k].tag == t {
			return k
		}
	}
	return -1
}

func (s *Stack) top() element { return s.open[len(s.open)-1] }

// push opens an element.
func (s *Stack) push(t Tag) {
	if len(s.open) == maxOpen {
		return
	}
	if barriers.Has(t) {
		s.scopes = append(s.scopes, len(s.open))
	}
	s.count[t]++
	s.open = append(s.open, element{t, s.into.Open(t, s.top().node)})
}

// popTo closes elements until k are open.
func (s *Stack) popTo(k int) {
	for len(s.open) > k {
		e := s.top()
		s.open = s.open[:len(s.open)-1]
		s.count[e.tag]--
		if n := len(s.scopes); n > 0 && s.scopes[n-1] == len(s.open) {
			s.scopes = s.scopes[:n-1]
		}
		if up := s.top().node; up != e.node {
			s.into.Close(e.node, up)
		}
	}
}

// Finish ends what the page left open.
func (s *Stack) Finish() { s.popTo(1) }
