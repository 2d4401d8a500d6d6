package rank

import (
	"errors"
	"fmt"
	"io"
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/tuple"
)

// Weighted links: m(j→i) is the sum of the weights of the links from j to i, and c_j that of all links of j. With a weight of 1
// for each link this is the graph without weights. A weight of 0 is no link.

// The sums c must lie in this range, so that y/c and its sums are numbers in a float32 too.
const (
	leastOut = 1e-20
	mostOut  = 1e20
)

var errWeight = errors.New("a weight must be a finite number ≥ 0")

// noLink reports whether a weight makes a link none.
func noLink(bits int32) (bool, error) {
	if bits < 0 || bits > maxF32 {
		return false, errWeight
	}
	return bits == 0, nil
}

const maxF32 = 0x7f7fffff // the bits of the greatest finite float32

// weigh makes the sums of the weights of the links of each page, in the order of the links.
//
// Passes: one over the links, in one thread. Memory: 8 bytes for each page with links.
func (l *Links) weigh() error {
	if !l.graph.Weighted() {
		return nil
	}
	n := l.core.Len()
	if need := memoryWith(l.sets()+8*int64(n), &l.room); need > max(l.room.Memory, leastMemory) {
		return errMemory(need)
	}
	var err error
	if l.outWords, err = arena.Words(n); err != nil {
		return err
	}
	l.out = arena.View[float64](l.outWords)
	if err := l.graph.Shrink(max(0, l.left())); err != nil {
		return err
	}
	reader := l.graph.Reader(aheadBytes(&l.room))
	var c adj.Chunk
	var places []int32
	for i := range l.graph.Chunks() {
		if err := reader.Read(i, &c); err != nil {
			return err
		}
		places = l.core.AppendRanks(places[:0], c.Others)
		for k, place := range places {
			l.out[place] += float64(c.Weights[k])
		}
	}
	return l.checkOut()
}

func (l *Links) checkOut() error {
	i := 0
	for id := range l.core.All {
		if sum := l.out[i]; !(sum >= leastOut && sum <= mostOut) {
			return fmt.Errorf("the weights of the links of page %d sum to %g: such a sum must be %g … %g", id, sum, leastOut,
				mostOut)
		}
		i++
	}
	return nil
}

// outOf is c of a page: how many links it has, or the sum of their weights.
func (l *Links) outOf(id int32) float64 {
	switch {
	case l.out == nil:
		return float64(l.degree.Of(id))
	case l.core.Has(id):
		return l.out[l.core.Rank(id)]
	}
	return 0
}

// freeDegrees frees what is known of the links of each page.
func (l *Links) freeDegrees() {
	l.degree.Free()
	arena.Free(l.outWords)
	l.outWords, l.out = nil, nil
}

// Weighted reports whether links have weights.
func (l *Links) Weighted() bool { return l.graph.Weighted() }

// merged is a Source of weighted links that gives each link once, with the greatest of its weights or with their sum.
type merged struct {
	src      tuple.Source
	sum      bool
	pairs    []int32 // a block of src, whose links have no weights and count 1 each; nil: they have
	held     [3]int32
	total    float64 // the sum of its weights
	holding  bool
	ended    bool
	repeated *int64
}

// ReadBlock implements tuple.Source.
func (m *merged) ReadBlock(dst []int32) (int, error) {
	block, width := dst, 3
	if m.pairs != nil {
		block, width = m.pairs[:min(len(m.pairs), len(dst)/3*2)], 2
	}
	for !m.ended {
		n, err := m.src.ReadBlock(block)
		kept := 0
		for i := 0; i < n; i += width {
			link := [3]int32{block[i], block[i+1], tuple.F32Bits(1)}
			if width == 3 {
				link[2] = block[i+2]
			}
			if m.holding && link[0] == m.held[0] && link[1] == m.held[1] {
				m.again(link[2])
				continue
			}
			if m.holding {
				kept += copy(dst[kept:], m.held[:])
			}
			m.held, m.total, m.holding = link, float64(tuple.F32Value(link[2])), true
		}
		if m.ended = err == io.EOF; m.ended {
			err = nil
		}
		if kept > 0 || err != nil {
			return kept, err
		}
	}
	if m.holding {
		m.holding = false
		return copy(dst, m.held[:]), nil
	}
	return 0, io.EOF
}

// again takes the weight of the link held when the link comes again. One that is no weight stays, and is found later.
func (m *merged) again(weight int32) {
	*m.repeated++
	bad := func(bits int32) bool { return bits < 0 || bits > maxF32 }
	switch {
	case !m.sum:
		m.held[2] = max(m.held[2], weight)
	case bad(m.held[2]):
	case bad(weight):
		m.held[2] = weight
	default:
		m.total += float64(tuple.F32Value(weight))
		m.held[2] = tuple.F32Bits(float32(m.total))
	}
}

// gatherWeighted is Σ w·x_j over a list; see gather.
func gatherWeighted[F float](x []F, list []int32, weights []float32) float64 {
	var a, b, c, d float64
	weights = weights[:len(list)]
	for ; len(list) >= 4; list, weights = list[4:], weights[4:] {
		a += float64(float64(weights[0]) * float64(x[uint32(list[0])]))
		b += float64(float64(weights[1]) * float64(x[uint32(list[1])]))
		c += float64(float64(weights[2]) * float64(x[uint32(list[2])]))
		d += float64(float64(weights[3]) * float64(x[uint32(list[3])]))
	}
	for k, j := range list {
		a += float64(float64(weights[k]) * float64(x[uint32(j)]))
	}
	return (a + b) + (c + d)
}

// gatherNewestWeighted is gatherWeighted where some x are not at their place.
func gatherNewestWeighted[F float](x []F, list []int32, weights []float32, w shifted) float64 {
	var a, b float64
	weights = weights[:len(list)]
	for ; len(list) >= 2; list, weights = list[2:], weights[2:] {
		a += float64(float64(weights[0]) * float64(x[w.index(list[0])]))
		b += float64(float64(weights[1]) * float64(x[w.index(list[1])]))
	}
	for k, j := range list {
		a += float64(float64(weights[k]) * float64(x[w.index(j)]))
	}
	return a + b
}

// The notes of a row of weighted links: both halves of the bits of c_i, and of the weight of the links of its own page in this
// part of the row.
const weightedNotes = 4

func appendWeightedNotes(to *adj.Chunk, out, self float64) {
	for k, v := range [2]uint64{math.Float64bits(out), math.Float64bits(self)} {
		to.Notes[2*k] = append(to.Notes[2*k], uint32(v))
		to.Notes[2*k+1] = append(to.Notes[2*k+1], uint32(v>>32))
	}
}

func weightedNote(c *adj.Chunk, k, i int) float64 {
	return math.Float64frombits(uint64(c.Notes[2*k][i]) | uint64(c.Notes[2*k+1][i])<<32)
}

// chunkWeighted is chunk for weighted links.
func (r *rowPass[F]) chunkWeighted(c *adj.Chunk, goesOn bool) {
	from, last := int32(0), len(c.Keys)-1
	for i, end := range c.Ends {
		sum := r.sum
		list, weights := c.Others[from:end], c.Weights[from:end]
		if r.newest.size > 0 {
			sum += gatherNewestWeighted(r.x, list, weights, r.newest)
		} else {
			sum += gatherWeighted(r.x, list, weights)
		}
		self := r.selfWeight + weightedNote(c, noteSelf, i)
		from = end
		if i == last && goesOn {
			r.sum, r.selfWeight = sum, self
			return
		}
		r.sum, r.selfWeight = 0, 0
		if !r.solveSelf {
			self = 0
		}
		r.set(c.Keys[i], sum, weightedNote(c, noteDegree, i), self)
	}
}
