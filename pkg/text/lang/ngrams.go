package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths of n-grams in characters.
const (
	shortest = 2
	longest  = 4
)

// A text is read as characters: letters in lower case, one gap for all that stands between words, and one sign for what
// is frequent in code and rare in language.
const (
	gap  = ' '
	sign = '#'
)

// kinds says what each character of ASCII counts as: itself in lower case, gap or sign.
var kinds = func() (kinds [utf8.RuneSelf]uint16) {
	for c := range kinds {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			kinds[c] = uint16(c | 0x20)
		case c > ' ' && c < 0x7f && !('0' <= c && c <= '9') && !isPunctuation(rune(c)):
			kinds[c] = sign
		case c == '\'':
			kinds[c] = '\''
		default:
			kinds[c] = gap
		}
	}
	return kinds
}()

func isPunctuation(c rune) bool {
	switch c {
	case '.', ',', ';', ':', '!', '?', '"', '\'', '(', ')', '-', '/':
		return true
	}
	return false
}

// kindOf is the kind of a character that is not ASCII. Characters beyond 16 bits are of scripts that the model has no
// texts of.
func kindOf(r rune) uint16 {
	switch {
	case r == '’':
		return '\''
	case r > 0xffff || r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsMark(r):
		return gap
	}
	return uint16(unicode.ToLower(r))
}

// tail is the last characters of a text, 16 bits each, the last one lowest. Its n-grams end with the last character
// and hold no gap but at their ends.
type tail struct {
	chars uint64
	n     int // of them, from the last gap on
}

// push adds a character and reports whether n-grams end with it, of up to w.n characters.
func (w *tail) push(c uint16) bool {
	if uint16(w.chars) == gap { // a word ended, or none began
		w.chars, w.n = gap, 1
		if c == gap {
			return false
		}
	}
	w.chars = w.chars<<16 | uint64(c)
	w.n = min(w.n+1, longest)
	return true
}

// ngram is the last n characters; no other n has the same.
func (w *tail) ngram(n int) uint64 { return w.chars & (1<<(16*n) - 1) }

// cursor goes through the characters of a text.
type cursor struct {
	tail
	text    []byte
	at      int // len(text)+1 behind the gap that ends it
	letters int
}

// next goes on to the next character with which n-grams end.
func (c *cursor) next() bool {
	for c.at <= len(c.text) {
		char, size := uint16(gap), 1
		if c.at < len(c.text) {
			if b := c.text[c.at]; b < utf8.RuneSelf {
				char = kinds[b]
			} else {
				var r rune
				r, size = utf8.DecodeRune(c.text[c.at:])
				char = kindOf(r)
			}
		}
		c.at += size
		if c.push(char) {
			if char != gap && char != sign {
				c.letters++
			}
			return true
		}
	}
	return false
}

// NGrams calls do for each n-gram of a text.
func NGrams(text []byte, do func(ngram uint64, n int)) {
	for c := (cursor{text: text, tail: tail{gap, 1}}); c.next(); {
		for n := shortest; n <= c.n; n++ {
			do(c.ngram(n), n)
		}
	}
}

// Text is an n-gram as a string, with _ for a gap.
func Text(ngram uint64) string {
	var runes []rune
	for ; ngram != 0; ngram >>= 16 {
		runes = append([]rune{rune(ngram & 0xffff)}, runes...)
	}
	return strings.ReplaceAll(string(runes), " ", "_")
}

// Words are the words of a text in lower case.
func Words(text []byte) []string {
	return strings.FieldsFunc(strings.ToLower(string(text)), func(r rune) bool {
		return r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '\'' && r != '’'
	})
}
