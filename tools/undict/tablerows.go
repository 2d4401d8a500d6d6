package main

import (
	"bytes"
	"fmt"
	"slices"

	"webmill/pkg/parquetio"
	"webmill/pkg/web/urls"
)

// tableRows writes Parquet.
type tableRows struct {
	table  *parquetio.TableWriter
	fields int // of a string
	parts  []partOfURL
	texts  []parquetio.Strings
}

func newTableRows(table *parquetio.TableWriter, o *options) *tableRows {
	return &tableRows{table: table, fields: max(1, len(o.schema)), parts: o.parts()}
}

// partOfURL gives what a further column holds of a URL, the first field of a string.
type partOfURL func(url []byte) []byte

func (o *options) parts() (parts []partOfURL) {
	if o.hostColumn {
		parts = append(parts, urls.Host)
	}
	if o.domainColumn {
		parts = append(parts, func(url []byte) []byte { return urls.Domain(urls.Host(url), false) })
	}
	return parts
}

// WriteRows implements dict.Rows.
func (t *tableRows) WriteRows(block []int32, lines ...parquetio.Strings) error {
	if t.fields == 1 && t.parts == nil {
		return t.table.WriteRows(block, lines...)
	}
	each := t.fields + len(t.parts)
	t.texts = slices.Grow(t.texts[:0], each*len(lines))[:each*len(lines)]
	for i := range lines {
		texts := t.texts[i*each:][:each]
		for k := range texts {
			texts[k].Reset()
		}
		for k := range lines[i].Len() {
			if err := t.cut(texts, lines[i].At(k)); err != nil {
				return err
			}
		}
	}
	return t.table.WriteRows(block, t.texts...)
}

// cut adds a line of the dictionary to the columns of its fields. Fields that are missing at its end are empty.
func (t *tableRows) cut(texts []parquetio.Strings, line []byte) error {
	field, rest, more := line, []byte(nil), false
	if t.fields > 1 {
		field, rest, more = bytes.Cut(line, []byte("\t"))
	}
	texts[0].Append(field)
	for i, part := range t.parts {
		texts[1+i].Append(part(field))
	}
	for i := range t.fields - 1 {
		field, rest, more = bytes.Cut(rest, []byte("\t"))
		texts[1+len(t.parts)+i].Append(field)
	}
	if more {
		return fmt.Errorf("a line of the dictionary has more than the %d fields of -schema: %.64q", t.fields, line)
	}
	return nil
}

func (t *tableRows) finish() error { return t.table.Close() }
