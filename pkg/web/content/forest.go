package content

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
)

// forest computes what the trees of a model say of the blocks of a page, as Tree.Value does, but question by question and not
// tree by tree (QuickScorer: Lucchese and others 2015). A tree keeps a set of its leaves, from left to right. A question that is
// answered with no takes away the leaves on the left of its node, and the first leaf that is left is that of the block. So only
// the questions are read whose answer is no, which are few, as most features are 0; and those about the page are asked once for
// all its blocks.
type forest struct {
	all       []Tree
	block     int        // features with smaller numbers are those of a block
	asked     []feature  // in the order of their numbers
	questions []question // in the order of the features and of their limits
	stride    int        // the most leaves of a tree
	values    []float32  // of the leaves, stride for each tree
	ofPage    []uint64   // by tree: the leaves that are left by the questions about the page
	ofBlock   []uint64
}

// feature is the questions about a feature: those from one to before another.
type feature struct {
	number   int32
	least    float32 // the first limit
	from, to int32
}

type question struct {
	most float32
	tree uint32
	rest uint64 // the leaves that are left by a no
}

const mostLeaves = 64 // of a tree

// newForest makes a forest. block is how many features are those of a block.
func newForest(trees []Tree, block int) *forest {
	f := &forest{all: trees, block: block, ofPage: make([]uint64, len(trees)), ofBlock: make([]uint64, len(trees))}
	for k := range trees {
		f.stride = max(f.stride, trees[k].leaves())
	}
	f.values = make([]float32, f.stride*len(trees))
	by := map[int][]question{}
	for k := range trees {
		f.number(k, 0, 0, by)
	}
	for _, n := range slices.Sorted(maps.Keys(by)) {
		slices.SortStableFunc(by[n], func(a, b question) int { return cmp.Compare(a.most, b.most) })
		from := len(f.questions)
		f.questions = append(f.questions, by[n]...)
		f.asked = append(f.asked, feature{int32(n), by[n][0].most, int32(from), int32(len(f.questions))})
	}
	return f
}

// number numbers the leaves of a tree below a node, from the number first on, and returns the number behind the last one.
func (f *forest) number(tree int, node int32, first int, by map[int][]question) int {
	n := &f.all[tree].Nodes[node]
	if n.Feature < 0 {
		f.values[f.stride*tree+first] = n.Value
		return first + 1
	}
	middle := f.number(tree, n.Left, first, by)
	left := uint64(1)<<middle - uint64(1)<<first
	by[int(n.Feature)] = append(by[int(n.Feature)], question{n.Most, uint32(tree), ^left})
	return f.number(tree, n.Right, middle, by)
}

// begin asks what is asked about a page.
func (f *forest) begin(ofPage []float32) {
	for k := range f.ofPage {
		f.ofPage[k] = ^uint64(0)
	}
	for i := range f.asked {
		if a := &f.asked[i]; int(a.number) >= f.block {
			f.ask(a, ofPage[int(a.number)-f.block], f.ofPage)
		}
	}
}

// ask takes away the leaves of the questions about a feature whose answer is no.
func (f *forest) ask(a *feature, v float32, left []uint64) {
	for _, q := range f.questions[a.from:a.to] {
		if v <= q.most {
			return
		}
		left[q.tree] &= q.rest
	}
}

// sum is the sum of the values of all trees for a block of the page that began.
func (f *forest) sum(features []float32) (sum float32) {
	copy(f.ofBlock, f.ofPage)
	for i := range f.asked {
		a := &f.asked[i]
		if int(a.number) >= f.block {
			break
		}
		if v := features[a.number]; !(v <= a.least) {
			f.ask(a, v, f.ofBlock)
		}
	}
	for k, left := range f.ofBlock {
		sum += f.values[f.stride*k+bits.TrailingZeros64(left)]
	}
	return sum
}

// leaves is how many leaves a tree has.
func (t *Tree) leaves() int { return (len(t.Nodes) + 1) / 2 }
