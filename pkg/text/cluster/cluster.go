// Package cluster sorts documents into clusters of like ones: K-means in three forms, a tree of centroids, a self-organising map,
// WordCon.
//
// A document is a sparse vector of the weights of its terms; the centroid of a cluster is the mean of its vectors. Documents stay
// on disk where memory is short, and so do centroids: then the documents are compared with some of them at a time. Results do not
// depend on the threads.
//
//	cluster.go     Options, Run
//	seeds.go       the documents that the centroids begin with
//	similarity.go  how alike a document and a centroid are
//	centroids.go   the sums of clusters, by term
//	kmeans.go      the classical method, in sweeps
//	online.go      centroids that move with each document
//	bisect.go      K-means in reverse: the largest cluster is divided
//	trial.go       a try to divide it
//	scored.go      the scores of documents that it can begin with
//	som.go         a map of neurons
//	tree.go        a tree of centroids, for large numbers of clusters
//	level.go       the nodes at one depth of it, and the way down
//	treesums.go    the means of nodes
//	wordcon.go     clusters of words and documents, without weights
//	output.go      what is written of clusters
//	map.go         where they are on a map
package cluster

import (
	"fmt"
	"sort"

	"webmill/pkg/arena"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Method is a way to cluster.
type Method string

// The methods.
const (
	KMeans  Method = "kmeans"  // in sweeps: centroids move after each
	Online  Method = "online"  // K-means, but a centroid moves with each document
	Bisect  Method = "bisect"  // the largest cluster is divided in two, until there are K
	Tree    Method = "tree"    // the leaves of a tree of centroids
	SOM     Method = "som"     // a map of neurons, which move towards documents together
	WordCon Method = "wordcon" // sets of words and documents are joined, without weights
)

// Methods are all methods.
var Methods = []Method{KMeans, Online, Bisect, Tree, SOM, WordCon}

// Options say how to cluster.
type Options struct {
	Method     Method
	K          int // clusters
	Similarity Similarity
	P          float64     // of Penalty
	IDF        tuple.Input // (term, df, count, idf), sorted by term, for Coded; without a source, idf is 1
	Sweeps     int         // at most
	Seeding    Seeding     // "": what the method takes
	Seeds      []int32     // documents to begin with, in the place of Seeding
	SeedsName  string      // of their file
	Scores     tuple.Input // (doc, score), sorted by doc, if the Seeding is by scores
	Seed       uint64      // of random numbers
	Counts     bool        // the weights are integers

	Bisecting
	Branching
	Mapping
	Factors []float64 // of WordCon, one after the other: the share of documents that is common

	Out Outputs
	work.Room
}

// Bisecting says how Bisect divides clusters.
type Bisecting struct {
	LeastPart float64 // the share of a cluster that the smaller part has, if it can
	Tries     int     // to divide a cluster, at most
	Refine    int     // passes over all documents in the end, at most
}

// Branching is the form of Tree.
type Branching struct {
	Branches      int // of a node, about; 0: the root of K
	CentroidTerms int // that a centroid keeps, the heaviest; 0: as many as the memory holds
}

// Mapping is the form of the map of SOM.
type Mapping struct {
	Dimensions int // 1, a line, or 2
	Neighbours Neighbours
}

// Stats tell what was found.
type Stats struct {
	Docs, Terms           int64
	Cut                   int64   // documents that had too many terms
	Clusters              int     // as many as asked for, or as there are documents
	Empty                 int     // of these
	Least, Most           int64   // documents of a cluster
	Sweeps                int     // or passes
	Tries                 int64   // to divide a cluster
	Uneven                int64   // divisions whose smaller part is too small
	Undivided             bool    // there are fewer clusters than asked for, because no other one could be divided
	Levels                int     // of Tree
	CentroidTerms         int     // that a centroid of Tree keeps at most
	CentroidsCut          int     // clusters of Tree whose centroids had more
	Apart                 int64   // documents whose first two neurons are no neighbours
	Words, Merged, Joined int64   // clusters of WordCon after the steps 3, 4 and 5
	Memberships           int64   // of documents in them
	Outside               int64   // documents that are in none
	Stable                bool    // the last sweep changed nothing
	Groups                int     // of clusters whose centroids fit in memory together
	Similarity            float64 // mean of the documents to the centroids of their clusters
	Inertia               float64 // sum of the squares of the distances to them, where a metric gives the similarity
	Spilled               int64
}

// clusters are documents and their clusters.
type clusters struct {
	store     *vectors.Store
	set       *vectors.Set
	inCluster []int32 // cluster of each document of the set
	memory    arena.Pool
}

// job is a run of any method but WordCon: documents, their clusters, and the centroids of these. A tree has its own centroids.
type job struct {
	Options
	clusters
	alike     measure
	centroids *centroids
	sizes     []int64   // documents of each cluster
	best      []float64 // the best similarity of each document so far; nil: the centroids fit in memory together
	next      []int32   // and its cluster
	founders  []founder // of Bisect, by document
	scores    []float32 // of each document, for Bisect, if it is by scores
	trials    int       // of Bisect, that run at once, at most
	fixed     int64     // the memory that all but centroids take

	// Of KMeans: the least distance of each document to the centroid of any other cluster, nil if the similarity is no metric;
	// and how far centroids have moved since.
	other []float32
	drift drift
}

// Run reads (doc, term, weight), sorted by doc and term, and writes the clusters of the documents.
func Run(in tuple.Input, opt Options) (*Stats, error) {
	data := work.Data(opt.Memory)
	store, err := vectors.Read(in, vectors.Options{Counts: opt.Counts, Unit: opt.Similarity == Cosine, Room: opt.Room,
		VectorBytes: data * 3 / 8, TermBytes: data / 8})
	if err != nil {
		return nil, err
	}
	defer store.Close()
	c := &clusters{store: store, set: &store.All}
	stats := &Stats{Docs: store.All.Docs, Terms: int64(store.Terms.Len()), Cut: store.Cut}
	if stats.Docs == 0 {
		return stats, nil
	}
	if opt.Method != WordCon { // which may have more clusters than documents
		opt.K = int(min(int64(opt.K), stats.Docs))
	}
	if opt.Seeding == "" {
		opt.Seeding = Far
		if opt.Method == Bisect {
			opt.Seeding = Long
		}
	}
	find := c.find
	switch opt.Method {
	case Tree:
		find = c.findTree
	case WordCon:
		find = c.findConcepts
	}
	if err := find(&opt, data, stats); err != nil {
		return nil, err
	}
	stats.Spilled = store.Spilled()
	return stats, nil
}

// find finds the clusters and writes them.
func (c *clusters) find(opt *Options, data int64, stats *Stats) error {
	j := &job{Options: *opt, clusters: *c, alike: measure{opt.Similarity, opt.P, nil}, sizes: make([]int64, opt.K)}
	defer j.memory.Free()
	if err := j.plan(data); err != nil {
		return err
	}
	defer j.centroids.memory.Free()
	err := j.readIDF()
	if err == nil {
		err = j.readScores()
	}
	if err == nil {
		err = j.begin(opt)
	}
	if err != nil {
		return err
	}
	switch j.Method {
	case Bisect:
		err = j.bisect(stats)
		if err == nil {
			err = j.sum(0)
		}
		if err == nil && j.Refine > 0 {
			stats.Sweeps, stats.Stable, err = j.passes(j.Refine)
		}
	case SOM:
		stats.Sweeps, err = j.Sweeps, j.organise(stats)
	case Online:
		if err = j.sum(0); err == nil {
			stats.Sweeps, stats.Stable, err = j.passes(j.Sweeps)
		}
	default:
		stats.Sweeps, stats.Stable, err = j.kmeans()
	}
	if err != nil {
		return err
	}
	stats.Clusters, stats.Groups = opt.K, j.groups()
	return j.write(stats)
}

// begin gives each cluster the document that its centroid begins with; Bisect begins with one cluster of all.
func (j *job) begin(opt *Options) error {
	if j.Method == Bisect {
		return nil
	}
	seeds, err := j.seeds(opt)
	if err != nil {
		return err
	}
	for i := range j.inCluster {
		j.inCluster[i] = -1
	}
	for k, n := range seeds {
		j.inCluster[n] = int32(k)
	}
	return nil
}

// readIDF reads the factors of terms.
func (j *job) readIDF() (err error) {
	in := j.IDF
	if in.Source == nil {
		return nil
	}
	if j.alike.factor, err = arena.Take[float64](&j.memory, int64(j.store.Terms.Len())); err != nil {
		return err
	}
	found := 0
	rows := tuple.NewReader(in.InOrder(4, true, 0), 4)
	for row := rows.Next(); row != nil; row = rows.Next() {
		if j.store.Terms.Has(row[0]) {
			j.alike.factor[j.store.Terms.Rank(row[0])] = float64(tuple.F32Value(row[3]))
			found++
		}
	}
	if rows.Err() == nil && found < len(j.alike.factor) {
		return fmt.Errorf("%s: has no idf of %s of the documents: is it of other ones?", in.Name,
			tuple.Counted(int64(len(j.alike.factor)-found), "term"))
	}
	return rows.Err()
}

// slots is in how many clusters at most a document counts at once: in all that its terms have ever been in.
func (o *Options) slots() int {
	switch o.Method {
	case Online:
		return 1 + o.Sweeps
	case Bisect:
		return 2 + o.Refine
	case SOM:
		return o.K
	}
	return 1
}

// plan divides the memory: for the documents there is an array or two, and the centroids take the rest. If they do not all fit,
// they take turns.
func (j *job) plan(data int64) (err error) {
	docs := j.set.Docs
	if j.inCluster, err = arena.Take[int32](&j.memory, docs); err != nil {
		return err
	}
	j.fixed = j.fixedBytes(data)
	counts, slots := j.store.Counts, j.slots()
	all := j.fixed + centroidsBytes(counts, j.K, slots)
	for all > data && j.needsAllCentroids() && j.Threads > 1 { // the centroids need what the threads take
		j.Threads--
		all -= j.fixed - j.fixedBytes(data)
		j.fixed = j.fixedBytes(data)
	}
	j.store.LimitThreads(j.Threads)
	if j.Method == KMeans && j.Similarity.Metric() && all+4*docs <= data {
		if j.other, err = arena.Take[float32](&j.memory, docs); err != nil {
			return err
		}
	}
	j.trials = int(min(int64(j.Threads), int64(j.Tries), 1+max(0, data-all)/j.trialBytes()))
	most := j.K
	if all > data {
		if j.needsAllCentroids() {
			return &work.MemoryError{Least: work.MemoryFor(all), For: "the documents and all centroids"}
		}
		j.fixed += 12 * docs
		if j.best, err = arena.Take[float64](&j.memory, docs); err == nil {
			j.next, err = arena.Take[int32](&j.memory, docs)
		}
		if err != nil {
			return err
		}
		most = sort.Search(j.K, func(k int) bool { return j.fixed+centroidsBytes(counts, k+1, slots) > data })
	}
	if most == 0 {
		least := work.MemoryFor(j.fixed + centroidsBytes(counts, 1, slots))
		return &work.MemoryError{Least: least, For: "the documents and a centroid"}
	}
	j.centroids, err = newCentroids(counts, most, slots)
	return err
}

// fixedBytes is the memory that all but centroids take.
func (j *job) fixedBytes(data int64) int64 {
	docs, terms, k := j.set.Docs, int64(len(j.store.Counts)), int64(j.K)
	bytes := j.store.Bytes() + 4*docs + 16*k + int64(j.Threads)*scorerBytes*k + j.sampleBytes(docs, terms) + outBytes
	if j.sampleBytes(docs, terms) > 0 { // the vectors of a sample, beside the vectors of all documents
		bytes += min(j.set.Bytes(), max(0, data*3/8-j.set.Bytes()))
	}
	if j.Out.Map != nil {
		bytes += mapBytes(k)
	}
	if j.Out.Similarities != nil {
		bytes += 12 * int64(j.Threads) * max(similarRecords, leastDocs*k)
	}
	if j.IDF.Source != nil {
		bytes += 8 * terms
	}
	if j.Scores.Source != nil {
		bytes += 4 * docs
	}
	if j.Method == Bisect { // which fills all memory that is for documents, with clusters
		bytes += max(0, data*3/8-j.set.Bytes()) + 2*docs + centroidsBytes(j.store.Counts, 2, 2) + 128*k
	}
	return bytes
}

// needsAllCentroids reports whether all centroids must be in memory: each document moves them, or is compared with all.
func (j *job) needsAllCentroids() bool {
	return j.Out.Similarities != nil || j.Method == Online || j.Method == SOM || j.Method == Bisect && j.Refine > 0
}

// What a worker takes for each cluster, and what is written at once.
const (
	scorerBytes = 48
	outBytes    = 2 << 20
)
