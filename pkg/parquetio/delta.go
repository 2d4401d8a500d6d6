package parquetio

import (
	"encoding/binary"
	"io"
	"math"
)

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
