package page

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
)

// AppendQuery appends a query, given in UTF-8, as a browser sends it from this page: in the page's own encoding, what is not
// ASCII escaped; a character that the encoding lacks becomes a reference. The query of a page in UTF-16 is in UTF-8.
func (p *Page) AppendQuery(dst, query []byte) []byte {
	switch name := p.StoredIn(); {
	case name == "iso-2022-jp":
		return appendISO2022JP(dst, query)
	case name == "utf-8" || wide(name):
		return appendQueryBytes(dst, query)
	}
	encoder := p.encoding.NewEncoder()
	for len(query) > 0 {
		r, n := utf8.DecodeRune(query)
		encoded, err := encoder.Bytes(query[:n])
		if err != nil {
			encoded = []byte("?")
		}
		if n > 1 && encoded[0] == '&' { // the library's answer to a character that the encoding has not: &#N;
			dst = appendMissing(dst, r)
		} else {
			dst = appendQueryBytes(dst, encoded)
		}
		query = query[n:]
	}
	return dst
}

const upperHex = "0123456789ABCDEF"

// appendQueryBytes appends bytes of a query of an http URL.
func appendQueryBytes[T string | []byte](dst []byte, query T) []byte {
	for i := range len(query) {
		if c := query[i]; c <= ' ' || c >= 0x7f || c == '"' || c == '#' || c == '<' || c == '>' || c == '\'' {
			dst = append(dst, '%', upperHex[c>>4], upperHex[c&15])
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// appendMissing appends the reference to a character that an encoding lacks; for a control that would change the set, to U+FFFD.
func appendMissing(dst []byte, r rune) []byte {
	if r < ' ' {
		r = utf8.RuneError
	}
	return append(strconv.AppendInt(append(dst, "%26%23"...), int64(r), 10), "%3B"...)
}

// The escape sequences of ISO-2022-JP.
const (
	toASCII = "\x1b(B"
	toRoman = "\x1b(J"
	toJIS   = "\x1b$B"
)

// fullKatakana are the characters that the encoder of the standard writes for U+FF61 to U+FF9F.
var fullKatakana = []rune("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜")

// appendISO2022JP appends a query by the encoder of the standard. That of the library writes half-width katakana, which
// the standard never does, and has no yen sign.
func appendISO2022JP(dst, query []byte) []byte {
	eucJP, set := japanese.EUCJP.NewEncoder(), toASCII
	for _, r := range string(query) {
		need, code := inISO2022JP(eucJP, r)
		if set == toRoman && need == toASCII && r != '\\' && r != '~' { // all others are the same there
			need = set
		}
		if need != set {
			dst, set = appendQueryBytes(dst, need), need
		}
		if code == "" {
			dst = appendMissing(dst, r)
		}
		dst = appendQueryBytes(dst, code)
	}
	if set != toASCII {
		dst = appendQueryBytes(dst, toASCII)
	}
	return dst
}

// inISO2022JP returns the escape sequence of the set that has a character, and its code there. If the encoding lacks the
// character, the code is empty: a reference in ASCII stands for it.
func inISO2022JP(eucJP *encoding.Encoder, r rune) (set, code string) {
	switch {
	case r == '\x0e' || r == '\x0f' || r == '\x1b': // they would change the set
		return toASCII, ""
	case r < utf8.RuneSelf:
		return toASCII, string(r)
	case r == '\u00a5':
		return toRoman, `\`
	case r == '\u203e':
		return toRoman, "~"
	case r == '\u2212':
		r = '\uff0d'
	case '\uff61' <= r && r <= '\uff9f':
		r = fullKatakana[r-'\uff61']
	}
	euc, err := eucJP.String(string(r))
	if err != nil || len(euc) != 2 { // three bytes are of a set that ISO-2022-JP has not
		return toASCII, ""
	}
	return toJIS, string([]byte{euc[0] & 0x7f, euc[1] & 0x7f})
}
