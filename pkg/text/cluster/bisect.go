package cluster

import (
	"math"
	"math/rand/v2"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/hashes"
	"webmill/pkg/text/cluster/vectors"
)

// bisection is K-means in reverse: all documents are one cluster; then the largest one is divided in two, until there are K. To
// divide one, its documents go one after the other to the more similar of two centroids, which moves towards them at once. If
// one part has too few of them, this is tried again. Nitsche 2003, 3.4.3, 4.3.2.4.4 and 7.4.1.3.
//
// Each cluster is a set of its own, so that to divide it only its documents are read.
type bisection struct {
	job      *job
	sets     []vectors.Set
	founders []int64 // the document that the last centroid of each cluster began with
	whole    []bool  // it cannot be divided
	pair     *centroids
	random   *rand.Rand
	sides    []uint8 // of each document of the cluster that is being divided: its part
	best     []uint8 // in the best of the tries
	docs     []vectors.Vector
	stats    *Stats
}

// beginning is a document that a centroid begins with.
type beginning struct {
	number int64
	length float64 // sum of the weights
	vectors.Vector
}

func (b *beginning) set(number int64, v vectors.Vector, length float64) {
	b.number, b.length = number, length
	b.Doc, b.Terms, b.Bits = v.Doc, append(b.Terms[:0], v.Terms...), append(b.Bits[:0], v.Bits...)
}

func (b *beginning) equals(v vectors.Vector) bool {
	return slices.Equal(b.Terms, v.Terms) && slices.Equal(b.Bits, v.Bits)
}

// bisect divides the documents into K clusters, or fewer if not so many are different.
func (j *job) bisect(stats *Stats) error {
	b := &bisection{job: j, random: rand.New(rand.NewPCG(j.Seed, hashes.Golden)), stats: stats,
		sets: []vectors.Set{*j.set}, founders: []int64{-1}, whole: []bool{false}}
	var space arena.Pool
	defer space.Free()
	var err error
	if b.sides, err = arena.Take[uint8](&space, j.set.Docs); err != nil {
		return err
	}
	if b.best, err = arena.Take[uint8](&space, j.set.Docs); err != nil {
		return err
	}
	if b.pair, err = newCentroids(j.store.Counts, 2, 2); err != nil {
		return err
	}
	defer b.pair.memory.Free()
	counted := j.Begin("divide", -1)
	for len(b.sets) < j.K {
		k := b.largest()
		if k < 0 {
			stats.Undivided = true
			break
		}
		if err := b.divide(k); err != nil {
			return err
		}
		counted.Add(b.sets[k].Bytes())
	}
	for k := range b.sets {
		if len(b.sets) > 1 {
			j.store.GiveBack(&b.sets[k])
		}
		if n := b.founders[k]; n >= 0 {
			j.founders = append(j.founders, founder{n, int32(k)})
		}
	}
	slices.SortFunc(j.founders, func(x, y founder) int { return int(x.number - y.number) })
	return nil
}

// largest is the largest cluster that may be divided, the first of equal ones; -1: there is none.
func (b *bisection) largest() int {
	largest := -1
	for k := range b.sets {
		if b.sets[k].Docs > 1 && !b.whole[k] && (largest < 0 || b.sets[k].Docs > b.sets[largest].Docs) {
			largest = k
		}
	}
	return largest
}

// number is the number of a document among all: the sets of clusters name it so. The first cluster is still the set of all.
func (b *bisection) number(place int64, v vectors.Vector) int64 {
	if len(b.sets) == 1 {
		return place
	}
	return int64(v.Doc)
}

// divide divides a cluster: it keeps the first part.
func (b *bisection) divide(k int) error {
	set := &b.sets[k]
	least := max(1, int64(math.Floor(float64(set.Docs)*b.job.LeastPart+1e-9)))
	var two [2]beginning
	var kept [2]int64
	found := int64(0)
	for try := 0; try < b.job.Tries && found < least; try++ {
		if try == 0 || !b.job.Seeding.fixed() {
			if again, err := b.choose(set, &two); err != nil || !again {
				b.whole[k] = true
				return err
			}
		}
		smaller, err := b.try(set, &two, try > 0)
		if err != nil {
			return err
		}
		b.stats.Tries++
		if smaller > found {
			found, b.sides, b.best = smaller, b.best, b.sides
			kept = [2]int64{two[0].number, two[1].number}
		}
	}
	if found == 0 {
		b.whole[k] = true
		return nil
	}
	if found < least {
		b.stats.Uneven++
	}
	return b.part(k, kept[0], kept[1])
}

// try sorts the documents of a cluster into two parts, and tells how many the smaller one has. turned turns the documents of each
// piece round by a random number of places.
func (b *bisection) try(set *vectors.Set, two *[2]beginning, turned bool) (smaller int64, err error) {
	b.pair.begin(0, 2)
	s, in := b.job.alike.scorer(b.pair), b.job.store.NewReader()
	for i := range two {
		s.scores(two[i].Vector)
		s.take(two[i].Vector, int32(i), 1)
	}
	var sizes [2]int64
	for i := range set.Pieces() {
		piece, err := in.Piece(set, i)
		if err != nil {
			return 0, err
		}
		b.docs = b.docs[:0]
		for _, v := range piece.All {
			b.docs = append(b.docs, v)
		}
		from := 0
		if turned && len(b.docs) > 1 {
			from = b.random.IntN(len(b.docs) - 1)
		}
		for k := range b.docs {
			place := (from + k) % len(b.docs)
			v := b.docs[place]
			side := nearest(s.scores(v))
			s.take(v, side, 1)
			sizes[side]++
			b.sides[set.First(i)+int64(place)] = uint8(side)
		}
	}
	return min(sizes[0], sizes[1]), nil
}

// part makes a cluster of its own of the second part of one.
func (b *bisection) part(k int, first, second int64) error {
	other := int32(len(b.sets))
	out := [2]*vectors.Writer{b.job.store.NewWriter(), b.job.store.NewWriter()}
	err := b.job.store.InOrder(&b.sets[k], func(place int64, v vectors.Vector) error {
		number, side := b.number(place, v), b.best[place]
		if side == 1 {
			b.job.inCluster[number] = other
		}
		v.Doc = int32(number)
		return out[side].Put(v)
	})
	if err != nil {
		return err
	}
	var parts [2]vectors.Set
	for side := range parts {
		if parts[side], err = out[side].Finish(); err != nil {
			return err
		}
	}
	if len(b.sets) > 1 {
		b.job.store.GiveBack(&b.sets[k])
	}
	b.sets[k], b.founders[k] = parts[0], first
	b.sets, b.founders, b.whole = append(b.sets, parts[1]), append(b.founders, second), append(b.whole, false)
	return nil
}

// choose chooses the documents that two centroids begin with. It reports false if the documents of the set are all equal.
func (b *bisection) choose(set *vectors.Set, two *[2]beginning) (different bool, err error) {
	switch b.job.Seeding {
	case Long:
		return b.longest(set, two)
	case Far:
		return true, b.farthest(set, two)
	case BestWorst, BestMean:
		return b.scored(set, two)
	}
	i := b.random.Int64N(set.Docs)
	if err := b.fetch(set, i, &two[0]); err != nil {
		return false, err
	}
	k := b.random.Int64N(set.Docs - 1)
	if k >= i {
		k++
	}
	return true, b.fetch(set, k, &two[1])
}

// longest chooses the document with the greatest sum of weights, and of those that are not equal to it the one with the greatest
// sum.
func (b *bisection) longest(set *vectors.Set, two *[2]beginning) (different bool, err error) {
	first, second := &two[0], &two[1]
	first.length, second.length = -1, -1
	err = b.job.store.InOrder(set, func(place int64, v vectors.Vector) error {
		length := 0.0
		for i := range v.Terms {
			length += math.Abs(v.Weight(i))
		}
		switch n := b.number(place, v); {
		case length > first.length:
			*first, *second = *second, *first
			first.set(n, v, length)
		case length > second.length && !first.equals(v):
			second.set(n, v, length)
		}
		return nil
	})
	return second.length >= 0, err
}

// farthest chooses any document, and the one that is least like it, of equal ones the longest.
func (b *bisection) farthest(set *vectors.Set, two *[2]beginning) error {
	first, second := &two[0], &two[1]
	if err := b.fetch(set, b.random.Int64N(set.Docs), first); err != nil {
		return err
	}
	b.pair.begin(0, 1)
	s := b.job.alike.scorer(b.pair)
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

// fetch reads a document of a set.
func (b *bisection) fetch(set *vectors.Set, place int64, to *beginning) error {
	piece := 0
	for piece+1 < set.Pieces() && set.First(piece+1) <= place {
		piece++
	}
	docs, err := b.job.store.NewReader().Piece(set, piece)
	if err != nil {
		return err
	}
	for i, v := range docs.All {
		if set.First(piece)+int64(i) == place {
			to.set(b.number(place, v), v, 0)
			break
		}
	}
	return nil
}
