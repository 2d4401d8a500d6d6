package tuple

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func readCSV(r io.Reader, cols []Column) ([]int32, error) {
	t, err := NewCSVReader(r, cols)
	if err != nil {
		return nil, err
	}
	return readAll(t, len(cols))
}

// TestCSV: records of any kinds become the rows that encoding/csv finds, whose fields are those of the text form, and come back.
func TestCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cols []Column
		for i := range rapid.IntRange(1, 4).Draw(t, "columns") {
			name := fmt.Sprint("c", i)
			switch kind := rapid.SampledFrom(givenKinds).Draw(t, "kind"); kind {
			case F64:
				cols = append(cols, F64Column(name)...)
			default:
				null := (kind == ID || kind == F32) && rapid.Bool().Draw(t, "null")
				cols = append(cols, Column{Name: name, Kind: kind, Null: null})
			}
		}
		var recs []int32
		for range rapid.IntRange(0, 20).Draw(t, "records") {
			for _, c := range cols {
				switch {
				case c.Kind == F64High:
				case c.Null && rapid.Bool().Draw(t, "unknown"):
					recs = append(recs, Unknown)
				case c.Kind == F64:
					recs = append(recs, 0, 0)
					PutF64(recs[len(recs)-2:], f64s(t))
				case c.Kind == F32:
					recs = append(recs, F32Bits(rapid.Float32Range(0, math.MaxFloat32).Draw(t, "score")))
				case c.Kind == ID:
					recs = append(recs, rapid.Int32Range(0, math.MaxInt32).Draw(t, "id"))
				default:
					recs = append(recs, rapid.Int32().Draw(t, "int"))
				}
			}
		}
		var out, text bytes.Buffer
		w, plain := NewCSVWriter(&out, cols), NewTextWriter(&text, cols)
		if err := errors.Join(w.WriteBlock(recs), w.Flush(), plain.WriteBlock(recs), plain.Flush()); err != nil {
			t.Fatal(err)
		}
		rows, err := stdcsv.NewReader(bytes.NewReader(out.Bytes())).ReadAll()
		var lines strings.Builder
		for _, row := range rows {
			lines.WriteString(strings.Join(row, "\t") + "\n")
		}
		if err != nil || lines.String() != text.String() {
			t.Fatalf("%q has the fields %q, want %q; %v", out.String(), lines.String(), text.String(), err)
		}
		for _, r := range []io.Reader{bytes.NewReader(out.Bytes()), iotest.OneByteReader(bytes.NewReader(out.Bytes()))} {
			if got, err := readCSV(r, cols); err != nil || !slices.Equal(got, recs) {
				t.Fatalf("%q is read as %v, want %v; %v", out.String(), got, recs, err)
			}
		}
	})
}

// TestCSVRows: what is read of single rows, or the error. Nothing is lost in silence.
func TestCSVRows(t *testing.T) {
	maybe := []Column{{Name: "id", Kind: ID}, {Name: "layer", Kind: ID, Null: true}}
	for _, c := range []struct {
		in   string
		cols []Column
		want string
	}{
		{"1,2\r\n3,4", Ints("a", "b"), "[1 2 3 4]"},
		{"\"1\",2\n-3,\"4\"\r\n", Ints("a", "b"), "[1 2 -3 4]"},
		{"1,2\n\n3,4\n", Ints("a", "b"), "is empty, but the first line names 2 columns, at line 2"},
		{"1\n\n", Ints("a"), "column a: has an empty field"},
		{"1,\n2,\"\"\n3,4\n", maybe, "[1 -1 2 -1 3 4]"},
		{"1\n\"\"\n\n", maybe[1:], "[1 -1 -1]"},
		{"1,2\n3,4,\n", Ints("a", "b"), "3 fields, the first line names 2, at line 2"},
		{"1,2,3\n", Ints("a", "b"), "3 fields, the first line names 2, at line 1"},
		{"1\n", maybe, "1 field, the first line names 2, at line 1"},
		{"1,\n", Ints("a", "b"), "column b: has an empty field"},
		{",1\n", Ints("a", "b"), "column a: has an empty field"},
		{"1\r2\n", Ints("a"), `"1\r2" is not a number, at line 1`},
		{"1\r\r\n", Ints("a"), `"1\r" is not a number`},
		{"1, 2\n", Ints("a", "b"), `" 2" is not a number`},
		{"1\t2\n", Ints("a", "b"), `"1\t2" is not a number`},
		{"1 2\n", Ints("a", "b"), `"1 2" is not a number`},
		{"#1,2\n", Ints("a", "b"), `"#1" is not a number`},
		{"1;2\n", Ints("a", "b"), `"1;2" is not a number`},
		{"2147483648,2\n", Ints("a", "b"), "does not fit"},
		{"\"1\"2,3\n", Ints("a", "b"), "is not at the beginning or end of its field"},
		{"1\"2\",3\n", Ints("a", "b"), "is not at the beginning or end of its field"},
		{"1,2\n\"3,4\n", Ints("a", "b"), "a field of several lines is read only by table, which makes Parquet of such a file, at line 2"},
		{"\"3\n\",4\n", Ints("a", "b"), "has no end; a field of several lines"},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			got, err := readCSV(r, c.cols)
			if said := fmt.Sprint(got); err == nil && said != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q: %s, %v; want %s", c.in, said, err, c.want)
			}
		}
	}
}

// FuzzCSV: rows of two ids are read as encoding/csv and strconv read them, or refused.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"1,2\n3,4", "\"1\",2\r\n", "1,2,\n", "1\r2,3\n", "12345678901,1\n", "\n\n1,2\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := readCSV(bytes.NewReader(in), IDs("a", "b"))
		if err != nil {
			return
		}
		r := stdcsv.NewReader(bytes.NewReader(in))
		r.FieldsPerRecord = 2
		rows, err := r.ReadAll()
		var want []int32
		for _, row := range rows {
			for _, field := range row {
				v, e := strconv.ParseInt(field, 10, 32)
				err = errors.Join(err, e)
				want = append(want, int32(v))
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q is read as %v, but encoding/csv has %v, %v", in, got, want, err)
		}
	})
}
