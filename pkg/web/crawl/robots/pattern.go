package robots

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// A pattern is stored as the literals between its wildcards: for each its length in 2 bytes, which are enough since lines are
// shorter, and its octets. The first literal is the beginning of the path; it is empty if the pattern begins with a wildcard. The
// last literal is empty if the pattern ends with a wildcard.
const literalHead = 2

// appendPattern appends a pattern. weight is its length in a canonical URL, and exact is true if it must match the whole path.
// With wild, * and $ are special. With spelled, escapes are not decoded.
func appendPattern(dst, value []byte, wild, spelled bool) (text []byte, weight uint32, exact bool) {
	if n := len(value); wild && n > 0 && value[n-1] == '$' {
		value, exact, weight = value[:n-1], true, 1
	}
	literal, first := len(dst), true
	text = append(dst, 0, 0)
	finish := func() {
		binary.LittleEndian.PutUint16(text[literal:], uint16(len(text)-literal-literalHead))
	}
	for i := 0; i < len(value); {
		if wild && value[i] == '*' {
			if first || len(text) > literal+literalHead { // ** is the same as *
				finish()
				literal, first = len(text), false
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

// appendSpelled appends the first octet of a text as Google's parser spells it: an escape in capitals, an octet outside of ASCII
// as an escape, any other as it is. n is how many bytes of the text that was.
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

// matches reports whether a pattern matches a path. It takes the first place of each literal behind the literal before it: if the
// pattern matches at all, it matches so too.
func matches(pattern []byte, exact bool, path []byte) bool {
	literal, rest := cutLiteral(pattern)
	if !bytes.HasPrefix(path, literal) {
		return false
	}
	path = path[len(literal):]
	if len(rest) == 0 {
		return !exact || len(path) == 0
	}
	for {
		literal, rest = cutLiteral(rest)
		if len(rest) == 0 && exact {
			return bytes.HasSuffix(path, literal)
		}
		i := bytes.Index(path, literal)
		if i < 0 {
			return false
		}
		if len(rest) == 0 {
			return true
		}
		path = path[i+len(literal):]
	}
}

func cutLiteral(pattern []byte) (literal, rest []byte) {
	end := literalHead + int(binary.LittleEndian.Uint16(pattern))
	return pattern[literalHead:end], pattern[end:]
}
