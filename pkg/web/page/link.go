package page

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"webmill/pkg/ascii"
)

// Kind says by what a page links.
type Kind uint8

// The kinds of links.
const (
	A        Kind = iota // a[href]
	Area                 // area[href] of an image map
	Iframe               // iframe[src]
	Frame                // frame[src] of a frameset
	SVG                  // a[href] in svg, or a[xlink:href]
	Meta                 // the target of meta[http-equiv=refresh]
	Location             // a redirect of the server
	LinkTag              // link[href]: style sheets, alternates, icons
	Img                  // img[src]
	Script               // script[src]
	Form                 // form[action]
	kinds
)

var kindNames = [kinds]string{"a", "area", "iframe", "frame", "svg-a", "meta", "location", "link", "img", "script", "form"}

func (k Kind) String() string { return kindNames[k] }

// Kinds is a set of kinds.
type Kinds uint16

// Has reports whether the set holds a kind.
func (s Kinds) Has(k Kind) bool { return s&(1<<k) != 0 }

// With is the set and a kind.
func (s Kinds) With(k Kind) Kinds { return s | 1<<k }

// ToPages are the kinds that lead to pages.
const ToPages Kinds = 1<<A | 1<<Area | 1<<Iframe | 1<<Frame | 1<<SVG | 1<<Meta | 1<<Location

// KindOf is the kind that has this name.
func KindOf(text string) (k Kind, ok bool) {
	for k, n := range kindNames {
		if n == text {
			return Kind(k), true
		}
	}
	return 0, false
}

// Link is one link of a page. Its strings are asked of the Page.
type Link struct {
	Kind     Kind
	NoFollow bool      // said by the link itself
	value    span      // as it stands in the page
	text     span      // of the texts in it
	tree     *treeLink // if the page's links are those of its tree
}

// At is where the link stands in the page. ok is false for one of a page whose links are those of its tree.
func (l *Link) At() (at int32, ok bool) { return l.value.from, l.tree == nil }

// maxListed bounds the links that are kept. A page of more is read a second time, when its base is known.
const maxListed = 1 << 20

// carriers are the elements that carry a link in an attribute. (So do the a of svg, and meta.)
var carriers = []struct {
	tag  name
	atom atom.Atom
	kind Kind
	attr attribute
	key  string
}{
	{nameA, atom.A, A, attrHref, "href"},
	{nameArea, atom.Area, Area, attrHref, "href"},
	{nameIframe, atom.Iframe, Iframe, attrSrc, "src"},
	{nameFrame, atom.Frame, Frame, attrSrc, "src"},
	{nameLink, atom.Link, LinkTag, attrHref, "href"},
	{nameImg, atom.Img, Img, attrSrc, "src"},
	{nameScript, atom.Script, Script, attrSrc, "src"},
	{nameForm, atom.Form, Form, attrAction, "action"},
}

// element keeps the link of a start tag, whose attributes are in s.wanted.
func (s *scanner) element(n name) {
	switch n {
	case nameBase:
		if v, ok := s.wanted.get(attrHref); ok && !s.hasBase {
			s.base, s.hasBase = v, true
		}
		return
	case nameMeta:
		s.meta()
		return
	case nameImage:
		n = nameImg
	case nameIframe:
		if _, ok := s.wanted.get(attrSrcdoc); ok { // it shows that, and src not
			return
		}
	}
	for i := range carriers {
		if c := &carriers[i]; c.tag == n {
			s.link(c.kind, c.attr, c.attr)
			return
		}
	}
}

func (s *scanner) meta() {
	content, ok := s.wanted.get(attrContent)
	if !ok {
		return
	}
	if v, ok := s.wanted.get(attrHTTPEquiv); ok {
		if ascii.EqualFold(s.decoded(v), "refresh") {
			s.keep(Link{Kind: Meta, value: content})
		}
		return
	}
	v, ok := s.wanted.get(attrName)
	if !ok {
		return
	}
	switch name := s.decoded(v); {
	case ascii.EqualFold(name, "robots"):
		s.noFollow = s.noFollow || ForbidsFollowing(s.decoded(content))
		s.robots = first(s.robots, content)
	case ascii.EqualFold(name, "description"):
		s.description = first(s.description, content)
	case ascii.EqualFold(name, "keywords"):
		s.keywords = first(s.keywords, content)
	case ascii.EqualFold(name, "generator"):
		s.javadoc = s.javadoc || bytes.HasPrefix(s.decoded(content), []byte("javadoc/"))
	}
}

// first is the first of two values that is not empty.
func first(old, value span) span {
	if old.from < old.to {
		return old
	}
	return value
}

// hasRel reports whether rel=nofollow is for links of this kind.
func (k Kind) hasRel() bool { return k == A || k == SVG || k == Area || k == Form }

// Loads reports whether the element of a link loads its target. An empty URL loads nothing; in other elements it means the page
// itself.
func (k Kind) Loads() bool {
	return k == Iframe || k == Frame || k == LinkTag || k == Img || k == Script
}

// link keeps a link by one of two attributes; first counts if the tag has both.
func (s *scanner) link(k Kind, first, second attribute) {
	isAnchor := k == A || k == SVG
	if isAnchor {
		s.closeLink()
	}
	v, ok := s.wanted.get(first)
	if !ok {
		if v, ok = s.wanted.get(second); !ok {
			return
		}
	}
	if k.Loads() && v.from == v.to {
		return
	}
	l := Link{Kind: k, value: v}
	if rel, ok := s.wanted.get(attrRel); ok && k.hasRel() {
		l.NoFollow = hasToken(s.decoded(rel), "nofollow")
	}
	if alt, ok := s.wanted.get(attrAlt); ok && (k == Area || k == Img) {
		l.text = alt
	} else if isAnchor {
		l.text = span{int32(len(s.texts)), int32(len(s.texts))}
	}
	s.keep(l)
	if s.anchors && isAnchor && len(s.links) > 0 {
		s.open, s.textSize = len(s.links)-1, 0
	}
}

func (s *scanner) keep(l Link) {
	s.total++
	if s.emit == nil && len(s.links) == s.most {
		return
	}
	s.links = append(s.links, l)
	if s.open < 0 && !(s.anchors && (l.Kind == A || l.Kind == SVG)) {
		s.pass()
	}
}

// closeLink ends the text of the link that is open.
func (s *scanner) closeLink() {
	if s.open >= 0 {
		s.links[s.open].text.to = int32(len(s.texts))
		s.open = -1
		s.pass()
	}
}

// pass hands the links on, if they are not to be kept.
func (s *scanner) pass() {
	if s.emit == nil {
		return
	}
	for i := range s.links {
		s.emit(&s.links[i])
	}
	s.links, s.texts = s.links[:0], s.texts[:0]
}

// AppendRobots appends the directives of an X-Robots-Tag field that are for all crawlers, behind those of fields before it. Those
// for one crawler stand behind its name and a colon, up to the end of the field.
func AppendRobots(dst, field []byte) []byte {
	for d := range bytes.SplitSeq(field, []byte{','}) {
		name, _, ok := bytes.Cut(d, []byte{':'})
		if ok && !slices.Contains(valued, strings.ToLower(string(bytes.TrimSpace(name)))) {
			break
		}
		if len(dst) > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(dst, bytes.TrimSpace(d)...)
	}
	return dst
}

// valued are the directives that have a value behind a colon.
var valued = []string{"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}

// ForbidsFollowing reports whether the directives of a robots meta element or an X-Robots-Tag header say that links count for
// nothing.
func ForbidsFollowing(directives []byte) bool {
	return hasToken(directives, "nofollow") || hasToken(directives, "none")
}

// hasToken reports whether a word, in any case, is in a list divided by blanks, commas and colons.
func hasToken(list []byte, word string) bool {
	for f := range bytes.FieldsFuncSeq(list, func(r rune) bool { return r <= ' ' || r == ',' || r == ':' }) {
		if ascii.EqualFold(f, word) {
			return true
		}
	}
	return false
}
