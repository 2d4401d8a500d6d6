package cluster

import (
	"math"

	"webmill/pkg/text/cluster/vectors"
)

// Similarity says how alike a document x and the centroid y of a cluster are. More is more alike.
type Similarity string

// The similarities. A sum is over terms; a term lacks in a vector where its weight is 0.
const (
	Cosine Similarity = "cosine" // Σ xy / (|x| |y|)
	Euclid Similarity = "euclid" // -|x-y|
	Dot    Similarity = "dot"    // Σ xy
	// Penalty is the p-correlation: Σ xy + p (Σ x where y lacks + Σ y where x lacks).
	Penalty Similarity = "p"
	// Coded is the p-correlation of the program, with p = -1: only what lacks in the vector with more terms counts, each times
	// the idf of its term. Where both have equally many, it is the document: its terms that the centroid lacks do not count.
	Coded Similarity = "p-coded"
	// Unico is Σ xy by the number of common terms, less the mean of the weights whose term the other one lacks; at least 0.
	Unico Similarity = "unico"
)

// Similarities are all similarities.
var Similarities = []Similarity{Cosine, Euclid, Dot, Penalty, Coded, Unico}

// Metric reports whether the greatest similarity is the least of distances that obey the triangle inequality.
func (s Similarity) Metric() bool { return s == Cosine || s == Euclid }

// distance is what a similarity says by a metric; for the cosine, vectors have the length 1.
func (s Similarity) distance(similarity float64) float64 {
	if s == Cosine {
		return math.Sqrt(max(0, 2-2*similarity))
	}
	return -similarity
}

// positive makes similarities of a document to all centroids numbers that are not negative, in the same order: by Euclid
// 1/(1+|x-y|), by Penalty and Coded what they have more than the least of them.
func (s Similarity) positive(values []float64) {
	least := 0.0
	if s == Penalty || s == Coded {
		least = math.Inf(1)
		for _, x := range values {
			if x > math.Inf(-1) { // the cluster has documents
				least = min(least, x)
			}
		}
	}
	for k, x := range values {
		if s == Euclid {
			values[k] = 1 / (1 - x)
		} else {
			values[k] = max(0, x-least)
		}
	}
}

// same reports whether a document with this similarity does not differ from the centroid, but for rounding. Without a metric,
// that is if it is as like the centroid as it is like itself. A document without weights does not differ from any centroid.
func (s Similarity) same(similarity float64, x document) bool {
	own := x.square
	switch {
	case s == Euclid:
		return similarity >= -margin
	case x.square == 0:
		return similarity >= 0
	case s == Cosine:
		return similarity >= 1-margin
	case s == Unico:
		own /= float64(x.terms)
	}
	return math.Abs(similarity-own) <= margin*own
}

// measure is a similarity with all that it needs.
type measure struct {
	similarity Similarity
	p          float64
	factor     []float64 // of each term, for Coded; nil: 1
}

// scorer compares a vector with all centroids. It is for one goroutine.
type scorer struct {
	measure
	to     *centroids
	dots   []float64 // scalar products with the sums
	values []float64 // similarities
	common []shared
	last   document // whose scores were found last
}

// shared is what a document and a centroid have in common.
type shared struct {
	x, y  float64 // the weights of the common terms, times their factors
	terms int32
}

func (m measure) scorer(to *centroids) *scorer {
	s := &scorer{measure: m, to: to, dots: make([]float64, to.k), values: make([]float64, to.k)}
	if !m.similarity.dotOnly() {
		s.common = make([]shared, to.k)
	}
	return s
}

// dotOnly reports whether the scalar product and figures of the two vectors are all that the similarity needs.
func (s Similarity) dotOnly() bool { return s == Cosine || s == Euclid || s == Dot }

// byDot is the similarity of two vectors with these squares and this scalar product, where it needs no more.
func (s Similarity) byDot(x, dot, y float64) float64 {
	switch s {
	case Cosine:
		if x*y > 0 {
			return dot / math.Sqrt(x*y)
		}
		return 0
	case Euclid:
		return -math.Sqrt(max(0, x-2*dot+y))
	}
	return dot
}

// scores are the similarities of a vector to all centroids. They are valid until the next call.
func (s *scorer) scores(v vectors.Vector) []float64 {
	switch {
	case s.common != nil:
		s.shared(v)
		s.last = s.document(v)
	case s.to.isPair():
		s.last.terms = int32(len(v.Terms))
		s.dots[0], s.dots[1], s.last.square = s.to.pairDots(v)
	default:
		s.to.dots(v, s.dots)
		s.last = s.document(v)
	}
	for k, dot := range s.dots {
		s.values[k] = s.score(s.last, dot, int32(k))
	}
	return s.values
}

// one is the similarity of a vector to one centroid.
func (s *scorer) one(v vectors.Vector, k int32) float64 {
	if s.common == nil {
		return s.score(s.document(v), s.to.dot(v, k), k)
	}
	return s.scores(v)[k]
}

// document is what a similarity asks of a vector as a whole.
type document struct {
	square, total float64
	terms         int32
}

func (s *scorer) document(v vectors.Vector) document {
	d := document{square: v.Square(), terms: int32(len(v.Terms))}
	if s.common != nil {
		for i, t := range v.Terms {
			d.total += v.Weight(i) * s.factorOf(t)
		}
	}
	return d
}

func (m *measure) factorOf(t int32) float64 {
	if m.factor == nil {
		return 1
	}
	return m.factor[t]
}

// shared finds the scalar products, and what else is common.
func (s *scorer) shared(v vectors.Vector) {
	clear(s.dots)
	clear(s.common)
	for i, t := range v.Terms {
		w, f := v.Weight(i), s.factorOf(t)
		s.to.each(t, func(k int32, sum float64) {
			s.dots[k] += w * sum
			c := &s.common[k]
			c.x, c.y, c.terms = c.x+f*w, c.y+f*sum, c.terms+1
		})
	}
}

// score is the similarity of a document to a centroid; dot is the scalar product with its sum.
func (s *scorer) score(x document, dot float64, k int32) float64 {
	c, n := s.to, s.to.docs[k]
	switch {
	case n == 0:
		return math.Inf(-1)
	case s.similarity == Cosine:
		return s.similarity.byDot(x.square, dot, c.square[k])
	case s.similarity.dotOnly():
		return s.similarity.byDot(x.square, dot/n, c.square[k]/(n*n))
	}
	common := s.common[k]
	lackY, lackX := x.total-common.x, (c.total[k]-common.y)/n
	switch s.similarity {
	case Penalty:
		return dot/n + s.p*(lackY+lackX)
	case Coded:
		if c.terms[k] <= x.terms {
			return dot/n - lackX
		}
		return dot/n - lackY
	}
	return unico(dot/n, lackX+lackY, common.terms, x.terms+c.terms[k]-2*common.terms)
}

// unico is the UNICO-correlation of a scalar product over common terms, and of weights of terms that lack in the other vector.
func unico(dot, lacking float64, common, lack int32) float64 {
	u := 0.0
	if common > 0 {
		u = dot / float64(common)
	}
	if lack > 0 {
		u -= lacking / float64(lack)
	}
	return max(0, u)
}
