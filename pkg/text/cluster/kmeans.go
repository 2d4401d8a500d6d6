package cluster

import (
	"math"
	"slices"

	"webmill/pkg/hashes"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/text/heaviest"
)

// drift is how far centroids have moved: the farthest, which one that is, and the farthest of the others.
type drift struct {
	most, second float64
	cluster      int32
}

// farthestOther is how far the centroids of other clusters than this one have moved.
func (d drift) farthestOther(cluster int32) float64 {
	if cluster == d.cluster {
		return d.second
	}
	return d.most
}

// margin is what rounding may add to a distance, by the lengths of the vectors.
const margin = 1e-6

// kmeans is the classical method. It begins with the clusters that the documents are in. In sweeps, each document goes to the
// most similar centroid, and each centroid becomes the mean of its documents. It leaves the centroids of all clusters that fit in
// memory, and returns how many sweeps it took, and whether nothing changed in the last one. Nitsche 2003, 3.4.2.
//
// If a metric gives the similarity, most documents are compared with their own centroid alone (Hamerly 2010): other says how near
// the nearest of the other centroids was, and drift how far centroids have moved since. That is found on the way: the scalar
// product of the old and the new place of a centroid is the mean of the scalar products of its new documents with its old place.
func (j *job) kmeans() (sweeps int, stable bool, err error) {
	if err := j.sum(0); err != nil {
		return 0, false, err
	}
	j.drift = drift{math.Inf(1), math.Inf(1), -1}
	for sweeps < j.Sweeps && !stable {
		counted := j.Begin("sweep", j.set.Bytes())
		changed, err := j.sweep()
		if err != nil {
			return 0, false, err
		}
		counted.Add(j.set.Bytes())
		sweeps++
		stable = changed == 0
	}
	return sweeps, stable, nil
}

// groups is in how many parts the centroids are in memory.
func (j *job) groups() int { return (j.K + j.centroids.most - 1) / j.centroids.most }

// sweep moves all documents to the most similar centroids, some to clusters that became empty, and the centroids to the means of
// their documents.
func (j *job) sweep() (changed int64, err error) {
	if j.best != nil {
		if changed, err = j.farSweep(); err != nil {
			return 0, err
		}
		moved, err := j.fill()
		return changed + moved, err
	}
	changed, products, err := j.nearSweep()
	if err != nil {
		return 0, err
	}
	moved, err := j.fill()
	if err != nil {
		return 0, err
	}
	docs, square := slices.Clone(j.centroids.docs), slices.Clone(j.centroids.square)
	if err := j.sum(0); err != nil {
		return 0, err
	}
	j.drift = drift{math.Inf(1), math.Inf(1), -1}
	if moved == 0 {
		j.drift = j.moved(products, docs, square)
	}
	return changed + moved, nil
}

// nearSweep moves the documents to the centroids, which are all in memory. products are the scalar products of the old sum of
// each cluster with its documents, added up.
func (j *job) nearSweep() (changed int64, products []float64, err error) {
	workers := make([]*mover, j.Threads)
	err = j.store.Each(j.set, func(i int) func(int64, vectors.Vector) error {
		w := &mover{job: j, to: j.alike.scorer(j.centroids), products: make([]float64, j.K)}
		workers[i] = w
		return w.move
	})
	products = make([]float64, j.K)
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
	job      *job
	to       *scorer
	changed  int64
	products []float64 // of the documents of each cluster with its old sum
}

func (w *mover) move(n int64, v vectors.Vector) error {
	j := w.job
	mine := j.inCluster[n]
	if j.other != nil && mine >= 0 && w.stays(n, mine, v) {
		return nil
	}
	values := w.to.scores(v)
	best := nearest(values)
	j.inCluster[n] = best
	w.products[best] += w.to.dots[best]
	if j.other != nil {
		values[best] = math.Inf(-1)
		j.other[n] = float32(w.lower(j.Similarity.distance(values[nearest(values)]), w.to.document(v)))
	}
	if best != mine {
		w.changed++
	}
	return nil
}

// stays reports whether a document is nearer to the centroid of its cluster than to any other, without a look at these.
func (w *mover) stays(n int64, mine int32, v vectors.Vector) bool {
	j := w.job
	x := w.to.document(v)
	other := w.lower(float64(j.other[n])-j.drift.farthestOther(mine), x)
	if !(other > 0) {
		return false
	}
	dot := j.centroids.dot(v, mine)
	if !(j.Similarity.distance(w.to.score(x, dot, mine)) < other) {
		return false
	}
	j.other[n] = float32(other)
	w.products[mine] += dot
	return true
}

// lower is a distance of a document less what rounding may have added.
func (w *mover) lower(distance float64, x document) float64 {
	if w.job.Similarity == Cosine {
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
func (j *job) moved(products, docs, square []float64) drift {
	d := drift{cluster: -1}
	for k, product := range products {
		c := j.centroids
		before, now := docs[k], c.docs[k]
		if j.Similarity == Cosine {
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
func (j *job) farSweep() (changed int64, err error) {
	for n := range j.best {
		j.best[n] = math.Inf(-1)
	}
	for first := 0; first < j.K; first += j.centroids.most {
		if err := j.sum(first); err != nil {
			return 0, err
		}
		err := j.store.Each(j.set, func(int) func(int64, vectors.Vector) error {
			s := j.alike.scorer(j.centroids)
			return func(n int64, v vectors.Vector) error {
				values := s.scores(v)
				if k := nearest(values); values[k] > j.best[n] || first == 0 {
					j.best[n], j.next[n] = values[k], int32(first)+k
				}
				return nil
			}
		})
		if err != nil {
			return 0, err
		}
	}
	for n, k := range j.next {
		if j.inCluster[n] != k {
			j.inCluster[n] = k
			changed++
		}
	}
	return changed, nil
}

// sum makes the centroids from a cluster on: of those that fit in memory.
func (j *job) sum(first int) error {
	j.centroids.begin(first, min(j.centroids.most, j.K-first))
	if err := j.centroids.sum(j.store, j.set, j.Threads, j.inCluster); err != nil {
		return err
	}
	if j.founders != nil {
		if err := j.addFounders(); err != nil {
			return err
		}
	}
	j.centroids.summarise(j.alike.factor)
	return nil
}

// fill gives each cluster that has no document the one that is least like the centroid that it went to, if others went there too.
// It returns how many it moved. Without a metric the documents that equal a moved one are moved too: a sweep might leave them
// where they are, as a document may be less like itself than like another centroid.
func (j *job) fill() (moved int64, err error) {
	j.count()
	var empty []int32
	for k, n := range j.sizes {
		if n == 0 {
			empty = append(empty, int32(k))
		}
	}
	if len(empty) == 0 {
		return 0, nil
	}
	strange, err := j.strangest(2*len(empty) + 16)
	if err != nil {
		return 0, err
	}
	filled := map[int64]int32{}
	for _, x := range strange {
		if k := j.inCluster[x.ID]; j.sizes[k] > 1 && len(empty) > 0 {
			j.sizes[k]--
			j.sizes[empty[0]]++
			j.inCluster[x.ID], empty = empty[0], empty[1:]
			filled[int64(x.ID)] = j.inCluster[x.ID]
		}
	}
	if len(filled) > 0 && !j.Similarity.Metric() {
		err = j.follow(filled)
	}
	return int64(len(filled)), err
}

// follow moves the documents that equal a moved one to its cluster; if several moved ones are equal, to the first of their
// clusters.
func (j *job) follow(moved map[int64]int32) error {
	cluster := map[uint64]int32{}
	err := j.store.InOrder(j.set, func(n int64, v vectors.Vector) error {
		if k, ok := moved[n]; ok {
			if first, ok := cluster[fingerprint(v)]; !ok || k < first {
				cluster[fingerprint(v)] = k
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return j.store.InOrder(j.set, func(n int64, v vectors.Vector) error {
		if k, ok := cluster[fingerprint(v)]; ok {
			j.inCluster[n] = k
		}
		return nil
	})
}

// fingerprint is a number that equal vectors share, and others almost never.
func fingerprint(v vectors.Vector) (h uint64) {
	for i, t := range v.Terms {
		h = hashes.Mix(h + uint64(t)<<32 + uint64(uint32(v.Bits[i])) + hashes.Golden)
	}
	return h
}

// strangest are the documents that are least like the centroids of their clusters, the least first: how little, and their
// numbers. Documents that do not differ from their centroids are left out.
func (j *job) strangest(most int) ([]heaviest.Weighed, error) {
	workers := make([]heaviest.Heap, j.Threads)
	err := j.store.Each(j.set, func(i int) func(int64, vectors.Vector) error {
		workers[i].Most = most
		s := j.alike.scorer(j.centroids)
		return func(n int64, v vectors.Vector) error {
			if x := j.toOwn(s, n, v); !j.Similarity.same(x, s.document(v)) {
				workers[i].Add(-x, int32(n))
			}
			return nil
		}
	})
	list := heaviest.Heap{Most: most}
	for _, w := range workers {
		for _, x := range w.List {
			list.Add(x.Weight, x.ID)
		}
	}
	list.Sort()
	return list.List, err
}

// count counts the documents of each cluster.
func (j *job) count() {
	clear(j.sizes)
	for _, k := range j.inCluster {
		j.sizes[k]++
	}
}
