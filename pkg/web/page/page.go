// Package page reads HTML without a browser: its encoding, its links, its visible text and what it says of itself.
//
// # Links
//
// The links of a page are those of the tree that a browser with scripting builds of it, by the HTML standard: one for each
// start tag of the author, in the order of the page. For that the page is neither parsed to a tree nor decoded: a scanner goes
// over its bytes (scan.go). It knows where a tree could give other links. Then, in about one page of 250, a tree is built and
// gives the links (tree.go). Values are decoded one by one: in the encodings of the web no byte of markup is part of another
// character, but for UTF-16 and ISO-2022-JP, whose pages are decoded first (charset.go).
//
// What differs from a tree, and why:
//
//   - in application/xhtml+xml a script, a title and the like may close themselves; else it is read as HTML
//   - a tree repeats an unclosed <a> in each block it runs through; here it is one link
//   - the links in <noscript> are text to a browser with scripting, and none here, unless asked for; those in <template> are
//     not part of the page
//   - a form inside a form is none to a tree, but counts here
//   - <frame> counts in a frameset only; href of MathML does not count
//
// Hostile pages: each step is linear in the page. A page of more than a million links is read twice rather than kept.
//
// # Files
//
//	document.go  what a server gave for a URL
//	page.go      Page: its encoding, base and links
//	charset.go   the encoding, and which hide markup
//	link.go      kinds of links, and what a link says
//	query.go     the query of a link, in the page's encoding
//	value.go     values: character references, refresh
//	scan.go      the scanner, from tag to tag
//	tag.go       a tag and its attributes
//	raw.go       scripts, comments and other text in which tags are none
//	foreign.go   SVG and MathML
//	events.go    what the scanner passes, for the visible text, and for a Handler
//	visible.go   the visible text; classes.go  what elements do to it; hidden.go  which are hidden
//	nodelines.go the text nodes of a tree, a line each
//	tree.go      the tree, where the scanner cannot tell; treesize.go  its memory; template.go  where it ends too soon
//	allowance.go the memory that a document may take
package page

import (
	"bytes"
	"html"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"

	"webmill/pkg/ascii"
	"webmill/pkg/valid"
)

// Page is one page after the other.
type Page struct {
	scan        scanner
	allowed     Allowance
	taken       int64  // how much of the allowed memory the page has taken
	body        []byte // as it was scanned
	contentType string
	known       bool // the encoding is
	encoding    encoding.Encoding
	charset     string
	stored      string // the encoding before the page was made UTF-8; "" if it was not
	tree        *tree  // nil if it was not needed, or not to be had
	flat        bool   // a tree should have been asked, but could not be built
	buffer      []byte
	visible     visible
	handled     handled
}

// Options say how pages are read.
type Options struct {
	Noscript bool         // the links in <noscript> count
	Texts    bool         // keep the texts of links
	Visible  *TextOptions // if it is set, the visible text is wanted
	Handler  Handler      // if it is set, it takes what the page holds, in the place of the visible text
}

// New makes a Page.
func New(opt Options) *Page {
	p := &Page{scan: scanner{mode: mode{noscript: opt.Noscript, anchors: opt.Texts, most: maxListed}}}
	if opt.Visible != nil {
		p.visible = visible{TextOptions: *opt.Visible, decode: decoder{page: p}}
		p.scan.view = &p.visible
	}
	if opt.Handler != nil {
		p.handled = handled{Handler: opt.Handler, decode: decoder{page: p}}
		p.scan.view = &p.handled
		if more, ok := opt.Handler.(DataHandler); ok {
			p.handled.more, p.scan.data = more, &p.handled
		}
	}
	return p
}

// Allow sets what the next page and those after it may take.
func (p *Page) Allow(a Allowance) { p.allowed, p.scan.most = a, a.links(maxListed) }

// MaxBytes bounds a page: positions in it are 32-bit.
const MaxBytes = 1<<31 - 1

// Parse reads a page of at most MaxBytes. It and its links are valid until the next call, and only as long as body is. ok
// is false if the page may not take that much memory.
func (p *Page) Parse(body []byte, contentType string) (ok bool) {
	p.contentType, p.known, p.body = contentType, false, body
	p.tree, p.flat, p.scan.emit = nil, false, nil
	p.taken, p.stored = 0, ""
	p.scan.xml = IsXHTML([]byte(contentType))
	if p.scan.xml && !p.take(xmlTimes*int64(len(body))) {
		return false
	}
	if mayBeWide(body, contentType) {
		if !p.take(wideTimes * int64(len(body))) {
			return false
		}
		p.decodeWide()
	}
	if rest, ok := bytes.CutPrefix(p.body, []byte("\xef\xbb\xbf")); ok { // the tree would take the byte order mark for text
		p.body, p.encoding, p.charset, p.known = rest, encoding.Nop, "utf-8", true
	}
	p.handled.decode.from = nil
	if p.scan.view != nil { // which has the text of a page as UTF-8, whoever it is
		if !p.take(visibleTimes * min(int64(len(p.body)), MaxVisible)) {
			return false
		}
		p.visible.reset()
	}
	p.scan.reset(p.body)
	p.scan.run()
	p.visible.finish()
	if !p.scan.flagged {
		return true
	}
	closed := p.scan.closed()
	need, ok := treeMemory(closed)
	if ok && !p.take(need) {
		return false
	}
	if ok {
		p.tree, ok = parseTree(closed, p.scan.noscript, p.again(closed, need))
		if !ok && !p.allowed.Ask(p.taken) { // there was no memory to build it again
			return false
		}
	}
	p.flat = !ok
	return true
}

// take reports whether the page may take more bytes, besides those that it has taken.
func (p *Page) take(n int64) bool {
	p.taken += n
	return p.allowed.Ask(p.taken)
}

// again returns what asks for the memory to build a tree once more, from a copy of its page.
func (p *Page) again(page []byte, tree int64) func() bool {
	return func() bool { return p.take(tree + int64(len(page))) }
}

const visibleTimes = 5 // the memory for the visible text of a page and its line, at most, as a multiple of the page's length

const xmlTimes = 7 // the memory for the tags that close themselves, at most, as a multiple of the page's length

const wideTimes = 3 // the memory for decoding, at most, as a multiple of the page's length

// decodeWide makes the page UTF-8, if its encoding hides markup.
func (p *Page) decodeWide() {
	e, name := Charset(p.body, p.contentType)
	if !wide(name) {
		p.encoding, p.charset, p.known = e, name, true
		return
	}
	if decoded, err := e.NewDecoder().Bytes(p.body); err == nil {
		p.body, p.stored = decoded, name
	}
	p.encoding, p.charset, p.known = encoding.Nop, "utf-8", true
}

// Flat reports whether there is no tree of a page that needs one: the page is too large or too deep, or has templates inside svg
// that are too many or do not end. Then its links are those of the scanner.
func (p *Page) Flat() bool { return p.flat }

// ByTree reports whether the links of the page are those of a tree, and so have no places.
func (p *Page) ByTree() bool { return p.tree != nil }

// NoFollow reports whether a meta element says that the links of the page count for nothing.
func (p *Page) NoFollow() bool { return p.scan.noFollow }

// Base is the value of the base element's href.
func (p *Page) Base() (href []byte, ok bool) {
	if p.tree != nil {
		return p.utf8([]byte(p.tree.base)), p.tree.hasBase
	}
	if !p.scan.hasBase {
		return nil, false
	}
	return p.decoded(p.scan.base), true
}

// AppendTitle appends the text of the page's first title as UTF-8, with one space for each run of blanks and none at
// the ends. Of a longer title it appends the first KiB.
func (p *Page) AppendTitle(dst []byte) []byte {
	return p.appendPlain(dst, span{p.scan.title.from, min(p.scan.title.to, p.scan.title.from+8*maxTitle)}, maxTitle)
}

// AppendLang appends the language that the page says it is in, like de-AT.
func (p *Page) AppendLang(dst []byte) []byte { return p.appendPlain(dst, p.scan.lang, maxLang) }

const (
	maxTitle = 1 << 10
	maxLang  = 64
)

// appendPlain appends a part of the page, with references replaced, as plain text of at most n bytes.
func (p *Page) appendPlain(dst []byte, part span, n int) []byte {
	from := len(dst)
	text := p.utf8(p.body[part.from:part.to])
	if bytes.IndexByte(text, '&') >= 0 {
		text = []byte(html.UnescapeString(string(text)))
	}
	return clip(collapse(append(dst, text...), from), from+n)
}

// PlainTitle is a title that is known without its page, in the form of AppendTitle. It changes the text in place.
func PlainTitle(text []byte) []byte { return clip(Plain(text), maxTitle) }

// clip cuts text that is longer than n bytes between two characters.
func clip(text []byte, n int) []byte {
	for len(text) > n {
		_, size := utf8.DecodeLastRune(text)
		text = text[:len(text)-size]
	}
	return text
}

// Links calls f for each link, in the order of the page.
func (p *Page) Links(f func(*Link)) {
	if p.tree != nil {
		written := map[writtenLink]int{}
		p.each(func(l *Link) { written[writtenLink{string(p.scan.decoded(l.value)), l.NoFollow}]++ })
		p.tree.unrepeated(written, func(t *treeLink) { f(&Link{Kind: t.kind, NoFollow: t.nofollow, tree: t}) })
		return
	}
	p.each(func(l *Link) {
		if l.Kind != Frame || p.scan.flagged {
			f(l)
		}
	})
}

// each calls f for each link that the scanner has found.
func (p *Page) each(f func(*Link)) {
	if p.scan.total == int64(len(p.scan.links)) {
		for i := range p.scan.links {
			f(&p.scan.links[i])
		}
		return
	}
	view, data := p.scan.view, p.scan.data
	p.scan.emit, p.scan.view, p.scan.data = f, nil, nil
	p.scan.reset(p.body)
	p.scan.run()
	p.scan.pass()
	p.scan.emit, p.scan.view, p.scan.data = nil, view, data
}

// Reference is what a link refers to, as UTF-8; not ok if it refers to nothing. It is valid until the next call.
func (p *Page) Reference(l *Link) (ref []byte, ok bool) {
	if l.tree != nil {
		ref = p.utf8([]byte(l.tree.value))
	} else {
		ref = p.decoded(l.value)
	}
	if l.Kind == Meta {
		return RefreshTarget(ref)
	}
	return ref, true
}

// decoded is an attribute value as UTF-8.
func (p *Page) decoded(v span) []byte {
	raw := p.body[v.from:v.to]
	plain := true
	for _, c := range raw {
		if c >= utf8.RuneSelf || c == '&' || c == '\r' || c == 0 {
			plain = false
			break
		}
	}
	if plain {
		return raw
	}
	p.buffer = appendValue(p.buffer[:0], p.utf8(raw))
	return p.buffer
}

// utf8 decodes a part of the page.
func (p *Page) utf8(raw []byte) []byte {
	if ascii.Only(raw) {
		return raw
	}
	p.Charset()
	e := p.encoding
	if p.charset == "utf-8" {
		if valid.UTF8(raw) {
			return raw
		}
		e = unicode.UTF8
	}
	decoded, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		return raw
	}
	return decoded
}

// Charset is the name of the encoding of Bytes, as the standard has it.
func (p *Page) Charset() string {
	if !p.known {
		p.encoding, p.charset = Charset(p.body, p.contentType)
		p.known = true
	}
	return p.charset
}

// StoredIn is the name of the encoding in which the page was stored; Charset is that of Bytes.
func (p *Page) StoredIn() string {
	if p.stored != "" {
		return p.stored
	}
	return p.Charset()
}

// AppendText appends the text of a link as UTF-8, with one space for each run of blanks and none at the ends. At most 64 KiB of
// the text are read.
func (p *Page) AppendText(dst []byte, l *Link) []byte {
	from := len(dst)
	if l.tree != nil {
		return collapse(append(dst, p.utf8(l.tree.text())...), from)
	}
	texts := []span{l.text}
	if l.Kind != Area && l.Kind != Img {
		texts = p.scan.texts[l.text.from:l.text.to]
	}
	for _, t := range texts {
		text := p.utf8(p.body[t.from:t.to])
		if bytes.IndexByte(text, '&') >= 0 {
			text = []byte(html.UnescapeString(string(text)))
		}
		dst = append(dst, text...)
	}
	return collapse(dst, from)
}

// Plain is text without line ends and other controls: runs of blanks and controls become one space, and there is none at the
// ends. It changes text in place.
func Plain(text []byte) []byte { return collapse(text, 0) }

// collapse makes runs of blanks and controls behind from one space each, and removes those at the ends.
func collapse(dst []byte, from int) []byte {
	to, blank := from, false
	for i := from; i < len(dst); {
		r, n := rune(dst[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(dst[i:])
		}
		if r <= ' ' || 0x7f <= r && r <= 0xa0 {
			blank = to > from
		} else {
			if blank {
				dst[to] = ' '
				to++
				blank = false
			}
			to += copy(dst[to:], dst[i:i+n])
		}
		i += n
	}
	return dst[:to]
}
