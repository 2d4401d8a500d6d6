package tuple

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"webmill/pkg/csv"
)

// CSV is text with commas between the numbers: no blanks, no comments, and each row has a field for each column.
// Numbers may stand in quotes. An empty field is an unknown value.

// NewCSVReader reads rows of numbers, behind the row of names.
func NewCSVReader(r io.Reader, cols []Column) (*TextReader, error) {
	t, err := NewTextReader(r, cols)
	if err == nil {
		t.commas = true
	}
	return t, err
}

// commaLine is digitLine for CSV.
func commaLine(buf []byte, p int, rec []int32) (next int, ok bool) {
	for i := range rec {
		v, n := parseDigits(buf[p:])
		if n == 0 || n > 10 || v > math.MaxInt32 || i < len(rec)-1 && buf[p+n] != ',' {
			return p, false
		}
		rec[i] = int32(v)
		p += n + 1
	}
	if buf[p-1] == '\r' {
		p++
	}
	return p, buf[p-1] == '\n'
}

// row reads a line of CSV that commaLine did not take, without its end. An empty line is one empty field.
func (t *TextReader) row(line []byte, rec []int32) (bool, error) {
	i, fields, expected := 0, 0, Numbers(t.cols)
	if len(line) == 0 && expected > 1 {
		return false, fmt.Errorf("is empty, but the first line names %d columns", expected)
	}
	for first := true; first || line != nil; first = false {
		f, rest, err := csv.Cut(line)
		if err == nil && i < len(rec) {
			var n int
			n, err = t.parseColumn(rec[i:], f, i)
			i += n
		}
		if errors.Is(err, csv.ErrOpen) {
			err = fmt.Errorf("%w; a field of several lines is read only by table, which makes Parquet of such a file", err)
		}
		if err != nil {
			return false, err
		}
		fields++
		line = rest
	}
	if fields != expected {
		return false, fmt.Errorf("%s, the first line names %d", Counted(fields, "field"), expected)
	}
	return true, nil
}

// NamesOnce lets the reader refuse a record that consists of names: cat of several files has such records. It is needed only if
// columns are unused: else names are refused because they are no numbers.
func (t *TextReader) NamesOnce(names []string) { t.names = names }

// isNames reports whether a line is the names of the columns.
func (t *TextReader) isNames(line []byte) bool {
	between, n := byte('\t'), 0
	if t.commas {
		between = ','
	}
	for f := range bytes.SplitSeq(bytes.TrimSuffix(line, []byte{'\r'}), []byte{between}) {
		if n++; n > len(t.names) || string(f) != t.names[n-1] {
			return false
		}
	}
	return n == len(t.names)
}

// NewCSVWriter writes rows of numbers, behind the row of names.
func NewCSVWriter(w io.Writer, cols []Column) *TextWriter {
	t := NewTextWriter(w, cols)
	t.between = ','
	return t
}
