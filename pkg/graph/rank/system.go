package rank

import (
	"cmp"
	"errors"

	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/work"
)

// System is the linear system R·y = v of a graph, ready to be swept. |v| is total. The sums that are kept enter so:
//
//	|y| = |v| + d·(mass + fixedCore)          after one more step: Norm
//	f = |v| / (given - d·givenCore)           what ranks to begin with are multiplied by: solve
//	(|v| - (1-d)·fixedCore - fixedDangling) / ((1-d)·mass + danglingV + d·Σ x over their lists)
//	                                          what puts the mass right: balance
type System struct {
	pages        *idset.Set // that are rated
	core         *idset.Set // that have links; their numbers are their places in it
	rows         *adj.Graph // of the core pages that are linked to: numbers of the core, and the notes
	danglingRows *adj.Graph // of the dangling pages that are linked to: page, numbers of the core
	coreOnly     bool       // only the pages of the core are rated: y_i = 0 for the others, and |v| is without them
	room         work.Room
	d            float64 // share of steps that follow a link, in this solution

	x        vector
	unlinked []uint64 // a bit for each number of the core: not linked to, so x is what it was at the beginning

	v             func(page int32) float64
	vCore         []float32 // v by number of the core; nil: 1
	total         float64   // |v| = Σv of the rated pages
	mass          float64   // Σy = Σ c_j·x_j of the core pages that are linked to
	fixedCore     float64   // Σy of the core pages that are not linked to
	fixedDangling float64   // Σy of the other pages that are not linked to
	danglingV     float64   // Σv of the dangling pages that are linked to
	given         float64   // Σ of the ranks to begin with; 0: there are none
	givenCore     float64   // that of the core pages
}

// The notes of a row: c_i, and how many of the links in this part of the row are its own page's.
const (
	noteDegree = iota
	noteSelf
	notes
)

// SystemOptions say how a system begins.
type SystemOptions struct {
	Weights *Weights // where a surfer begins again; nil: all pages alike
	// Literal leaves v out where no known page links to: the partial PageRank as printed (Kulvait 2007, Alg. 7.8), in which
	// such a page, the seed of a crawl above all, has the rank 0 and gives nothing.
	Literal   bool
	Precision Precision
	Method    Method // that will be used: Power needs x twice
	// Start gives ranks to begin with, by ascending page; nil: v.
	Start func(yield func(id int32, score float32)) error
	Keep  bool // the links are needed again

	rangePages int // on disk: how many pages a range has, for tests; 0: see leastRange
}

var (
	errNoWeight = errors.New("no page that is rated has a weight")
	errNoRank   = errors.New("all ranks are 0: no page is left when those without links have been removed again and again")
)

// NewSystem makes the system of a graph. It uses the links up unless they are kept, but for its pages: they are closed after
// the system.
//
// Passes: one over the links. Memory: 8 or 4 bytes for each page with links, 4 bits a page; the rows as the links.
func NewSystem(l *Links, how SystemOptions) (*System, error) {
	s := &System{pages: &l.pages, core: l.core, coreOnly: l.coreOnly, v: how.v(l), room: l.room}
	precision := how.Precision
	if precision == Auto {
		precision = Float32
		if l.fits(8, how.Method) {
			precision = Float64
		}
	}
	var err error
	if s.x, err = newVector(s.core.Len(), precision); err != nil {
		return nil, err
	}
	s.unlinked = make([]uint64, (s.core.Len()+63)/64)
	if how.Weights != nil {
		s.vCore = make([]float32, s.core.Len())
	}
	// The arrays above take no memory until they are written, so the links can be shrunk first.
	left := l.left() - s.bytes()
	if how.Method == Power {
		left -= s.x.bytes()
	}
	left = max(0, left)
	if how.Keep {
		left /= 2
	}
	if err := l.graph.Shrink(left); err != nil {
		s.Close()
		return nil, err
	}
	s.initX(l)
	if s.total == 0 && how.Weights != nil && s.pages.Len() > 0 {
		err = errNoWeight
	}
	if err == nil && how.Start != nil {
		err = s.start(l, how.Start)
	}
	if err == nil {
		err = s.recode(l, left, how.Keep)
	}
	if err == nil && how.Method == GaussSeidel {
		err = s.placeNewest(left)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// recode makes the rows and the danglingRows.
func (s *System) recode(l *Links, left int64, keep bool) error {
	weighted := l.Weighted()
	rows := adj.Options{Notes: notes, Weighted: weighted, Room: l.room.With(left * 3 / 4)}
	if weighted {
		rows.Notes = weightedNotes
	}
	danglingRows := adj.Options{Weighted: weighted, Room: l.room.With(left / 4)}
	recode := adj.Recoder{From: l.graph, To: []adj.Options{rows, danglingRows}, Drain: !keep,
		Change: func(_, _ int, in *adj.Chunk, out []*adj.Chunk) error {
			s.split(l, in, out)
			return nil
		}}
	graphs, err := recode.Run(l.room.Threads)
	if err != nil {
		return err
	}
	s.rows, s.danglingRows = graphs[0], graphs[1]
	if !keep {
		l.releaseGraph()
	}
	return nil
}

// placeNewest makes room for what the lanes keep behind the end of x. It is little, unless a part has few pages that are linked
// to, with many between them that are not.
func (s *System) placeNewest(left int64) error {
	newest := s.laneSpace() * s.x.bytes() / int64(max(1, s.x.n))
	if newest > left && s.x.bytes()+newest > leastMemory {
		// With more memory the vector may be of float64.
		data := s.room.Memory - setAside(&s.room) - left + 2*newest + s.x.bytes()
		return errMemory(memoryWith(data, &s.room))
	}
	return s.rows.Shrink(max(0, left*3/4-newest))
}

// bytes is the memory of all but the graphs, the sets of the links and the weights, which were there before.
func (s *System) bytes() int64 {
	return s.x.bytes() + 8*int64(len(s.unlinked)) + 4*int64(len(s.vCore))
}

// initX sets x to v/c, which is final for the pages that are not linked to, and adds up v.
func (s *System) initX(l *Links) {
	j := 0
	for id := range s.pages.All {
		if s.coreOnly && !s.core.Has(id) {
			continue
		}
		v := s.v(id)
		s.total += v
		linked := l.linked.Has(id)
		if !s.core.Has(id) {
			if linked {
				s.danglingV += v
			} else {
				s.fixedDangling += v
			}
			continue
		}
		degree := l.outOf(id)
		s.x.set(j, v/degree)
		if s.vCore != nil {
			s.vCore[j] = float32(v)
		}
		y := degree * s.x.at(int32(j))
		if linked {
			s.mass += y
		} else {
			s.fixedCore += y
			s.unlinked[j/64] |= 1 << (j % 64)
		}
		j++
	}
}

// start sets x to given ranks, which Solve will scale. Pages that are not linked to keep theirs, which is final.
func (s *System) start(l *Links, ranks func(yield func(id int32, score float32)) error) error {
	for j := range s.core.Len() {
		if s.unlinked[j/64]>>(j%64)&1 == 0 {
			s.x.set(j, 0)
		}
	}
	s.mass = 0
	return ranks(func(id int32, score float32) {
		if s.pages.Has(id) {
			s.given += float64(score)
		}
		if !s.core.Has(id) {
			return
		}
		s.givenCore += float64(score)
		if l.linked.Has(id) {
			s.x.set(int(s.core.Rank(id)), float64(score)/l.outOf(id))
			s.mass += float64(score)
		}
	})
}

// Swept implements Solver.
func (s *System) Swept() Swept {
	vector := "float32"
	if s.x.f64 != nil {
		vector = "float64"
	}
	return Swept{Vector: vector, Links: s.rows.Links(), Bytes: s.rows.Bytes(), OnDisk: s.rows.OnDisk()}
}

// split puts the rows of a chunk into the rows of the core and those of the dangling pages.
func (s *System) split(l *Links, in *adj.Chunk, out []*adj.Chunk) {
	for i, id := range in.Keys {
		to, key := out[1], id
		inCore := s.core.Has(id)
		if inCore {
			to, key = out[0], s.core.Rank(id)
		}
		to.Continues = to.Continues || i == 0 && in.Continues
		to.Others = s.core.AppendRanks(to.Others, in.List(i))
		to.Weights = append(to.Weights, in.ListWeights(i)...)
		to.Keys = append(to.Keys, key)
		to.Ends = append(to.Ends, int32(len(to.Others)))
		if inCore {
			l.noteRow(to, id, in.List(i), in.ListWeights(i))
		}
	}
}

// noteRow notes c of a page of the core beside its row, and what of this part of the row is links of the page to itself.
func (l *Links) noteRow(to *adj.Chunk, id int32, list []int32, weights []float32) {
	self, selfWeight := uint32(0), 0.0
	for k, source := range list {
		if source != id {
			continue
		}
		self++
		if weights != nil {
			selfWeight += float64(weights[k])
		}
	}
	if weights != nil {
		appendWeightedNotes(to, l.outOf(id), selfWeight)
		return
	}
	to.Notes[noteDegree] = append(to.Notes[noteDegree], l.degree.Of(id))
	to.Notes[noteSelf] = append(to.Notes[noteSelf], self)
}

// Ranks gives the ranks of all pages, in their order: those of the last sweep after one more step,
//
//	y = v + d·W·x
//
// which Norm scales to a sum of 1. For it each row is read once more, in all threads at once.
func (s *System) Ranks(yield func(id int32, rank float64) error) error {
	rows, danglingRows := s.listSums(s.rows), s.listSums(s.danglingRows)
	defer rows.blocks.Close()
	defer danglingRows.blocks.Close()
	j := int32(0)
	for id := range s.pages.All {
		y := 0.0
		if s.core.Has(id) {
			y = s.v(id) + s.d*rows.of(j)
			j++
		} else if !s.coreOnly {
			y = s.v(id) + s.d*danglingRows.of(id)
		}
		if rows.err != nil || danglingRows.err != nil {
			return cmp.Or(rows.err, danglingRows.err)
		}
		if err := yield(id, y); err != nil {
			return err
		}
	}
	if err := rows.end(); err != nil {
		return err
	}
	return danglingRows.end()
}

// Norm is |y| after one more step: the sum of Ranks.
func (s *System) Norm() float64 { return s.total + s.d*(s.mass+s.fixedCore) }

// LostNorm is what Ranks must be divided by if the share of the dangling pages is lost: z = d·W·z + (1-d)·v/|v|.
func (s *System) LostNorm() float64 { return s.total / (1 - s.d) }

// Rated is how many pages are rated.
func (s *System) Rated() int64 {
	if s.coreOnly {
		return int64(s.core.Len())
	}
	return int64(s.pages.Len())
}

// Score is rank/c of a page with links, up to a factor that is the same for all.
func (s *System) Score(id int32) (float32, error) { return float32(s.x.at(s.core.Rank(id))), nil }

// Release gives back everything but what Score needs, and tells how much memory that is.
func (s *System) Release() (left int64) {
	for _, g := range []*adj.Graph{s.rows, s.danglingRows} {
		g.Close()
	}
	s.rows, s.danglingRows = nil, nil
	return s.bytes()
}

// Close gives back memory and disk.
func (s *System) Close() {
	s.x.free()
	for _, g := range []*adj.Graph{s.rows, s.danglingRows} {
		if g != nil {
			g.Close()
		}
	}
}
