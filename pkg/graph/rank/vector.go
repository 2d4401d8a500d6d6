package rank

import (
	"io"

	"webmill/pkg/arena"
	"webmill/pkg/graph/adj"
	"webmill/pkg/par"
)

// vector is x: x_j = y_j/c_j by number of the core. Behind it lies as much space again; only what is used of that costs memory.
type vector struct {
	n     int
	words []uint64 // the memory of f64 or f32, one of which is nil
	f64   []float64
	f32   []float32
}

func newVector(n int, p Precision) (v vector, err error) {
	v.n = n
	if p == Float64 {
		v.words, err = arena.Words(2 * n)
		v.f64 = arena.View[float64](v.words)
	} else {
		v.words, err = arena.Words(n)
		v.f32 = arena.View[float32](v.words)
	}
	return v, err
}

func (v *vector) bytes() int64 { return 4 * int64(len(v.words)) }

func (v *vector) free() {
	arena.Free(v.words)
	*v = vector{}
}

func (v *vector) set(j int, x float64) {
	if v.f64 != nil {
		v.f64[j] = x
	} else {
		v.f32[j] = float32(x)
	}
}

func (v *vector) at(j int32) float64 {
	if v.f64 != nil {
		return v.f64[j]
	}
	return float64(v.f32[j])
}

// gather is the sum of x over a list, as the function gather makes it.
func (v *vector) gather(list []int32, weights []float32) float64 {
	if v.f64 != nil {
		return gather(v.f64, list, weights)
	}
	return gather(v.f32, list, weights)
}

// listSums is a stream of Σx of the lists of a graph.
type listSums struct {
	blocks *par.Pipe[listSum]
	rest   []listSum
	ended  bool
	err    error // the stream has ended early
}

// listSum is Σx of the list of a page.
type listSum struct {
	key int32
	x   float64
}

const (
	sumBlocks = 8       // in a pipe of sums
	blockSums = 4 << 10 // in one of its blocks
)

func (s *System) listSums(g *adj.Graph) *listSums { return addLists(g, &s.x, s.room.Threads) }

// addLists begins to add up x over the lists of a graph.
func addLists(g *adj.Graph, x *vector, threads int) *listSums {
	threads = max(1, threads)
	t := &listSums{blocks: par.NewPipe[listSum](sumBlocks, blockSums)}
	made, carry := make([][]listSum, threads), make([]float64, threads)
	go func() {
		t.blocks.End(g.Each(threads, func(w, i int, c *adj.Chunk) error {
			made[w], carry[w] = x.addChunk(made[w][:0], c, carry[w], listGoesOn(g, i))
			return nil
		}, func(w, _ int) error { return t.blocks.WriteBlock(made[w]) }))
	}()
	return t
}

// addChunk appends the sums of the lists of a chunk. carry is the sum of what its first list has in the chunks before;
// if the last list goes on, its sum is returned and not appended.
func (v *vector) addChunk(to []listSum, c *adj.Chunk, carry float64, goesOn bool) ([]listSum, float64) {
	for i, page := range c.Keys {
		to = append(to, listSum{page, v.gather(c.List(i), c.ListWeights(i))})
	}
	to[0].x += carry
	if !goesOn {
		return to, 0
	}
	last := len(to) - 1
	return to[:last], to[last].x
}

// of is the sum of a page's list, 0 if it has none. Pages are asked for in ascending order.
func (t *listSums) of(key int32) float64 {
	if len(t.rest) == 0 && !t.ended {
		t.next()
	}
	if len(t.rest) == 0 || t.rest[0].key != key {
		return 0
	}
	x := t.rest[0].x
	t.rest = t.rest[1:]
	return x
}

func (t *listSums) next() {
	var err error
	if t.rest, err = t.blocks.Next(); err != nil {
		t.ended = true
	}
	if err != io.EOF {
		t.err = err
	}
}

// end waits for the end of the stream, where nothing is left.
func (t *listSums) end() error {
	for !t.ended {
		t.next()
	}
	return t.err
}
