// Package valid reports whether text is UTF-8, and makes text fit for a line. UTF8 takes a quarter of the time of unicode/utf8
// for text with many letters beyond ASCII, as it never branches.
package valid

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// A byte leads from one state to the next. A state is the number of bits by which its part of a byte's transitions is
// shifted, so that a step is a load and a shift.
const (
	done = 6 * iota // a character is whole
	one             // one more byte must follow, or two, or three
	two
	three
	afterE0 // the next byte is bounded
	afterED
	afterF0
	afterF4
	never  // the text is not UTF-8
	states = never/6 + 1
)

// steps are the transitions of each byte: from all states, 6 bits each.
var steps = func() (steps [256]uint64) {
	for c := range steps {
		to := [states]uint64{}
		for i := range to {
			to[i] = never
		}
		switch {
		case c < 0x80:
			to[done/6] = done
		case c < 0xc0:
			to[one/6], to[two/6], to[three/6] = done, one, two
			if c < 0x90 {
				to[afterF4/6] = two
			} else {
				to[afterF0/6] = two
			}
			if c < 0xa0 {
				to[afterED/6] = one
			} else {
				to[afterE0/6] = one
			}
		case c < 0xc2: // would be too long for its character
		case c < 0xe0:
			to[done/6] = one
		case c < 0xf0:
			to[done/6] = two
		case c < 0xf4:
			to[done/6] = three
		}
		switch c {
		case 0xe0:
			to[done/6] = afterE0
		case 0xed:
			to[done/6] = afterED
		case 0xf0:
			to[done/6] = afterF0
		case 0xf4:
			to[done/6] = afterF4
		}
		for i, state := range to {
			steps[c] |= state << (6 * i)
		}
	}
	return steps
}()

// UTF8 reports whether text is UTF-8.
func UTF8(text []byte) bool {
	for ; len(text) >= 8 && binary.LittleEndian.Uint64(text)&0x8080808080808080 == 0; text = text[8:] {
	}
	state := uint64(done)
	for _, c := range text {
		state = steps[c] >> (state & 63)
	}
	return state&63 == done
}

// Cut is the beginning of a text: at most that many bytes, in whole characters.
func Cut(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// OneLine appends text to dst as valid text of one line: put replaces each control byte, and U+FFFD what is not UTF-8.
func OneLine[T string | []byte](dst []byte, text T, put byte) []byte {
	from := len(dst)
	dst = append(dst, text...)
	if !UTF8(dst[from:]) {
		dst = append(dst[:from], bytes.ToValidUTF8(dst[from:], []byte("\ufffd"))...)
	}
	for i, c := range dst[from:] {
		if c < ' ' || c == 0x7f {
			dst[from+i] = put
		}
	}
	return dst
}
