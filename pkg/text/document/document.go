// Package document is the stream of documents: JSON Lines, an object a line, and the same fields as columns of Parquet.
//
// A field that is not known is left out of the object, and empty in Parquet. A mark that is 0 or false is left out of the
// object only. Readers pass over fields that they do not know.
//
//	document.go  Document and its line
//	lines.go     documents in batches, for several workers
//	reader.go    a line to a document
//	members.go   the members of other objects, like those of mentions
//	tagged.go    a line with a text in which names are numbers
//	prints.go    what near and exact copies have in common
package document

import (
	"bytes"
	"strconv"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// Document is a page as text. Its fields are valid until the next one is read.
type Document struct {
	IDName string // of the field that ID is read from; "" for id
	ID     int32  // of its URL in the dictionary; tuple.Unknown
	Status int    // of HTTP; 0 if it is not known

	// Marks.
	Contact int  // different words that are typical of contact data
	Javadoc bool // javadoc made the page

	URL         []byte
	Date        []byte // when it was fetched, like 2006-01-02T15:04:05Z
	Title       []byte
	Description []byte // what the page says that it is about
	Headings    []byte // a line each
	Lang        []byte // of the text, as package lang finds it
	Declared    []byte // language that the page says it is in
	Charset     []byte
	Robots      []byte // what the page says to crawlers
	Hash        []byte // SHA-1 of the body without codings, in hexadecimal digits
	Simhash     []byte // see Simhash, in hexadecimal digits
	Print       []byte // see AppendPrint
	Text        []byte
}

// field is one of a document, in the order of the line.
type field struct {
	name string
	text func(*Document) *[]byte
}

var fields = []field{
	{"url", func(d *Document) *[]byte { return &d.URL }},
	{"date", func(d *Document) *[]byte { return &d.Date }},
	{"title", func(d *Document) *[]byte { return &d.Title }},
	{"description", func(d *Document) *[]byte { return &d.Description }},
	{"headings", func(d *Document) *[]byte { return &d.Headings }},
	{"lang", func(d *Document) *[]byte { return &d.Lang }},
	{"declared_lang", func(d *Document) *[]byte { return &d.Declared }},
	{"charset", func(d *Document) *[]byte { return &d.Charset }},
	{"robots", func(d *Document) *[]byte { return &d.Robots }},
	{"hash", func(d *Document) *[]byte { return &d.Hash }},
	{"simhash", func(d *Document) *[]byte { return &d.Simhash }},
	{"print", func(d *Document) *[]byte { return &d.Print }},
	{"text", func(d *Document) *[]byte { return &d.Text }},
}

// Texts are the names of the fields that hold text of people.
func Texts() []string { return []string{"title", "description", "headings", "text"} }

// Field is a field by its name, which must be one.
func (d *Document) Field(name string) []byte {
	for i := range fields {
		if fields[i].name == name {
			return *fields[i].text(d)
		}
	}
	panic("no field " + name) // the caller has checked the name
}

// Reset makes the document empty and keeps its memory.
func (d *Document) Reset() {
	d.ID, d.Status, d.Contact, d.Javadoc = tuple.Unknown, 0, 0, false
	for i := range fields {
		b := fields[i].text(d)
		*b = (*b)[:0]
	}
}

// AppendJSON appends the line of a document.
func (d *Document) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	from := len(dst)
	if d.ID != tuple.Unknown {
		dst = append(strconv.AppendInt(append(dst, `"id":`...), int64(d.ID), 10), ',')
	}
	if d.Status != 0 {
		dst = append(strconv.AppendInt(append(dst, `"status":`...), int64(d.Status), 10), ',')
	}
	if d.Contact != 0 {
		dst = append(strconv.AppendInt(append(dst, `"contact_words":`...), int64(d.Contact), 10), ',')
	}
	if d.Javadoc {
		dst = append(dst, `"javadoc":true,`...)
	}
	for i := range fields {
		f := &fields[i]
		if text := *f.text(d); len(text) > 0 {
			dst = append(append(append(dst, '"'), f.name...), `":`...)
			dst = append(AppendString(dst, text), ',')
		}
	}
	if len(dst) > from {
		dst = dst[:len(dst)-1]
	}
	return append(dst, "}\n"...)
}

// escaped are the bytes that cannot stand in a string of JSON.
var escaped = func() (set [256]bool) {
	for c := range ' ' {
		set[c] = true
	}
	set['"'], set['\\'], set[0x7f] = true, true, true
	return set
}()

const hexDigits = "0123456789abcdef"

// AppendString appends text, which is UTF-8, as a string of JSON.
func AppendString(dst, text []byte) []byte { return append(AppendEscaped(append(dst, '"'), text), '"') }

// AppendEscaped appends text, which is UTF-8, as a string of JSON has it between its quotes.
func AppendEscaped(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && !escaped[text[j]] {
			j++
		}
		dst = append(dst, text[i:j]...)
		if i = j; i == len(text) {
			break
		}
		switch c := text[i]; c {
		case '\n':
			dst = append(dst, `\n`...)
		case '\t':
			dst = append(dst, `\t`...)
		case '"', '\\':
			dst = append(dst, '\\', c)
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
	}
	return dst
}

// Columns returns the columns of Parquet, in the order of AppendRow.
func Columns(ids bool) (columns []parquetio.Field) {
	if ids {
		columns = append(columns, parquetio.Field{Column: tuple.Column{Name: "id", Kind: tuple.ID}})
	}
	columns = append(columns, column("status", parquetio.AsInt),
		parquetio.Field{Column: tuple.Column{Name: "contact_words", Kind: tuple.Int}},
		parquetio.Field{Column: tuple.Column{Name: "javadoc"}, Text: true, As: parquetio.AsBool})
	for i := range fields {
		columns = append(columns, column(fields[i].name, parquetio.AsText))
	}
	for i := range columns {
		if columns[i].Name == "date" {
			columns[i].As = parquetio.AsTime
		}
	}
	return columns
}

func column(name string, as parquetio.Stored) parquetio.Field {
	return parquetio.Field{Column: tuple.Column{Name: name, Null: true}, Text: true, As: as}
}

// AppendRow appends the fields of a document in the order of Columns.
func (d *Document) AppendRow(row [][]byte, ids bool) [][]byte {
	if ids {
		row = append(row, number(int64(d.ID), int64(tuple.Unknown)))
	}
	row = append(row, number(int64(d.Status), 0), number(int64(d.Contact), -1), strconv.AppendBool(nil, d.Javadoc))
	for i := range fields {
		row = append(row, *fields[i].text(d))
	}
	return row
}

func number(n, unknown int64) []byte {
	if n == unknown {
		return nil
	}
	return strconv.AppendInt(nil, n, 10)
}

// AppendPlain appends the document for people: its URL, its text and an empty line.
func (d *Document) AppendPlain(dst []byte) []byte {
	dst = append(append(dst, d.URL...), '\n')
	if len(d.Text) > 0 {
		dst = append(append(dst, d.Text...), '\n')
	}
	return append(dst, '\n')
}

// clean is text that is UTF-8.
func clean(text []byte) []byte { return bytes.ToValidUTF8(text, []byte("\ufffd")) }
