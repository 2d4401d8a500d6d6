package names

import (
	"strconv"
	"sync/atomic"

	"webmill/pkg/dict"
	"webmill/pkg/text/document"
	"webmill/pkg/text/terms"
)

// Made says which texts are read for names and what is written about the names, and counts what was left out.
type Made struct {
	Fields []string // the fields of documents that are read, one after the other
	// The indexes in terms.Output.Notes of the file of mentions and of the file of tagged texts; -1: there is no such file.
	Mentions, Tagged int
	// For Learned only. AsWritten: names keep their spelling. Apart: short forms are not joined to the long ones of their
	// document.
	AsWritten, Apart bool

	Long  atomic.Int64 // names that were left out because they are longer than MaxName, or have control bytes
	Other atomic.Int64 // documents in a language for which Learned has no model
	// Documents without a language that were read by Learned: it is not known from the text, and the page does not declare one.
	NoLang atomic.Int64
}

// MaxName is the length of the longest name, in bytes. What is longer is no name but a list of words.
const MaxName = 1024

// Maker makes terms of the names that the state machine finds: their entities. The length of a document is its number of words.
func (m *Made) Maker(opt Options) func() terms.Maker {
	return func() terms.Maker {
		k := &maker{made: m, machine: newMachine(opt)}
		k.reader = k
		return k
	}
}

// wordReader reads a document.
type wordReader interface {
	readWords(v Visitor) (int32, error) // passes words and names to v and returns the number of words
	notes(b []byte, n *Name) []byte     // appends what else is known about a name, as members of its line of JSON
}

type maker struct {
	made    *Made
	machine *machine
	reader  wordReader
	plain   bool // whether the term of a name is its words with a blank between them, and not its entity

	// The state of reading a document.
	doc   *document.Document
	to    terms.Taker
	field string
	words int32 // the number of words in the fields before this one
	buf   []byte
	line  []byte // a line of JSON
	name  []byte
}

// Terms implements terms.Maker.
func (m *maker) Terms(d *document.Document, to terms.Taker) (words int32, err error) {
	m.doc, m.to = d, to
	if words, err = m.reader.readWords(m); err != nil || m.made.Tagged < 0 {
		return words, err
	}
	return words, m.tag()
}

// readWords implements wordReader.
func (m *maker) readWords(v Visitor) (int32, error) {
	m.words = 0
	for _, m.field = range m.made.Fields {
		words, err := m.machine.Read(m.doc.Field(m.field), v)
		if err != nil {
			return 0, err
		}
		m.words += words
	}
	return m.words, nil
}

// notes implements wordReader.
func (m *maker) notes(b []byte, _ *Name) []byte { return b }

// Plain implements Visitor.
func (m *maker) Plain([]byte) error { return nil }

// Name implements Visitor: the name is a term.
func (m *maker) Name(n *Name) error {
	if !m.fits(n) {
		m.made.Long.Add(1)
		return nil
	}
	if err := m.to.Term(m.name, m.words+n.Place); err != nil || m.made.Mentions < 0 {
		return err
	}
	b := append(m.begin(m.line[:0]), `"field":"`...)
	b = append(append(b, m.field...), `","offset":`...)
	b = append(strconv.AppendInt(b, int64(n.From), 10), `,"length":`...)
	b = append(strconv.AppendInt(b, int64(n.To-n.From), 10), `,"name":`...)
	m.name = n.Append(m.name[:0], " ")
	b = document.AppendString(b, m.name)
	if n.P > 0 {
		b = strconv.AppendFloat(append(b, `,"p":`...), float64(n.P), 'f', 3, 64)
	}
	m.line = append(m.reader.notes(b, n), "}\n"...)
	return m.to.Note(m.made.Mentions, m.line)
}

// fits sets the term of a name, and reports whether a dictionary may have it.
func (m *maker) fits(n *Name) bool {
	if n.To-n.From > MaxName || len(n.Written) > MaxName {
		return false
	}
	if m.plain {
		m.name = n.Append(m.name[:0], " ")
	} else {
		m.name = n.Entity(m.name[:0])
	}
	return dict.Unfit(m.name) == ""
}

// begin begins a line of JSON about the document, with its id and URL.
func (m *maker) begin(b []byte) []byte {
	b = append(b, '{')
	if m.doc.ID >= 0 {
		b = append(strconv.AppendInt(append(b, `"id":`...), int64(m.doc.ID), 10), ',')
	}
	if len(m.doc.URL) > 0 {
		b = append(document.AppendString(append(b, `"url":`...), m.doc.URL), ',')
	}
	return b
}
