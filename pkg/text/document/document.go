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
//	finder.go    finds the documents that are wanted, of all
//	prints.go    what near and exact copies have in common
package document

import (
	"bytes"
	"strconv"

	"webmill/pkg/jsonstring"
	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// Document is a page as text. Its fields are valid until the next one is read.
type Document struct {
	IDName string // of the field that ID is read from; "" for id
	ID     int32  // of its URL in the dictionary; tuple.Unknown
	Status int    // of HTTP; 0 if it is not known

	Confidence int // F1 to expect of the text as the main content, in percent; 0 if it is not known
	PageText   int // bytes of the text of the whole page, of which Text is the main content; 0 if it is not known

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
	PageType    []byte // like article
	Author      []byte // of the page; several with ", " between them
	Published   []byte // like 2006-01-02 or 2006-01-02T15:04:05Z, as the page says it
	Text        []byte
}

// field is one of a document, in the order of the line.
type field struct {
	name string
	text func(*Document) *[]byte
	main bool // it is known only where the text is the main content
}

var fields = []field{
	{"url", func(d *Document) *[]byte { return &d.URL }, false},
	{date, func(d *Document) *[]byte { return &d.Date }, false},
	{"title", func(d *Document) *[]byte { return &d.Title }, false},
	{"description", func(d *Document) *[]byte { return &d.Description }, false},
	{"headings", func(d *Document) *[]byte { return &d.Headings }, false},
	{"lang", func(d *Document) *[]byte { return &d.Lang }, false},
	{"declared_lang", func(d *Document) *[]byte { return &d.Declared }, false},
	{"charset", func(d *Document) *[]byte { return &d.Charset }, false},
	{"robots", func(d *Document) *[]byte { return &d.Robots }, false},
	{"hash", func(d *Document) *[]byte { return &d.Hash }, false},
	{"simhash", func(d *Document) *[]byte { return &d.Simhash }, false},
	{"print", func(d *Document) *[]byte { return &d.Print }, false},
	{"page_type", func(d *Document) *[]byte { return &d.PageType }, true},
	{"author", func(d *Document) *[]byte { return &d.Author }, true},
	{"published", func(d *Document) *[]byte { return &d.Published }, true},
	{"text", func(d *Document) *[]byte { return &d.Text }, false},
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
	d.ID, d.Status, d.Contact, d.Javadoc, d.Confidence, d.PageText = tuple.Unknown, 0, 0, false, 0, 0
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
	if d.Confidence != 0 {
		dst = append(strconv.AppendInt(append(dst, `"confidence":`...), int64(d.Confidence), 10), ',')
	}
	if d.PageText != 0 {
		dst = append(strconv.AppendInt(append(dst, `"page_text_bytes":`...), int64(d.PageText), 10), ',')
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

// form is how the strings of lines are written. Their texts are UTF-8.
var form = jsonstring.New(jsonstring.Options{Short: "\n\t", Delete: true})

// AppendString appends text, which is UTF-8, as a string of JSON.
func AppendString(dst, text []byte) []byte { return jsonstring.Append(form, dst, text) }

// AppendEscaped appends text, which is UTF-8, as a string of JSON has it between its quotes.
func AppendEscaped(dst, text []byte) []byte { return jsonstring.AppendInside(form, dst, text) }

// Shape says which columns documents have in Parquet.
type Shape struct {
	IDs  bool
	Main bool // with the fields that are known only where the text is the main content

	NoJavadoc bool // it is not known whether javadoc made the pages
}

// Columns returns the columns of Parquet, in the order of AppendRow.
func (s Shape) Columns() (columns []parquetio.Field) {
	if s.IDs {
		columns = append(columns, parquetio.Field{Column: tuple.Column{Name: "id", Kind: tuple.ID}})
	}
	columns = append(columns, column("status", parquetio.AsInt),
		parquetio.Field{Column: tuple.Column{Name: "contact_words", Kind: tuple.Int}})
	if !s.NoJavadoc {
		columns = append(columns, parquetio.Field{Column: tuple.Column{Name: "javadoc"}, Text: true, As: parquetio.AsBool})
	}
	if s.Main {
		columns = append(columns, column("confidence", parquetio.AsInt), column("page_text_bytes", parquetio.AsInt))
	}
	for i := range fields {
		if s.has(&fields[i]) {
			columns = append(columns, column(fields[i].name, parquetio.AsText))
		}
	}
	for i := range columns {
		if columns[i].Name == date {
			columns[i].As = parquetio.AsTime
		}
	}
	return columns
}

func (s Shape) has(f *field) bool { return s.Main || !f.main }

func column(name string, as parquetio.Stored) parquetio.Field {
	return parquetio.Field{Column: tuple.Column{Name: name, Null: true}, Text: true, As: as}
}

// AppendRow appends the fields of a document in the order of Columns.
func (s Shape) AppendRow(row [][]byte, d *Document) [][]byte {
	if s.IDs {
		row = append(row, number(int64(d.ID), int64(tuple.Unknown)))
	}
	row = append(row, number(int64(d.Status), 0), number(int64(d.Contact), -1))
	if !s.NoJavadoc {
		row = append(row, strconv.AppendBool(nil, d.Javadoc))
	}
	if s.Main {
		row = append(row, number(int64(d.Confidence), 0), number(int64(d.PageText), 0))
	}
	for i := range fields {
		if s.has(&fields[i]) {
			row = append(row, *fields[i].text(d))
		}
	}
	return row
}

// Rows makes of a writer of rows one of lines of documents, which are whole.
func (s Shape) Rows(write func(row [][]byte) error) func(lines []byte) error {
	var d Document
	var row [][]byte
	return func(lines []byte) error {
		for len(lines) > 0 {
			n := bytes.IndexByte(lines, '\n') + 1
			if err := d.Parse(lines[:n-1]); err != nil {
				return err
			}
			row = s.AppendRow(row[:0], &d)
			if err := write(row); err != nil {
				return err
			}
			lines = lines[n:]
		}
		return nil
	}
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

// AppendMarkdown appends the document, whose text is Markdown, as a part of a file of Markdown: its URL, which is a link, and its
// text.
func (d *Document) AppendMarkdown(dst []byte) []byte {
	dst = append(append(append(dst, '<'), d.URL...), ">\n\n"...)
	if len(d.Text) > 0 {
		dst = append(append(dst, d.Text...), "\n\n"...)
	}
	return dst
}

// clean is text that is UTF-8.
func clean(text []byte) []byte { return bytes.ToValidUTF8(text, []byte("\ufffd")) }
