package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/web/page"
)

// style says which elements of text are around a run: a set of bits.
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

// kind is what a run is.
type kind uint8

const (
	words kind = iota
	breaks
	image
)

// run is text of one style and in one link, a break or an image.
type run struct {
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
	runs      []run
	space     bool        // a blank stands behind the last run
	between   run         // the style and the link of that blank
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
	return inline{text: n.text[:0], alts: n.alts[:0], addresses: n.addresses[:0], ends: append(n.ends[:0], 0), runs: n.runs[:0]}
}

// clear removes the text that was collected. Open elements stay open.
func (n *inline) clear() {
	var address []byte
	if n.linked > 0 {
		address = n.address(n.linked)
	}
	n.text, n.alts, n.runs, n.space = n.text[:0], n.alts[:0], n.runs[:0], false
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
		if len(w.runs) > 0 {
			w.put(run{kind: breaks})
		}
	case "img":
		if src := w.in.attr("src="); len(src) > 0 {
			r := run{kind: image, image: w.newAddress(src), from: len(w.alts)}
			w.alts = append(w.alts, page.Plain(bytes.Clone(w.in.attr("alt=")))...)
			r.to = len(w.alts)
			w.put(r)
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
			n.put(run{kind: words})
			n.text = append(n.text, text[:k]...)
			n.runs[len(n.runs)-1].to = len(n.text)
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
		n.space, n.between = true, n.styled(run{})
	}
}

// styled gives a run the style and the link that are open.
func (n *inline) styled(r run) run {
	for k := range n.inside {
		if n.inside[k] > 0 {
			r.style |= 1 << k
		}
	}
	r.link = n.linked
	return r
}

// put appends a run and the blank before it. The blank keeps those of its styles that both of its neighbours have too.
func (n *inline) put(r run) {
	r = n.styled(r)
	if k := len(n.runs) - 1; n.space && k >= 0 && n.runs[k].kind != breaks {
		last, blank := &n.runs[k], n.between
		blank.style &= last.style & r.style
		if last.link != r.link {
			blank.link = 0
		}
		n.join(blank, " ")
	}
	n.space = false
	n.join(r, "")
}

// join appends a run with some text. If the last run has the same style and link, the text is added to that.
func (n *inline) join(r run, text string) {
	if r.kind == image {
		n.runs = append(n.runs, r)
		return
	}
	r.from = len(n.text)
	n.text = append(n.text, text...)
	r.to = len(n.text)
	if k := len(n.runs) - 1; k >= 0 && r.kind == words && n.runs[k].kind == words && n.runs[k].style == r.style &&
		n.runs[k].link == r.link {
		n.runs[k].to = r.to
		return
	}
	n.runs = append(n.runs, r)
}

// size is an upper bound of the length of the collected text as Markdown.
func (n *inline) size() int {
	const marks = 2 * (2 + 2 + 2 + 4)
	return 3*len(n.text) + 2*(len(n.alts)+len(n.addresses)) + len(n.runs)*(marks+maxPrefix) + 2*maxPrefix
}

// write writes the collected text.
func (w *Writer) write(m mode) {
	for n := len(w.runs); n > 0 && w.runs[n-1].kind == breaks; n-- {
		w.runs = w.runs[:n-1]
	}
	w.mode, w.closed, w.opened = m, -1, -1
	w.escapes()
	w.span(0, len(w.runs), 0, false)
}

// span writes some runs. The marks of the styles in done already stand around them, and if linked is true, a link does too.
func (w *Writer) span(from, to int, done style, linked bool) {
	for i := from; i < to; {
		r := &w.runs[i]
		best, longest := -1, 0 // the one around the most runs is written outside of the others
		if r.kind != breaks {
			if r.link != 0 && !linked {
				best, longest = styles, w.extent(i, to, func(o *run) bool { return o.link == r.link })
			}
			for k := range styles {
				bit := style(1 << k)
				if bit == code || r.style&^done&bit == 0 {
					continue
				}
				if n := w.extent(i, to, func(o *run) bool { return o.style&bit != 0 }); n > longest {
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

// extent counts how many runs in a row are alike, from the first one on. Breaks at the end do not count.
func (w *Writer) extent(from, to int, alike func(*run) bool) int {
	n := from + 1
	for n < to && alike(&w.runs[n]) {
		n++
	}
	for w.runs[n-1].kind == breaks && n > from+1 {
		n--
	}
	return n - from
}

func (w *Writer) link(from, to int, done style) {
	w.out = append(w.out, '[')
	address := w.runs[from].link
	w.span(from, to, done, true)
	w.out = w.appendAddress(append(w.out, "]("...), w.address(address))
	w.out = append(w.out, ')')
}

// marked writes runs with marks around them, if Markdown would take these for marks.
func (w *Writer) marked(from, to, k int, done style, linked bool) {
	before, start, begins := w.before(), len(w.out), w.begins
	nested := k < 2 && done&(strong|emphasis) != 0
	done |= 1 << k
	if w.closed < start {
		w.out = append(w.out, marks[k]...)
		inside := len(w.out)
		if w.opened = -1; k != struckMark { // two marks in a row are one to a reader
			w.opened, w.outside = inside, before
		}
		w.span(from, to, done, linked)
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
	w.span(from, to, done, linked)
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

// after is the first character of a run; a blank at the end of a line, punctuation before an image or a link.
func (w *Writer) after(k int) rune {
	switch {
	case k == len(w.runs) || w.runs[k].kind == breaks:
		return ' '
	case w.runs[k].kind == image || w.runs[k].link != w.runs[k-1].link && w.runs[k].link != 0:
		return '!'
	}
	r, _ := utf8.DecodeRune(w.text[w.runs[k].from:])
	return r
}

func isBlank(r rune) bool     { return unicode.IsSpace(r) }
func punctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
func letter(r rune) bool      { return !isBlank(r) && !punctuation(r) }

// leaf writes one run.
func (w *Writer) leaf(i int, linked bool) {
	r := &w.runs[i]
	switch {
	case r.kind == image:
		w.out = appendAlt(append(w.out, "!["...), w.alts[r.from:r.to], w.mode)
		w.out = w.appendAddress(append(w.out, "]("...), w.address(r.image))
		w.out = append(w.out, ')')
	case r.kind == breaks && w.mode == text:
		if w.out[len(w.out)-1] == '\\' {
			w.out = append(w.out, "  "...) // some readers do not take a second backslash for the break
		} else {
			w.out = append(w.out, '\\')
		}
		w.nextLine()
	case r.kind == breaks:
		w.out = append(w.out, ' ')
	case r.style&code != 0 && w.code(w.text[r.from:r.to], linked):
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
