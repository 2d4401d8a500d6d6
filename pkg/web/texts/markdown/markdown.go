// Package markdown turns the HTML that package safehtml writes into Markdown. It is that of CommonMark, with the tables and the
// struck text of GitHub.
//
// # What comes out
//
//	h1 to h6            # to ######
//	ul, ol, li          - and 1.; of two lists in a row the second has * or 1)
//	blockquote          >
//	pre                 a fence, longer than each run of backticks in it
//	hr                  ---, between empty lines
//	table               with pipes, if its cells hold text and it has 2 to 64 columns; else its cells are paragraphs
//	em i cite           *…*
//	strong b            **…**
//	s                   ~~…~~
//	code kbd samp       between more backticks than stand in it
//	a, img              [text](address), ![text](address)
//	br                  a backslash at the end of the line; in headings and cells a space
//
// All other elements are boundaries of paragraphs, or leave no trace. Markdown wants a head for each table: that of a table
// without a th in its first row is empty. Lists and quotations that stand in 8 others or more become paragraphs.
//
// # Escapes
//
// What Markdown would take for a mark has a backslash before it, and nothing else has: a * between blanks, an _ in a word and a #
// in a line stay as they are. Markdown does not read a mark of emphasis that has a letter outside and punctuation inside of it.
// Such emphasis is left out.
//
// # Files
//
//	markdown.go  Writer: blocks
//	tokens.go    the tags and texts of the HTML
//	table.go     tables
//	inline.go    text and the elements in it
//	escape.go    where a backslash is needed
package markdown

import (
	"bytes"
	"strconv"

	"webmill/pkg/web/page"
)

const maxBoxes = 8 // most lists and quotations around a line

// gap says what divides two blocks.
type gap uint8

const (
	none gap = iota
	line
	paragraph // an empty line
)

// box is an open item or quotation.
type box struct {
	mark    byte // > - * . )
	list    int  // of an item: the number of its list, from 1
	width   int  // of its mark, with the blank behind
	started bool // a line of it was written
}

// list is an open list.
type list struct {
	numbered bool
	mark     byte
	items    int
}

// ended is a list that has ended: one of the same kind that follows has another mark.
type ended struct {
	list
	at, boxes int // the length of the output, and how many boxes were open
}

// Writer makes Markdown, of one page after the other.
type Writer struct {
	allowed page.Allowance
	have    int64 // bytes that the output may take
	refused bool

	in    tokens
	out   []byte
	from  int // where the page begins in out
	gap   gap
	boxes []box
	boxed []bool // by open item or quotation: it is one of boxes
	lists []list
	last  ended
	level int // of the heading that is open
	inline
}

// NewWriter makes a Writer.
func NewWriter() *Writer { return &Writer{} }

// Allow sets the memory that each following page may take.
func (w *Writer) Allow(a page.Allowance) { w.allowed = a }

// Append turns what package safehtml wrote into Markdown, and appends that to dst. If the page needs more memory than it may
// take, ok is false, and dst is as it was.
func (w *Writer) Append(dst, html []byte) (out []byte, ok bool) {
	*w = Writer{allowed: w.allowed, have: int64(cap(dst)), in: tokens{html: html}, out: dst, from: len(dst),
		boxes: w.boxes[:0], boxed: w.boxed[:0], lists: w.lists[:0], inline: w.inline.emptied()}
	for w.in.next() && !w.refused {
		switch {
		case w.in.name == nil:
			w.add(w.in.text)
		case w.in.end:
			w.end()
		default:
			w.start()
		}
	}
	w.flush()
	out, w.out, w.in = w.out, nil, tokens{}
	if w.refused {
		return dst, false
	}
	return out, true
}

// room asks for the memory that more bytes take.
func (w *Writer) room(more int) bool {
	need := int64(len(w.out) + more)
	if need <= w.have {
		return true
	}
	need *= 2 // because a slice is copied when it grows
	if w.refused = w.refused || !w.allowed.Ask(2*need); w.refused {
		return false
	}
	w.have = need
	return true
}

func (w *Writer) start() {
	name := w.in.name
	if w.startInline(name) {
		return
	}
	w.flush()
	switch string(name) {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.level = int(name[1] - '0')
	case "ul", "ol":
		w.startList(string(name) == "ol")
		return
	case "li":
		w.startItem()
		return
	case "blockquote":
		w.need(paragraph)
		w.open(box{mark: '>'})
		return
	case "pre":
		w.preformatted()
	case "table":
		w.table()
	case "hr":
		w.breakLine()
	}
	w.need(paragraph)
}

func (w *Writer) end() {
	name := w.in.name
	if w.endInline(name) {
		return
	}
	w.flush()
	switch string(name) {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.level = 0
	case "ul", "ol":
		if n := len(w.lists); n > 0 {
			w.last = ended{w.lists[n-1], len(w.out), len(w.boxes)}
			w.lists = w.lists[:n-1]
		}
	case "li", "blockquote":
		if n := len(w.boxed); n > 0 {
			if w.boxed[n-1] {
				w.boxes = w.boxes[:len(w.boxes)-1]
			}
			w.boxed = w.boxed[:n-1]
		}
		if string(name) == "li" {
			w.gap = line
			return
		}
	}
	w.need(paragraph)
}

// need makes the gap before the next block; there is none at the beginning of an item or a quotation.
func (w *Writer) need(g gap) {
	if n := len(w.boxes); n == 0 || w.boxes[n-1].started {
		w.gap = max(w.gap, g)
	}
}

func (w *Writer) startList(numbered bool) {
	n := len(w.boxes)
	if n > 0 && w.boxes[n-1].mark != '>' {
		w.need(line)
	} else {
		w.need(paragraph)
	}
	l := list{numbered: numbered, mark: '-'}
	if numbered {
		l.mark = '.'
	}
	if w.last.list.mark == l.mark && w.last.at == len(w.out) && w.last.boxes == n {
		l.mark = map[byte]byte{'-': '*', '.': ')'}[l.mark]
	}
	w.lists = append(w.lists, l)
}

func (w *Writer) startItem() {
	w.need(line)
	b := box{mark: '-'}
	if n := len(w.lists); n > 0 {
		b.mark = w.lists[n-1].mark
		if w.lists[n-1].numbered {
			b.list = n
		}
	}
	w.open(b)
}

// open opens an item or a quotation, if there are not too many.
func (w *Writer) open(b box) {
	fits := len(w.boxes) < maxBoxes
	if fits {
		w.boxes = append(w.boxes, b)
	}
	w.boxed = append(w.boxed, fits)
}

// divide ends the block before, and begins the line of the next one.
func (w *Writer) divide() {
	if len(w.out) > w.from {
		w.out = append(w.out, '\n')
		fresh := len(w.boxes) > 0 && !w.boxes[len(w.boxes)-1].started
		if w.gap == paragraph || !fresh {
			w.blankLine()
		}
	}
	w.gap = none
	for i := range w.boxes {
		b := &w.boxes[i]
		if b.started {
			w.out = b.appendRest(w.out)
			continue
		}
		from := len(w.out)
		if b.list > 0 {
			w.lists[b.list-1].items++
			w.out = strconv.AppendInt(w.out, int64(w.lists[b.list-1].items), 10)
		}
		w.out = append(w.out, b.mark, ' ')
		b.width, b.started = len(w.out)-from, true
	}
	w.begins = len(w.out)
}

// blankLine writes an empty line between two blocks of the boxes that have begun.
func (w *Writer) blankLine() {
	from := len(w.out)
	for i := 0; i < len(w.boxes) && w.boxes[i].started; i++ {
		w.out = w.boxes[i].appendRest(w.out)
	}
	w.out = append(w.out[:from+len(bytes.TrimRight(w.out[from:], " "))], '\n')
}

// appendRest appends what stands before a line of the box that is not its first.
func (b *box) appendRest(dst []byte) []byte {
	if b.mark == '>' {
		return append(dst, "> "...)
	}
	for range b.width {
		dst = append(dst, ' ')
	}
	return dst
}

// nextLine begins another line of the same block.
func (w *Writer) nextLine() {
	w.out = append(w.out, '\n')
	for i := range w.boxes {
		w.out = w.boxes[i].appendRest(w.out)
	}
	w.begins = len(w.out)
}

// flush writes the text that was collected, as a block.
func (w *Writer) flush() {
	if len(w.spans) > 0 && w.room(w.size()) {
		w.divide()
		for range w.level {
			w.out = append(w.out, '#')
		}
		if w.level > 0 {
			w.out = append(w.out, ' ')
			w.begins = len(w.out)
			w.write(heading)
		} else {
			w.write(text)
		}
	}
	w.clear()
}

// breakLine writes a thematic break, with an empty line before and behind it: else it would make a heading of a paragraph.
func (w *Writer) breakLine() {
	if w.room(len("---") + 2*maxPrefix) {
		w.need(paragraph)
		w.divide()
		w.out = append(w.out, "---"...)
	}
}

// preformatted writes what stands before the end of a pre, as it is.
func (w *Writer) preformatted() {
	code := w.in.upTo("pre")
	longest := longestRun(code, '`')
	lines := bytes.Count(code, []byte("\n")) + 3
	code = bytes.TrimRight(code, " \t\n")
	if len(code) == 0 || !w.room(len(code)+2*(longest+3)+lines*maxPrefix) {
		return
	}
	w.need(paragraph)
	w.divide()
	fence := func() {
		for range max(3, longest+1) {
			w.out = append(w.out, '`')
		}
	}
	fence()
	for part := range bytes.Lines(code) {
		w.nextLine()
		w.out = append(w.out, bytes.TrimSuffix(part, []byte("\n"))...)
	}
	w.nextLine()
	fence()
}

// maxPrefix is an upper bound of the bytes before the text of a line.
const maxPrefix = maxBoxes * 12

// longestRun is the length of the longest run of a byte.
func longestRun(text []byte, c byte) (longest int) {
	n := 0
	for _, b := range text {
		if b != c {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}
