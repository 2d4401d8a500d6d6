package adj

import (
	"encoding/binary"
	"math/bits"
)

// A column of numbers is packed in blocks of 128 (the last one may be shorter): each number takes the same few bits,
// and the high bits of the exceptions that need more follow (PFOR). A block is
//
//	width     byte: bits a number, 0 … 32; 128 is added if there are exceptions
//	numbers   ⌈n·width / 8⌉ bytes, little-endian, the first number in the lowest bits
//	count     byte: how many exceptions
//	more      byte: the bits of the high part of an exception
//	places    a byte for each exception
//	highs     the high parts, ⌈count·more / 8⌉ bytes
//
// The width is the one that makes the block smallest. Numbers that are all 0 take one byte a block.
const (
	packBlock  = 128
	exceptions = 128
	slack      = 8 // bytes that may be read behind a packed column, and numbers that may be written behind an unpacked one
)

// appendPacked packs a column.
func appendPacked(dst []byte, col []uint32) []byte {
	for len(col) > packBlock {
		dst = appendBlock(dst, col[:packBlock])
		col = col[packBlock:]
	}
	if len(col) > 0 {
		dst = appendBlock(dst, col)
	}
	return dst
}

func appendBlock(dst []byte, col []uint32) []byte {
	width, most, more := bestWidth(col)
	if more == 0 {
		return appendBits(append(dst, byte(width)), col, width)
	}
	dst = appendBits(append(dst, byte(width)|exceptions), col, width)
	dst = append(dst, byte(more), byte(most-width))
	var highs [packBlock]uint32
	n := 0
	for i, v := range col {
		if high := v >> width; high != 0 {
			dst = append(dst, byte(i))
			highs[n] = high
			n++
		}
	}
	return appendBits(dst, highs[:n], most-width)
}

// bestWidth is the width that makes a block smallest, the bits of its largest number, and how many exceptions there are.
func bestWidth(col []uint32) (width, most, more int) {
	var lengths [64]uint8 // lengths[n]: how many numbers have n bits
	for _, v := range col {
		lengths[bits.Len32(v)&63]++
	}
	most = 32
	for most > 0 && lengths[most] == 0 {
		most--
	}
	width = most
	best := len(col) * most
	above := 0
	for w := most - 1; w >= 0; w-- {
		above += int(lengths[w+1])
		if size := 16 + len(col)*w + above*(8+most-w); size < best {
			best, width, more = size, w, above
		}
	}
	return width, most, more
}

// appendBits appends the low bits of the numbers.
func appendBits(dst []byte, col []uint32, width int) []byte {
	at := len(dst)
	size := (len(col)*width + 7) / 8
	for cap(dst) < at+size+slack {
		dst = append(dst[:cap(dst)], 0)
	}
	dst = dst[:at+size+slack]
	mask := uint64(1)<<width - 1
	var acc uint64
	n := uint(0)
	for _, v := range col {
		acc |= (uint64(v) & mask) << (n & 63)
		n += uint(width)
		if n >= 32 {
			binary.LittleEndian.PutUint32(dst[at:], uint32(acc))
			acc >>= 32
			n -= 32
			at += 4
		}
	}
	binary.LittleEndian.PutUint32(dst[at:], uint32(acc))
	return dst[:len(dst)-slack]
}

// unpack reads len(col) numbers from src, which must go on for slack bytes at least, and returns the rest of src.
// col must have space for slack numbers behind its end.
func unpack(col []uint32, src []byte) []byte {
	for len(col) > 0 {
		n := min(len(col), packBlock)
		head := src[0]
		width := int(head &^ exceptions)
		src = src[1:]
		unpackBits(col[:n:n+3], src, uint(width))
		src = src[(n*width+7)/8:]
		if head&exceptions != 0 {
			src = patch(col[:n], src, width)
		}
		col = col[n:]
	}
	return src
}

// unpackBits takes as many numbers from each load of 64 bits as surely lie in it. It writes up to 3 numbers too many.
func unpackBits(col []uint32, src []byte, w uint) {
	n := len(col)
	mask := uint64(1)<<(w&63) - 1
	bit := uint(0)
	switch {
	case w == 0:
		clear(col)
	case 4*w <= 57:
		col = col[:(n+3)&^3]
		for ; len(col) >= 4; col = col[4:] {
			v := binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7)
			col[0] = uint32(v & mask)
			v >>= w & 63
			col[1] = uint32(v & mask)
			v >>= w & 63
			col[2] = uint32(v & mask)
			v >>= w & 63
			col[3] = uint32(v & mask)
			bit += 4 * w
		}
	case 2*w <= 57:
		col = col[:(n+1)&^1]
		for ; len(col) >= 2; col = col[2:] {
			v := binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7)
			col[0] = uint32(v & mask)
			col[1] = uint32(v >> (w & 63) & mask)
			bit += 2 * w
		}
	default:
		for i := range col {
			col[i] = uint32(binary.LittleEndian.Uint64(src[bit>>3:]) >> (bit & 7) & mask)
			bit += w
		}
	}
}

// patch adds the high bits of the exceptions.
func patch(col []uint32, src []byte, width int) []byte {
	n, more := int(src[0]), int(src[1])
	places := src[2 : 2+n]
	src = src[2+n:]
	var highs [packBlock + slack]uint32
	unpackBits(highs[:n], src, uint(more))
	for i, place := range places {
		col[place] |= highs[i] << (width & 31)
	}
	return src[(n*more+7)/8:]
}
