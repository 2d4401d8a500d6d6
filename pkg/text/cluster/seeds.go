package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"webmill/pkg/hashes"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/text/heaviest"
)

// Seeding says which documents the first centroids are.
type Seeding string

// The seedings.
const (
	Far    Seeding = "far"    // drawn one after the other, the more often the less like those drawn before: k-means++
	Random Seeding = "random" // drawn with equal chances
	Long   Seeding = "long"   // of Bisect alone: the two longest documents

	// Of Bisect alone: the document with the best score, and the one with the worst score or the one nearest to the mean.
	BestWorst Seeding = "best-worst"
	BestMean  Seeding = "best-mean"
)

// Seedings are all seedings.
var Seedings = []Seeding{Far, Random, Long, BestWorst, BestMean}

// ByScores reports whether the documents have scores.
func (s Seeding) ByScores() bool { return s == BestWorst || s == BestMean }

// fixed reports whether each try begins with the same documents; only Bisect has tries.
func (s Seeding) fixed() bool { return s == Long || s.ByScores() }

// Takes reports whether a method can begin so; "" is what it takes by itself.
func (m Method) Takes(s Seeding) bool { return m == Bisect || !s.fixed() }

// sampleDocs is how many documents Far draws from for each cluster, and leastSample at least.
const (
	sampleDocs  = 20
	leastSample = 10_000
)

// seeds are the numbers of the documents that the centroids begin with.
func (c *clusters) seeds(opt *Options) ([]int64, error) {
	if len(opt.Seeds) > 0 {
		return c.numbers(opt.Seeds, opt.SeedsName)
	}
	if opt.Seeding == Random {
		return c.draw(opt.K, opt.Seed), nil
	}
	return c.spread(opt)
}

// draw draws documents with equal chances, and gives them in their order.
func (c *clusters) draw(most int, seed uint64) []int64 {
	best := heaviest.Heap{Most: most}
	for n := range c.set.Docs {
		best.Add(float64(hashes.Mix(seed+uint64(n+1)*hashes.Golden)>>11), int32(n))
	}
	numbers := make([]int64, 0, most)
	for _, x := range best.List {
		numbers = append(numbers, int64(x.ID))
	}
	slices.Sort(numbers)
	return numbers
}

// numbers are the numbers of documents, in the same order.
func (c *clusters) numbers(docs []int32, name string) ([]int64, error) {
	place := make(map[int32]int, len(docs))
	for i, doc := range docs {
		if _, twice := place[doc]; twice {
			return nil, fmt.Errorf("%s: document %d is named twice", name, doc)
		}
		place[doc] = i
	}
	numbers := make([]int64, len(docs))
	found := 0
	err := c.store.InOrder(c.set, func(n int64, v vectors.Vector) error {
		if i, ok := place[v.Doc]; ok {
			numbers[i] = n
			delete(place, v.Doc)
			found++
		}
		return nil
	})
	if err == nil && found < len(docs) {
		for _, doc := range docs {
			if _, missing := place[doc]; missing {
				return nil, fmt.Errorf("%s: document %d has no weights", name, doc)
			}
		}
	}
	return numbers, err
}

// some makes a set of some documents: of those with these numbers, ascending.
func (c *clusters) some(numbers []int64) (vectors.Set, error) {
	out := c.store.NewWriter()
	err := c.store.InOrder(c.set, func(n int64, v vectors.Vector) error {
		if len(numbers) == 0 || n != numbers[0] {
			return nil
		}
		numbers = numbers[1:]
		return out.Put(v)
	})
	if err != nil {
		return vectors.Set{}, err
	}
	return out.Finish()
}

// sample is some documents, of which seeds are drawn.
type sample struct {
	clusters *clusters
	set      vectors.Set
	squares  []float64 // of the vectors
	dense    []float64 // the vector that was drawn last, spread out over all terms
}

// sampleSize is how many documents Far draws from.
func (o *Options) sampleSize(docs int64) int64 {
	return min(docs, max(leastSample, sampleDocs*int64(o.K)))
}

// sampleBytes is the memory for what is kept of them besides their vectors, and of the terms.
func (o *Options) sampleBytes(docs, terms int64) int64 {
	if len(o.Seeds) > 0 || o.Seeding == Random || o.Method == Bisect {
		return 0
	}
	return 56*o.sampleSize(docs) + 8*terms
}

// spread draws documents of a sample one after the other: with chances that grow with the square of their distance to the
// nearest of those before; of a few candidates, the one after which the squares have the least sum (Arthur and Vassilvitskii
// 2007).
func (c *clusters) spread(opt *Options) ([]int64, error) {
	sampled := c.draw(int(opt.sampleSize(c.set.Docs)), opt.Seed)
	set, err := c.some(sampled)
	if err != nil {
		return nil, err
	}
	defer c.store.GiveBack(&set)
	s := &sample{c, set, make([]float64, set.Docs), make([]float64, len(c.store.Counts))}
	r := rand.New(rand.NewPCG(opt.Seed, hashes.Golden))
	away := make([]float64, set.Docs) // square of the distance to the nearest
	for i := range away {
		away[i] = 1
	}
	best, trial := make([]float64, set.Docs), make([]float64, set.Docs)
	tries, taken := 1, make([]bool, set.Docs)
	numbers := make([]int64, 0, opt.K)
	for len(numbers) < opt.K {
		chosen, least := -1, math.Inf(1)
		for range tries {
			i := pick(r, away, taken)
			sum, err := s.nearer(trial, away, i, opt.Similarity, len(numbers) == 0)
			if err != nil {
				return nil, err
			}
			if chosen < 0 || sum < least {
				chosen, least, best, trial = i, sum, trial, best
			}
		}
		taken[chosen], numbers = true, append(numbers, sampled[chosen])
		away, best, tries = best, away, 2+int(math.Log(float64(opt.K)))
	}
	return numbers, nil
}

// pick draws one of the documents that are not taken, with chances like their squares, or equal ones if these are all 0.
func pick(r *rand.Rand, away []float64, taken []bool) int {
	sum, left := 0.0, 0
	for i, x := range away {
		if !taken[i] {
			sum, left = sum+x, left+1
		}
	}
	at, last := r.Float64()*sum, 0
	if sum == 0 {
		at = float64(r.IntN(left))
	}
	for i, x := range away {
		if taken[i] {
			continue
		}
		if sum == 0 {
			x = 1
		}
		last = i
		if at < x {
			break
		}
		at -= x
	}
	return last
}

// nearer finds the squares after a document was drawn, and their sum. The document is spread out over all terms first.
func (s *sample) nearer(squares, away []float64, drawn int, similarity Similarity, first bool) (sum float64, err error) {
	v, err := s.clusters.store.At(&s.set, int64(drawn))
	if err != nil {
		return 0, err
	}
	for i, t := range v.Terms {
		s.dense[t] = v.Weight(i)
	}
	square := v.Square()
	err = s.clusters.store.Each(&s.set, func(int) func(int64, vectors.Vector) error {
		return func(n int64, v vectors.Vector) error {
			if first {
				s.squares[n] = v.Square()
			}
			x := s.distance(v, s.squares[n], square, similarity)
			if !first {
				x = min(x, away[n])
			}
			squares[n] = x
			return nil
		}
	})
	for _, t := range v.Terms {
		s.dense[t] = 0
	}
	for _, x := range squares {
		sum += x
	}
	return sum, err
}

// distance is the square of the distance of a document to the one that is spread out. If the similarity is not Euclid, both
// count at length 1. x and y are the squares of the two.
func (s *sample) distance(v vectors.Vector, x, y float64, similarity Similarity) float64 {
	dot := 0.0
	for k, t := range v.Terms {
		dot += v.Weight(k) * s.dense[t]
	}
	if similarity == Euclid {
		return max(0, x+y-2*dot)
	}
	if x == 0 || y == 0 {
		return 2
	}
	return max(0, 2-2*dot/math.Sqrt(x*y))
}
