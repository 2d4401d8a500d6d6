package rank

import (
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/idset"
)

// Score is the score of a page's links. Several goroutines may call it.
type Score func(source int32) (float32, error)

// Scores are given ranks as scores: rank/c by number of the core.
type Scores struct {
	core  *idset.Set
	words []uint64
	score []float32
	// Missing is how many pages have no rank. None of them has links: a page with links and no rank is an error.
	Missing int64
	Strays  int64 // ids with a rank that are no pages
}

// NewScores takes ranks by ascending page, which errors call by name; each page with links must have one.
func NewScores(l *Links, name string, ranks func(yield func(id int32, rank float32)) error) (*Scores, error) {
	s := &Scores{core: l.core}
	err := l.graph.Shrink(max(0, l.left()-4*int64(l.core.Len())-l.core.Bytes()))
	if err != nil {
		return nil, err
	}
	if s.words, err = arena.Words((l.core.Len() + 1) / 2); err != nil {
		return nil, err
	}
	s.score = arena.View[float32](s.words)
	var got idset.Set
	defer got.Free()
	ranked, all := int64(0), int64(0)
	err = ranks(func(id int32, rank float32) {
		all++
		if l.pages.Has(id) {
			ranked++
		}
		if l.core.Has(id) {
			got.Add(id)
			s.score[l.core.Rank(id)] = float32(float64(rank) / l.outOf(id))
		}
	})
	if err == nil && got.Len() == l.core.Len() {
		s.Missing, s.Strays = int64(l.pages.Len())-ranked, all-ranked
		return s, nil
	}
	s.Close()
	for id := range l.core.All {
		if err == nil && !got.Has(id) {
			err = fmt.Errorf("%s: page %d has links but no rank", name, id)
		}
	}
	return nil, err
}

// Close gives back the memory.
func (s *Scores) Close() {
	arena.Free(s.words)
	s.words, s.score = nil, nil
}

// Score is rank/c of a page with links.
func (s *Scores) Score(id int32) (float32, error) { return s.score[s.core.Rank(id)], nil }

// Bytes is the memory of the scores.
func (s *Scores) Bytes() int64 { return 4 * int64(len(s.score)) }
