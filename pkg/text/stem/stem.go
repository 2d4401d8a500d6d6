// Package stem takes the endings off words, so that walk, walks and walking count as one term: by rules for English and German,
// by a table, by successor variety or by pairs of letters.
//
// A Stemmer works by rules on one word, inside its bytes, without allocating:
//
//	plural.go    the English plural: three rules
//	porter.go    Porter's rules for English, as in his paper of 1980
//	english.go   his later rules for English, Porter2
//	german.go    rules for German
//	rules.go     what the rules of these languages share
//	stem.go      stemmers by name
//	table.go     a table of words before the rules
//
// Two other methods know no language, but need all words of a corpus:
//
//	variety.go   successor variety: a segment of a word ends where many letters can follow
//	digram.go    words are alike that share pairs of letters
//
// Words are lower-case letters in UTF-8. Capital letters are not understood; some come out as small ones.
package stem

import (
	"fmt"
	"strings"
)

// A Stemmer writes the stem of a word over the word and returns it: a beginning of the same bytes. The word itself is lost. It
// is never longer than the word, and empty only if the word is. Stemmers hold nothing, so that all goroutines may share one.
type Stemmer func(word []byte) []byte

// Names are the names that ByName knows.
var Names = []string{"none", "plural", "porter", "english", "german"}

// ByName is the stemmer of this name.
func ByName(name string) (Stemmer, error) {
	switch name {
	case "none":
		return None, nil
	case "plural":
		return Plural, nil
	case "porter":
		return Porter, nil
	case "english":
		return English, nil
	case "german":
		return German, nil
	}
	return nil, fmt.Errorf("no stemmer is called %q: there are %s", name, strings.Join(Names, ", "))
}

// None leaves the word as it is.
func None(word []byte) []byte { return word }
