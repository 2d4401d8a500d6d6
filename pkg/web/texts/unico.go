package texts

import (
	"unicode"
	"unicode/utf8"
)

// unico prepares text as the UNICO robot of Nitsche 2003 (4.3.2.3.10): the title, the visible text and the keywords, in
// this order, in lower case, umlauts as ae, oe and ue, sharp s as ss; what is no letter, digit or - divides words. Stop
// words are not left out here.
func unico(dst []byte, parts ...[]byte) []byte {
	for _, text := range parts {
		gap := len(dst) > 0
		for len(text) > 0 {
			r, n := utf8.DecodeRune(text)
			text = text[n:]
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) {
				gap = true
				continue
			}
			if gap && len(dst) > 0 {
				dst = append(dst, ' ')
			}
			gap = false
			switch r = unicode.ToLower(r); r {
			case 'ä':
				dst = append(dst, "ae"...)
			case 'ö':
				dst = append(dst, "oe"...)
			case 'ü':
				dst = append(dst, "ue"...)
			case 'ß':
				dst = append(dst, "ss"...)
			default:
				dst = utf8.AppendRune(dst, r)
			}
		}
	}
	return dst
}
