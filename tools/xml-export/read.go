package main

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
)

// A record is an element of a page, as a line of the sort: firstID and the id of the page, so that all have as many digits, a
// letter for the element, and its text. Texts have no 0 byte, which stands for the ends of their lines.
const (
	firstID  = 10_000_000_000
	idDigits = 11
)

// The letters of the elements of htmldata, in the order of the DTD.
const (
	idElement         = 'a'
	urlElement        = 'b'
	titleElement      = 'c'
	rankElement       = 'd'
	dateElement       = 'e'
	depthElement      = 'f'
	lengthElement     = 'g'
	keywordsElement   = 'h'
	anchortextElement = 'i'
	dataElement       = 'j'
)

// reader makes records of documents.
type reader struct {
	add          func(line []byte) error
	line, length []byte

	documents, bad int64
	texts          int64 // documents that have one
	firstBad       string
	numbered       int64 // documents without an id
	lines          int64 // up to the last of these
}

// read gives all documents of a source to a function. A document without an id has the number of its line.
func (r *reader) read(src document.Source, take func(d *document.Document) error) error {
	var b document.Batch
	var d document.Document
	number := func(line int64, d *document.Document) error {
		if d.ID == tuple.Unknown {
			if line >= math.MaxInt32 {
				return fmt.Errorf("there are too many documents: ids go to %d", math.MaxInt32-1)
			}
			d.ID = int32(line)
			r.numbered++
			r.lines = line + 1
		}
		return take(d)
	}
	bad := func(why error) {
		if r.bad++; r.bad == 1 {
			r.firstBad = why.Error()
		}
	}
	for {
		err := src.Next(&b)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = b.Each(&d, number, bad)
		}
		if err != nil {
			return err
		}
		if b.Long > 0 {
			bad(fmt.Errorf("a line longer than %d MiB", document.MaxLine>>20))
		}
	}
}

// document adds the records of a document. That of its URL is there in any case.
func (r *reader) document(d *document.Document) error {
	r.documents++
	r.length = strconv.AppendInt(r.length[:0], int64(len(d.Text)), 10)
	if len(d.Text) > 0 {
		r.texts++
	}
	err := r.record(d.ID, urlElement, d.URL)
	for _, e := range [...]struct {
		letter byte
		text   []byte
	}{
		{titleElement, d.Title}, {dateElement, d.Date}, {lengthElement, r.length}, {keywordsElement, d.Description},
		{dataElement, d.Text},
	} {
		if err == nil && len(e.text) > 0 {
			err = r.record(d.ID, e.letter, e.text)
		}
	}
	return err
}

// linkText adds the record of the texts of the links to a page.
func (r *reader) linkText(d *document.Document) error {
	return r.record(d.ID, anchortextElement, d.Text)
}

func (r *reader) record(id int32, element byte, text []byte) error {
	r.line = append(strconv.AppendInt(r.line[:0], firstID+int64(id), 10), element)
	r.line = append(r.line, text...)
	swapEnds(r.line)
	return r.add(r.line)
}

// swapEnds puts 0 bytes in the place of line ends, and line ends in that of 0 bytes.
func swapEnds(text []byte) {
	for i, c := range text {
		if c == '\n' || c == 0 {
			text[i] = '\n' - c
		}
	}
}
