// Package stop has lists of stop words: words like "the" that say nothing about what a text is about. The lists are those of
// the Snowball project; words.tsv says its licence.
package stop

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"webmill/pkg/ascii"
)

//go:embed words.tsv
var list string

// lists are the words of each language.
var lists = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for line := range strings.Lines(list) {
		name, text, found := strings.Cut(strings.TrimSpace(line), "\t")
		if !found {
			continue // of the licence
		}
		words := map[string]bool{}
		for _, w := range strings.Fields(text) {
			words[w] = true
			if name == "de" {
				words[plain.Replace(w)] = true
			}
		}
		all[name] = words
	}
	return all
})

// plain writes German in the letters of ASCII: für is fuer where there are no umlauts.
var plain = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// Languages are those that have a list, sorted.
func Languages() []string { return slices.Sorted(maps.Keys(lists())) }

// Of are the words of a language, like de, in lower case; nil if it has no list. They are not to be changed.
func Of(lang string) map[string]bool { return lists()[lang] }

// Language is the language that a mark like de, de-AT or DE_at names.
func Language(mark []byte) string {
	var name []byte
	for _, c := range mark {
		if c == '-' || c == '_' {
			break
		}
		name = append(name, ascii.Lower[c])
	}
	return string(name)
}
