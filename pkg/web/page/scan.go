package page

import (
	"bytes"
	"math/bits"

	"webmill/pkg/ascii"
)

// scanner is the tokenizer of the HTML standard, without tokens: it hops from tag to tag and keeps where the links are.
//
// It knows what the standard's tokenizer is told by the tree: which elements hold text instead of tags (raw.go), and what is
// different inside svg and math (foreign.go). What only a tree can decide, it flags: a frameset, which replaces the body, an
// HTML element inside svg or math, and an end tag inside these that is not open there. All other pages have the same links
// for the scanner as for a tree: broken nesting moves links but never drops one.
//
// Passes: one. Memory: 24 bytes a link, 8 a text in a link.
type scanner struct {
	mode
	page  []byte
	links []Link
	texts []span        // the texts in links
	emit  func(l *Link) // if set, links are not kept but passed on
	total int64         // links

	base     span
	hasBase  bool
	noFollow bool // said by a meta element, of all links
	title    span // the text of the first title, if any
	lang     span // of the html element
	// The contents of the first meta elements of these names, if any.
	description, keywords, robots span
	javadoc                       bool // it made the page, as a comment or a meta element says
	flagged                       bool
	templates                     int    // open ones: what they hold is no part of the page
	inert                         *inert // if set, it keeps all of them
	empty                         []span // the start tags that close themselves, of XHTML, as far as HTML does not have such
	foreign                       []foreignElement
	open                          int // the link whose text is being read, or -1
	text                          int // where it goes on
	textSize                      int // bytes of the text so far
	commentTo                     int // the next "-->", if it is not behind us
	wanted                        found
	textAt                        span   // of text, which the viewer takes
	at                            int32  // where the start tag ends, which the viewer takes
	tagAt                         int32  // where it begins
	view                          viewer // nil: only links are wanted
	data                          dataViewer
}

const (
	maxText   = 64 << 10 // bytes of the text of a link
	keepTexts = 64 << 10
)

type mode struct {
	noscript bool // <noscript> is an element like others
	anchors  bool // keep the texts of links
	most     int  // links that are kept in memory
	xml      bool // the page is XHTML: an element whose content has no tags may close itself
}

type span struct{ from, to int32 }

// What each byte does in a tag.
var (
	endsName = set("\t\n\f\r />")
	begins   = set("abfhilmnpstxABFHILMNPSTX") // the first letters of the names that mean something in HTML
)

func set(chars string) (set [256]bool) {
	for _, c := range []byte(chars) {
		set[c] = true
	}
	return set
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

// name is a tag or attribute name in lower case as a number: its bytes, if there are at most 8, or else mixed.
type name uint64

func (n name) with(c byte) name {
	if n>>56 == 0 {
		return n<<8 | name(ascii.Lower[c])
	}
	return name(bits.RotateLeft64(uint64(n), 5)*0x9E3779B97F4A7C15) ^ name(ascii.Lower[c])
}

func nameOf(s string) (n name) {
	for _, c := range []byte(s) {
		n = n.with(c)
	}
	return n
}

// The names of HTML that mean something.
const (
	nameA        name = 'a'
	nameArea     name = 'a'<<24 | 'r'<<16 | 'e'<<8 | 'a'
	nameBase     name = 'b'<<24 | 'a'<<16 | 's'<<8 | 'e'
	nameForm     name = 'f'<<24 | 'o'<<16 | 'r'<<8 | 'm'
	nameFrame    name = 'f'<<32 | 'r'<<24 | 'a'<<16 | 'm'<<8 | 'e'
	nameFrameset name = nameFrame<<24 | 's'<<16 | 'e'<<8 | 't'
	nameHTML     name = 'h'<<24 | 't'<<16 | 'm'<<8 | 'l'
	nameIframe   name = 'i'<<40 | nameFrame
	nameImg      name = 'i'<<16 | 'm'<<8 | 'g'
	nameImage    name = 'i'<<32 | 'm'<<24 | 'a'<<16 | 'g'<<8 | 'e'
	nameLink     name = 'l'<<24 | 'i'<<16 | 'n'<<8 | 'k'
	nameMath     name = 'm'<<24 | 'a'<<16 | 't'<<8 | 'h'
	nameMeta     name = 'm'<<24 | 'e'<<16 | 't'<<8 | 'a'
	nameNoembed  name = 'n'<<48 | 'o'<<40 | 'e'<<32 | 'm'<<24 | 'b'<<16 | 'e'<<8 | 'd'
	nameNoframes name = 'n'<<56 | 'o'<<48 | nameFrame<<8 | 's'
	nameNoscript name = 'n'<<56 | 'o'<<48 | nameScript
	nameScript   name = 's'<<40 | 'c'<<32 | 'r'<<24 | 'i'<<16 | 'p'<<8 | 't'
	nameStyle    name = 's'<<32 | 't'<<24 | 'y'<<16 | 'l'<<8 | 'e'
	nameSVG      name = 's'<<16 | 'v'<<8 | 'g'
	nameTemplate name = 't'<<56 | 'e'<<48 | 'm'<<40 | 'p'<<32 | 'l'<<24 | 'a'<<16 | 't'<<8 | 'e'
	nameTextarea name = 't'<<56 | 'e'<<48 | 'x'<<40 | 't'<<32 | 'a'<<24 | 'r'<<16 | 'e'<<8 | 'a'
	nameTitle    name = 't'<<32 | 'i'<<24 | 't'<<16 | 'l'<<8 | 'e'
	nameXmp      name = 'x'<<16 | 'm'<<8 | 'p'
)

var namePlaintext = nameOf("plaintext")

func (s *scanner) reset(page []byte) {
	if cap(s.texts) > keepTexts {
		s.texts = nil // frees the memory that one page with very many texts took
	}
	*s = scanner{
		mode: s.mode, page: page, links: s.links[:0], texts: s.texts[:0], empty: s.empty[:0], emit: s.emit,
		foreign: s.foreign[:0], open: -1, commentTo: -1, view: s.view, data: s.data,
	}
}

func (s *scanner) run() {
	p := s.page
	for i := 0; ; {
		k := bytes.IndexByte(p[i:], '<')
		if k < 0 || i+k+1 >= len(p) {
			s.textTo(len(p))
			break
		}
		i += k
		switch c := p[i+1]; {
		case ascii.Letter(c):
			i = s.startTag(i)
		case c == '/':
			i = s.endTag(i)
		case c == '!':
			i = s.declaration(i)
		case c == '?':
			i = s.after(i, '>')
		default:
			i++
			continue
		}
		if i < 0 { // the page ends inside a tag, which then is none, or inside a comment or a text
			break
		}
	}
	s.closeLink()
}

// after is the position behind the next byte c, -1 if there is none. What is passed is no text.
func (s *scanner) after(i int, c byte) int {
	s.textTo(i)
	k := bytes.IndexByte(s.page[i:], c)
	if k < 0 {
		return -1
	}
	return s.textFrom(i + k + 1)
}

// tagName reads the name of the tag whose first letter is at i; to is where it ends.
func (s *scanner) tagName(i int) (n name, to int) {
	p := s.page
	for ; i < len(p) && !endsName[p[i]]; i++ {
		n = n.with(p[i])
	}
	return n, i
}

func (s *scanner) startTag(i int) int {
	s.textTo(i)
	s.tagAt = int32(i)
	n, j := s.tagName(i + 1)
	if len(s.foreign) > 0 {
		return s.foreignStart(j, n)
	}
	if !begins[s.page[i+1]] {
		end, _ := s.viewed(j)
		s.started(n, end)
		s.closeEmpty(end, n)
		return s.textFrom(end)
	}
	return s.htmlStart(j, n)
}

// htmlStart minds a start tag whose name ends at j, and returns where to go on.
func (s *scanner) htmlStart(j int, n name) int {
	switch n {
	case nameA, nameArea, nameBase, nameForm, nameFrame, nameIframe, nameImg, nameImage, nameLink, nameMeta, nameScript:
		end, _ := s.attributes(j)
		if end < 0 {
			return -1
		}
		s.started(n, end)
		if s.templates == 0 {
			s.element(n)
		}
		if n == nameIframe || n == nameScript {
			return s.textFrom(s.held(n, end, s.rawText(end, n)))
		}
		return s.textFrom(end)
	case nameHTML:
		end, _ := s.attributes(j)
		s.started(n, end)
		if lang, ok := s.wanted.get(attrLang); ok && s.lang.to == 0 && s.templates == 0 {
			s.lang = lang
		}
		return s.textFrom(end)
	}
	end, closed := s.viewed(j)
	if end < 0 {
		return -1
	}
	s.started(n, end)
	switch n {
	case nameStyle, nameTextarea, nameTitle, nameXmp, nameNoembed, nameNoframes:
		return s.textFrom(s.rawElement(end, n))
	case nameNoscript:
		if !s.noscript {
			return s.textFrom(s.rawText(end, n))
		}
	case namePlaintext:
		if !s.inert.ignores(n) {
			s.shown(end, len(s.page), true)
			return -1
		}
	case nameTemplate:
		if !s.isEmpty(end, n) {
			s.templates++
			s.inert.opened(s.tagAt, false)
		}
	case nameFrameset:
		s.flagged = true
	case nameSVG, nameMath:
		if !closed {
			s.foreign = append(s.foreign, foreignElement{n, n == nameSVG, holdsForeign})
		}
	default:
		s.closeEmpty(end, n)
	}
	return s.textFrom(end)
}

// rawElement minds an element whose content has no tags, and returns where its content ends.
func (s *scanner) rawElement(end int, n name) (to int) {
	to = s.rawText(end, n)
	switch {
	case n == nameTitle && to > end && s.title.to == 0 && s.templates == 0:
		s.title = span{int32(end), int32(to)}
		s.held(n, end, to)
	case n == nameXmp && to > end:
		s.shown(end, to, true)
	}
	return to
}

func (s *scanner) endTag(i int) int {
	if i+2 >= len(s.page) {
		return -1
	}
	if c := s.page[i+2]; c == '>' {
		s.textTo(i)
		return s.textFrom(i + 3)
	} else if !ascii.Letter(c) {
		return s.after(i, '>')
	}
	s.textTo(i)
	n, j := s.tagName(i + 2)
	end, _ := s.skipAttributes(j)
	if end < 0 {
		return -1
	}
	switch {
	case n == nameA:
		s.closeLink()
	case n == nameTemplate && s.templates > 0 && s.lastForeign(n) < 0:
		s.templates--
		s.foreign = s.foreign[:0] // svg and math that are open in the template end with it
		s.inert.closed(end)
	}
	s.ended(n)
	if len(s.foreign) > 0 {
		s.foreignEnd(n)
	}
	return s.textFrom(end)
}

// declaration passes a comment, a doctype or what looks like them.
func (s *scanner) declaration(i int) int {
	p := s.page[i:]
	if bytes.HasPrefix(p, []byte("<!--")) {
		s.textTo(i)
		if s.view != nil && !s.javadoc {
			s.javadoc = bytes.HasPrefix(bytes.TrimLeft(p[len("<!--"):], "\t\n\r "), []byte("Generated by javadoc"))
		}
		return s.textFrom(s.comment(i + 4))
	}
	if len(s.foreign) > 0 && bytes.HasPrefix(p, []byte("<![CDATA[")) {
		s.textTo(i)
		k := bytes.Index(p, []byte("]]>"))
		if k < 0 {
			return -1
		}
		if s.open >= 0 {
			s.addText(i+len("<![CDATA["), i+k)
		}
		s.shown(i+len("<![CDATA["), i+k, true)
		return s.textFrom(i + k + 3)
	}
	return s.after(i, '>')
}

// comment returns the end of the comment whose content begins at i.
func (s *scanner) comment(i int) int {
	p := s.page
	if rest := p[i:]; len(rest) > 0 && rest[0] == '>' {
		return i + 1
	} else if len(rest) > 1 && rest[0] == '-' && rest[1] == '>' {
		return i + 2
	}
	for {
		k := bytes.Index(p[i:], []byte("--"))
		if k < 0 {
			return -1
		}
		for i += k + 2; i < len(p) && p[i] == '-'; {
			i++
		}
		switch {
		case i < len(p) && p[i] == '>':
			return i + 1
		case i+1 < len(p) && p[i] == '!' && p[i+1] == '>':
			return i + 2
		}
	}
}

// textFrom says that text goes on at i, textTo that it ends there.
func (s *scanner) textFrom(i int) int {
	s.text = i
	return i
}

func (s *scanner) textTo(i int) {
	if s.text < 0 || i <= s.text {
		return
	}
	if s.open >= 0 {
		s.addText(s.text, i)
	}
	s.shown(s.text, i, false)
}

// addText adds a text to that of the open link.
func (s *scanner) addText(from, to int) {
	to = min(to, from+maxText-s.textSize)
	if to > from && s.templates == 0 {
		s.textSize += to - from
		s.texts = append(s.texts, span{int32(from), int32(to)})
	}
}
