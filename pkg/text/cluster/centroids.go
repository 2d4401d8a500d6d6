package cluster

import (
	"slices"
	"sort"

	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/tuple"
)

// centroids are the sums of the vectors of clusters first … first+k-1, by term: the row of a term has the sum of each cluster.
// The centroid of a cluster is its sum divided by its number of documents.
//
// A term that many documents have gets a whole row. For the others there are only slots of the clusters that have the term: at
// most one for each document, or as many as methods need that move centroids document by document.
type centroids struct {
	most     int       // clusters that there is space for
	first, k int       // those that are here
	docs     []float64 // of each cluster; the first of a thesis counts its seed too
	square   []float64 // of the sum
	total    []float64 // of the sums, each times the factor of its term
	terms    []int32   // that are not 0

	rows      []int64   // of each term: where its row begins, or ^ where its slots do
	whole     []float64 // rows
	sums      []float64 // slots: the sum
	inCluster []int32   // and its cluster, ascending
	used      []int32   // slots of each term

	counts []int32 // documents of each term
	memory arena.Pool
}

// slotBytes is what a slot takes, and termBytes what each term takes besides.
const (
	slotBytes = 12
	termBytes = 12
)

// isWhole reports whether the row of a term is whole that n documents have, each in at most slots clusters.
func isWhole(n int32, k, slots int) bool { return slotBytes*int64(n)*int64(slots) >= 8*int64(k) }

// centroidsBytes is the memory that k clusters take.
func centroidsBytes(counts []int32, k, slots int) int64 {
	bytes := termBytes*int64(len(counts)) + 40*int64(k)
	for _, n := range counts {
		bytes += min(slotBytes*int64(n)*int64(slots), 8*int64(k))
	}
	return bytes
}

// newCentroids makes k clusters that are all 0. A document is in the sums of at most each of them.
func newCentroids(counts []int32, k, each int) (*centroids, error) {
	c := &centroids{most: k, k: k, counts: counts,
		docs: make([]float64, k), square: make([]float64, k), total: make([]float64, k), terms: make([]int32, k)}
	var whole, slots int64
	var err error
	if c.rows, err = arena.Take[int64](&c.memory, int64(len(counts))); err != nil {
		return nil, err
	}
	for t, n := range counts {
		if isWhole(n, k, each) {
			c.rows[t] = whole
			whole += int64(k)
		} else {
			c.rows[t] = ^slots
			slots += int64(n) * int64(each)
		}
	}
	if c.whole, err = arena.Take[float64](&c.memory, whole); err == nil {
		c.sums, err = arena.Take[float64](&c.memory, slots)
	}
	if err == nil {
		c.inCluster, err = arena.Take[int32](&c.memory, slots)
	}
	if err == nil {
		c.used, err = arena.Take[int32](&c.memory, int64(len(counts)))
	}
	if err != nil {
		c.memory.Free()
		return nil, err
	}
	return c, nil
}

// begin makes the sums of k clusters from first on, all 0.
func (c *centroids) begin(first, k int) {
	c.first, c.k = first, k
	clear(c.whole)
	clear(c.used)
	c.docs, c.square, c.total, c.terms = c.docs[:k], c.square[:k], c.total[:k], c.terms[:k]
	for _, figures := range [][]float64{c.docs, c.square, c.total} {
		clear(figures)
	}
	clear(c.terms)
}

// add adds a vector to a cluster: of its terms those from … to-1.
func (c *centroids) add(v vectors.Vector, cluster, from, to int32) {
	i := 0
	if from > 0 {
		i = sort.Search(len(v.Terms), func(i int) bool { return v.Terms[i] >= from })
	}
	for ; i < len(v.Terms) && v.Terms[i] < to; i++ {
		t := v.Terms[i]
		if at := c.rows[t]; at >= 0 {
			c.whole[at+int64(cluster)] += v.Weight(i)
		} else {
			c.slot(t, ^at, cluster, v.Weight(i))
		}
	}
}

// slot adds to the slot of a cluster, which is made if it is not there.
func (c *centroids) slot(t int32, at int64, cluster int32, w float64) {
	n := int64(c.used[t])
	place, there := slices.BinarySearch(c.inCluster[at:at+n], cluster)
	p := at + int64(place)
	if there {
		c.sums[p] += w
		return
	}
	copy(c.inCluster[p+1:at+n+1], c.inCluster[p:at+n])
	copy(c.sums[p+1:at+n+1], c.sums[p:at+n])
	c.inCluster[p], c.sums[p] = cluster, w
	c.used[t]++
}

// value is the sum of a term in a cluster.
func (c *centroids) value(t, cluster int32) float64 {
	at := c.rows[t]
	if at >= 0 {
		return c.whole[at+int64(cluster)]
	}
	at = ^at
	slots := c.inCluster[at : at+int64(c.used[t])]
	place, there := slices.BinarySearch(slots, cluster)
	if !there {
		return 0
	}
	return c.sums[at+int64(place)]
}

// dot is the scalar product of a vector and the sum of a cluster.
func (c *centroids) dot(v vectors.Vector, cluster int32) (sum float64) {
	for i, t := range v.Terms {
		sum += v.Weight(i) * c.value(t, cluster)
	}
	return sum
}

// dots are the scalar products of a vector and the sums of all clusters.
func (c *centroids) dots(v vectors.Vector, dots []float64) {
	clear(dots)
	for i, t := range v.Terms {
		w, at := v.Weight(i), c.rows[t]
		if at >= 0 {
			addRow(dots, c.whole[at:at+int64(c.k)], w)
			continue
		}
		at = ^at
		end := at + int64(c.used[t])
		sums := c.sums[at:end]
		for k, cluster := range c.inCluster[at:end] {
			dots[cluster] += w * sums[k]
		}
	}
}

// isPair reports whether there are two clusters, all of whose rows are whole: that of term t begins at 2t.
func (c *centroids) isPair() bool { return c.k == 2 && c.most == 2 && len(c.sums) == 0 }

// pairDots is dots for two clusters whose rows are whole. square is that of the vector.
func (c *centroids) pairDots(v vectors.Vector) (first, second, square float64) {
	bits := v.Bits[:len(v.Terms)]
	for i, t := range v.Terms {
		w := float64(tuple.F32Value(bits[i]))
		row := c.whole[2*int(t) : 2*int(t)+2 : 2*int(t)+2]
		first += w * row[0]
		second += w * row[1]
		square += w * w
	}
	return first, second, square
}

// addRow adds w times a row.
func addRow(to, row []float64, w float64) {
	for len(row) >= 4 && len(to) >= 4 {
		to[0] += w * row[0]
		to[1] += w * row[1]
		to[2] += w * row[2]
		to[3] += w * row[3]
		to, row = to[4:], row[4:]
	}
	for i, x := range row {
		to[i] += w * x
	}
}

// each goes through the sums of a term that are not 0.
func (c *centroids) each(t int32, yield func(cluster int32, sum float64)) {
	c.within(t, 0, int32(c.k), yield)
}

// within is each for the clusters from … to-1.
func (c *centroids) within(t, from, to int32, yield func(cluster int32, sum float64)) {
	if at := c.rows[t]; at >= 0 {
		for k, sum := range c.whole[at+int64(from) : at+int64(to)] {
			if sum != 0 {
				yield(from+int32(k), sum)
			}
		}
		return
	}
	at := ^c.rows[t]
	slots := c.inCluster[at : at+int64(c.used[t])]
	first, _ := slices.BinarySearch(slots, from)
	for k := first; k < len(slots) && slots[k] < to; k++ {
		yield(slots[k], c.sums[at+int64(k)])
	}
}

// summarise finds what similarities ask of the sums as a whole. factor has the factor of each term, or is nil.
func (c *centroids) summarise(factor []float64) {
	clear(c.square)
	clear(c.total)
	clear(c.terms)
	for t := range c.rows {
		f := 1.0
		if factor != nil {
			f = factor[t]
		}
		c.each(int32(t), func(k int32, sum float64) {
			c.square[k] += sum * sum
			c.total[k] += f * sum
			c.terms[k]++
		})
	}
}

// ranges divides the terms into parts with about the same number of records each.
func ranges(counts []int32, parts int) []int32 {
	all := records(counts)
	sum := int64(0)
	bounds := make([]int32, 1, parts+1)
	for t, n := range counts {
		if sum += int64(n); len(bounds) < parts && sum*int64(parts) >= all*int64(len(bounds)) {
			bounds = append(bounds, int32(t)+1)
		}
	}
	return append(bounds, int32(len(counts)))
}

// recordsEach is how many records of a document a worker should have: it looks for the first of them.
const recordsEach = 8

// records is how many records all documents have.
func records(counts []int32) (sum int64) {
	for _, n := range counts {
		sum += int64(n)
	}
	return sum
}

// sum makes the sums of a set: inCluster is the cluster of each document, -1: none. Each worker has its own terms, so
// that the sums do not depend on the threads.
func (c *centroids) sum(store *vectors.Store, set *vectors.Set, threads int, inCluster []int32) error {
	bounds := ranges(c.counts, min(threads, 1+int(records(c.counts)/max(1, set.Docs)/recordsEach)))
	batch := store.NewBatch(2 * threads)
	for from := 0; from < set.Pieces(); from += batch.Most {
		if err := batch.Read(set, from, threads); err != nil {
			return err
		}
		err := par.Do(len(bounds)-1, func(worker int) error {
			for n, v := range batch.All {
				k := inCluster[n] - int32(c.first)
				if k < 0 || int(k) >= c.k {
					continue
				}
				if worker == 0 {
					c.docs[k]++
				}
				c.add(v, k, bounds[worker], bounds[worker+1])
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
