package relevance

import "math"

// A problem is a logistic regression with a quadratic penalty: the sum of the losses of all rows, and half of penalty times the
// square of the weights. The last weight is the constant, which is not punished.
type problem struct {
	rows    []row
	targets []float64 // 0 … 1
	costs   []float64 // what the loss of a row counts
	weights int
	penalty float64
}

// row is what is known of a sample.
type row struct {
	sparse []value   // by the numbers of their weights
	dense  []float64 // by the weights behind them
}

const (
	mostSteps  = 60   // of Newton
	mostInner  = 100  // of conjugate gradients, in each
	precision  = 1e-5 // of the gradient, in parts of that at the start
	innerShare = 0.1
)

// dot is the row times the weights, and the constant.
func (p *problem) dot(r *row, w []float64) float64 {
	sum, dense := w[p.weights-1], w[p.weights-1-len(r.dense):]
	for _, v := range r.sparse {
		sum += w[v.column] * float64(v.x)
	}
	for i, x := range r.dense {
		sum += dense[i] * x
	}
	return sum
}

// add adds the row, times a factor, to weights.
func (p *problem) add(r *row, factor float64, w []float64) {
	dense := w[p.weights-1-len(r.dense):]
	for _, v := range r.sparse {
		w[v.column] += factor * float64(v.x)
	}
	for i, x := range r.dense {
		dense[i] += factor * x
	}
	w[p.weights-1] += factor
}

// loss is the value to make small, and leaves the products of the rows in z.
func (p *problem) loss(w, z []float64) float64 {
	sum := p.penalty / 2 * squareOf(w[:p.weights-1])
	for i := range p.rows {
		z[i] = p.dot(&p.rows[i], w)
		sum += p.costs[i] * crossEntropy(z[i], p.targets[i])
	}
	return sum
}

// crossEntropy is the loss of a sample whose rating is sigmoid(z).
func crossEntropy(z, target float64) float64 {
	return max(z, 0) - z*target + math.Log1p(math.Exp(-math.Abs(z)))
}

// solve finds the weights by Newton's method, whose steps are found by conjugate gradients. It begins at w.
func (p *problem) solve(w []float64) {
	n := p.weights
	gradient, step := make([]float64, n), make([]float64, n)
	product, residual, direction := make([]float64, n), make([]float64, n), make([]float64, n)
	z, curvature, trial := make([]float64, len(p.rows)), make([]float64, len(p.rows)), make([]float64, n)
	loss := p.loss(w, z)
	first := 0.0
	for range mostSteps {
		for i := range gradient {
			gradient[i] = p.penalty * w[i]
		}
		gradient[n-1] = 0
		for i := range p.rows {
			o := sigmoid(z[i])
			p.add(&p.rows[i], p.costs[i]*(o-p.targets[i]), gradient)
			curvature[i] = p.costs[i] * o * (1 - o)
		}
		size := math.Sqrt(squareOf(gradient))
		if first == 0 {
			first = size
		}
		if size <= precision*first || size == 0 {
			return
		}
		p.direction(gradient, curvature, step, residual, direction, product)
		if loss = p.walk(w, step, trial, z, loss, gradient); math.IsInf(loss, 1) {
			return
		}
	}
}

// direction solves Hessian · step = -gradient, nearly.
func (p *problem) direction(gradient, curvature, step, residual, direction, product []float64) {
	for i, g := range gradient {
		step[i], residual[i], direction[i] = 0, -g, -g
	}
	square := squareOf(residual)
	enough := innerShare * innerShare * square
	for range mostInner {
		for i, d := range direction {
			product[i] = p.penalty * d
		}
		product[p.weights-1] = 0
		for i := range p.rows {
			p.add(&p.rows[i], curvature[i]*p.dot(&p.rows[i], direction), product)
		}
		bend := 0.0
		for i, d := range direction {
			bend += d * product[i]
		}
		if bend <= 0 {
			return
		}
		length := square / bend
		for i := range step {
			step[i] += length * direction[i]
			residual[i] -= length * product[i]
		}
		before := square
		if square = squareOf(residual); square <= enough {
			return
		}
		for i := range direction {
			direction[i] = residual[i] + square/before*direction[i]
		}
	}
}

// walk goes the step, or half of it, or a quarter, until the loss is clearly less. It is infinite if there is no such place.
func (p *problem) walk(w, step, trial, z []float64, loss float64, gradient []float64) float64 {
	slope := 0.0
	for i, g := range gradient {
		slope += g * step[i]
	}
	for length := 1.0; length > 1e-8; length /= 2 {
		for i := range trial {
			trial[i] = w[i] + length*step[i]
		}
		if now := p.loss(trial, z); now < loss && now <= loss+1e-4*length*slope {
			copy(w, trial)
			return now
		}
	}
	return math.Inf(1)
}

func squareOf(v []float64) (sum float64) {
	for _, x := range v {
		sum += x * x
	}
	return sum
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
