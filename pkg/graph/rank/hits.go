package rank

import (
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/work"
)

// HITS (Kleinberg 1999; Mielke 2011, 2.3.1; Nitsche 2003, 3.5.2): a page is an authority as far as hubs link to it, and a hub as
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

// Hits are the two sides of the links, with their graphs and values.
type Hits struct {
	Count HitsCounts

	room    work.Room
	pages   idset.Set // that are rated
	targets hitsSide  // with the authorities
	sources hitsSide  // with the hubs
	old     bool      // both are made of the old values
	spare   scaled    // for that: where the next authorities are put
}

// hitsSide are the pages at one end of the links.
type hitsSide struct {
	pages  idset.Set  // their numbers are their places in it
	graph  *adj.Graph // by number of a page: the numbers of the pages at the other end of its links
	values scaled     // by number; 0 where no link is left

	// By number, while the graphs are made:
	hosts   *Hosts    // nil: not known
	similar []float32 // nil: 1
	words   []uint64  // the memory of similar
}

// HitsCounts tell how the graphs were made.
type HitsCounts struct {
	LinkCounts
	Read   int64 // pages of the links
	Root   int64 // pages of the root set that are pages of the links
	Strays int64 // pages of the root set that are not

	Alike, AlikeStrays int64 // ids with a similarity, and those of them that are no pages
	Hosted, HostStrays int64 // ids with a host, and those of them that are no pages

	Base   int64 // pages of the base set, before pages were left out by their similarity
	Pages  int64 // that are rated
	Swept  int64 // links between them that count
	Inside int64 // links left out because they are inside a host
	Over   int64 // links left out because their host has too many to a page
	Bytes  int64 // that both graphs take
}

// hitsParts is into how many parts rows are cut; a part of the result's definition.
const hitsParts = 64

// Solve makes the authorities and the hubs. D is not used.
func (s *Hits) Solve(how SolveOptions) (done SolveStats, err error) {
	a, h := &s.targets.values, &s.sources.values
	a.measure()
	h.measure()
	targets, sources := newHalfStep(&s.targets, s.room), newHalfStep(&s.sources, s.room)
	done.Converged = s.targets.graph.Links() == 0
	for done.Sweeps < how.Sweeps && !done.Converged {
		if s.old {
			if err = targets.run(*h, *a, &s.spare); err == nil {
				err = sources.run(*a, *h, h)
			}
			*a, s.spare = s.spare, *a
		} else if err = targets.run(*h, *a, a); err == nil {
			err = sources.run(*a, *h, h)
		}
		if err != nil {
			return done, err
		}
		done.addSweep(how, max(targets.residual, sources.residual))
	}
	return done, nil
}

// Zero reports whether all authorities and hubs are 0, because all links lead from or to pages that count for nothing.
func (s *Hits) Zero() bool { return s.targets.values.norm == 0 && s.sources.values.norm == 0 }

// scaled is a vector of length 1, times norm: nobody needs to go over it again to bring its length to 1.
type scaled struct {
	words []uint64
	x     []float64 // the same
	norm  float64
}

// newScaled reserves a vector. It takes no memory until it is written.
func newScaled(n int) (v scaled, err error) {
	v.words, err = arena.Words(n)
	v.x = arena.View[float64](v.words)
	return v, err
}

func (v *scaled) bytes() int64 { return 8 * int64(len(v.words)) }

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
	graph    *adj.Graph
	room     work.Room
	bound    []int32 // where the parts of the rows begin, chunks
	gain     float64 // the length of what comes of a vector of length 1, the last time; 0: there was none
	residual float64
	sums     [hitsParts]hitsSum
}

// hitsSum is what a part of the rows adds up.
type hitsSum struct {
	square float64    // Σ to²
	delta  float64    // Σ (raw/gain - old)²
	_      [6]float64 // to a cache line: threads write next to each other
}

func newHalfStep(side *hitsSide, room work.Room) *halfStep {
	return &halfStep{graph: side.graph, room: room, bound: divide(side.graph, hitsParts)}
}

// run makes to of from; to may be old. A page without a row keeps what it has: 0.
func (s *halfStep) run(from, old scaled, to *scaled) error {
	threads, parts := max(1, s.room.Threads), len(s.bound)-1
	unit, gain := from.inverse(), s.gain
	if gain > 0 {
		unit /= gain
	}
	clear(s.sums[:])
	err := par.Each(min(threads, max(1, parts)), parts, func(int) func(int) error {
		p := hitsPass{step: s, from: from.x, old: old.x, to: to.x, unit: unit, unitOld: old.inverse()}
		p.reader = s.graph.Reader(aheadBytes(&s.room))
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
		last, goesOn := len(c.Keys)-1, listGoesOn(g, i)
		for k, page := range c.Keys {
			raw := carry + gather(p.from, c.List(k), c.ListWeights(k))
			carry = 0
			if k == last && goesOn {
				carry = raw
				break
			}
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
	authorities, hubs := s.targets.inOrder(), s.sources.inOrder()
	for id := range s.pages.All {
		if err := yield(id, authorities(id), hubs(id)); err != nil {
			return err
		}
	}
	return nil
}

// inOrder gives the values of pages that are asked for in ascending order.
func (s *hitsSide) inOrder() func(id int32) float64 {
	number, unit := 0, s.values.inverse()
	return func(id int32) float64 {
		if !s.pages.Has(id) {
			return 0
		}
		number++
		return s.values.x[number-1] * unit
	}
}

// reserve reserves the values.
func (s *Hits) reserve() (err error) {
	if s.targets.values, err = newScaled(s.targets.pages.Len()); err != nil {
		return err
	}
	if s.sources.values, err = newScaled(s.sources.pages.Len()); err != nil || !s.old {
		return err
	}
	s.spare, err = newScaled(s.targets.pages.Len())
	return err
}

// sets is the number of bytes that the sets of pages take.
func (s *Hits) sets() int64 {
	return s.pages.Bytes() + s.targets.pages.Bytes() + s.sources.pages.Bytes()
}

// built gives back what is needed only while the graphs are made.
func (s *hitsSide) built() {
	arena.Free(s.words)
	s.hosts, s.similar, s.words = nil, nil, nil
}

// Close gives back memory and disk.
func (s *Hits) Close() {
	for _, side := range []*hitsSide{&s.targets, &s.sources} {
		if side.graph != nil {
			side.graph.Close()
		}
		side.pages.Free()
		arena.Free(side.values.words)
	}
	s.pages.Free()
	arena.Free(s.spare.words)
}
