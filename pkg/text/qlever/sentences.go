package qlever

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/names"
)

// closing are marks that may stand behind the end of a sentence, and before the beginning of one.
const closing, opening = `"')]»“”’`, `"'([«„“”‚‘`

// mayEnd reports whether a sentence can end behind a word, if the next one begins with a capital letter.
func mayEnd(word []byte) bool {
	rest := bytes.TrimRight(word, closing)
	if len(rest) == 0 {
		return false
	}
	switch rest[len(rest)-1] {
	case '!', '?':
		return true
	case '.':
		return names.EndsSentence(bytes.TrimLeft(rest, opening))
	}
	return false
}

// mayBegin reports whether a word begins with a capital letter or a name.
func mayBegin(word []byte) bool {
	rest := bytes.TrimLeft(word, opening)
	r, _ := utf8.DecodeRune(rest)
	return unicode.IsUpper(r) || unicode.IsTitle(r) || tag(rest) > 0
}

// tag is the length of the tag that a text begins with, like <12>; 0: it begins with none.
func tag(text []byte) int {
	if len(text) == 0 || text[0] != '<' {
		return 0
	}
	for i, c := range text[1:] {
		switch {
		case c == '>' && i > 0:
			return i + 2
		case c < '0' || '9' < c:
			return 0
		}
	}
	return 0
}
