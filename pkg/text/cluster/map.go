package cluster

import (
	"math"

	"webmill/pkg/text/heaviest"
	"webmill/pkg/tuple"
)

// MostMapped is how many clusters a map may have, and mapTerms how many terms of each centroid it looks at, the heaviest.
const (
	MostMapped = 2000
	mapTerms   = 100
)

// mapBytes is the memory that a map of k clusters takes.
func mapBytes(k int64) int64 { return 8*k*k + 64*mapTerms*k }

// placing puts clusters on a map where like ones are near: classical scaling (Torgerson 1952) of the distances of their centroids
// at length 1. The two greatest eigenvectors of the centred products are the coordinates.
type placing struct {
	clusters []int32              // those with documents
	heavy    [][]heaviest.Weighed // their terms
}

func (p *placing) add(cluster int32, heavy []heaviest.Weighed) {
	p.clusters, p.heavy = append(p.clusters, cluster), append(p.heavy, heavy)
}

// write writes (cluster, x, y), both from 0 to 1.
func (p *placing) write(to tuple.Sink) error {
	products := p.products()
	x := eigen(products, nil)
	y := eigen(products, x)
	lowX, lowY, span := 0.0, 0.0, 0.0
	for _, v := range [][]float64{x, y} {
		low, high := bounds(v)
		span = max(span, high-low)
	}
	low, high := bounds(x)
	lowX = (low + high - span) / 2
	low, high = bounds(y)
	lowY = (low + high - span) / 2
	at := func(v, low float64) int32 {
		if span == 0 {
			return tuple.F32Bits(0.5)
		}
		return tuple.F32Bits(float32(min(1, max(0, (v-low)/span))))
	}
	for i, k := range p.clusters {
		if err := to.WriteBlock([]int32{k, at(x[i], lowX), at(y[i], lowY)}); err != nil {
			return err
		}
	}
	return nil
}

func bounds(v []float64) (low, high float64) {
	for i, x := range v {
		if i == 0 {
			low, high = x, x
		}
		low, high = min(low, x), max(high, x)
	}
	return low, high
}

// products are the scalar products of the centroids at length 1, with their middle in the origin.
func (p *placing) products() [][]float64 {
	n := len(p.heavy)
	b := make([][]float64, n)
	for i := range b {
		b[i] = make([]float64, n)
	}
	with := map[int32][]int{} // the centroids that have a term
	weight := map[int32][]float64{}
	for i, heavy := range p.heavy {
		square := 0.0
		for _, x := range heavy {
			square += x.Weight * x.Weight
		}
		for _, x := range heavy {
			w := x.Weight / math.Sqrt(square)
			for k, j := range with[x.ID] {
				b[i][j] += w * weight[x.ID][k]
			}
			with[x.ID], weight[x.ID] = append(with[x.ID], i), append(weight[x.ID], w)
		}
		if len(heavy) > 0 {
			b[i][i] = 1
		}
	}
	mean, all := make([]float64, n), 0.0
	for i := range b {
		for j := range i {
			b[j][i] = b[i][j]
		}
	}
	for i := range b {
		for j := range b {
			mean[i] += b[i][j] / float64(n)
		}
		all += mean[i] / float64(n)
	}
	for i := range b {
		for j := range b {
			b[i][j] += all - mean[i] - mean[j]
		}
	}
	return b
}

// eigenSteps is how often eigen multiplies; a map needs no more digits than that gives.
const eigenSteps = 100

// eigen is the eigenvector of the greatest eigenvalue of a matrix that has none below 0, times the root of that; without is one
// that it must be orthogonal to. Its first value that is not 0 is positive.
func eigen(matrix [][]float64, without []float64) []float64 {
	n := len(matrix)
	v, next := make([]float64, n), make([]float64, n)
	for i := range v {
		v[i] = math.Sin(float64(i*i + 1))
	}
	value := 0.0
	for range eigenSteps {
		drop(v, without)
		for i, row := range matrix {
			next[i] = 0
			for j, x := range row {
				next[i] += x * v[j]
			}
		}
		drop(next, without)
		if value = length(next); value < 1e-12 {
			return make([]float64, n)
		}
		for i := range next {
			v[i] = next[i] / value
		}
	}
	sign := 1.0
	for _, x := range v {
		if math.Abs(x) > 1e-9 {
			sign = math.Copysign(1, x)
			break
		}
	}
	for i := range v {
		v[i] *= sign * math.Sqrt(value)
	}
	return v
}

func length(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

// drop takes the part of a vector away that has the direction of another one.
func drop(v, other []float64) {
	square, dot := 0.0, 0.0
	for i, x := range other {
		square, dot = square+x*x, dot+x*v[i]
	}
	if square > 0 {
		for i, x := range other {
			v[i] -= dot / square * x
		}
	}
}
