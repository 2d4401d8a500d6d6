package parquetio

import (
	"bytes"
	"hash/crc32"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// page is some rows of one column and, when it is encoded, the sizes of its header and its body.
type page struct {
	col          *tableColumn
	from, to     int // the rows of the page in its group
	head, packed int
	size         int // bytes of the body before compression

	nulls               int
	least, most         int64 // least and greatest value (of scores, their bits, which have the same order); least > most if there are none
	leastText, mostText []byte
}

// pageEncoder is the memory of one goroutine that encodes pages.
type pageEncoder struct {
	values, suffixes []int32
	plain, part      []byte
	levels           levels
	body             []byte
	delta            delta.BinaryPackedEncoding
}

// encode encodes a page of a group. Its header and its compressed body are valid until the next call.
func (e *pageEncoder) encode(p *page, enc *zstd.Encoder, g group, numbers []tuple.Column) (head, body []byte, err error) {
	e.levels.reset()
	if p.col.Text {
		err = e.text(p, &g.texts[p.col.start])
	} else {
		err = e.numbers(p, g.numbers[p.from*len(numbers):p.to*len(numbers)], len(numbers))
	}
	if err != nil {
		return nil, nil, err
	}
	if p.nulls = e.levels.nulls; p.col.Null {
		e.part = e.levels.appendTo(e.part[:0])
		e.plain = slices.Insert(e.plain, 0, e.part...)
	}
	e.body = enc.EncodeAll(e.plain, e.body[:0])
	p.size, p.packed = len(e.plain), len(e.body)
	head, err = thrift.Marshal(&compact, &format.PageHeader{
		Type: format.DataPage, UncompressedPageSize: int32(p.size), CompressedPageSize: int32(p.packed),
		CRC: int32(crc32.ChecksumIEEE(e.body)),
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: int32(p.to - p.from), Encoding: p.col.encoding(),
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	})
	p.head = len(head)
	return head, e.body, err
}

// numbers makes e.plain of one column of records.
func (e *pageEncoder) numbers(p *page, block []int32, width int) (err error) {
	switch {
	case p.col.Kind == tuple.F64:
		e.gatherF64(p, block, width, p.col.start)
	case p.col.Null:
		e.gatherKnown(p, block, width, p.col.start)
	default:
		e.gather(p, block, width, p.col.start)
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
func (e *pageEncoder) text(p *page, s *Strings) (err error) {
	n := p.to - p.from
	e.values, e.suffixes = grow(e.values, n)[:0], grow(e.suffixes, n)[:0]
	var before []byte
	p.leastText, p.mostText = nil, nil
	for i := range n {
		b := s.At(p.from + i)
		if p.col.Null && !e.levels.add(len(b) > 0) {
			continue
		}
		if len(e.values) == 0 {
			p.leastText, p.mostText = b, b
		}
		shared := sharedPrefix(before, b)
		e.values, e.suffixes = append(e.values, int32(shared)), append(e.suffixes, int32(len(b)-shared))
		before = b
		if bytes.Compare(b, p.mostText) > 0 {
			p.mostText = b
		} else if bytes.Compare(b, p.leastText) < 0 {
			p.leastText = b
		}
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
		if b := s.At(p.from + i); len(b) > 0 || !p.col.Null {
			e.plain = append(e.plain, b[e.values[at]:]...)
			at++
		}
	}
	return nil
}

func sharedPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// gather collects the values of one column, and the least and the greatest of them.
func (e *pageEncoder) gather(p *page, block []int32, width, col int) {
	e.values = grow(e.values, len(block)/width)
	least, most := int32(math.MaxInt32), int32(math.MinInt32)
	for i := range e.values {
		v := block[i*width+col]
		e.values[i] = v
		least, most = min(least, v), max(most, v)
	}
	p.least, p.most = int64(least), int64(most)
}

// gatherKnown is gather for a column with unknown values: it leaves them out.
func (e *pageEncoder) gatherKnown(p *page, block []int32, width, col int) {
	e.values = e.values[:0]
	p.least, p.most = math.MaxInt64, math.MinInt64
	for ; len(block) > 0; block = block[width:] {
		if v := block[col]; e.levels.add(v != tuple.Unknown) {
			e.values = append(e.values, v)
			p.least, p.most = min(p.least, int64(v)), max(p.most, int64(v))
		}
	}
}

// gatherF64 is gather for a column of float64, which stay in their two halves.
func (e *pageEncoder) gatherF64(p *page, block []int32, width, col int) {
	e.values = grow(e.values, len(block)/width*2)
	p.least, p.most = math.MaxInt64, math.MinInt64
	for i := 0; i < len(e.values); i += 2 {
		half := block[i/2*width+col:][:2]
		e.values[i], e.values[i+1] = half[0], half[1]
		v := int64(math.Float64bits(tuple.F64Value(half)))
		p.least, p.most = min(p.least, v), max(p.most, v)
	}
}
