package cluster

import (
	"math"
	"testing"

	"webmill/pkg/text/heaviest"
	"webmill/pkg/tuple"
)

// TestPlaces: of three clusters the two that share a term are near, the third is far; one cluster is in the middle.
func TestPlaces(t *testing.T) {
	var p placing
	p.add(3, []heaviest.Weighed{{Weight: 2, ID: 1}, {Weight: 1, ID: 2}})
	p.add(7, []heaviest.Weighed{{Weight: 1, ID: 1}, {Weight: 1, ID: 2}})
	p.add(9, []heaviest.Weighed{{Weight: 1, ID: 5}})
	var records []int32
	take := tuple.SinkFunc(func(b []int32) error {
		records = append(records, b...)
		return nil
	})
	if err := p.write(take); err != nil {
		t.Fatal(err)
	}
	x := func(i int) float64 { return float64(tuple.F32Value(records[3*i+1])) }
	y := func(i int) float64 { return float64(tuple.F32Value(records[3*i+2])) }
	far := func(i, j int) float64 { return math.Hypot(x(i)-x(j), y(i)-y(j)) }
	if len(records) != 9 || records[0] != 3 || records[3] != 7 || records[6] != 9 {
		t.Fatalf("%v: want the clusters 3, 7 and 9", records)
	}
	// The distances of three vectors are kept in two dimensions, but for the scale.
	want := math.Sqrt(2-2*3/math.Sqrt(10)) / math.Sqrt2
	if got := far(0, 1) / far(0, 2); math.Abs(got-want) > 1e-5 || math.Abs(far(1, 2)-far(0, 2)) > 1e-5 {
		t.Errorf("the distances are %v, %v, %v", far(0, 1), far(0, 2), far(1, 2))
	}
	records = nil
	one := placing{clusters: p.clusters[:1], heavy: p.heavy[:1]}
	if err := one.write(take); err != nil || x(0) != 0.5 || y(0) != 0.5 {
		t.Errorf("one cluster is at %v, %v: %v", x(0), y(0), err)
	}
	records = nil
	p.add(10, nil) // its documents have no weights
	if err := p.write(take); err != nil || len(records) != 12 || !(x(3) >= 0 && x(3) <= 1 && y(3) >= 0 && y(3) <= 1) {
		t.Errorf("%v: a cluster without terms has no place: %v", records, err)
	}
	if err := (&placing{}).write(take); err != nil {
		t.Error(err)
	}
}
