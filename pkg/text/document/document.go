// Package document is the stream of documents: JSON Lines, an object a line, and the same fields as columns of Parquet.
//
// A field that is not known is left out of the object, and empty in Parquet. A mark that is 0 or false is left out of the
// object only. Readers pass over fields that they do not know.
//
//	document.go  Document and its line
//	lines.go     documents in batches, for several workers
//	reader.go    a line to a document
//	members.go   the members of other objects, like mentions
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

// field is one of a document besides its id.
type field struct {
	parquetio.Field
	of   func(*Document) any // a pointer to an int, a bool or a []byte
	main bool                // it is known only where the text is the main content
}

// fields are in the order of the line and of the columns.
var fields = []field{
	{column("status", parquetio.AsInt), func(d *Document) any { return &d.Status }, false},
	{parquetio.Field{Column: tuple.Column{Name: "contact_words", Kind: tuple.Int}},
		func(d *Document) any { return &d.Contact }, false},
	{parquetio.Field{Column: tuple.Column{Name: javadoc}, Text: true, As: parquetio.AsBool},
		func(d *Document) any { return &d.Javadoc }, false},
	{column("confidence", parquetio.AsInt), func(d *Document) any { return &d.Confidence }, true},
	{column("page_text_bytes", parquetio.AsInt), func(d *Document) any { return &d.PageText }, true},
	{column("url", parquetio.AsText), func(d *Document) any { return &d.URL }, false},
	{column(date, parquetio.AsTime), func(d *Document) any { return &d.Date }, false},
	{column("title", parquetio.AsText), func(d *Document) any { return &d.Title }, false},
	{column("description", parquetio.AsText), func(d *Document) any { return &d.Description }, false},
	{column("headings", parquetio.AsText), func(d *Document) any { return &d.Headings }, false},
	{column("lang", parquetio.AsText), func(d *Document) any { return &d.Lang }, false},
	{column("declared_lang", parquetio.AsText), func(d *Document) any { return &d.Declared }, false},
	{column("charset", parquetio.AsText), func(d *Document) any { return &d.Charset }, false},
	{column("robots", parquetio.AsText), func(d *Document) any { return &d.Robots }, false},
	{column("hash", parquetio.AsText), func(d *Document) any { return &d.Hash }, false},
	{column("simhash", parquetio.AsText), func(d *Document) any { return &d.Simhash }, false},
	{column("print", parquetio.AsText), func(d *Document) any { return &d.Print }, false},
	{column("page_type", parquetio.AsText), func(d *Document) any { return &d.PageType }, true},
	{column("author", parquetio.AsText), func(d *Document) any { return &d.Author }, true},
	{column("published", parquetio.AsText), func(d *Document) any { return &d.Published }, true},
	{column("text", parquetio.AsText), func(d *Document) any { return &d.Text }, false},
}

const javadoc = "javadoc"

// Texts are the names of the fields that hold text of people.
func Texts() []string { return []string{"title", "description", "headings", "text"} }

// Field is a field of text by its name, which must be one.
func (d *Document) Field(name string) []byte {
	for i := range fields {
		if fields[i].Name == name {
			return *fields[i].of(d).(*[]byte)
		}
	}
	panic("no field " + name) // the caller has checked the name
}

// Reset makes the document empty and keeps its memory.
func (d *Document) Reset() {
	d.ID = tuple.Unknown
	for i := range fields {
		switch v := fields[i].of(d).(type) {
		case *int:
			*v = 0
		case *bool:
			*v = false
		case *[]byte:
			*v = (*v)[:0]
		}
	}
}

// AppendJSON appends the line of a document.
func (d *Document) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	from := len(dst)
	if d.ID != tuple.Unknown {
		dst = append(strconv.AppendInt(append(dst, `"id":`...), int64(d.ID), 10), ',')
	}
	for i := range fields {
		f := &fields[i]
		switch v := f.of(d).(type) {
		case *int:
			if *v != 0 {
				dst = append(strconv.AppendInt(f.appendKey(dst), int64(*v), 10), ',')
			}
		case *bool:
			if *v {
				dst = append(f.appendKey(dst), "true,"...)
			}
		case *[]byte:
			if len(*v) > 0 {
				dst = append(AppendString(f.appendKey(dst), *v), ',')
			}
		}
	}
	if len(dst) > from {
		dst = dst[:len(dst)-1]
	}
	return append(dst, "}\n"...)
}

func (f *field) appendKey(dst []byte) []byte {
	return append(append(append(dst, '"'), f.Name...), `":`...)
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
	for i := range fields {
		if s.has(&fields[i]) {
			columns = append(columns, fields[i].Field)
		}
	}
	return columns
}

func (s Shape) has(f *field) bool { return (s.Main || !f.main) && !(s.NoJavadoc && f.Name == javadoc) }

func column(name string, as parquetio.Stored) parquetio.Field {
	return parquetio.Field{Column: tuple.Column{Name: name, Null: true}, Text: true, As: as}
}

// AppendRow appends the fields of a document in the order of Columns.
func (s Shape) AppendRow(row [][]byte, d *Document) [][]byte {
	if s.IDs {
		row = append(row, number(d.ID, d.ID == tuple.Unknown))
	}
	for i := range fields {
		f := &fields[i]
		if !s.has(f) {
			continue
		}
		switch v := f.of(d).(type) {
		case *int:
			row = append(row, number(*v, *v == 0 && f.Null))
		case *bool:
			row = append(row, strconv.AppendBool(nil, *v))
		case *[]byte:
			row = append(row, *v)
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

// number is a number as a field: nothing if it is not known.
func number[T int | int32](n T, unknown bool) []byte {
	if unknown {
		return nil
	}
	return strconv.AppendInt(nil, int64(n), 10)
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
