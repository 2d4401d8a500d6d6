package kendall

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
)

func scoring(name string, most int, records ...int32) tuple.Input {
	return tuple.Input{Name: name, Source: tupletest.Blocks(records, most)}
}

func readAll(src tuple.Source, room int) (all []int32, err error) {
	buf := make([]int32, room)
	for {
		n, err := src.ReadBlock(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		if n == 0 {
			return all, errors.New("nothing, and no end")
		}
	}
}

func TestAlign(t *testing.T) {
	for _, e := range []struct {
		scope Scope
		want  []int32
	}{
		{Both, []int32{20, -20, 40, -40}},
		{Any, []int32{10, 0, 20, -20, 0, -30, 40, -40, 50, 0}},
		{Listed, []int32{20, -20, 0, -30, 0, 0}},
	} {
		a := scoring("A", 4, 1, 10, 2, 20, 4, 40, 5, 50)
		b := scoring("B", 2, 2, -20, 3, -30, 4, -40)
		l := NewAlign(a, b, e.scope, scoring("L", 1, 2, 3, 7))
		got, err := readAll(l, 4)
		onlyA, onlyB := l.Only()
		if err != nil || !slices.Equal(got, e.want) || onlyA != 2 || onlyB != 1 {
			t.Errorf("scope %d: %v, not %v; %d only in A, %d only in B (%v)", e.scope, got, e.want, onlyA, onlyB, err)
		}
	}
}

func TestAlignErrors(t *testing.T) {
	good := []int32{1, 10, 2, 20, 4, 40}
	for _, e := range []struct {
		a, b, list []int32
		want       string
	}{
		{nil, good, good[:1], "A: is empty"},
		{good, nil, good[:1], "B: is empty"},
		{good, good, nil, "L: is empty"},
		{[]int32{1, 10, 3, 30, 2, 20}, good, good[:1], "A: is not sorted by column 1 (extsort -k 1 sorts it), at record 3"},
		{good, []int32{1, 10, 2, 20, 2, 30}, good[:1],
			"B: is not sorted: equal to the record before it in column 1 (extsort -u -k 1 keeps the first of equal ones), at record 3"},
		{good, good, []int32{1, 4, 3}, "L: is not sorted by column 1 (extsort -k 1 sorts it), at record 3"},
		{good, good, []int32{1, 1}, "L: is not sorted: equal"},
	} {
		_, err := readAll(NewAlign(scoring("A", 2, e.a...), scoring("B", 4, e.b...), Listed, scoring("L", 9, e.list...)), 64)
		if err == nil || !strings.HasPrefix(err.Error(), e.want) {
			t.Errorf("%v, not %q", err, e.want)
		}
	}
	broken := tuple.Input{Name: "A", Source: tuple.Sorted(tupletest.Blocks([]int32{2, 0, 1, 0}, 4), tuple.Columns(0), 2, true)}
	if _, err := readAll(NewAlign(broken, scoring("B", 2, good...), Any, tuple.Input{}), 64); !errors.Is(err, tuple.ErrUnsorted) {
		t.Errorf("an error of a source: %v", err)
	}
}

func TestAlignProperty(t *testing.T) {
	ids := rapid.Int32Range(0, 60)
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.MapOfN(ids, rapid.Int32(), 1, -1).Draw(t, "a"), rapid.MapOfN(ids, rapid.Int32(), 1, -1).Draw(t, "b")
		wanted := rapid.MapOfN(ids, rapid.Just(int32(0)), 1, -1).Draw(t, "list")
		scope := rapid.SampledFrom([]Scope{Both, Any, Listed}).Draw(t, "scope")
		var want []int32
		onlyA, onlyB := int64(0), int64(0)
		for id := range int32(61) {
			_, inA := a[id]
			_, inB := b[id]
			if inA && !inB {
				onlyA++
			}
			if inB && !inA {
				onlyB++
			}
			_, listed := wanted[id]
			if scope == Both && inA && inB || scope == Any && (inA || inB) || scope == Listed && listed {
				want = append(want, a[id], b[id])
			}
		}
		most := func() int { return rapid.IntRange(1, 9).Draw(t, "records a block") }
		l := NewAlign(scoring("A", 2*most(), records(a)...), scoring("B", 2*most(), records(b)...), scope,
			scoring("L", most(), slices.Sorted(maps.Keys(wanted))...))
		got, err := readAll(l, 2*most())
		x, y := l.Only()
		if err != nil || !slices.Equal(got, want) || x != onlyA || y != onlyB {
			t.Fatalf("%v, not %v; only %d and %d, not %d and %d (%v)", got, want, x, y, onlyA, onlyB, err)
		}
	})
}

func records(scores map[int32]int32) (flat []int32) {
	for _, id := range slices.Sorted(maps.Keys(scores)) {
		flat = append(flat, id, scores[id])
	}
	return flat
}

// slowBest is the obvious twin of the choice of the best.
func slowBest(pairs []int32, k int) (best []int32) {
	n := len(pairs) / 2
	var among [2]map[int]bool
	for c := range among {
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int {
			switch a, b := pairs[2*i+c], pairs[2*j+c]; {
			case a > b:
				return -1
			case a < b:
				return 1
			}
			return 0
		})
		among[c] = map[int]bool{}
		for _, i := range order[:min(k, n)] {
			among[c][i] = true
		}
	}
	for i := range n {
		if among[0][i] || among[1][i] {
			best = append(best, pairs[2*i], pairs[2*i+1])
		}
	}
	return best
}

func TestBestProperty(t *testing.T) {
	score := rapid.OneOf(rapid.Int32(), rapid.Int32Range(-2, 2), rapid.Int32Range(0, 70_000))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 100).Draw(t, "n")
		all := rapid.SliceOfN(score, 2*n, 2*n).Draw(t, "pairs")
		k := rapid.IntRange(1, 110).Draw(t, "k")
		opt := options(1, 1)
		opt.Best = int64(k)
		p, err := keep(tupletest.Blocks(slices.Clone(all), 10), &opt)
		if err != nil {
			t.Fatal(err)
		}
		defer p.close()
		for range 2 { // it can be read again
			got, err := readAll(p.source(), 2*rapid.IntRange(1, 50).Draw(t, "room"))
			if want := slowBest(all, k); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%v, not %v (%v)", got, want, err)
			}
		}
	})
}
