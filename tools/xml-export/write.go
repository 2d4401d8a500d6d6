package main

import (
	"bufio"
	"fmt"
	"strconv"
	"unicode/utf8"

	"webmill/pkg/text/terms"
	"webmill/pkg/tuple"
	"webmill/pkg/web/escape"
)

// writer makes XML of sorted records.
type writer struct {
	opt            *options
	elements       []element
	out            *bufio.Writer
	scores, depths *tuple.Cursor
	amount         int64 // of pages, which is known before the first is written, or else at the end
	lines          int64 // of documents of which none has an id; 0: some have

	begun  bool   // there was a page
	id     int64  // of the page at hand, or of the last one
	open   bool   // it is written, and not yet whole
	next   byte   // the letter of its first element that is not yet written
	piece  []byte // of a text
	number []byte // as text

	written, unscored, unlayered, linked int64
}

// element is one of htmldata.
type element struct{ name, start, end string }

// newWriter makes a writer for the form of the options. In that of -pagerank an element has no name and is not written.
func newWriter(o *options) *writer {
	w := &writer{opt: o, depths: &tuple.Cursor{}}
	names := []string{"id", "url", "title", "ranking", "date", "depth", "length", "keywords", "anchortext", "data"}
	if o.pagerank != "" {
		names[rankElement-idElement], names[anchortextElement-idElement] = "pagerank", ""
	}
	for _, name := range names {
		w.elements = append(w.elements, element{name, "<" + name + ">", "</" + name + ">\n"})
	}
	return w
}

// head writes what is before the pages.
func (w *writer) head() {
	encoding := map[escape.Charset]string{escape.UTF8: "UTF-8", escape.Latin1: "ISO-8859-1"}[w.opt.charset]
	fmt.Fprintf(w.out, "<?xml version=\"1.0\" encoding=%q?>\n<!DOCTYPE university [\n", encoding)
	w.out.WriteString("<!ELEMENT university (description, amount, htmldata+)>\n")
	list, texts := "", "<!ELEMENT description (#PCDATA)>\n<!ELEMENT amount (#PCDATA)>\n"
	for _, e := range w.elements {
		if e.name != "" {
			list += ", " + e.name
			texts += "<!ELEMENT " + e.name + " (#PCDATA)>\n"
		}
	}
	fmt.Fprintf(w.out, "<!ELEMENT htmldata (%s)>\n%s]>\n<university>\n<description>", list[2:], texts)
	w.text([]byte(w.opt.description))
	fmt.Fprintf(w.out, "</description>\n<amount>%d</amount>\n", w.amount)
}

// record writes an element, with those before it that have no record. Errors of writing are those of Flush.
func (w *writer) record(line []byte) error {
	id := int64(0)
	for _, digit := range line[:idDigits] {
		id = 10*id + int64(digit-'0')
	}
	id -= firstID
	letter, text := line[idDigits], line[idDigits+1:]
	if letter == urlElement {
		if err := w.begin(id); err != nil {
			return err
		}
	}
	if !w.begun || w.id != id || !w.open { // texts of links to a page that is not written
		return nil
	}
	if letter < w.next {
		return terms.Twice(int32(id))
	}
	if err := w.fill(letter); err != nil {
		return err
	}
	if letter == anchortextElement {
		w.linked++
	}
	swapEnds(text)
	w.element(letter, text)
	return nil
}

// begin ends the page at hand and begins the next, unless its score is too low.
func (w *writer) begin(id int64) error {
	if w.begun && w.id == id {
		return terms.Twice(int32(id))
	}
	if err := w.endPage(); err != nil {
		return err
	}
	if !w.begun && !w.opt.some() {
		w.head()
	}
	w.begun, w.id = true, id
	scored := w.scores.SkipTo(id)
	if !scored {
		w.unscored++
	}
	w.open = !w.opt.some() || scored && tuple.F32Value(w.scores.Rest[1]) >= float32(w.opt.minScore)
	if w.open {
		w.written++
		w.next = idElement
		w.out.WriteString("<htmldata>")
	}
	return w.scores.Err()
}

// end ends the last page. The rest of the scores and layers is read, so that what is wrong there is said.
func (w *writer) end() error {
	err := w.endPage()
	w.scores.SkipTo(w.lines)
	if err == nil && w.lines > 0 && w.scores.ID() != tuple.NoID {
		err = fmt.Errorf("%s: has a score of document %d, but the documents have no ids and end at number %d: are they others? "+
			"(extract-text -page-ids gives documents the ids of scores)", w.scores.Name(), w.scores.ID(), w.lines-1)
	}
	for _, c := range []*tuple.Cursor{w.scores, w.depths} {
		c.SkipTo(tuple.NoID)
		if err == nil {
			err = c.Err()
		}
	}
	return err
}

// endPage ends the page at hand, if there is one.
func (w *writer) endPage() error {
	if !w.open {
		return nil
	}
	w.open = false
	err := w.fill(dataElement + 1)
	w.out.WriteString("</htmldata>\n")
	return err
}

// fill writes the elements before one that have no record: the id, the score, the depth, and what is not known.
func (w *writer) fill(before byte) error {
	for w.next < before {
		w.number = w.number[:0]
		switch w.next {
		case idElement:
			w.number = strconv.AppendInt(w.number, w.id, 10)
		case rankElement:
			if record := w.scores.Take(w.id); record != nil {
				w.number = strconv.AppendFloat(w.number, float64(tuple.F32Value(record[1])), 'g', -1, 32)
			}
		case depthElement:
			if err := w.depth(); err != nil {
				return err
			}
		}
		w.element(w.next, w.number)
	}
	return nil
}

// depth makes the depth of the page at hand the number, if its layer is known.
func (w *writer) depth() error {
	w.depths.SkipTo(w.id)
	switch record := w.depths.Take(w.id); {
	case record == nil:
		w.unlayered++
	case record[1] < 1:
		return fmt.Errorf("%s: page %d is in layer %d, but the first layer is 1", w.depths.Name(), w.id, record[1])
	default:
		w.number = strconv.AppendInt(w.number, int64(record[1])-1, 10)
	}
	return w.depths.Err()
}

// element writes an element.
func (w *writer) element(letter byte, text []byte) {
	w.next = letter + 1
	e := &w.elements[letter-idElement]
	if e.name == "" {
		return
	}
	w.out.WriteString(e.start)
	w.text(text)
	w.out.WriteString(e.end)
}

// pieceBytes is how much of a text is escaped at a time.
const pieceBytes = 64 << 10

// text writes a text, escaped.
func (w *writer) text(text []byte) {
	for len(text) > 0 {
		n := min(len(text), pieceBytes)
		for n < len(text) && n > pieceBytes-utf8.UTFMax && !utf8.RuneStart(text[n]) {
			n--
		}
		w.piece = escape.AppendXML(w.piece[:0], text[:n], w.opt.charset)
		w.out.Write(w.piece)
		text = text[n:]
	}
}
