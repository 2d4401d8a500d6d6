package cluster

import (
	"math"
	"math/rand/v2"

	"webmill/pkg/hashes"
	"webmill/pkg/text/cluster/vectors"
)

// Neighbours says how far the neurons around a winner move with it.
type Neighbours string

// The functions of the distance d of neurons on the map, by Nitsche 2003, 3.4.4.
const (
	Gaussian Neighbours = "gaussian" // exp(-d² / 2 sigma²) as far as the winner
	Bubble   Neighbours = "bubble"   // as far as the winner, where d ≤ sigma
)

// AllNeighbours are all of them.
var AllNeighbours = []Neighbours{Gaussian, Bubble}

// som is a map of neurons: each document moves the centroid most like it towards itself, and those near that on the map. In the
// first phase neurons find their order, in the second one their places. Nitsche 2003, 3.4.4.
type som struct {
	job    *job
	to     *scorer
	random *rand.Rand
	docs   []vectors.Vector
	way    []float64 // what share of the way a neuron goes, by the square of its distance on the map
}

// shrinking is a figure that goes from one value to another in equal steps.
type shrinking struct{ from, to float64 }

func (s shrinking) at(share float64) float64 { return s.from + (s.to-s.from)*share }

// phase is a part of the sweeps. Epsilon is the share of the way that a winner goes.
type phase struct {
	sweeps         int
	epsilon, sigma shrinking
}

// phases are both: the first has an eleventh of the sweeps, so the second ten times as many.
func (j *job) phases() []phase {
	first := (j.Sweeps + 10) / 11
	half := max(1, math.Sqrt(float64(j.span()))/2)
	return []phase{
		{first, shrinking{0.3, 0.05}, shrinking{half, 1}},
		{j.Sweeps - first, shrinking{0.05, 0.005}, shrinking{1, 0.3}},
	}
}

// width is how many neurons a row of the map has: a square, or a line, which is a column.
func (j *job) width() int32 {
	if j.Dimensions == 1 {
		return 1
	}
	return int32(math.Ceil(math.Sqrt(float64(j.K))))
}

// span is the square of the greatest distance on the map.
func (j *job) span() int32 {
	w := j.width()
	rows := (int32(j.K)+w-1)/w - 1
	return rows*rows + (w-1)*(w-1)
}

// between is the square of the distance of two neurons on the map.
func (j *job) between(i, k int32) int32 {
	w := j.width()
	rows, columns := i/w-k/w, i%w-k%w
	return rows*rows + columns*columns
}

// organise moves the neurons, and leaves each document in the cluster of the neuron most like it.
func (j *job) organise(stats *Stats) error {
	if err := j.sum(0); err != nil {
		return err
	}
	s := &som{job: j, to: j.alike.scorer(j.centroids), random: rand.New(rand.NewPCG(j.Seed, hashes.Golden))}
	s.way = make([]float64, j.span()+1)
	for _, p := range j.phases() {
		step, steps := int64(0), j.set.Docs*int64(p.sweeps)
		for range p.sweeps {
			counted := j.Begin("sweep", j.set.Bytes())
			err := s.mixed(func(v vectors.Vector) {
				if step%(steps/stepsEach+1) == 0 {
					share := float64(step) / float64(steps)
					s.shrink(p.epsilon.at(share), p.sigma.at(share))
				}
				s.learn(v)
				step++
			})
			if err != nil {
				return err
			}
			counted.Add(j.set.Bytes())
		}
	}
	s.job.weigh(1, func(int) bool { return false })
	return s.assign(stats)
}

// assign sorts the documents into clusters, and counts those whose second neuron is no neighbour of the first.
func (s *som) assign(stats *Stats) error {
	apart := make([]int64, s.job.Threads)
	err := s.job.store.Each(s.job.set, func(worker int) func(int64, vectors.Vector) error {
		to := s.job.alike.scorer(s.job.centroids)
		return func(n int64, v vectors.Vector) error {
			values := to.scores(v)
			winner := nearest(values)
			s.job.inCluster[n] = winner
			values[winner] = math.Inf(-1)
			if s.job.between(winner, nearest(values)) > 2 {
				apart[worker]++
			}
			return nil
		}
	})
	for _, n := range apart {
		stats.Apart += n
	}
	return err
}

// mixed goes through the documents, with the pieces in any order, and the documents of each.
func (s *som) mixed(use func(v vectors.Vector)) error {
	in := s.job.store.NewReader()
	for _, i := range s.random.Perm(s.job.set.Pieces()) {
		piece, err := in.Piece(s.job.set, i)
		if err != nil {
			return err
		}
		s.docs = s.docs[:0]
		for _, v := range piece.All {
			s.docs = append(s.docs, v)
		}
		s.random.Shuffle(len(s.docs), func(i, k int) { s.docs[i], s.docs[k] = s.docs[k], s.docs[i] })
		for _, v := range s.docs {
			use(v)
		}
	}
	return nil
}

// Epsilon and sigma shrink about stepsEach times in a phase. A neuron that goes less than leastWay of what the winner goes stays.
// The centroid of one that goes counts as more and more documents, up to mostDocs.
const (
	stepsEach = 1000
	leastWay  = 0.01
	mostDocs  = 1e60
)

// shrink sets how far neurons go.
func (s *som) shrink(epsilon, sigma float64) {
	for d := range s.way {
		way := 0.0
		switch square := float64(d); {
		case s.job.Neighbours == Gaussian:
			way = math.Exp(-square / (2 * sigma * sigma))
		case square <= sigma*sigma:
			way = 1
		}
		s.way[d] = 0
		if way >= leastWay {
			s.way[d] = epsilon * way
		}
	}
}

// learn moves neurons towards a document.
func (s *som) learn(v vectors.Vector) {
	winner, great := nearest(s.to.scores(v)), false
	for k := range int32(s.job.K) {
		if way := s.way[s.job.between(winner, k)]; way > 0 {
			docs := &s.job.centroids.docs[k]
			s.to.take(v, k, *docs*way/(1-way))
			great = great || *docs > mostDocs
		}
	}
	if great {
		s.job.weigh(1/mostDocs, func(int) bool { return false })
	}
}
