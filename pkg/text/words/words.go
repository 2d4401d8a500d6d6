// Package words divides text into words by the default rules of Unicode (UAX #29, word boundaries), and puts them in lower case.
//
// A word is a segment of the text that has a letter or a digit. What the rules leave to dictionaries is simple here: each Han and
// Hiragana character is a word, and so is a run of Thai, Lao, Khmer or Burmese characters. Emoji are no words.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/ascii"
)

// Max is the length of the longest word, in bytes. What is longer is left out, as it is no word of a language.
const Max = 128

// class is the word break property of a character, as far as it matters.
type class uint8

const (
	other  class = iota
	extend       // joins what is before it: marks, joiners, soft hyphens
	letter
	hebrew
	numeric
	katakana
	connector // _ and the like
	alone     // a word of its own: Han, Hiragana
	dictionary
	midLetter // between letters: :
	midNum    // between digits: , ;
	midBoth   // between either: .
	quote     // '
	double    // " between Hebrew letters
)

var asciiClass = func() (all [utf8.RuneSelf]class) {
	for c := range all {
		switch {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			all[c] = letter
		case '0' <= c && c <= '9':
			all[c] = numeric
		}
	}
	all['_'], all[':'], all[','], all[';'], all['.'], all['\''], all['"'] = connector, midLetter, midNum,
		midNum, midBoth, quote, double
	return all
}()

// plain are the letters and digits of ASCII, which always join; divides are the other characters of ASCII that join nothing.
var plain, divides = func() (plain, divides [256]bool) {
	for c, class := range asciiClass {
		plain[c], divides[c] = class == letter || class == numeric, class == other
	}
	return plain, divides
}()

var marks = map[rune]class{
	'·': midLetter, '\u0387': midLetter, '\u055f': midLetter, '\u05f4': midLetter, '\u2027': midLetter, '\ufe13': midLetter,
	'\ufe55': midLetter, '\uff1a': midLetter,
	'\u2018': midBoth, '\u2019': midBoth, '\u2024': midBoth, '\ufe52': midBoth, '\uff07': midBoth, '\uff0e': midBoth,
	'\u037e': midNum, '\u0589': midNum, '\u060c': midNum, '\u060d': midNum, '\u066c': midNum, '\u07f8': midNum,
	'\u2044': midNum, '\ufe10': midNum,
	'\ufe14': midNum, '\ufe50': midNum, '\ufe54': midNum, '\uff0c': midNum, '\uff1b': midNum,
	'\u200b': other, '\u30a0': katakana,
}

// ranges are characters that UAX #29 names beside a property.
var ranges = []struct {
	from, to rune
	class    class
}{
	{0xb8, 0xb8, letter}, {0x2c2, 0x2c5, letter}, {0x2d2, 0x2d7, letter}, {0x2de, 0x2df, letter}, {0x2e5, 0x2eb, letter},
	{0x2ed, 0x2ed, letter}, {0x2ef, 0x2ff, letter}, {0x55a, 0x55c, letter}, {0x55e, 0x55e, letter}, {0x58a, 0x58a, letter},
	{0x5f3, 0x5f3, letter}, {0x70f, 0x70f, letter}, {0xa708, 0xa716, letter}, {0xa720, 0xa721, letter}, {0xa789, 0xa78a, letter},
	{0xab5b, 0xab5b, letter}, {0x3031, 0x3035, katakana}, {0x309b, 0x309c, katakana}, {0x1f3fb, 0x1f3ff, extend},
	{0x66b, 0x66b, numeric},
	{0x3007, 0x3007, alone}, {0x3021, 0x3029, alone}, {0x3038, 0x303b, alone}, // signs that stand for Han characters
}

// signs are characters of the ranges that are neither letters nor digits: they join to words, but make none.
var signs = map[rune]bool{}

func init() {
	for _, r := range ranges {
		for c := r.from; c <= r.to; c++ {
			marks[c] = r.class
			signs[c] = !unicode.IsLetter(c) && !unicode.IsNumber(c)
		}
	}
}

// classOf is the class of a character that is not ASCII.
func classOf(r rune) class {
	if r < 0xc0 && r != 'ª' && r != 'µ' && r != 'º' && r != '·' && r != '¸' && r != 0xad {
		return other
	}
	if c, ok := marks[r]; ok {
		return c
	}
	switch {
	case r < 0x300, unicode.IsLetter(r):
		return letterClass(r)
	case unicode.In(r, unicode.M), unicode.Is(unicode.Cf, r):
		return extend
	case unicode.Is(unicode.Nd, r):
		return numeric
	case unicode.Is(unicode.Pc, r):
		return connector
	case unicode.Is(unicode.Nl, r), unicode.Is(unicode.Other_Alphabetic, r):
		return letter
	}
	return other
}

func letterClass(r rune) class {
	switch {
	case r == 0xad:
		return extend
	case !unicode.IsLetter(r):
		return other
	case r < 0x590:
		return letter
	case unicode.Is(unicode.Hebrew, r):
		return hebrew
	case unicode.In(r, unicode.Han, unicode.Hiragana):
		return alone
	case unicode.Is(unicode.Katakana, r) || r == '\u30fc' || r == '\uff70':
		return katakana
	case unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return dictionary
	}
	return letter
}

// Splitter gives the words of a text, one after the other.
type Splitter struct {
	text  []byte
	word  []byte
	plain [Max]byte // the same, of plainWord
}

// Reset begins a text, which must be UTF-8.
func (s *Splitter) Reset(text []byte) { s.text = text }

// Next returns the next word in lower case, without soft hyphens and joiners; nil at the end. It is valid until the next call.
func (s *Splitter) Next() []byte {
	for len(s.text) > 0 {
		if word := s.plainWord(); word != nil {
			return word
		}
		n, named := s.segment()
		if n == 0 { // the first character is no word
			_, n = utf8.DecodeRune(s.text)
			s.text = s.text[n:]
			continue
		}
		word := s.text[:n]
		s.text = s.text[n:]
		if named && n <= Max {
			if word = s.lower(word); len(word) > 0 {
				return word
			}
		}
	}
	return nil
}

// plainWord is Next for most words: letters and digits of ASCII between characters that divide. It is nil if the next
// word is another one, or there is none.
func (s *Splitter) plainWord() []byte {
	text := s.text
	for len(text) > 0 && divides[text[0]] {
		text = text[1:]
	}
	n := 0
	for n < min(len(text), Max) && plain[text[n]] {
		s.plain[n] = ascii.Lower[text[n]]
		n++
	}
	if s.text = text; n == 0 || n < len(text) && !divides[text[n]] {
		return nil
	}
	s.text = text[n:]
	return s.plain[:n]
}

// segment is the length of the word at the beginning of the text, 0 if there is none. named reports whether it has a
// letter or a digit.
func (s *Splitter) segment() (n int, named bool) {
	before := other
	for n < len(s.text) {
		c, size := at(s.text[n:])
		switch {
		case c == extend && before != other:
			n += size
			continue
		case n > 0 && joins(before, c):
		case n > 0 && s.bridges(before, c, n+size):
			n += size
			continue
		case c == quote && before == hebrew: // which belongs to the word before it, but joins nothing to it
			return s.extended(n + size), named
		case n == 0 && (c == letter || c == hebrew || c == numeric || c == katakana || c == alone ||
			c == dictionary || c == connector):
		default:
			return n, named
		}
		if !named && c != connector {
			named = s.text[n] < utf8.RuneSelf || !s.sign(n)
		}
		before, n = c, n+size
		switch c {
		case alone:
			return s.extended(n), true
		case letter, numeric:
			for n < len(s.text) && plain[s.text[n]] {
				n++
			}
			if last := s.text[n-1]; last < utf8.RuneSelf {
				before = asciiClass[last]
			}
		}
	}
	return n, named
}

// sign reports whether one of the signs is at a place.
func (s *Splitter) sign(at int) bool {
	r, _ := utf8.DecodeRune(s.text[at:])
	return signs[r]
}

// extended is the end of the marks behind a character.
func (s *Splitter) extended(n int) int {
	for n < len(s.text) {
		c, size := at(s.text[n:])
		if c != extend {
			break
		}
		n += size
	}
	return n
}

// at is the class of the first character, and its length.
func at(text []byte) (c class, n int) {
	if text[0] < utf8.RuneSelf {
		return asciiClass[text[0]], 1
	}
	r, n := utf8.DecodeRune(text)
	return classOf(r), n
}

// joins reports whether there is no boundary between two classes.
func joins(a, b class) bool {
	switch {
	case a == letter || a == hebrew || a == numeric:
		return b == letter || b == hebrew || b == numeric || b == connector
	case a == katakana:
		return b == katakana || b == connector
	case a == connector:
		return b == letter || b == hebrew || b == numeric || b == katakana || b == connector
	}
	return a == dictionary && b == dictionary
}

// bridges reports whether a mark between two letters, or two digits, divides nothing. next is where the character
// behind it begins.
func (s *Splitter) bridges(before, mark class, next int) bool {
	if mark < midLetter || before != letter && before != hebrew && before != numeric {
		return false
	}
	next = s.extended(next)
	if next >= len(s.text) {
		return false
	}
	behind, _ := at(s.text[next:])
	letters := (before == letter || before == hebrew) && (behind == letter || behind == hebrew)
	switch mark {
	case midLetter:
		return letters
	case midNum:
		return before == numeric && behind == numeric
	case double:
		return before == hebrew && behind == hebrew
	}
	return letters || before == numeric && behind == numeric
}

// lower puts a word in lower case. Typographic apostrophes become ', and characters that only say how others are shown
// are left out.
func (s *Splitter) lower(word []byte) []byte {
	s.word = s.word[:0]
	for i := 0; i < len(word); {
		c := word[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			s.word = append(s.word, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(word[i:])
		i += n
		switch {
		case r == '\u2019' || r == '\uff07':
			s.word = append(s.word, '\'')
		case r == 0xad || r >= 0x300 && unicode.Is(unicode.Cf, r):
		default:
			s.word = utf8.AppendRune(s.word, unicode.ToLower(r))
		}
	}
	return s.word
}

// Set is the set of the words of a list with blanks between them. It takes them as they are.
func Set(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
