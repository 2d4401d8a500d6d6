package parquetio

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/tuple"
)

// unknowns makes records (id, layer, rank) with some unknown values, and hosts with some empty ones.
func unknowns(n int, share float64) (recs []int32, hosts Strings) {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	for i := range n {
		layer, rank := int32(i%50), tuple.F32Bits(r.Float32())
		host := fmt.Sprintf("h%d.test", i/10)
		if r.Float64() < share {
			layer, host = tuple.Unknown, ""
		}
		if r.Float64() < share/2 {
			rank = tuple.Unknown
		}
		recs = append(recs, int32(i), layer, rank)
		hosts.Append([]byte(host))
	}
	return recs, hosts
}

var maybe = []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "layer", Kind: tuple.ID, Null: true},
	{Name: "rank", Kind: tuple.F32, Null: true}}

func unknownFile(t *testing.T, n int, share float64) (file []byte, recs []int32) {
	t.Helper()
	recs, hosts := unknowns(n, share)
	texts := Texts("host")
	texts[0].Null = true
	var b bytes.Buffer
	w, err := newTableWriter(&b, append(Fields(maybe...), texts...), nil, Encoders{Threads: 2}, 3*50000, groupText)
	if err == nil {
		err = w.WriteRows(recs, hosts)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), recs
}

// TestUnknown: unknown values are NULL in the file. A reader that allows them, or asks for no kinds, gets them back;
// one that asks for values that are known gets an error.
func TestUnknown(t *testing.T) {
	for _, n := range []int{0, 1, 9, 70000, 200000} {
		for _, share := range []float64{0, 0.001, 0.5, 1} {
			file, recs := unknownFile(t, n, share)
			got, cols, err := readAs(file, maybe)
			if err != nil || !slices.Equal(got, recs) || !slices.Equal(cols, maybe) {
				t.Fatalf("%d records, %v unknown: %d come back, %v", n, share, len(got)/3, err)
			}
			if got, cols, err := read(file); err != nil || !slices.Equal(got, recs) || !slices.Equal(cols, maybe) {
				t.Fatalf("%d records, %v unknown, kinds as the file says: %d come back, %v", n, share, len(got)/3, err)
			}
			known := slices.Clone(maybe)
			known[1].Null, known[2].Null = false, false
			got, _, err = readAs(file, known)
			if null := slices.Contains(recs, tuple.Unknown); null != (err != nil &&
				strings.Contains(err.Error(), "has a NULL")) || !null && !slices.Equal(got, recs) {
				t.Fatalf("%d records, %v unknown, not asked for: %v", n, share, err)
			}
		}
	}
	sure := slices.Clone(maybe)
	sure[1].Null = false
	if err := writeError(sure, []int32{1, tuple.Unknown, tuple.Unknown}); err == nil {
		t.Error("an id of -1 is written where none may be unknown")
	}
	if err := writeError(maybe, []int32{1, -2, 0}); err == nil {
		t.Error("an id of -2 is written")
	}
}

// writeError writes records and returns the error.
func writeError(cols []tuple.Column, recs []int32) error {
	w, err := NewWriter(new(bytes.Buffer), Schema{Columns: cols}, Encoders{Threads: 1})
	if err != nil {
		return err
	}
	return w.WriteBlock(recs)
}

// TestFlippedUnknown: a file with one changed byte gives an error or the same records.
func TestFlippedUnknown(t *testing.T) {
	file, recs := unknownFile(t, 40, 0.3)
	for i := range file {
		file[i] ^= 0x55
		if got, _, err := readAs(file, maybe); err == nil && !slices.Equal(got, recs) {
			t.Errorf("byte %d: other records without an error", i)
		}
		file[i] ^= 0x55
	}
}

// TestDuckDBUnknown: DuckDB finds the same NULLs in our files, also by the bounds of columns, and we read the NULLs of DuckDB.
func TestDuckDBUnknown(t *testing.T) {
	dir := t.TempDir()
	file, recs := unknownFile(t, 200000, 0.3)
	if err := os.WriteFile(filepath.Join(dir, "a.parquet"), file, 0o666); err != nil {
		t.Fatal(err)
	}
	var layers, ranks, sum int64
	for i := 0; i < len(recs); i += 3 {
		if recs[i+1] == tuple.Unknown {
			layers++
		} else {
			sum += int64(recs[i+1])
		}
		if recs[i+2] == tuple.Unknown {
			ranks++
		}
	}
	got := duckdb(t, dir, `select count(*) filter (layer is null), count(*) filter (rank is null), count(*) filter (host is null),
		sum(layer)::varchar, min(layer), max(layer), count(distinct host) from '$DIR/a.parquet' where id >= 0;;`+
		`copy (select id, layer, rank from '$DIR/a.parquet') to '$DIR/b.parquet';;`+
		`select count(*) filter (layer is null), count(*) filter (rank is null), count(*) filter (host is null),
		sum(layer)::varchar, min(layer), max(layer), count(distinct host) > 19000 from '$DIR/a.parquet'`)
	if want := fmt.Sprintf(`[["%d","%d","%d","%d",0,49,true]]`, layers, ranks, layers, sum); got != want {
		t.Errorf("DuckDB reads %s, not %s", got, want)
	}
	theirs, err := os.ReadFile(filepath.Join(dir, "b.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if back, _, err := readAs(theirs, maybe); err != nil || !slices.Equal(back, recs) {
		t.Errorf("of the file of DuckDB %d records come back, %v", len(back)/3, err)
	}
}
