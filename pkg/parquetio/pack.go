package parquetio

import (
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// Encoders says how a file is encoded.
type Encoders struct {
	// that encode it in the background; with 0, the caller encodes each group before it fills the next one
	Threads     int
	Compression Compression // "": Zstd
}

// Compression is how the pages of a file are compressed.
type Compression string

// The compressions. Every reader knows Snappy; None is for readers that unpack slowly.
const (
	Zstd   Compression = "zstd"
	Snappy Compression = "snappy"
	None   Compression = "none"
)

// Compressions are all of them.
var Compressions = []Compression{Zstd, Snappy, None}

// packer compresses pages.
type packer struct {
	codec format.CompressionCodec
	zstd  *zstd.Encoder
}

func newPacker(how Encoders) (p packer, err error) {
	switch how.Compression {
	case Snappy:
		return packer{codec: format.Snappy}, nil
	case None:
		return packer{codec: format.Uncompressed}, nil
	}
	// Pages have hardly more than 1 MiB; a larger window only takes memory.
	p.codec = format.Zstd
	p.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(pageText), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderConcurrency(max(1, how.Threads)))
	return p, err
}

// pack returns the compressed form of src, in the memory of dst if there is enough.
func (p packer) pack(dst, src []byte) []byte {
	switch p.codec {
	case format.Snappy:
		return snappy.Encode(dst[:cap(dst)], src)
	case format.Uncompressed:
		return append(dst[:0], src...)
	}
	return p.zstd.EncodeAll(src, dst[:0])
}
