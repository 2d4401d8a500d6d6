package relevance

import (
	"math/rand/v2"
)

// NeuronOptions say how the neuron learns.
type NeuronOptions struct {
	Rounds int     // how often it sees all samples
	Rate   float64 // how far it learns from one
	Clamp  bool    // what goes into its last function is brought to 0 … 1
}

// fermi is the function that gives the output of the neuron: threshold 0.5, slope 0.5.
func fermi(net float64, clamp bool) float64 {
	if clamp {
		net = max(0, min(1, net))
	}
	return sigmoid(2 * (net - 0.5))
}

// learn is the delta rule: the weights move by what one sample teaches.
func learn(w, x []float64, target float64, opt NeuronOptions) {
	net := 0.0
	for i, v := range x {
		net += w[i] * v
	}
	step := opt.Rate * (target - fermi(net, opt.Clamp))
	for i, v := range x {
		w[i] += step * v
	}
}

// byNeuron learns by a neuron as Nitsche 2003 has it (4.3.2.4.5, 7.4.1.4). Vectors have no part in it.
func (s *Samples) byNeuron(opt NeuronOptions, seed uint64) *Model {
	m := s.model(Neuron)
	m.Clamp = opt.Clamp
	random := rand.New(rand.NewPCG(seed, 0))
	w := make([]float64, len(s.dense))
	for i, of := range s.dense {
		if s.Features[of.feature].Kind == Clusters {
			w[i] = random.Float64()
		}
	}
	inputs := make([][]float64, len(s.list))
	for i := range s.list {
		inputs[i] = append(inputs[i], s.list[i].dense...)
		for at, of := range s.dense {
			if s.Features[of.feature].Kind.IsNumber() {
				inputs[i][at] /= s.most(of.feature)
			}
		}
	}
	for range opt.Rounds {
		for i, x := range inputs {
			learn(w, x, s.list[i].target, opt)
		}
	}
	for i, of := range s.dense {
		m.set(of, w[i])
	}
	for f, feature := range s.Features {
		if feature.Kind.IsNumber() {
			m.Features[f].Scale = s.most(f)
		}
	}
	return m
}

// most is the greatest value of a number; 1 if all are 0.
func (s *Samples) most(feature int) float64 {
	if s.Scales[feature].Max == 0 {
		return 1
	}
	return s.Scales[feature].Max
}
