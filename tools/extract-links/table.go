package main

import (
	"bytes"
	"io"
	"slices"
	"strconv"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/web/links"
)

// table writes lines as the rows of a Parquet file: position is a number, all else is text.
type table struct {
	out      *parquetio.TableWriter
	columns  int
	position int // which column is a number, -1 if none is
	texts    []parquetio.Strings
	numbers  []int32
	bytes    int // of the lines that are not yet handed on
}

// A batch is handed on when it has rowsAtOnce rows, or lines of bytesAtOnce bytes.
const (
	rowsAtOnce  = 4096
	bytesAtOnce = 1 << 20
)

func newTable(w io.Writer, opt *links.Options, threads int) (*table, error) {
	names := opt.Columns()
	t := &table{columns: len(names), position: slices.Index(names, "position")}
	var fields []parquetio.Field
	for i, name := range names {
		f := parquetio.Texts(name)
		if i == t.position {
			f = parquetio.Fields(tuple.Column{Name: name, Kind: tuple.Int})
		} else {
			t.texts = append(t.texts, parquetio.Strings{})
		}
		fields = append(fields, f...)
	}
	var err error
	t.out, err = parquetio.NewTableWriter(w, fields, nil, threads)
	return t, err
}

func (t *table) write(text []byte) error {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		t.bytes += len(line)
		texts := t.texts
		for i := range t.columns {
			field, more, _ := bytes.Cut(line, []byte("\t"))
			line = more
			if i == t.position {
				n, err := strconv.Atoi(string(field))
				if err != nil {
					return err
				}
				t.numbers = append(t.numbers, int32(n))
				continue
			}
			texts[0].Append(field)
			texts = texts[1:]
		}
		if t.texts[0].Len() == rowsAtOnce || t.bytes >= bytesAtOnce {
			if err := t.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *table) flush() error {
	err := t.out.WriteRows(t.numbers, t.texts...)
	t.numbers, t.bytes = t.numbers[:0], 0
	for i := range t.texts {
		t.texts[i].Reset()
	}
	return err
}

func (t *table) close() error {
	if err := t.flush(); err != nil {
		return err
	}
	return t.out.Close()
}
