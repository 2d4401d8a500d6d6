package parquetio

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// readFooter returns the description of a file, after everything in it that is used later has been checked: what
// follows may rely on the bounds of chunks and on equal numbers of rows.
func readFooter(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	meta, length, err := decodeFooter(r, size)
	if err != nil {
		return nil, err
	}
	if err := checkSchema(meta.Schema); err != nil {
		return nil, err
	}
	return meta, checkGroups(meta, size-length-8)
}

// decodeFooter returns the description of a file as it is, and how many bytes it takes.
func decodeFooter(r io.ReaderAt, size int64) (*format.FileMetaData, int64, error) {
	b, err := footerBytes(r, size)
	if err != nil {
		return nil, 0, err
	}
	if err := scanThrift(b); err != nil {
		return nil, 0, err
	}
	meta := new(format.FileMetaData)
	if err := thrift.NewDecoder(compact.NewReaderFromBytes(b)).Decode(meta); err != nil {
		return nil, 0, damaged("%v", err)
	}
	return meta, int64(len(b)), nil
}

// Describe returns the names of the columns of a file and its number of rows, whatever its columns are. It reads no more
// than the description at the end of the file.
func Describe(r io.ReaderAt, size int64) (columns []string, rows int64, err error) {
	meta, _, err := decodeFooter(r, size)
	if err != nil {
		return nil, 0, err
	}
	for i := 1; i < len(meta.Schema); i++ {
		if columns = append(columns, meta.Schema[i].Name); meta.Schema[i].NumChildren.Valid {
			return nil, 0, fmt.Errorf("column %q is nested", meta.Schema[i].Name)
		}
	}
	return columns, meta.NumRows, nil
}

// Columns returns the number columns of a file, as they are stored, and the names of its text columns.
func Columns(r io.ReaderAt, size int64) (numbers []tuple.Column, texts []string, err error) {
	err = fence(func() error {
		meta, err := readFooter(r, size)
		if err != nil {
			return err
		}
		for _, e := range meta.Schema[1:] {
			if isText(e) {
				texts = append(texts, e.Name)
			} else {
				numbers = append(numbers, columnOf(e.Name, e)...)
			}
		}
		return nil
	})
	return numbers, texts, err
}

func footerBytes(r io.ReaderAt, size int64) ([]byte, error) {
	var head, tail [8]byte
	if size < 12 {
		return nil, fmt.Errorf("is not Parquet: it has %d bytes", size)
	}
	if _, err := r.ReadAt(head[:4], 0); err != nil {
		return nil, err
	}
	if n, err := r.ReadAt(tail[:], size-8); n < 8 {
		return nil, err
	}
	switch end := string(tail[4:]); {
	case end == "PARE":
		return nil, fmt.Errorf("is encrypted Parquet")
	case string(head[:4]) == magic && end != magic:
		return nil, damaged("its end is missing")
	case end != magic || string(head[:4]) != magic:
		return nil, fmt.Errorf("is not Parquet")
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	if length > maxFooter || length > size-12 {
		return nil, damaged("a footer of %d bytes in a file of %d", length, size)
	}
	b := make([]byte, length)
	if n, err := r.ReadAt(b, size-8-length); int64(n) < length {
		return nil, err
	}
	return b, nil
}

// checkSchema accepts a list of numbers and text, with at least one number.
func checkSchema(schema []format.SchemaElement) error {
	if len(schema) == 0 || int(schema[0].NumChildren.V) != len(schema)-1 {
		for _, e := range schema[min(1, len(schema)):] {
			if e.NumChildren.Valid {
				return fmt.Errorf("column %q is nested, tuples have plain numbers", e.Name)
			}
		}
		return damaged("its list of columns")
	}
	numbers, texts := 0, ""
	for _, e := range schema[1:] {
		if isText(e) {
			texts = fmt.Sprintf(": column %q is text", e.Name)
			continue
		}
		if what := unfit(e); what != "" {
			return fmt.Errorf("column %q is %s, tuples have plain numbers", e.Name, what)
		}
		numbers++
	}
	if numbers < 1 || numbers > tuple.MaxWidth {
		return fmt.Errorf("has %d columns of numbers, tuples have 1 … %d%s", numbers, tuple.MaxWidth, texts)
	}
	return nil
}

// isText reports whether a column is text, which is left out.
func isText(e format.SchemaElement) bool {
	_, marked := e.LogicalType.Value.(*format.StringType)
	return e.Type.Valid && e.Type.V == format.ByteArray && e.RepetitionType.V != format.Repeated &&
		(marked || e.ConvertedType.Valid && e.ConvertedType.V == deprecated.UTF8)
}

// unfit says what a column is, if it is not a number of a type that is read.
func unfit(e format.SchemaElement) string {
	switch {
	case e.NumChildren.Valid || !e.Type.Valid:
		return "nested"
	case e.RepetitionType.V != format.Required && e.RepetitionType.V != format.Optional:
		return "a list"
	case !slices.Contains([]format.Type{format.Int32, format.Int64, format.Float, format.Double}, e.Type.V):
		return e.Type.V.String()
	}
	if _, isInt := e.LogicalType.Value.(*format.IntType); e.LogicalType.Value != nil && !isInt {
		return fmt.Sprint(e.LogicalType.Value)
	}
	if c := e.ConvertedType; c.Valid && (c.V < deprecated.Uint8 || c.V > deprecated.Int64) {
		return converted(c.V)
	}
	return ""
}

// converted names the older annotations of numbers that stand for something else.
func converted(c deprecated.ConvertedType) string {
	switch c {
	case deprecated.Decimal:
		return "DECIMAL"
	case deprecated.Date:
		return "DATE"
	case deprecated.TimeMillis, deprecated.TimeMicros:
		return "TIME"
	case deprecated.TimestampMillis, deprecated.TimestampMicros:
		return "TIMESTAMP"
	}
	return fmt.Sprintf("of the converted type %d", c)
}

// unsigned reports whether the values of a column are to be read without a sign.
func unsigned(e format.SchemaElement) bool {
	if t, ok := e.LogicalType.Value.(*format.IntType); ok {
		return !t.IsSigned
	}
	return e.ConvertedType.Valid && e.ConvertedType.V <= deprecated.Uint64
}

// checkGroups checks the numbers of rows, and that the chunks lie in the file before its footer and apart.
func checkGroups(meta *format.FileMetaData, end int64) error {
	rows := int64(0)
	var spans [][2]int64
	for _, g := range meta.RowGroups {
		if g.NumRows < 0 || g.NumRows > meta.NumRows-rows {
			return damaged("the numbers of rows do not add up to %d", meta.NumRows)
		}
		rows += g.NumRows
		if len(g.Columns) != len(meta.Schema)-1 {
			return damaged("a group of rows with %d columns", len(g.Columns))
		}
		for i := range g.Columns {
			if err := checkChunk(&g.Columns[i], meta.Schema[i+1], g.NumRows); err != nil {
				return err
			}
			from, size := extent(&g.Columns[i].MetaData)
			if from < 4 || size < 0 || size > end || from > end-size {
				return damaged("a chunk of %d bytes at %d", size, from)
			}
			spans = append(spans, [2]int64{from, from + size})
		}
	}
	if rows != meta.NumRows {
		return damaged("the numbers of rows add up to %d, not %d", rows, meta.NumRows)
	}
	slices.SortFunc(spans, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	for i := 1; i < len(spans); i++ {
		if spans[i][0] < spans[i-1][1] {
			return damaged("chunks overlap at %d", spans[i][0])
		}
	}
	return nil
}

func checkChunk(c *format.ColumnChunk, e format.SchemaElement, rows int64) error {
	m := &c.MetaData
	switch {
	case c.FilePath != "":
		return fmt.Errorf("column %q lies in another file", e.Name)
	case c.CryptoMetadata.Value != nil || len(c.EncryptedColumnMetadata) > 0:
		return fmt.Errorf("column %q is encrypted", e.Name)
	case m.Type != e.Type.V || len(m.PathInSchema) != 1 || m.PathInSchema[0] != e.Name:
		return damaged("the types or names of column %q differ", e.Name)
	case m.NumValues != rows:
		return damaged("column %q has %d values for %d rows", e.Name, m.NumValues, rows)
	}
	return nil
}

// extent is where a chunk begins and how long it is.
func extent(m *format.ColumnMetaData) (from, size int64) {
	from = m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 && d < from {
		from = d
	}
	return from, m.TotalCompressedSize
}

// scanThrift walks over a Thrift structure in the compact protocol and checks what a decoder would trust: every length
// is inside the bytes, and nothing is nested deeply. A decoder makes room for a list before it reads it, so that five
// bytes could ask for a terabyte, and follows nesting by recursion; neither failure could be caught.
func scanThrift(b []byte) error {
	s := scanner{b: b}
	s.structure(0)
	if s.bad {
		return damaged("its footer")
	}
	return nil
}

const maxDepth = 32

// scanner consumes b; bad sticks.
type scanner struct {
	b   []byte
	bad bool
}

func (s *scanner) byte() byte {
	if len(s.b) == 0 {
		s.bad = true
		return 0
	}
	c := s.b[0]
	s.b = s.b[1:]
	return c
}

func (s *scanner) varint() uint64 {
	v, n := binary.Uvarint(s.b)
	if n <= 0 {
		s.bad = true
		return 0
	}
	s.b = s.b[n:]
	return v
}

func (s *scanner) skip(n uint64) {
	if n > uint64(len(s.b)) {
		s.bad = true
		return
	}
	s.b = s.b[n:]
}

func (s *scanner) structure(depth int) {
	for !s.bad {
		head := s.byte()
		if head == 0 {
			return
		}
		if head>>4 == 0 {
			s.varint() // the number of the field
		}
		if kind := head & 15; kind > 2 { // 1 and 2 are true and false, which have no bytes
			s.value(kind, depth)
		}
	}
}

func (s *scanner) value(kind byte, depth int) {
	switch {
	case depth > maxDepth:
		s.bad = true
	case kind <= 3:
		s.byte()
	case kind <= 6:
		s.varint()
	case kind == 7:
		s.skip(8)
	case kind == 8:
		s.skip(s.varint())
	case kind == 9 || kind == 10:
		s.list(depth + 1)
	case kind == 12:
		s.structure(depth + 1)
	default: // maps: Parquet has none
		s.bad = true
	}
}

// list checks a list. A structure is some hundred bytes when decoded and never less than 2 in the file.
func (s *scanner) list(depth int) {
	head := s.byte()
	n, kind, least := uint64(head>>4), head&15, uint64(1)
	if n == 15 {
		n = s.varint()
	}
	if kind == 12 {
		least = 2
	}
	if n > uint64(len(s.b))/least {
		s.bad = true
	}
	for ; n > 0 && !s.bad; n-- {
		s.value(kind, depth)
	}
}
