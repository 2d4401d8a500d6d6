package main

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"webmill/pkg/web/content"
)

var small = growing{trees: 40, leaves: 4, rate: 0.3, share: 1, sample: 0.9, ridge: 1, least: 1, seed: 5}

// TestXOR: trees learn what no line divides.
func TestXOR(t *testing.T) {
	r := drawn(rand.New(rand.NewPCG(2, 1)), 2000, 0, func(x []float32) bool { return (x[0] > 0.5) != (x[1] > 6) })
	trees := fitTrees(bin(r), small)
	wrong := 0
	for i := range r.n {
		sum := float32(0)
		for k := range trees {
			sum += trees[k].Value(r.row(i))
		}
		if (sum > 0) != (r.y[i] == 1) {
			wrong++
		}
	}
	if wrong > r.n/50 {
		t.Errorf("%d of %d are wrong", wrong, r.n)
	}
}

// TestSeed: the trees of one seed are the same each time, and those of another are not.
func TestSeed(t *testing.T) {
	r := drawn(rand.New(rand.NewPCG(2, 2)), 500, 0.1, func(x []float32) bool { return x[0] > 0 })
	other := small
	other.seed++
	a, b, c := fitTrees(bin(r), small), fitTrees(bin(r), small), fitTrees(bin(r), other)
	if !reflect.DeepEqual(a, b) || reflect.DeepEqual(a, c) {
		t.Error("the seed does not decide")
	}
	if slices.ContainsFunc(a[0].Nodes, func(n content.TreeNode) bool { return n.Feature == 2 }) {
		t.Error("a feature that is the same in all rows divides them")
	}
}

// TestEdges: each value is in the first interval whose end is not smaller, and a tree that was learnt of intervals divides values
// at the same places.
func TestEdges(t *testing.T) {
	if got := edgesOf([]float32{1, 1, 2, 4}); !slices.Equal(got, []float32{1.5, 3}) {
		t.Error(got)
	}
	var many []float32
	for i := range 1000 {
		many = append(many, float32(i))
	}
	got := edgesOf(many)
	if len(got) != maxBins-1 || !slices.IsSorted(got) {
		t.Error(got)
	}
	if edges := edgesOf([]float32{3, 3}); len(edges) != 0 {
		t.Error(edges)
	}
}
