package names

import (
	"unicode"
	"unicode/utf8"
)

// token is a word between white space: text[from:to]. Where a line ends behind it, the word goes on with ";", as the thesis makes
// "; " of the end of a line, so that no name goes on.
type token struct {
	from, to int
	ended    bool
}

// tokens gives the words of a text, but for tags like <7>.
type tokens struct {
	text []byte
	at   int
	buf  []byte // a word with its ";"
}

// space has the bytes of white space; letters of more bytes are looked at one by one.
var space = [256]bool{' ': true, '\t': true, '\n': true, '\v': true, '\f': true, '\r': true, 0x1c: true, 0x1d: true, 0x1e: true,
	0x1f: true}

// maySpace has the bytes that white space begins with.
var maySpace = func() [256]bool {
	set := space
	for _, c := range []byte{0xc2, 0xe1, 0xe2, 0xe3} {
		set[c] = true
	}
	return set
}()

// next is the next word; ok is false at the end.
func (s *tokens) next() (t token, ok bool) {
	for {
		if t, ok = s.any(); !ok || t.ended || s.text[t.from] != '<' || !isTag(s.text[t.from:t.to]) {
			return t, ok
		}
	}
}

// any is the next word, which may be a tag.
func (s *tokens) any() (token, bool) {
	text, i := s.text, s.at
	for i < len(text) {
		if c := text[i]; space[c] {
			i++
			if c == '\n' {
				s.at = i
				return token{i - 1, i - 1, true}, true
			}
		} else if n := wideSpace(text[i:]); n > 0 {
			i += n
		} else {
			break
		}
	}
	from := i
	for ; i < len(text); i++ {
		if c := text[i]; maySpace[c] && (c < utf8.RuneSelf || wideSpace(text[i:]) > 0) {
			break
		}
	}
	s.at = i
	if i < len(text) && text[i] == '\n' {
		s.at++
		return token{from, i, true}, true
	}
	return token{from, i, false}, i > from
}

// wideSpace is the length of the white space that a text begins with, if that is not ASCII; 0 if it is none.
func wideSpace(text []byte) int {
	switch text[0] {
	case 0xc2, 0xe1, 0xe2, 0xe3:
		if r, n := utf8.DecodeRune(text); unicode.IsSpace(r) {
			return n
		}
	}
	return 0
}

// isTag reports whether a word is a number in < and >.
func isTag(word []byte) bool {
	if len(word) < 3 || word[0] != '<' || word[len(word)-1] != '>' {
		return false
	}
	for _, c := range word[1 : len(word)-1] {
		if c < '0' || '9' < c {
			return false
		}
	}
	return true
}

// word is the text of a token, valid until the next call.
func (s *tokens) word(t token) []byte {
	if !t.ended {
		return s.text[t.from:t.to]
	}
	s.buf = append(append(s.buf[:0], s.text[t.from:t.to]...), ';')
	return s.buf
}

// punctuation are the characters of ASCII that are neither letters, digits nor space.
var punctuation = func() (set [256]bool) {
	for c := '!'; c <= '~'; c++ {
		set[c] = !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}
	return set
}()

// stripped is a word without the punctuation at its end.
func stripped(word []byte) []byte {
	for len(word) > 0 && punctuation[word[len(word)-1]] {
		word = word[:len(word)-1]
	}
	return word
}

// isInitial reports whether a word is a letter and a full stop.
func isInitial(word []byte) bool {
	r, n := utf8.DecodeRune(word)
	return n == len(word)-1 && word[n] == '.' && unicode.IsLetter(r)
}

// isCapital reports whether a word begins with a capital letter.
func isCapital(word []byte) bool {
	if len(word) == 0 || word[0] < utf8.RuneSelf {
		return len(word) > 0 && 'A' <= word[0] && word[0] <= 'Z'
	}
	r, _ := utf8.DecodeRune(word)
	return unicode.IsUpper(r) || unicode.IsTitle(r)
}
