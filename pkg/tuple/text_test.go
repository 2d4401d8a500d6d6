package tuple

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func readText(r io.Reader, cols []Column) ([]int32, int, error) {
	t, err := NewTextReader(r, cols)
	if err != nil {
		return nil, 0, err
	}
	all, err := readAll(t, max(t.Width(), 1))
	return all, t.Width(), err
}

func readAll(src Source, width int) (all []int32, err error) {
	buf := make([]int32, 100*width)
	for {
		n, err := src.ReadBlock(buf)
		all = append(all, buf[:n]...)
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
	}
}

func TestTextReader(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		cols []Column
		want []int32
	}{
		"empty":         {"", nil, nil},
		"only comments": {"# a\n% b\n\n  # c", nil, nil},
		"pairs":         {"1\t2\n3\t4\n", nil, []int32{1, 2, 3, 4}},
		"blanks":        {"  1   2 \t\n 3 \t 4\t\t\n5\t6 \r\n7\t 8\n9 \t10\n", nil, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		"CRLF":          {"1 2\r\n\r\n3 4 \r\n", nil, []int32{1, 2, 3, 4}},
		"no final end":  {"1\n2", nil, []int32{1, 2}},
		"comments":      {"# x\n1 2\n %%y\n\n3 4", nil, []int32{1, 2, 3, 4}},
		"extremes":      {"0\n2147483647\n-2147483648\n-1\n", nil, []int32{0, math.MaxInt32, math.MinInt32, -1}},
		"leading zeros": {"00000000000000000000007 0\n", nil, []int32{7, 0}},
		"minus zero":    {"-0\n", IDs("a"), []int32{0}},
		"eight columns": {"1 2 3 4 5 6 7 8", nil, []int32{1, 2, 3, 4, 5, 6, 7, 8}},
		"scores": {"7 0.25\n8 1e-3\n9 -0\n", []Column{{Name: "id", Kind: ID}, {Name: "s", Kind: F32}},
			[]int32{7, F32Bits(.25), 8, F32Bits(1e-3), 9, 0}},
		"every length": {"1 12\n123 1234\n12345 123456\n1234567 12345678\n123456789 1234567890\n", nil,
			[]int32{1, 12, 123, 1234, 12345, 123456, 1234567, 12345678, 123456789, 1234567890}},
		"a given width":  {"1 2\n", Ints("a", "b"), []int32{1, 2}},
		"byte below '0'": {"1\t2\n5\n"[:4], nil, []int32{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)),
				iotest.DataErrReader(strings.NewReader(c.in))} {
				got, _, err := readText(r, c.cols)
				if err != nil || !slices.Equal(got, c.want) {
					t.Errorf("read %q = %v, %v; want %v", c.in, got, err, c.want)
				}
			}
		})
	}
}

func TestTextReaderRefuses(t *testing.T) {
	long := strings.Repeat(" ", MaxLine)
	for in, want := range map[string]string{
		"1 2\n3\n":                         "has 1 number, expected 2, at line 2",
		"1 2\n# c\n3 4 5\n":                "has 3 numbers, expected 2, at line 3",
		"1\n2147483648\n":                  `"2147483648" does not fit: ids must be 0 … 2147483647, other numbers at least -2147483648, at line 2`,
		"1\n-2147483649":                   `"-2147483649" does not fit`,
		"99999999999999999":                `"99999999999999999" does not fit`,
		"18446744073709551616":             `does not fit`,
		"1\n+5\n":                          `"+5" is not a number, at line 2`,
		"1\n-\n":                           `"-" is not a number, at line 2`,
		"1\n--1\n":                         `"--1" is not a number, at line 2`,
		"1\n1.5\n":                         `"1.5" is not a number of kind id or int, at line 2`,
		"1,2\n":                            `"1,2" is not a number: separate numbers by TABs or blanks, at line 1`,
		"1\n\x00\n":                        `"\x00" is not a number, at line 2`,
		"1\r2\n":                           `"1\r2" is not a number, at line 1`,
		"a%sb\n":                           `"a%sb" is not a number, at line 1`,
		"1 2 3 4 5 6 7 8 9":                "has 9 fields, a record has at most 8, at line 1",
		"1\n" + long + "1\n2":              "longer than 64 KiB, at line 2",
		"1\n#" + long:                      "longer than 64 KiB, at line 2",
		"1\n" + strings.Repeat("7", 1<<20): "longer than 64 KiB, at line 2",
	} {
		_, _, err := readText(strings.NewReader(in), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("read %.40q: error %v, want %q", in, err, want)
		}
	}
}

func TestTextReaderKinds(t *testing.T) {
	cols := []Column{{Name: "id", Kind: ID}, {Name: "s", Kind: F32}}
	for in, want := range map[string]string{
		"-1 0":    `"-1" does not fit`,
		"1 -1":    `"-1" value not allowed in its column: a score must be a finite number ≥ 0`,
		"1 NaN":   "a score must be a finite number ≥ 0",
		"1 x":     `"x" is not a number`,
		"1 1e40":  `"1e40" is too large or too small for its kind`,
		"1 1e-60": `"1e-60" is too large or too small for its kind`,
		"1 1_0.5": `"1_0.5" is not a number`,
		"1.5 1":   `"1.5" is not a number`,
	} {
		if _, _, err := readText(strings.NewReader(in), cols); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("read %q: error %v, want %q", in, err, want)
		}
	}
}

// TestEmptyFields: an empty field between TABs is an unknown value, or an error where the column has none; it is never
// passed over.
func TestEmptyFields(t *testing.T) {
	known, unknown := Ints("a", "b", "c"), []Column{{Name: "a", Kind: ID, Null: true}, {Name: "b", Kind: F32, Null: true},
		{Name: "c", Kind: ID, Null: true}}
	for in, want := range map[string][]int32{
		"0\t\t7\n": {0, -1, 7}, "0\t \t7": {0, -1, 7}, "\t1\t2\n": {-1, F32Bits(1), 2}, " \t1\t2\r\n": {-1, F32Bits(1), 2},
		"0\t1\t\n": {0, F32Bits(1), -1}, "0\t\t\n": {0, -1, -1}, "\t\t\r\n": {-1, -1, -1}, "\t\t2": {-1, -1, 2},
	} {
		if got, _, err := readText(strings.NewReader("3 4 5\n"+in), unknown); err != nil || !slices.Equal(got[3:], want) {
			t.Errorf("read %q = %v, %v; want %v", in, got, err, want)
		}
		if strings.TrimSpace(in) == "" {
			continue // an empty line is nothing
		}
		for _, cols := range [][]Column{known, nil} {
			if got, _, err := readText(strings.NewReader("3 4 5\n"+in), cols); err == nil ||
				!strings.Contains(err.Error(), ", at line 2") {
				t.Errorf("read %q = %v, %v, without unknown values", in, got, err)
			}
		}
	}
	if got, width, err := readText(strings.NewReader("0\t\t7\n"), nil); err == nil ||
		!strings.Contains(err.Error(), "column c2: has an empty field") {
		t.Errorf("the first line has an empty field: read %v of width %d, %v", got, width, err)
	}
	if got, _, err := readText(strings.NewReader("1\n\n# c\n2\n"), unknown[:1]); err != nil ||
		!slices.Equal(got, []int32{1, -1, 2}) {
		t.Errorf("one column: %v, %v", got, err)
	}
}

func TestTextReaderPassesErrors(t *testing.T) {
	broken := errors.New("broken")
	got, _, err := readText(io.MultiReader(strings.NewReader("1 2\n3 4\n5"), iotest.ErrReader(broken)), nil)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "line 3") || !slices.Equal(got, []int32{1, 2, 3, 4}) {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestLongLines: a line of exactly MaxLine bytes is read wherever it lies in the buffer, one more byte is refused.
func TestLongLines(t *testing.T) {
	for before := 0; before < TextBuffer; before += 30011 {
		for extra := range 2 {
			in := strings.Repeat("7\n", before/2) + strings.Repeat(" ", MaxLine-1+extra) + "8\n9\n"
			got, _, err := readText(strings.NewReader(in), nil)
			if extra == 0 && (err != nil || len(got) != before/2+2) {
				t.Fatalf("after %d bytes: %d records, %v", before, len(got), err)
			}
			if extra == 1 && !errors.Is(err, ErrLine) {
				t.Fatalf("after %d bytes: a long line gave %v", before, err)
			}
		}
	}
}

func TestDigits(t *testing.T) {
	check := func(v uint32) {
		b := make([]byte, 32)
		n := putDigits(b, v)
		if want := strconv.FormatUint(uint64(v), 10); string(b[:n]) != want {
			t.Fatalf("putDigits(%s) = %q", want, b[:n])
		}
		b[n] = '\n'
		if got, m := parseDigits(b); got != uint64(v) || m != n {
			t.Fatalf("parseDigits(%q) = %d, %d", b[:n], got, m)
		}
	}
	for p := uint64(1); p <= math.MaxUint32; p *= 10 {
		for d := -3; d <= 3; d++ {
			check(uint32(int64(p) + int64(d)))
		}
	}
	check(math.MaxUint32)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		check(rnd.Uint32() >> (rnd.Uint32() % 32))
	}
}

func kinds(t *rapid.T) []Column {
	cols := Numbered(rapid.IntRange(1, MaxWidth).Draw(t, "width"))
	for i := range cols {
		cols[i].Kind = rapid.SampledFrom([]Kind{Int, ID, F32}).Draw(t, "kind")
	}
	return cols
}

func value(t *rapid.T, k Kind) int32 {
	v := rapid.Int32().Draw(t, "value")
	switch k {
	case ID:
		return v & math.MaxInt32
	case F32:
		return min(v&math.MaxInt32, maxF32)
	}
	return v
}

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := kinds(t)
		var recs []int32
		for range rapid.IntRange(0, 50).Draw(t, "records") {
			for _, c := range cols {
				recs = append(recs, value(t, c.Kind))
			}
		}
		var text bytes.Buffer
		w := NewTextWriter(&text, cols)
		if err := errors.Join(w.WriteBlock(recs), w.Flush()); err != nil {
			t.Fatal(err)
		}
		got, _, err := readText(&text, cols)
		if err != nil || !slices.Equal(got, recs) {
			t.Fatalf("wrote %v, read %v, %v", recs, got, err)
		}
	})
}

func TestTextWriterPassesErrors(t *testing.T) {
	w := NewTextWriter(failing{}, Numbered(1))
	if err := w.WriteBlock(make([]int32, writeSize)); err == nil {
		t.Error("a failed write was not reported")
	}
}

type failing struct{}

func (failing) Write(p []byte) (int, error) { return 0, errors.New("disk full") }

// FuzzText: what is read as text is written as text that reads back as the same records, whatever the chunks; so are scores.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "1 2\n3 4\n", "# c\r\n1\t2\r\n", "-1\n", "2147483648", "1 2\n3\n", "\x00", "1e5 2", "   7",
		"0000000000000000001 99999999", "0.1\n5e-324\n1e-400\n-0\ninf\n0x1p-3"} {
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, in string, chunk uint8) {
		if recs, _, err := readText(strings.NewReader(in), F64Column("x")); err == nil {
			var text bytes.Buffer
			w := NewTextWriter(&text, F64Column("x"))
			w.WriteBlock(recs)
			w.Flush()
			if again, _, err := readText(&text, F64Column("x")); err != nil || !slices.Equal(again, recs) {
				t.Fatalf("%q gives the scores %v, which read back as %v, %v", in, recs, again, err)
			}
		}
		recs, width, err := readText(strings.NewReader(in), nil)
		again, _, errAgain := readText(chunks{strings.NewReader(in), int(chunk)%13 + 1}, nil)
		if fmt.Sprint(recs, err) != fmt.Sprint(again, errAgain) {
			t.Fatalf("%v, %v by chunks, else %v, %v", again, errAgain, recs, err)
		}
		if err != nil || width == 0 {
			return
		}
		var text bytes.Buffer
		w := NewTextWriter(&text, Numbered(width))
		w.WriteBlock(recs)
		w.Flush()
		if again, _, err := readText(&text, nil); err != nil || !slices.Equal(again, recs) {
			t.Fatalf("%q gives %v, which reads back as %v, %v", in, recs, again, err)
		}
	})
}

type chunks struct {
	r io.Reader
	n int
}

func (c chunks) Read(p []byte) (int, error) { return c.r.Read(p[:min(c.n, len(p))]) }

func randomPairs(n int, bits uint) []int32 {
	rnd := rand.New(rand.NewPCG(1, 2))
	recs := make([]int32, 2*n)
	for i := range recs {
		recs[i] = int32(rnd.Uint32() >> (32 - bits))
	}
	return recs
}

func BenchmarkTextRead(b *testing.B) {
	for _, bits := range []uint{17, 24, 31} {
		recs := randomPairs(1<<18, bits)
		var text bytes.Buffer
		w := NewTextWriter(&text, IDs("a", "b"))
		w.WriteBlock(recs)
		w.Flush()
		b.Run(fmt.Sprintf("%dbits", bits), func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			buf := make([]int32, BlockBytes/4)
			for b.Loop() {
				r, _ := NewTextReader(bytes.NewReader(text.Bytes()), nil)
				for err := error(nil); err == nil; {
					_, err = r.ReadBlock(buf)
				}
			}
		})
	}
}

func BenchmarkTextWrite(b *testing.B) {
	for _, bits := range []uint{17, 24, 31} {
		recs := randomPairs(1<<18, bits)
		b.Run(fmt.Sprintf("%dbits", bits), func(b *testing.B) {
			var n counter
			w := NewTextWriter(&n, IDs("a", "b"))
			w.WriteBlock(recs)
			w.Flush()
			b.SetBytes(int64(n))
			b.ReportAllocs()
			for b.Loop() {
				w.WriteBlock(recs)
			}
		})
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }
