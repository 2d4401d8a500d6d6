package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// drawn is rows of random features, whose class depends on them; noise turns some round.
func drawn(random *rand.Rand, n int, noise float64, class func(x []float32) bool) *rows {
	r := &rows{width: 3}
	for range n {
		x := []float32{float32(random.NormFloat64()), float32(5 + 3*random.NormFloat64()), 7} // the last is the same in all
		y := float32(0)
		if class(x) != (random.Float64() < noise) {
			y = 1
		}
		r.add(x, y, 0.5+random.Float32())
	}
	return r
}

// TestSeparable: a line between two classes is found.
func TestSeparable(t *testing.T) {
	r := drawn(rand.New(rand.NewPCG(1, 1)), 400, 0, func(x []float32) bool { return 2*x[0]+x[1] > 6 })
	m := fitLinear(r, 1e-3, 200)
	for i := range r.n {
		if (m.LogOdds(r.row(i)) > 0) != (r.y[i] == 1) && math.Abs(float64(2*r.row(i)[0]+r.row(i)[1]-6)) > 0.1 {
			t.Errorf("%v is of the wrong class", r.row(i))
		}
	}
}

// TestDescent: the weights are those to which plain steps down the slope lead.
func TestDescent(t *testing.T) {
	const ridge = 3
	r := drawn(rand.New(rand.NewPCG(1, 2)), 300, 0.2, func(x []float32) bool { return x[0]-x[1] > -5 })
	m := fitLinear(r, ridge, 500)
	var w [4]float64 // the last is the constant
	for range 4000 {
		var grad [4]float64
		for i := range r.n {
			var z [4]float64
			z[3] = 1
			s := w[3]
			for k := range 3 {
				z[k] = float64((r.row(i)[k] - m.Mean[k]) * m.Inverse[k])
				s += w[k] * z[k]
			}
			e := float64(r.w[i]) * (1/(1+math.Exp(-s)) - float64(r.y[i]))
			for k := range z {
				grad[k] += e * z[k]
			}
		}
		for k := range w {
			if k < 3 {
				grad[k] += ridge * w[k]
			}
			w[k] -= 0.01 * grad[k]
		}
	}
	for k := range 3 {
		if math.Abs(w[k]-float64(m.Weights[k])) > 0.01 {
			t.Errorf("weight %d is %v, not %v", k, m.Weights[k], w[k])
		}
	}
	if math.Abs(w[3]-float64(m.Constant)) > 0.01 || m.Weights[2] != 0 {
		t.Errorf("constant %v, not %v; %v", m.Constant, w[3], m.Weights)
	}
}

// TestMinimize: the least value of a long narrow valley is found.
func TestMinimize(t *testing.T) {
	x := minimize(func(x, grad []float64) float64 {
		a, b := 1-x[0], x[1]-x[0]*x[0]
		grad[0], grad[1] = -2*a-40*x[0]*b, 20*b
		return 1 + a*a + 10*b*b
	}, []float64{-1.2, 1}, 500)
	if math.Abs(x[0]-1) > 0.01 || math.Abs(x[1]-1) > 0.02 {
		t.Error(x)
	}
}
