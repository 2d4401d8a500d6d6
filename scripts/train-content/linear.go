package main

import (
	"math"
	"sync"

	"webmill/pkg/web/content"
)

// rows are examples for a learner.
type rows struct {
	width int
	x     []float32 // features, row by row
	y, w  []float32 // by row: how much it is of the class, and its weight
	n     int
}

func (r *rows) add(x []float32, y, w float32) {
	r.x, r.y, r.w = append(r.x, x...), append(r.y, y), append(r.w, w)
	r.n++
}

func (r *rows) row(i int) []float32 { return r.x[i*r.width : (i+1)*r.width] }

// scale is the mean and the standard deviation of each feature.
func (r *rows) scale() (mean, dev []float32) {
	sum, square := make([]float64, r.width), make([]float64, r.width)
	for i := range r.n {
		for k, v := range r.row(i) {
			sum[k] += float64(v)
			square[k] += float64(v) * float64(v)
		}
	}
	mean, dev = make([]float32, r.width), make([]float32, r.width)
	for k := range mean {
		m := sum[k] / float64(r.n)
		mean[k] = float32(m)
		dev[k] = float32(math.Sqrt(max(0, square[k]/float64(r.n)-m*m)))
	}
	return mean, dev
}

// fitLinear fits a logistic regression with a ridge by L-BFGS.
func fitLinear(r *rows, ridge float64, rounds int) content.Linear {
	mean, dev := r.scale()
	l := &logistic{rows: *r, ridge: ridge, z: make([]float32, r.n*r.width)}
	inverse := make([]float32, r.width)
	for k := range inverse {
		if dev[k] > 1e-6 {
			inverse[k] = 1 / dev[k]
		}
	}
	for i := range r.n {
		for k, v := range r.row(i) {
			l.z[i*r.width+k] = (v - mean[k]) * inverse[k]
		}
	}
	w := minimize(l.loss, make([]float64, r.width+1), rounds)
	m := content.Linear{Mean: mean, Inverse: inverse, Weights: make([]float32, r.width), Constant: float32(w[r.width])}
	for k := range m.Weights {
		m.Weights[k] = float32(w[k])
	}
	return m
}

// logistic is the loss of a logistic regression over standardised features.
type logistic struct {
	rows
	z     []float32
	ridge float64
}

// loss is the loss of weights, the constant behind them, and its gradient.
func (l *logistic) loss(w, grad []float64) float64 {
	const parts = 4
	var group sync.WaitGroup
	sums, grads := make([]float64, parts), make([][]float64, parts)
	for part := range parts {
		group.Go(func() { sums[part], grads[part] = l.part(w, l.n*part/parts, l.n*(part+1)/parts) })
	}
	group.Wait()
	sum := 0.0
	clear(grad)
	for part := range parts {
		sum += sums[part]
		for k := range grad {
			grad[k] += grads[part][k]
		}
	}
	for k := range l.width {
		sum += l.ridge / 2 * w[k] * w[k]
		grad[k] += l.ridge * w[k]
	}
	return sum
}

// part is the loss of some rows.
func (l *logistic) part(w []float64, from, to int) (sum float64, grad []float64) {
	w32 := make([]float32, len(w))
	for k := range w {
		w32[k] = float32(w[k])
	}
	g := make([]float32, l.width)
	grad = make([]float64, len(w))
	for i := from; i < to; i++ {
		v := l.z[i*l.width : (i+1)*l.width]
		p := 1 / (1 + math.Exp(-float64(dot(v, w32[:l.width])+w32[l.width])))
		y := float64(l.y[i])
		sum -= float64(l.w[i]) * (y*math.Log(max(p, 1e-12)) + (1-y)*math.Log(max(1-p, 1e-12)))
		e := float64(l.w[i]) * (p - y)
		axpy(float32(e), v, g)
		grad[l.width] += e
		if i&4095 == 4095 { // before the sum of many small numbers is wrong
			flush(g, grad)
		}
	}
	flush(g, grad)
	return sum, grad
}

// flush adds g to the total and clears it.
func flush(g []float32, total []float64) {
	for k, v := range g {
		total[k] += float64(v)
		g[k] = 0
	}
}

// dot is the product of two vectors.
func dot(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	k := 0
	for ; k+4 <= len(a); k += 4 {
		s0 += a[k] * b[k]
		s1 += a[k+1] * b[k+1]
		s2 += a[k+2] * b[k+2]
		s3 += a[k+3] * b[k+3]
	}
	for ; k < len(a); k++ {
		s0 += a[k] * b[k]
	}
	return s0 + s1 + s2 + s3
}

// axpy adds e times v to g.
func axpy(e float32, v, g []float32) {
	g = g[:len(v)]
	for k, x := range v {
		g[k] += e * x
	}
}

// minimize finds a least value by L-BFGS with a search along the line that halves its step.
func minimize(f func(x, grad []float64) float64, x []float64, rounds int) []float64 {
	const history = 8
	n := len(x)
	grad := make([]float64, n)
	value := f(x, grad)
	var ss, ys [][]float64
	for range rounds {
		dir := direction(grad, ss, ys)
		slope := product(dir, grad)
		if slope >= 0 {
			ss, ys = nil, nil
			for k := range dir {
				dir[k] = -grad[k]
			}
			slope = product(dir, grad)
		}
		step := 1.0
		if len(ss) == 0 {
			step = 1 / math.Sqrt(product(grad, grad))
		}
		next, nextGrad := make([]float64, n), make([]float64, n)
		var to float64
		for range 30 {
			for k := range x {
				next[k] = x[k] + step*dir[k]
			}
			if to = f(next, nextGrad); to <= value+1e-4*step*slope {
				break
			}
			step /= 2
		}
		s, y := make([]float64, n), make([]float64, n)
		for k := range x {
			s[k], y[k] = next[k]-x[k], nextGrad[k]-grad[k]
		}
		if product(s, y) > 1e-10 {
			ss, ys = append(ss, s), append(ys, y)
			if len(ss) > history {
				ss, ys = ss[1:], ys[1:]
			}
		}
		done := value-to < 1e-6*value
		x, grad, value = next, nextGrad, to
		if done {
			break
		}
	}
	return x
}

func direction(grad []float64, ss, ys [][]float64) []float64 {
	q := make([]float64, len(grad))
	copy(q, grad)
	alpha := make([]float64, len(ss))
	for i := len(ss) - 1; i >= 0; i-- {
		alpha[i] = product(ss[i], q) / product(ss[i], ys[i])
		for k := range q {
			q[k] -= alpha[i] * ys[i][k]
		}
	}
	if k := len(ss) - 1; k >= 0 {
		scale := product(ss[k], ys[k]) / product(ys[k], ys[k])
		for i := range q {
			q[i] *= scale
		}
	}
	for i := range ss {
		beta := product(ys[i], q) / product(ss[i], ys[i])
		for k := range q {
			q[k] += (alpha[i] - beta) * ss[i][k]
		}
	}
	for k := range q {
		q[k] = -q[k]
	}
	return q
}

func product(a, b []float64) (s float64) {
	for k := range a {
		s += a[k] * b[k]
	}
	return s
}
