package content

import "math"

// forest is the trees of a model in one table, so that they are asked without a branch that the processor has to guess. A
// feature above the limit of a node gives a negative difference, whose sign is the step from the left child to the right one,
// which stands beside it. A leaf leads to itself, so that each walk takes as many steps as the tree is deep; atOnce examples walk
// side by side.
type forest struct {
	nodes  []packed
	values []float32 // by node
	trees  []rooted
}

// packed is a node: its limit, the place of the feature, and that of the left child in its tree.
type packed struct {
	most    float32
	feature uint16
	left    uint16
}

// rooted is where a tree begins, and how many steps its longest walk has.
type rooted struct{ root, steps int32 }

const atOnce = 4

// pack makes a forest of trees whose children stand side by side, behind their parents.
func pack(trees []Tree) *forest {
	f := &forest{}
	for _, t := range trees {
		depth, most := make([]int32, len(t.Nodes)), int32(0)
		root := int32(len(f.nodes))
		for i, n := range t.Nodes {
			p := packed{n.Most, uint16(n.Feature), uint16(n.Left)}
			if n.Feature < 0 {
				p = packed{most: float32(math.Inf(1)), left: uint16(i)}
			} else {
				depth[n.Left], depth[n.Right] = depth[i]+1, depth[i]+1
			}
			most = max(most, depth[i])
			f.nodes, f.values = append(f.nodes, p), append(f.values, n.Value)
		}
		f.trees = append(f.trees, rooted{root, most})
	}
	return f
}

// sums are the sums of the values of all trees for some examples.
func (f *forest) sums(x *[atOnce][]float32) (sums [atOnce]float32) {
	width := len(x[0])
	x0, x1, x2, x3 := x[0][:width], x[1][:width], x[2][:width], x[3][:width]
	for _, t := range f.trees {
		nodes, values := f.nodes[t.root:], f.values[t.root:]
		var a, b, c, d uint32
		for range t.steps {
			n, m, o, p := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
			a = uint32(n.left) + math.Float32bits(n.most-x0[n.feature])>>31
			b = uint32(m.left) + math.Float32bits(m.most-x1[m.feature])>>31
			c = uint32(o.left) + math.Float32bits(o.most-x2[o.feature])>>31
			d = uint32(p.left) + math.Float32bits(p.most-x3[p.feature])>>31
		}
		sums[0] += values[a]
		sums[1] += values[b]
		sums[2] += values[c]
		sums[3] += values[d]
	}
	return sums
}

// judge gives blocks, one after the other, their log odds.
type judge struct {
	model *Model
	odds  []float32 // by block
	wait  [atOnce][]float32
	whose [atOnce]int // the blocks that wait for the trees
	n     int
}

func (j *judge) begin(m *Model) { j.model, j.odds, j.n = m, j.odds[:0], 0 }

// add judges the next block, perhaps only when others were added.
func (j *judge) add(features []float32) {
	odds := j.model.Linear.LogOdds(features)
	if j.odds = append(j.odds, odds); odds < excluded {
		return
	}
	j.wait[j.n] = append(j.wait[j.n][:0], features...)
	j.whose[j.n] = len(j.odds) - 1
	if j.n++; j.n == atOnce {
		j.flush()
	}
}

// flush judges the blocks that wait.
func (j *judge) flush() {
	for k := j.n; k < atOnce && j.n > 0; k++ {
		j.wait[k] = append(j.wait[k][:0], j.wait[0]...)
	}
	if j.n > 0 {
		sums := j.model.forest.sums(&j.wait)
		for k, i := range j.whose[:j.n] {
			j.odds[i] = j.model.Share*j.odds[i] + (1-j.model.Share)*sums[k]
		}
	}
	j.n = 0
}
