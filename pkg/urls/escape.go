package urls

import (
	"unicode/utf8"

	"webmill/pkg/ascii"
)

// A class is a set of bytes; classOf tells for each byte which classes it belongs to. The sets named for parts of a URL are
// the standard's percent-encode sets: what must be escaped there.
type class uint16

const (
	inFragment     class = 1 << iota
	inQuery              // of a scheme that is not special
	inSpecialQuery       // http and the other special schemes
	inPath
	inUserinfo
	inOpaque   // opaque paths and hosts: only controls and what is not ASCII
	percent    // the percent sign; joined to a set where escapes are brought to upper case
	slash      // the slash and the backslash, which mean the same in special URLs
	plainHost  // a host of only these, its last label not beginning with a digit, is as it shall be
	schemeByte // may follow the first letter of a scheme
	badHost    // must not be in any host
	badDomain  // must not be in a domain
	delimiter  // ends an authority or a segment: the slashes, ? and #
)

const everywhere = inFragment | inQuery | inSpecialQuery | inPath | inUserinfo | inOpaque

var classOf = func() (t [256]class) {
	set := func(bytes string, c class) {
		for i := range len(bytes) {
			t[bytes[i]] |= c
		}
	}
	for c := range 256 {
		if c < 0x20 || c >= 0x7f {
			t[c] = everywhere | badDomain
		}
	}
	set(" \"<>", inFragment|inQuery|inSpecialQuery|inPath|inUserinfo)
	set("`", inFragment|inPath|inUserinfo)
	set("#", inQuery|inSpecialQuery|inPath|inUserinfo)
	set("'", inSpecialQuery)
	set("?^{}", inPath|inUserinfo)
	set("/:;=@[\\]|", inUserinfo)
	set("%", percent|badDomain)
	set("/\\", slash|delimiter)
	set("?#", delimiter)
	set("abcdefghijklmnopqrstuvwxyz0123456789", plainHost|schemeByte)
	set("ABCDEFGHIJKLMNOPQRSTUVWXYZ+", schemeByte)
	set("-.", plainHost|schemeByte)
	set("_", plainHost)
	set("\x00\t\n\r #/:<>?@[\\]^|", badHost|badDomain)
	return t
}()

// appendEscaped appends s with the bytes of a set escaped. With percent in the set the escapes that s has already are
// brought to upper case. What is not UTF-8 becomes U+FFFD, as in a browser.
func appendEscaped(dst, s []byte, set class) []byte {
	from := 0
	for i := 0; i < len(s); {
		if classOf[s[i]]&set == 0 {
			i++
			continue
		}
		dst = append(dst, s[from:i]...)
		var n int
		dst, n = escapeFirst(dst, s[i:])
		i += n
		from = i
	}
	return append(dst, s[from:]...)
}

const hexDigits = "0123456789ABCDEF"

// escapeFirst escapes the first character of s, or brings the escape there to upper case, and returns its length.
func escapeFirst(dst, s []byte) ([]byte, int) {
	c := s[0]
	switch {
	case c == '%':
		if len(s) < 3 || ascii.Hex[s[1]]|ascii.Hex[s[2]] > 15 {
			return append(dst, c), 1
		}
		return append(dst, c, hexDigits[ascii.Hex[s[1]]], hexDigits[ascii.Hex[s[2]]]), 3
	case c < utf8.RuneSelf:
		return append(dst, '%', hexDigits[c>>4], hexDigits[c&15]), 1
	}
	r, n := utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 {
		return append(dst, "%EF%BF%BD"...), 1
	}
	for _, c := range s[:n] {
		dst = append(dst, '%', hexDigits[c>>4], hexDigits[c&15])
	}
	return dst, n
}

// OfBytes is a URL as a server or an archive has it, in any encoding. Bytes that are not UTF-8 are escaped, as browsers do in a
// Location header, so that different URLs stay different. Without such bytes it is the URL itself.
func OfBytes(url []byte) []byte {
	if utf8.Valid(url) {
		return url
	}
	var dst []byte
	for len(url) > 0 {
		r, n := utf8.DecodeRune(url)
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, '%', hexDigits[url[0]>>4], hexDigits[url[0]&15])
		} else {
			dst = append(dst, url[:n]...)
		}
		url = url[n:]
	}
	return dst
}

// unescape replaces the percent escapes of s.
func unescape(dst, s []byte) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && ascii.Hex[s[i+1]]|ascii.Hex[s[i+2]] < 16 {
			dst = append(dst, ascii.Hex[s[i+1]]<<4|ascii.Hex[s[i+2]])
			i += 2
		} else {
			dst = append(dst, s[i])
		}
	}
	return dst
}
