// Package inflate decodes gzip members that lie in memory as a whole, into memory.
//
// A crawl dump is one small gzip member a record, and decoding them is most of the time of whoever reads it. A decoder for
// streams has to keep a window, to stop anywhere and to take its input byte by byte; where the member and its output are
// slices, none of this is needed. That is what makes it about twice as fast.
//
// # Method
//
// RFC 1951 and 1952. The next 56 bits or more stand in a word (refill), so that a code, or three literals, are decoded
// without asking for input. A code is looked up in a table by its first bits, 11 of a literal or length and 8 of a distance;
// longer codes go on in a second table behind it. Matches are copied 8 bytes at a time, past their end where there is space.
// The output is its own window, and grows as it is filled: the length that a member states is compared at its end, and never
// believed before.
//
// Memory: the output, and 24 KiB for the tables.
package inflate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"sync"
)

var (
	// ErrShort says that the input ends inside the member.
	ErrShort = errors.New("the gzip member is cut off")
	// ErrFormat says that the member is damaged, or is none.
	ErrFormat = errors.New("the gzip member is damaged")
	// ErrLarge says that there is more output than wanted.
	ErrLarge = errors.New("the gzip member is too large")
)

var decoders = sync.Pool{New: func() any { return new(decoder) }}

// Member appends the content of the gzip member at the start of src to dst, at most that many bytes; n is how many bytes of
// src the member has. After an error out is dst with what was decoded so far.
func Member(dst, src []byte, most int) (out []byte, n int, err error) {
	d := decoders.Get().(*decoder)
	defer decoders.Put(d)
	head, err := header(src)
	if err != nil {
		return dst, 0, err
	}
	d.reset(src, head, dst, most)
	err = d.blocks()
	out, d.out = d.out[:d.at], nil
	if err != nil {
		return out, 0, err
	}
	tail := src[d.next:]
	d.src = nil
	if len(tail) < 8 {
		return out, 0, ErrShort
	}
	made := out[len(dst):]
	if binary.LittleEndian.Uint32(tail) != crc32.ChecksumIEEE(made) || binary.LittleEndian.Uint32(tail[4:]) != uint32(len(made)) {
		return out, 0, ErrFormat
	}
	return out, d.next + 8, nil
}

const (
	hasCRC = 1 << (1 + iota)
	hasExtra
	hasName
	hasComment
	reserved = 0xe0
)

// header is the length of the member's header.
func header(src []byte) (int, error) {
	if len(src) < 10 {
		return 0, ErrShort
	}
	if src[0] != 0x1f || src[1] != 0x8b || src[2] != 8 || src[3]&reserved != 0 {
		return 0, ErrFormat
	}
	flags, n := src[3], 10
	if flags&hasExtra != 0 {
		if len(src) < n+2 {
			return 0, ErrShort
		}
		n += 2 + int(binary.LittleEndian.Uint16(src[n:]))
	}
	for _, text := range []byte{hasName, hasComment} {
		if flags&text == 0 {
			continue
		}
		if n > len(src) {
			return 0, ErrShort
		}
		end := bytes.IndexByte(src[n:], 0)
		if end < 0 {
			return 0, ErrShort
		}
		n += end + 1
	}
	if flags&hasCRC != 0 {
		if len(src) < n+2 {
			return 0, ErrShort
		}
		if binary.LittleEndian.Uint16(src[n:]) != uint16(crc32.ChecksumIEEE(src[:n])) {
			return 0, ErrFormat
		}
		n += 2
	}
	if n > len(src) {
		return 0, ErrShort
	}
	return n, nil
}
