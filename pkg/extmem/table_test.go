package extmem

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// TestTables: a table gives back its records, in memory or from its file, and sorts them as a slice is sorted.
func TestTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		in := drawRows(t, "records", width)
		memory := rapid.SampledFrom([]int64{1 << 10, 1 << 20}).Draw(t, "memory")
		s := Tables{Room: work.Room{Memory: memory, FS: vfs.OS, Threads: 1}}
		defer s.Free()
		one, err := s.New(width)
		for _, rec := range in {
			err = cmp.Or(err, one.Put(rec...))
		}
		if err != nil || one.Len() != int64(len(in)) {
			t.Fatal(one.Len(), err)
		}
		sameRows(t, one, in)
		key := drawKey(t, "key", width, rapid.IntRange(0, width).Draw(t, "columns"))
		whole := key
		for _, k := range tuple.Columns(key...).Whole(width)[len(key):] {
			whole = append(slices.Clip(whole), k.Col)
		}
		in.sort(whole)
		sorted := &table{width: width}
		if err := cmp.Or(s.SortTo(sorted, one, key...), s.Sort(&one, key...)); err != nil {
			t.Fatal(err)
		}
		sameRows(t, one, in)
		if !slices.EqualFunc(sorted.rows, in, slices.Equal) {
			t.Fatalf("%v, want %v", sorted.rows, in)
		}
		if len(key) == 0 {
			key = whole
		}
		if err := s.SortUnique(&one, key...); err != nil {
			t.Fatal(err)
		}
		sameRows(t, one, slices.CompactFunc(in, func(a, b []int32) bool { return byKey(a, key, b, key) == 0 }))
		one.Free()
		one.Free()
	})
}

func sameRows(t *rapid.T, have Table, want rows) {
	var all rows
	err := have.Each(func(rec []int32) error {
		all = append(all, slices.Clone(rec))
		return nil
	})
	if err != nil || !slices.EqualFunc(all, want, slices.Equal) {
		t.Fatalf("%v, want %v: %v", all, want, err)
	}
}
