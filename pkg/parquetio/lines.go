package parquetio

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"webmill/pkg/tuple"
)

// LineWriter writes rows of fields as a Parquet file: Write takes lines with TABs, Row takes fields, also those of CSV.
// The fields are those of the file: text, numbers of 32 bits, and reals.
type LineWriter struct {
	out     *TableWriter
	fields  []Field  // without the second half of a real
	cut     [][]byte // the fields of the line at hand
	numbers []int32
	texts   []Strings
	bytes   int // of the rows that are not yet handed on
	rows    int64
}

// NewLineWriter starts a file.
func NewLineWriter(w io.Writer, fields []Field, how Encoders) (*LineWriter, error) {
	out, err := newTableWriter(w, fields, nil, how, textGroupValues, textGroupBytes)
	if err != nil {
		return nil, err
	}
	fields = slices.DeleteFunc(slices.Clone(fields), func(f Field) bool { return f.Kind == tuple.F64High })
	return &LineWriter{out: out, fields: fields, texts: make([]Strings, out.textColumns)}, nil
}

// Rows is the number of lines so far.
func (l *LineWriter) Rows() int64 { return l.rows }

// Write takes whole lines.
func (l *LineWriter) Write(lines []byte) error {
	for len(lines) > 0 {
		line, rest, _ := bytes.Cut(lines, []byte("\n"))
		lines = rest
		l.cut = cutFields(l.cut[:0], line)
		if err := l.Row(l.cut); err != nil {
			return fmt.Errorf("line %d: %w", l.rows+1, err)
		}
	}
	return nil
}

// Row adds the fields of a line.
func (l *LineWriter) Row(fields [][]byte) (err error) {
	if len(fields) != len(l.fields) {
		return fmt.Errorf("%s, not %d", tuple.Counted(len(fields), "field"), len(l.fields))
	}
	text := 0
	for i, field := range fields {
		f := &l.fields[i]
		l.bytes += len(field)
		switch {
		case f.Text:
			if f.As != AsText && !(f.Null && len(field) == 0) {
				_, err = f.As.value(field)
			}
			l.texts[text].Append(field)
			text++
		case f.Real:
			l.numbers, err = appendReal(l.numbers, field)
		default:
			l.numbers, err = appendInt(l.numbers, field)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	if l.rows++; l.rows%textRows == 0 || l.bytes >= textGroupBytes/4 {
		err = l.flush()
	}
	return err
}

func appendInt(record []int32, field []byte) ([]int32, error) {
	v, err := strconv.ParseInt(string(field), 10, 32)
	if err != nil || field[0] == '+' {
		err = fmt.Errorf("%w: %.64q is no integer of 32 bits", tuple.ErrKind, field)
	}
	return append(record, int32(v)), err
}

func appendReal(record []int32, field []byte) ([]int32, error) {
	x := math.NaN()
	if !isMissing(field) {
		var err error
		if x, err = strconv.ParseFloat(string(field), 64); err != nil {
			return record, err
		}
		x += 0 // -0 becomes 0, like everywhere
	}
	var halves [2]int32
	tuple.PutF64(halves[:], x)
	return append(record, halves[:]...), nil
}

func (l *LineWriter) flush() error {
	err := l.out.WriteRows(l.numbers, l.texts...)
	l.numbers, l.bytes = l.numbers[:0], 0
	for i := range l.texts {
		l.texts[i].Reset()
	}
	return err
}

// Close writes the end of the file.
func (l *LineWriter) Close() error {
	l.flush() // its error comes back from Close
	return l.out.Close()
}
