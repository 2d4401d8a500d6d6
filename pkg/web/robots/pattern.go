package robots

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// A pattern is stored as the pieces between its wildcards: the length of each in 2 bytes, which are enough because lines are
// shorter, and its octets. The first piece is the beginning of the path, and empty if the pattern begins with a wildcard; the
// last one is empty if it ends with one.
const pieceHead = 2

// appendPattern appends a pattern, and tells how long it is and whether it must match the whole path. Where spelled is true, its
// escapes are not decoded.
func appendPattern(dst, value []byte, wild, spelled bool) (text []byte, weight uint32, exact bool) {
	if n := len(value); wild && n > 0 && value[n-1] == '$' {
		value, exact, weight = value[:n-1], true, 1
	}
	piece, first := len(dst), true
	text = append(dst, 0, 0)
	finish := func() {
		binary.LittleEndian.PutUint16(text[piece:], uint16(len(text)-piece-pieceHead))
	}
	for i := 0; i < len(value); {
		if wild && value[i] == '*' {
			if first || len(text) > piece+pieceHead { // ** is the same as *
				finish()
				piece, first = len(text), false
				text = append(text, 0, 0)
			}
			i++
			weight++
			continue
		}
		if spelled {
			var n int
			before := len(text)
			text, n = appendSpelled(text, value[i:])
			weight += uint32(len(text) - before)
			i += n
			continue
		}
		c, n := octet(value[i:])
		text = append(text, c)
		weight += written(c)
		i += n
	}
	finish()
	return text, weight, exact
}

// appendSpelled appends the first octet of a text as Google's parser spells it, and tells how many bytes said it: an escape in
// capitals, an octet outside of ASCII as an escape, all else as it is.
func appendSpelled(dst, text []byte) (out []byte, n int) {
	const digits = "0123456789ABCDEF"
	c, n := octet(text)
	if n == 1 && c < 0x80 {
		return append(dst, c), 1
	}
	return append(dst, '%', digits[c>>4], digits[c&15]), n
}

// written is how many octets an octet takes in a canonical URL.
func written(c byte) uint32 {
	if c <= ' ' || c >= 0x7f || strings.IndexByte("\"%<>\\^`{|}", c) >= 0 {
		return 3
	}
	return 1
}

// matches reports whether a pattern matches a path. Each piece is looked for behind the one before it: if there is a match at
// all, there is one with the first place of each.
func matches(pattern []byte, exact bool, path []byte) bool {
	piece, rest := cutPiece(pattern)
	if !bytes.HasPrefix(path, piece) {
		return false
	}
	path = path[len(piece):]
	if len(rest) == 0 {
		return !exact || len(path) == 0
	}
	for {
		piece, rest = cutPiece(rest)
		if len(rest) == 0 && exact {
			return bytes.HasSuffix(path, piece)
		}
		i := bytes.Index(path, piece)
		if i < 0 {
			return false
		}
		if len(rest) == 0 {
			return true
		}
		path = path[i+len(piece):]
	}
}

func cutPiece(pattern []byte) (piece, rest []byte) {
	end := pieceHead + int(binary.LittleEndian.Uint16(pattern))
	return pattern[pieceHead:end], pattern[end:]
}
