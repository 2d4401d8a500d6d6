// Package ascii folds the case of ASCII letters, knows letters and digits, and cuts off the ends of lines. What bytes.EqualFold
// and bytes.ToLower do with other letters, as with the Kelvin sign and a k, is wrong in names of the web.
package ascii

import (
	"bytes"
	"encoding/binary"
)

// Lower is the lower case of each byte.
var Lower = func() (lower [256]byte) {
	for c := range lower {
		lower[c] = byte(c)
		if 'A' <= c && c <= 'Z' {
			lower[c] += 'a' - 'A'
		}
	}
	return lower
}()

// Letter reports whether a byte is a letter of ASCII.
func Letter(c byte) bool { return 'a' <= Lower[c] && Lower[c] <= 'z' }

// Digit reports whether a byte is a digit of ASCII.
func Digit(c byte) bool { return c-'0' < 10 }

// Hex is the value of each hexadecimal digit, and 255 for other bytes.
var Hex = func() (value [256]byte) {
	for c := range value {
		value[c] = 255
	}
	for i, c := range "0123456789abcdef" {
		value[c] = byte(i)
	}
	for i, c := range "ABCDEF" {
		value[c] = byte(10 + i)
	}
	return value
}()

// EqualFold reports whether two texts are equal, but for the case of letters.
func EqualFold[A, B []byte | string](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if Lower[a[i]] != Lower[b[i]] {
			return false
		}
	}
	return true
}

// ContainsFold reports whether b contains a text, but for the case of letters.
func ContainsFold(b []byte, text string) bool { return IndexFold(b, text) >= 0 }

// IndexFold is the first place of a text in b, but for the case of letters, or -1.
func IndexFold(b []byte, text string) int {
	for i := 0; i+len(text) <= len(b); i++ {
		if len(text) == 0 || Lower[b[i]] == Lower[text[0]] && EqualFold(b[i:i+len(text)], text) {
			return i
		}
	}
	return -1
}

// Only reports whether all bytes are ASCII. It looks at 8 of them at a time.
func Only(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b)&0x8080808080808080 != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// TrimEnd cuts off the end of a line: LF, CR LF or, where the text ends without LF, CR.
func TrimEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}
