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
	size        int // of the body before compression
	least, most int32
}

// pageEncoder is the memory of one goroutine that encodes pages.
type pageEncoder struct {
	values []int32
	plain  []byte
	delta  delta.BinaryPackedEncoding
}

func physical(c tuple.Column) format.Type {
	if c.Kind == tuple.F32 {
		return format.Float
	}
	return format.Int32
}

func encodingOf(c tuple.Column) format.Encoding {
	if c.Kind == tuple.F32 {
		return format.Plain
	}
	return format.DeltaBinaryPacked
}

// encode makes the page that holds one column of a block.
func (e *pageEncoder) encode(p *page, enc *zstd.Encoder, block []int32, cols []tuple.Column, col int) (err error) {
	e.gather(p, block, len(cols), col)
	if cols[col].Kind == tuple.F32 {
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
			NumValues: int32(len(e.values)), Encoding: encodingOf(cols[col]),
			DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		}),
	})
	return err
}

// gather collects the values of one column, and the least and the greatest of them.
func (e *pageEncoder) gather(p *page, block []int32, width, col int) {
	if e.values == nil {
		e.values = make([]int32, pageValues)
	}
	e.values = e.values[:len(block)/width]
	least, most := int32(math.MaxInt32), int32(math.MinInt32)
	for i := range e.values {
		v := block[i*width+col]
		e.values[i] = v
		least, most = min(least, v), max(most, v)
	}
	p.least, p.most = least, most
}
