package relevance

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Trial is a way to tell relevant documents, tried on judged ones.
type Trial struct {
	Name string
	Confusion
	Rated              []Rated
	AUC, MeanPrecision float64 // means of the Areas of the folds
}

// way makes, of samples, a function that gives a score to a sample and decides by it. The score is for the curves.
type way struct {
	name  string
	learn func(s *Samples) (score func(*sample) float64, threshold float64)
}

// CrossValidate tries a method by cross-validation: each fold is rated by what was learnt from the others. Beside it are the
// method without each feature in turn, and simple rules: to keep everything, to judge a document by its nearest cluster, by the
// linear weights of clusters, and by each number alone. The threshold of a rule, and of the neuron, is that which is best for the
// samples it learns from. Ratings of different folds cannot be compared: a fold with one more relevant document has one less to
// learn from, and so gets lower ratings. So an area is the mean over the folds that have documents of both classes; NaN if none
// has.
func CrossValidate(s *Samples, folds int, opt Options) []Trial {
	of := s.folds(folds, opt.Seed)
	ways := append([]way{{string(opt.Method), s.byModel(opt, -1)}}, s.rules()...)
	if len(s.Features) > 1 {
		for f, feature := range s.Features {
			ways = append(ways, way{string(opt.Method) + " without " + feature.Name, s.byModel(opt, f)})
		}
	}
	var trials []Trial
	for _, w := range ways {
		trial, areas := Trial{Name: w.name}, 0.0
		for fold := range folds {
			score, threshold := w.learn(s.some(others(of, fold)))
			first := len(trial.Rated)
			for i := range s.list {
				o := &s.list[i]
				if of[i] == fold {
					x := score(o)
					trial.Add(x > threshold, o.class() == 1)
					trial.Rated = append(trial.Rated, Rated{x, o.class() == 1})
				}
			}
			if auc, precision := Areas(trial.Rated[first:]); !math.IsNaN(auc) {
				trial.AUC, trial.MeanPrecision, areas = trial.AUC+auc, trial.MeanPrecision+precision, areas+1
			}
		}
		trial.AUC, trial.MeanPrecision = trial.AUC/areas, trial.MeanPrecision/areas
		trials = append(trials, trial)
	}
	return trials
}

// byModel rates by a model, without a feature unless that is -1.
func (s *Samples) byModel(opt Options, without int) func(*Samples) (func(*sample) float64, float64) {
	return func(train *Samples) (func(*sample) float64, float64) {
		if without >= 0 {
			train = train.without(without)
		}
		m := opt.Learn(train)
		score := func(o *sample) float64 { return m.rate(s, o) }
		if m.Method == Neuron { // it has no threshold of its own
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
	no, yes := s.Classes()
	if no == 0 || yes == 0 {
		return max(no, yes)
	}
	return min(no, yes)
}

// folds deals the samples of each class to folds, in a random order.
func (s *Samples) folds(folds int, seed uint64) []int {
	random := rand.New(rand.NewPCG(seed, uint64(folds)))
	of, next := make([]int, len(s.list)), 0
	order := random.Perm(len(s.list))
	for class := range 2 {
		for _, i := range order {
			if s.list[i].class() == class {
				of[i] = next % folds
				next++
			}
		}
	}
	return of
}

// others are the samples that are not in a fold.
func others(of []int, fold int) (list []int) {
	for i, f := range of {
		if f != fold {
			list = append(list, i)
		}
	}
	return list
}
