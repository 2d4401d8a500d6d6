package report

import "math"

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
