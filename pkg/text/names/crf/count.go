package crf

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// parts is the number of parts of the training text: the words of a document are classified by the counts of the other parts.
const parts = 8

// Words has what is counted of the words of a training text.
type Words struct {
	lists *Dictionary
	all   map[string]*count
	part  [parts]map[string]*count
	made  [parts]*Dictionary
}

// count is what is counted of a word.
type count struct {
	capital, lower, article     int32 // inside of sentences; article: with a capital, and behind an article
	known                       int32 // in texts whose names are annotated
	first, person, place, other int32 // person: part of a person, but not the first one; other: part of an organisation
	proper, noun                int32
	foreign                     int32 // as known, but only in texts of other languages
}

func (c *count) add(d *count, sign int32) {
	c.capital += sign * d.capital
	c.lower += sign * d.lower
	c.article += sign * d.article
	c.known += sign * d.known
	c.first += sign * d.first
	c.person += sign * d.person
	c.place += sign * d.place
	c.other += sign * d.other
	c.proper += sign * d.proper
	c.noun += sign * d.noun
	c.foreign += sign * d.foreign
}

// CountWords counts the words of examples. lists is the dictionary of Lists.
func CountWords(examples []Example, lists *Dictionary) *Words {
	w := &Words{lists: lists, all: map[string]*count{}}
	for i := range w.part {
		w.part[i] = map[string]*count{}
	}
	var t Tagger
	m := &Model{dict: lists}
	for i := range examples {
		e := &examples[i]
		t.sentences(m, []byte(e.Text), func() error {
			for k := range t.tokens {
				w.count(e, &t, k)
			}
			return nil
		})
	}
	for _, part := range w.part {
		for word, c := range part {
			if w.all[word] == nil {
				w.all[word] = &count{}
			}
			w.all[word].add(c, 1)
		}
	}
	return w
}

func (w *Words) count(e *Example, t *Tagger, k int) {
	tok := &t.tokens[k]
	if tok.shape > mixed || tok.shape == initial || tok.to-tok.from < 2 {
		return
	}
	word := strings.ToLower(e.Text[tok.from:tok.to])
	part := w.part[e.Doc%parts]
	c := part[word]
	if c == nil {
		c = &count{}
		part[word] = c
	}
	if e.Foreign {
		if tok.shape == lower {
			return
		}
	} else if tok.shape == lower {
		c.lower++
	} else if k > 0 && t.tokens[k-1].shape < digits {
		c.capital++
		if closedClass(t.tokens[k-1].class) == classArticle {
			c.article++
		}
	}
	for _, n := range e.Nouns {
		if tok.from < n.To && tok.to > n.From {
			c.proper += int32(btoi(n.Kind == Person))
			c.noun += int32(btoi(n.Kind != Person))
		}
	}
	if e.Nouns != nil {
		return
	}
	c.known++
	c.foreign += int32(btoi(e.Foreign))
	for _, n := range e.Names {
		if tok.from >= n.To || tok.to <= n.From {
			continue
		}
		switch {
		case n.Kind == Person && tok.from <= n.From && tok.to < n.To:
			c.first++
		case n.Kind == Person:
			c.person++
		case n.Kind == Place:
			c.place++
		case n.Kind == Organisation:
			c.other++
		}
	}
}

// class has the bits of a word that its counts decide.
func (c *count) class() uint32 {
	share := func(n, of int32) uint32 {
		switch {
		case n == 0:
			return 0
		case 10*n < 3*of:
			return 1
		case 10*n < 7*of:
			return 2
		}
		return 3
	}
	steps := func(n, of, low, high int32) uint32 {
		switch {
		case n == 0:
			return 0
		case 100*n < low*of:
			return 1
		case 100*n < high*of:
			return 2
		}
		return 3
	}
	total := max(c.known, c.capital+c.lower, c.proper+c.noun)
	if total == 0 {
		return 0
	}
	seen := uint32(1 + btoi(total > 2) + btoi(total > 9))
	noun := uint32(0)
	if n := c.proper + c.noun; n > 0 {
		noun = 1 + uint32(btoi(10*c.noun > 2*n)+btoi(10*c.noun > 8*n))
	}
	return seen<<seenAt | noun<<nounAt | steps(c.lower, c.lower+c.capital, 10, 50)<<lowerAt |
		steps(c.article, c.capital, 15, 40)<<articleAt |
		share(c.first, c.known)<<firstAt | share(c.person, c.known)<<partAt | share(c.place, c.known)<<placeAt |
		share(c.other, c.known)<<orgAt
}

// without is a dictionary of the lists and of the words outside of the part of a document.
func (w *Words) without(doc int) *Dictionary {
	n := doc % parts
	if w.made[n] == nil {
		w.made[n] = w.dictionary(w.part[n])
	}
	return w.made[n]
}

// Dictionary is a dictionary of the lists and of all words.
func (w *Words) Dictionary() *Dictionary { return w.dictionary(nil) }

func (w *Words) dictionary(less map[string]*count) *Dictionary {
	d := &Dictionary{entries: slices.Clone(w.lists.entries), words: w.lists.words}
	for word, c := range w.all {
		rest := *c
		if part := less[word]; part != nil {
			rest.add(part, -1)
		}
		if class := rest.class(); class != 0 && rest.worth() {
			d.Add(word, class)
		}
	}
	return d
}

// worth reports whether a word is kept: whether it is frequent enough. A word that only texts of other languages have is kept
// only if it is in a name.
func (c *count) worth() bool {
	if c.foreign == c.known && c.known > 0 && c.first+c.person+c.place+c.other == 0 {
		return c.capital+c.lower > 1 || c.proper+c.noun > 1
	}
	return max(c.known, c.capital+c.lower, c.proper+c.noun) > 1
}

// Write writes the file of words.
func (w *Words) Write(to io.Writer, comment string) error {
	b := bufio.NewWriter(to)
	fmt.Fprintf(b, "# %s\n", comment)
	for _, word := range slices.Sorted(maps.Keys(w.all)) {
		c := w.all[word]
		if !c.worth() {
			continue
		}
		fmt.Fprintf(b, "%s\t", word)
		for _, at := range seenDigits {
			b.WriteByte('0' + byte(c.class()>>at&3))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// closedClass is the number of the closed class of a word; 0: it has none.
func closedClass(class uint32) uint32 { return class >> closedAt }

// classArticle is the number of articles: the line of closed.tsv.
const classArticle = 7
