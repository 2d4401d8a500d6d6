package qlever

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const hexDigits = "0123456789ABCDEF"

// appendIRI appends text, which is UTF-8, between < and >. Characters that no IRI of N-Triples has, and white space, are
// written as % and two digits for each byte.
func appendIRI(dst, text []byte) []byte {
	dst = append(dst, '<')
	for i, r := range string(text) {
		if r > ' ' && r != 0x7f && !strings.ContainsRune("<>\"{}|^`\\", r) && !unicode.IsSpace(r) {
			dst = utf8.AppendRune(dst, r)
			continue
		}
		for _, c := range text[i : i+utf8.RuneLen(r)] {
			dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(dst, '>')
}

// inner is a name without its < and >, if it has them.
func inner(name []byte) []byte {
	if n := len(name); n > 2 && name[0] == '<' && name[n-1] == '>' {
		return name[1 : n-1]
	}
	return name
}

// entity appends a name as an IRI: <First_Last>. A % of a name is %25, or two names could have one IRI.
func (w *Writer) entity(dst, name []byte) []byte {
	w.plain = w.plain[:0]
	for _, c := range inner(name) {
		switch c {
		case ' ':
			w.plain = append(w.plain, '_')
		case '%':
			w.plain = append(w.plain, "%25"...)
		default:
			w.plain = append(w.plain, c)
		}
	}
	return appendIRI(dst, w.plain)
}
