package parquetio

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompressions: what is written in each compression comes back, here and in DuckDB, and its bytes do not depend on
// the threads or the blocks in which rows come.
func TestCompressions(t *testing.T) {
	dir, sizes := t.TempDir(), map[Compression]int{}
	var sql []string
	for _, packed := range Compressions {
		r := manyTexts()
		r.packed = packed
		var one, three bytes.Buffer
		if err := r.write(&one, 0, 1<<20); err != nil {
			t.Fatal(err)
		}
		if err := r.write(&three, 3, 777); err != nil || !bytes.Equal(one.Bytes(), three.Bytes()) {
			t.Errorf("%s: other bytes with other threads, %v", packed, err)
		}
		if meta, err := rawFooter(one.Bytes()); err != nil || len(meta.RowGroups) < 3 {
			t.Fatalf("%s: not several groups of rows, %v", packed, err)
		}
		if got := libraryTexts(t, one.Bytes(), r.fields); !slices.EqualFunc(got, r.texts, slices.Equal) {
			t.Errorf("%s: the text is not what was written", packed)
		}
		if got, _, err := read(one.Bytes()); err != nil || !slices.Equal(got, r.numbers) {
			t.Errorf("%s: %d numbers, %v", packed, len(got), err)
		}
		sizes[packed] = one.Len()
		if err := os.WriteFile(filepath.Join(dir, string(packed)+".parquet"), one.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		sql = append(sql, fmt.Sprintf(`select distinct compression,
			(select count(*) from '$DIR/%[1]s.parquet' natural join '$DIR/zstd.parquet')::varchar
			from parquet_metadata('$DIR/%[1]s.parquet')`, packed))
	}
	if !(sizes[Zstd] < sizes[Snappy] && sizes[Snappy] < sizes[None]) {
		t.Errorf("sizes %v", sizes)
	}
	got := duckdb(t, dir, strings.Join(sql, " union all ")+" order by all")
	if want := `[["SNAPPY","400000"],["UNCOMPRESSED","400000"],["ZSTD","400000"]]`; got != want {
		t.Errorf("DuckDB finds %s, want %s", got, want)
	}
}
