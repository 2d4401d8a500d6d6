package relevance

import (
	"math"
	"slices"
)

// The penalties that are tried, the greatest first. That of 1 is what other programs begin with.
var penalties = []float64{10, 3, 1, 0.3, 0.1, 0.03, 0.01}

const (
	innerFolds  = 5
	numberShare = 0.1 // of a number of mean 0 and deviation 1, beside vectors of length 1
)

// scaling is how dense values are brought to a mean of 0 and to one size.
type scaling struct{ mean, factor []float64 }

// transform is a number as logistic regression takes it: large numbers are pressed together.
func transform(x, scale float64) float64 { return math.Log1p(x / scale) }

// scaleOf is what a number is divided by.
func (s *Samples) scaleOf(feature int) float64 {
	scale := s.Scales[feature]
	if s.Features[feature].Kind == Count || scale.Sum == 0 {
		return 1
	}
	return scale.Sum / float64(scale.Docs)
}

// transformed are the dense values of a sample.
func (s *Samples) transformed(o *sample) []float64 {
	x := slices.Clone(o.dense)
	for i, w := range s.dense {
		if s.Features[w.feature].Kind.IsNumber() {
			x[i] = transform(x[i], s.scaleOf(w.feature))
		}
	}
	return x
}

// scaling finds the means and the deviations.
func (s *Samples) scaling(dense [][]float64) scaling {
	n, clusters := float64(len(dense)), 0
	c := scaling{make([]float64, len(s.dense)), make([]float64, len(s.dense))}
	for _, w := range s.dense {
		if s.Features[w.feature].Kind == Clusters {
			clusters++
		}
	}
	for i, w := range s.dense {
		sum, square := 0.0, 0.0
		for _, x := range dense {
			sum += x[i]
		}
		c.mean[i] = sum / n
		for _, x := range dense {
			square += (x[i] - c.mean[i]) * (x[i] - c.mean[i])
		}
		share := numberShare
		if s.Features[w.feature].Kind == Clusters {
			share = 0.3 / math.Sqrt(float64(clusters))
		}
		if square > 1e-12*n {
			c.factor[i] = share / math.Sqrt(square/n)
		}
	}
	return c
}

// problem is what is to be solved for the samples. Both classes count the same.
func (s *Samples) problem() (*problem, scaling) {
	p := &problem{weights: len(s.columns) + len(s.dense) + 1}
	var dense [][]float64
	mass := 0.0
	for i := range s.list {
		dense = append(dense, s.transformed(&s.list[i]))
		mass += s.list[i].target
	}
	scale, n := s.scaling(dense), float64(len(s.list))
	for i := range s.list {
		for at := range dense[i] {
			dense[i][at] = (dense[i][at] - scale.mean[at]) * scale.factor[at]
		}
		t := s.list[i].target
		p.rows = append(p.rows, row{s.list[i].sparse, dense[i]})
		yes, no := t*n/(2*mass), (1-t)*n/(2*(n-mass))
		p.targets, p.costs = append(p.targets, yes/(yes+no)), append(p.costs, yes+no)
	}
	return p, scale
}

// byLogistic learns by logistic regression.
func (s *Samples) byLogistic(seed uint64) *Model {
	m := s.model(Logistic)
	if no, yes := s.Classes(); no == 0 || yes == 0 {
		m.Bias = math.Log((float64(yes) + 0.5) / (float64(no) + 0.5))
		return m
	}
	best, shift := s.choose(seed)
	p, scale := s.problem()
	p.penalty = best
	w := make([]float64, p.weights)
	p.solve(w)
	m.Penalty, m.Bias = best, w[p.weights-1]-shift
	for i, column := range s.columns {
		m.set(column, w[i])
	}
	for i, column := range s.dense {
		v := w[len(s.columns)+i] * scale.factor[i]
		m.set(column, v)
		m.Bias -= v * scale.mean[i]
	}
	for f, feature := range s.Features {
		if feature.Kind.IsNumber() {
			m.Features[f].Scale = s.scaleOf(f)
		}
	}
	return m
}

// choose finds the penalty by cross-validation, and the product z above which a document is best called relevant.
func (s *Samples) choose(seed uint64) (penalty, shift float64) {
	no, yes := s.Classes()
	folds := min(innerFolds, no, yes)
	if folds < 2 {
		return 1, 0
	}
	of := s.folds(folds, seed)
	products := make([][]float64, len(penalties))
	for i := range products {
		products[i] = make([]float64, len(s.list))
	}
	for fold := range folds {
		p, scale := s.some(others(of, fold)).problem()
		w := make([]float64, p.weights)
		for i, penalty := range penalties {
			p.penalty = penalty
			p.solve(w)
			for at := range s.list {
				if of[at] == fold {
					products[i][at] = p.dot(s.scaledRow(at, scale), w)
				}
			}
		}
	}
	least := math.Inf(1)
	whole, _ := s.problem()
	var chosen []float64
	for i := range penalties {
		loss := 0.0
		for at, z := range products[i] {
			loss += whole.costs[at] * crossEntropy(z, whole.targets[at])
		}
		if loss < least {
			least, penalty, chosen = loss, penalties[i], products[i]
		}
	}
	rated := make([]Rated, len(chosen))
	for at, z := range chosen {
		rated[at] = Rated{z, s.list[at].class() == 1}
	}
	return penalty, BestThreshold(rated)
}

// scaledRow is the row of a sample by the scaling of others.
func (s *Samples) scaledRow(at int, scale scaling) *row {
	dense := s.transformed(&s.list[at])
	for i := range dense {
		dense[i] = (dense[i] - scale.mean[i]) * scale.factor[i]
	}
	return &row{s.list[at].sparse, dense}
}
