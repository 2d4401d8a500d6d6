package names

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/words"
)

// particles are words of names in lower case; suffixes are words that stand behind a name and belong to it.
var (
	particles = words.Set(`af al av bin da de del della den der di dos du e el ibn la le ten ter und van vom von y zu zum zur`)
	suffixes  = words.Set(`jr jr. sr sr. ii iii iv junior senior`)
	// leading are the particles that a name in capitals may begin with. Others, like La and De, may be first names there, or
	// begin one.
	leading = words.Set(`von van vom zu zum zur`)
)

// in reports whether a set of words in lower case has a word, whatever its capitals.
func in(set map[string]bool, word []byte) bool {
	if len(word) > 24 {
		return false
	}
	var buf [48]byte
	low := buf[:0]
	for i, c := range word {
		if c >= utf8.RuneSelf {
			word = word[i:]
			break
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		low = append(low, c)
		if i == len(word)-1 {
			return set[string(low)]
		}
	}
	for _, r := range string(word) {
		low = utf8.AppendRune(low, unicode.ToLower(r))
	}
	return set[string(low)]
}

// plainForm gives all spellings of a name one spelling: J.K. Rowling and J K ROWLING become J. K. Rowling.
type plainForm struct{ words [][]byte }

// append appends a name in this spelling. Its words have one blank between them.
func (f *plainForm) append(dst, name []byte) []byte {
	f.words = f.words[:0]
	for word := range bytes.SplitSeq(name, []byte(" ")) {
		f.split(bytes.TrimRight(word, ",;"))
	}
	capitals, all := 0, 0
	for _, w := range f.words {
		if letters := utf8.RuneCount(w); letters > 1 && !isInitial(w) && !in(suffixes, w) {
			all++
			if allCapitals(w) {
				capitals++
			}
		}
	}
	for i, w := range f.words {
		if i > 0 {
			dst = append(dst, ' ')
		}
		switch {
		case isLetter(w) && isCapital(w) && i < len(f.words)-1:
			dst = append(append(dst, w...), '.')
		case !allCapitals(w) || isInitial(w) || isRoman(w):
			dst = append(dst, w...)
		case capitals == all && in(particles, w) && (i > 0 || in(leading, w)):
			dst = append(dst, bytes.ToLower(w)...)
		case capitals == all && (utf8.RuneCount(w) > 2 || bytes.ContainsAny(w, "AEIOUYÄÖÜ")) || utf8.RuneCount(w) > 3:
			dst = appendTitled(dst, w)
		default:
			dst = append(dst, w...)
		}
	}
	return dst
}

// split adds the parts of a word that has initials at its beginning, like J.K.Rowling.
func (f *plainForm) split(word []byte) {
	for {
		_, n := utf8.DecodeRune(word)
		if n == 0 {
			return
		}
		if rest := word[min(n+1, len(word)):]; len(rest) == 0 || !isInitial(word[:n+1]) || !isCapital(word) || !isCapital(rest) {
			f.words = append(f.words, word)
			return
		}
		f.words = append(f.words, word[:n+1])
		word = word[n+1:]
	}
}

// isLetter reports whether a word is one letter.
func isLetter(word []byte) bool {
	r, n := utf8.DecodeRune(word)
	return n == len(word) && unicode.IsLetter(r)
}

// isRoman reports whether a word is a Roman number of two letters or more, as kings have it behind their names.
func isRoman(word []byte) bool {
	switch string(word) {
	case "II", "III", "IV", "VI", "VII", "VIII", "IX", "XI", "XII", "XIII", "XIV", "XVI":
		return true
	}
	return false
}

// allCapitals reports whether a word has at least two letters, all of them capitals.
func allCapitals(word []byte) bool {
	letters := 0
	for _, r := range string(word) {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 1
}

// appendTitled appends a word in capitals as a name is written: O'Neill, Hans-Peter, McDonald.
func appendTitled(dst, word []byte) []byte {
	from, begins := len(dst), true
	for i, r := range string(word) {
		if !begins {
			r = unicode.ToLower(r)
		}
		dst = utf8.AppendRune(dst, r)
		begins = r == '-' || (r == '\'' || r == '’') && len(word)-i > 3
	}
	if own := dst[from:]; len(own) > 4 && bytes.HasPrefix(own, []byte("Mc")) && 'a' <= own[2] && own[2] <= 'z' {
		own[2] -= 'a' - 'A'
	}
	return dst
}
