package rank

import "webmill/pkg/arena"

// Precision is how x is kept. Sums are always made in float64.
type Precision int

// The precisions. Auto is float64 where it fits in the memory, else float32, else Disk: float64 in files.
const (
	Auto Precision = iota
	Float64
	Float32
	Disk
)

// vector is x: x_j = y_j/c_j by number of the core, and behind it as much room again, of which only what is used costs
// memory.
type vector struct {
	n     int
	words []uint64
	f64   []float64 // one of the two
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

// gather is Σ x_j over a list.
func (v *vector) gather(list []int32) float64 {
	if v.f64 != nil {
		return gather(v.f64, list)
	}
	return gather(v.f32, list)
}

type float interface{ float32 | float64 }

// gather is Σ x_j over a list. Four sums side by side, always in the same order, keep the adder busy.
func gather[F float](x []F, list []int32) float64 {
	var a, b, c, d float64
	for ; len(list) >= 4; list = list[4:] {
		a += float64(x[uint32(list[0])])
		b += float64(x[uint32(list[1])])
		c += float64(x[uint32(list[2])])
		d += float64(x[uint32(list[3])])
	}
	for _, j := range list {
		a += float64(x[uint32(j)])
	}
	return (a + b) + (c + d)
}

// window says which numbers are found elsewhere: those from lo, so many, are shift further on.
type window struct{ lo, size, shift uint32 }

// place has no branch: whether a link is near is what a processor cannot guess.
func (w window) place(j int32) uint32 {
	near := int64(uint64(uint32(j)-w.lo)-uint64(w.size)) >> 63
	return uint32(j) + w.shift&uint32(near)
}

// gatherNear is gather, with the newest values where the window has them.
func gatherNear[F float](x []F, list []int32, w window) float64 {
	var a, b, c, d float64
	for ; len(list) >= 4; list = list[4:] {
		a += float64(x[w.place(list[0])])
		b += float64(x[w.place(list[1])])
		c += float64(x[w.place(list[2])])
		d += float64(x[w.place(list[3])])
	}
	for _, j := range list {
		a += float64(x[w.place(j)])
	}
	return (a + b) + (c + d)
}
