package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"webmill/pkg/web/content"
)

// growing says how trees are grown.
type growing struct {
	trees, leaves int
	rate          float64 // how much of the step of a tree is taken
	share         float64 // of the features that a tree sees
	sample        float64 // of the rows that a tree is grown from
	ridge, least  float64 // of the values of leaves; the least weight of a leaf
	seed          uint64
}

// binned are rows whose features are numbers of intervals.
type binned struct {
	rows
	bins  []uint8     // by row and feature
	edges [][]float32 // by feature: the upper ends of the intervals but the last
}

const maxBins = 64

// bin divides the values of each feature into intervals of about as many rows each.
func bin(r *rows) *binned {
	b := &binned{rows: *r, bins: make([]uint8, r.n*r.width), edges: make([][]float32, r.width)}
	const sample = 60000
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for k := part; k < r.width; k += 2 {
				step := max(1, r.n/sample)
				var values []float32
				for i := 0; i < r.n; i += step {
					values = append(values, r.x[i*r.width+k])
				}
				slices.Sort(values)
				b.edges[k] = edgesOf(values)
				for i := range r.n {
					at, _ := slices.BinarySearch(b.edges[k], r.x[i*r.width+k])
					b.bins[i*r.width+k] = uint8(at)
				}
			}
		})
	}
	group.Wait()
	return b
}

// edgesOf chooses the ends of the intervals: a value x is in the first interval whose end is not smaller.
func edgesOf(sorted []float32) (edges []float32) {
	distinct := slices.Compact(slices.Clone(sorted))
	if len(distinct) <= maxBins {
		for i := 0; i+1 < len(distinct); i++ {
			edges = append(edges, (distinct[i]+distinct[i+1])/2)
		}
		return edges
	}
	for k := 1; k < maxBins; k++ {
		v := sorted[len(sorted)*k/maxBins]
		if len(edges) == 0 || v > edges[len(edges)-1] {
			edges = append(edges, v)
		}
	}
	return edges
}

// cell is the sums of the rows of one interval.
type cell struct{ grad, hess float32 }

// leaf is a leaf of a growing tree.
type leaf struct {
	rows       []int32
	hist       []cell // by feature of the tree and interval
	grad, hess float64
	node       int32
	gain       float64
	feature    int // the place among the features of the tree
	bin        int
}

// fitTrees fits trees by gradient boosting, with the logistic loss.
func fitTrees(b *binned, g growing) (trees []content.Tree) {
	r := &b.rows
	score := make([]float64, r.n)
	grad, hess := make([]float32, r.n), make([]float32, r.n)
	random := rand.New(rand.NewPCG(g.seed, 17))
	scratch := make([]int32, r.n)
	in := true
	for range g.trees {
		for i := range r.n {
			p := 1 / (1 + math.Exp(-score[i]))
			grad[i] = r.w[i] * float32(p-float64(r.y[i]))
			hess[i] = r.w[i] * float32(max(1e-6, p*(1-p)))
		}
		features := random.Perm(r.width)[:max(1, int(g.share*float64(r.width)))]
		slices.Sort(features)
		t := &grower{binned: *b, growing: g, grad: grad, hess: hess, features: features, scratch: scratch}
		rows, others := make([]int32, 0, r.n), make([]int32, 0, r.n)
		for i := range r.n {
			if i%32 == 0 { // rows near each other are mostly of one page
				in = random.Float64() < g.sample
			}
			if in {
				rows = append(rows, int32(i))
			} else {
				others = append(others, int32(i))
			}
		}
		tree, leaves := t.grow(rows)
		for _, l := range leaves {
			step := -l.grad / (l.hess + g.ridge) * g.rate
			tree.Nodes[l.node].Value = float32(step)
			for _, i := range l.rows {
				score[i] += step
			}
		}
		for _, i := range others {
			score[i] += float64(tree.Value(r.row(int(i))))
		}
		trees = append(trees, tree)
	}
	return trees
}

type grower struct {
	binned
	growing
	grad, hess []float32
	features   []int
	scratch    []int32
}

func (t *grower) grow(rows []int32) (content.Tree, []*leaf) {
	tree := content.Tree{Nodes: []content.TreeNode{{Feature: -1}}}
	root := &leaf{rows: rows, hist: t.histogram(rows)}
	for _, i := range rows {
		root.grad += float64(t.grad[i])
		root.hess += float64(t.hess[i])
	}
	t.search(root)
	leaves := []*leaf{root}
	for len(leaves) < t.leaves {
		best := slices.MaxFunc(leaves, func(a, b *leaf) int {
			switch {
			case a.gain < b.gain:
				return -1
			case a.gain > b.gain:
				return 1
			}
			return 0
		})
		if best.gain <= 0 {
			break
		}
		left, right := t.split(best)
		f := t.features[best.feature]
		tree.Nodes[best.node] = content.TreeNode{Feature: int32(f), Most: t.edges[f][best.bin], Left: int32(len(tree.Nodes)),
			Right: int32(len(tree.Nodes)) + 1}
		left.node, right.node = int32(len(tree.Nodes)), int32(len(tree.Nodes))+1
		tree.Nodes = append(tree.Nodes, content.TreeNode{Feature: -1}, content.TreeNode{Feature: -1})
		leaves[slices.Index(leaves, best)] = left
		leaves = append(leaves, right)
	}
	return tree, leaves
}

// histogram sums the rows by the intervals of each feature.
func (t *grower) histogram(rows []int32) []cell {
	hist := make([]cell, len(t.features)*maxBins)
	var group sync.WaitGroup
	const parts = 2
	for part := range parts {
		group.Go(func() {
			from, to := len(t.features)*part/parts, len(t.features)*(part+1)/parts
			features := t.features[from:to]
			for _, i := range rows {
				bins := t.bins[int(i)*t.width : (int(i)+1)*t.width]
				g, h := t.grad[i], t.hess[i]
				for k, f := range features {
					c := &hist[(from+k)*maxBins+int(bins[f])]
					c.grad += g
					c.hess += h
				}
			}
		})
	}
	group.Wait()
	return hist
}

// search finds the best split of a leaf.
func (t *grower) search(l *leaf) {
	l.gain = 0
	whole := l.grad * l.grad / (l.hess + t.ridge)
	for k := range t.features {
		var grad, hess float64
		for b := range len(t.edges[t.features[k]]) {
			c := l.hist[k*maxBins+b]
			grad += float64(c.grad)
			hess += float64(c.hess)
			other, rest := l.grad-grad, l.hess-hess
			if hess < t.least || rest < t.least {
				continue
			}
			gain := grad*grad/(hess+t.ridge) + other*other/(rest+t.ridge) - whole
			if gain > l.gain+1e-9 {
				l.gain, l.feature, l.bin = gain, k, b
			}
		}
	}
}

// split divides a leaf. The larger part has the histogram of the whole without that of the smaller part.
func (t *grower) split(l *leaf) (left, right *leaf) {
	f := t.features[l.feature]
	n, m := 0, 0
	for _, i := range l.rows {
		if int(t.bins[int(i)*t.width+f]) <= l.bin {
			l.rows[n] = i
			n++
		} else {
			t.scratch[m] = i
			m++
		}
	}
	copy(l.rows[n:], t.scratch[:m])
	left, right = &leaf{rows: l.rows[:n]}, &leaf{rows: l.rows[n:]}
	small, large := left, right
	if n > m {
		small, large = right, left
	}
	small.hist = t.histogram(small.rows)
	large.hist = l.hist
	for k := range large.hist {
		large.hist[k].grad -= small.hist[k].grad
		large.hist[k].hess -= small.hist[k].hess
	}
	for _, i := range small.rows {
		small.grad += float64(t.grad[i])
		small.hess += float64(t.hess[i])
	}
	large.grad, large.hess = l.grad-small.grad, l.hess-small.hess
	t.search(left)
	t.search(right)
	return left, right
}
