package cluster

import (
	"math"
	"math/rand/v2"

	"webmill/pkg/arena"
	"webmill/pkg/text/cluster/vectors"
)

// trial is a try to divide a cluster, for one goroutine. All that is random in it was drawn before, so that the draws do not
// depend on how many tries run at once.
type trial struct {
	drawn   [2]int64 // places of the documents to begin with
	from    []int    // with which of its documents each piece begins
	after   rand.PCG // the source of random numbers behind these draws
	two     [2]beginning
	pair    *centroids
	docs    []vectors.Vector // of a piece
	sides   []uint8          // of each document: its part
	smaller int64            // documents of the smaller part
}

// trialBytes is what a try takes, the vectors of a piece included.
func (j *job) trialBytes() int64 { return j.set.Docs + centroidsBytes(j.store.Counts, 2, 2) + 5<<18 }

func (j *job) newTrial(space *arena.Pool) (t *trial, err error) {
	t = &trial{}
	if t.sides, err = arena.Take[uint8](space, j.set.Docs); err == nil {
		t.pair, err = newCentroids(j.store.Counts, 2, 2)
	}
	return t, err
}

// draw draws what is random in a try. The documents of each piece are turned round by a number of places, but in the first try.
func (b *bisection) draw(t *trial, set *vectors.Set, turned bool) {
	switch b.job.Seeding {
	case Far:
		t.drawn[0] = b.random.Int64N(set.Docs)
	case Random:
		first, second := b.random.Int64N(set.Docs), b.random.Int64N(set.Docs-1)
		if second >= first {
			second++
		}
		t.drawn = [2]int64{first, second}
	}
	t.from = t.from[:0]
	for i := range set.Pieces() {
		from := 0
		if n := set.PieceDocs(i); turned && n > 1 {
			from = b.random.IntN(n - 1)
		}
		t.from = append(t.from, from)
	}
	t.after = *b.source
}

// try sorts the documents of a cluster into two parts.
func (b *bisection) try(t *trial, set *vectors.Set) error {
	if err := b.start(t, set); err != nil {
		return err
	}
	t.pair.begin(0, 2)
	s, in := b.job.alike.scorer(t.pair), b.job.store.NewReader()
	for i := range t.two {
		s.scores(t.two[i].Vector)
		s.take(t.two[i].Vector, int32(i), 1)
	}
	var sizes [2]int64
	for i, from := range t.from {
		piece, err := in.Piece(set, i)
		if err != nil {
			return err
		}
		t.docs = t.docs[:0]
		for _, v := range piece.All {
			t.docs = append(t.docs, v)
		}
		for k := range t.docs {
			place := (from + k) % len(t.docs)
			v := t.docs[place]
			side := nearest(s.scores(v))
			s.take(v, side, 1)
			sizes[side]++
			t.sides[set.First(i)+int64(place)] = uint8(side)
		}
	}
	t.smaller = min(sizes[0], sizes[1])
	return nil
}

// start reads the documents that a try begins with.
func (b *bisection) start(t *trial, set *vectors.Set) error {
	switch b.job.Seeding {
	case Far:
		return b.farthest(t, set)
	case Random:
		for i := range t.two {
			if err := b.fetch(set, t.drawn[i], &t.two[i]); err != nil {
				return err
			}
		}
		return nil
	}
	t.two = b.two
	return nil
}

// farthest finds the document that is least like the one that was drawn, of equal ones the longest.
func (b *bisection) farthest(t *trial, set *vectors.Set) error {
	first, second := &t.two[0], &t.two[1]
	if err := b.fetch(set, t.drawn[0], first); err != nil {
		return err
	}
	t.pair.begin(0, 1)
	s := b.job.alike.scorer(t.pair)
	s.scores(first.Vector)
	s.take(first.Vector, 0, 1)
	least := math.Inf(1)
	return b.job.store.InOrder(set, func(place int64, v vectors.Vector) error {
		value, length := s.scores(v)[0], 0.0
		for i := range v.Terms {
			length += math.Abs(v.Weight(i))
		}
		if value < least || value == least && length > second.length {
			least = value
			second.set(b.number(place, v), v, length)
		}
		return nil
	})
}
