package content

import "math"

// forest is the trees of a model in one table, so that they are asked without a branch at each node: a feature above the limit
// of a node gives a negative difference, whose sign is the step from the left child to the right one, which stands beside it.
type forest struct {
	nodes []packed
	roots []int32
}

// packed is a node: its limit, the place of the feature, and that of the left child in its tree. A leaf has its value as the
// limit.
type packed struct {
	most    float32
	feature uint16
	left    uint16
}

const noFeature = math.MaxUint16

// pack makes a forest of trees whose children stand side by side.
func pack(trees []Tree) *forest {
	f := &forest{}
	for _, t := range trees {
		f.roots = append(f.roots, int32(len(f.nodes)))
		for _, n := range t.Nodes {
			p := packed{n.Most, uint16(n.Feature), uint16(n.Left)}
			if n.Feature < 0 {
				p = packed{most: n.Value, feature: noFeature}
			}
			f.nodes = append(f.nodes, p)
		}
	}
	return f
}

// sum is the sum of the values of all trees.
func (f *forest) sum(features []float32) (sum float32) {
	for _, root := range f.roots {
		nodes := f.nodes[root:]
		n := nodes[0]
		for n.feature != noFeature {
			n = nodes[uint32(n.left)+math.Float32bits(n.most-features[n.feature])>>31]
		}
		sum += n.most
	}
	return sum
}
