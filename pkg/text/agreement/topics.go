package agreement

import "math"

// sortByTopic sorts the cells by topic and then by cluster, and sums the cells of each topic.
func (e *evaluation) sortByTopic() error {
	if err := e.tables.Sort(&e.byTopic, 0, 1); err != nil {
		return err
	}
	if err := total(e.topics.Ints, e.byTopic.Reader(), 2); err != nil {
		return err
	}
	e.Topics = e.topics.Len()
	return nil
}

// measureTopics goes through the cells of each topic.
func (e *evaluation) measureTopics() error {
	topics := e.topics.Reader()
	var t Topic
	cells := e.byTopic.Reader()
	for cell := cells.Next(); ; cell = cells.Next() {
		if t.Documents > 0 && (cell == nil || cell[0] != t.ID) {
			if err := e.topic(&t); err != nil {
				return err
			}
		}
		if cell == nil {
			return cells.Err()
		}
		if t.Documents == 0 || cell[0] != t.ID {
			size := topics.Next()
			if size == nil {
				return topics.Err()
			}
			t = Topic{ID: size[0], Documents: size[1]}
		}
		common, ofCluster, ofTopic := float64(cell[2]), float64(cell[3]), float64(t.Documents)
		recall, precision, f := common/ofTopic, common/ofCluster, 2*common/(ofCluster+ofTopic)
		if e.opt.Printed {
			precision, f = ofCluster/common, 2*ofCluster*common/(float64(common*common)+float64(ofCluster*ofTopic))
		}
		if f > t.F {
			t.Cluster, t.Common, t.Recall, t.Precision, t.F = cell[1], cell[2], recall, precision, f
		}
		// Documents of a cluster and a topic, by how many there would be if these were independent.
		e.sums.common(cell[2], math.Log(common*float64(e.Pairs)/ofCluster/ofTopic))
	}
}

// topic takes the figures of a topic whose cells have all been seen.
func (e *evaluation) topic(t *Topic) error {
	e.F += float64(float64(t.Documents) * t.F)
	e.sums.topic(t.Documents, e.Pairs)
	if e.opt.EachTopic == nil {
		return nil
	}
	return e.opt.EachTopic(t)
}
