package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/tools/internal/columns"
)

// tableRows writes Parquet.
type tableRows struct {
	table  *parquetio.TableWriter
	schema columns.Fields // of a string; nil: it is all one field
	parts  []partOfURL
	texts  []parquetio.Strings
}

func newTableRows(table *parquetio.TableWriter, o *options) *tableRows {
	return &tableRows{table: table, schema: o.schema, parts: o.parts()}
}

// partOfURL gives what a further column holds of a URL, the first field of a string.
type partOfURL func(url []byte) []byte

func (o *options) parts() (parts []partOfURL) {
	host := func(url []byte) []byte {
		h := urls.Host(url)
		o.hosts = o.hosts || len(h) > 0
		return h
	}
	if o.hostColumn {
		parts = append(parts, host)
	}
	if o.domainColumn {
		parts = append(parts, func(url []byte) []byte { return urls.Domain(host(url), false) })
	}
	return parts
}

// WriteRows implements dict.Rows.
func (t *tableRows) WriteRows(block []int32, lines ...parquetio.Strings) error {
	if t.schema == nil && t.parts == nil {
		return t.table.WriteRows(block, lines...)
	}
	each := max(1, len(t.schema)) + len(t.parts)
	t.texts = slices.Grow(t.texts[:0], each*len(lines))[:each*len(lines)]
	for i := range lines {
		texts := t.texts[i*each:][:each]
		for k := range texts {
			texts[k].Reset()
		}
		if t.schema == nil {
			texts[0] = lines[i]
		}
		for k := range lines[i].Len() {
			if err := t.cut(texts, lines[i].At(k)); err != nil {
				return err
			}
		}
	}
	err := t.table.WriteRows(block, t.texts...)
	if errors.Is(err, tuple.ErrKind) {
		err = fmt.Errorf("a line of the dictionary: %w", err)
	}
	return err
}

// cut adds a line of the dictionary to the columns of its fields. Those that may be empty can be missing at its end.
func (t *tableRows) cut(texts []parquetio.Strings, line []byte) error {
	field, rest, more := line, []byte(nil), false
	if t.schema != nil {
		field, rest, more = bytes.Cut(line, []byte("\t"))
		texts[0].Append(field)
	}
	for i, part := range t.parts {
		texts[1+i].Append(part(field))
	}
	for i := 1; i < len(t.schema); i++ {
		if f := &t.schema[i]; !more && !f.Null && f.As != parquetio.AsMark {
			return fmt.Errorf("a line of the dictionary lacks the field %s of -schema (write %[1]s? if it may be missing): %.64q",
				f.Name, line)
		}
		field, rest, more = bytes.Cut(rest, []byte("\t"))
		texts[len(t.parts)+i].Append(field)
	}
	if more {
		return fmt.Errorf("a line of the dictionary has more fields than the %d of -schema: %.64q", len(t.schema), line)
	}
	return nil
}

func (t *tableRows) finish() error { return t.table.Close() }
