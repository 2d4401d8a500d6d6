package cluster

import (
	"fmt"
	"math"

	"webmill/pkg/par"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/text/heaviest"
	"webmill/pkg/tuple"
)

// Outputs take what is found. Those that are nil are not wanted.
type Outputs struct {
	Clusters     tuple.Sink // (doc, cluster), by document
	Centroids    tuple.Sink // (cluster, term, weight), by cluster and term; the weight is the mean of the documents
	Distances    tuple.Sink // (doc, distance to the centroid of its cluster), by document
	Similarities tuple.Sink // (doc, cluster, similarity), by document and cluster; see Similarity.positive
	Keywords     tuple.Sink // the same of the terms with the greatest weights, the greatest first; at most MostKeywords
	MostKeywords int
	Map          tuple.Sink // (cluster, x, y), by cluster: of at most MostMapped clusters, see placing
	Words        tuple.Sink // of WordCon: (cluster, term), by cluster and term
}

// write writes everything, after the last sweep, and adds what it learns to the figures.
func (j *job) write(stats *Stats) error {
	j.tally(stats)
	var places placing
	for first := 0; first < j.K; first += j.centroids.most {
		if j.best != nil {
			if err := j.sum(first); err != nil {
				return err
			}
			if err := j.own(); err != nil {
				return err
			}
		}
		if err := j.writeCentroids(&places); err != nil {
			return err
		}
	}
	if j.Out.Map != nil {
		if err := places.write(j.Out.Map); err != nil {
			return err
		}
	}
	return j.writeDocs(stats, func() own {
		s := j.alike.scorer(j.centroids)
		return func(r *report, n int64, v vectors.Vector) float64 { return j.ownOf(s, r, n, v) }
	})
}

// tally finds how large the clusters are.
func (j *job) tally(stats *Stats) {
	j.count()
	stats.Least = math.MaxInt64
	for _, n := range j.sizes {
		if n == 0 {
			stats.Empty++
		}
		stats.Least, stats.Most = min(stats.Least, n), max(stats.Most, n)
	}
}

// own finds the similarity of documents to the centroids of their clusters, where these are in memory.
func (j *job) own() error {
	return j.store.Each(j.set, func(int) func(int64, vectors.Vector) error {
		s := j.alike.scorer(j.centroids)
		return func(n int64, v vectors.Vector) error {
			if k := int(j.inCluster[n]) - j.centroids.first; k >= 0 && k < j.centroids.k {
				j.best[n] = s.one(v, int32(k))
			}
			return nil
		}
	})
}

// writeCentroids writes the centroids that are in memory, as many at a time as the buffer holds.
func (j *job) writeCentroids(places *placing) error {
	c := j.centroids
	if j.Out.Keywords != nil {
		if err := j.writeKeywords(); err != nil {
			return err
		}
	}
	if j.Out.Map != nil {
		for k, best := range j.heaviest(mapTerms) {
			if c.docs[k] > 0 {
				places.add(int32(c.first+k), best.List)
			}
		}
	}
	if j.Out.Centroids == nil {
		return nil
	}
	for from := 0; from < c.k; {
		to, n := from, 0
		for to < c.k && (to == from || n+int(c.terms[to]) <= outBytes/12) {
			n += int(c.terms[to])
			to++
		}
		if err := j.writeSome(int32(from), int32(to), n); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// writeSome writes the centroids from … to-1, which have n terms.
func (j *job) writeSome(from, to int32, n int) error {
	c := j.centroids
	at := make([]int, to-from)
	for k := range at[1:] {
		at[k+1] = at[k] + 3*int(c.terms[int(from)+k])
	}
	records := make([]int32, 3*n)
	t := int32(0)
	for id := range j.store.Terms.All {
		c.within(t, from, to, func(k int32, sum float64) {
			p := &at[k-from]
			records[*p], records[*p+1] = int32(c.first)+k, id
			records[*p+2] = tuple.F32Bits(float32(sum / c.docs[k]))
			*p += 3
		})
		t++
	}
	return j.Out.Centroids.WriteBlock(records)
}

// writeKeywords writes the terms with the greatest weights.
func (j *job) writeKeywords() error {
	for k, best := range j.heaviest(j.Out.MostKeywords) {
		for _, x := range best.List {
			record := []int32{int32(j.centroids.first + k), x.ID, tuple.F32Bits(float32(x.Weight))}
			if err := j.Out.Keywords.WriteBlock(record); err != nil {
				return err
			}
		}
	}
	return nil
}

// heaviest are the terms with the greatest weights of each centroid that is in memory, the greatest first.
func (j *job) heaviest(most int) []heaviest.Heap {
	c := j.centroids
	best := make([]heaviest.Heap, c.k)
	t := int32(0)
	for id := range j.store.Terms.All {
		c.each(t, func(k int32, sum float64) {
			best[k].Most = most
			best[k].Add(sum/c.docs[k], id)
		})
		t++
	}
	for k := range best {
		best[k].Sort()
	}
	return best
}

// own finds the similarity of a document to the centroid of its cluster, for one goroutine.
type own func(r *report, n int64, v vectors.Vector) float64

// writeDocs writes what there is to say of each document.
func (j *job) writeDocs(stats *Stats, begin func() own) error {
	var similarity, inertia float64
	parts := j.parts()
	err := par.InOrder(j.Threads, len(parts), func(int) (work, finish func(int) error) {
		r := report{job: j, own: begin(), in: j.store.NewReader()}
		return func(i int) error { return r.read(parts[i]) }, func(int) error {
			similarity += r.similarity
			inertia += r.inertia
			return r.write()
		}
	})
	stats.Similarity = similarity / float64(j.set.Docs)
	if j.Similarity.Metric() {
		stats.Inertia = inertia
	}
	return err
}

// part is some documents of a piece: from … to-1.
type part struct{ piece, from, to int }

// similarRecords is how many similarities a worker makes at once, and leastDocs for how many documents at least.
const (
	similarRecords = 64 << 10
	leastDocs      = 16
)

// parts are all documents, as parts that each make a bounded number of records.
func (j *job) parts() (parts []part) {
	most := math.MaxInt
	if j.Out.Similarities != nil {
		most = max(similarRecords/j.K, leastDocs)
	}
	for piece := range j.set.Pieces() {
		n := j.set.PieceDocs(piece)
		for from := 0; from < n; from += min(most, n) {
			parts = append(parts, part{piece, from, min(n, from+min(most, n))})
		}
	}
	return parts
}

// report makes records of the documents of a part.
type report struct {
	job                          *job
	own                          own
	in                           *vectors.Reader
	clusters, distances, similar []int32
	similarity, inertia          float64
	err                          error // of the first number that no float32 is
}

// f32 is a number of a document as a float32.
func (r *report) f32(what string, doc int32, x float64) int32 {
	if bits := float32(x); !math.IsInf(float64(bits), 0) {
		return tuple.F32Bits(bits)
	}
	if r.err == nil {
		r.err = fmt.Errorf("a %s of document %d is %.1e, more than a float32 holds: make the weights smaller", what, doc, x)
	}
	return 0
}

func (r *report) read(p part) error {
	r.clusters, r.distances, r.similar, r.similarity, r.inertia = r.clusters[:0], r.distances[:0], r.similar[:0], 0, 0
	docs, err := r.in.Piece(r.job.set, p.piece)
	if err != nil {
		return err
	}
	for i, v := range docs.All {
		if i < p.from {
			continue
		}
		if i == p.to {
			break
		}
		n := r.job.set.First(p.piece) + int64(i)
		own := r.own(r, n, v)
		d := r.job.Similarity.distance(own)
		r.similarity, r.inertia = r.similarity+own, r.inertia+d*d
		r.clusters = append(r.clusters, v.Doc, r.job.inCluster[n])
		if r.job.Out.Distances != nil {
			r.distances = append(r.distances, v.Doc, r.f32("distance", v.Doc, d))
		}
	}
	return r.err
}

// toOwn is the similarity of a document to the centroid of its cluster.
func (j *job) toOwn(s *scorer, n int64, v vectors.Vector) float64 {
	if j.best != nil {
		return j.best[n]
	}
	return s.one(v, j.inCluster[n])
}

// ownOf is the similarity of a document to its centroid; with Similarities, those to all become records.
func (j *job) ownOf(s *scorer, r *report, n int64, v vectors.Vector) float64 {
	if j.Out.Similarities == nil {
		return j.toOwn(s, n, v)
	}
	values := s.scores(v)
	own := values[j.inCluster[n]]
	j.Similarity.positive(values)
	for k, x := range values {
		r.similar = append(r.similar, v.Doc, int32(k), r.f32("similarity", v.Doc, x))
	}
	return own
}

func (r *report) write() error {
	if err := r.job.Out.Clusters.WriteBlock(r.clusters); err != nil {
		return err
	}
	if r.job.Out.Distances != nil {
		if err := r.job.Out.Distances.WriteBlock(r.distances); err != nil {
			return err
		}
	}
	if r.job.Out.Similarities != nil {
		return r.job.Out.Similarities.WriteBlock(r.similar)
	}
	return nil
}
