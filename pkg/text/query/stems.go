package query

import (
	"bytes"
	"fmt"
	"strings"

	"webmill/pkg/text/stem"
)

// stems counts how many words of a dictionary a stemmer would change. Of the terms that it made itself it changes 3 %
// at most, of words that no stemmer or one for another language made 11 % at least (a web of many languages, and one of
// German; each stemmer against each). Two stemmers for English cannot be told apart.
type stems struct {
	words   int64
	changed map[string]int64 // by the name of the stemmer
	buf     []byte
}

const (
	everyWord  = 8   // of a dictionary is looked at
	fewestSeen = 100 // of which something can be said
)

// see looks at a word of the dictionary.
func (s *stems) see(id int64, word []byte) {
	if id%everyWord != 0 {
		return
	}
	if s.changed == nil {
		s.changed = map[string]int64{}
	}
	s.words++
	for _, name := range stem.Names {
		make, _ := stem.ByName(name)
		s.buf = append(s.buf[:0], word...)
		if !bytes.Equal(make(s.buf), word) {
			s.changed[name]++
		}
	}
}

// percent is the share of words that a stemmer would change.
func (s *stems) percent(name string) float64 {
	return 100 * float64(s.changed[name]) / float64(s.words)
}

// check refuses a dictionary that another stemmer made than that of the questions, if it shows.
func (s *stems) check(name string) error {
	if s.words < fewestSeen {
		return nil
	}
	if p := s.percent(name); p > 8 {
		return fmt.Errorf("-stem %s would change %.0f%% of its words: give the -stem that terms had, and if that was auto also -mixed", name,
			p)
	}
	var like []string
	most := 0.0
	for _, other := range stem.Names[1:] {
		p := s.percent(other)
		if most = max(most, p); p < 4 {
			like = append(like, other)
		}
	}
	if name == stem.Names[0] && len(like) > 0 && most > 20 {
		return fmt.Errorf("its words look like stems: give query the -stem that terms had (%s)",
			strings.Join(like, " or "))
	}
	return nil
}
