package urls

import (
	"encoding/binary"

	"webmill/pkg/ascii"
)

// trim removes controls and blanks from both ends.
func trim(s []byte) []byte {
	for len(s) > 0 && s[0] <= ' ' {
		s = s[1:]
	}
	for len(s) > 0 && s[len(s)-1] <= ' ' {
		s = s[:len(s)-1]
	}
	return s
}

// hasControl reports whether s has a byte below the blank, eight bytes at a time.
func hasControl(s []byte) bool {
	const blanks, tops = 0x2020202020202020, 0x8080808080808080
	for len(s) >= 8 {
		x := binary.LittleEndian.Uint64(s)
		if (x-blanks)&^x&tops != 0 {
			return true
		}
		s = s[8:]
	}
	for _, c := range s {
		if c < ' ' {
			return true
		}
	}
	return false
}

// appendWithoutBreaks appends s without tabs and line ends.
func appendWithoutBreaks(dst, s []byte) []byte {
	for _, c := range s {
		if c != '\t' && c != '\n' && c != '\r' {
			dst = append(dst, c)
		}
	}
	return dst
}

// cutScheme splits s after the colon of its scheme, which is nil if s has none.
func cutScheme(s []byte) (scheme, rest []byte) {
	if len(s) == 0 || ascii.Lower[s[0]]-'a' >= 26 {
		return nil, s
	}
	for i, c := range s {
		if c == ':' {
			return s[:i+1], s[i+1:]
		}
		if classOf[c]&schemeByte == 0 {
			break
		}
	}
	return nil, s
}

// webScheme is the name of a scheme of the web, or empty.
func webScheme(scheme []byte) string {
	switch {
	case ascii.EqualFold(scheme, "https:"):
		return "https:"
	case ascii.EqualFold(scheme, "http:"):
		return "http:"
	}
	return ""
}
