package harmony

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRow: what Row counts is what Pair counts, of sequences that repeat nothing.
func TestRow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var row Row
	var pair Pair
	some := func(most int, sorted bool) (list []uint64) {
		for _, n := range random.Perm(most) {
			if random.IntN(3) > 0 {
				list = append(list, uint64(n))
			}
		}
		if sorted {
			slices.Sort(list)
			if len(list) > 1 && random.IntN(2) == 0 {
				i := random.IntN(len(list) - 1)
				list[i], list[i+1] = list[i+1], list[i]
			}
		}
		return list
	}
	ordered := 0
	for range 3000 {
		most, sorted := 1+random.IntN(12), random.IntN(4) > 0
		of := some(most, sorted)
		row.Reset()
		for range 3 {
			list := some(most, sorted)
			n, want, _ := pair.Count(of, list)
			wantIn, _ := pair.InOrder(n, n)
			common, in := row.Common(of, list)
			if in != (wantIn || want == 0) || in && common != want {
				t.Fatalf("%v and %v: %d in common, in order %v; %d, %v by Pair", of, list, common, in, want, wantIn)
			}
			if in && common > 1 {
				ordered++
			}
		}
	}
	if ordered < 500 {
		t.Errorf("only %d pairs are in order", ordered)
	}
}
