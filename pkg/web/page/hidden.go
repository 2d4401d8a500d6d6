package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// hiding follows an element of which nothing is shown, until it ends.
type hiding struct {
	hidden []name // open elements, from the hidden one on
	deeper int    // and more open ones
}

const maxHidden = 256 // open elements below a hidden one that are told apart

// hide leaves out what an element holds.
func (h *hiding) hide(n name) {
	if !voids[n] {
		h.hidden = append(h.hidden[:0], n)
		h.deeper = 0
	}
}

// holds reports whether a start tag is inside the hidden element. It ends an element whose end tag was left out.
func (h *hiding) holds(n name, c class) bool {
	root := h.hidden[0]
	if sibling := optional[n] && n == root || root == nameP && c > unseen && !optional[n]; sibling &&
		len(h.hidden) == 1 && h.deeper == 0 {
		h.hidden = h.hidden[:0]
		return false
	}
	switch {
	case voids[n] || optional[n]:
	case len(h.hidden) == maxHidden:
		h.deeper++
	default:
		h.hidden = append(h.hidden, n)
	}
	return true
}

// ends reports whether an end tag closes an element around the hidden one. If so, hiding ends with it.
func (h *hiding) ends(n name, c class) bool {
	if h.deeper > 0 {
		h.deeper--
		return false
	}
	for k := len(h.hidden) - 1; k >= 0; k-- {
		if h.hidden[k] == n {
			h.hidden = h.hidden[:k]
			return k == 0 && c > unseen
		}
		if optional[n] {
			return false // it ends one in the elements that are open
		}
	}
	if c <= unseen || optional[n] || n == nameForm { // the end of a form ends nothing else
		return false
	}
	h.hidden = h.hidden[:0]
	return true
}

// Unseen follows, for a Handler, the elements whose text is never shown, whatever their attributes: some of those that
// the visible text leaves out. The zero Unseen stands before the page.
type Unseen struct {
	Hidden bool // it also follows elements that an attribute hides: then it leaves out what the visible text does
	hiding
}

// Reset begins a page.
func (u *Unseen) Reset() { u.hidden, u.deeper = u.hidden[:0], 0 }

// Start takes a start tag, and reports whether its element is not seen.
func (u *Unseen) Start(t Tag) bool {
	c := classes[t.Name]
	if len(u.hidden) > 0 && u.holds(t.Name, c) {
		return true
	}
	if c == unseen || c == unseenForeign && t.Foreign || c == replaced || u.Hidden && t.Hides() {
		u.hide(t.Name)
		return true
	}
	return false
}

// End takes an end tag.
func (u *Unseen) End(n Name) {
	if len(u.hidden) > 0 {
		u.ends(n, classes[n])
	}
}

// Hides reports whether text that comes now is not seen.
func (u *Unseen) Hides() bool { return len(u.hidden) > 0 }

// isHidden reports whether a start tag hides its element.
func isHidden(n name, tag openTag) bool {
	return tag.has(attrHidden) || n == nameDialog && !tag.has(attrOpen) || tag.has(attrStyle) && styleHides(tag.text(attrStyle))
}

// styleHides reports whether a style has display: none or visibility: hidden. Of two declarations the later one counts.
// Comments, and what stands in brackets or quotes, are not taken for declarations.
func styleHides(style []byte) bool {
	if !ascii.ContainsFold(style, "display") && !ascii.ContainsFold(style, "visibility") {
		return false
	}
	gone, invisible := false, false
	for len(style) > 0 {
		var one []byte
		one, style = cutDeclaration(style)
		property, value, _ := bytes.Cut(one, []byte(":"))
		value, _, _ = bytes.Cut(value, []byte("!"))
		property, value = bytes.TrimSpace(property), bytes.TrimSpace(value)
		switch {
		case ascii.EqualFold(property, "display"):
			gone = ascii.EqualFold(value, "none")
		case ascii.EqualFold(property, "visibility"):
			invisible = ascii.EqualFold(value, "hidden") || ascii.EqualFold(value, "collapse")
		}
	}
	return gone || invisible
}

// cutDeclaration cuts the first declaration off a style; it comes without comments.
func cutDeclaration(style []byte) (one, rest []byte) {
	depth, quote := 0, byte(0)
	for i := 0; i < len(style); i++ {
		c := style[i]
		switch {
		case c == '\\':
			one = append(one, style[i:min(i+2, len(style))]...)
			i++
			continue
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case bytes.HasPrefix(style[i:], []byte("/*")):
			end := bytes.Index(style[i+2:], []byte("*/"))
			if end < 0 {
				return one, nil
			}
			i += 2 + end + 1
			continue
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ';' && depth == 0:
			return one, style[i+1:]
		}
		one = append(one, c)
	}
	return one, nil
}
