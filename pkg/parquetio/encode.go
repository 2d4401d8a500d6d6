package parquetio

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/sorts"
	"webmill/pkg/tuple"
)

// page is a page of Parquet: some rows of one column and, when it is encoded, the sizes of its header and its body.
type page struct {
	col          *writtenColumn
	entries      bool // it is the dictionary of the column, and has no rows
	from, to     int  // the rows of the page in its group
	begin, end   int  // its text among that of the column
	head, packed int
	size         int // bytes of the body before compression

	nulls int
	// least and greatest value (of scores, their bits, which have the same order); least > most if there are none
	least, most         int64
	leastText, mostText []byte // no more of them than shows that they are too long to be stated
}

// pageEncoder is the memory of one goroutine that encodes pages.
type pageEncoder struct {
	run              []int32 // of records
	strings          Strings // of the page
	values, suffixes []int32
	wide             []int64
	plain, part      []byte
	levels           levels
	body             []byte
	delta            delta.BinaryPackedEncoding
}

// encode encodes a page of a group. Its header and its compressed body are valid until the next call.
func (e *pageEncoder) encode(p *page, packer packer, g *group) (head, body []byte, err error) {
	e.levels.reset()
	if p.col.Text && !p.entries {
		if err := g.texts[p.col.start].strings(p, &e.strings); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case p.entries:
		e.entries(p, &p.col.dictionary.entries)
	case p.col.dictionary != nil:
		err = e.places(p)
	case p.col.As != AsText:
		err = e.stored(p)
	case p.col.Text:
		err = e.text(p)
	default:
		err = e.numbers(p, g)
	}
	if err != nil {
		return nil, nil, err
	}
	if p.nulls = e.levels.nulls; p.col.Null && !p.entries {
		e.part = e.levels.appendTo(e.part[:0])
		e.plain = slices.Insert(e.plain, 0, e.part...)
	}
	e.body = packer.pack(e.body, e.plain)
	p.size, p.packed = len(e.plain), len(e.body)
	h := format.PageHeader{
		UncompressedPageSize: int32(p.size), CompressedPageSize: int32(p.packed), CRC: int32(crc32.ChecksumIEEE(e.body)),
	}
	if p.entries {
		h.Type = format.DictionaryPage
		h.DictionaryPageHeader = thrift.New(format.DictionaryPageHeader{NumValues: int32(p.col.dictionary.entries.Len())})
	} else {
		h.Type = format.DataPage
		h.DataPageHeader = thrift.New(format.DataPageHeader{
			NumValues: int32(p.to - p.from), Encoding: p.col.encoding(),
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		})
	}
	head, err = thrift.Marshal(&compact, &h)
	p.head = len(head)
	return head, e.body, err
}

// numbers makes e.plain of one column of records.
func (e *pageEncoder) numbers(p *page, g *group) (err error) {
	gather, n := e.gather, p.to-p.from
	switch {
	case p.col.Kind == tuple.F64:
		gather, n = e.gatherF64, 2*n
	case p.col.Null:
		gather = e.gatherKnown
	}
	e.values, p.least, p.most = grow(e.values, n)[:0], math.MaxInt64, math.MinInt64
	if err := g.records(p.from, p.to, &e.run, func(run []int32) { gather(p, run, g.width) }); err != nil {
		return err
	}
	if p.col.encoding() == format.Plain {
		tuple.ToLE(e.values)
		e.plain = append(e.plain[:0], tuple.Bytes(e.values)...)
		return nil
	}
	e.plain, err = e.delta.EncodeInt32(e.plain[:0], e.values)
	return err
}

// text makes e.plain of strings: how much each shares with the one before, how long the rest is, and the rests.
func (e *pageEncoder) text(p *page) (err error) {
	s, n := &e.strings, p.to-p.from
	e.values, e.suffixes = grow(e.values, n)[:0], grow(e.suffixes, n)[:0]
	var before []byte
	var least, most []byte
	for i := range n {
		b := s.At(i)
		if p.col.Null && !e.levels.add(len(b) > 0) {
			continue
		}
		if len(e.values) == 0 {
			least, most = b, b
		}
		shared := sorts.Shared(before, b)
		e.values, e.suffixes = append(e.values, int32(shared)), append(e.suffixes, int32(len(b)-shared))
		before = b
		if bytes.Compare(b, most) > 0 {
			most = b
		} else if bytes.Compare(b, least) < 0 {
			least = b
		}
	}
	p.leastText, p.mostText = nil, nil
	if len(e.values) > 0 {
		p.leastText, p.mostText = bound(least), bound(most)
	}
	if e.plain, err = e.delta.EncodeInt32(e.plain[:0], e.values); err != nil {
		return err
	}
	if e.part, err = e.delta.EncodeInt32(e.part[:0], e.suffixes); err != nil {
		return err
	}
	e.plain = append(e.plain, e.part...)
	at := 0
	for i := range n {
		if b := s.At(i); len(b) > 0 || !p.col.Null {
			e.plain = append(e.plain, b[e.values[at]:]...)
			at++
		}
	}
	return nil
}

// gather adds the values of one column of some records, and keeps the least and the greatest of all.
func (e *pageEncoder) gather(p *page, block []int32, width int) {
	from := len(e.values)
	e.values = e.values[:from+len(block)/width]
	least, most := int32(math.MaxInt32), int32(math.MinInt32)
	for i, col := from, p.col.start; i < len(e.values); i, col = i+1, col+width {
		v := block[col]
		e.values[i] = v
		least, most = min(least, v), max(most, v)
	}
	p.least, p.most = min(p.least, int64(least)), max(p.most, int64(most))
}

// gatherKnown is gather for a column with unknown values: it leaves them out.
func (e *pageEncoder) gatherKnown(p *page, block []int32, width int) {
	for ; len(block) > 0; block = block[width:] {
		if v := block[p.col.start]; e.levels.add(v != tuple.Unknown) {
			e.values = append(e.values, v)
			p.least, p.most = min(p.least, int64(v)), max(p.most, int64(v))
		}
	}
}

// gatherF64 is gather for a column of float64, which stay in their two halves.
func (e *pageEncoder) gatherF64(p *page, block []int32, width int) {
	for ; len(block) > 0; block = block[width:] {
		half := block[p.col.start:][:2]
		e.values = append(e.values, half[0], half[1])
		v := int64(math.Float64bits(tuple.F64Value(half)))
		p.least, p.most = min(p.least, v), max(p.most, v)
	}
}

// writtenColumn is a column of a file that is written.
type writtenColumn struct {
	Field
	field int // its place among the fields
	start int // of a number: where in a record it starts; of text: its place among the texts

	dictionary *dictionary // of the group that is encoded; nil if it would not help
}

// columnsOf makes one column of the two halves of an f64; numbers are the columns of the records.
func columnsOf(fields []Field) (cols []writtenColumn, numbers []tuple.Column) {
	texts := 0
	for i, f := range fields {
		switch {
		case f.Text:
			cols = append(cols, writtenColumn{Field: f, field: i, start: texts})
			texts++
			continue
		case f.Kind != tuple.F64High:
			cols = append(cols, writtenColumn{Field: f, field: i, start: len(numbers)})
		}
		numbers = append(numbers, f.Column)
	}
	return cols, numbers
}

func (c *writtenColumn) physical() format.Type {
	switch {
	case c.Text:
		return c.As.physical()
	case c.Kind == tuple.F32:
		return format.Float
	case c.Kind == tuple.F64:
		return format.Double
	}
	return format.Int32
}

// encoding chooses for scores what every reader knows: BYTE_STREAM_SPLIT makes ranks of pages 12 % smaller, but takes
// longer to write and to read.
func (c *writtenColumn) encoding() format.Encoding {
	switch {
	case c.dictionary != nil:
		return format.RLEDictionary
	case c.Text:
		return c.As.encoding()
	case c.Kind >= tuple.F32:
		return format.Plain
	}
	return format.DeltaBinaryPacked
}

// element describes the column in the schema of the file.
func (c *writtenColumn) element() format.SchemaElement {
	e := format.SchemaElement{Name: c.Name, Type: thrift.New(c.physical()), RepetitionType: thrift.New(format.Required)}
	if c.Null {
		e.RepetitionType = thrift.New(format.Optional)
	}
	if c.Text {
		c.As.annotate(&e)
	}
	return e
}

// pages makes the pages of the column in a group, not yet encoded.
func (c *writtenColumn) pages(g *group) (pages []page, err error) {
	if c.Text {
		return g.texts[c.start].pages(c, g.rows)
	}
	for from := 0; from < g.rows; from += pageValues {
		pages = append(pages, page{col: c, from: from, to: min(from+pageValues, g.rows)})
	}
	return pages, nil
}

// maxBound is the longest text that is stated as the least or the greatest of a column.
const maxBound = 1 << 10

// bound is a copy of a text, or of so much of it that it orders like it and is too long to be stated.
func bound(text []byte) []byte { return append([]byte{}, text[:min(len(text), maxBound+1)]...) }

// bounds are the least and the greatest value of some pages.
func (c *writtenColumn) bounds(pages []page) (s format.Statistics) {
	for i := range pages {
		s.NullCount += int64(pages[i].nulls)
	}
	if c.Real { // their bits do not order like them
		return s
	}
	if c.Text && c.As == AsText {
		for i := range pages {
			p := &pages[i]
			if p.leastText == nil { // all are NULL, or their bounds are those of the dictionary
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

func (c *writtenColumn) plain(v int64) []byte {
	if c.Text {
		return c.As.plain(v)
	}
	if c.Kind == tuple.F64 {
		return binary.LittleEndian.AppendUint64(nil, uint64(v))
	}
	return binary.LittleEndian.AppendUint32(nil, uint32(v))
}

// levels encodes which values of a page are NULL, as runs: level 1 is a value, level 0 a NULL.
type levels struct {
	nulls int
	there bool // level of the current run
	n     uint64
	runs  []byte
}

func (l *levels) reset() { *l = levels{runs: l.runs[:0]} }

// add adds the level of a value that is there or not, and returns there.
func (l *levels) add(there bool) bool {
	if there != l.there {
		l.end()
		l.there = there
	}
	l.n++
	if !there {
		l.nulls++
	}
	return there
}

// end ends the current run: it writes the length, with a low bit of 0 that distinguishes a run from packed levels, and the level.
func (l *levels) end() {
	if l.n == 0 {
		return
	}
	l.runs = binary.AppendUvarint(l.runs, l.n<<1)
	level := byte(0)
	if l.there {
		level = 1
	}
	l.runs = append(l.runs, level)
	l.n = 0
}

// appendTo appends all levels in the RLE encoding, after their length in bytes, as a page holds them.
func (l *levels) appendTo(b []byte) []byte {
	l.end()
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.runs)))
	return append(b, l.runs...)
}
