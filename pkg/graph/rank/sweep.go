package rank

import (
	"math"

	"webmill/pkg/graph/adj"
	"webmill/pkg/par"
)

// The Gauss–Seidel sweep in lanes, after Kulvait 2007, 7.3.1:
//
//	y_i ← (v_i + d·Σ_{j≠i} x_j) / (1 - d·m(i→i)/c_i),   x_i ← y_i/c_i,   i ascending, with the newest values
//
// To work on the rows in order would keep only one core busy. So the rows are cut into lanes·steps parts with equally many links.
// Step k works on part k of every lane at once. A lane reads the newest values of its own part and of all earlier steps; of the
// parts that other lanes work on in this step it reads the old values. So the graph alone decides which value is read, and the
// result is the same for any number of threads. It needs about as many sweeps as the sequential method.
//
// A lane keeps its newest values behind the end of x until the step is over; a number in its part is looked up there by
// adding a constant, without a branch.
//
// Passes: one over the rows a sweep. Memory: x, and one part of it for each lane.
const (
	maxLanes   = 8  // at most; a part of the result's definition, never a function of the threads
	maxSteps   = 64 // at most
	laneChunks = 16 // in a lane, at least
)

// Solve makes x. It is called once.
func (s *System) Solve(how SolveOptions) (SolveStats, error) {
	s.d = how.D
	if s.total == 0 {
		return SolveStats{Converged: true}, nil // nothing is rated
	}
	if s.x.f64 != nil {
		return solve(s, s.x.f64, how)
	}
	return solve(s, s.x.f32, how)
}

func solve[F float](s *System, x []F, how SolveOptions) (SolveStats, error) {
	g := newSweeper(s, x)
	if s.given > 0 {
		// If the ranks are right, z, then y = z/b with b = 1/|y| = (1 - d·Σ_{c>0} z)/|v|.
		f := s.total / (s.given - float64(s.d*s.givenCore))
		g.scale(f)
		s.mass *= f
	}
	if how.Method == Power {
		return g.power(how)
	}
	return g.gaussSeidel(how)
}

// sweeper is what the sweeps of one solution share.
type sweeper[F float] struct {
	system       *System
	pages        int // of the core
	x            []F // by number of the core, and behind them the newest values of the lanes, or the second x of the power method
	lanes, steps int
	bound        []int32      // where the parts begin, chunks
	parts        []span       // the pages of the parts
	newestAt     []uint32     // by lane: where its newest values are in x
	sums         []partSum    // by part
	readers      []laneReader // by lane: it reads on where its last part ended
}

// span are the numbers of some pages of the core.
type span struct{ lo, hi uint32 }

// partSum is what the sweep of a part adds up.
type partSum struct {
	delta float64    // Σ|y - y before|
	mass  float64    // Σ c·x
	_     [6]float64 // to a cache line: threads write next to each other
}

type laneReader struct {
	reader *adj.Reader
	chunk  adj.Chunk
}

func newSweeper[F float](s *System, x []F) *sweeper[F] {
	g := &sweeper[F]{system: s, pages: s.x.n, x: x}
	g.lanes, g.steps, g.bound, g.parts = s.cut()
	g.sums = make([]partSum, g.lanes*g.steps)
	at := uint32(g.pages)
	for lane := range g.lanes {
		g.newestAt = append(g.newestAt, at)
		at += longest(g.parts[lane*g.steps:][:g.steps])
		g.readers = append(g.readers, laneReader{reader: s.rows.Reader(aheadBytes(&s.room))})
	}
	return g
}

// cut cuts the rows into parts.
func (s *System) cut() (lanes, steps int, bound []int32, parts []span) {
	chunks := s.rows.Chunks()
	lanes = max(1, min(maxLanes, chunks/laneChunks))
	steps = max(1, min(maxSteps, chunks/lanes))
	bound = divide(s.rows, lanes*steps)
	parts = make([]span, lanes*steps)
	for i := range parts {
		if i+1 < len(bound) && bound[i] < bound[i+1] {
			parts[i] = s.spanOf(int(bound[i]), int(bound[i+1]))
		}
	}
	return lanes, steps, bound, parts
}

// rowsOf are the numbers of the pages of a part.
func (g *sweeper[F]) rowsOf(part int) (lo, hi uint32) { return g.parts[part].lo, g.parts[part].hi }

// spanOf is from the first page of some chunks to the last one that is linked to.
func (s *System) spanOf(from, to int) span {
	p := span{uint32(s.rows.First(from)), uint32(s.x.n)}
	if to < s.rows.Chunks() {
		p.hi = uint32(s.rows.First(to))
	}
	for p.hi > p.lo && s.unlinked[(p.hi-1)/64]>>((p.hi-1)%64)&1 != 0 {
		p.hi--
	}
	return p
}

func longest(parts []span) (most uint32) {
	for _, p := range parts {
		most = max(most, p.hi-p.lo)
	}
	return most
}

// laneSpace is how many numbers the lanes keep behind the end of x.
func (s *System) laneSpace() (n int64) {
	lanes, steps, _, parts := s.cut()
	for lane := range lanes {
		n += int64(longest(parts[lane*steps:][:steps]))
	}
	return n
}

// sweep goes over all rows once.
func (g *sweeper[F]) sweep() (sum partSum, err error) {
	for step := range g.steps {
		err := g.each(g.lanes, func(lane int) error { return g.solvePart(lane, lane*g.steps+step) })
		if err != nil {
			return sum, err
		}
		err = g.each(g.lanes, func(lane int) error {
			lo, hi := g.rowsOf(lane*g.steps + step)
			copy(g.x[lo:hi], g.x[g.newestAt[lane]:])
			return nil
		})
		if err != nil {
			return sum, err
		}
	}
	return g.added(), nil
}

// added adds up what the parts added up, in their order.
func (g *sweeper[F]) added() (sum partSum) {
	for _, p := range g.sums {
		sum.delta += p.delta
		sum.mass += p.mass
	}
	return sum
}

// each calls f for each of n pieces of work, in as many goroutines as there are threads.
func (g *sweeper[F]) each(n int, f func(i int) error) error {
	return par.Each(min(max(1, g.system.room.Threads), n), n, func(int) func(int) error { return f })
}

// solvePart makes x of the rows of a part of a lane.
func (g *sweeper[F]) solvePart(lane, part int) error {
	lo, hi := g.rowsOf(part)
	at := g.newestAt[lane]
	own := g.x[at : at+hi-lo]
	copy(own, g.x[lo:hi])
	r := g.newRowPass(lo)
	r.x, r.newest, r.before, r.after = g.x, shifted{lo, hi - lo, at - lo}, own, own
	r.gain, r.unit, r.solveSelf = g.system.d, 1, true
	return r.part(g, lane, part)
}

// rowPass makes y and x of the rows of a part:
//
//	y_i ← v_i + gain·Σ_{j→i} x_j,   x_i ← y_i/c_i
type rowPass[F float] struct {
	x             []F       // that the sums are made of
	newest        shifted   // the pages whose x is not at their number
	first         uint32    // the lowest page of the part
	before, after []F       // x of the part's pages, from the first on; they may be the same
	v             []float32 // by number of the core; nil: 1
	gain          float64   // d, and what the unit is
	unit          float64   // factor from the scale of the old x to that of the new x
	solveSelf     bool      // the links of a page to itself are solved for, by d, not taken from x before
	d             float64   // share of steps that follow a link
	partSum

	// Of a list that goes on in the next chunk:
	sum  float64 // Σx so far
	self float64 // m(i→i) so far
}

func (g *sweeper[F]) newRowPass(first uint32) rowPass[F] {
	return rowPass[F]{first: first, v: g.system.vCore, d: g.system.d}
}

// part goes over the chunks of a part.
func (r *rowPass[F]) part(g *sweeper[F], lane, part int) error {
	if part+1 >= len(g.bound) {
		return nil // there are fewer parts than could be
	}
	from, rows := &g.readers[lane], g.system.rows
	for i := int(g.bound[part]); i < int(g.bound[part+1]); i++ {
		if err := from.reader.Read(i, &from.chunk); err != nil {
			return err
		}
		r.chunk(&from.chunk, listGoesOn(rows, i))
	}
	g.sums[part] = r.partSum
	return nil
}

// chunk goes over the rows of a chunk. goesOn: the last one goes on in the next chunk.
func (r *rowPass[F]) chunk(c *adj.Chunk, goesOn bool) {
	degrees, selves := c.Notes[noteDegree], c.Notes[noteSelf]
	from, last := int32(0), len(c.Keys)-1
	weighted, weights := len(c.Weights) > 0, c.Weights
	for i, end := range c.Ends {
		list, sum := c.Others[from:end], r.sum
		if weighted {
			weights = c.Weights[from:end]
		}
		if r.newest.size > 0 {
			sum += gatherNewest(r.x, list, weights, r.newest)
		} else {
			sum += gather(r.x, list, weights)
		}
		var degree, self float64
		if weighted {
			degree, self = weightedNote(c, noteDegree, i), weightedNote(c, noteSelf, i)
		} else {
			degree, self = float64(degrees[i]), float64(selves[i])
		}
		self += r.self
		from = end
		if i == last && goesOn {
			r.sum, r.self = sum, self
			return
		}
		r.sum, r.self = 0, 0
		if !r.solveSelf {
			self = 0
		}
		r.set(c.Keys[i], sum, degree, self)
	}
}

// set makes y and x of a row from Σx.
func (r *rowPass[F]) set(i int32, sum, degree, self float64) {
	v := 1.0
	if r.v != nil {
		v = float64(r.v[i])
	}
	at := uint32(i) - r.first
	before := float64(r.before[at])
	y := v + float64(r.gain*(sum-float64(self*before)))
	if self != 0 {
		y /= 1 - float64(r.d*self)/degree
	}
	x := F(y / degree)
	r.after[at] = x
	r.delta += float64(math.Abs(float64(x)-float64(before*r.unit)) * degree)
	r.mass += float64(float64(x) * degree)
}

// gaussSeidel sweeps until the residual is small.
//
// Residual: a row is off by no more than d·Σ|x_j - x_j before|, so |v - R·y| ≤ d·δ with δ = Σ|y - y before| of the sweep,
// in any order of the rows.
//
// Mass: the error that all pages have in common dies out slowest. It can be measured: 1ᵀ·R·y = (1-d)·Σ_{c>0} y + Σ_{c=0} y must
// be |v|. Pages that are not linked to are right from the beginning; "theirs" is their part of the sum. So before a sweep all
// others are multiplied by
//
//	f = (|v| - theirs) / ((1-d)·Σ_{c>0} y + Σ_{c=0} y)   over the pages that are linked to
//
// This reads the links to the dangling pages, which a sweep does not. So it is done before the first three sweeps, and then as
// often as it makes the work no more than a quarter larger.
func (g *sweeper[F]) gaussSeidel(how SolveOptions) (done SolveStats, err error) {
	s := g.system
	balanced := int64(0)
	for done.Sweeps < how.Sweeps && !done.Converged {
		if balanced < 3 || 4*balanced*s.danglingRows.Links() <= int64(done.Sweeps)*s.rows.Links() {
			if err := g.balance(); err != nil {
				return done, err
			}
			balanced++
		}
		sum, err := g.sweep()
		if err != nil {
			return done, err
		}
		s.mass = sum.mass
		done.addSweep(how, s.d*sum.delta/s.Norm())
	}
	return done, nil
}

// balance puts the mass right.
func (g *sweeper[F]) balance() error {
	s := g.system
	dangling, err := g.danglingMass()
	if err != nil {
		return err
	}
	mass, target := float64((1-s.d)*s.mass)+dangling, s.total-float64((1-s.d)*s.fixedCore)-s.fixedDangling
	if mass > 0 && target > 0 {
		g.scale(target / mass)
		s.mass *= target / mass
	}
	return nil
}

// danglingMass is Σy of the dangling pages that are linked to.
func (g *sweeper[F]) danglingMass() (float64, error) {
	s := g.system
	bound := divide(s.danglingRows, maxLanes)
	sums := make([]float64, len(bound)-1)
	err := g.each(len(sums), func(lane int) error {
		from := laneReader{reader: s.danglingRows.Reader(aheadBytes(&s.room))}
		for i := bound[lane]; i < bound[lane+1]; i++ {
			if err := from.reader.Read(int(i), &from.chunk); err != nil {
				return err
			}
			sums[lane] += gather(g.x, from.chunk.Others, from.chunk.Weights)
		}
		return nil
	})
	mass := 0.0
	for _, sum := range sums {
		mass += sum
	}
	return s.danglingV + float64(s.d*mass), err
}

// scale multiplies x by a factor, but not where no page links to.
func (g *sweeper[F]) scale(f float64) {
	x := g.x[:g.pages]
	for w, unlinked := range g.system.unlinked {
		part := x[64*w : min(64*w+64, len(x))]
		for k := range part {
			if unlinked>>k&1 == 0 {
				part[k] = F(float64(part[k]) * f)
			}
		}
	}
}

// power is the power method with the mass of the dangling pages, Kulvait 2007, Alg. 5.1 and Def. 5.6:
//
//	z_i ← b·v_i + d·Σ_{j→i} z_j/c_j,   b = ((1-d) + d·(1 - Σ_{c>0} z)) / |v|,   all from the old values
//
// from z = v/|v| or the ranks given. The dangling pages need not be swept: what they hold is 1 - Σ_{c>0} z. Kept is x = y/c with
// y = z/b, so that pages that are not linked to stay as they are, and y is what the Gauss–Seidel sweep makes:
//
//	y_i ← v_i + d·(b before/b)·Σ_{j→i} x_j
//
// Residual: the next step changes the core by d·δ at most and the mass of the dangling pages by d·|Σz - Σz before|.
//
// Passes: one over the rows a sweep. Memory: x, twice.
func (g *sweeper[F]) power(how SolveOptions) (done SolveStats, err error) {
	s := g.system
	n := uint32(g.pages)
	old, next := g.x[:n], g.x[n:2*n]
	copy(next, old)
	base := 1 / s.total
	if s.given > 0 {
		base = 1 / max(s.Norm(), s.mass+s.fixedCore)
	}
	core := base * (s.mass + s.fixedCore)
	for done.Sweeps < how.Sweeps && !done.Converged {
		last := base
		base = (1 - float64(s.d*core)) / s.total
		err := g.each(g.lanes, func(lane int) error {
			for part := lane * g.steps; part < (lane+1)*g.steps; part++ {
				lo, hi := g.rowsOf(part)
				r := g.newRowPass(lo)
				r.x, r.before, r.after = old, old[lo:hi], next[lo:hi]
				r.gain, r.unit = s.d*last/base, last/base
				if err := r.part(g, lane, part); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return done, err
		}
		sum := g.added()
		s.mass = sum.mass
		delta := float64(base*sum.delta) + float64(math.Abs(base-last)*s.fixedCore)
		mass := base * (s.mass + s.fixedCore)
		done.addSweep(how, s.d*(delta+math.Abs(mass-core)))
		core = mass
		old, next = next, old
	}
	copy(g.x[:n], old)
	return done, nil
}

type float interface{ float32 | float64 }

// divide divides the chunks of a graph into at most n parts with about as many links each; a part begins with a list.
func divide(g *adj.Graph, n int) []int32 {
	bound := []int32{0}
	links := int64(0)
	for i := range g.Chunks() {
		if links*int64(n) >= g.Links()*int64(len(bound)) && !g.Continues(i) && i > 0 {
			bound = append(bound, int32(i))
		}
		links += int64(g.ChunkLinks(i))
	}
	return append(bound, int32(g.Chunks()))
}

// listGoesOn reports whether the last list of a chunk goes on in the next chunk.
func listGoesOn(g *adj.Graph, chunk int) bool { return chunk+1 < g.Chunks() && g.Continues(chunk+1) }
