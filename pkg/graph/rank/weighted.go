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
	if !isWeight(bits) {
		return false, errWeight
	}
	return bits == 0, nil
}

// isWeight reports whether bits are those of a finite float32 ≥ 0.
func isWeight(bits int32) bool {
	const greatest = 0x7f7fffff // the bits of the greatest
	return bits >= 0 && bits <= greatest
}

// sumWeights makes the sums of the weights of the links of each page, in the order of the links.
//
// Passes: one over the links, in one thread. Memory: 8 bytes for each page with links.
func (l *Links) sumWeights() error {
	if !l.graph.Weighted() {
		return nil
	}
	n := l.core.Len()
	err := checkMemory(memoryWith(l.sets()+8*int64(n), &l.room), &l.room)
	if err != nil {
		return err
	}
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
	return l.checkSums()
}

func (l *Links) checkSums() error {
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

// AllOne is a Source of links that weigh 1 each.
func AllOne(src tuple.Source) tuple.Source {
	var pairs []int32
	one := tuple.F32Bits(1)
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		if len(pairs) < len(dst)/3*2 {
			pairs = make([]int32, len(dst)/3*2)
		}
		n, err := src.ReadBlock(pairs[:len(dst)/3*2])
		for k := range n / 2 {
			dst[3*k], dst[3*k+1], dst[3*k+2] = pairs[2*k], pairs[2*k+1], one
		}
		return n / 2 * 3, err
	})
}

// mostCount is the greatest integer up to which a float32 has all. The bits of float32 that are taken for integers are greater.
const mostCount = 1 << 24

// Counted is a Source of links whose weights are integers, as float32. Errors call it by name.
func Counted(name string, src tuple.Source) tuple.Source {
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		n, err := src.ReadBlock(dst)
		for i := 2; i < n; i += 3 {
			if dst[i] > mostCount {
				return 0, fmt.Errorf("%s: the weight of the link %d → %d is %d, more than %d: is it the bits of an f32?", name,
					dst[i-2], dst[i-1], dst[i], mostCount)
			}
			dst[i] = tuple.F32Bits(float32(dst[i]))
		}
		return n, err
	})
}

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
	switch {
	case !m.sum:
		m.held[2] = max(m.held[2], weight)
	case !isWeight(m.held[2]):
	case !isWeight(weight):
		m.held[2] = weight
	default:
		m.total += float64(tuple.F32Value(weight))
		m.held[2] = tuple.F32Bits(float32(m.total))
	}
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
