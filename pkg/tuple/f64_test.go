package tuple

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var ranks = slices.Concat(IDs("id"), F64Column("rank"))

// hard are scores at which a conversion could lose something.
var hard = []float64{
	0, math.SmallestNonzeroFloat64, 2.2250738585072011e-308, 2.2250738585072014e-308, 1e-300, 1e-50, math.SmallestNonzeroFloat32,
	0.1, 1.0 / 3, 1, math.Nextafter(1, 2), math.MaxInt32, 1 << 53, math.MaxFloat32, 1e300, math.MaxFloat64,
}

func f64s(t *rapid.T) float64 {
	if rapid.Bool().Draw(t, "hard") {
		return rapid.SampledFrom(hard).Draw(t, "score")
	}
	return math.Abs(rapid.Float64Min(0).Draw(t, "score"))
}

// TestF64 follows scores through the raw form and the text form: both give back the same bits, and the raw bytes are an
// int32 and a float64 as numpy has them.
func TestF64(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var recs []int32
		var want []byte
		for id := range rapid.Int32Range(0, 40).Draw(t, "records") {
			x := f64s(t)
			recs = append(recs, id, 0, 0)
			PutF64(recs[len(recs)-2:], x)
			want = binary.LittleEndian.AppendUint32(want, uint32(id))
			want = binary.LittleEndian.AppendUint64(want, math.Float64bits(x))
			if got := F64Value(recs[len(recs)-2:]); got != x {
				t.Fatalf("%v becomes %v", x, got)
			}
		}
		var raw, text bytes.Buffer
		w := NewTextWriter(&text, ranks)
		if err := errors.Join(CheckKinds(recs, ranks, 1), NewRawWriter(&raw).WriteBlock(recs), w.WriteBlock(recs),
			w.Flush()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(raw.Bytes(), want) {
			t.Fatalf("raw %x, want %x", raw.Bytes(), want)
		}
		got, err := readAll(OfKinds(NewRawReader(&raw, 3), ranks), 3)
		if err != nil || !slices.Equal(got, recs) {
			t.Fatalf("raw: %v, %v; want %v", got, err, recs)
		}
		got, width, err := readText(&text, ranks)
		if err != nil || width != 3 || !slices.Equal(got, recs) {
			t.Fatalf("text: %v, %v; want %v", got, err, recs)
		}
	})
}

func TestF64Text(t *testing.T) {
	for in, want := range map[string]string{
		"7 0.1\n8\t1e-300\r\n# c\n9 -0": "7\t0.1\n8\t1e-300\n9\t0\n",
		"1 4.9406564584124654e-324":     "1\t5e-324\n",
		"1 2.2250738585072014e-308":     "1\t2.2250738585072014e-308\n", // no score is longer
		"1 0e-400":                      "1\t0\n",
		"1 1e-400":                      `"1e-400" is too large or too small for its kind`,
		"1 0x1p3":                       `"0x1p3" is not a number`,
		"1 inf":                         "a score must be a finite number ≥ 0",
		"1 1e400":                       `"1e400" is too large or too small for its kind (an f64 holds more than an f32), at line 1`,
		"1 -1":                          `"-1" value not allowed in its column: a score must be a finite number ≥ 0, at line 1`,
		"1 nan":                         "a score must be a finite number ≥ 0",
		"1":                             "has 1 number, expected 2",
		"1 2 3":                         "has 3 numbers, expected 2",
		"-1 2":                          `"-1" does not fit`,
	} {
		recs, _, err := readText(strings.NewReader(in), ranks)
		var text bytes.Buffer
		w := NewTextWriter(&text, ranks)
		w.WriteBlock(recs)
		w.Flush()
		if got := text.String(); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestF64Kinds(t *testing.T) {
	rec := []int32{-5, 0, 0, -5, 0, 0}
	cols := slices.Concat(Ints("n"), F64Column("rank"))
	for _, x := range hard {
		PutF64(rec[4:], x)
		if err := CheckKinds(rec, cols, 1); err != nil {
			t.Errorf("%v: %v", x, err)
		}
	}
	for _, bits := range []uint64{1 << 63, 1<<63 | 1, math.Float64bits(-1), math.Float64bits(math.Inf(-1)),
		math.Float64bits(math.NaN()), math.Float64bits(math.Inf(1)),
		0x7ff0000000000001, 0x7ff0000080000000, 0x7ff0000100000000, 0x7fffffffffffffff, math.MaxUint64} {
		PutF64(rec[4:], math.Float64frombits(bits))
		err := CheckKinds(rec, cols, 10)
		if !errors.Is(err, ErrKind) || !strings.Contains(err.Error(), "column rank: ") ||
			!strings.Contains(err.Error(), "at record 11") {
			t.Errorf("%x: %v", bits, err)
		}
	}
}

func TestCheckHalves(t *testing.T) {
	low, high := ranks[1:2], ranks[2:]
	if err := CheckHalves(slices.Concat(ranks, F64Column("b"), Ints("c"))); err != nil {
		t.Error(err)
	}
	for _, cols := range [][]Column{low, high, slices.Concat(high, low), slices.Concat(low, low, high),
		slices.Concat(low, high, high), slices.Concat(low, Ints("a"), high)} {
		if CheckHalves(cols) == nil {
			t.Errorf("%v is accepted", cols)
		}
	}
}

// BenchmarkScores: the kinds of scores as they are checked and as text.
func BenchmarkScores(b *testing.B) {
	for _, score := range [][]Column{{{Name: "s", Kind: F32}}, F64Column("s")} {
		cols := slices.Concat(IDs("id"), score)
		ids := randomPairs(1<<16, 31)
		var recs []int32
		for _, id := range ids[:len(ids)/2] {
			recs = append(recs, id, F32Bits(float32(id)/(1<<31)))
			if score[0].Kind == F64 {
				recs = append(recs[:len(recs)-1], 0, 0)
				PutF64(recs[len(recs)-2:], float64(id)/(1<<31))
			}
		}
		var text bytes.Buffer
		w := NewTextWriter(&text, cols)
		w.WriteBlock(recs)
		w.Flush()
		bench := func(name string, size int, f func() error) {
			b.Run(fmt.Sprint(score[0].Kind, "/", name), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		bench("check", 4*len(recs), func() error { return CheckKinds(recs, cols, 1) })
		bench("write", text.Len(), func() error { return NewTextWriter(io.Discard, cols).WriteBlock(recs) })
		buf := make([]int32, BlockBytes/4/len(cols)*len(cols))
		bench("read", text.Len(), func() error {
			r, err := NewTextReader(bytes.NewReader(text.Bytes()), cols)
			for err == nil {
				_, err = r.ReadBlock(buf)
			}
			if err == io.EOF {
				return nil
			}
			return err
		})
	}
}
