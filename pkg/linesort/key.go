package linesort

import "bytes"

// A line with a key field is dealt and sorted as
//
//	key, its bytes below TAB increased by one | 0 | line
//
// A field holds neither TAB nor newline, so increasing what is below TAB keeps the order and leaves 0 for the end of the
// key, below all that a key can hold, and brings no newline in. The order of these bytes is the order of keys, and of
// whole lines among equal keys.

// form is the key field, counted from 1. 0: lines are sorted as they are.
type form int

// key is the part of a composed line that lines with equal keys share.
func (f form) key(composed []byte) []byte {
	if f == 0 {
		return composed
	}
	return composed[:bytes.IndexByte(composed, 0)]
}

// line is what a composed line was made of.
func (f form) line(composed []byte) []byte {
	if f == 0 {
		return composed
	}
	return composed[bytes.IndexByte(composed, 0)+1:]
}

// longest is the length of the longest composed line, if lines have up to n bytes.
func (f form) longest(n int) int {
	if f == 0 {
		return n
	}
	return 2*n + 1
}

// composer makes composed lines.
type composer struct {
	form
	buf []byte
}

// compose returns what a line is sorted as: itself, or something that is valid until the next call.
func (c *composer) compose(line []byte) []byte {
	if c.form == 0 {
		return line
	}
	c.buf = append(c.buf[:0], field(line, int(c.form))...)
	mark(c.buf)
	c.buf = append(c.buf, 0)
	c.buf = append(c.buf, line...)
	return c.buf
}

// field is the n-th field of a line, empty if it has fewer.
func field(line []byte, n int) []byte {
	for ; n > 1; n-- {
		i := bytes.IndexByte(line, '\t')
		if i < 0 {
			return nil
		}
		line = line[i+1:]
	}
	if i := bytes.IndexByte(line, '\t'); i >= 0 {
		return line[:i]
	}
	return line
}

// mark changes the bytes of a key to those that stand before a line.
func mark(key []byte) {
	for i, c := range key {
		if c < '\t' {
			key[i] = c + 1
		}
	}
}
