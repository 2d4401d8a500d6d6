package parquetio

import (
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/work"
)

// Encoders says how a file is encoded.
type Encoders struct {
	// Threads encode the file in the background. With 0, the caller encodes each group before it fills the next one.
	Threads     int
	Compression Compression // "": Zstd
	// Room is where rows wait for their group to be full: in its memory and, where that is not enough, in a temporary file. The
	// zero Room has enough memory for the groups of nearly all tables.
	Room work.Room
}

// groupMemory is enough for the rows of a group of nearly all tables: a million records of 4 numbers, or of 2 and 8 MiB of text.
const groupMemory = 24 << 20

// pagesMemory is what a thread takes that encodes pages.
const pagesMemory = 4 << 20

// WriterBytes is the memory of a writer with some threads: two groups of rows, or one without threads, and the pages.
func WriterBytes(threads int) int64 {
	how := Encoders{Threads: threads}
	return int64(how.groups())*groupMemory + how.pages()
}

// WithMemory divides the memory of a writer: what the pages do not take is for rows.
func (how Encoders) WithMemory(room work.Room) Encoders {
	how.Room = room
	how.Room.Memory = max(room.Memory-how.pages(), 1)
	return how
}

// groups is how many there are: with threads, one is filled while the one before is encoded.
func (how Encoders) groups() int { return min(max(1, how.Threads+1), 2) }

func (how Encoders) pages() int64 { return int64(max(1, how.Threads)) * pagesMemory }

// groupMemory is the memory of each group.
func (how Encoders) groupMemory() int64 {
	if how.Room.Memory == 0 {
		return groupMemory
	}
	return min(how.Room.Memory/int64(how.groups()), groupMemory)
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
