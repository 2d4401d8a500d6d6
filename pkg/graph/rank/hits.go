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
// The residual is |raw/n - a|, where raw are the new values before they are scaled and n is what the last ones were divided by;
// that of h alike. The greater of the two counts.
//
// Passes: two over the links a sweep, one over each graph. Memory: 8 bytes for each page that is linked to, with both from the
// old values 16, and 8 for each page with links.

// Hits are the two graphs of HITS, and the vectors.
type Hits struct {
	Count HitsCounts

	room     work.Room
	pages    *idset.Set // that are rated
	targets  idset.Set  // those that are linked to; their numbers are their places in it
	sources  idset.Set  // those that have links; the same
	byTarget *adj.Graph // by number of a target: the numbers of the sources that link to it
	bySource *adj.Graph // by number of a source: those of the targets that it links to
	words    [][]uint64
	a, h     scaled // by number of the target, and of the source; all others are 0
	old      bool   // both are made of the old values
	spare    scaled // for that
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
	s.a.measure()
	s.h.measure()
	targets := &halfStep{hits: s, graph: s.byTarget, bound: divide(s.byTarget, hitsParts)}
	sources := &halfStep{hits: s, graph: s.bySource, bound: divide(s.bySource, hitsParts)}
	done.Converged = s.byTarget.Links() == 0
	for done.Sweeps < how.Sweeps && !done.Converged {
		if s.old {
			authorities := s.spare
			if err = targets.run(s.h, s.a, &authorities); err == nil {
				err = sources.run(s.a, s.h, &s.h)
			}
			s.a, s.spare = authorities, s.a
		} else if err = targets.run(s.h, s.a, &s.a); err == nil {
			err = sources.run(s.a, s.h, &s.h)
		}
		if err != nil {
			return done, err
		}
		done.swept(how, max(targets.residual, sources.residual))
	}
	return done, nil
}

// Zero reports whether all authorities and hubs are 0, because all links lead from or to pages that count for nothing.
func (s *Hits) Zero() bool { return s.a.norm == 0 && s.h.norm == 0 }

// scaled is a vector of length 1, times norm: nobody needs to go over it again to bring its length to 1.
type scaled struct {
	x    []float64
	norm float64
}

// measure makes norm.
func (v *scaled) measure() {
	sum := 0.0
	for _, x := range v.x {
		sum += float64(x * x)
	}
	v.norm = math.Sqrt(sum)
}

// inverse is what brings the length to 1; 0 if all is 0.
func (v *scaled) inverse() float64 {
	if v.norm == 0 {
		return 0
	}
	return 1 / v.norm
}

// halfStep makes new values of one kind from those of the other.
type halfStep struct {
	hits     *Hits
	graph    *adj.Graph
	bound    []int32
	gain     float64 // the length of what comes of a vector of length 1, the last time; 0: there was none
	residual float64
	sums     [hitsParts]hitsSum
}

// hitsSum is what a part of the rows adds up.
type hitsSum struct {
	square float64 // Σ to²
	delta  float64 // Σ (raw/gain - old)²
	_      [6]float64
}

// run makes to of from; to may be old. A page without a row keeps what it has: 0.
func (s *halfStep) run(from, old scaled, to *scaled) error {
	threads, parts := max(1, s.hits.room.Threads), len(s.bound)-1
	unit, gain := from.inverse(), s.gain
	if gain > 0 {
		unit /= gain
	}
	clear(s.sums[:])
	err := par.Each(min(threads, max(1, parts)), parts, func(int) func(int) error {
		p := hitsPass{step: s, from: from.x, old: old.x, to: to.x, unit: unit, unitOld: old.inverse()}
		p.reader = s.graph.Reader(aheadBytes(&s.hits.room))
		return p.part
	})
	if err != nil {
		return err
	}
	square, delta := 0.0, 0.0
	for _, sum := range s.sums {
		square += sum.square
		delta += sum.delta
	}
	to.norm = math.Sqrt(square)
	s.residual, s.gain = math.Sqrt(delta), to.norm
	switch {
	case gain > 0:
		s.gain *= gain
	case to.norm > 0 || old.norm > 0:
		s.residual = 2 // no two vectors of length 1 are farther apart
	}
	return nil
}

// hitsPass is a worker of a half step.
type hitsPass struct {
	laneReader
	step          *halfStep
	from, old, to []float64
	unit, unitOld float64
}

// part goes over the rows of a part.
func (p *hitsPass) part(part int) error {
	sum, carry, g := hitsSum{}, 0.0, p.step.graph
	for i := int(p.step.bound[part]); i < int(p.step.bound[part+1]); i++ {
		if err := p.reader.Read(i, &p.chunk); err != nil {
			return err
		}
		c := &p.chunk
		begin, last := int32(0), len(c.Keys)-1
		goesOn := i+1 < g.Chunks() && g.Continues(i+1)
		for k, end := range c.Ends {
			raw := carry
			if len(c.Weights) > 0 {
				raw += gatherWeighted(p.from, c.Others[begin:end], c.Weights[begin:end])
			} else {
				raw += gather(p.from, c.Others[begin:end])
			}
			begin, carry = end, 0
			if k == last && goesOn {
				carry = raw
				break
			}
			page := c.Keys[k]
			value := float64(raw * p.unit)
			change := value - float64(p.old[page]*p.unitOld)
			sum.delta += float64(change * change)
			sum.square += float64(value * value)
			p.to[page] = value
		}
	}
	p.step.sums[part] = sum
	return nil
}

// Scores gives the pages in their order, with what they are as authorities and as hubs.
func (s *Hits) Scores(yield func(id int32, authority, hub float64) error) error {
	t, n, unitA, unitH := 0, 0, s.a.inverse(), s.h.inverse()
	for id := range s.pages.All {
		authority, hub := 0.0, 0.0
		if s.targets.Has(id) {
			authority = s.a.x[t] * unitA
			t++
		}
		if s.sources.Has(id) {
			hub = s.h.x[n] * unitH
			n++
		}
		if err := yield(id, authority, hub); err != nil {
			return err
		}
	}
	return nil
}

// vectors reserves the vectors. They take no memory until they are written.
func (s *Hits) vectors(old bool) error {
	vectors, sets := []*scaled{&s.a, &s.h}, []*idset.Set{&s.targets, &s.sources, &s.targets}
	if s.old = old; old {
		vectors = append(vectors, &s.spare)
	}
	for i, v := range vectors {
		words, err := arena.Words(max(1, sets[i].Len()))
		if err != nil {
			return err
		}
		s.words = append(s.words, words)
		v.x = arena.View[float64](words)[:sets[i].Len()]
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
	s.targets.Free()
	s.sources.Free()
	s.words, s.byTarget, s.bySource = nil, nil, nil
}
