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

	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// TestDictionaries: columns of few strings and columns of many come back, with and without NULLs, and a file has the
// same bytes for all threads.
func TestDictionaries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "rows")
		r := &rows{fields: Fields(tuple.IDs("id")...), numbers: make([]int32, n)}
		for i := range rapid.IntRange(1, 3).Draw(t, "columns") {
			field := Field{Column: tuple.Column{Name: fmt.Sprint("f", i), Null: rapid.Bool().Draw(t, "null")}, Text: true}
			words := rapid.SliceOfN(rapid.StringN(0, 4, -1), 1,
				rapid.SampledFrom([]int{1, 2, 5, 200}).Draw(t, "words")).Draw(t, "word")
			r.fields = append(r.fields, field)
			r.texts = append(r.texts, rapid.SliceOfN(rapid.SampledFrom(words), n, n).Draw(t, "texts"))
		}
		var one, three bytes.Buffer
		if err := r.write(&one, 0, n); err != nil {
			t.Fatal(err)
		}
		if err := r.write(&three, 3, 7); err != nil || !bytes.Equal(one.Bytes(), three.Bytes()) {
			t.Fatalf("other bytes with other threads, %v", err)
		}
		r.check(t, one.Bytes())
		r.room = work.Room{Memory: 1}
		var filed bytes.Buffer
		err := r.write(&filed, rapid.IntRange(0, 3).Draw(t, "threads"), 11)
		if err != nil || !bytes.Equal(one.Bytes(), filed.Bytes()) {
			t.Fatalf("other bytes with little memory, %v", err)
		}
	})
}

// check compares the text of rows, which stands behind one column of numbers, with what EachRow reads.
func (r *rows) check(t interface{ Fatalf(string, ...any) }, file []byte) {
	var names []string
	for _, f := range r.fields[1:] {
		names = append(names, f.Name)
	}
	row := 0
	err := EachRow(bytes.NewReader(file), int64(len(file)), names, func(values []Value) error {
		for i, v := range values {
			if want := r.texts[i][row]; string(v.Text) != want || v.Null != (want == "" && r.fields[1+i].Null) {
				return fmt.Errorf("column %d has %+v, want %q", i, v, want)
			}
		}
		row++
		return nil
	})
	if err != nil || row != len(r.texts[0]) {
		t.Fatalf("row %d of %d: %v", row, len(r.texts[0]), err)
	}
}

// fewAndMany is a table of several groups, with columns of few strings and of many, or of many in the first group only.
func fewAndMany() *rows {
	random := rand.New(rand.NewPCG(1, 2))
	r := &rows{fields: append(Fields(tuple.IDs("id")...), Texts("host", "few", "url", "late", "long")...)}
	r.fields[2].Null, r.numbers = true, make([]int32, groupRows+5000)
	r.texts = make([][]string, 5)
	for i := range r.numbers {
		late := "same"
		if i > dictionaryTrial && i < groupRows {
			late = fmt.Sprint(i) // too many, behind the trial
		}
		for k, text := range []string{
			fmt.Sprintf("h%d.example", random.IntN(100)), []string{"", "ä", "b"}[random.IntN(3)],
			fmt.Sprintf("http://a.test/%d", i), late,
			strings.Repeat("x", i%3*1000*(i/groupRows)),
		} {
			r.texts[k] = append(r.texts[k], text)
		}
	}
	return r
}

// TestDictionaryGroups: each group of rows decides for itself, and states the bounds of its strings. DuckDB finds what is there.
func TestDictionaryGroups(t *testing.T) {
	r := fewAndMany()
	var file, other bytes.Buffer
	if err := r.write(&file, 2, 10_000); err != nil {
		t.Fatal(err)
	}
	if err := r.write(&other, 0, 1<<20); err != nil || !bytes.Equal(file.Bytes(), other.Bytes()) {
		t.Fatalf("other bytes with other threads, %v", err)
	}
	r.check(t, file.Bytes())
	meta, err := rawFooter(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	used := make([][]bool, 5)
	for _, g := range meta.RowGroups {
		for i, c := range g.Columns[1:] {
			used[i] = append(used[i], c.MetaData.DictionaryPageOffset > 0)
			if has := slices.Contains(c.MetaData.Encoding, format.RLEDictionary); has != used[i][len(used[i])-1] {
				t.Errorf("column %d: encodings %v", i, c.MetaData.Encoding)
			}
		}
	}
	last := len(meta.RowGroups) - 1
	for i, want := range [][2]bool{{true, true}, {true, true}, {false, false}, {false, true}, {true, true}} {
		if got := [2]bool{used[i][0], used[i][last]}; got != want {
			t.Errorf("column %d has dictionaries in its first and last group: %v, want %v", i, got, want)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.parquet"), file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, word := range r.texts[1] {
		count[word]++
	}
	for sql, want := range map[string]string{
		`select few, count(*)::varchar from '$DIR/t.parquet' group by few order by few nulls first`: fmt.Sprintf(
			`[[null,"%d"],["b","%d"],["ä","%d"]]`, count[""], count["b"], count["ä"]),
		`select count(distinct host)::varchar, min(host), max(host), count(distinct late)::varchar, max(length(long))::varchar from '$DIR/t.parquet'`: fmt.Sprintf(
			`[["100","h0.example","h99.example","%d","2000"]]`, groupRows-dictionaryTrial),
		`select distinct stats_min_value, stats_max_value, stats_null_count > 0 from parquet_metadata('$DIR/t.parquet') where path_in_schema = 'few'`: `[["b","ä",true]]`,
	} {
		if got := duckdb(t, dir, sql); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}
