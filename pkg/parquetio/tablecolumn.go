package parquetio

import (
	"bytes"
	"encoding/binary"
	"math"
	"sort"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// tableColumn is a column of a file that is written.
type tableColumn struct {
	Field
	field int // its place among the fields
	start int // of a number: where in a record it starts; of text: its place among the texts
}

// columnsOf makes one column of the two halves of an f64; numbers are the columns of the records.
func columnsOf(fields []Field) (cols []tableColumn, numbers []tuple.Column) {
	texts := 0
	for i, f := range fields {
		switch {
		case f.Text:
			cols = append(cols, tableColumn{f, i, texts})
			texts++
			continue
		case f.Kind != tuple.F64High:
			cols = append(cols, tableColumn{f, i, len(numbers)})
		}
		numbers = append(numbers, f.Column)
	}
	return cols, numbers
}

func (c *tableColumn) physical() format.Type {
	switch {
	case c.Text:
		return format.ByteArray
	case c.Kind == tuple.F32:
		return format.Float
	case c.Kind == tuple.F64:
		return format.Double
	}
	return format.Int32
}

// encoding chooses for scores what every reader knows: BYTE_STREAM_SPLIT makes ranks of pages 12 % smaller, but takes
// longer to write and to read.
func (c *tableColumn) encoding() format.Encoding {
	switch {
	case c.Text:
		return format.DeltaByteArray
	case c.Kind >= tuple.F32:
		return format.Plain
	}
	return format.DeltaBinaryPacked
}

// element describes the column in the schema of the file.
func (c *tableColumn) element() format.SchemaElement {
	e := format.SchemaElement{Name: c.Name, Type: thrift.New(c.physical()), RepetitionType: thrift.New(format.Required)}
	if c.Null {
		e.RepetitionType = thrift.New(format.Optional)
	}
	if c.Text {
		e.ConvertedType = thrift.New(deprecated.UTF8)
		e.LogicalType = format.LogicalType{Value: &format.StringType{}}
	}
	return e
}

// cut adds the pages of the column in a group, not yet encoded. Text is cut by its size too.
func (c *tableColumn) cut(pages []page, g group) []page {
	for from := 0; from < g.rows; {
		to := min(from+pageValues, g.rows)
		if c.Text {
			s := &g.texts[c.start]
			limit := int64(s.begin(from)) + pageText
			to = from + max(1, sort.Search(to-from, func(i int) bool { return int64(s.Ends[from+i]) > limit }))
		}
		pages = append(pages, page{col: c, from: from, to: to})
		from = to
	}
	return pages
}

// maxBound is the longest text that is stated as the least or the greatest of a column.
const maxBound = 1 << 10

// bounds are the least and the greatest value of some pages.
func (c *tableColumn) bounds(pages []page) (s format.Statistics) {
	for i := range pages {
		s.NullCount += int64(pages[i].nulls)
	}
	if c.Real { // their bits do not order like them
		return s
	}
	if c.Text {
		for i := range pages {
			p := &pages[i]
			if p.nulls == p.to-p.from {
				continue
			}
			if s.MinValue == nil || bytes.Compare(p.leastText, s.MinValue) < 0 {
				s.MinValue = p.leastText
			}
			if s.MaxValue == nil || bytes.Compare(p.mostText, s.MaxValue) > 0 {
				s.MaxValue = p.mostText
			}
		}
		if len(s.MinValue) > maxBound || len(s.MaxValue) > maxBound {
			return format.Statistics{NullCount: s.NullCount}
		}
		s.MinValue, s.MaxValue = bytes.Clone(s.MinValue), bytes.Clone(s.MaxValue)
		return s
	}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range pages {
		least, most = min(least, pages[i].least), max(most, pages[i].most)
	}
	if least <= most {
		s.MinValue, s.MaxValue = c.plain(least), c.plain(most)
	}
	return s
}

func (c *tableColumn) plain(v int64) []byte {
	if c.Kind == tuple.F64 {
		return binary.LittleEndian.AppendUint64(nil, uint64(v))
	}
	return binary.LittleEndian.AppendUint32(nil, uint32(v))
}
