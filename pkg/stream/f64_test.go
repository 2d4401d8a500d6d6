package stream

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestF64: records with an f64 survive each format that can hold one, compressed or not; the others refuse it.
func TestF64(t *testing.T) {
	dir := t.TempDir()
	cols := slices.Concat(tuple.IDs("id"), tuple.F64Column("rank"))
	rapid.Check(t, func(t *rapid.T) {
		var recs []int32
		for id, x := range rapid.SliceOf(rapid.Float64Min(0)).Draw(t, "ranks") {
			recs = append(recs, int32(id), 0, 0)
			tuple.PutF64(recs[3*id+1:], math.Abs(x))
		}
		for _, name := range []string{"a.t3", "a.txt", "a.parquet", "a.t3.zst", "a.txt.gz"} {
			path := filepath.Join(dir, name)
			if err := writeFile(vfs.OS, path, OutSpec{Columns: cols, Order: tuple.Columns(0),
				Encoders: parquetio.Encoders{Threads: 2}}, recs); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			in, err := Open(vfs.OS, path, nil, Spec{Columns: cols, Force: true}) // scores may be as small as integers look
			if err != nil {
				t.Fatal(err)
			}
			var got []int32
			_, err = tuple.Copy(tuple.SinkFunc(func(b []int32) error { got = append(got, b...); return nil }), in, 3)
			in.Close()
			if err != nil || !slices.Equal(got, recs) {
				t.Fatalf("%s: wrote %v, read %v, %v", name, recs, got, err)
			}
		}
	})
	for _, name := range []string{"a.mtx", "a.adj", "a.t2"} {
		if err := writeFile(vfs.OS, filepath.Join(dir, name), OutSpec{Columns: cols}, nil); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if err := writeFile(vfs.OS, filepath.Join(dir, "a.adj"), OutSpec{Columns: cols[1:]}, nil); err == nil {
		t.Error("ranks were written as links")
	}
}

// TestF64Refuses: a tool that needs ranks is not given what only has as many columns.
func TestF64Refuses(t *testing.T) {
	cols := slices.Concat(tuple.IDs("id"), tuple.F64Column("rank"))
	dir := t.TempDir()
	three := filepath.Join(dir, "three.parquet")
	if err := writeFile(vfs.OS, three, OutSpec{Columns: tuple.IDs("a", "b", "c")}, []int32{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		spec       Spec
	}{
		{three, "its columns are a, b, c, expected id, rank", Spec{Columns: cols}},
		{put(t, "a.t2", nil), "records have 2 columns, expected 3", Spec{Columns: cols}},
		{put(t, "a.t3", words(false, 1, 0, -1)),
			"column rank: value not allowed in its column: a score must be a finite number ≥ 0, this is NaN, at record 1",
			Spec{Columns: cols}},
		{put(t, "a.txt", []byte("1 2 3\n")), "has 3 numbers, expected 2, at line 1", Spec{Columns: cols}},
		{put(t, "a.mtx", []byte("%%MatrixMarket matrix coordinate real general\n3 3 1\n1 2 1\n")),
			"column col is of kind id, expected rank of kind f64", Spec{Columns: cols}},
		{put(t, "a.adj", words(false, 1, 0)), "column src is of kind id, expected rank of kind f64", Spec{Columns: cols[1:]}},
	} {
		if _, _, err := readFile(t, vfs.OS, c.name, c.spec); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", filepath.Base(c.name), err, c.want)
		}
	}
}
