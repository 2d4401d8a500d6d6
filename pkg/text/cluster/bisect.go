package cluster

import (
	"math"
	"math/rand/v2"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/hashes"
	"webmill/pkg/par"
	"webmill/pkg/text/cluster/vectors"
)

// bisection is K-means in reverse: all documents are one cluster; then the largest one is divided in two, until there are K. To
// divide one, its documents go one after the other to the more similar of two centroids, which moves towards them at once. If
// one part has too few of them, this is tried again. Nitsche 2003, 3.4.3, 4.3.2.4.4 and 7.4.1.3.
//
// Each cluster is a set of its own, so that to divide it only its documents are read. Several tries run at once, but they count
// one after the other: those behind one that is even enough are in vain.
type bisection struct {
	job      *job
	sets     []vectors.Set
	founders []int64 // the document that the last centroid of each cluster began with
	whole    []bool  // it cannot be divided
	source   *rand.PCG
	random   *rand.Rand   // from source
	two      [2]beginning // of the cluster that is being divided, if all tries begin with the same documents
	trials   []*trial     // that run at once, at most
	needed   int          // tries of the division before
	best     []uint8      // of each document of the cluster that is being divided: its part, in the best of the tries
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
	b := &bisection{job: j, source: rand.NewPCG(j.Seed, hashes.Golden), stats: stats, needed: 1,
		sets: []vectors.Set{*j.set}, founders: []int64{-1}, whole: []bool{false}}
	b.random = rand.New(b.source)
	var space arena.Pool
	defer space.Free()
	var err error
	if b.best, err = arena.Take[uint8](&space, j.set.Docs); err != nil {
		return err
	}
	for range j.trials {
		t, err := j.newTrial(&space)
		if err != nil {
			return err
		}
		defer t.pair.memory.Free()
		b.trials = append(b.trials, t)
	}
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

// divide divides a cluster: it keeps the first part. It begins with as many tries at once as the division before needed, so that
// few are in vain.
func (b *bisection) divide(k int) error {
	set := &b.sets[k]
	least := max(1, int64(math.Floor(float64(set.Docs)*b.job.LeastPart+1e-9)))
	if different, err := b.choose(set); err != nil || !different {
		b.whole[k] = true
		return err
	}
	var kept [2]int64
	found, tries := int64(0), 0
	for most := min(b.needed, len(b.trials)); tries < b.job.Tries && found < least; most = len(b.trials) {
		some := b.trials[:min(most, b.job.Tries-tries)]
		for i, t := range some {
			b.draw(t, set, tries+i > 0)
		}
		if err := par.Do(len(some), func(i int) error { return b.try(some[i], set) }); err != nil {
			return err
		}
		for _, t := range some {
			tries++
			*b.source = t.after
			if t.smaller > found {
				found, t.sides, b.best = t.smaller, b.best, t.sides
				kept = [2]int64{t.two[0].number, t.two[1].number}
			}
			if found >= least {
				break
			}
		}
	}
	b.needed = tries
	b.stats.Tries += int64(tries)
	if found == 0 {
		b.whole[k] = true
		return nil
	}
	if found < least {
		b.stats.Uneven++
	}
	return b.part(k, kept[0], kept[1])
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

// choose chooses the documents that the two centroids of all tries begin with, if they are the same. It reports false if the
// documents of the set are all equal.
func (b *bisection) choose(set *vectors.Set) (different bool, err error) {
	switch {
	case b.job.Seeding == Long:
		return b.longest(set, &b.two)
	case b.job.Seeding.ByScores():
		return b.scored(set, &b.two)
	}
	return true, nil
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
