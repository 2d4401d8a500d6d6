package query

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"webmill/pkg/text/stem"
	"webmill/pkg/text/wordtable"
)

// stemCheck finds out whether the stemmer of the questions made the terms of a dictionary, by how many words it would change. Of
// terms that a stemmer made it changes 3 % at most; of words that no stemmer or one for another language made, 11 % at least
// (measured: a web of many languages, and one of German; each stemmer against each). For plural the shares are lower: see check.
// Two stemmers for English cannot be told apart.
type stemCheck struct {
	asked   string // the stemmer of the questions; "": nobody knows, and nothing is checked
	words   int64
	changed map[string]int64 // by the name of the stemmer
	buf     []byte
}

// stemmers are those whose changes are counted: that of the questions; where it is none, all that may have made the terms.
func (s *stemCheck) stemmers() []string {
	switch s.asked {
	case "":
		return nil
	case stem.Names[0]:
		return stem.Names[1:]
	}
	return []string{s.asked}
}

const (
	everyWord  = 8   // one word in everyWord is looked at
	fewestSeen = 100 // words that must have been looked at
)

// see looks at a word of the dictionary.
func (s *stemCheck) see(id int64, word []byte) {
	if id%everyWord != 0 {
		return
	}
	if s.changed == nil {
		s.changed = map[string]int64{}
	}
	s.words++
	for _, name := range s.stemmers() {
		stemmer, _ := stem.ByName(name)
		s.buf = append(s.buf[:0], word...)
		if !bytes.Equal(stemmer(s.buf), word) {
			s.changed[name]++
		}
	}
}

// percent is how many of a hundred words a stemmer would change.
func (s *stemCheck) percent(name string) float64 {
	return 100 * float64(s.changed[name]) / float64(s.words)
}

// check refuses a dictionary whose terms another stemmer made, as far as that shows.
func (s *stemCheck) check() error {
	name := s.asked
	if name == "" || s.words < fewestSeen {
		return nil
	}
	most := 8.0
	if name == "plural" { // changes none of its own terms, and at least 5 % of English words
		most = 1
	}
	if p := s.percent(name); p > most {
		return fmt.Errorf("-stem %s would change %.0f%% of its words: give the -stem that terms had, and if that was auto also -mixed", name,
			p)
	}
	if name != stem.Names[0] {
		return nil
	}
	var like []string
	greatest := 0.0
	for _, other := range stem.Names[1:] {
		p := s.percent(other)
		greatest = max(greatest, p)
		if p < 4 {
			like = append(like, other)
		}
	}
	if len(like) > 0 && greatest > 20 {
		return fmt.Errorf("its words look like stems: give query the -stem that terms had (%s)",
			strings.Join(like, " or "))
	}
	return nil
}

// tabled finds words of a dictionary that a table gives another stem. No term is such a word if the table was there when the
// terms were made, unless it is the stem of others, by the table or by a stemmer.
type tabled struct {
	words int64             // that were looked at
	other map[string]string // words and their stems
}

const mostOther = 1000 // words, then no more are looked at

// see looks at a word of the dictionary.
func (t *tabled) see(table *wordtable.Table, word []byte) {
	if len(t.other) >= mostOther {
		return
	}
	if t.other == nil {
		t.other = map[string]string{}
	}
	t.words++
	if stemmed := table.Of(word); stemmed != nil && !bytes.Equal(stemmed, word) {
		t.other[string(word)] = string(stemmed)
	}
}

// check refuses a dictionary that was made without the table. If there is no stemmer besides (only), one word proves that.
func (t *tabled) check(table *wordtable.Table, only bool) error {
	if len(t.other) == 0 {
		return nil
	}
	table.Each(func(_, stemmed []byte) { delete(t.other, string(stemmed)) })
	if n := int64(len(t.other)); n == 0 || !only && (t.words < fewestSeen || 100*n < 8*t.words) {
		return nil
	}
	word := slices.Min(slices.Collect(maps.Keys(t.other)))
	return fmt.Errorf("has %.64q, of which -stem-table makes %.64q: give the -stem-table that terms had, and if it had -stem auto also -mixed",
		word, t.other[word])
}
