package page

import "webmill/pkg/ascii"

// Inside svg and math the names of HTML mean nothing, tags may close themselves, and there are CDATA sections. The elements
// that are open there are kept, until a start tag that belongs to HTML, or the end tag of the svg, leads out.

// foreignElement is an open element of svg or math.
type foreignElement struct {
	name  name
	svg   bool
	point point
}

// point says what an element may hold.
type point uint8

const (
	holdsForeign    point = iota // foreign elements
	holdsHTML                    // HTML
	holdsText                    // of math: HTML, apart from mglyph and malignmark
	holdsAnnotation              // of math, annotation-xml: foreign elements, and svg
)

const maxForeign = 512 // open elements; nested deeper, a tree gives up too

var (
	svgPoints  = points(holdsHTML, "foreignobject", "desc", "title")
	mathPoints = points(holdsText, "mi", "mo", "mn", "ms", "mtext")

	nameAnnotationXML = nameOf("annotation-xml")
	nameMglyph        = nameOf("mglyph")
	nameMalignmark    = nameOf("malignmark")
	nameFont          = nameOf("font")
	nameP, nameBr     = nameOf("p"), nameOf("br")

	// leaders lead out of svg and math.
	leaders = points(holdsHTML, "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed",
		"h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre",
		"ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var")
)

func points(p point, names ...string) map[name]point {
	set := map[name]point{}
	for _, n := range names {
		set[nameOf(n)] = p
	}
	return set
}

// foreignStart minds a start tag inside svg or math, whose name ends at j, and returns where to go on.
func (s *scanner) foreignStart(j int, n name) int {
	end, closed := s.attributes(j)
	if end < 0 {
		return -1
	}
	top := s.foreign[len(s.foreign)-1]
	switch {
	case top.point == holdsAnnotation && n == nameSVG:
	case top.point == holdsText && n != nameMglyph && n != nameMalignmark, top.point == holdsHTML:
		if n != nameSVG && n != nameMath {
			return s.giveUp(j, n)
		}
		top.svg = n == nameSVG
	case leaders[n] != 0 || n == nameFont && s.wanted.has&(1<<attrFont) != 0:
		if !s.leave() {
			return s.giveUp(j, n)
		}
		return s.htmlStart(j, n)
	}
	if n == nameTemplate {
		s.inert.opened(s.tagAt, true)
	}
	svg := top.svg || top.point == holdsAnnotation && n == nameSVG
	if svg && n == nameA && s.templates == 0 {
		s.link(SVG, attrHref, attrXlinkHref)
	}
	if !closed {
		s.started(n, end)
		if len(s.foreign) == maxForeign {
			return s.giveUp(j, n)
		}
		s.foreign = append(s.foreign, foreignElement{n, svg, s.pointOf(n, svg)})
	}
	return s.textFrom(end)
}

// leave closes what is open up to the next element that holds HTML. It reports whether that one is outside svg and math.
func (s *scanner) leave() bool {
	for k := len(s.foreign) - 1; k >= 0; k-- {
		if p := s.foreign[k].point; p == holdsHTML || p == holdsText {
			return false
		}
	}
	s.foreign = s.foreign[:0]
	return true
}

// pointOf says what the element of the tag just read may hold.
func (s *scanner) pointOf(n name, svg bool) point {
	if svg {
		return svgPoints[n]
	}
	if n != nameAnnotationXML {
		return mathPoints[n]
	}
	if v, ok := s.wanted.get(attrEncoding); ok {
		if e := s.decoded(v); ascii.EqualFold(e, "text/html") || ascii.EqualFold(e, "application/xhtml+xml") {
			return holdsHTML
		}
	}
	return holdsAnnotation
}

// giveUp leaves the rest to a tree: to follow an HTML element in svg needs one. What comes is taken for HTML.
func (s *scanner) giveUp(j int, n name) int {
	s.flagged = true
	s.foreign = s.foreign[:0]
	return s.htmlStart(j, n)
}

// lastForeign is the place of the last open element of svg and math with a name, -1 if there is none.
func (s *scanner) lastForeign(n name) int {
	k := len(s.foreign) - 1
	for k >= 0 && s.foreign[k].name != n {
		k--
	}
	return k
}

func (s *scanner) foreignEnd(n name) {
	if n == nameP || n == nameBr {
		s.flagged = !s.leave() || s.flagged
		s.foreign = s.foreign[:0]
		return
	}
	if k := s.lastForeign(n); k >= 0 {
		s.foreign = s.foreign[:k]
		return
	}
	// It may end an HTML element around the svg, or nothing: that is for a tree.
	s.flagged = true
	s.foreign = s.foreign[:0]
}
