package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/page"
)

// style says which elements of text are around a span: a set of bits.
type style uint8

const (
	strong style = 1 << iota
	emphasis
	struck
	code
	styles = 4

	struckMark = 2 // its place in marks
)

var (
	marks    = [styles]string{"**", "*", "~~", ""}
	styleOf  = map[string]int{"b": 0, "strong": 0, "em": 1, "i": 1, "cite": 1, "s": 2, "code": 3, "kbd": 3, "samp": 3}
	stripped = map[string]bool{"abbr": true, "mark": true, "q": true, "small": true, "sub": true, "sup": true,
		"time": true, "u": true}
)

// kind is what a span is.
type kind uint8

const (
	words kind = iota
	breaks
	image
)

// span is text of one style and in one link, a break or an image.
type span struct {
	from, to int // in text
	kind     kind
	style    style
	link     int // 0: none
	image    int // its address
	escape   int // place in text of the character that needs a backslash because of its place in the line; -1: none
}

// inline collects the text of a block.
type inline struct {
	text      []byte // without blanks at its ends; several blanks in a row are one
	alts      []byte // texts of images
	addresses []byte
	ends      []int // of the addresses; the first is empty
	spans     []span
	space     bool        // a blank stands behind the last span
	between   span        // the style and the link of that blank
	inside    [styles]int // elements that are open, by style
	linked    int         // the link that is open

	mode    mode
	begins  int  // where the line begins in the output, behind its marks
	closed  int  // place in the output behind the last mark that ends an element
	opened  int  // place behind the last mark that begins one
	outside rune // the character before that mark
}

// mode is where text is written.
type mode uint8

const (
	text mode = iota
	heading
	cell
)

// emptied keeps the memory, for the next page.
func (n *inline) emptied() inline {
	return inline{text: n.text[:0], alts: n.alts[:0], addresses: n.addresses[:0], ends: append(n.ends[:0], 0), spans: n.spans[:0]}
}

// clear removes the text that was collected. Open elements stay open.
func (n *inline) clear() {
	var address []byte
	if n.linked > 0 {
		address = n.address(n.linked)
	}
	n.text, n.alts, n.spans, n.space = n.text[:0], n.alts[:0], n.spans[:0], false
	n.addresses, n.ends = append(n.addresses[:0], address...), append(n.ends[:0], 0)
	if n.linked > 0 {
		n.ends, n.linked = append(n.ends, len(address)), 1
	}
}

func (n *inline) newAddress(a []byte) int {
	n.addresses = append(n.addresses, a...)
	n.ends = append(n.ends, len(n.addresses))
	return len(n.ends) - 1
}

func (n *inline) address(k int) []byte { return n.addresses[n.ends[k-1]:n.ends[k]] }

// startInline takes a start tag, and reports whether its element is one of text.
func (w *Writer) startInline(name []byte) bool {
	if k, ok := styleOf[string(name)]; ok {
		w.inside[k]++
		return true
	}
	switch string(name) {
	case "a":
		if href := w.in.attr("href="); len(href) > 0 {
			w.linked = w.newAddress(href)
		}
	case "br":
		w.space = false
		if len(w.spans) > 0 {
			w.put(span{kind: breaks})
		}
	case "img":
		if src := w.in.attr("src="); len(src) > 0 {
			s := span{kind: image, image: w.newAddress(src), from: len(w.alts)}
			w.alts = append(w.alts, page.Plain(bytes.Clone(w.in.attr("alt=")))...)
			s.to = len(w.alts)
			w.put(s)
		}
	default:
		return stripped[string(name)]
	}
	return true
}

// endInline takes an end tag, and reports whether its element is one of text.
func (w *Writer) endInline(name []byte) bool {
	if k, ok := styleOf[string(name)]; ok {
		w.inside[k] = max(0, w.inside[k]-1)
		return true
	}
	if string(name) == "a" {
		w.linked = 0
		return true
	}
	return stripped[string(name)]
}

// add takes text.
func (n *inline) add(text []byte) {
	for len(text) > 0 {
		k := bytes.IndexAny(text, " \t\n\r\f")
		if k < 0 {
			k = len(text)
		}
		if k > 0 {
			n.put(span{kind: words})
			n.text = append(n.text, text[:k]...)
			n.spans[len(n.spans)-1].to = len(n.text)
		}
		if k < len(text) {
			n.blank()
			k++
		}
		text = text[k:]
	}
}

// blank takes blanks.
func (n *inline) blank() {
	if !n.space {
		n.space, n.between = true, n.styled(span{})
	}
}

// styled gives a span the style and the link that are open.
func (n *inline) styled(s span) span {
	for k := range n.inside {
		if n.inside[k] > 0 {
			s.style |= 1 << k
		}
	}
	s.link = n.linked
	return s
}

// put appends a span and the blank before it. The blank keeps those of its styles that both of its neighbours have too.
func (n *inline) put(s span) {
	s = n.styled(s)
	if k := len(n.spans) - 1; n.space && k >= 0 && n.spans[k].kind != breaks {
		last, blank := &n.spans[k], n.between
		blank.style &= last.style & s.style
		if last.link != s.link {
			blank.link = 0
		}
		n.join(blank, " ")
	}
	n.space = false
	n.join(s, "")
}

// join appends a span with some text. If the last span has the same style and link, the text is added to that.
func (n *inline) join(s span, text string) {
	if s.kind == image {
		n.spans = append(n.spans, s)
		return
	}
	s.from = len(n.text)
	n.text = append(n.text, text...)
	s.to = len(n.text)
	if k := len(n.spans) - 1; k >= 0 && s.kind == words && n.spans[k].kind == words && n.spans[k].style == s.style &&
		n.spans[k].link == s.link {
		n.spans[k].to = s.to
		return
	}
	n.spans = append(n.spans, s)
}

// size is an upper bound of the length of the collected text as Markdown.
func (n *inline) size() int {
	const marks = 2 * (2 + 2 + 2 + 4)
	return 3*len(n.text) + 2*(len(n.alts)+len(n.addresses)) + len(n.spans)*(marks+maxPrefix) + 2*maxPrefix
}

// write writes the collected text.
func (w *Writer) write(m mode) {
	for n := len(w.spans); n > 0 && w.spans[n-1].kind == breaks; n-- {
		w.spans = w.spans[:n-1]
	}
	w.mode, w.closed, w.opened = m, -1, -1
	w.escapes()
	w.writeSpans(0, len(w.spans), 0, false)
}

// writeSpans writes some spans. The marks of the styles in done already stand around them, and if linked is true, so does a
// link.
func (w *Writer) writeSpans(from, to int, done style, linked bool) {
	for i := from; i < to; {
		s := &w.spans[i]
		best, longest := -1, 0 // the one around the most spans is written outside of the others
		if s.kind != breaks {
			if s.link != 0 && !linked {
				best, longest = styles, w.extent(i, to, func(o *span) bool { return o.link == s.link })
			}
			for k := range styles {
				bit := style(1 << k)
				if bit == code || s.style&^done&bit == 0 {
					continue
				}
				if n := w.extent(i, to, func(o *span) bool { return o.style&bit != 0 }); n > longest {
					best, longest = k, n
				}
			}
		}
		switch best {
		case -1:
			w.leaf(i, linked)
			i++
			continue
		case styles:
			w.link(i, i+longest, done)
		default:
			w.marked(i, i+longest, best, done, linked)
		}
		i += longest
	}
}

// extent counts how many spans in a row are alike, from the first one on. Breaks at the end do not count.
func (w *Writer) extent(from, to int, alike func(*span) bool) int {
	n := from + 1
	for n < to && alike(&w.spans[n]) {
		n++
	}
	for w.spans[n-1].kind == breaks && n > from+1 {
		n--
	}
	return n - from
}

func (w *Writer) link(from, to int, done style) {
	w.out = append(w.out, '[')
	address := w.spans[from].link
	w.writeSpans(from, to, done, true)
	w.out = w.appendAddress(append(w.out, "]("...), w.address(address))
	w.out = append(w.out, ')')
}

// marked writes spans with marks around them, if Markdown would take these for marks.
func (w *Writer) marked(from, to, k int, done style, linked bool) {
	before, start, begins := w.before(), len(w.out), w.begins
	nested := k < 2 && done&(strong|emphasis) != 0
	done |= 1 << k
	if w.closed < start {
		w.out = append(w.out, marks[k]...)
		inside := len(w.out)
		w.opened = -1
		if k != struckMark { // two marks in a row are one to a reader
			w.opened, w.outside = inside, before
		}
		w.writeSpans(from, to, done, linked)
		first, _ := utf8.DecodeRune(w.out[inside:])
		last, _ := utf8.DecodeLastRune(w.out[inside:])
		opens := !isBlank(first) && (letter(first) || !letter(before))
		closes := letter(first) == letter(before) && !isBlank(before) // the first mark could also end an open element
		if k == struckMark && (last == '~' || before == '~') {
			opens = false // readers do not agree on these
		}
		if opens && !(nested && closes) && !isBlank(last) && (letter(last) || !letter(w.after(to))) {
			w.out = append(w.out, marks[k]...)
			w.closed = len(w.out)
			return
		}
		w.out, w.begins, w.opened, w.closed = w.out[:start], begins, -1, min(w.closed, start-1)
	}
	w.writeSpans(from, to, done, linked)
}

// before is the last character that was written, without the mark that begins there; a blank at the beginning of a line.
func (w *Writer) before() rune {
	switch len(w.out) {
	case w.begins:
		return ' '
	case w.opened:
		return w.outside
	}
	r, _ := utf8.DecodeLastRune(w.out)
	return r
}

// after is the first character of a span; a blank at the end of a line, punctuation before an image or a link.
func (w *Writer) after(k int) rune {
	switch {
	case k == len(w.spans) || w.spans[k].kind == breaks:
		return ' '
	case w.spans[k].kind == image || w.spans[k].link != w.spans[k-1].link && w.spans[k].link != 0:
		return '!'
	}
	r, _ := utf8.DecodeRune(w.text[w.spans[k].from:])
	return r
}

func isBlank(r rune) bool     { return unicode.IsSpace(r) }
func punctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
func letter(r rune) bool      { return !isBlank(r) && !punctuation(r) }

// leaf writes one span.
func (w *Writer) leaf(i int, linked bool) {
	s := &w.spans[i]
	switch {
	case s.kind == image:
		w.out = appendAlt(append(w.out, "!["...), w.alts[s.from:s.to], w.mode)
		w.out = w.appendAddress(append(w.out, "]("...), w.address(s.image))
		w.out = append(w.out, ')')
	case s.kind == breaks && w.mode == text:
		if w.out[len(w.out)-1] == '\\' {
			w.out = append(w.out, "  "...) // some readers do not take a second backslash for the break
		} else {
			w.out = append(w.out, '\\')
		}
		w.nextLine()
	case s.kind == breaks:
		w.out = append(w.out, ' ')
	case s.style&code != 0 && w.code(w.text[s.from:s.to], linked):
	default:
		w.appendText(i, linked)
	}
}

// code writes text as code, and reports whether Markdown allows it here. It does not behind other code, for a text with \| in a
// cell, or for a text with a ] in a link, which could become a definition.
func (w *Writer) code(text []byte, linked bool) bool {
	if n := len(w.out); n > w.begins && w.out[n-1] == '`' || w.mode == cell && bytes.Contains(text, []byte(`\|`)) ||
		linked && bytes.IndexByte(text, ']') >= 0 {
		return false
	}
	n := longestRun(text, '`') + 1
	for range n {
		w.out = append(w.out, '`')
	}
	first, last := text[0], text[len(text)-1]
	padded := first == '`' || last == '`' || first == ' ' && last == ' ' && len(bytes.Trim(text, " ")) > 0
	if padded {
		w.out = append(w.out, ' ')
	}
	for _, c := range text {
		if c == '|' && w.mode == cell {
			w.out = append(w.out, '\\')
		}
		w.out = append(w.out, c)
	}
	if padded {
		w.out = append(w.out, ' ')
	}
	for range n {
		w.out = append(w.out, '`')
	}
	return true
}
