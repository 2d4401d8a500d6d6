package lang

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed stopwords.tsv
var stopWords string

// stops says for each of its words in which languages it is a stop word: their numbers in a bit set.
var stops = sync.OnceValues(func() (words map[string]uint32, names []string) {
	words = map[string]uint32{}
	for line := range strings.Lines(stopWords) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, w := range strings.Fields(list) {
			words[w] |= 1 << len(names)
		}
		names = append(names, name)
	}
	return words, names
})

// byStopWords is the language of which most of the words of a text are stop words: the 100 most frequent of the texts
// of the model. It is "" if there are none, or as many of two languages. It is here to compare it with Of, which also
// knows texts without such words.
func byStopWords(text []byte) string {
	words, names := stops()
	var hits [MaxLanguages]int
	each(text, func(part []byte) {
		for _, w := range Words(part) {
			for set, i := words[w], 0; set != 0; set, i = set>>1, i+1 {
				hits[i] += int(set & 1)
			}
		}
	})
	best, same := 0, false
	for i := 1; i < len(names); i++ {
		if hits[i] > hits[best] {
			best, same = i, false
		} else if hits[i] == hits[best] {
			same = true
		}
	}
	if same || hits[best] == 0 {
		return ""
	}
	return names[best]
}
