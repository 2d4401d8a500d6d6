package escape

import (
	"strconv"
	"unicode/utf8"
)

// Charset is what the bytes of an XML file stand for.
type Charset string

// The charsets.
const (
	UTF8   Charset = "utf8"
	Latin1 Charset = "latin1" // ISO-8859-1: characters that it does not have are references
)

// AppendXML appends text as an element of XML has it, so that a parser reads the same text. What XML forbids becomes U+FFFD: most
// control characters, and bytes that are no UTF-8.
func AppendXML(dst, text []byte, as Charset) []byte {
	last := 0
	for i := 0; i < len(text); {
		c := text[i]
		if ' ' <= c && c < 0x7f && c != '&' && c != '<' && c != '>' || c == '\n' || c == '\t' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r < ' ' && r != '\r' || r == 0xfffe || r == 0xffff || r == utf8.RuneError && size == 1 {
			r = utf8.RuneError
		}
		dst = append(append(dst, text[last:i]...), Text[c]...)
		if Text[c] == "" {
			dst = appendRune(dst, r, as)
		}
		i += size
		last = i
	}
	return append(dst, text[last:]...)
}

// appendRune appends a character that XML allows. A control character is a reference: a parser would read a carriage return as
// the end of a line, and programs take some of the others of ISO-8859-1 for letters of Windows.
func appendRune(dst []byte, r rune, as Charset) []byte {
	switch {
	case r < 0xa0, as == Latin1 && r > 0xff:
		dst = strconv.AppendInt(append(dst, "&#x"...), int64(r), 16)
		return append(dst, ';')
	case as == Latin1:
		return append(dst, byte(r))
	}
	return utf8.AppendRune(dst, r)
}
