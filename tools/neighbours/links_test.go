package main

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

func linksOf(records []int32, back bool) *links {
	n := int64(len(records) / 2)
	tuple.ToLE(records)
	return newLinks(tuple.NewPlaces(bytes.NewReader(tuple.Bytes(records)), tuple.IDs("src", "dst"), n), back)
}

// TestNeighbours compares with a search that looks at every link.
func TestNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.OneOf(rapid.Int32Range(0, 5), rapid.Int32Range(0, 1<<31-2))
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int32 { return [2]int32{id.Draw(t, "src"), id.Draw(t, "dst")} }),
			0, 700).Draw(t, "links")
		key := rapid.IntRange(0, 1).Draw(t, "key")
		slices.SortFunc(pairs, func(a, b [2]int32) int {
			return cmp.Or(cmp.Compare(a[key], b[key]),
				cmp.Compare(a[1-key], b[1-key]))
		})
		page := id.Draw(t, "page")
		var records, want, got []int32
		for _, p := range pairs {
			records = append(records, p[:]...)
			if p[key] == page {
				want = append(want, p[1-key])
			}
		}
		want = slices.Compact(want)
		l := linksOf(records, key == 1)
		from, to, err := l.Find(page)
		err = cmp.Or(l.Check(), err)
		for id, e := range l.ids(from, to) {
			got, err = append(got, id), cmp.Or(err, e)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d of %v by %d: %v, not %v; %v", page, pairs, key, got, want, err)
		}
	})
}

// TestUnsorted: links in another order are refused, in the whole file and among those of the page.
func TestUnsorted(t *testing.T) {
	for _, records := range [][]int32{{1, 0, 0, 1}, {0, 2, 0, 1}, {0, 1, 1, 0, 0, 2}} {
		l := linksOf(records, false)
		from, to, err := l.Find(0)
		err = cmp.Or(l.Check(), err)
		for _, e := range l.ids(from, to) {
			err = cmp.Or(err, e)
		}
		if err == nil {
			t.Errorf("%v is taken", records)
		}
	}
}

// TestSearchUnsorted: in a file that is too large to be checked to its end, what a search reads on its way must be in
// order. Two records are exchanged that the samples do not see: the search for the one or the other meets what
// contradicts.
func TestSearchUnsorted(t *testing.T) {
	const n = tuple.SortedWhole + 5
	records := make([]int32, 0, 2*n)
	for i := range int32(n) {
		records = append(records, i, 1)
	}
	a, b := n/2, n-100 // the first probe, and a record behind it
	records[2*a], records[2*b] = records[2*b], records[2*a]
	l := linksOf(records, false)
	for _, page := range []int32{int32(a), int32(b), 7, n - 50} {
		from, to, err := l.Find(page)
		for _, e := range l.ids(from, to) {
			err = cmp.Or(err, e)
		}
		if err == nil && to-from != 1 {
			t.Errorf("page %d has %d links, and no error", page, to-from)
		}
	}
}
