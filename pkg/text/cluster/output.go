package cluster

import (
	"fmt"
	"math"

	"webmill/pkg/par"
	"webmill/pkg/text/heaviest"
	"webmill/pkg/text/vectors"
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
func (m *kmeans) write(stats *Stats) error {
	m.tally(stats)
	var places placing
	for first := 0; first < m.K; first += m.centroids.most {
		if m.best != nil {
			if err := m.sum(first); err != nil {
				return err
			}
			if err := m.own(); err != nil {
				return err
			}
		}
		if err := m.writeCentroids(&places); err != nil {
			return err
		}
	}
	if m.Out.Map != nil {
		if err := places.write(m.Out.Map); err != nil {
			return err
		}
	}
	return m.writeDocs(stats, func() own {
		s := m.alike.scorer(m.centroids)
		return func(r *report, n int64, v vectors.Vector) float64 { return m.ownOf(s, r, n, v) }
	})
}

// tally finds how large the clusters are.
func (m *kmeans) tally(stats *Stats) {
	m.count()
	stats.Least = math.MaxInt64
	for _, n := range m.sizes {
		if n == 0 {
			stats.Empty++
		}
		stats.Least, stats.Most = min(stats.Least, n), max(stats.Most, n)
	}
}

// own finds the similarity of documents to the centroids of their clusters, where these are in memory.
func (m *kmeans) own() error {
	return m.store.Each(m.set, func(int) func(int64, vectors.Vector) error {
		s := m.alike.scorer(m.centroids)
		return func(n int64, v vectors.Vector) error {
			if k := int(m.of[n]) - m.centroids.first; k >= 0 && k < m.centroids.k {
				m.best[n] = s.one(v, int32(k))
			}
			return nil
		}
	})
}

// writeCentroids writes the centroids that are in memory, as many at a time as the buffer holds.
func (m *kmeans) writeCentroids(places *placing) error {
	c := m.centroids
	if m.Out.Keywords != nil {
		if err := m.writeKeywords(); err != nil {
			return err
		}
	}
	if m.Out.Map != nil {
		for k, best := range m.heaviest(mapTerms) {
			if c.docs[k] > 0 {
				places.add(int32(c.first+k), best.List)
			}
		}
	}
	if m.Out.Centroids == nil {
		return nil
	}
	for from := 0; from < c.k; {
		to, n := from, 0
		for to < c.k && (to == from || n+int(c.terms[to]) <= outBytes/12) {
			n += int(c.terms[to])
			to++
		}
		if err := m.writeSome(int32(from), int32(to), n); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// writeSome writes the centroids from … to-1, which have n terms.
func (m *kmeans) writeSome(from, to int32, n int) error {
	c := m.centroids
	at := make([]int, to-from)
	for k := range at[1:] {
		at[k+1] = at[k] + 3*int(c.terms[int(from)+k])
	}
	records := make([]int32, 3*n)
	t := int32(0)
	for id := range m.store.Terms.All {
		c.within(t, from, to, func(k int32, sum float64) {
			p := &at[k-from]
			records[*p], records[*p+1] = int32(c.first)+k, id
			records[*p+2] = tuple.F32Bits(float32(sum / c.docs[k]))
			*p += 3
		})
		t++
	}
	return m.Out.Centroids.WriteBlock(records)
}

// writeKeywords writes the terms with the greatest weights.
func (m *kmeans) writeKeywords() error {
	for k, best := range m.heaviest(m.Out.MostKeywords) {
		for _, x := range best.List {
			record := []int32{int32(m.centroids.first + k), x.ID, tuple.F32Bits(float32(x.Weight))}
			if err := m.Out.Keywords.WriteBlock(record); err != nil {
				return err
			}
		}
	}
	return nil
}

// heaviest are the terms with the greatest weights of each centroid that is in memory, the greatest first.
func (m *kmeans) heaviest(most int) []heaviest.Heap {
	c := m.centroids
	best := make([]heaviest.Heap, c.k)
	t := int32(0)
	for id := range m.store.Terms.All {
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
func (m *kmeans) writeDocs(stats *Stats, begin func() own) error {
	var similarity, inertia float64
	parts := m.parts()
	err := par.InOrder(m.Threads, len(parts), func(int) (work, finish func(int) error) {
		r := report{of: m, own: begin(), in: m.store.NewReader()}
		return func(i int) error { return r.read(parts[i]) }, func(int) error {
			similarity += r.similarity
			inertia += r.inertia
			return r.write()
		}
	})
	stats.Similarity = similarity / float64(m.set.Docs)
	if m.Similarity.Metric() {
		stats.Inertia = inertia
	}
	return err
}

// part is some documents of a piece: from … to-1.
type part struct{ piece, from, to int }

// similarRecords is how many similarities a worker makes at once, or those of leastDocs documents.
const (
	similarRecords = 64 << 10
	leastDocs      = 16
)

// parts are all documents, as parts that each make a bounded number of records.
func (m *kmeans) parts() (parts []part) {
	most := math.MaxInt
	if m.Out.Similarities != nil {
		most = max(similarRecords/m.K, leastDocs)
	}
	for piece := range m.set.Pieces() {
		n := m.set.PieceDocs(piece)
		for from := 0; from < n; from += min(most, n) {
			parts = append(parts, part{piece, from, min(n, from+min(most, n))})
		}
	}
	return parts
}

// report makes records of the documents of a part.
type report struct {
	of                           *kmeans
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
	docs, err := r.in.Piece(r.of.set, p.piece)
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
		n := r.of.set.First(p.piece) + int64(i)
		own := r.own(r, n, v)
		d := r.of.Similarity.distance(own)
		r.similarity, r.inertia = r.similarity+own, r.inertia+d*d
		r.clusters = append(r.clusters, v.Doc, r.of.of[n])
		if r.of.Out.Distances != nil {
			r.distances = append(r.distances, v.Doc, r.f32("distance", v.Doc, d))
		}
	}
	return r.err
}

// ownOf is the similarity of a document to its centroid; with Similarities, those to all become records.
func (m *kmeans) ownOf(s *scorer, r *report, n int64, v vectors.Vector) float64 {
	mine := m.of[n]
	if m.best != nil {
		return m.best[n]
	}
	if m.Out.Similarities == nil {
		return s.one(v, mine)
	}
	values := s.scores(v)
	own := values[mine]
	m.Similarity.positive(values)
	for k, x := range values {
		r.similar = append(r.similar, v.Doc, int32(k), r.f32("similarity", v.Doc, x))
	}
	return own
}

func (r *report) write() error {
	if err := r.of.Out.Clusters.WriteBlock(r.clusters); err != nil {
		return err
	}
	if r.of.Out.Distances != nil {
		if err := r.of.Out.Distances.WriteBlock(r.distances); err != nil {
			return err
		}
	}
	if r.of.Out.Similarities != nil {
		return r.of.Out.Similarities.WriteBlock(r.similar)
	}
	return nil
}
