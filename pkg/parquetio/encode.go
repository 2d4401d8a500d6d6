package parquetio

import (
	"hash/crc32"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// page is one encoded page: its header and its compressed body.
type page struct {
	head, body  []byte
	size        int   // of the body before compression
	least, most int64 // values; of scores their bits, which order like them
}

// pageEncoder is the memory of one goroutine that encodes pages.
type pageEncoder struct {
	values []int32
	plain  []byte
	delta  delta.BinaryPackedEncoding
}

func physical(c tuple.Column) format.Type {
	switch c.Kind {
	case tuple.F32:
		return format.Float
	case tuple.F64:
		return format.Double
	}
	return format.Int32
}

// encodingOf chooses for scores what every reader knows: BYTE_STREAM_SPLIT makes ranks of pages 12 % smaller, but takes
// longer to write and to read.
func encodingOf(c tuple.Column) format.Encoding {
	if c.Kind >= tuple.F32 {
		return format.Plain
	}
	return format.DeltaBinaryPacked
}

// encode makes the page that holds one column of a block.
func (e *pageEncoder) encode(p *page, enc *zstd.Encoder, block []int32, cols []tuple.Column, col int) (err error) {
	values := len(block) / len(cols)
	if cols[col].Kind == tuple.F64 {
		e.gatherF64(p, block, len(cols), col)
	} else {
		e.gather(p, block, len(cols), col)
	}
	if encodingOf(cols[col]) == format.Plain {
		tuple.ToLE(e.values)
		e.plain = append(e.plain[:0], tuple.Bytes(e.values)...)
	} else if e.plain, err = e.delta.EncodeInt32(e.plain[:0], e.values); err != nil {
		return err
	}
	p.size = len(e.plain)
	p.body = enc.EncodeAll(e.plain, p.body[:0])
	p.head, err = thrift.Marshal(&compact, &format.PageHeader{
		Type: format.DataPage, UncompressedPageSize: int32(p.size), CompressedPageSize: int32(len(p.body)),
		CRC: int32(crc32.ChecksumIEEE(p.body)),
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: int32(values), Encoding: encodingOf(cols[col]),
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	})
	return err
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
