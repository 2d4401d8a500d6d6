package report

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"webmill/pkg/report/plot"
)

// Counts by logarithmic bins: numbers of up to two digits have a bin each, greater ones share one with those that have the
// same first two digits and the same length. That is 10 + 9·90 bins for whatever an int32 can be, and what is said of
// 1, 2, 5, 10, 20 … 1000 … or more is exact.

const maxBin = 10 + 9*90

type histogram struct {
	n, sum int64
	most   int32
	counts [maxBin]int64
	logs   [maxBin]float64 // the sums of the logarithms of the values ≥ 1
}

// bin finds that of a value; less than 0 counts as 0.
func bin(v int32) int {
	if v < 100 {
		return int(max(v, 0))
	}
	base := 0
	for ; v >= 100; v /= 10 {
		base += 90
	}
	return base + int(v)
}

// least is the lowest value of a bin.
func least(bin int) int64 {
	if bin < 100 {
		return int64(bin)
	}
	v := int64((bin-10)%90 + 10)
	for range (bin - 10) / 90 {
		v *= 10
	}
	return v
}

// add counts a value as often as weight says.
func (h *histogram) add(v int32, weight int64) {
	h.n += weight
	h.sum += int64(v) * weight
	b := bin(v)
	h.counts[b] += weight
	if b > 0 {
		h.logs[b] += float64(float64(weight) * math.Log(float64(v))) // float64: the same on every machine
	}
	h.most = max(h.most, v)
}

// atLeast counts the values from v on, which is the lowest of a bin.
func (h *histogram) atLeast(v int32) (n int64) {
	for _, c := range h.counts[bin(v):] {
		n += c
	}
	return n
}

// tail are the shares of whole, in percent, that have at least the lowest value of each bin, where that is not 0 and the
// share changes.
func (h *histogram) tail(whole int64) []plot.Point {
	var list []plot.Point
	rest := h.n
	for b, c := range h.counts {
		if b > 0 && c > 0 {
			list = append(list, plot.Point{X: float64(least(b)), Y: 100 * share(rest, whole)})
		}
		rest -= c
	}
	return list
}

// steps are 1, 2, 5, 10, 20 … up to most.
func steps(most int32) []int32 {
	var list []int32
	for s := int64(1); s <= int64(most); s *= 10 {
		for _, m := range []int64{1, 2, 5} {
			if m*s <= int64(most) {
				list = append(list, int32(m*s))
			}
		}
	}
	return list
}

// joint counts pages by two scores, in cells of a quarter of an octave: 512 × 512 of them from 2^-64 to 2^64, 2 MB whatever
// the number of pages.
type joint struct {
	cells              []int64 // by rows of equal bins of the first score
	n                  int64
	zeros              int64 // pages where a score is 0: a logarithmic axis has no place for them
	less, more, within int64 // pages whose second score is less than half, more than twice the first, and all others
}

const (
	octaves    = 64 // on either side of 1
	quarters   = 4
	jointWidth = 2 * octaves * quarters
)

// quarterAt are 2^(1/4), 2^(1/2) and 2^(3/4).
var quarterAt = [3]float32{1.1892071, 1.4142135, 1.6817929}

// jointBin finds the bin of a score > 0; what is out of range counts as the next that is not.
func jointBin(score float32) int {
	bits := math.Float32bits(score)
	octave := int(bits>>23) - 127 + octaves
	mantissa := math.Float32frombits(bits&(1<<23-1) | 127<<23)
	b := octave * quarters
	for _, q := range quarterAt {
		if mantissa >= q {
			b++
		}
	}
	return max(0, min(b, jointWidth-1))
}

// binEdge is the least score of a bin.
func binEdge(bin int) float64 { return math.Exp2(float64(bin)/quarters - octaves) }

func (j *joint) add(x, y float32) {
	if x <= 0 || y <= 0 {
		j.zeros++
		return
	}
	if j.cells == nil {
		j.cells = make([]int64, jointWidth*jointWidth)
	}
	j.cells[jointBin(x)*jointWidth+jointBin(y)]++
	j.n++
	switch {
	case y < x/2:
		j.less++
	case y > 2*x:
		j.more++
	default:
		j.within++
	}
}

// box are the bins that hold anything, from and behind the last, the same for both scores so that a diagonal is one.
func (j *joint) box() (from, to int) {
	from, to = jointWidth, 0
	for i, n := range j.cells {
		if n > 0 {
			x, y := i/jointWidth, i%jointWidth
			from, to = min(from, x, y), max(to, x+1, y+1)
		}
	}
	return from, to
}

// patch is a square of cells that is shown as one.
type patch struct {
	x, y int // the first bins
	n    int64
}

// patches are what is not empty of at most most × most squares, and how many bins wide they are.
func (j *joint) patches(most int) (list []patch, width int) {
	from, to := j.box()
	width = max(1, (to-from+most-1)/most)
	for x := from; x < to; x += width {
		for y := from; y < to; y += width {
			p := patch{x, y, 0}
			for dx := range min(width, to-x) {
				for _, n := range j.cells[(x+dx)*jointWidth+y:][:min(width, to-y)] {
					p.n += n
				}
			}
			if p.n > 0 {
				list = append(list, p)
			}
		}
	}
	return list, width
}

// top keeps the best few of many.
type top[T any] struct {
	most   int
	better func(a, b T) bool
	list   []T // the best first
}

func newTop[T any](most int, better func(a, b T) bool) *top[T] {
	return &top[T]{most: most, better: better}
}

// add offers one.
func (t *top[T]) add(x T) {
	if len(t.list) == t.most {
		if !t.better(x, t.list[t.most-1]) {
			return
		}
		t.list = t.list[:t.most-1]
	}
	at := sort.Search(len(t.list), func(i int) bool { return t.better(x, t.list[i]) })
	t.list = slices.Insert(t.list, at, x)
}

// tally counts by name. If there are too many names, the first are counted each, and the others together.
type tally[T any] struct {
	names  map[string]*T
	others T
	more   bool // there are others
}

const mostNames = 1000 // of a tally of what pages say

// of is the count of a name; of the others, if it is a new name and there are most already.
func (t *tally[T]) of(name []byte, most int) *T {
	name = clip(name)
	n, ok := t.names[string(name)]
	switch {
	case ok:
		return n
	case len(t.names) >= most:
		t.more = true
		return &t.others
	case t.names == nil:
		t.names = map[string]*T{}
	}
	n = new(T)
	t.names[string(name)] = n
	return n
}

// row is a name of a tally with its counts.
type row[T any] struct {
	name string
	of   *T
}

// rows are the names of a tally with their counts, those with the greatest n first, and equal ones by name.
func (t *tally[T]) rows(n func(*T) int64) []row[T] {
	var list []row[T]
	for name, counts := range t.names {
		list = append(list, row[T]{name, counts})
	}
	slices.SortFunc(list, func(a, b row[T]) int { return cmp.Or(cmp.Compare(n(b.of), n(a.of)), cmp.Compare(a.name, b.name)) })
	return list
}
