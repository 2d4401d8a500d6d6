package page

import (
	"bytes"
	"html"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"webmill/pkg/ascii"
)

// decoded is an attribute value with its character references replaced, in the page's own encoding.
func (s *scanner) decoded(v span) []byte {
	raw := s.page[v.from:v.to]
	if bytes.IndexByte(raw, '&') < 0 && bytes.IndexByte(raw, '\r') < 0 && bytes.IndexByte(raw, 0) < 0 {
		return raw
	}
	return appendValue(nil, raw)
}

// appendValue appends the value that an attribute has by its text in the page: references replaced, line ends unified, NUL
// made visible.
func appendValue(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		switch c := raw[i]; c {
		case '&':
			var n int
			dst, n = appendReference(dst, raw[i:])
			i += n
			continue
		case '\r':
			dst = append(dst, '\n')
			if i+1 < len(raw) && raw[i+1] == '\n' {
				i++
			}
		case 0:
			dst = append(dst, "\uFFFD"...)
		default:
			dst = append(dst, c)
		}
		i++
	}
	return dst
}

// maxReference is more than the longest name of a character has.
const maxReference = 40

// appendReference appends the character that s, which begins with &, refers to, as in an attribute; n is how many bytes of s
// that takes.
func appendReference(dst, s []byte) (out []byte, n int) {
	if bytes.HasPrefix(s, []byte("&amp;")) {
		return append(dst, '&'), len("&amp;")
	}
	if len(s) > 1 && s[1] == '#' {
		if r, n := numeric(s); n > 0 {
			return utf8.AppendRune(dst, r), n
		}
		return append(dst, '&'), 1
	}
	n = 1
	for n < len(s) && n < maxReference && (ascii.Letter(s[n]) || ascii.Digit(s[n])) {
		n++
	}
	if n == 1 {
		return append(dst, '&'), 1
	}
	if n < len(s) && s[n] == ';' {
		name := string(s[:n+1])
		if text := html.UnescapeString(name); text != name && (text == ";" || text[len(text)-1] != ';') {
			return append(dst, text...), n + 1
		}
	}
	// Without a semicolon only some names are characters, and in an attribute not before = and not within a longer word.
	if n == len(s) || s[n] != '=' {
		name := string(s[:n])
		if text := html.UnescapeString(name); text != name && utf8.RuneCountInString(text) == 1 {
			return append(dst, text...), n
		}
	}
	return append(dst, s[:n]...), n
}

// appendTextReference is appendReference for the text of a page, where names may stand without a semicolon before anything.
func appendTextReference(dst, s []byte) (out []byte, n int) {
	if len(s) > 1 && s[1] == '#' {
		return appendReference(dst, s)
	}
	for n = 1; n < len(s) && n < maxReference && (ascii.Letter(s[n]) || ascii.Digit(s[n])); {
		n++
	}
	if n < len(s) && s[n] == ';' {
		n++
	}
	if text, ok := usual[string(s[:n])]; ok {
		return append(dst, text...), n
	}
	return append(dst, html.UnescapeString(string(s[:n]))...), n
}

// usual are the references that most pages have.
var usual = map[string]string{"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": `"`, "&nbsp;": "\u00a0", "&": "&"}

// numeric reads &#N; or &#xN;, with or without its semicolon; n is 0 if there are no digits.
func numeric(s []byte) (r rune, n int) {
	base, i := rune(10), 2
	if i < len(s) && ascii.Lower[s[i]] == 'x' {
		base, i = 16, 3
	}
	first := i
	for ; i < len(s); i++ {
		d := rune(ascii.Lower[s[i]])
		switch {
		case '0' <= d && d <= '9':
			d -= '0'
		case base == 16 && 'a' <= d && d <= 'f':
			d -= 'a' - 10
		default:
			d = -1
		}
		if d < 0 {
			break
		}
		r = min(r*base+d, utf8.MaxRune+1)
	}
	if i == first {
		return 0, 0
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	switch {
	case 0x80 <= r && r < 0xa0:
		// As if it were meant in windows-1252; the five bytes without a character there are controls.
		if c := charmap.Windows1252.DecodeByte(byte(r)); c != utf8.RuneError {
			r = c
		}
	case r == 0 || r > utf8.MaxRune || 0xd800 <= r && r < 0xe000:
		r = utf8.RuneError
	}
	return r, i
}

// RefreshTarget is the URL in the content of a meta refresh element: "5; url='x'". It is not ok if the page is to load itself
// again.
func RefreshTarget(content []byte) (target []byte, ok bool) {
	s := bytes.TrimLeft(content, "\t\n\f\r ")
	digits := len(s) - len(bytes.TrimLeft(s, "0123456789"))
	if digits == 0 && (len(s) == 0 || s[0] != '.') {
		return nil, false
	}
	s = bytes.TrimLeft(s[digits:], "0123456789.")
	if len(s) == 0 || s[0] != ';' && s[0] != ',' && !isBlank(s[0]) {
		return nil, false
	}
	s = bytes.TrimLeft(s, "\t\n\f\r ")
	if len(s) > 0 && (s[0] == ';' || s[0] == ',') {
		s = s[1:]
	}
	s = bytes.TrimLeft(s, "\t\n\f\r ")
	if len(s) == 0 {
		return nil, false
	}
	if len(s) >= 3 && ascii.EqualFold(s[:3], "url") {
		if t := bytes.TrimLeft(s[3:], "\t\n\f\r "); len(t) > 0 && t[0] == '=' {
			s = bytes.TrimLeft(t[1:], "\t\n\f\r ")
		}
	}
	if len(s) > 0 && (s[0] == '"' || s[0] == '\'') {
		q := s[0]
		s = s[1:]
		if k := bytes.IndexByte(s, q); k >= 0 {
			s = s[:k]
		}
	}
	return s, true
}
