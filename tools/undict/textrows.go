package main

import (
	"bytes"
	"io"

	"webmill/pkg/csv"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// textRows writes records with strings as text or CSV: each line as it is without them, and the strings put in.
type textRows struct {
	out     io.Writer
	options *options
	between byte                       // the fields
	field   func(dst, s []byte) []byte // appends a string
	parts   []partOfURL
	numbers bytes.Buffer
	text    *tuple.TextWriter
	string  []int // of the fields of a line, which string stands there; -1: none
	buf     []byte
}

func newTextRows(out io.Writer, columns []tuple.Column, at []int, o *options, form stream.Format) *textRows {
	t := &textRows{out: out, options: o, parts: o.parts(), between: '\t', field: plainField}
	if form == stream.CSV {
		t.between, t.field = ',', csv.Append
	}
	t.text = tuple.NewTextWriter(&t.numbers, columns)
	for i, c := range columns {
		if c.Kind == tuple.F64High {
			continue
		}
		t.string = append(t.string, -1)
		for k, col := range at {
			if col == i {
				t.string[len(t.string)-1] = k
			}
		}
	}
	return t
}

func plainField(dst, s []byte) []byte { return append(dst, s...) }

// WriteRows implements dict.Rows.
func (t *textRows) WriteRows(block []int32, strings ...parquetio.Strings) error {
	t.numbers.Reset()
	if err := t.text.WriteBlock(block); err != nil {
		return err
	}
	if err := t.text.Flush(); err != nil {
		return err
	}
	row, rest := 0, t.numbers.Bytes()
	for ; len(rest) > 0; row++ {
		for _, k := range t.string {
			n := bytes.IndexAny(rest, "\t\n")
			if k < 0 || t.options.ids {
				t.buf = append(append(t.buf, rest[:n]...), t.between)
			}
			rest = rest[n+1:]
			if k < 0 {
				continue
			}
			s := strings[k].At(row)
			t.buf = append(t.field(t.buf, s), t.between)
			for _, part := range t.parts {
				t.buf = append(t.field(t.buf, part(s)), t.between)
			}
			if len(t.buf) > tuple.BlockBytes {
				if err := t.flush(1); err != nil { // what ends the last field may have to become that of the line
					return err
				}
			}
		}
		t.buf[len(t.buf)-1] = '\n'
	}
	return t.flush(0)
}

// flush writes what there is, but for the last bytes.
func (t *textRows) flush(keep int) error {
	n := len(t.buf) - keep
	_, err := t.out.Write(t.buf[:n])
	t.buf = t.buf[:copy(t.buf, t.buf[n:])]
	return err
}

func (t *textRows) finish() error { return nil }
