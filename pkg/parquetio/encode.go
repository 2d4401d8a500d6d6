package parquetio

import (
	"bytes"
	"hash/crc32"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// page is some rows of one column and, when it is encoded, its header and its compressed body.
type page struct {
	col        *tableColumn
	from, to   int // rows of the group
	head, body []byte
	size       int // of the body before compression

	least, most         int64 // values; of scores their bits, which order like them
	leastText, mostText []byte
}

// pageEncoder is the memory of one goroutine that encodes pages.
type pageEncoder struct {
	values, suffixes []int32
	plain, part      []byte
	delta            delta.BinaryPackedEncoding
}

// encode encodes a page of a group.
func (e *pageEncoder) encode(p *page, enc *zstd.Encoder, g group, numbers []tuple.Column) (err error) {
	if p.col.Text {
		err = e.text(p, &g.texts[p.col.start])
	} else {
		err = e.numbers(p, g.numbers[p.from*len(numbers):p.to*len(numbers)], len(numbers))
	}
	if err != nil {
		return err
	}
	p.size = len(e.plain)
	p.body = enc.EncodeAll(e.plain, p.body[:0])
	p.head, err = thrift.Marshal(&compact, &format.PageHeader{
		Type: format.DataPage, UncompressedPageSize: int32(p.size), CompressedPageSize: int32(len(p.body)),
		CRC: int32(crc32.ChecksumIEEE(p.body)),
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: int32(p.to - p.from), Encoding: p.col.encoding(),
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	})
	return err
}

// numbers makes e.plain of one column of records.
func (e *pageEncoder) numbers(p *page, block []int32, width int) (err error) {
	if p.col.Kind == tuple.F64 {
		e.gatherF64(p, block, width, p.col.start)
	} else {
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
	e.values, e.suffixes = grow(e.values, n), grow(e.suffixes, n)
	var before []byte
	p.leastText, p.mostText = s.At(p.from), s.At(p.from)
	for i := range n {
		b := s.At(p.from + i)
		shared := sharedPrefix(before, b)
		e.values[i], e.suffixes[i] = int32(shared), int32(len(b)-shared)
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
	for i := range n {
		e.plain = append(e.plain, s.At(p.from + i)[e.values[i]:]...)
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
