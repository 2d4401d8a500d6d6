package cluster

import (
	"slices"

	"webmill/pkg/text/cluster/vectors"
)

// take adds a vector to the sum of a cluster, as often as weight says. The centroid moves towards it: it is the mean of all that
// its cluster has taken. The scores of the vector must be those that were found last.
func (s *scorer) take(v vectors.Vector, cluster int32, weight float64) {
	c, x := s.to, s.last
	c.square[cluster] += weight * (2*s.dots[cluster] + weight*x.square)
	c.total[cluster] += weight * x.total
	c.docs[cluster] += weight
	pair := c.isPair() // then no row need be looked up
	for i, t := range v.Terms {
		w, at := weight*v.Weight(i), 2*int64(t)
		if !pair {
			at = c.rows[t]
		}
		if at < 0 {
			used := c.used[t]
			c.slot(t, ^at, cluster, w)
			c.terms[cluster] += c.used[t] - used
			continue
		}
		sum := &c.whole[at+int64(cluster)]
		if *sum == 0 {
			c.terms[cluster]++
		}
		if *sum += w; *sum == 0 {
			c.terms[cluster]--
		}
	}
}

// scale multiplies the sums of all clusters.
func (c *centroids) scale(by []float64) {
	for t, at := range c.rows {
		if at >= 0 {
			for k, f := range by {
				c.whole[at+int64(k)] *= f
			}
			continue
		}
		for p := ^at; p < ^at+int64(c.used[t]); p++ {
			c.sums[p] *= by[c.inCluster[p]]
		}
	}
	for k, f := range by {
		c.docs[k] *= f
	}
}

// weigh lets each centroid stay where it is and count as so many documents; one of a cluster without documents counts nothing.
func (j *job) weigh(docs float64, without func(cluster int) bool) {
	by := make([]float64, j.K)
	for k, n := range j.centroids.docs {
		if n > 0 && !without(k) {
			by[k] = docs / n
		}
	}
	j.centroids.scale(by)
	j.centroids.summarise(j.alike.factor)
}

// passes goes through the documents until nothing changes, or most times. Each goes to the most similar centroid, which moves
// towards it at once. At the beginning of a pass a centroid counts as one document; one that got none in the pass before counts
// no more. Nitsche 2003, 4.3.2.4.4.
func (j *job) passes(most int) (passes int, stable bool, err error) {
	j.weigh(1, func(int) bool { return false })
	s := j.alike.scorer(j.centroids)
	for passes < most && !stable {
		counted := j.Begin("pass", j.set.Bytes())
		clear(j.sizes)
		stable = true
		err := j.store.InOrder(j.set, func(n int64, v vectors.Vector) error {
			best := nearest(s.scores(v))
			s.take(v, best, 1)
			j.sizes[best]++
			if j.inCluster[n] != best {
				j.inCluster[n], stable = best, false
			}
			return nil
		})
		if err != nil {
			return 0, false, err
		}
		counted.Add(j.set.Bytes())
		if passes++; passes < most && !stable {
			j.weigh(1, func(k int) bool { return j.sizes[k] == 0 })
		}
	}
	return passes, stable, nil
}

// founder is a document that counts once more in a cluster, which began with it.
type founder struct {
	number  int64
	cluster int32
}

// addFounders adds the founders to the sums of the clusters that are in memory.
func (j *job) addFounders() error {
	c := j.centroids
	return j.store.InOrder(j.set, func(n int64, v vectors.Vector) error {
		i, _ := slices.BinarySearchFunc(j.founders, n, func(f founder, n int64) int { return int(f.number - n) })
		for ; i < len(j.founders) && j.founders[i].number == n; i++ {
			if k := j.founders[i].cluster - int32(c.first); k >= 0 && int(k) < c.k {
				c.add(v, k, 0, int32(len(c.rows)))
				c.docs[k]++
			}
		}
		return nil
	})
}
