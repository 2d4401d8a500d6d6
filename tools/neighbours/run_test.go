package main

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

// TestNeighbours compares with a search that looks at every link.
func TestNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.OneOf(rapid.Int32Range(0, 5), rapid.Int32Range(0, 1<<31-2))
		pairs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) [2]int32 { return [2]int32{id.Draw(t, "src"), id.Draw(t, "dst")} }), 0, 700).Draw(t, "links")
		key := rapid.IntRange(0, 1).Draw(t, "key")
		slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[key], b[key]), cmp.Compare(a[1-key], b[1-key])) })
		page := id.Draw(t, "page")
		var records, want, got []int32
		for _, p := range pairs {
			if records = append(records, p[:]...); p[key] == page {
				want = append(want, p[1-key])
			}
		}
		want = slices.Compact(want)
		tuple.ToLE(records)
		l := &links{key: key, file: &tuple.Places{
			Columns: tuple.IDs("src", "dst"), Records: int64(len(pairs)), File: bytes.NewReader(tuple.Bytes(records)),
			Fail: func(err error) error { return err },
		}}
		from, to, err := l.find(page)
		err = cmp.Or(l.sampled(), err)
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
		tuple.ToLE(records)
		l := &links{file: &tuple.Places{
			Columns: tuple.IDs("src", "dst"), Records: int64(len(records) / 2), File: bytes.NewReader(tuple.Bytes(records)),
			Fail: func(err error) error { return err },
		}}
		from, to, err := l.find(0)
		err = cmp.Or(l.sampled(), err)
		for _, e := range l.ids(from, to) {
			err = cmp.Or(err, e)
		}
		if err == nil {
			t.Errorf("%v is taken", records)
		}
	}
}
