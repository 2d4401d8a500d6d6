package relevance

import (
	"errors"
	"slices"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Expert has the weights that an expert gives to clusters: how relevant each is for a topic, from 0 to 1.
type Expert struct {
	Topics []int32 // ascending

	of   map[int32][]topicWeight // by cluster
	sums []sums                  // of a document, by topic
	all  spread
	last int32 // the greatest cluster of all documents so far; -1: there was none
}

type topicWeight struct {
	topic  int // its place in Topics
	weight float64
}

// ReadExpert reads (cluster, topic, weight), sorted by 1,2, each pair once. check is told what they take.
func ReadExpert(in tuple.Input, check func(taken int64) error) (*Expert, error) {
	e := &Expert{of: map[int32][]topicWeight{}, all: noSpread, last: -1}
	ordered := in.InOrder(3, true, 0, 1)
	r := tuple.NewReader(ordered, 3)
	n := int64(0)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		n++
		weight := float64(tuple.F32Value(rec[2]))
		if weight > 1 {
			return nil, vfs.Named(in.Name, &tuple.PlaceError{Record: n, Err: errMore})
		}
		if !slices.Contains(e.Topics, rec[1]) {
			e.Topics = append(e.Topics, rec[1])
		}
		e.of[rec[0]] = append(e.of[rec[0]], topicWeight{int(rec[1]), weight})
		if err := check(weightBytes * n); err != nil {
			return nil, err
		}
	}
	slices.Sort(e.Topics)
	for _, list := range e.of {
		for i := range list {
			list[i].topic, _ = slices.BinarySearch(e.Topics, int32(list[i].topic))
		}
	}
	e.sums = make([]sums, len(e.Topics))
	return e, r.Err()
}

var errMore = errors.New("the weight of a cluster must be from 0 to 1, this is more")

// Add takes the similarity of the document to a cluster.
func (e *Expert) Add(cluster int32, similarity float32) {
	x := float64(similarity)
	e.all.add(x)
	e.last = max(e.last, cluster)
	for _, w := range e.of[cluster] {
		s := &e.sums[w.topic]
		s.dot += w.weight * x
		s.weights += w.weight
	}
}

// Last is the greatest cluster of the documents so far, and the greatest that has a weight; -1: there is none.
func (e *Expert) Last() (seen, weighed int32) {
	weighed = -1
	for cluster := range e.of {
		weighed = max(weighed, cluster)
	}
	return e.last, weighed
}

// Scores passes on the score of the document for each topic (Nitsche 2003, 4.3.2.4.5): the sum of the weights of the clusters
// times its nearness to them, which is brought to 0 … 100. The next document begins.
func (e *Expert) Scores(use func(topic int32, score float64)) {
	for i := range e.sums {
		s, score := &e.sums[i], 0.0
		if e.all.most > e.all.least {
			score = max(0, 100*(s.dot-e.all.least*s.weights)/(e.all.most-e.all.least))
		}
		use(e.Topics[i], score)
		*s = sums{}
	}
	e.all = noSpread
}
