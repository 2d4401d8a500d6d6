// Package ascii folds the case of ASCII letters only: what bytes.EqualFold and bytes.ToLower do with others, as with the Kelvin sign
// and a k, is wrong in names of the web.
package ascii

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
func ContainsFold(b []byte, text string) bool {
	for ; len(b) >= len(text); b = b[1:] {
		if EqualFold(b[:len(text)], text) {
			return true
		}
	}
	return false
}
