package byline

import (
	"bytes"
	"unicode/utf8"

	"webmill/pkg/ascii"
	"webmill/pkg/valid"
)

// tokens reads JSON as pages have it: commas may be missing or too many, a string may hold line ends, and what cannot be read
// is passed over. Each step takes a byte at least, so it ends.
type tokens struct {
	in   []byte
	at   int
	text []byte // the last string
}

// peek passes blanks and returns the byte behind them, 0 at the end.
func (t *tokens) peek() byte {
	for ; t.at < len(t.in); t.at++ {
		if c := t.in[t.at]; c > ' ' && c != ',' && c != ':' {
			return c
		}
	}
	return 0
}

// more reports whether an object or a list goes on; if not, its end is behind.
func (t *tokens) more() bool {
	switch t.peek() {
	case 0:
		return false
	case '}', ']':
		t.at++
		return false
	}
	return true
}

// string reads a string whose " is at hand, valid until the next one. It is cut to maxString bytes.
func (t *tokens) string() []byte {
	t.text = t.text[:0]
	for t.at++; t.at < len(t.in); {
		c := t.in[t.at]
		t.at++
		switch {
		case c == '"':
			return t.valid()
		case c == '\\':
			t.escape()
		case len(t.text) < maxString:
			t.text = append(t.text, c)
		}
	}
	return t.valid()
}

const maxString = 2 << 10

// valid is the string without what is no UTF-8.
func (t *tokens) valid() []byte {
	if !valid.UTF8(t.text) { // it is broken, or was cut within a character
		t.text = bytes.ToValidUTF8(t.text, nil)
	}
	return t.text
}

// escape reads what stands behind a \.
func (t *tokens) escape() {
	if t.at >= len(t.in) {
		return
	}
	c := t.in[t.at]
	t.at++
	switch c {
	case 'n', 'r', 't', 'b', 'f':
		c = ' '
	case 'u':
		r := t.unit()
		if 0xd800 <= r && r < 0xdc00 && t.at+1 < len(t.in) && t.in[t.at] == '\\' && t.in[t.at+1] == 'u' {
			t.at += 2
			if low := t.unit(); 0xdc00 <= low && low < 0xe000 {
				r = (r-0xd800)<<10 | (low - 0xdc00) + 0x10000
			}
		}
		if len(t.text) < maxString {
			t.text = utf8.AppendRune(t.text, r)
		}
		return
	}
	if len(t.text) < maxString {
		t.text = append(t.text, c)
	}
}

// unit reads up to four hexadecimal digits.
func (t *tokens) unit() (r rune) {
	for n := 0; n < 4 && t.at < len(t.in); n++ {
		c := rune(ascii.Lower[t.in[t.at]])
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		default:
			return r
		}
		r = r<<4 | c
		t.at++
	}
	return r
}

// skip passes over a value.
func (t *tokens) skip() {
	for depth := 0; ; {
		switch t.peek() {
		case 0:
			return
		case '"':
			t.string()
		case '{', '[':
			depth++
			t.at++
		case '}', ']':
			if depth == 0 {
				return // the value is missing
			}
			depth--
			t.at++
		default:
			t.word()
		}
		if depth == 0 {
			return
		}
	}
}

// word passes over a number, or what stands there in its place.
func (t *tokens) word() {
	for t.at++; t.at < len(t.in); t.at++ {
		switch c := t.in[t.at]; c {
		case ',', ':', '"', '{', '}', '[', ']':
			return
		default:
			if c <= ' ' {
				return
			}
		}
	}
}
