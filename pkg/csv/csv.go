// Package csv reads and writes rows of comma-separated values as RFC 4180 has them. Reader gives rows of any text, Cut
// the fields of a row that is one line, and Append makes fields.
package csv

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"webmill/pkg/ascii"
)

// Fault is an error in the text, not one of reading it.
type Fault struct{ Err error }

func (f Fault) Error() string { return f.Err.Error() }
func (f Fault) Unwrap() error { return f.Err }

var (
	errQuote  = Fault{errors.New(`a quote (") is not at the beginning or end of its field, or is not doubled`)}
	errWithin = Fault{errQuote} // in a field that does not begin with one
	// ErrOpen is the error of a quote that is not closed; for Cut, it may be closed in a line that follows.
	ErrOpen = Fault{errors.New(`a field that begins with a quote (") has no end`)}
)

// Reader reads rows. A row may go over several lines, within quotes.
type Reader struct {
	in     *bufio.Reader
	most   int // bytes of a row
	row    []byte
	fields [][]byte
	line   int64 // the lines that were read
}

// NewReader reads rows of at most some bytes. A byte order mark at the beginning is skipped.
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
			return nil, r.broken(Fault{fmt.Errorf("longer than %d bytes", r.most)})
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
			return nil, r.broken(ErrOpen)
		}
	}
}

// broken is the error of a row without an end: err, unless a quote stands where none may be.
func (r *Reader) broken(err error) error {
	if _, cut := r.cut(); errors.Is(cut, errWithin) {
		return cut
	}
	return err
}

// cut cuts the row into fields, in place.
func (r *Reader) cut() ([][]byte, error) {
	row := ascii.TrimEnd(r.row)
	r.fields = r.fields[:0]
	for {
		field, rest, err := Cut(row)
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

// Cut cuts the first field off a row without its end, and takes its quotes away, in place; rest is nil if it is the last one.
func Cut(row []byte) (field, rest []byte, err error) {
	if len(row) == 0 || row[0] != '"' {
		field, rest, _ = bytes.Cut(row, []byte{','})
		if bytes.IndexByte(field, '"') >= 0 {
			return nil, nil, errWithin
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
	return nil, nil, ErrOpen
}

// Append appends a field to dst, in quotes if it needs them; so does an empty one, as an empty line may be no row.
func Append(dst, field []byte) []byte {
	n := len(field)
	plain := n > 0 && field[0] != ' ' && field[n-1] != ' '
	for _, c := range [...]byte{'"', ',', '\r', '\n', '\t'} {
		plain = plain && bytes.IndexByte(field, c) < 0
	}
	if plain {
		return append(dst, field...)
	}
	dst = append(dst, '"')
	for _, c := range field {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}
