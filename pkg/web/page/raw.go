package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// rawText returns where the end tag begins of an element whose content has no tags, which begins at i; -1 if there is none.
func (s *scanner) rawText(i int, element name) int {
	if s.isEmpty(i, element) || s.inert.ignores(element) {
		return i
	}
	to := s.rawEnd(i, element)
	if to < 0 && s.inert != nil {
		s.inert.unclosed[element] = true
		return i
	}
	return to
}

// rawEnd is rawText of an element that does not close itself.
func (s *scanner) rawEnd(i int, element name) int {
	if element == nameScript {
		return s.script(i)
	}
	p := s.page
	for {
		k := bytes.IndexByte(p[i:], '<')
		if k < 0 {
			return -1
		}
		i += k
		if s.isEndTag(i, element) {
			return i
		}
		i++
	}
}

// isEmpty reports whether the element whose start tag ends at i closes itself, as it may in XHTML.
func (s *scanner) isEmpty(i int, element name) bool {
	if !s.xml || s.page[i-2] != '/' {
		return false
	}
	s.empty = append(s.empty, span{s.tagAt, int32(i)})
	s.ended(element)
	return true
}

// closeEmpty ends an element that closes itself, as any may in XHTML, and that HTML does not end there.
func (s *scanner) closeEmpty(end int, element name) {
	if s.xml && end > 0 && !voids[element] {
		s.isEmpty(end, element)
	}
}

// closed is the page as HTML, with an end tag behind each start tag that closes itself.
func (s *scanner) closed() (page []byte) {
	if len(s.empty) == 0 {
		return s.page
	}
	from := int32(0)
	for _, tag := range s.empty {
		_, to := s.tagName(int(tag.from) + 1)
		page = append(append(page, s.page[from:tag.to]...), "</"...)
		page = append(append(page, s.page[tag.from+1:to]...), '>')
		from = tag.to
	}
	return append(page, s.page[from:]...)
}

// isEndTag reports whether an end tag of the element begins at i, where a < is.
func (s *scanner) isEndTag(i int, element name) bool {
	return i+1 < len(s.page) && s.page[i+1] == '/' && s.isNamed(i+2, element)
}

// isNamed reports whether a name begins at i, and ends in the page.
func (s *scanner) isNamed(i int, element name) bool {
	p := s.page
	if i >= len(p) || ascii.Lower[p[i]] != element.first() {
		return false
	}
	n, j := s.tagName(i)
	return n == element && j < len(p)
}

// first is the first letter of a name of at most 8 bytes.
func (n name) first() byte {
	for n>>8 != 0 {
		n >>= 8
	}
	return byte(n)
}

// script is rawText of a script. A comment in it that holds a script, start tag and end tag, hides the end tag.
func (s *scanner) script(i int) int {
	const (
		plain = iota
		escaped
		doubleEscaped
	)
	p, state := s.page, plain
	for {
		k := bytes.IndexByte(p[i:], '<')
		if state != plain {
			if end := s.commentEnd(i); end >= 0 && (k < 0 || end <= i+k) {
				i, state = end+len("-->"), plain
				continue
			}
		}
		if k < 0 {
			return -1
		}
		i += k
		switch {
		case state == plain && bytes.HasPrefix(p[i:], []byte("<!--")):
			state = escaped
			i += len("<!") // its dashes may end it
			continue
		case state == doubleEscaped && s.isEndTag(i, nameScript):
			state = escaped
		case state != doubleEscaped && s.isEndTag(i, nameScript):
			return i
		case state == escaped && s.isNamed(i+1, nameScript):
			state = doubleEscaped
		}
		i++
	}
}

// commentEnd is the next "-->" at or after i, or -1. It is remembered: a page of unclosed comments would be read again and
// again.
func (s *scanner) commentEnd(i int) int {
	if s.commentTo < i {
		s.commentTo = len(s.page)
		if k := bytes.Index(s.page[i:], []byte("-->")); k >= 0 {
			s.commentTo = i + k
		}
	}
	if s.commentTo == len(s.page) {
		return -1
	}
	return s.commentTo
}
