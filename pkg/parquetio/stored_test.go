package parquetio

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/tuple"
)

// storedTable writes rows of an id and text that is stored as each of the types, the empty ones NULL.
func storedTable(t *testing.T, rows [][5]string, threads int) []byte {
	t.Helper()
	var out bytes.Buffer
	fields := Fields(tuple.IDs("id")...)
	for i, name := range []string{"note", "status", "bytes", "fetched", "time"} {
		as := []Stored{AsText, AsInt, AsLong, AsBool, AsTime}[i]
		fields = append(fields, Field{Column: tuple.Column{Name: name, Null: true}, Text: true, As: as})
	}
	fields = append(fields, Field{Column: tuple.Column{Name: "marked"}, Text: true, As: AsMark})
	w, err := NewTableWriter(&out, fields, nil, Encoders{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		var texts [6]Strings
		for c, s := range row {
			texts[c].Append([]byte(s))
		}
		texts[5].Append([]byte(row[0]))
		if err := w.WriteRows([]int32{int32(i)}, texts[:]...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var storedRows = [][5]string{
	{"a", "200", "123456789012", "true", "2009-05-20T10:30:45Z"},
	{"", "", "", "", ""},
	{"ü", "-1", "0", "false", "1969-12-31T23:59:59Z"},
	{"b", "2147483647", "-9223372036854775808", "true", ""},
}

// TestStoredTuples: our own reader leaves out what is stored beside the tuples.
func TestStoredTuples(t *testing.T) {
	file := storedTable(t, storedRows, 2)
	numbers, others, err := Columns(bytes.NewReader(file), int64(len(file)))
	if err != nil || len(numbers) != 1 || numbers[0].Name != "id" || len(others) != 6 {
		t.Fatalf("columns %v, left out %v, %v", numbers, others, err)
	}
	r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got := make([]int32, 8)
	if n, err := r.ReadBlock(got); err != nil || n != len(storedRows) || got[3] != 3 {
		t.Fatalf("%v, %v", got[:n], err)
	}
}

// TestStoredRefused: text that is no value of its type is an error, not a NULL.
func TestStoredRefused(t *testing.T) {
	for as, text := range map[Stored]string{AsInt: "2147483648", AsLong: "1.5", AsBool: "yes", AsTime: "2009-05-20"} {
		var s Strings
		s.Append([]byte(text))
		w, _ := NewTableWriter(&bytes.Buffer{}, []Field{{Column: tuple.Column{Name: "x"}, Text: true, As: as}},
			nil, Encoders{Threads: 1})
		err := w.WriteRows(nil, s)
		end := w.Close()
		if err == nil {
			err = end
		}
		if err == nil || !strings.Contains(err.Error(), "column x") {
			t.Errorf("%v of %s: %v", as, text, err)
		}
	}
}

// TestStoredDuckDB: DuckDB reads the same values, with their types.
func TestStoredDuckDB(t *testing.T) {
	var rows [][5]string
	var status int64
	for i := range 300_000 { // three pages of values
		row := storedRows[i%len(storedRows)]
		if row[1] != "" {
			row[1] = fmt.Sprint(i)
			status += int64(i)
		}
		rows = append(rows, row)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "stored.parquet"), storedTable(t, rows, 2), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ query, want string }{
		{"typeof(status), typeof(bytes), typeof(fetched), typeof(time), typeof(note) from $F limit 1",
			`[["INTEGER","BIGINT","BOOLEAN","TIMESTAMP WITH TIME ZONE","VARCHAR"]]`},
		{"count(*), count(status), sum(status), min(bytes), max(bytes) from $F",
			fmt.Sprintf(`[["300000","225000","%d","-9223372036854775808","123456789012"]]`, status)},
		{"count(*) filter (fetched), count(*) filter (not fetched), count(fetched), count(time) from $F", `[["150000","75000","225000","150000"]]`},
		{"epoch_ms(min(time)), epoch_ms(max(time)) from $F", `[["-1000","1242815445000"]]`},
		{"count(*) filter (marked), count(marked) from $F", `[["225000","300000"]]`},
		{"id, note from $F where status = 299998", `[[299998,"ü"]]`},
		{"count(*) from $F where bytes > 123456789012", `[["0"]]`},
	} {
		if got := duckdb(t, dir, "select "+strings.ReplaceAll(c.query, "$F", "'$DIR/stored.parquet'")); got != c.want {
			t.Errorf("%s: %s, want %s", c.query, got, c.want)
		}
	}
}
