package parquetio

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

// valueRows are the rows of some columns of a file, as text.
func valueRows(file []byte, names ...string) (rows []string, err error) {
	err = EachRow(bytes.NewReader(file), int64(len(file)), names, func(row []Value) error {
		text := ""
		for _, v := range row {
			switch {
			case v.Null:
				text += "NULL|"
			case v.Text != nil:
				text += string(v.Text) + "|"
			default:
				text += fmt.Sprint(v.Number, "|")
			}
		}
		rows = append(rows, text)
		return nil
	})
	return rows, err
}

// TestEachRow: what is written comes back, text and NULL too, in any order of the columns.
func TestEachRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "rows")
		r := rows{fields: append(Fields(tuple.IDs("id")...), Texts("url", "title")...)}
		r.fields[2].Null = true
		text := rapid.OneOf(rapid.Just(""), rapid.StringN(0, 9, -1), rapid.StringMatching(`http://a/[a-c]{0,5}`))
		var want []string
		r.texts = make([][]string, 2)
		for i := range n {
			url, title := text.Draw(t, "url")+"x", text.Draw(t, "title")
			r.numbers, r.texts[0], r.texts[1] = append(r.numbers, int32(i)), append(r.texts[0], url), append(r.texts[1], title)
			if title == "" {
				title = "NULL"
			}
			want = append(want, fmt.Sprintf("%s|%d|%s|", title, i, url))
		}
		var b bytes.Buffer
		if err := r.write(&b, 1, 100); err != nil {
			t.Fatal(err)
		}
		if got, err := valueRows(b.Bytes(), "title", "id", "url"); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q, %v, want %q", got, err, want)
		}
	})
}

// TestEachRowRefuses: what is not there or is neither text nor an integer, and the error of the caller.
func TestEachRowRefuses(t *testing.T) {
	file := write(t, Schema{Columns: append(tuple.Ints("id"), tuple.F64Column("rank")...)}, 1, []int32{1, 0, 0, 2, 0, 0})
	for name, want := range map[string]string{"rank": `column "rank" is DOUBLE, expected text`,
		"url": `there is no column "url"`} {
		if _, err := valueRows(file, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	stop := errors.New("stop")
	n := 0
	err := EachRow(bytes.NewReader(file), int64(len(file)), []string{"id"}, func([]Value) error { n++; return stop })
	if !errors.Is(err, stop) || n != 1 {
		t.Errorf("after %d rows: %v", n, err)
	}
}

// TestEachRowDamaged: a file with one changed byte, or without its end, gives the same rows or an error, and no panic.
func TestEachRowDamaged(t *testing.T) {
	r := rows{fields: append(Fields(tuple.IDs("id")...), Texts("url")...), texts: make([][]string, 1)}
	for i := range 40 {
		r.numbers, r.texts[0] = append(r.numbers, int32(i)),
			append(r.texts[0], fmt.Sprintf("http://a/%d/%s", i, strings.Repeat("x", i)))
	}
	var b bytes.Buffer
	if err := r.write(&b, 1, 40); err != nil {
		t.Fatal(err)
	}
	want, _ := valueRows(b.Bytes(), "id", "url")
	for i := range b.Bytes() {
		bad := bytes.Clone(b.Bytes())
		bad[i] ^= 0x81
		if got, err := valueRows(bad, "id", "url"); err == nil && !slices.Equal(got, want) {
			t.Errorf("byte %d changed: other rows and no error", i)
		}
		if _, err := valueRows(bad[:i], "id", "url"); err == nil {
			t.Errorf("%d bytes are read as a whole file", i)
		}
	}
}

// TestEachRowDuckDB: text, booleans, times and wide integers of another writer, with dictionaries and without.
func TestEachRowDuckDB(t *testing.T) {
	dir := t.TempDir()
	const values = "range::INTEGER id, case when range % 3 = 0 then null else 'page ' || (range % 7) end kind, 'http://h/' || range url, range % 2 = 0 even, " +
		"case when range % 5 = 0 then null else range * 3000000000 end wide, timestamp '2009-05-20' + interval (range) second fetched_at"
	var sql []string
	for _, form := range []string{"compression snappy", "compression zstd, parquet_version v2", "compression gzip",
		"compression uncompressed, parquet_version v2"} {
		sql = append(sql,
			fmt.Sprintf("copy (select %s from range(20000)) to '$DIR/%d.parquet' (format parquet, row_group_size 5000, %s)",
				values, len(sql), form))
	}
	duckdb(t, dir, strings.Join(append(sql, "select 1"), ";;"))
	var want []string
	for i := range 20_000 {
		kind, wide := fmt.Sprint("page ", i%7), fmt.Sprint(int64(i)*3_000_000_000)
		if i%3 == 0 {
			kind = "NULL"
		}
		if i%5 == 0 {
			wide = "NULL"
		}
		want = append(want, fmt.Sprintf("%d|%s|http://h/%d|%d|%s|%d|", i, kind, i, 1-i%2, wide,
			1242777600_000_000+int64(i)*1_000_000))
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.parquet"))
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := valueRows(file, "id", "kind", "url", "even", "wide", "fetched_at")
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %d rows, the first %q, %v", filepath.Base(name), len(got), got[:min(2, len(got))], err)
		}
	}
	if len(names) != len(sql) {
		t.Errorf("%d files", len(names))
	}
}
