package madewebs

import (
	"math"
	"slices"
	"strings"
)

// lexicon is the words of a site, the most frequent first. They are as frequent as those of a natural language: word r has
// weight 1/(r + 2.7) (Zipf, Mandelbrot). Each folder has words of its own besides.
type lexicon struct {
	words []string
	sums  []float64 // of the weights up to a word
}

const (
	lexiconSize = 20_000
	topicWords  = 300 // that a folder prefers
	topicShare  = 0.2 // of the words
)

// The most frequent words are those of English, because models judge texts by them.
var frequent = strings.Fields(`the of and to in a is that for was it as with on by be at from this are or which an not have has
	but were had they their its been one can more all when there who will other would if about some into time than only may these
	two new over after also most first such people any many between where through even our before must because very still while`)

func newLexicon(seed int) *lexicon {
	l := &lexicon{words: slices.Clone(frequent)}
	d := diceOf(seed, 3)
	known := map[string]bool{}
	for _, w := range frequent {
		known[w] = true
	}
	first := strings.Fields("b c d f g h j k l m n p r s t v w br cr dr fl gr pl pr sh sl st th tr")
	middle, last := strings.Fields("a e i o u ai ea ou"), strings.Fields("n r s t l nd m ck")
	for len(l.words) < lexiconSize {
		var w string
		for range 1 + d.few(4) {
			w += first[d.below(len(first))] + middle[d.below(len(middle))]
		}
		if d.below(2) == 0 {
			w += last[d.below(len(last))]
		}
		if len(w) > 2 && !known[w] {
			known[w] = true
			l.words = append(l.words, w)
		}
	}
	sum := 0.0
	for r := range l.words {
		sum += 1 / (float64(r) + 2.7)
		l.sums = append(l.sums, sum)
	}
	return l
}

// word is a word of a text in a folder.
func (l *lexicon) word(d *dice, folder int) string {
	if d.unit() < topicShare {
		r := d.few(topicWords)
		return l.words[len(frequent)+(folder*7919+r*37)%(len(l.words)-len(frequent))]
	}
	at, _ := slices.BinarySearch(l.sums, d.unit()*l.sums[len(l.sums)-1])
	return l.words[min(at, len(l.words)-1)]
}

// rare is a word for names: none of the most frequent ones.
func (l *lexicon) rare(d *dice) string {
	return l.words[len(frequent)+int(math.Pow(float64(len(l.words)-len(frequent)), d.unit()))-1]
}

func capital(w string) string { return strings.ToUpper(w[:1]) + w[1:] }

// name is the label of an entry of a menu: one or two words.
func (l *lexicon) name(d dice) string {
	if d.below(3) > 0 {
		return capital(l.rare(&d))
	}
	return capital(l.rare(&d)) + " and " + l.rare(&d)
}

// title is the title of an article.
func (l *lexicon) title(d dice, folder int) string {
	w := []string{capital(l.rare(&d))}
	for range 3 + d.below(5) {
		w = append(w, l.word(&d, folder))
	}
	return strings.Join(append(w, l.rare(&d)), " ")
}

// appendSentence appends a sentence with a blank behind it.
func (l *lexicon) appendSentence(dst []byte, d *dice, folder int) []byte {
	n := 5 + d.few(25)
	for i := range n {
		w := l.word(d, folder)
		if i == 0 {
			w = capital(w)
		}
		dst = append(dst, w...)
		if i > 2 && i < n-2 && d.below(9) == 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, ' ')
	}
	return append(dst[:len(dst)-1], ". "...)
}
