package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"webmill/pkg/hashes"
	"webmill/pkg/par"
	"webmill/pkg/text/heaviest"
	"webmill/pkg/text/vectors"
)

// Seeding says which documents the first centroids are.
type Seeding string

// The seedings.
const (
	Far    Seeding = "far"    // drawn one after the other, the more often the less like those drawn before: k-means++
	Random Seeding = "random" // drawn with equal chances
	Long   Seeding = "long"   // of Bisect alone: the two longest documents
)

// Seedings are all seedings.
var Seedings = []Seeding{Far, Random, Long}

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
	sample, err := c.sample(opt)
	if err != nil {
		return nil, err
	}
	return sample.spread(opt)
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

// sample is some documents, as vectors in memory.
type sample struct {
	numbers []int64
	docs    []vectors.Vector
	squares []float64
	dense   []float64 // a document, spread out over all terms
}

// sample draws documents, as many as the memory for them holds.
func (c *clusters) sample(opt *Options) (*sample, error) {
	most := int64(max(leastSample, sampleDocs*opt.K))
	s := &sample{dense: make([]float64, len(c.store.Counts))}
	numbers := c.draw(int(min(most, c.set.Docs)), opt.Seed)
	left := opt.sampleBytes()
	err := c.store.InOrder(c.set, func(n int64, v vectors.Vector) error {
		if len(s.numbers) == len(numbers) || n != numbers[len(s.numbers)] {
			return nil
		}
		size := 96 + 8*int64(len(v.Terms))
		if left -= size; left < 0 && len(s.docs) >= opt.K {
			numbers = numbers[:len(s.numbers)]
			return nil
		}
		s.numbers = append(s.numbers, n)
		s.docs = append(s.docs, vectors.Vector{Doc: v.Doc, Terms: slices.Clone(v.Terms), Bits: slices.Clone(v.Bits)})
		s.squares = append(s.squares, v.Square())
		return nil
	})
	return s, err
}

// spread draws documents of the sample one after the other: with chances that grow with the square of their distance to the
// nearest of those before; of a few candidates, the one after which the squares have the least sum (Arthur and Vassilvitskii
// 2007).
func (s *sample) spread(opt *Options) ([]int64, error) {
	r := rand.New(rand.NewPCG(opt.Seed, hashes.Golden))
	away := make([]float64, len(s.docs)) // square of the distance to the nearest
	for i := range away {
		away[i] = 1
	}
	best, trial := make([]float64, len(s.docs)), make([]float64, len(s.docs))
	tries, taken := 1, make([]bool, len(s.docs))
	numbers := make([]int64, 0, opt.K)
	for len(numbers) < min(opt.K, len(s.docs)) {
		chosen, least := -1, math.Inf(1)
		for range tries {
			i := pick(r, away, taken)
			sum, err := s.nearer(trial, away, i, opt, len(numbers) == 0)
			if err != nil {
				return nil, err
			}
			if chosen < 0 || sum < least {
				chosen, least, best, trial = i, sum, trial, best
			}
		}
		taken[chosen], numbers = true, append(numbers, s.numbers[chosen])
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
func (s *sample) nearer(squares, away []float64, drawn int, opt *Options, first bool) (sum float64, err error) {
	const part = 256
	for i, t := range s.docs[drawn].Terms {
		s.dense[t] = s.docs[drawn].Weight(i)
	}
	sums := make([]float64, (len(s.docs)+part-1)/part)
	err = par.Each(opt.Threads, len(sums), func(int) func(int) error {
		return func(p int) error {
			for i := p * part; i < min((p+1)*part, len(s.docs)); i++ {
				x := s.square(i, drawn, opt.Similarity)
				if !first {
					x = min(x, away[i])
				}
				squares[i] = x
				sums[p] += x
			}
			return nil
		}
	})
	for _, t := range s.docs[drawn].Terms {
		s.dense[t] = 0
	}
	for _, x := range sums {
		sum += x
	}
	return sum, err
}

// square is that of the distance of a document to the one that is spread out: where the similarity is not Euclid, of both at
// length 1.
func (s *sample) square(i, drawn int, similarity Similarity) float64 {
	v, dot := s.docs[i], 0.0
	for k, t := range v.Terms {
		dot += v.Weight(k) * s.dense[t]
	}
	x, y := s.squares[i], s.squares[drawn]
	if similarity == Euclid {
		return max(0, x+y-2*dot)
	}
	if x == 0 || y == 0 {
		return 2
	}
	return max(0, 2-2*dot/math.Sqrt(x*y))
}
