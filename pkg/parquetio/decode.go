package parquetio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"webmill/pkg/tuple"
)

// word is the machine form of a value: int32 stands for INT32 and FLOAT, int64 for INT64 and DOUBLE.
type word interface{ int32 | int64 }

// A decoder gives the values of one page, a few at a time: a page of few bytes can hold very many equal values.
// read fills dst or fails.
type decoder[T any] interface {
	read(dst []T) error
}

func sizeOf[T word]() int { return binary.Size(T(0)) }

// plain is PLAIN: the values as they are.
type plain[T word] struct{ src []byte }

func (d *plain[T]) read(dst []T) error {
	n := len(dst) * sizeOf[T]()
	if n > len(d.src) {
		return io.ErrUnexpectedEOF
	}
	switch dst := any(dst).(type) {
	case []int32:
		copy(tuple.Bytes(dst), d.src)
		tuple.FromLE(dst)
	case []int64:
		for i := range dst {
			dst[i] = int64(binary.LittleEndian.Uint64(d.src[8*i:]))
		}
	}
	d.src = d.src[n:]
	return nil
}

// split is BYTE_STREAM_SPLIT: first the lowest bytes of all values, then the second ones, and so on.
type split[T word] struct {
	src []byte
	at  int
}

func (d *split[T]) read(dst []T) error {
	stride := len(d.src) / sizeOf[T]()
	if d.at+len(dst) > stride {
		return io.ErrUnexpectedEOF
	}
	for i := range dst {
		v := T(0)
		for b := range sizeOf[T]() {
			v |= T(d.src[b*stride+d.at+i]) << (8 * b)
		}
		dst[i] = v
	}
	d.at += len(dst)
	return nil
}

// dict is RLE_DICTIONARY: places in a list of values.
type dict[T any] struct {
	index  hybrid
	values []T
	places [1024]int32
}

func newDict[T any](src []byte, values []T) (*dict[T], error) {
	if len(src) == 0 || src[0] > 32 {
		return nil, damaged("a page without a width of its dictionary indexes")
	}
	return &dict[T]{index: hybrid{src: src[1:], width: int(src[0])}, values: values}, nil
}

func (d *dict[T]) read(dst []T) error {
	for len(dst) > 0 {
		places := d.places[:min(len(dst), len(d.places))]
		if err := d.index.read(places); err != nil {
			return err
		}
		for i, p := range places {
			if uint(p) >= uint(len(d.values)) {
				return damaged("entry %d of a dictionary of %d", p, len(d.values))
			}
			dst[i] = d.values[p]
		}
		dst = dst[len(places):]
	}
	return nil
}

// hybrid is RLE: runs of one value, and runs of bit-packed values. It holds dictionary indexes and levels.
type hybrid struct {
	src    []byte
	width  int
	left   int // values of the current run
	packed []byte
	at     int // the bit of packed where the next value is
	value  int32
}

func (h *hybrid) read(dst []int32) error {
	for len(dst) > 0 {
		if h.left == 0 {
			if err := h.next(); err != nil {
				return err
			}
			continue
		}
		n := min(len(dst), h.left)
		if h.packed != nil {
			unpack(dst[:n], h.packed, h.at, h.width)
			h.at += n * h.width
		} else {
			for i := range dst[:n] {
				dst[i] = h.value
			}
		}
		h.left -= n
		dst = dst[n:]
	}
	return nil
}

// next starts the next run; one that holds nothing is allowed, and takes a byte at least.
func (h *hybrid) next() error {
	head, n := binary.Uvarint(h.src)
	if n <= 0 || head > math.MaxInt32 {
		return io.ErrUnexpectedEOF
	}
	h.src = h.src[n:]
	if head&1 == 0 {
		size := (h.width + 7) / 8
		if size > len(h.src) {
			return io.ErrUnexpectedEOF
		}
		h.left, h.packed, h.value = int(head>>1), nil, int32(bitsAt(h.src[:size], 0))
		h.src = h.src[size:]
		return nil
	}
	const most = 1 << 26 // no page has more values, and 8 times as many bits are still an int everywhere
	groups := min(int(head>>1), most)
	size := 0
	if h.width > 0 {
		groups = min(groups, len(h.src)/h.width+1)
		size = min(groups*h.width, len(h.src)) // some writers leave out the end of the last group
	}
	h.left, h.packed, h.at = 8*groups, h.src[:size:size], 0
	h.src = h.src[size:]
	return nil
}

// unpack reads values of width bits each; the first one begins at a bit of src. What lies behind src is zero.
func unpack[T word](dst []T, src []byte, bit, width int) {
	mask := uint64(1)<<width - 1
	i := 0
	if width <= 56 {
		for ; i < len(dst) && bit>>3+8 <= len(src); i++ {
			dst[i] = T(binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7) & mask)
			bit += width
		}
	}
	for ; i < len(dst); i++ {
		dst[i] = T(bitsAt(src, bit) & mask)
		bit += width
	}
}

// bitsAt returns the 64 bits from a bit of src on.
func bitsAt(src []byte, bit int) uint64 {
	var b [16]byte
	if at := bit >> 3; at < len(src) {
		copy(b[:9], src[at:])
	}
	return binary.LittleEndian.Uint64(b[:])>>(bit&7) | uint64(b[8])<<(64-bit&7)
}

// deltas is DELTA_BINARY_PACKED: the first value, then differences in blocks. A block states its least difference, which
// is taken off all of them, and holds the rest bit-packed in small blocks, each with its own width.
//
// The library has a decoder too, but it follows widths above 32 bits out of its buffers.
type deltas[T word] struct {
	src    []byte
	small  int    // values of a small block
	smalls int    // small blocks of a block
	widths []byte // of the small blocks still to come in this block
	least  T      // difference in this block
	value  T      // the last one given, or the first one
	first  bool   // value is still to be given
	total  int    // values left
	left   int    // values left in the small block
	packed []byte
	at     int // the bit of packed where the next difference is
	width  int
}

func newDeltas[T word](src []byte) (*deltas[T], error) {
	var head [3]uint64
	for i := range head {
		v, n := binary.Uvarint(src)
		if n <= 0 || v > math.MaxInt32 {
			return nil, io.ErrUnexpectedEOF
		}
		head[i], src = v, src[n:]
	}
	first, n := binary.Varint(src)
	block, smalls := int(head[0]), int(head[1])
	if n <= 0 || smalls == 0 || block > 1<<20 || block%128 != 0 || block/smalls == 0 || block/smalls%32 != 0 {
		return nil, damaged("differences in blocks of %d values by %d", block, smalls)
	}
	return &deltas[T]{src: src[n:], small: block / smalls, smalls: smalls, value: T(first), first: true, total: int(head[2])}, nil
}

func (d *deltas[T]) read(dst []T) error {
	if len(dst) > d.total {
		return io.ErrUnexpectedEOF
	}
	d.total -= len(dst)
	if d.first && len(dst) > 0 {
		dst[0], d.first = d.value, false
		dst = dst[1:]
	}
	for len(dst) > 0 {
		if d.left == 0 {
			if err := d.next(); err != nil {
				return err
			}
		}
		n := min(len(dst), d.left)
		unpack(dst[:n], d.packed, d.at, d.width)
		v, least := d.value, d.least
		for i, diff := range dst[:n] {
			v += least + diff
			dst[i] = v
		}
		d.value = v
		d.at += n * d.width
		d.left -= n
		dst = dst[n:]
	}
	return nil
}

// next starts the next small block, and a block before it if that one is used up.
func (d *deltas[T]) next() error {
	if len(d.widths) == 0 {
		least, n := binary.Varint(d.src)
		if n <= 0 || n+d.smalls > len(d.src) {
			return io.ErrUnexpectedEOF
		}
		d.least, d.widths, d.src = T(least), d.src[n:n+d.smalls], d.src[n+d.smalls:]
	}
	d.width, d.widths = int(d.widths[0]), d.widths[1:]
	if d.width > 8*sizeOf[T]() {
		return damaged("a difference of %d bits", d.width)
	}
	size := min(d.small*d.width/8, len(d.src)) // the last one may be cut short
	d.packed, d.src, d.at, d.left = d.src[:size:size], d.src[size:], 0, d.small
	if d.width > 0 {
		d.left = min(d.left, 8*size/d.width)
	}
	if d.left == 0 {
		return io.ErrUnexpectedEOF
	}
	return nil
}

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
		return dst, fmt.Errorf("pages compressed by %v are not read: write zstd", kind)
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
