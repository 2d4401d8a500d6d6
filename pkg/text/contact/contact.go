// Package contact counts the words of a text that are typical of contact data, like telephone, room and address (Nitsche 2003,
// 4.3.2.3.11; words.txt has them). The more of them a page has, the likelier it says how somebody can be reached;
// scripts/contact-curve.sh measures how likely.
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

const letter = 1 << 63

var (
	heads = map[string][]spelling{} // by the letters of ASCII with which they begin
	// begins has, for each byte: whether it is a letter of ASCII, and a bit for each letter that is the second one of a head
	// that begins with it.
	begins [256]uint64
)

func init() {
	for c := 'a'; c <= 'z'; c++ {
		begins[c], begins[c-'a'+'A'] = letter, letter
	}
	word := uint8(0)
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, s := range strings.Fields(line) {
			n := 0
			for n < len(s) && begins[s[n]] != 0 {
				n++
			}
			heads[s[:n]] = append(heads[s[:n]], spelling{[]byte(s[n:]), word})
			begins[s[0]] |= 1 << (s[1] & 31)
			begins[s[0]-'a'+'A'] = begins[s[0]]
		}
		word++ // at most 64: each is a bit
	}
}

// Words is how many different words of the list a text in UTF-8 has, in upper or lower case. Words are runs of letters, so
// that "E-mail:ann@a.test" has mail. It looks for two letters behind another byte, with a branch for few words only.
func Words(text []byte) int {
	seen, before := uint64(0), uint64(0) // before is 1 behind a letter
	for i := 0; i+1 < len(text); i++ {
		c := begins[text[i]]
		if c>>(text[i+1]&31)&1&^before != 0 {
			seen |= at(text, i)
		}
		before = c / letter
	}
	return bits.OnesCount64(seen)
}

// at is the bit of the word that begins there, or 0.
func at(text []byte, from int) uint64 {
	var head [32]byte
	n := 0
	for n < min(len(head), len(text)-from) && begins[text[from+n]] != 0 {
		head[n] = ascii.Lower[text[from+n]]
		n++
	}
	to := from + n
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
