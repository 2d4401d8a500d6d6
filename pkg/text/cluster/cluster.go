// Package cluster sorts documents into clusters of like ones.
//
// A document is a sparse vector of the weights of its terms; the centroid of a cluster is the mean of its vectors. Documents stay
// on disk where memory is short, and so do centroids: then the documents are compared with some of them at a time. Results do not
// depend on the threads.
//
//	cluster.go     Options, Run
//	seeds.go       the documents that the centroids begin with
//	similarity.go  how alike a document and a centroid are
//	centroids.go     the sums of clusters, by term
//	kmeans.go      the classical method, in sweeps
//	output.go      what is written of clusters
//	map.go         where they are on a map
package cluster

import (
	"sort"

	"webmill/pkg/text/vectors"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Options say how to cluster.
type Options struct {
	K          int // clusters
	Similarity Similarity
	P          float64 // of Penalty
	Sweeps     int     // at most
	Seeding    Seeding
	Seeds      []int32 // documents to begin with, in the place of Seeding
	SeedsName  string  // of their file
	Seed       uint64  // of random numbers
	Counts     bool    // the weights are integers

	Out Outputs
	work.Room
}

// Stats tell what was found.
type Stats struct {
	Docs, Terms int64
	Cut         int64 // documents that had too many terms
	Clusters    int   // as many as asked for, or as there are documents
	Empty       int   // of these
	Least, Most int64 // documents of a cluster
	Sweeps      int
	Stable      bool    // the last sweep changed nothing
	Groups      int     // of clusters whose centroids fit in memory together
	Similarity  float64 // mean of the documents to the centroids of their clusters
	Inertia     float64 // sum of the squares of the distances to them, where the similarity is that of a metric
	Spilled     int64
}

// clusters are documents and their clusters.
type clusters struct {
	store *vectors.Store
	set   *vectors.Set
	of    []int32 // cluster of each document of the set
	memory
}

// Run reads (doc, term, weight), sorted by doc and term, and writes the clusters of the documents.
func Run(in tuple.Input, opt Options) (*Stats, error) {
	data := work.Data(opt.Memory)
	store, err := vectors.Read(in, vectors.Options{Counts: opt.Counts, Unit: opt.Similarity == Cosine, Room: opt.Room,
		Memory: data * 3 / 8, Terms: data / 8})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	c := &clusters{store: store, set: &store.All}
	stats := &Stats{Docs: store.All.Docs, Terms: int64(store.Terms.Len()), Cut: store.Cut}
	if stats.Docs == 0 {
		return stats, nil
	}
	opt.K = int(min(int64(opt.K), stats.Docs))
	if err := c.classical(&opt, data, stats); err != nil {
		return nil, err
	}
	stats.Spilled = store.Spilled()
	return stats, nil
}

// classical runs K-means and writes what it found.
func (c *clusters) classical(opt *Options, data int64, stats *Stats) error {
	m := &kmeans{Options: *opt, clusters: *c, measure: measure{opt.Similarity, opt.P, nil}, sizes: make([]int64, opt.K)}
	defer m.free()
	if err := m.plan(data); err != nil {
		return err
	}
	defer m.centroids.free()
	seeds, err := m.seeds(opt)
	if err != nil {
		return err
	}
	for i := range m.of {
		m.of[i] = -1
	}
	for k, n := range seeds {
		m.of[n] = int32(k)
	}
	if stats.Sweeps, stats.Stable, err = m.run(); err != nil {
		return err
	}
	stats.Clusters, stats.Groups = opt.K, m.groups()
	return m.write(stats)
}

// plan divides the memory: for the documents there is an array or two, and the centroids take the rest. If they do not all fit,
// they take turns.
func (m *kmeans) plan(data int64) error {
	docs, k := m.set.Docs, int64(m.K)
	fixed := m.store.Bytes() + 16*k + int64(m.Threads)*scorerBytes*k + m.sampleBytes() + outBytes
	if m.Out.Map != nil {
		fixed += 8*k*k + 64*mapTerms*k
	}
	if m.Out.Similarities != nil {
		fixed += 12 * int64(m.Threads) * max(similarRecords, leastDocs*k)
	}
	var err error
	if m.of, err = reserve[int32](&m.memory, docs); err != nil {
		return err
	}
	fixed += 4 * docs
	counts := m.store.Counts
	if m.Similarity.Metric() && fixed+4*docs+centroidsBytes(counts, m.K) <= data {
		fixed += 4 * docs
		if m.other, err = reserve[float32](&m.memory, docs); err != nil {
			return err
		}
	}
	most := m.K
	if fixed+centroidsBytes(counts, most) > data {
		fixed += 12 * docs
		if m.best, err = reserve[float64](&m.memory, docs); err == nil {
			m.next, err = reserve[int32](&m.memory, docs)
		}
		if err != nil {
			return err
		}
		most = sort.Search(m.K, func(k int) bool { return fixed+centroidsBytes(counts, k+1) > data })
	}
	if most == 0 || most < m.K && m.Out.Similarities != nil {
		return &work.MemoryError{Least: work.MemoryFor(fixed + centroidsBytes(counts, 1)), For: "the documents and a centroid"}
	}
	m.centroids, err = newCentroids(counts, most)
	return err
}

// What a worker takes for each cluster, and what is written at once.
const (
	scorerBytes = 48
	outBytes    = 2 << 20
)

// sampleBytes is the memory for the documents that seeds are drawn from.
func (o *Options) sampleBytes() int64 {
	if len(o.Seeds) > 0 || o.Seeding == Random {
		return 0
	}
	return work.Data(o.Memory) / 8
}
