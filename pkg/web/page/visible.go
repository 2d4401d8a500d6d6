package page

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"

	"webmill/pkg/ascii"
	"webmill/pkg/valid"
)

// TextOptions say how the visible text of a page is written.
type TextOptions struct {
	Alt bool // the alt text of an image is text
}

// MaxVisible bounds the visible text of a page: of a longer one the beginning is kept.
const MaxVisible = 4 << 20

// visible writes what a page shows without style sheets: each block is a line, the cells of a table have a TAB between them, and
// runs of blanks are one space, but for preformatted text. Inline elements do not divide words. What an element hides by
// its name, by hidden or by style="display:none" is left out, and so are the choices of forms.
//
// It sees tags, not a tree. A hidden element ends at its end tag; where that is missing, it ends with the block around
// it. What is made visible again within visibility: hidden stays hidden.
type visible struct {
	TextOptions
	decode decoder

	out      []byte
	cut      bool // the text was longer
	gap      gap  // between what is written and what comes
	headings []Heading
	heading  bool // the last of them is open
	pre      int  // open elements of preformatted text
	preFrom  int  // where that text began
	hiding
}

// Heading is a heading of the text.
type Heading struct {
	Level    int // from 1
	from, to int // in the text
}

// gap is what divides two texts: the strongest of all that stand between them.
type gap uint8

const (
	none gap = iota
	blank
	cell
	line
)

const maxHeadings = 32 << 10 // headings of a page that are kept

const keepVisible = 256 << 10 // of the memory of the text of a page, for the next one

func (v *visible) reset() {
	if cap(v.out) > keepVisible {
		v.out = nil
	}
	*v = visible{
		TextOptions: v.TextOptions, decode: decoder{page: v.decode.page, utf8: v.decode.utf8, plain: v.decode.plain},
		out: v.out[:0], headings: v.headings[:0], hiding: hiding{hidden: v.hidden[:0]},
	}
}

func (v *visible) start(n name, tag openTag, foreign bool) {
	c := classes[n]
	if len(v.hidden) > 0 && v.holds(n, c) {
		return
	}
	switch {
	case c == unseen || c == unseenForeign && foreign || isHidden(n, tag):
		if c > unseen {
			v.need(line)
		}
		v.hide(n)
	case c == replaced:
		v.need(blank)
		if v.Alt {
			v.text(tag.raw(attrAlt), false)
			v.need(blank)
		}
		v.hide(n)
	case c == breaks:
		v.need(line)
	case c == cells:
		v.need(cell)
	case c > unseen:
		v.startBlock(n, c)
	}
}

func (v *visible) end(n name) {
	c := classes[n]
	if len(v.hidden) > 0 && !v.ends(n, c) {
		return
	}
	switch {
	case c == breaks: // browsers take it for a start tag
		v.need(line)
	case c == cells:
		v.need(cell)
	case c > unseen:
		v.endBlock(c)
	}
}

func (v *visible) startBlock(n name, c class) {
	v.closeHeading()
	v.need(line)
	switch c {
	case headed:
		if v.heading = len(v.headings) < maxHeadings; v.heading {
			v.headings = append(v.headings, Heading{Level: int(n&0xff) - '0', from: -1})
		}
	case preformatted:
		if v.pre++; v.pre == 1 {
			v.preFrom = -1
		}
	}
}

func (v *visible) endBlock(c class) {
	switch c {
	case headed:
		v.closeHeading()
	case preformatted:
		if v.pre == 1 {
			v.endPreformatted()
		}
		v.pre = max(0, v.pre-1)
	}
	v.need(line)
}

func (v *visible) closeHeading() {
	if !v.heading {
		return
	}
	v.heading = false
	if last := &v.headings[len(v.headings)-1]; last.from < 0 {
		v.headings = v.headings[:len(v.headings)-1]
	} else {
		last.to = len(v.out)
	}
}

func (v *visible) endPreformatted() {
	if v.preFrom >= 0 {
		v.out = bytes.TrimRight(v.out, " \t\n")
	}
}

func (v *visible) need(g gap) { v.gap = max(v.gap, g) }

// text implements viewer.
func (v *visible) text(raw []byte, verbatim bool) {
	if len(v.hidden) > 0 || v.cut {
		return
	}
	text := v.decode.text(raw, verbatim)
	if room := max(0, MaxVisible-len(v.out)); len(text) > room {
		text, v.cut = beginning(text, room), true
	}
	if v.pre > 0 {
		v.putPreformatted(text)
	} else {
		v.put(text)
	}
}

// beginning is text of at most n bytes: whole words, if the last one is not very long, else whole characters.
func beginning(text []byte, n int) []byte {
	text = valid.Cut(text, n)
	n = len(text)
	const longWord = 256
	if last := bytes.LastIndexByte(text[max(0, n-longWord):], ' '); last >= 0 {
		text = text[:max(0, n-longWord)+last]
	}
	return text
}

// ends are the bytes that may end a word: blanks, controls, and the first byte of a no-break space.
var ends = func() (ends [256]bool) {
	for c := range 0x21 {
		ends[c] = true
	}
	ends[0x7f], ends[0xc2] = true, true
	return ends
}()

// Blank is the length of the blank or control at the beginning of a text, 0 if there is none: one that browsers show as a space,
// or not at all. The blanks of typesetters (U+2000 and others) are text.
func Blank(text []byte) int {
	switch c := text[0]; {
	case c <= ' ' || c == 0x7f:
		return 1
	case c == 0xc2 && len(text) > 1 && text[1] <= 0xa0:
		return 2
	}
	return 0
}

// Space is the length of what divides words at the beginning of a text, 0 if there is none: what Blank knows, all other blanks of
// Unicode, and U+200B, at which a line may break.
func Space(text []byte) int {
	if n := Blank(text); n > 0 {
		return n
	}
	if c := text[0]; c < 0xe1 || c > 0xe3 || len(text) < 3 { // no other blank begins so
		return 0
	}
	if text[0] == 0xe2 && text[1] == 0x80 && text[2] <= 0x8b {
		return 3
	}
	switch string(text[:3]) {
	case "\u1680", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000":
		return 3
	}
	return 0
}

// Word is the length of the word at the beginning of a text that begins with no Space.
func Word(text []byte) int {
	n := 1
	for n < len(text) && (text[n] > ' ' && text[n] < 0x7f || text[n] >= utf8.RuneSelf && Space(text[n:]) == 0) {
		n++
	}
	return n
}

// put writes text, with one space for each run of blanks.
func (v *visible) put(text []byte) {
	for i := 0; i < len(text); {
		if n := Blank(text[i:]); n > 0 {
			v.need(blank)
			i += n
			continue
		}
		j := i + 1 // some words, with one space between them as it is written
		for j < len(text) && (!ends[text[j]] || text[j] == ' ' && j+1 < len(text) && !ends[text[j+1]]) {
			j++
		}
		if v.gap != none || len(v.out) == 0 {
			v.divide()
		}
		v.out = append(v.out, text[i:j]...)
		i = j
	}
}

// putPreformatted writes text as it is, without controls and without the line ends before it.
func (v *visible) putPreformatted(text []byte) {
	for i := 0; i < len(text); {
		n, c := Blank(text[i:]), text[i]
		switch {
		case v.preFrom < 0 && n > 0:
			i += n // an indent of the first line is lost
			continue
		case n == 2:
			c = ' '
		case n == 1 && c == '\r':
			c = '\n'
			if i+1 < len(text) && text[i+1] == '\n' {
				n = 2
			}
		case n == 1 && c != '\n' && c != '\t' && c != ' ':
			i++
			continue
		}
		if v.preFrom < 0 || v.gap > blank {
			v.divide()
			v.preFrom = max(v.preFrom, len(v.out))
		} else if v.gap == blank && n == 0 {
			v.out = append(v.out, ' ') // something that is no text stands there
		}
		v.gap = none
		v.out = append(v.out, c)
		i += max(n, 1)
	}
}

// divide writes the gap.
func (v *visible) divide() {
	g := v.gap
	v.gap = none
	switch {
	case len(v.out) == 0:
	case g == blank:
		v.out = append(v.out, ' ')
	case g == cell:
		v.out = append(v.out, '\t')
	case g == line:
		v.out = append(v.out, '\n')
	}
	if v.heading && v.headings[len(v.headings)-1].from < 0 {
		v.headings[len(v.headings)-1].from = len(v.out)
	}
}

// finish ends what the page left open.
func (v *visible) finish() {
	v.closeHeading()
	if v.pre > 0 {
		v.endPreformatted()
	}
}

// decoder turns texts of a page into UTF-8.
type decoder struct {
	page  *Page
	from  *encoding.Decoder // of a page that is not UTF-8
	utf8  []byte            // the last text
	plain []byte            // the same, without references
}

// text is raw as UTF-8, valid until the next call; references in it are replaced if it is not verbatim.
func (d *decoder) text(raw []byte, verbatim bool) []byte {
	text := raw
	if !ascii.Only(raw) {
		text = d.decoded(raw)
	}
	k := bytes.IndexByte(text, '&')
	if verbatim || k < 0 {
		return text
	}
	d.plain = d.plain[:0]
	for k >= 0 {
		d.plain = append(d.plain, text[:k]...)
		var n int
		d.plain, n = appendTextReference(d.plain, text[k:])
		text = text[k+n:]
		k = bytes.IndexByte(text, '&')
	}
	d.plain = append(d.plain, text...)
	return d.plain
}

// decoded is a text that is not ASCII.
func (d *decoder) decoded(raw []byte) []byte {
	if d.page.Charset() == "utf-8" {
		return d.page.utf8(raw)
	}
	if d.from == nil {
		d.from = d.page.encoding.NewDecoder()
	}
	d.utf8 = slices.Grow(d.utf8[:0], 3*len(raw)+utf8.UTFMax)
	n, _, err := d.from.Transform(d.utf8[:cap(d.utf8)], raw, true)
	d.from.Reset()
	if err != nil {
		return d.page.utf8(raw)
	}
	return d.utf8[:n]
}

// VisibleText is the visible text of the page, if it was asked for, valid until the next page. cut says that it is only
// the first MaxVisible bytes, or less.
func (p *Page) VisibleText() (text []byte, cut bool) { return p.visible.out, p.visible.cut }

// Headings gives the headings of the visible text in their order, as plain text.
func (p *Page) Headings(each func(level int, text []byte)) {
	for _, h := range p.visible.headings {
		text := slices.Clone(p.visible.out[h.from:h.to])
		each(h.Level, Plain(text))
	}
}

// AppendDescription appends the description that the page gives, in the form of AppendTitle.
func (p *Page) AppendDescription(dst []byte) []byte {
	return p.appendPlain(dst, span{p.scan.description.from, min(p.scan.description.to, p.scan.description.from+8*maxTitle)},
		maxTitle)
}

// AppendKeywords appends the keywords that the page gives.
func (p *Page) AppendKeywords(dst []byte) []byte {
	return p.appendPlain(dst, span{p.scan.keywords.from, min(p.scan.keywords.to, p.scan.keywords.from+8*maxTitle)}, maxTitle)
}

// ByJavadoc reports whether the page says that javadoc made it: in a comment (Nitsche 2003, 4.3.2.4.3), or in a meta element,
// as since Java 13, where the comment can be left out.
func (p *Page) ByJavadoc() bool { return p.scan.javadoc }

// CountLinks counts the links of the page, of all kinds.
func (p *Page) CountLinks() int64 { return p.scan.total }

// AppendRobots appends the directives of the first meta element for robots.
func (p *Page) AppendRobots(dst []byte) []byte { return p.appendPlain(dst, p.scan.robots, maxLang) }
