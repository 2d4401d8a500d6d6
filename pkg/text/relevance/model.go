package relevance

import "math"

// Method is how a model is learnt.
type Method string

// The methods.
const (
	Logistic Method = "logistic"
	Neuron   Method = "neuron"
)

// Methods are all methods.
var Methods = []Method{Logistic, Neuron}

// Options say how to learn.
type Options struct {
	Method Method
	Neuron NeuronOptions
	Seed   uint64 // of the random numbers
}

// Learn makes a model of samples.
func (o *Options) Learn(s *Samples) *Model {
	if o.Method == Neuron {
		return s.byNeuron(o.Neuron, o.Seed)
	}
	return s.byLogistic(o.Seed)
}

// A Model is what was learnt.
type Model struct {
	Method   Method
	Clamp    bool // of the neuron
	Judged   int  // documents that it was learnt from
	Relevant int  // of these
	Penalty  float64
	Bias     float64
	Features []Weights
}

// Weights are what a feature counts.
type Weights struct {
	Feature
	Scale    float64           // what a number is divided by
	Number   float64           // the weight of a number
	Of       map[int32]float64 // the weights of terms or clusters
	Clusters int32             // how many clusters there are; 0: that is not known
}

// model is one without weights.
func (s *Samples) model(method Method) *Model {
	_, yes := s.Classes()
	m := &Model{Method: method, Judged: len(s.list), Relevant: yes}
	for i, f := range s.Features {
		w := Weights{Feature: f, Scale: 1, Clusters: s.Scales[i].Clusters}
		if !f.Kind.IsNumber() {
			w.Of = map[int32]float64{}
		}
		m.Features = append(m.Features, w)
	}
	return m
}

// Finite reports whether all weights can be written.
func (m *Model) Finite() bool {
	finite := func(x float64) bool { return math.Abs(x) <= math.MaxFloat32 } // not NaN
	all := finite(m.Bias)
	for _, f := range m.Features {
		all = all && finite(f.Scale) && finite(f.Number)
		for _, w := range f.Of {
			all = all && finite(w)
		}
	}
	return all
}

// set gives a column its weight. Weights of 0 are left out.
func (m *Model) set(of weight, w float64) {
	switch f := &m.Features[of.feature]; {
	case f.Kind.IsNumber():
		f.Number = w
	case w != 0:
		f.Of[of.column] = w
	}
}

// A Rater rates documents by a model. It adds up what the values of a document weigh, and keeps none of them.
type Rater struct {
	model *Model
	sums  []sums
	seen  []int32 // by feature, one more than the greatest cluster of all documents so far
}

// sums are what the values of one feature of a document add up to.
type sums struct {
	dot     float64 // weights times values
	weights float64 // of the clusters that the document has
	square  float64 // of the values
	spread
}

// NewRater is a rater whose document has no values yet.
func NewRater(m *Model) *Rater {
	r := &Rater{m, make([]sums, len(m.Features)), make([]int32, len(m.Features))}
	r.clear()
	return r
}

func (r *Rater) clear() {
	for i := range r.sums {
		r.sums[i] = sums{spread: noSpread}
	}
}

// Add takes a value of the document.
func (r *Rater) Add(feature int, column int32, v float32) {
	f, s, x := &r.model.Features[feature], &r.sums[feature], float64(v)
	switch f.Kind {
	case Vector:
		s.square += x * x
		s.dot += f.Of[column] * x
	case Clusters:
		w := f.Of[column]
		s.spread.add(x)
		s.dot += w * x
		s.weights += w
		r.seen[feature] = max(r.seen[feature], column+1)
	default:
		s.dot += x
	}
}

// Clusters is how many clusters a feature has, by the documents so far, and how many the model: 0 where that is not known.
func (r *Rater) Clusters(feature int) (seen, model int32) {
	return r.seen[feature], r.model.Features[feature].Clusters
}

// Rate is how relevant the document is, from 0 to 1. The next document begins.
func (r *Rater) Rate() float64 {
	z := r.model.Bias
	for i := range r.sums {
		f, s := &r.model.Features[i], &r.sums[i]
		switch {
		case f.Kind == Vector && s.square > 0:
			z += s.dot / math.Sqrt(s.square)
		case f.Kind == Clusters && s.most > s.least:
			z += (s.dot - s.least*s.weights) / (s.most - s.least)
		case f.Kind.IsNumber():
			z += r.model.weigh(f, s.dot)
		}
	}
	r.clear()
	return r.model.output(z)
}

// rate rates a sample.
func (m *Model) rate(s *Samples, o *sample) float64 {
	z := m.Bias
	for _, v := range o.sparse {
		of := s.columns[v.column]
		z += m.Features[of.feature].Of[of.column] * float64(v.x)
	}
	for i, of := range s.dense {
		f := &m.Features[of.feature]
		if f.Kind == Clusters {
			z += f.Of[of.column] * o.dense[i]
		} else {
			z += m.weigh(f, o.dense[i])
		}
	}
	return m.output(z)
}

// weigh is what the number x of a feature adds to the sum of a document.
func (m *Model) weigh(f *Weights, x float64) float64 {
	if m.Method == Neuron {
		return f.Number * x / f.Scale
	}
	return f.Number * transform(x, f.Scale)
}

// output is how relevant a document with the sum z is, from 0 to 1.
func (m *Model) output(z float64) float64 {
	if m.Method == Neuron {
		return fermi(z, m.Clamp)
	}
	return sigmoid(z)
}
