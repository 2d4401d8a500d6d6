// Package contact counts the words by which a page with contact data is known, like telephone, room and address (Nitsche
// 2003, 4.3.2.3.11; words.txt has them). The more different ones a page has, the likelier it says how somebody can be
// reached; scripts/contact-curve.sh measures how likely.
package contact

import (
	"bytes"
	_ "embed"
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/ascii"
)

//go:embed words.txt
var list string

// spelling is how a word of the list is written.
type spelling struct {
	rest []byte // what follows the letters of ASCII with which it begins
	word uint8
}

var (
	heads   = map[string][]spelling{} // by the letters of ASCII with which they begin
	lengths [256]uint64               // of the heads that begin with a letter: bit n is set if one has n letters
)

func init() {
	word := uint8(0)
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, s := range strings.Fields(line) {
			n := 0
			for n < len(s) && letters[s[n]] {
				n++
			}
			heads[s[:n]] = append(heads[s[:n]], spelling{[]byte(s[n:]), word})
			lengths[s[0]] |= 1 << n
		}
		word++ // at most 64: each is a bit
	}
}

var letters = func() (set [256]bool) {
	for c := 'a'; c <= 'z'; c++ {
		set[c], set[c-'a'+'A'] = true, true
	}
	return set
}()

// Words is how many different words of the list a text in UTF-8 has, in upper or lower case. Words are runs of letters, so
// that "E-mail:ann@a.test" has mail.
func Words(text []byte) int {
	seen := uint64(0)
	for i := 0; i < len(text); i++ {
		if !letters[text[i]] {
			continue
		}
		from := i
		for i++; i < len(text) && letters[text[i]]; i++ {
		}
		if n := i - from; n < 64 && lengths[ascii.Lower[text[from]]]>>n&1 != 0 {
			seen |= at(text, from, i)
		}
	}
	return bits.OnesCount64(seen)
}

// at is the bit of the word that begins with text[from:to], or 0.
func at(text []byte, from, to int) uint64 {
	var head [64]byte
	n := copy(head[:], text[from:to])
	for i := range n {
		head[i] = ascii.Lower[head[i]]
	}
	for _, s := range heads[string(head[:n])] {
		end := to + len(s.rest)
		if end > len(text) || !bytes.EqualFold(text[to:end], s.rest) {
			continue
		}
		before, _ := utf8.DecodeLastRune(text[:from])
		behind, _ := utf8.DecodeRune(text[end:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(behind) {
			return 1 << s.word
		}
	}
	return 0
}
