package parquetio

import (
	"archive/tar"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"webmill/pkg/realdata"
	"webmill/pkg/tuple"
)

// TestLargeUnsigned: integers without a sign that do not fit are refused by their value, not wrapped to negative ones.
func TestLargeUnsigned(t *testing.T) {
	dir := t.TempDir()
	want := map[string]string{
		"18446744073709551615::ubigint": "18446744073709551615 does not fit",
		"9223372036854775808::ubigint":  "9223372036854775808 does not fit",
		"2147483648::ubigint":           "2147483648 does not fit", "4294967295::uinteger": "4294967295 does not fit",
		"2147483647::ubigint": "",
	}
	var sql []string
	for value := range want {
		sql = append(sql, fmt.Sprintf("copy (select %s a) to '$DIR/%[1]s.parquet'", value))
	}
	duckdb(t, dir, strings.Join(append(sql, "select 1"), ";;"))
	for value, message := range want {
		b, err := os.ReadFile(filepath.Join(dir, value+".parquet"))
		if err != nil {
			t.Fatal(err)
		}
		recs, _, err := read(b)
		if message == "" && (err != nil || recs[0] != 1<<31-1) ||
			message != "" && (err == nil || !strings.Contains(err.Error(), message)) {
			t.Errorf("%s: %v, %v, want %q", value, recs, err, message)
		}
	}
}

// duckdb runs SQL statements in DuckDB, an independent reader and writer, and returns the last result as JSON.
func duckdb(t *testing.T, dir, sql string) string {
	t.Helper()
	home := filepath.Join("..", "..", "build", "duckdb")
	if _, err := os.Stat(filepath.Join(home, "node_modules", "@duckdb")); err != nil {
		t.Skip("DuckDB is not in build/duckdb: .ci/run installs it there")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run DuckDB")
	}
	cmd := exec.Command("node", "--input-type=module", "-e", `
import { DuckDBInstance } from '@duckdb/node-api';
const db = await DuckDBInstance.create(':memory:', { threads: '2' });
const c = await db.connect();
let last;
for (const q of process.argv[1].split(';;')) last = (await c.runAndReadAll(q)).getRowsJson();
console.log(JSON.stringify(last));`, strings.ReplaceAll(sql, "$DIR", dir))
	cmd.Dir = home
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", sql, err, stderr.Bytes())
	}
	return strings.TrimSpace(string(out))
}

// TestDuckDBReads: DuckDB finds in our files the columns, the rows, the sums and the bounds.
func TestDuckDBReads(t *testing.T) {
	dir := t.TempDir()
	cols := []tuple.Column{{Name: "src", Kind: tuple.ID}, {Name: "delta", Kind: tuple.Int}, {Name: "rank", Kind: tuple.F32}}
	n := groupRows + 12345
	recs := make([]int32, 0, 3*n)
	var src, delta int64
	for i := range n {
		rec := []int32{int32(i / 7), int32(i*7919) - 1<<20, tuple.F32Bits(float32(i%1024) / 4)}
		recs = append(recs, rec...)
		src, delta = src+int64(rec[0]), delta+int64(rec[1])
	}
	for name, part := range map[string][]int32{"all": recs, "none": nil} {
		file := write(t, Schema{Columns: cols, Order: tuple.Columns(0)}, 2, part)
		if err := os.WriteFile(filepath.Join(dir, name+".parquet"), file, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := duckdb(t, dir,
		`select count(*), sum(src)::varchar, sum(delta)::varchar, max(rank), typeof(any_value(src)), typeof(any_value(rank)) from '$DIR/all.parquet'`)
	if want := fmt.Sprintf(`[["%d","%d","%d",255.75,"INTEGER","FLOAT"]]`, n, src, delta); got != want {
		t.Errorf("DuckDB reads %s, want %s", got, want)
	}
	if got := duckdb(t, dir, `select count(*) from '$DIR/all.parquet' where src = 100000`); got != `[["7"]]` {
		t.Errorf("a search by the bounds finds %s", got)
	}
	if got := duckdb(t, dir, `select count(*) from '$DIR/none.parquet'`); got != `[["0"]]` {
		t.Errorf("an empty file: %s", got)
	}
}

// TestReadsDuckDB: every type, compression and encoding that DuckDB chooses for numbers.
func TestReadsDuckDB(t *testing.T) {
	dir := t.TempDir()
	const n = 130000
	var sql []string
	files := map[string][]string{
		"INTEGER": {"snappy", "zstd", "gzip", "uncompressed", "lz4_raw", "brotli"}, "BIGINT": {"snappy", "zstd"},
		"UINTEGER": {"snappy"}, "UBIGINT": {"zstd"},
		"SMALLINT": {"snappy"}, "UTINYINT": {"snappy"},
	}
	for kind, codecs := range files {
		values := "range::%[1]s a, (range * 7919 %% 1000003)::%[1]s b, (range %% 5)::%[1]s c"
		if kind == "SMALLINT" || kind == "UTINYINT" {
			values = "(range %% 101)::%[1]s a, (range %% 7)::%[1]s b, 0::%[1]s c"
		}
		for _, codec := range codecs {
			for _, version := range []string{"v1", "v2"} {
				if version == "v2" && codec != "snappy" && codec != "zstd" {
					continue
				}
				sql = append(sql, fmt.Sprintf("copy (select "+values+
					" from range(%[2]d)) to '$DIR/%[1]s.%[3]s.%[4]s.parquet' (format parquet, compression %[3]s, parquet_version %[4]s)", kind, n, codec, version))
			}
		}
	}
	for _, v := range []string{"v1", "v2"} {
		sql = append(sql,
			"copy (select (range / 4.0)::float a, (range / 8.0)::double b, 1::double c from range(130000)) to '$DIR/scores."+v+
				".parquet' (format parquet, parquet_version "+v+")")
	}
	duckdb(t, dir, strings.Join(append(sql, "select 1"), ";;"))
	names, _ := filepath.Glob(filepath.Join(dir, "*.parquet"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		recs, cols, err := read(b)
		if err != nil || len(recs) != 3*n {
			t.Errorf("%s: %d values, %v", filepath.Base(name), len(recs), err)
			continue
		}
		for i := range n {
			want := []int32{int32(i), int32(i * 7919 % 1000003), int32(i % 5)}
			switch {
			case cols[0].Kind == tuple.F32:
				want = []int32{tuple.F32Bits(float32(i) / 4), tuple.F32Bits(float32(i) / 8), tuple.F32Bits(1)}
			case strings.Contains(name, "SMALLINT") || strings.Contains(name, "UTINYINT"):
				want = []int32{int32(i % 101), int32(i % 7), 0}
			}
			if got := [3]int32(recs[3*i:]); got != [3]int32(want) {
				t.Errorf("%s: record %d is %v, want %v", filepath.Base(name), i+1, got, want)
				break
			}
		}
	}
}

// TestRefusesValues: what no tuple can hold is an error with its record.
func TestRefusesValues(t *testing.T) {
	dir := t.TempDir()
	cases := map[string]string{
		"case when range = 70000 then null else range end::integer": "column a: has a NULL: leave such records out (SQL: IS NOT NULL); tools with -columns take it as an id? or f32?, at record 70001",
		"case when range = 70000 then null else range end::bigint":  "has a NULL: leave such records out (SQL: IS NOT NULL); tools with -columns take it as an id? or f32?, at record 70001",
		"(range + 2147413648)::bigint":                              "column a: 2147483648 does not fit: ids must be 0 … 2147483647, other numbers at least -2147483648, at record 70001",
		"(range + 2147413648)::uinteger":                            "2147483648 does not fit: ids must be 0 … 2147483647, other numbers at least -2147483648, at record 70001",
		"case when range = 7 then -1 else 1 end::double":            "a score must be a finite number ≥ 0, this is -1, at record 8",
		"case when range = 7 then 'nan'::float else 1::float end":   "a score must be a finite number ≥ 0, this is NaN, at record 8",
		"case when range = 7 then 1e39 else 1 end::double":          "1e+39 is beyond a float32: read it as an f64, at record 8",
		"case when range = 7 then 1e-50 else 1 end::double":         "1e-50 is beyond a float32: read it as an f64, at record 8",
		"range::varchar":                   `column "a" is text`,
		"[range]":                          `column "a" is nested`,
		"'2026-01-01'::date":               `column "a" is DATE`,
		"(range * 1.5)::decimal(9, 2)":     `column "a" is DECIMAL`,
		"'2026-01-01 00:00:00'::timestamp": `column "a" is TIMESTAMP`,
		"true":                             `column "a" is BOOLEAN`,
	}
	var sql, names []string
	for expr := range cases {
		names = append(names, expr)
		sql = append(sql, fmt.Sprintf("copy (select %s a from range(100000)) to '$DIR/%d.parquet' (format parquet)", expr,
			len(sql)))
	}
	duckdb(t, dir, strings.Join(append(sql, "select 1"), ";;"))
	for i, expr := range names {
		b, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.parquet", i)))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := read(b); err == nil || !strings.Contains(err.Error(), cases[expr]) {
			t.Errorf("%s: %v, want %q", expr, err, cases[expr])
		}
	}
}

// TestParquetTesting replays the files with which the projects around Parquet test their readers, good and bad: each is
// read or refused, without a panic or a hang.
func TestParquetTesting(t *testing.T) {
	f, err := os.Open(realdata.Path(t, "suites/parquet-testing.tar.zst"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files, good := 0, 0
	for archive := tar.NewReader(z); ; {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(h.Name, ".parquet") {
			continue
		}
		b, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, _, err = read(b)
		files++
		if err == nil {
			good++
		}
		t.Logf("%s: %v", h.Name, err)
		if d := time.Since(began); d > 5*time.Second {
			t.Errorf("%s took %v", h.Name, d)
		}
	}
	if files == 0 || good == 0 {
		t.Errorf("%d files, %d of them read", files, good)
	}
}

// TestTruncatedBelow: a file that shrinks after it was opened is an error.
func TestTruncatedBelow(t *testing.T) {
	file, _ := small(t)
	shrunk := &shrinking{r: bytes.NewReader(file)}
	shrunk.left.Store(3)
	r, err := NewReader(shrunk, int64(len(file)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := readAll(r); err == nil {
		t.Error("no error")
	}
}

type shrinking struct {
	r    io.ReaderAt
	left atomic.Int64
}

func (s *shrinking) ReadAt(p []byte, off int64) (int, error) {
	if s.left.Add(-1) < 0 {
		return 0, io.EOF
	}
	return s.r.ReadAt(p, off)
}
