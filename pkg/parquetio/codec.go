package parquetio

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// codec unpacks pages. It never makes more than the stated size of them.
type codec struct{ zstd *zstd.Decoder }

func newCodec() (codec, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxPage), zstd.WithDecoderConcurrency(0))
	return codec{z}, err
}

// unpack decompresses src to exactly size bytes, in the memory of dst if there is enough.
func (c codec) unpack(kind format.CompressionCodec, dst, src []byte, size int) ([]byte, error) {
	dst = grow(dst, size)
	if size == 0 {
		return dst, nil // some writers do not compress nothing
	}
	n, err := len(dst), error(nil)
	switch kind {
	case format.Uncompressed:
		n = len(src)
		copy(dst, src)
	case format.Zstd:
		n, err = unpackZstd(c.zstd, dst, src)
	case format.Snappy:
		n, err = unpackSnappy(dst, src)
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(src)); err == nil {
			n, err = fill(dst, r)
		}
	case format.Brotli:
		n, err = fill(dst, brotli.NewReader(bytes.NewReader(src)))
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(src, dst)
	default:
		err = damaged("pages compressed by %v", kind)
	}
	if err == nil && n != size {
		err = damaged("a page unpacks to %d bytes, not %d", n, size)
	}
	if err != nil {
		return dst, damaged("a %v page: %v", kind, err)
	}
	return dst, nil
}

func unpackZstd(z *zstd.Decoder, dst, src []byte) (int, error) {
	got, err := z.DecodeAll(src, dst[:0])
	if err == nil && len(got) > 0 && len(got) == len(dst) && &got[0] != &dst[0] {
		copy(dst, got)
	}
	return len(got), err
}

func unpackSnappy(dst, src []byte) (int, error) {
	if n, err := snappy.DecodedLen(src); err != nil || n != len(dst) {
		return n, err
	}
	got, err := snappy.Decode(dst, src)
	return len(got), err
}

// fill reads r to its end, which must come where dst ends.
func fill(dst []byte, r io.Reader) (int, error) {
	n, err := io.ReadFull(r, dst)
	if err != nil {
		return n, err
	}
	var more [1]byte
	if _, err := io.ReadFull(r, more[:]); err != io.EOF {
		return n + 1, nil
	}
	return n, nil
}
