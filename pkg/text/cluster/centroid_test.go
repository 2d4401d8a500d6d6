package cluster

import (
	"slices"
	"testing"

	"webmill/pkg/work/worktest"
)

// TestCentroidV14 is the centroid of Nitsche 2003, 4.3.2.4.4: the mean of two documents.
func TestCentroidV14(t *testing.T) {
	docs := tuples([][]float64{{1, 3, 0, 0, 2, 0, 4}, {0, 2, 4, 0, 1, 1, 0}})
	_, got, _ := run(t, docs, Options{K: 1, Similarity: Dot, Seeds: []int32{0}, Sweeps: 100, Room: worktest.Room(8<<20, 1)})
	want := [][3]float64{{0, 0, 0.5}, {0, 1, 2.5}, {0, 2, 2}, {0, 4, 1.5}, {0, 5, 0.5}, {0, 6, 2}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
