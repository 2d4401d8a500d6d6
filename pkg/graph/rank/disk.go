package rank

import (
	"iter"
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// The power method for a vector that does not fit in memory, not even as float32. Pages are cut into ranges whose x fits;
// the links are kept by the range of their source, each kept by target. A sweep takes range after range:
//
//	read x of the range;  a_i ← a_i + Σ x_j over the links j→i from the range,   i ascending, a from and to disk
//
// and then makes z_i = b·v_i + d·a_i and x_i = z_i/c_i (see power), all in one pass over files of float64. Everything on
// disk is read and written from one end to the other.
//
// Passes: one over the links a sweep; 16 bytes · pages for each range, and 40 bytes · pages. Memory: see need.
type disk struct {
	pages  *idset.Set
	rated  int64
	room   work.Room
	graphs []*adj.Graph // by range: place of the target, place of the source in the range
	size   int          // pages of a range
	words  []uint64     // x of a range
	x      vector       // the same

	xs, as, cs, vs *dense // by place of the page: x, a, c and v
	total          float64
	mass           float64   // Σ_{c>0} z
	last           PowerStep // the step that makes the ranks
	d              float64
}

// A range has at least leastRange pages, and there are at most maxRanges ranges. Neither depends on the memory: the order of
// the sums is part of the result's definition.
const (
	leastRange = 512 << 10
	maxRanges  = 16
)

func newDisk(l *Links, how SystemOptions) (*disk, error) {
	s := &disk{pages: &l.pages, rated: int64(l.pages.Len()), room: l.room}
	if l.coreOnly {
		s.rated = int64(l.core.Len())
	}
	// Links that are kept are written to new links, whose sets and out-degrees are in memory beside the old sets.
	if how.Keep {
		if err := checkMemory(memoryWith(l.sets()+3*l.pages.Bytes(), &l.room), &l.room); err != nil {
			return nil, err
		}
	}
	s.pages.Index()
	n := s.pages.Len()
	s.size = how.rangePages
	if s.size == 0 {
		s.size = max(leastRange, (n+maxRanges-1)/maxRanges)
	}
	s.size = min(s.size, max(1, n))
	for s.room.Threads > 1 && s.need(l, n) > l.room.Memory {
		s.room.Threads--
	}
	err := checkMemory(s.need(l, n), &l.room)
	if err == nil {
		err = l.graph.Shrink(0)
	}
	if err == nil {
		err = s.create(n)
	}
	if err == nil {
		err = s.fill(l, how)
	}
	if err == nil {
		err = s.split(l, how.Keep)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// need is the memory that the work takes where nothing of the links is kept: the sets of pages; a range of x; for each range a
// segment of its links and a table of chunks, with garbage; and what each further thread reads and recodes. It is 8 MiB less than
// their sum, because with this method the program takes that much less beside -S than it may.
func (s *disk) need(l *Links, pages int) int64 {
	const segment, chunk, thread, unused = 512 << 10, 2 * 16, 5 << 20, 8 << 20
	ranges := int64(pages/s.size + 1)
	return l.sets() + 8*int64(s.size) + ranges*(segment+chunk*int64(l.graph.Chunks())) + thread*int64(s.room.Threads-1) - unused
}

func (s *disk) create(n int) (err error) {
	if s.words, err = arena.Words(s.size); err != nil {
		return err
	}
	s.x = vector{n: s.size, f64: arena.View[float64](s.words)}
	for _, file := range []**dense{&s.xs, &s.as, &s.cs, &s.vs} {
		if *file, err = newDense(s.room, n); err != nil {
			return err
		}
	}
	return nil
}

// fill writes c, v and the first x.
func (s *disk) fill(l *Links, how SystemOptions) error {
	next, stop := iter.Pull(iter.Seq[int32](s.pages.All))
	defer stop()
	v := how.v(l)
	err := eachBlockOf(s.pages.Len(), []*dense{s.cs, s.vs}, nil, func(_ int, b [][]float64) error {
		for i := range b[0] {
			id, _ := next()
			b[0][i], b[1][i] = l.outOf(id), v(id)
			if l.coreOnly && b[0][i] == 0 {
				b[1][i] = 0
			}
			s.total += b[1][i]
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case s.total == 0 && s.pages.Len() > 0 && how.Weights == nil:
		return errNoRank
	case s.total == 0 && s.pages.Len() > 0:
		return errNoWeight
	case how.Start != nil:
		return s.start(how)
	}
	return s.eachX([]*dense{s.vs}, func(_ int, x, c []float64, more [][]float64) error {
		for i, v := range more[0] {
			s.put(x, c, i, v/s.total)
		}
		return nil
	})
}

// put gives a page the rank z.
func (s *disk) put(x, c []float64, i int, z float64) {
	x[i] = 0
	if c[i] > 0 {
		x[i] = z / c[i]
		s.mass += z
	}
}

// start begins with given ranks, brought to the sum 1.
func (s *disk) start(how SystemOptions) error {
	sum := 0.0
	if err := how.Start(func(id int32, score float32) {
		if s.pages.Has(id) {
			sum += float64(score)
		}
	}); err != nil {
		return err
	}
	type given struct {
		id    int32
		score float32
	}
	next, stop := iter.Pull2(func(yield func(given, error) bool) {
		done := false
		err := how.Start(func(id int32, score float32) {
			done = done || s.pages.Has(id) && !yield(given{id, score}, nil)
		})
		if err != nil && !done {
			yield(given{}, err)
		}
	})
	defer stop()
	at, err, more := next()
	return s.eachX(nil, func(from int, x, c []float64, _ [][]float64) error {
		clear(x)
		for ; more && err == nil; at, err, more = next() {
			i := int(s.pages.Rank(at.id)) - from
			if i >= len(x) {
				return nil
			}
			if sum > 0 {
				s.put(x, c, i, float64(at.score)/sum)
			}
		}
		return err
	})
}

// eachX goes through x and c, block by block, with further files, and writes x back.
func (s *disk) eachX(more []*dense, use func(from int, x, c []float64, more [][]float64) error) error {
	return eachBlockOf(s.pages.Len(), []*dense{s.xs}, append([]*dense{s.cs}, more...), func(from int, b [][]float64) error {
		return use(from, b[0], b[1], b[2:])
	})
}

// split keeps the links by the range of their source.
func (s *disk) split(l *Links, keep bool) error {
	var to []adj.Options
	for from := 0; from < s.pages.Len(); from += s.size {
		to = append(to, adj.Options{Key: 1, Weighted: l.Weighted(), Room: s.room.With(0)})
	}
	if len(to) == 0 {
		return nil
	}
	// Of a list that goes on through chunks, which graphs have a piece already; by worker.
	begun := make([][]bool, max(1, s.room.Threads))
	for w := range begun {
		begun[w] = make([]bool, len(to))
	}
	recode := adj.Recoder{From: l.graph, To: to, Drain: !keep, Change: func(w, _ int, in *adj.Chunk, out []*adj.Chunk) error {
		for i, id := range in.Keys {
			if i > 0 || !in.Continues {
				clear(begun[w])
			}
			weights := in.ListWeights(i)
			for k, source := range in.List(i) {
				place := int(s.pages.Rank(source))
				c := out[place/s.size]
				c.Others = append(c.Others, int32(place%s.size))
				if weights != nil {
					c.Weights = append(c.Weights, weights[k])
				}
			}
			key := s.pages.Rank(id)
			for p, c := range out {
				if n := int32(len(c.Others)); n > 0 && (len(c.Ends) == 0 || c.Ends[len(c.Ends)-1] < n) {
					c.Continues = c.Continues || len(c.Ends) == 0 && begun[w][p]
					c.Keys, c.Ends = append(c.Keys, key), append(c.Ends, n)
					begun[w][p] = true
				}
			}
		}
		return nil
	}}
	var err error
	if s.graphs, err = recode.Run(s.room.Threads); err == nil && !keep {
		l.releaseGraph()
	}
	return err
}

// advance makes z of all pages, block by block, and writes back what use makes of x.
func (s *disk) advance(p *PowerStep, use func(from int, z, x, c []float64) error) error {
	for r := range s.graphs {
		if err := s.addRange(r); err != nil {
			return err
		}
	}
	return eachBlockOf(s.pages.Len(), []*dense{s.xs}, []*dense{s.cs, s.as, s.vs}, func(from int, blocks [][]float64) error {
		p.Ranks(blocks[2], blocks[3])
		return use(from, blocks[2], blocks[0], blocks[1])
	})
}

// addRange adds what the links from a range give.
func (s *disk) addRange(p int) error {
	from := p * s.size
	if err := s.xs.read(from, s.words[:min(s.size, s.pages.Len()-from)]); err != nil {
		return err
	}
	sums := addLists(s.graphs[p], &s.x, s.room.Threads)
	defer sums.blocks.Close()
	err := eachBlockOf(s.pages.Len(), []*dense{s.as}, nil, func(at int, b [][]float64) error {
		if p == 0 {
			clear(b[0])
		}
		for i := range b[0] {
			b[0][i] += sums.of(int32(at + i))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return sums.end()
}

// Solve makes x.
func (s *disk) Solve(how SolveOptions) (done SolveStats, err error) {
	s.d = how.D
	for done.Sweeps < how.Sweeps && !done.Converged && s.total > 0 {
		p, before := NewPowerStep(s.d, s.mass, s.total), s.mass
		err := s.advance(&p, func(_ int, z, x, c []float64) error {
			p.Next(z, x, c)
			return nil
		})
		if err != nil {
			return done, err
		}
		s.mass = p.Mass
		done.addSweep(how, p.Residual(before))
	}
	done.Converged = done.Converged || s.total == 0
	s.last = NewPowerStep(s.d, s.mass, max(s.total, math.SmallestNonzeroFloat64))
	return done, nil
}

// Ranks gives the ranks of all pages, in their order: those of the last sweep after one more step.
func (s *disk) Ranks(yield func(id int32, rank float64) error) error {
	next, stop := iter.Pull(iter.Seq[int32](s.pages.All))
	defer stop()
	return s.advance(&s.last, func(_ int, zs, _, _ []float64) error {
		for _, z := range zs {
			id, _ := next()
			if err := yield(id, z); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *disk) Norm() float64     { return 1 }
func (s *disk) LostNorm() float64 { return s.last.Base * s.total / (1 - s.d) }
func (s *disk) Rated() int64      { return s.rated }

func (s *disk) Swept() Swept {
	swept := Swept{Vector: "disk"}
	for _, g := range s.graphs {
		swept.Links += g.Links()
		swept.Bytes += g.Bytes()
	}
	swept.OnDisk = swept.Bytes
	return swept
}

func (s *disk) Release() int64 {
	for _, g := range s.graphs {
		g.Close()
	}
	s.graphs = nil
	arena.Free(s.words)
	s.words = nil
	return 0
}

func (s *disk) Close() {
	s.Release()
	for _, file := range []*dense{s.xs, s.as, s.cs, s.vs} {
		if file != nil {
			file.f.Close()
		}
	}
	s.xs, s.as, s.cs, s.vs = nil, nil, nil, nil
}

// Score is rank/c of a page. It reads 8 bytes of the file, so it is slow; x of a page without links is 0.
func (s *disk) Score(id int32) (float32, error) {
	var word [1]uint64
	err := s.xs.read(int(s.pages.Rank(id)), word[:])
	return float32(math.Float64frombits(word[0])), err
}

// dense is a file of float64, one for each page, in nameless temporary storage.
type dense struct{ f *spill.File }

const denseBlock = 1 << 15 // numbers

// newDense makes a file of n zeros.
func newDense(room work.Room, n int) (*dense, error) {
	d := &dense{spill.NewFile(room)}
	zeros := make([]uint64, min(n, denseBlock))
	for at := 0; at < n; at += denseBlock {
		if err := d.write(at, zeros[:min(denseBlock, n-at)]); err != nil {
			d.f.Close()
			return nil, err
		}
	}
	return d, nil
}

func (d *dense) read(at int, words []uint64) error {
	if len(words) == 0 {
		return nil
	}
	_, err := d.f.ReadAt(arena.Bytes(words), 8*int64(at))
	return err
}

func (d *dense) write(at int, words []uint64) error {
	_, err := d.f.WriteAt(arena.Bytes(words), 8*int64(at))
	return err
}

// eachBlockOf goes through files of n numbers side by side. The files of changed are written back
// after use; their blocks come first.
func eachBlockOf(n int, changed, read []*dense, use func(from int, blocks [][]float64) error) error {
	files := append(append([]*dense{}, changed...), read...)
	words := make([][]uint64, len(files))
	blocks := make([][]float64, len(files))
	for k := range words {
		words[k] = make([]uint64, min(n, denseBlock))
	}
	for from := 0; from < n; from += denseBlock {
		size := min(denseBlock, n-from)
		for k, f := range files {
			if err := f.read(from, words[k][:size]); err != nil {
				return err
			}
			blocks[k] = arena.View[float64](words[k][:size])
		}
		if err := use(from, blocks); err != nil {
			return err
		}
		for k, f := range changed {
			if err := f.write(from, words[k][:size]); err != nil {
				return err
			}
		}
	}
	return nil
}
