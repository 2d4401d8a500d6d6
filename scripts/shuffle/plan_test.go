package main

import (
	"math"
	"os"
	"strings"
	"testing"
)

// TestPlan: docs/figures has what the program prints. At the size from which a cluster is faster, both take the same time.
// Numbers that no cluster has are refused.
func TestPlan(t *testing.T) {
	var c cluster
	c.flags()
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
	for _, net := range []float64{-1, 0, math.NaN()} {
		bad := c
		if bad.net = net; bad.check() == nil {
			t.Errorf("%g GB a second were taken", net)
		}
	}
	var made strings.Builder
	c.plan(&made)
	if file, err := os.ReadFile("../../docs/figures/cluster-model.tsv"); err != nil || string(file) != made.String() {
		t.Errorf("docs/figures/cluster-model.tsv is not what the program prints (make cluster-model): %v\n%s", err, &made)
	}
	for _, j := range append(c.archives(), c.graph(1e9, 30e9, 4)...) {
		if most := c.slower(j); !math.IsInf(most, 1) &&
			(c.seconds(j, most+1) > j.items*j.alone || most > 0 && c.seconds(j, most) < j.items*j.alone) {
			t.Errorf("%s: %g workers are said to be as slow as one machine", j.name, most)
		}
		if least := c.faster(j, 64); !math.IsInf(least, 1) {
			j.items = least
			if there := c.seconds(j, 64); math.Abs(there/(least*j.alone)-1) > 1e-9 {
				t.Errorf("%s: with %g items, one machine takes %g s, the cluster %g", j.name, least, least*j.alone, there)
			}
		}
	}
}

// TestNumbers: lists of numbers are read; anything else is an error.
func TestNumbers(t *testing.T) {
	var n numbers
	if err := n.Set("2,300"); err != nil || n.String() != "2,300" {
		t.Errorf("%s, %v", &n, err)
	}
	for _, bad := range []string{"", "1", "a", "4,", "5000"} {
		if n.Set(bad) == nil {
			t.Errorf("%q was taken as %v", bad, n)
		}
	}
}
