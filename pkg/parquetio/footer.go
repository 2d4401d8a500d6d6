package parquetio

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// readFooter returns the description of a file, after everything in it that is used later has been checked: what
// follows may rely on the bounds of chunks and on equal numbers of rows.
func readFooter(r io.ReaderAt, size int64) (*format.FileMetaData, []leaf, error) {
	meta, length, err := decodeFooter(r, size)
	if err != nil {
		return nil, nil, err
	}
	all, err := leaves(meta.Schema)
	beside := statedBeside(meta.KeyValueMetadata)
	for i := range all {
		all[i].beside = slices.Contains(beside, all[i].name)
	}
	if err == nil {
		err = checkGroups(meta, all, size-length-8)
	}
	return meta, all, err
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
	return meta, int64(len(b)), single(r, meta, size-int64(len(b))-8)
}

// single returns an error if the file is several files one behind the other: the footer at the end knows places in the last of
// them only, as if it were the first. end is where the footer begins.
func single(r io.ReaderAt, meta *format.FileMetaData, end int64) error {
	used := int64(len(magic))
	for _, g := range meta.RowGroups {
		for i := range g.Columns {
			c := &g.Columns[i]
			from, size := extent(&c.MetaData)
			used = max(used, from+size, c.MetaData.BloomFilterOffset+int64(c.MetaData.BloomFilterLength),
				c.OffsetIndexOffset+int64(c.OffsetIndexLength), c.ColumnIndexOffset+int64(c.ColumnIndexLength))
		}
	}
	var between [2 * len(magic)]byte
	if begin := end - used; begin > int64(len(magic)) {
		if _, err := r.ReadAt(between[:], begin-int64(len(magic))); err != nil {
			return err
		}
	}
	if string(between[:]) == magic+magic {
		return errors.New("is several Parquet files in one, as cat makes them: give them one by one")
	}
	return nil
}

// Describe returns the names of the columns of a file and its number of rows, whatever its columns are. It reads no more
// than the description at the end of the file.
func Describe(r io.ReaderAt, size int64) (columns []string, rows int64, err error) {
	err = fence(func() error {
		meta, _, err := decodeFooter(r, size)
		if err != nil {
			return err
		}
		for _, column := range meta.Schema[min(1, len(meta.Schema)):] { // the first one is the root
			if column.NumChildren.Valid {
				return fmt.Errorf("column %q is nested", column.Name)
			}
			columns = append(columns, column.Name)
		}
		rows = meta.NumRows
		return nil
	})
	return columns, rows, err
}

// Columns returns the number columns of a file, as they are stored, and what other columns it has, which are left out.
func Columns(r io.ReaderAt, size int64) (numbers []tuple.Column, others []Other, err error) {
	err = fence(func() error {
		meta, all, err := readFooter(r, size)
		if err == nil {
			err = checkSchema(all)
		}
		if err != nil {
			return err
		}
		before := 0
		for _, l := range all {
			if what := l.unfit(); what == "" {
				numbers = append(numbers, columnOf(l.name, l.form)...)
				before++
			} else if o := (Other{l.name, what, before}); !slices.Contains(others[max(0, len(others)-1):], o) {
				others = append(others, o)
			}
		}
		_, err = takeStated(numbers, meta.KeyValueMetadata)
		return err
	})
	return numbers, others, err
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

// leaf is a column that has values of its own; a nested column of the schema has several.
type leaf struct {
	name string // of the column that it is, or is in
	form format.SchemaElement
	deep bool // in a nested column

	beside bool // its writer says that it is no part of the tuples
}

// statedBeside lists the columns that the writer of a file says are no part of the tuples.
func statedBeside(pairs []format.KeyValue) []string {
	for _, kv := range pairs {
		if kv.Key == keyBeside {
			return strings.Split(kv.Value, "\t")
		}
	}
	return nil
}

// maxNesting is how deeply columns may be nested in one another.
const maxNesting = 64

// leaves returns the columns with values in the order of their chunks.
func leaves(schema []format.SchemaElement) (list []leaf, err error) {
	if len(schema) == 0 {
		return nil, damaged("its list of columns")
	}
	var left []int32 // children to come, at each depth
	name := ""
	for i, e := range schema {
		for len(left) > 0 && left[len(left)-1] == 0 {
			left = left[:len(left)-1]
		}
		if len(left) == 0 && i > 0 || len(left) > maxNesting || e.NumChildren.V < 0 {
			return nil, damaged("its list of columns")
		}
		if len(left) > 0 {
			left[len(left)-1]--
		}
		if len(left) == 1 {
			name = strings.Clone(e.Name)
		}
		if e.NumChildren.Valid || i == 0 {
			left = append(left, e.NumChildren.V)
		} else {
			list = append(list, leaf{name: name, form: e, deep: len(left) > 1})
		}
	}
	if slices.ContainsFunc(left, func(n int32) bool { return n > 0 }) {
		return nil, damaged("its list of columns")
	}
	return list, nil
}

// maxNumbers is the most columns of numbers that a file may have; a reader takes some of them.
const maxNumbers = 1024

// checkSchema refuses a file without any column of numbers.
func checkSchema(all []leaf) error {
	numbers, other := 0, ""
	for _, l := range all {
		if what := l.unfit(); what == "" {
			numbers++
		} else if other == "" {
			other = fmt.Sprintf(": column %q is %s", l.name, what)
		}
	}
	if numbers < 1 || numbers > maxNumbers {
		return fmt.Errorf("has %d columns of numbers, tuples have 1 … %d%s", numbers, tuple.MaxWidth, other)
	}
	return nil
}

// Other is a column that is left out, and what it is instead of a number.
type Other struct {
	Name, What string
	Before     int // numbers that are stored before it
}

const text = "text"

// isText reports whether a column is text.
func isText(e format.SchemaElement) bool {
	_, marked := e.LogicalType.Value.(*format.StringType)
	return e.Type.Valid && e.Type.V == format.ByteArray && e.RepetitionType.V != format.Repeated &&
		(marked || e.ConvertedType.Valid && e.ConvertedType.V == deprecated.UTF8)
}

// unfit says what a column is, if it is not a number of a type that is read.
func (l *leaf) unfit() string {
	e := l.form
	switch {
	case l.deep || !e.Type.Valid:
		return "nested"
	case isText(e):
		return text
	case l.beside:
		return "not an id or a score"
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
func checkGroups(meta *format.FileMetaData, all []leaf, end int64) error {
	rows := int64(0)
	var spans [][2]int64
	for _, g := range meta.RowGroups {
		if g.NumRows < 0 || g.NumRows > meta.NumRows-rows {
			return damaged("the numbers of rows do not add up to %d", meta.NumRows)
		}
		rows += g.NumRows
		if len(g.Columns) != len(all) {
			return damaged("a group of rows with %d columns", len(g.Columns))
		}
		for i := range g.Columns {
			if err := checkChunk(&g.Columns[i], &all[i], g.NumRows); err != nil {
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

func checkChunk(c *format.ColumnChunk, l *leaf, rows int64) error {
	m, plain := &c.MetaData, l.unfit() == ""
	switch {
	case c.FilePath != "":
		return fmt.Errorf("column %q lies in another file", l.name)
	case plain && (c.CryptoMetadata.Value != nil || len(c.EncryptedColumnMetadata) > 0):
		return fmt.Errorf("column %q is encrypted", l.name)
	case m.Type != l.form.Type.V || !l.deep && (len(m.PathInSchema) != 1 || m.PathInSchema[0] != l.name):
		return damaged("the types or names of column %q differ", l.name)
	case plain && m.NumValues != rows:
		return damaged("column %q has %s for %s", l.name, tuple.Counted(m.NumValues, "value"), tuple.Counted(rows, "row"))
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
// is inside the bytes, and nothing is nested deeply. A decoder makes space for a list before it reads it, so that five
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
