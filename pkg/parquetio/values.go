package parquetio

import (
	"encoding/binary"
	"io"
	"math"

	"webmill/pkg/tuple"
)

// word is the machine form of a value: int32 stands for INT32 and FLOAT, int64 for INT64 and DOUBLE.
type word interface{ int32 | int64 }

// A decoder gives the values of one page, a few at a time: a page of few bytes can hold very many equal values.
// read fills dst or fails.
type decoder[T word] interface {
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
type dict[T word] struct {
	index  hybrid
	values []T
	places [1024]int32
}

func newDict[T word](src []byte, values []T) (*dict[T], error) {
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

// hybrid is RLE: runs of one value, and stretches of bit-packed values. It holds dictionary indexes and levels.
type hybrid struct {
	src    []byte
	width  int
	left   int // values of the current run or stretch
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

// next starts the next run or stretch; one that holds nothing is allowed, and takes a byte at least.
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

// unpack reads values of width bits each, of which the first begins at a bit of src. What lies behind src is zero.
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
