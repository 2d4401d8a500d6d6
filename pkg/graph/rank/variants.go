package rank

import (
	"fmt"
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/work"
)

// The variants of PageRank of Nitsche's UNICO (2.30), for comparison; N is the number of links of a page, S that of pages:
//
//	basic        R'(p) = Σ_{q→p} R(q)/N(q),                     R = R'/ΣR'
//	improved     R'(p) = Σ_{q→p} R(q)/N(q) + (1-d)/S,           R = R'/ΣR'
//	accelerated  R(p)  = Σ_{q→p} R(q)/N(q) / ΣR, at once, with the newest values and ΣR kept up to date
//	unico        R(p)  = 0.15/S + Σ_{q→p} (100/ΣR)·(0.85/S)·R(q)/N(q), at once: as coded, with its error of scale (0.85 should
//	             not be divided by S; so links hardly count where S is large); each link once, none to the page itself
//
// from R = 1/S (unico: 100/S), pages in ascending order. Dangling pages give nothing. They end when the mean change V = Σ|R -
// R before|/S is no more than the tolerance; unico when V changes by no more than 1/S, or after 51 rounds. (To stop when V
// hardly changes is the rule of all in the source. But basic has the same V twice in the beginning of the source's example.)
//
// Passes: one over the links a round, in one thread. Memory: 24 bytes a page.
type Variant string

// The variants.
const (
	Basic       Variant = "basic"
	Improved    Variant = "improved"
	Accelerated Variant = "accelerated"
	Unico       Variant = "unico"
)

// Variants has every Variant.
var Variants = []Variant{Basic, Improved, Accelerated, Unico}

// VariantRanks is the result of a variant.
type VariantRanks struct {
	links            *Links
	words            []uint64
	rank, next, flow []float64 // by the place of the page: R, R' and R/N
	sum              float64   // ΣR
	delta            float64   // Σ|R - R before| of the round
}

// valueRule makes the new value of a page from Σ R(q)/N(q).
type valueRule func(r *VariantRanks, i int, sum float64) float64

// Rank computes a variant.
func (l *Links) Rank(v Variant, how SolveOptions) (r *VariantRanks, done SolveStats, err error) {
	size := float64(l.pages.Len())
	start, inPlace := 1/size, false
	var rule valueRule
	switch v {
	case Basic:
		rule = func(_ *VariantRanks, _ int, sum float64) float64 { return sum }
	case Improved:
		rule = func(_ *VariantRanks, _ int, sum float64) float64 { return sum + (1-how.D)/size }
	case Accelerated:
		inPlace = true
		rule = func(r *VariantRanks, i int, sum float64) float64 {
			// Without a link to any page there is nothing to divide by.
			if total := r.sum + sum - r.rank[i]; total > 0 {
				return sum / total
			}
			return 0
		}
	case Unico:
		inPlace, start = true, 100/size
		how.Sweeps, how.Tol = min(how.Sweeps, 51), 1/size
		rule = func(r *VariantRanks, _ int, sum float64) float64 {
			return 0.15/size + float64((100/r.sum)*(0.85/size)*sum)
		}
	default:
		return nil, done, fmt.Errorf("there is no variant %q", v)
	}
	if r, err = newVariantRanks(l, start); err != nil {
		return nil, done, err
	}
	done.Converged = size == 0
	last := 1.0
	for done.Sweeps < how.Sweeps && !done.Converged {
		r.delta = 0
		if err := r.round(rule, inPlace); err != nil {
			r.Close()
			return nil, done, err
		}
		mean := r.delta / size
		if v == Unico {
			done.addSweep(how, math.Abs(mean-last))
		} else {
			done.addSweep(how, mean)
		}
		last = mean
	}
	return r, done, nil
}

func newVariantRanks(l *Links, start float64) (*VariantRanks, error) {
	n := l.pages.Len()
	if need := 24*int64(n) + l.pages.Bytes() + l.linked.Bytes(); need > l.room.Memory {
		return nil, &work.MemoryError{Least: need, For: fmt.Sprintf("%d pages: a variant keeps 24 bytes of each in memory", n)}
	}
	words, err := arena.Words(3 * n)
	if err != nil {
		return nil, err
	}
	all := arena.View[float64](words)
	r := &VariantRanks{links: l, words: words, rank: all[:n], next: all[n : 2*n], flow: all[2*n:]}
	l.pages.Index()
	for i := range r.rank {
		r.rank[i] = start
	}
	r.sum = start * float64(n)
	r.flows()
	return r, nil
}

// flows makes R/N of R.
func (r *VariantRanks) flows() {
	i := 0
	for id := range r.links.pages.All {
		r.setFlow(i, id)
		i++
	}
}

// setFlow makes R/N of a page. That of a dangling page stays 0.
func (r *VariantRanks) setFlow(i int, id int32) {
	if links := r.links.outOf(id); links > 0 {
		r.flow[i] = r.rank[i] / links
	}
}

// round gives every page its new value.
func (r *VariantRanks) round(rule valueRule, inPlace bool) error {
	reader := r.links.graph.Reader(adj.AheadBytes)
	var c adj.Chunk
	i := 0 // the page whose turn it is
	chunk, row, rows := -1, 0, 0
	next := func() error {
		chunk++
		err := reader.Read(chunk, &c)
		row, rows = 0, c.Lists()
		return err
	}
	for id := range r.links.pages.All {
		for row == rows && chunk+1 < r.links.graph.Chunks() {
			if err := next(); err != nil {
				return err
			}
		}
		sum := 0.0
		for row < rows && c.Keys[row] == id {
			weights := c.ListWeights(row)
			for k, source := range c.List(row) {
				flow := r.flow[r.links.pages.Rank(source)]
				if weights != nil {
					flow *= float64(weights[k])
				}
				sum += float64(flow)
			}
			if row++; row == rows && listGoesOn(r.links.graph, chunk) {
				if err := next(); err != nil {
					return err
				}
			}
		}
		value := rule(r, i, sum)
		if inPlace {
			r.put(i, id, value)
		} else {
			r.next[i] = value
		}
		i++
	}
	if !inPlace {
		r.normalize()
	}
	return nil
}

// put gives a page its value at once.
func (r *VariantRanks) put(i int, id int32, value float64) {
	r.sum += value - r.rank[i]
	r.delta += math.Abs(value - r.rank[i])
	r.rank[i] = value
	r.setFlow(i, id)
}

// normalize makes R = R'/ΣR'.
func (r *VariantRanks) normalize() {
	sum := 0.0
	for _, v := range r.next {
		sum += v
	}
	for i, v := range r.next {
		if sum > 0 {
			v /= sum
		}
		r.delta += math.Abs(v - r.rank[i])
		r.rank[i] = v
	}
	r.flows()
}

// Ranks gives the values of all pages, in their order, as they are.
func (r *VariantRanks) Ranks(yield func(id int32, rank float64) error) error {
	i := 0
	for id := range r.links.pages.All {
		if err := yield(id, r.rank[i]); err != nil {
			return err
		}
		i++
	}
	return nil
}

// Sum is the sum of the ranks.
func (r *VariantRanks) Sum() (sum float64) {
	for _, v := range r.rank {
		sum += v
	}
	return sum
}

// Close gives back memory.
func (r *VariantRanks) Close() { arena.Free(r.words) }
