package parquetio

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/tuple"
)

// LineWriter writes lines of fields between TABs as the rows of a Parquet file. The fields are those of the file: text, and numbers of
// 32 bits.
type LineWriter struct {
	out     *TableWriter
	fields  []Field
	numbers []int32
	texts   []Strings
	bytes   int // of the lines that are not yet handed on
	rows    int64
}

// NewLineWriter starts a file.
func NewLineWriter(w io.Writer, fields []Field, threads int) (*LineWriter, error) {
	out, err := newTableWriter(w, fields, nil, threads, textGroupValues, textGroupBytes)
	if err != nil {
		return nil, err
	}
	return &LineWriter{out: out, fields: fields, texts: make([]Strings, out.texts)}, nil
}

// Rows is the number of lines so far.
func (l *LineWriter) Rows() int64 { return l.rows }

// Write takes whole lines.
func (l *LineWriter) Write(lines []byte) error {
	for len(lines) > 0 {
		line, rest, _ := bytes.Cut(lines, []byte("\n"))
		lines = rest
		l.rows++
		if err := l.line(line); err != nil {
			return fmt.Errorf("line %d: %w", l.rows, err)
		}
		if l.bytes += len(line); l.rows%textRows == 0 || l.bytes >= textGroupBytes/4 {
			if err := l.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// line adds the fields of a line.
func (l *LineWriter) line(line []byte) error {
	text := 0
	for i := range l.fields {
		f := &l.fields[i]
		field, rest, more := bytes.Cut(line, []byte("\t"))
		if more != (i < len(l.fields)-1) {
			return fmt.Errorf("%s, not %d", tuple.Counted(bytes.Count(line, []byte("\t"))+1+i, "field"), len(l.fields))
		}
		line = rest
		if f.Text {
			if f.As != AsText && !(f.Null && len(field) == 0) {
				if _, err := f.As.value(field); err != nil {
					return fmt.Errorf("%s: %w", f.Name, err)
				}
			}
			l.texts[text].Append(field)
			text++
			continue
		}
		v, err := strconv.ParseInt(string(field), 10, 32)
		if err != nil {
			return fmt.Errorf("%s: %w: %.64q is no %s", f.Name, tuple.ErrKind, field, f.Kind)
		}
		l.numbers = append(l.numbers, int32(v))
	}
	return nil
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
	if err := l.flush(); err != nil {
		return err
	}
	return l.out.Close()
}
