package cluster

import (
	"math"
	"math/big"
	"slices"
	"sort"

	"webmill/pkg/arena"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/work"
)

// tree finds large numbers of clusters: they are the leaves of a tree of centroids. A document goes from the root to a leaf, at
// each node to the child that is most like it. So it is compared with some of the centroids alone. After each sweep a node
// becomes the mean of the documents below it, and one without documents is gone (the EM-tree: De Vries et al. 2015).
//
// The tree grows by a level at a time, from the root on. A level begins with documents: each is a child of the node that it is
// in, so that a node has children by its number of documents. Levels that others follow are swept over a sample.
type tree struct {
	job
	levels []level
	widths []int // nodes that each level begins with
	most   int   // terms that the centroid of a leaf keeps, the heaviest
	sort   int64 // memory to sort in
	cut    int   // clusters whose centroids lost terms in the last sweep
}

// upperSweeps is how often the sample is swept for a level that others follow, at most, and upperDocs how many documents it has
// for each cluster: too few do not show what belongs together.
const (
	upperSweeps = 10
	upperDocs   = 5
)

// findTree finds the clusters and writes them.
func (c *clusters) findTree(opt *Options, data int64, stats *Stats) error {
	t := &tree{job: job{Options: *opt, clusters: *c}, widths: opt.widths()}
	defer t.memory.Free()
	if err := t.planTree(data); err != nil {
		return err
	}
	for range t.widths {
		if err := t.grow(stats); err != nil {
			return err
		}
	}
	stats.Clusters, stats.Levels, stats.CentroidTerms, stats.CentroidsCut = len(t.leaves().docs), len(t.levels), t.most, t.cut
	t.sizes = make([]int64, stats.Clusters)
	t.tally(stats)
	return t.writeDocs(stats, func() own {
		w := t.walker()
		return func(_ *report, n int64, v vectors.Vector) float64 { return w.own(t.inCluster[n], v) }
	})
}

func (t *tree) leaves() *level { return &t.levels[len(t.levels)-1] }

// widths is how many nodes each level begins with: as few levels as nodes with so many branches need, with equal steps.
func (o *Options) widths() (widths []int) {
	branches := o.Branches
	if branches == 0 {
		branches = int(math.Ceil(math.Sqrt(float64(o.K))))
	}
	depth := 1
	for bigPower(max(2, branches), depth).Cmp(bigPower(o.K, 1)) < 0 {
		depth++
	}
	for level := 1; level <= depth; level++ { // the least width that is K to the power of level / depth or more
		below := bigPower(o.K, level)
		widths = append(widths, sort.Search(o.K, func(width int) bool { return bigPower(width, depth).Cmp(below) >= 0 }))
	}
	return widths
}

func bigPower(x, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil)
}

// What a tree takes for each cluster besides its terms, and for each term at each level; and the least memory to sort in.
const (
	nodeBytes  = 192
	sumBytes   = 12
	leastTerms = 10
	leastSort  = 1 << 20
)

// planTree divides the memory.
func (t *tree) planTree(data int64) (err error) {
	fixed, centroids := t.needs(data)
	if t.sort = data - fixed - centroids; t.sort < leastSort {
		least := data
		for least < fixed+centroids+leastSort {
			least = fixed + centroids + leastSort
			fixed, centroids = t.needs(least)
		}
		return &work.MemoryError{Least: work.MemoryFor(least), For: "the documents and the tree of centroids"}
	}
	t.inCluster, err = arena.Take[int32](&t.memory, t.set.Docs)
	return err
}

// needs is the memory that the centroids need, and all else but to sort. If the terms that centroids keep are not given, they
// follow from the memory, but not from the threads.
func (t *tree) needs(data int64) (fixed, centroids int64) {
	terms, nodes, depth, leaves := int64(len(t.store.Counts)), int64(0), int64(len(t.widths)), int64(t.K)
	for _, n := range t.widths {
		nodes += int64(n)
	}
	first := t.Options
	first.K = t.widths[0]
	fixed = min(data*3/8, 2*t.set.Bytes()) + t.store.Terms.Bytes() + 8*terms + 8*t.set.Docs + outBytes +
		first.sampleBytes(t.set.Docs, terms) + nodeBytes*nodes + sumBytes*terms*depth
	if t.Out.Map != nil {
		fixed += mapBytes(leaves)
	}
	t.most = t.CentroidTerms
	if t.most == 0 {
		left := (data - fixed) / 2
		t.most = int(max(leastTerms, min(terms, left/depth/leaves/postingBytes)))
		if left >= postingBytes*depth*records(t.store.Counts) {
			t.most = int(terms)
		}
	}
	return fixed + 8*leaves*int64(t.Threads), postingBytes * depth * t.postings()
}

// postings is how many terms the centroids of a level have together, at most: on all levels as many as the leaves.
func (t *tree) postings() int64 { return min(records(t.store.Counts), int64(t.K)*int64(t.most)) }

// keeps is how many terms a centroid of a level keeps.
func (t *tree) keeps(level int) int { return int(int64(t.K) * int64(t.most) / int64(t.widths[level])) }

// grow adds a level to the tree.
func (t *tree) grow(stats *Stats) error {
	width := t.widths[len(t.levels)]
	opt := t.Options
	opt.K = width
	if len(t.levels) > 0 {
		opt.Seeding = Random
	}
	seeds, err := t.seeds(&opt)
	if err == nil {
		err = t.plant(seeds)
	}
	if err != nil {
		return err
	}
	if len(t.levels) == len(t.widths) {
		stats.Sweeps, stats.Stable, err = t.sweepAll(t.set, t.inCluster, t.Sweeps)
		return err
	}
	number := int64(max(leastSample, upperDocs*t.K))
	if number >= t.set.Docs {
		_, _, err = t.sweepAll(t.set, t.inCluster, upperSweeps)
		return err
	}
	sample, err := t.some(t.draw(int(number), t.Seed))
	if err != nil {
		return err
	}
	defer t.store.GiveBack(&sample)
	_, _, err = t.sweepAll(&sample, make([]int32, number), upperSweeps)
	return err
}

// plant begins a level with documents: each is a child of the node that it is in.
func (t *tree) plant(seeds []int64) error {
	for n := range t.inCluster {
		t.inCluster[n] = -1
	}
	for _, n := range seeds {
		t.inCluster[n] = 0
	}
	err := t.store.Each(t.set, func(int) func(int64, vectors.Vector) error {
		w := t.walker()
		return func(n int64, v vectors.Vector) error {
			if t.inCluster[n] == 0 {
				t.inCluster[n] = w.leaf(v)
			}
			return nil
		}
	})
	if err != nil {
		return err
	}
	parents := 1
	if len(t.levels) > 0 {
		parents = len(t.leaves().docs)
	}
	l := level{first: make([]int32, parents+1), docs: make([]int64, len(seeds)), square: make([]float64, len(seeds))}
	for _, n := range seeds {
		l.first[t.inCluster[n]+1]++
	}
	for p := range parents {
		l.first[p+1] += l.first[p]
	}
	next := slices.Clone(l.first)
	for n, p := range t.inCluster {
		if p >= 0 {
			t.inCluster[n] = next[p]
			next[p]++
		}
	}
	if err := l.reserve(&t.memory, t.postings(), int64(len(t.store.Counts))); err != nil {
		return err
	}
	t.levels = append(t.levels, l)
	t.countNodes(t.inCluster)
	return t.sumNodes(len(t.levels)-1, t.set, t.inCluster, false)
}

// sweepAll moves the documents of a set to leaves and the nodes to their means, until nothing changes or most times. The
// centroids of the last sweep are written if this is the last level.
func (t *tree) sweepAll(set *vectors.Set, inCluster []int32, most int) (sweeps int, stable bool, err error) {
	for sweeps < most && !stable {
		counted := t.Begin("sweep", set.Bytes())
		changed, err := t.descend(set, inCluster)
		if err != nil {
			return 0, false, err
		}
		sweeps++
		stable = changed == 0
		write := len(t.levels) == len(t.widths) && (stable || sweeps == most)
		if err := t.sumNodes(0, set, inCluster, write); err != nil {
			return 0, false, err
		}
		counted.Add(set.Bytes())
	}
	return sweeps, stable, nil
}

// descend moves the documents of a set to leaves, and leaves the nodes that have any.
func (t *tree) descend(set *vectors.Set, inCluster []int32) (changed int64, err error) {
	workers := make([]int64, t.Threads)
	err = t.store.Each(set, func(i int) func(int64, vectors.Vector) error {
		w := t.walker()
		return func(n int64, v vectors.Vector) error {
			if leaf := w.leaf(v); inCluster[n] != leaf {
				inCluster[n] = leaf
				workers[i]++
			}
			return nil
		}
	})
	for _, n := range workers {
		changed += n
	}
	if err == nil {
		t.countNodes(inCluster)
		t.prune(inCluster)
	}
	return changed, err
}

// countNodes counts the documents of each node.
func (t *tree) countNodes(inCluster []int32) {
	docs := t.leaves().docs
	clear(docs)
	for _, k := range inCluster {
		if k >= 0 {
			docs[k]++
		}
	}
	for i := len(t.levels) - 1; i > 0; i-- {
		above := t.levels[i-1].docs
		for p := range above {
			first, end := t.levels[i].children(int32(p))
			above[p] = 0
			for _, n := range t.levels[i].docs[first:end] {
				above[p] += n
			}
		}
	}
}

// prune drops the nodes without documents. The others get their numbers.
func (t *tree) prune(inCluster []int32) {
	numbers := make([]int32, len(t.leaves().docs))
	for i := len(t.levels) - 1; i >= 0; i-- {
		l, kept, parents := &t.levels[i], int32(0), 0
		for p := range l.first[1:] {
			if i > 0 && t.levels[i-1].docs[p] == 0 {
				continue
			}
			first, end := l.children(int32(p))
			l.first[parents] = kept
			parents++
			for k := first; k < end; k++ {
				if l.docs[k] > 0 {
					if i == len(t.levels)-1 {
						numbers[k] = kept
					}
					l.docs[kept] = l.docs[k]
					kept++
				}
			}
		}
		l.first[parents] = kept
		l.first, l.docs, l.square = l.first[:parents+1], l.docs[:kept], l.square[:kept]
	}
	for n, k := range inCluster {
		inCluster[n] = numbers[k]
	}
}
