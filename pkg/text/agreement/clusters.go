package agreement

import "webmill/pkg/tuple"

// measureClusters goes through the cells twice: for the sizes of the clusters, and then for what depends on them.
func (e *evaluation) measureClusters() error {
	if err := total(e.sizes.Ints, e.cells.Reader(), 2); err != nil {
		return err
	}
	sizes := e.sizes.Reader()
	byTopic, clusters := tuple.NewWriter(e.byTopic.Ints, 4), tuple.NewWriter(e.clusters.Ints, 6)
	var c Cluster
	cells := e.cells.Reader()
	for cell := cells.Next(); ; cell = cells.Next() {
		if c.Documents > 0 && (cell == nil || cell[0] != c.ID) {
			var entropy [2]int32
			tuple.PutF64(entropy[:], c.Entropy)
			clusters.Put(c.ID, c.Documents, c.Topic, c.Most, entropy[0], entropy[1])
			e.sums.cluster(&c, e.Pairs)
		}
		if cell == nil {
			break
		}
		if c.Documents == 0 || cell[0] != c.ID {
			size := sizes.Next()
			if size == nil {
				return sizes.Err()
			}
			c = Cluster{ID: size[0], Documents: size[1]}
			e.Clusters++
		}
		if cell[2] > c.Most {
			c.Topic, c.Most = cell[1], cell[2]
		}
		c.Entropy += term(cell[2], c.Documents)
		byTopic.Put(cell[1], cell[0], cell[2], c.Documents)
	}
	if err := cells.Err(); err != nil {
		return err
	}
	if err := clusters.Flush(); err != nil {
		return err
	}
	return byTopic.Flush()
}

// total writes the sum of a column for each value of the first one.
func total(dst tuple.Sink, src *tuple.Reader, column int) error {
	out := tuple.NewWriter(dst, 2)
	id, sum := int32(0), int32(0) // counts are above 0, so 0 is no sum
	for rec := src.Next(); rec != nil; rec = src.Next() {
		if sum > 0 && rec[0] != id {
			out.Put(id, sum)
			sum = 0
		}
		id = rec[0]
		sum += rec[column]
	}
	if sum > 0 {
		out.Put(id, sum)
	}
	if err := src.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// finish hands on the clusters, and makes the measures of the sums.
func (e *evaluation) finish() error {
	s, n := &e.sums, float64(e.Pairs)
	logs := logTopics(e.Topics)
	e.Purity = float64(s.most) / n
	e.Entropy = min(1, s.entropy/n/logs)
	e.F /= n
	e.AdjustedRand = s.adjustedRand(e.Pairs)
	e.NMI = s.nmi(&e.Result)
	if e.opt.EachCluster == nil {
		return nil
	}
	return e.clusters.Each(func(rec []int32) error {
		return e.opt.EachCluster(&Cluster{
			ID: rec[0], Documents: rec[1], Topic: rec[2], Most: rec[3],
			Purity: float64(rec[3]) / float64(rec[1]), Entropy: min(1, tuple.F64Value(rec[4:])/logs),
		})
	})
}
