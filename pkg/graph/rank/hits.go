package rank

import (
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/work"
)

// HITS (Kleinberg 1999; Mielke 2011, 2.3.1; Nitsche 2002, 3.5.2): a page is an authority as far as hubs link to it, and a hub as
// far as it links to authorities.
//
//	a(p) = Σ_{q→p} w(q→p)·h(q),   h(p) = Σ_{p→q} w'(p→q)·a(q),   Σa² = Σh² = 1
//
// from 1 for all. The links are kept twice, by target and by source, so that both sums are made row by row: rows need not wait
// for each other, and the result is the same for any number of threads.
//
// The residual is |raw/n - a|, where raw are the new values before they are scaled to the sum 1 and n is what the last ones
// were divided by; that of h alike. The greater of the two counts.
//
// Passes: two over the links a sweep, one over each graph. Memory: 16 bytes a page, with both from the old values 24.

// Hits are the two graphs of HITS, and the vectors.
type Hits struct {
	Count HitsCounts

	room     work.Room
	pages    *idset.Set
	byTarget *adj.Graph // by number of the page: the numbers of the pages that link to it
	bySource *adj.Graph // and those that it links to
	words    [][]uint64
	a, h     []float64
	spare    []float64 // for both from the old values; else nil
}

// HitsCounts tell how the graphs were made.
type HitsCounts struct {
	LinkCounts
	Read        int64 // pages of the links
	Root        int64 // pages of the root set that are pages of the links
	Strays      int64 // pages of the root set that are not
	Base        int64 // pages of the base set, before pages were left out by their similarity
	Pages       int64 // that are rated
	Swept       int64 // links between them that count
	Inside      int64 // links left out because they are inside a host
	Over        int64 // links left out because their host has too many to a page
	BytesTarget int64
	BytesSource int64
}

// hitsParts is into how many parts rows are cut; a part of the result's definition.
const hitsParts = 64

// Solve makes the authorities and the hubs. D is not used.
func (s *Hits) Solve(how SolveOptions) (done SolveStats, err error) {
	steps := [2]*halfStep{
		{hits: s, graph: s.byTarget, bound: divide(s.byTarget, hitsParts)},
		{hits: s, graph: s.bySource, bound: divide(s.bySource, hitsParts)},
	}
	done.Converged = s.byTarget.Links() == 0
	for done.Sweeps < how.Sweeps && !done.Converged {
		if s.spare == nil {
			err = steps[0].run(s.h, s.a, s.a)
			if err == nil {
				err = steps[1].run(s.a, s.h, s.h)
			}
		} else {
			next := s.spare
			err = steps[0].run(s.h, s.a, next)
			if err == nil {
				err = steps[1].run(s.a, s.h, s.h)
			}
			s.a, s.spare = next, s.a
		}
		if err != nil {
			return done, err
		}
		done.swept(how, max(steps[0].residual, steps[1].residual))
	}
	return done, nil
}

// halfStep makes new values of one kind from those of the other.
type halfStep struct {
	hits     *Hits
	graph    *adj.Graph
	bound    []int32
	norm     float64 // by which the last new values were divided; 0: there are none
	residual float64
	sums     [hitsParts]hitsSum
}

// hitsSum is what a part of the rows adds up.
type hitsSum struct {
	square float64 // Σ raw²
	delta  float64 // Σ (raw/norm - old)²
	_      [6]float64
}

// run makes to of from; to may be old. A page without a row keeps what it has: 0.
func (s *halfStep) run(from, old, to []float64) error {
	threads := max(1, s.hits.room.Threads)
	parts := len(s.bound) - 1
	clear(s.sums[:])
	err := par.Each(min(threads, max(1, parts)), parts, func(int) func(int) error {
		in := laneReader{reader: s.graph.Reader(aheadBytes(&s.hits.room))}
		return func(part int) error { return s.part(&in, part, from, old, to) }
	})
	if err != nil {
		return err
	}
	square, delta := 0.0, 0.0
	for _, sum := range s.sums {
		square += sum.square
		delta += sum.delta
	}
	norm := math.Sqrt(square)
	if s.residual = math.Sqrt(delta); s.norm == 0 {
		s.residual = 2 // no two vectors of length 1 are farther apart
	}
	s.norm = norm
	if norm == 0 {
		return nil
	}
	const piece = 1 << 16
	return par.Each(threads, (len(to)+piece-1)/piece, func(int) func(int) error {
		return func(i int) error {
			values := to[i*piece : min(len(to), (i+1)*piece)]
			for k := range values {
				values[k] /= norm
			}
			return nil
		}
	})
}

// part goes over the rows of a part.
func (s *halfStep) part(in *laneReader, part int, from, old, to []float64) error {
	sum, carry := hitsSum{}, 0.0
	inverse := 0.0
	if s.norm > 0 {
		inverse = 1 / s.norm
	}
	for i := int(s.bound[part]); i < int(s.bound[part+1]); i++ {
		if err := in.reader.Read(i, &in.chunk); err != nil {
			return err
		}
		c := &in.chunk
		begin, last := int32(0), len(c.Keys)-1
		goesOn := i+1 < s.graph.Chunks() && s.graph.Continues(i+1)
		for k, end := range c.Ends {
			raw := carry
			if len(c.Weights) > 0 {
				raw += gatherWeighted(from, c.Others[begin:end], c.Weights[begin:end])
			} else {
				raw += gather(from, c.Others[begin:end])
			}
			begin, carry = end, 0
			if k == last && goesOn {
				carry = raw
				break
			}
			page := c.Keys[k]
			change := float64(raw*inverse) - old[page]
			sum.delta += float64(change * change)
			sum.square += float64(raw * raw)
			to[page] = raw
		}
	}
	s.sums[part] = sum
	return nil
}

// Scores gives the pages in their order, with what they are as authorities and as hubs.
func (s *Hits) Scores(yield func(id int32, authority, hub float64) error) error {
	i := 0
	for id := range s.pages.All {
		if err := yield(id, s.a[i], s.h[i]); err != nil {
			return err
		}
		i++
	}
	return nil
}

// vectors reserves the vectors. They take no memory until they are written.
func (s *Hits) vectors(old bool) error {
	vectors := []*[]float64{&s.a, &s.h}
	if old {
		vectors = append(vectors, &s.spare)
	}
	for _, v := range vectors {
		words, err := arena.Words(max(1, s.pages.Len()))
		if err != nil {
			return err
		}
		s.words = append(s.words, words)
		*v = arena.View[float64](words)[:s.pages.Len()]
	}
	return nil
}

// Close gives back memory and disk.
func (s *Hits) Close() {
	for _, words := range s.words {
		arena.Free(words)
	}
	for _, g := range []*adj.Graph{s.byTarget, s.bySource} {
		if g != nil {
			g.Close()
		}
	}
	if s.pages != nil {
		s.pages.Free()
	}
	s.words, s.byTarget, s.bySource = nil, nil, nil
}
