package parquetio

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

// textTableFile is a text table as Parquet.
func textTableFile(text string) ([]byte, error) {
	s, err := ScanTextTable("t.tsv", strings.NewReader(text), false)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = s.WriteParquet(&b, strings.NewReader(text), Encoders{Threads: 1})
	return b.Bytes(), err
}

// TestKindOfField: what a DOUBLE does not keep as it is written is text.
func TestKindOfField(t *testing.T) {
	for kind, fields := range map[fieldKinds]string{
		intField:     "0 -1 2147483647 -2147483648 10",
		realField:    "2147483648 -2147483649 9007199254740992 0.5 -0.25 1e9 1E-9 1.5e+3 0e0 1e16 1E+20 -1e300 1.5e16",
		missingField: "nan NaN",
		textField:    "9007199254740993 9007199254740993e0 9007199254740993.0 99999999999999999999 007 -01 +1 .5 1. 1e 1e+ 0x10 1_000 Inf -inf infinity 1e999 - -- a ½ 1,5",
	} {
		for _, f := range strings.Fields(fields) {
			if got := kindOf([]byte(f)); got != kind {
				t.Errorf("%s is %d, want %d", f, got, kind)
			}
		}
	}
	if kindOf(nil) != missingField {
		t.Error("an empty field is not missing")
	}
}

// TestTextTable: each field comes back as it was, from what the library's decoder and math say.
func TestTextTable(t *testing.T) {
	cell := rapid.SampledFrom([]string{"", "nan", "0", "7", "-3", "2147483648", "0.25", "-1e-9", "007", "word", "größe"})
	rapid.Check(t, func(t *rapid.T) {
		width, rows := rapid.IntRange(1, 12).Draw(t, "width"), rapid.IntRange(0, 40).Draw(t, "rows")
		columns := make([][]string, width)
		var text strings.Builder
		for i := range columns {
			choice := rapid.SliceOfNDistinct(cell, 1, 3, rapid.ID).Draw(t, "cells") // few, so that there are columns of one kind
			columns[i] = rapid.SliceOfN(rapid.SampledFrom(choice), rows, rows).Draw(t, "column")
		}
		for r := -1; r < rows; r++ {
			line := make([]string, width)
			for i := range line {
				line[i] = fmt.Sprint("column ", i)
				if r >= 0 {
					line[i] = columns[i][r]
				}
			}
			text.WriteString(strings.Join(line, "\t") + rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end"))
		}
		file, err := textTableFile(text.String())
		if err != nil {
			t.Fatal(err)
		}
		names, n, err := Describe(bytes.NewReader(file), int64(len(file)))
		if err != nil || n != int64(rows) || len(names) != width || names[width-1] != fmt.Sprint("column ", width-1) {
			t.Fatalf("%q, %d rows, %v", names, n, err)
		}
		for i, got := range decoded(t, file) {
			if !slices.Equal(got, columns[i]) && !slices.Equal(got, numbersAsText(columns[i])) {
				t.Fatalf("column %d: %q, want %q", i, got, columns[i])
			}
		}
	})
}

// numbersAsText are numbers as decoded prints them.
func numbersAsText(column []string) (list []string) {
	for _, s := range column {
		x := math.NaN()
		fmt.Sscan(s, &x)
		list = append(list, fmt.Sprint(x))
	}
	return list
}

// decoded is each column of a file of one group, as text: INT32 and text as they are, DOUBLE as Go prints it.
func decoded(t interface{ Fatal(...any) }, file []byte) (columns [][]string) {
	meta, err := rawFooter(file)
	if err != nil {
		t.Fatal(err)
	}
	var fields []Field
	for _, e := range meta.Schema[1:] {
		fields = append(fields, Field{Text: e.Type.V == format.ByteArray, Column: tuple.Column{Name: e.Name}})
	}
	texts := libraryTexts(t, file, fields)
	for i, f := range fields {
		var list []string
		for _, g := range meta.RowGroups {
			switch m := &g.Columns[i].MetaData; m.Type {
			case format.Int32:
				for _, v := range values[int32](t, file, m) {
					list = append(list, fmt.Sprint(v))
				}
			case format.Double:
				for _, v := range values[int64](t, file, m) {
					list = append(list, fmt.Sprint(math.Float64frombits(uint64(v))))
				}
				if m.Statistics.MinValue != nil {
					t.Fatal("bounds of a column that may hold any float64")
				}
			}
		}
		if f.Text {
			list, texts = texts[0], texts[1:]
		}
		columns = append(columns, list)
	}
	return columns
}

// values decodes a column of numbers.
func values[T word](t interface{ Fatal(...any) }, file []byte, m *format.ColumnMetaData) []T {
	mem, _ := newCodec()
	c := newChunk(bytes.NewReader(file), &memory{codec: mem}, m, false, words[T])
	list := make([]T, m.NumValues)
	for at := 0; at < len(list); {
		n, err := c.read(list[at:])
		if err != nil {
			t.Fatal(err)
		}
		at += n
	}
	return list
}

// TestTextTableErrors: each says the file and the line.
func TestTextTableErrors(t *testing.T) {
	long := "a\n" + strings.Repeat("x", MaxTextLine+3) + "\n"
	wide := strings.Repeat("a\t", maxTextColumns) + "a\n"
	for text, want := range map[string]string{
		"":                 "t.tsv: is empty: the first line should name the columns",
		"a\tb\n1\t2\n1\n":  "t.tsv: 1 field, the first line names 2, at line 3",
		"a\tb\n1\t2\t3\n":  "t.tsv: 3 fields, the first line names 2, at line 2",
		"a\n\n\xff\n":      `t.tsv: a: "\xff" is not UTF-8, at line 3`,
		"a\ta\n":           `t.tsv: two columns are named "a" (case does not count): rename one, at line 1`,
		"a\tA\n":           `t.tsv: two columns are named "A" (case does not count): rename one, at line 1`,
		"a\t\n":            "t.tsv: a column without a name, at line 1",
		"a\xff\n":          `t.tsv: "a\xff" is no name of a column: names are UTF-8 without control characters, at line 1`,
		long:               "t.tsv: longer than 1048576 bytes, at line 2",
		wide:               "t.tsv: 101 columns, more than 100, at line 1",
		"\n":               "t.tsv: a column without a name, at line 1",
		"a\x00b\n":         `t.tsv: "a\x00b" is no name of a column: names are UTF-8 without control characters, at line 1`,
		"a\n1\n2\n\x80end": `t.tsv: a: "\x80end" is not UTF-8, at line 4`,
	} {
		if _, err := textTableFile(text); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// TestTextTableChanged: the second reading must find what the first has found.
func TestTextTableChanged(t *testing.T) {
	for _, texts := range [][2]string{
		{"a\n1\n", "a\nx\n"}, {"a\n0.5\n", "a\nx\n"}, {"a\n1\n2\n", "a\n1\n"}, {"a\n1\n", "a\n1\n2\n"},
		{"a\n1\n", "a\tb\n1\t2\n"}, {"a\n1\n", "a\n4294967296\n"},
	} {
		s, err := ScanTextTable("t.tsv", strings.NewReader(texts[0]), false)
		if err == nil {
			err = s.WriteParquet(io.Discard, strings.NewReader(texts[1]), Encoders{Threads: 1})
		}
		if err == nil || !strings.Contains(err.Error(), "changed while it was read, at line") {
			t.Errorf("%q: %v", texts, err)
		}
	}
}

// TestTextTableFaults: the input may fail in either reading, and the disk may be full anywhere.
func TestTextTableFaults(t *testing.T) {
	text := "id\tname\tvalue\n" + strings.Repeat("1\tx\t0.5\n", 1000)
	broken := func() io.Reader {
		return io.MultiReader(strings.NewReader(text[:5000]), iotest.ErrReader(io.ErrClosedPipe))
	}
	if _, err := ScanTextTable("t.tsv", broken(), false); err != io.ErrClosedPipe {
		t.Error(err)
	}
	s, err := ScanTextTable("t.tsv", iotest.OneByteReader(strings.NewReader(text)), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WriteParquet(io.Discard, broken(), Encoders{Threads: 2}); err != io.ErrClosedPipe {
		t.Error(err)
	}
	var whole bytes.Buffer
	if err := s.WriteParquet(&whole, strings.NewReader(text), Encoders{Threads: 2}); err != nil {
		t.Fatal(err)
	}
	for left := range whole.Len() {
		if err := s.WriteParquet(&limited{left}, strings.NewReader(text), Encoders{Threads: 1}); err == nil {
			t.Fatalf("no error on a disk with room for %d of %d bytes", left, whole.Len())
		}
	}
}

// TestDuckDBReadsTextTable: signs, missing numbers and wide integers are what they were.
func TestDuckDBReadsTextTable(t *testing.T) {
	dir := t.TempDir()
	file, err := textTableFile("strategy\ttau\tpeak\tpages\nbfs\t-0.25\t6442450944\t12\nopic\tnan\t17\t-5\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "t.parquet"), file, 0o666); err != nil {
		t.Fatal(err)
	}
	sql := `select strategy, tau, isnan(tau), peak, pages, typeof(tau), typeof(pages), typeof(peak) from '$DIR/t.parquet' where tau < 0 or pages < 0`
	want := `[["bfs",-0.25,false,6442450944,12,"DOUBLE","INTEGER","DOUBLE"],["opic","NaN",true,17,-5,"DOUBLE","INTEGER","DOUBLE"]]`
	if got := duckdb(t, dir, sql); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzTextTable: no text makes it panic, and what it takes has the columns that the first line names.
func FuzzTextTable(f *testing.F) {
	for _, s := range []string{"a\tb\n1\t2\n", "a\n\n", "id\tx\r\n-1\tnan\r\n2\t0.5", "a\n007\n1e5\n", "\t\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := textTableFile(text)
		if err != nil {
			return
		}
		names, rows, err := Describe(bytes.NewReader(file), int64(len(file)))
		head, body, _ := strings.Cut(text, "\n")
		lines := strings.Count(body, "\n")
		if body != "" && !strings.HasSuffix(body, "\n") {
			lines++
		}
		if err != nil || rows != int64(lines) || strings.Join(names, "\t") != strings.TrimSuffix(head, "\r") {
			t.Errorf("%q, %d rows, %v", names, rows, err)
		}
	})
}
