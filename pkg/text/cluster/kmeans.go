package cluster

import (
	"math"
	"slices"

	"webmill/pkg/text/heaviest"
	"webmill/pkg/text/vectors"
)

// kmeans is the classical method: in sweeps, each document goes to the most similar centroid, and each centroid becomes the mean
// of its documents. Nitsche 2003, 3.4.2.
//
// If the similarity is that of a metric, most documents are compared with their own centroid alone (Hamerly 2010): other says how
// near the nearest of the other centroids was, and drift how far centroids have moved since. That is found on the way: the scalar
// product of the old and the new place of a centroid is the mean of those of its new documents with its old place.
type kmeans struct {
	Options
	clusters
	alike     measure
	centroids *centroids
	sizes     []int64
	other     []float32 // least distance of each document to the centroid of any other cluster; nil: the similarity is no metric
	best      []float64 // the best similarity of each document so far, where the centroids do not fit in memory together; else nil
	next      []int32   // and its cluster
	drift     drift
	founders  []founder // by document
	fixed     int64     // the memory that all but centroids take
}

// drift is how far centroids have moved: the farthest, which one that is, and the farthest of the others.
type drift struct {
	most, second float64
	cluster      int32
}

// but is how far centroids other than that of a cluster have moved.
func (d drift) but(cluster int32) float64 {
	if cluster == d.cluster {
		return d.second
	}
	return d.most
}

// margin is what rounding may add to a distance, by the lengths of the vectors.
const margin = 1e-6

// run sorts the documents into clusters, from those that they are in on, and leaves the centroids of all that fit in memory. It
// returns how many sweeps it took, and whether nothing changed in the last one.
func (m *kmeans) run() (sweeps int, stable bool, err error) {
	if err := m.sum(0); err != nil {
		return 0, false, err
	}
	m.drift = drift{math.Inf(1), math.Inf(1), -1}
	for sweeps < m.Sweeps && !stable {
		counted := m.Begin("sweep", m.set.Bytes())
		changed, err := m.sweep()
		if err != nil {
			return 0, false, err
		}
		counted.Add(m.set.Bytes())
		sweeps++
		stable = changed == 0
	}
	return sweeps, stable, nil
}

// groups is in how many parts the centroids are in memory.
func (m *kmeans) groups() int { return (m.K + m.centroids.most - 1) / m.centroids.most }

// sweep moves all documents to the most similar centroids, some to clusters that became empty, and the centroids to the means of
// their documents.
func (m *kmeans) sweep() (changed int64, err error) {
	if m.best != nil {
		if changed, err = m.farSweep(); err != nil {
			return 0, err
		}
		moved, err := m.fill()
		return changed + moved, err
	}
	changed, products, err := m.nearSweep()
	if err != nil {
		return 0, err
	}
	moved, err := m.fill()
	if err != nil {
		return 0, err
	}
	docs, square := slices.Clone(m.centroids.docs), slices.Clone(m.centroids.square)
	if err := m.sum(0); err != nil {
		return 0, err
	}
	m.drift = drift{math.Inf(1), math.Inf(1), -1}
	if moved == 0 {
		m.drift = m.moved(products, docs, square)
	}
	return changed + moved, nil
}

// nearSweep moves the documents to the centroids, which are all in memory. products are those of the documents of each cluster
// with its sum.
func (m *kmeans) nearSweep() (changed int64, products []float64, err error) {
	workers := make([]*mover, m.Threads)
	err = m.store.Each(m.set, func(i int) func(int64, vectors.Vector) error {
		w := &mover{of: m, to: m.alike.scorer(m.centroids), products: make([]float64, m.K)}
		workers[i] = w
		return w.move
	})
	products = make([]float64, m.K)
	for _, w := range workers {
		if w == nil {
			continue
		}
		changed += w.changed
		for k, x := range w.products {
			products[k] += x
		}
	}
	return changed, products, err
}

// mover moves documents, for one goroutine.
type mover struct {
	of       *kmeans
	to       *scorer
	changed  int64
	products []float64 // of the documents of each cluster with its old sum
}

func (w *mover) move(n int64, v vectors.Vector) error {
	m := w.of
	mine := m.of[n]
	if m.other != nil && mine >= 0 && w.stays(n, mine, v) {
		return nil
	}
	values := w.to.scores(v)
	best := nearest(values)
	m.of[n] = best
	w.products[best] += w.to.dots[best]
	if m.other != nil {
		values[best] = math.Inf(-1)
		m.other[n] = float32(w.lower(m.Similarity.distance(values[nearest(values)]), w.to.document(v)))
	}
	if best != mine {
		w.changed++
	}
	return nil
}

// stays reports whether a document is nearer to the centroid of its cluster than to any other, without a look at these.
func (w *mover) stays(n int64, mine int32, v vectors.Vector) bool {
	m := w.of
	x := w.to.document(v)
	other := w.lower(float64(m.other[n])-m.drift.but(mine), x)
	if !(other > 0) {
		return false
	}
	dot := m.centroids.dot(v, mine)
	if !(m.Similarity.distance(w.to.score(x, dot, mine)) < other) {
		return false
	}
	m.other[n] = float32(other)
	w.products[mine] += dot
	return true
}

// lower is a distance of a document less what rounding may have added.
func (w *mover) lower(distance float64, x document) float64 {
	if w.of.Similarity == Cosine {
		return distance - margin
	}
	return distance - margin*(distance+math.Sqrt(x.square))
}

// nearest is the place of the greatest similarity, the first of equal ones.
func nearest(values []float64) int32 {
	best := 0
	for k, x := range values {
		if x > values[best] {
			best = k
		}
	}
	return int32(best)
}

// moved tells how far the centroids have moved, from the numbers of documents and the squares of the sums before, and the scalar
// products of the documents that they have now with the sums before.
func (m *kmeans) moved(products, docs, square []float64) drift {
	d := drift{cluster: -1}
	for k, product := range products {
		c := m.centroids
		before, now := docs[k], c.docs[k]
		if m.Similarity == Cosine {
			before, now = math.Sqrt(square[k]), math.Sqrt(c.square[k])
		}
		far := math.Inf(1)
		if before > 0 && now > 0 {
			a, b := square[k]/(before*before), c.square[k]/(now*now)
			far = math.Sqrt(max(0, a+b-2*product/(before*now))) + margin*(math.Sqrt(a)+math.Sqrt(b))
		}
		if far > d.most {
			d = drift{far, d.most, int32(k)}
		} else {
			d.second = max(d.second, far)
		}
	}
	return d
}

// farSweep is nearSweep where only some of the centroids fit in memory: for each group of them, all documents are read twice.
func (m *kmeans) farSweep() (changed int64, err error) {
	for n := range m.best {
		m.best[n] = math.Inf(-1)
	}
	for first := 0; first < m.K; first += m.centroids.most {
		if err := m.sum(first); err != nil {
			return 0, err
		}
		err := m.store.Each(m.set, func(int) func(int64, vectors.Vector) error {
			s := m.alike.scorer(m.centroids)
			return func(n int64, v vectors.Vector) error {
				values := s.scores(v)
				if k := nearest(values); values[k] > m.best[n] || first == 0 {
					m.best[n], m.next[n] = values[k], int32(first)+k
				}
				return nil
			}
		})
		if err != nil {
			return 0, err
		}
	}
	for n, k := range m.next {
		if m.of[n] != k {
			m.of[n] = k
			changed++
		}
	}
	return changed, nil
}

// sum makes the centroids from a cluster on: of those that fit in memory.
func (m *kmeans) sum(first int) error {
	m.centroids.begin(first, min(m.centroids.most, m.K-first))
	if err := m.centroids.sum(m.store, m.set, m.Threads, m.of); err != nil {
		return err
	}
	if m.founders != nil {
		if err := m.addFounders(); err != nil {
			return err
		}
	}
	m.centroids.summarise(m.alike.factor)
	return nil
}

// fill gives each cluster that has no document the one that is least like the centroid that it went to, if others went there too.
// It returns how many it moved.
func (m *kmeans) fill() (moved int64, err error) {
	m.count()
	var empty []int32
	for k, n := range m.sizes {
		if n == 0 {
			empty = append(empty, int32(k))
		}
	}
	if len(empty) == 0 {
		return 0, nil
	}
	strange, err := m.strangest(2*len(empty) + 16)
	if err != nil {
		return 0, err
	}
	for _, x := range strange {
		if k := m.of[x.ID]; m.sizes[k] > 1 && len(empty) > 0 && x.Weight > m.Similarity.same() {
			m.sizes[k]--
			m.sizes[empty[0]]++
			m.of[x.ID], empty = empty[0], empty[1:]
			moved++
		}
	}
	return moved, nil
}

// strangest are the documents that are least like the centroids of their clusters, the least first: how little, and their
// numbers.
func (m *kmeans) strangest(most int) ([]heaviest.Weighed, error) {
	list := heaviest.Heap{Most: most}
	if m.best != nil {
		for n, x := range m.best {
			list.Add(-x, int32(n))
		}
		list.Sort()
		return list.List, nil
	}
	workers := make([]heaviest.Heap, m.Threads)
	err := m.store.Each(m.set, func(i int) func(int64, vectors.Vector) error {
		workers[i].Most = most
		s := m.alike.scorer(m.centroids)
		return func(n int64, v vectors.Vector) error {
			workers[i].Add(-s.one(v, m.of[n]), int32(n))
			return nil
		}
	})
	for _, w := range workers {
		for _, x := range w.List {
			list.Add(x.Weight, x.ID)
		}
	}
	list.Sort()
	return list.List, err
}

// count counts the documents of each cluster.
func (m *kmeans) count() {
	clear(m.sizes)
	for _, k := range m.of {
		m.sizes[k]++
	}
}
