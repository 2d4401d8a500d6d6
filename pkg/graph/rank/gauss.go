package rank

import (
	"math"
	"sync/atomic"

	"webmill/pkg/graph/adj"
	"webmill/pkg/par"
)

// The Gauss–Seidel sweep in lanes, after Kulvait 2007, 7.3.1:
//
//	y_i ← (v_i + d·Σ_{j≠i} x_j) / (1 - d·m(i→i)/c_i),   x_i ← y_i/c_i,   i ascending, with the newest values
//
// Rows in order would keep one core busy. So the rows are cut into lanes·steps parts with as many links each. Step k works
// on part k of every lane at once: a lane sees the newest values of its own part and of all steps before, and of the other
// lanes' parts of this step the old ones. Which value is read is so decided by the graph alone, never by who was first:
// the result is the same for any number of threads. It takes the sweeps of the sequential method.
//
// A lane keeps its newest values behind the end of x until the step is over; a number in its part is looked up there by
// adding a constant, without a branch.
//
// Passes: one over the rows a sweep. Memory: x, and one part of it for each lane.
const (
	lanes      = 8       // at most; a part of the result's definition, never a function of the threads
	steps      = 64      // at most
	laneChunks = 16      // a lane has at least so many chunks
	readAhead  = 1 << 20 // at most, of rows on disk
)

// sweeper is what the sweeps of one solution share.
type sweeper[F float] struct {
	*System
	x            []F
	lanes, steps int
	bound        []int32      // where the parts begin, chunks
	at           []uint32     // lane: where its newest values are in x
	sums         []partSum    // by part
	readers      []laneReader // by lane: it reads on where its last part ended
}

// partSum is what the sweep of a part adds up.
type partSum struct {
	delta float64 // Σ|y - y before|
	mass  float64 // Σ c·x
	_     [6]float64
}

type laneReader struct {
	reader *adj.Reader
	chunk  adj.Chunk
}

func newSweeper[F float](s *System, x []F) *sweeper[F] {
	g := &sweeper[F]{System: s, x: x}
	chunks := s.rows.Chunks()
	g.lanes = max(1, min(lanes, chunks/laneChunks))
	g.steps = max(1, min(steps, chunks/g.lanes))
	g.bound = cut(s.rows, g.lanes*g.steps)
	g.sums = make([]partSum, g.lanes*g.steps)
	at := uint32(s.x.n)
	for lane := range g.lanes {
		g.at = append(g.at, at)
		most := uint32(0)
		for step := range g.steps {
			lo, hi := g.rowsOf(lane*g.steps + step)
			most = max(most, hi-lo)
		}
		at += most
		g.readers = append(g.readers, laneReader{reader: s.rows.Reader(ahead(&s.room))})
	}
	return g
}

// rowsOf are the numbers of the pages of a part.
func (g *sweeper[F]) rowsOf(part int) (lo, hi uint32) {
	if part+1 >= len(g.bound) || g.bound[part] == g.bound[part+1] {
		return 0, 0
	}
	hi = uint32(g.System.x.n)
	if next := int(g.bound[part+1]); next < g.rows.Chunks() {
		hi = uint32(g.rows.First(next))
	}
	return uint32(g.rows.First(int(g.bound[part]))), hi
}

// sweep goes over all rows once.
func (g *sweeper[F]) sweep() (sum partSum, err error) {
	for step := range g.steps {
		err := g.share(g.lanes, func(lane int) error { return g.part(lane, lane*g.steps+step) })
		if err != nil {
			return sum, err
		}
		err = g.share(g.lanes, func(lane int) error {
			lo, hi := g.rowsOf(lane*g.steps + step)
			copy(g.x[lo:hi], g.x[g.at[lane]:])
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

// share calls f for each of n pieces of work, in as many goroutines as there are threads.
func (g *sweeper[F]) share(n int, f func(i int) error) error {
	var next atomic.Int32
	return par.Do(min(max(1, g.room.Threads), n), func(int) error {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := f(i); err != nil {
				return err
			}
		}
	})
}

// part sweeps the rows of a part.
func (g *sweeper[F]) part(lane, part int) error {
	lo, hi := g.rowsOf(part)
	at := g.at[lane]
	copy(g.x[at:at+hi-lo], g.x[lo:hi])
	r := row[F]{sweeper: g, read: g.x, old: at - lo, new: at - lo, near: window{lo, hi - lo, at - lo}, gain: g.d, unit: 1, diagonal: true}
	return r.part(&g.readers[lane], part)
}

// row is the state of the sweep of a part.
type row[F float] struct {
	*sweeper[F]
	read     []F     // where the x of other rows are read
	near     window  // and of those that are found elsewhere
	old, new uint32  // how far behind its number the x of a row was before and will be
	gain     float64 // what Σx counts in y
	unit     float64 // of the x before, in that of the new ones
	diagonal bool    // the links of a page to itself are solved for
	partSum

	// Of a list that goes on in the next chunk:
	sum  float64
	self uint32
}

// part sweeps the chunks of a part.
func (r *row[F]) part(from *laneReader, part int) error {
	if part+1 >= len(r.bound) {
		return nil // there are fewer parts than could be
	}
	for i := int(r.bound[part]); i < int(r.bound[part+1]); i++ {
		if err := from.reader.Read(i, &from.chunk); err != nil {
			return err
		}
		r.chunk(&from.chunk, i+1 < r.rows.Chunks() && r.rows.Continues(i+1))
	}
	r.sums[part] = r.partSum
	return nil
}

// chunk sweeps the rows of a chunk. goesOn: the last one goes on in the next chunk.
func (r *row[F]) chunk(c *adj.Chunk, goesOn bool) {
	degrees, selves := c.Notes[noteDegree], c.Notes[noteSelf]
	from, last := int32(0), len(c.Keys)-1
	for i, end := range c.Ends {
		sum := r.sum + gatherNear(r.read, c.Others[from:end], r.near)
		self := r.self + selves[i]
		from = end
		if i == last && goesOn {
			r.sum, r.self = sum, self
			return
		}
		r.sum, r.self = 0, 0
		if !r.diagonal {
			self = 0
		}
		r.set(c.Keys[i], sum, float64(degrees[i]), float64(self))
	}
}

// set makes y and x of a row from Σx.
func (r *row[F]) set(i int32, sum, degree, self float64) {
	v := 1.0
	if r.vCore != nil {
		v = float64(r.vCore[i])
	}
	old := float64(r.x[uint32(i)+r.old])
	y := v + float64(r.gain*(sum-float64(self*old)))
	if self != 0 {
		y /= 1 - float64(r.d*self)/degree
	}
	x := F(y / degree)
	r.x[uint32(i)+r.new] = x
	r.delta += float64(math.Abs(float64(x)-float64(old*r.unit)) * degree)
	r.mass += float64(float64(x) * degree)
}

// gaussSeidel sweeps until the residual is small.
//
// Residual: a row is off by no more than d·Σ|x_j - x_j before|, so |v - R·y| ≤ d·δ with δ = Σ|y - y before| of the sweep,
// in any order of the rows.
//
// Mass: of all error modes the one common to all pages dies out slowest, and it can be measured: 1ᵀ·R·y must be |v|. With
// (1-d)·Σ_{c>0} y + Σ_{c=0} y for 1ᵀ·R·y, the pages that are not linked to being right from the beginning,
//
//	f = (|v| - theirs) / ((1-d)·Σ_{c>0} y + Σ_{c=0} y)   over the pages that are linked to
//
// puts it right before a sweep. It takes the links to the dangling pages, which a sweep does not: it is done before the
// first three sweeps, and then as often as it makes the work no more than a quarter larger.
func (g *sweeper[F]) gaussSeidel(how Solving) (done Solved, err error) {
	balanced := int64(0)
	for done.Sweeps < how.Sweeps && !done.Converged {
		if balanced < 3 || 4*balanced*g.ends.Links() <= int64(done.Sweeps)*g.rows.Links() {
			if err := g.balance(); err != nil {
				return done, err
			}
			balanced++
		}
		sum, err := g.sweep()
		if err != nil {
			return done, err
		}
		g.mass = sum.mass
		done.swept(how, g.d*sum.delta/g.Norm())
	}
	return done, nil
}

// balance puts the mass right.
func (g *sweeper[F]) balance() error {
	ends, err := g.endsMass()
	if err != nil {
		return err
	}
	mass, target := (1-g.d)*g.mass+ends, g.total-(1-g.d)*g.fixedCore-g.fixedEnds
	if mass > 0 && target > 0 {
		g.scale(target / mass)
		g.mass *= target / mass
	}
	return nil
}

// endsMass is Σy of the dangling pages that are linked to.
func (g *sweeper[F]) endsMass() (float64, error) {
	bound := cut(g.ends, lanes)
	sums := make([]float64, len(bound)-1)
	err := g.share(len(sums), func(lane int) error {
		from := laneReader{reader: g.ends.Reader(ahead(&g.room))}
		for i := bound[lane]; i < bound[lane+1]; i++ {
			if err := from.reader.Read(int(i), &from.chunk); err != nil {
				return err
			}
			sums[lane] += gather(g.x, from.chunk.Others)
		}
		return nil
	})
	mass := 0.0
	for _, s := range sums {
		mass += s
	}
	return g.endsV + g.d*mass, err
}

// scale multiplies x by a factor, but not where it is fixed.
func (g *sweeper[F]) scale(f float64) {
	x := g.x[:g.System.x.n]
	for w, fixed := range g.fixed {
		part := x[64*w : min(64*w+64, len(x))]
		for k := range part {
			if fixed>>k&1 == 0 {
				part[k] = F(float64(part[k]) * f)
			}
		}
	}
}
