package relevance

import (
	"slices"
)

// A Trial is a way to tell relevant documents, tried on judged ones.
type Trial struct {
	Name string
	Confusion
	Rated []Rated
}

// way makes, of samples, a function that gives a score to a sample and decides by it. The score is for the curves.
type way struct {
	name  string
	learn func(s *Samples) (score func(*sample) float64, threshold float64)
}

// Learner makes a model of samples.
type Learner func(*Samples) *Model

// CrossValidate tries a method by cross-validation: each fold is rated by what was learnt from the others. Beside it are the
// method without each feature in turn, and simple rules: to keep everything, to judge a document by its nearest cluster, by the
// linear weights of clusters, and by each number alone. The threshold of a rule, and of the neuron, is that which is best for the
// samples it learns from.
func CrossValidate(s *Samples, folds int, seed uint64, method string, learner Learner) []Trial {
	of := s.folds(folds, seed)
	ways := append([]way{{method, s.byModel(learner, -1)}}, s.rules()...)
	if len(s.Features) > 1 {
		for f, feature := range s.Features {
			ways = append(ways, way{method + " without " + feature.Name, s.byModel(learner, f)})
		}
	}
	var trials []Trial
	for _, w := range ways {
		trial := Trial{Name: w.name}
		for fold := range folds {
			score, threshold := w.learn(s.some(others(of, fold)))
			for i := range s.list {
				o := &s.list[i]
				if of[i] == fold {
					x := score(o)
					trial.Add(x > threshold, o.class() == 1)
					trial.Rated = append(trial.Rated, Rated{x, o.class() == 1})
				}
			}
		}
		trials = append(trials, trial)
	}
	return trials
}

// byModel rates by a model, without a feature unless that is -1.
func (s *Samples) byModel(learner Learner, without int) func(*Samples) (func(*sample) float64, float64) {
	return func(train *Samples) (func(*sample) float64, float64) {
		if without >= 0 {
			train = train.without(without)
		}
		m := learner(train)
		score := func(o *sample) float64 { return m.rate(s, o) }
		if m.Method == "neuron" { // it has no threshold of its own
			return ruled(train, score)
		}
		return score, 0.5
	}
}

// rules are the simple ways.
func (s *Samples) rules() []way {
	list := []way{{"keep everything", func(*Samples) (func(*sample) float64, float64) {
		return func(*sample) float64 { return 1 }, 0
	}}}
	if slices.ContainsFunc(s.Features, func(f Feature) bool { return f.Kind == Clusters }) {
		list = append(list, way{"nearest cluster", nearest}, way{"clusters, linear", linear})
	}
	for at, w := range s.dense {
		if f := s.Features[w.feature]; f.Kind.IsNumber() {
			list = append(list, way{f.Name + " alone", func(train *Samples) (func(*sample) float64, float64) {
				return ruled(train, func(o *sample) float64 { return o.dense[at] })
			}})
		}
	}
	return list
}

// ruled finds the threshold of a score.
func ruled(train *Samples, score func(*sample) float64) (func(*sample) float64, float64) {
	var rated []Rated
	for i := range train.list {
		rated = append(rated, Rated{score(&train.list[i]), train.list[i].class() == 1})
	}
	return score, BestThreshold(rated)
}

// clusterWeights are what an expert who judged the samples would give to the clusters: the mean of the judgements of the
// documents that are nearest to it. It is the mean of all where there are none.
func clusterWeights(train *Samples) (of []float64, mean float64) {
	sum, n := make([]float64, len(train.dense)), make([]float64, len(train.dense))
	for i := range train.list {
		o := &train.list[i]
		mean += o.target / float64(len(train.list))
		if o.nearest >= 0 {
			sum[o.nearest] += o.target
			n[o.nearest]++
		}
	}
	for i := range sum {
		if n[i] == 0 {
			sum[i], n[i] = mean, 1
		}
		sum[i] /= n[i]
	}
	return sum, mean
}

func nearest(train *Samples) (func(*sample) float64, float64) {
	of, mean := clusterWeights(train)
	return ruled(train, func(o *sample) float64 {
		if o.nearest < 0 {
			return mean
		}
		return of[o.nearest]
	})
}

func linear(train *Samples) (func(*sample) float64, float64) {
	of, _ := clusterWeights(train)
	return ruled(train, func(o *sample) float64 {
		sum := 0.0
		for at, w := range train.dense {
			if train.Features[w.feature].Kind == Clusters {
				sum += of[at] * o.dense[at]
			}
		}
		return sum
	})
}

// MostFolds is how many folds the samples allow: each must have a document of each class, or, of one class only, a document.
func (s *Samples) MostFolds() int {
	n := s.classes()
	if n[0] == 0 || n[1] == 0 {
		return max(n[0], n[1])
	}
	return min(n[0], n[1])
}

// Classes are how many samples are not relevant, and how many are.
func (s *Samples) Classes() (no, yes int) {
	n := s.classes()
	return n[0], n[1]
}

// Learnable reports whether a feature differs among the samples: if none does, nothing can be learnt.
func (s *Samples) Learnable() bool {
	for i := range s.list {
		if i > 0 && (!slices.Equal(s.list[i].sparse, s.list[0].sparse) || !slices.Equal(s.list[i].dense, s.list[0].dense)) {
			return true
		}
	}
	return false
}
