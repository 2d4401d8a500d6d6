package qlever

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/document"
)

// Writer writes documents.
type Writer struct {
	// Lines of a word, whether it is an entity (1) or not (0), the number of its record, and a score. A record is a sentence.
	Words io.Writer
	Docs  io.Writer // lines of the number of a record and its sentence; nil: nobody wants them
	// Lines of N-Triples: a person is on a page, a record is on a page. Those of persons may come several times. nil: nobody
	// wants them.
	Triple func(line []byte) error
	Score  func(doc int32, name []byte) (float64, error) // of a name on a page; nil: all are 1

	Records, Mentions, Persons int64 // sentences, names in them, and sentences with names

	doc      *document.Tagged
	url      []byte // as an IRI
	number   []byte // of the record
	sentence []byte
	persons  bool // the sentence has a name
	maybe    bool // it ends if the next word begins one
	line     []byte
	plain    []byte
	name     []byte
}

// What is wrong with a document.
var (
	ErrTags = errors.New("its tags are not the numbers of its names, in their order: findnames -tagged writes such lines")
	ErrName = fmt.Errorf("it has a name of more than %d bytes, which findnames never writes", MaxName)
)

// Bounds of names and URLs, which each of their triples repeats.
const (
	MaxName = 1024
	MaxURL  = 8 << 10 // as the URLs of a crawl
)

// Add writes a document. Its URL has at most MaxURL bytes.
func (w *Writer) Add(d *document.Tagged) error {
	w.doc, w.url = d, appendIRI(w.url[:0], d.URL)
	w.begin()
	next := 0 // the number of the next name
	for word := range bytes.FieldsSeq(d.Text) {
		if w.maybe && mayBegin(word) {
			if err := w.end(); err != nil {
				return err
			}
		}
		var err error
		if next, err = w.word(word, next); err != nil {
			return err
		}
		w.maybe = mayEnd(word)
		if word[len(word)-1] == ';' {
			if err := w.end(); err != nil {
				return err
			}
		}
	}
	if err := w.end(); err != nil {
		return err
	}
	if _, more, err := d.Name(); err != nil || more {
		return ErrTags
	}
	return nil
}

// begin begins a record.
func (w *Writer) begin() {
	w.number = strconv.AppendInt(w.number[:0], w.Records, 10)
	w.sentence, w.persons, w.maybe = w.sentence[:0], false, false
}

// end ends the record, if it has words.
func (w *Writer) end() error {
	text := bytes.TrimRight(w.sentence, "; ")
	w.maybe = false
	if len(text) == 0 && w.persons {
		text = w.sentence
	}
	if len(text) == 0 {
		w.sentence = w.sentence[:0]
		return nil
	}
	w.Records++
	if w.Docs != nil {
		w.line = append(append(append(append(w.line[:0], w.number...), '\t'), text...), '\n')
		if _, err := w.Docs.Write(w.line); err != nil {
			return err
		}
	}
	if w.persons {
		w.Persons++
		if w.Triple != nil {
			w.line = append(append(w.line[:0], "<QLever-internal-function/record-"...), w.number...)
			w.line = append(append(append(w.line, "> <source-url> "...), w.url...), " .\n"...)
			if err := w.Triple(w.line); err != nil {
				return err
			}
		}
	}
	w.begin()
	return nil
}

// word writes a word, or the names and words that are in it. next is the number of the next name.
func (w *Writer) word(word []byte, next int) (int, error) {
	if len(w.sentence) > 0 {
		w.sentence = append(w.sentence, ' ')
	}
	for from := 0; from < len(word); {
		at := from
		for at < len(word) && tag(word[at:]) == 0 {
			at++
		}
		w.sentence = append(w.sentence, word[from:at]...)
		if err := w.writeWord(word[from:at]); err != nil {
			return 0, err
		}
		if at == len(word) {
			break
		}
		end := at + tag(word[at:])
		name, ok, err := w.doc.Name()
		if err != nil || !ok || string(word[at+1:end-1]) != strconv.Itoa(next) {
			return 0, ErrTags
		}
		if err := w.writeName(name); err != nil {
			return 0, err
		}
		next++
		from = end
	}
	return next, nil
}

// writeWord writes the line of a word in lower case, without the marks around it.
func (w *Writer) writeWord(word []byte) error {
	word = bytes.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != utf8.RuneError })
	if len(word) == 0 {
		return nil
	}
	w.line = append(w.line[:0], bytes.ToLower(word)...)
	w.line = append(append(append(w.line, "\t0\t"...), w.number...), "\t1\n"...)
	_, err := w.Words.Write(w.line)
	return err
}

// writeName writes the words of a name, the name as an entity, and that it is on the page.
func (w *Writer) writeName(name []byte) error {
	if len(name) > MaxName+2 { // with < and >
		return ErrName
	}
	w.name = append(w.name[:0], inner(name)...)
	for i, c := range w.name {
		if c == '_' || c < ' ' || c == 0x7f {
			w.name[i] = ' '
		}
	}
	iri := w.entity(nil, name)
	if len(iri) == 2 {
		return ErrTags
	}
	if len(bytes.TrimSpace(w.name)) == 0 {
		w.sentence = append(w.sentence, inner(iri)...)
	}
	w.sentence = append(w.sentence, w.name...)
	for word := range bytes.FieldsSeq(w.name) {
		if err := w.writeWord(word); err != nil {
			return err
		}
	}
	score := 1.0
	if w.Score != nil {
		var err error
		if score, err = w.Score(w.doc.ID, name); err != nil {
			return err
		}
	}
	w.Mentions++
	w.persons = true
	w.line = append(w.line[:0], iri...)
	n := len(w.line)
	w.line = append(append(append(w.line, "\t1\t"...), w.number...), '\t')
	w.line = append(AppendScore(w.line, score), '\n')
	if _, err := w.Words.Write(w.line); err != nil || w.Triple == nil {
		return err
	}
	w.line = append(append(append(w.line[:n], " <appears-in> "...), w.url...), " .\n"...)
	return w.Triple(w.line)
}

// AppendScore appends a number with at most six decimal places.
func AppendScore(dst []byte, x float64) []byte {
	dst = strconv.AppendFloat(dst, x, 'f', 6, 64)
	return bytes.TrimSuffix(bytes.TrimRight(dst, "0"), []byte("."))
}
