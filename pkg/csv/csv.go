// Package csv reads and writes rows of comma-separated values as RFC 4180 has them. Reader gives rows of any text, Numbers turns rows of
// numbers into lines with TABs, for the parser of text, and Writer turns such lines into rows.
package csv

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Fault is an error in the text, not one of reading it.
type Fault struct{ Err error }

func (f Fault) Error() string { return f.Err.Error() }
func (f Fault) Unwrap() error { return f.Err }

var (
	errQuote = Fault{errors.New(`a quote (") is not at the beginning or end of its field, or is not doubled`)}
	errOpen  = Fault{errors.New(`a field that begins with a quote (") has no end`)}
)

// Reader reads rows. A row may go over several lines, within quotes.
type Reader struct {
	in     *bufio.Reader
	most   int // bytes of a row
	row    []byte
	fields [][]byte
	line   int64 // the lines that were read
}

// NewReader reads rows of at most some bytes. A mark of UTF-8 at the beginning is left out.
func NewReader(r io.Reader, most int) *Reader {
	in := bufio.NewReaderSize(r, 64<<10)
	if head, _ := in.Peek(3); string(head) == "\ufeff" {
		in.Discard(3)
	}
	return &Reader{in: in, most: most}
}

// Line is the number of the last line of the last row; of a row without an end, that of its first line.
func (r *Reader) Line() int64 { return r.line }

// Rest is what follows the last row.
func (r *Reader) Rest() io.Reader { return r.in }

// Next returns the fields of the next row, which are valid until the one after, or io.EOF.
func (r *Reader) Next() ([][]byte, error) {
	r.row = r.row[:0]
	begin := r.line + 1
	for quotes := 0; ; {
		part, err := r.in.ReadSlice('\n')
		r.row = append(r.row, part...)
		quotes += bytes.Count(part, []byte{'"'})
		switch {
		case len(r.row) > r.most:
			r.line = begin
			return nil, Fault{fmt.Errorf("longer than %d bytes", r.most)}
		case err == io.EOF && len(r.row) == 0:
			return nil, err
		case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
			return nil, err
		case err == bufio.ErrBufferFull:
			continue
		}
		r.line++
		if quotes%2 == 0 {
			return r.cut()
		}
		if err == io.EOF {
			r.line = begin
			return nil, errOpen
		}
	}
}

// cut cuts the row into fields, in place.
func (r *Reader) cut() ([][]byte, error) {
	row := bytes.TrimSuffix(bytes.TrimSuffix(r.row, []byte("\n")), []byte("\r"))
	r.fields = r.fields[:0]
	for {
		field, rest, err := next(row)
		if err != nil {
			return nil, err
		}
		r.fields = append(r.fields, field)
		if rest == nil {
			return r.fields, nil
		}
		row = rest
	}
}

// next cuts the first field off a row, and takes its quotes away; rest is nil if it is the last one.
func next(row []byte) (field, rest []byte, err error) {
	if len(row) == 0 || row[0] != '"' {
		field, rest, _ = bytes.Cut(row, []byte{','})
		if bytes.IndexByte(field, '"') >= 0 {
			return nil, nil, errQuote
		}
		if len(field) == len(row) {
			rest = nil
		}
		return field, rest, nil
	}
	to := 0
	for from := 1; from < len(row); from++ {
		if row[from] != '"' {
			row[to] = row[from]
			to++
			continue
		}
		switch from++; {
		case from == len(row):
			return row[:to], nil, nil
		case row[from] == ',':
			return row[:to], row[from+1:], nil
		case row[from] != '"':
			return nil, nil, errQuote
		}
		row[to] = '"'
		to++
	}
	return nil, nil, errOpen
}

// numbers turns commas into TABs.
type numbers struct {
	in     io.Reader
	first  bool // the next byte begins a field
	quoted bool // in quotes
	closed bool // the quotes of the field were closed
}

// Numbers reads rows of numbers as lines with TABs between them.
func Numbers(r io.Reader) io.Reader { return &numbers{in: r, first: true} }

// plain are the bytes of which numbers are made.
var plain = func() (is [256]bool) {
	for _, c := range "0123456789+-.eEinfatyINFATY" {
		is[c] = true
	}
	return is
}()

// Read implements io.Reader.
func (n *numbers) Read(p []byte) (int, error) {
	for {
		k, err := n.in.Read(p)
		k, bad := n.turn(p[:k])
		if bad != nil {
			err = bad
		}
		if err == io.EOF && n.quoted {
			err = errOpen
		}
		if k > 0 || err != nil {
			return k, err
		}
	}
}

// turn turns a piece in place, and leaves out quotes and the CR of ends of lines.
func (n *numbers) turn(p []byte) (to int, err error) {
	if !n.quoted && !n.closed {
		to = turnPlain(p)
		n.first = to == 0 && n.first || to > 0 && !plain[p[to-1]]
	}
	for _, c := range p[to:] {
		switch {
		case plain[c]:
			if n.first = false; n.closed {
				return to, errQuote
			}
		case c == ',' && !n.quoted:
			c, n.first, n.closed = '\t', true, false
		case c == '\n' && !n.quoted:
			n.first, n.closed = true, false
		case c == '\r' && !n.quoted:
			continue
		case c == '"' && n.quoted:
			n.quoted, n.closed = false, true
			continue
		case c == '"' && n.first:
			n.quoted, n.first = true, false
			continue
		case c == '"':
			return to, errQuote
		default:
			return to, Fault{fmt.Errorf("%q is no part of a number", c)}
		}
		p[to] = c
		to++
	}
	return to, nil
}

// turnPlain turns the beginning of a piece, up to the first quote or another byte that needs care, and returns its length.
func turnPlain(p []byte) int {
	for i, c := range p {
		switch {
		case plain[c] || c == '\n':
		case c == ',':
			p[i] = '\t'
		default:
			return i
		}
	}
	return len(p)
}

// Writer turns lines with TABs between their fields into rows.
type Writer struct {
	out io.Writer
	buf []byte
}

// NewWriter writes rows to w. Each call of Write must hold whole lines.
func NewWriter(w io.Writer) *Writer { return &Writer{out: w} }

// Write implements io.Writer.
func (w *Writer) Write(lines []byte) (int, error) {
	w.buf = w.buf[:0]
	rest := lines
	if !bytes.ContainsAny(lines, "\",\r ") && !bytes.HasPrefix(lines, []byte("\n")) && !bytes.Contains(lines, []byte("\n\n")) {
		w.buf, rest = append(w.buf, lines...), nil
		for i, c := range w.buf {
			if c == '\t' {
				w.buf[i] = ','
			}
		}
	}
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		if rest = after; len(line) == 0 {
			w.buf = append(w.buf, `""`...) // a row of one empty field; an empty line may be none
		}
		w.buf = append(appendQuoted(w.buf, line), '\n')
	}
	if _, err := w.out.Write(w.buf); err != nil {
		return 0, err
	}
	return len(lines), nil
}

// appendQuoted appends a line some of whose fields need quotes.
func appendQuoted(b, line []byte) []byte {
	for {
		field, rest, more := bytes.Cut(line, []byte{'\t'})
		if bytes.ContainsAny(field, "\",\r") || len(field) > 0 && (field[0] == ' ' || field[len(field)-1] == ' ') {
			b = append(b, '"')
			b = append(b, bytes.ReplaceAll(field, []byte(`"`), []byte(`""`))...)
			b = append(b, '"')
		} else {
			b = append(b, field...)
		}
		if !more {
			return b
		}
		b, line = append(b, ','), rest
	}
}
