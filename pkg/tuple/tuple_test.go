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
	"testing/iotest"

	"pgregory.net/rapid"
)

func rawBytes(recs ...int32) (b []byte) {
	for _, v := range recs {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// TestRawCut: for every length of a stream of 5 records, the whole records are read, and it is an error iff bytes are left.
func TestRawCut(t *testing.T) {
	recs := []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, math.MinInt32}
	stream := rawBytes(recs...)
	for n := range len(stream) + 1 {
		got, err := readAll(NewRawReader(bytes.NewReader(stream[:n]), 2), 2)
		if !slices.Equal(got, recs[:n/8*2]) {
			t.Errorf("%d bytes give %v", n, got)
		}
		if wrong := n%8 != 0; wrong != errors.Is(err, ErrPartial) {
			t.Errorf("%d bytes: error %v", n, err)
		}
		if n%8 != 0 && !strings.Contains(err.Error(), fmt.Sprintf("(%d of 8 bytes), at record %d", n%8, n/8+1)) {
			t.Errorf("%d bytes: error %v", n, err)
		}
	}
}

func TestRawPassesErrors(t *testing.T) {
	broken := errors.New("broken")
	short := fmt.Errorf("temporary file: %w", io.ErrUnexpectedEOF) // is no end
	if _, err := readAll(NewRawReader(io.MultiReader(bytes.NewReader(rawBytes(1, 2, 3, 4)), iotest.ErrReader(short)), 2),
		2); !errors.Is(err, short) {
		t.Errorf("a temporary file that is too short: %v", err)
	}
	got, err := readAll(NewRawReader(io.MultiReader(bytes.NewReader(rawBytes(1, 2, 3)), iotest.ErrReader(broken)), 2), 2)
	if !errors.Is(err, broken) || !slices.Equal(got, []int32{1, 2}) {
		t.Errorf("%v, %v", got, err)
	}
}

// FuzzRaw: whatever the chunks, Reader gives the records of the bytes, and an error iff some are left over.
func FuzzRaw(f *testing.F) {
	f.Add([]byte{}, uint8(1), uint8(1))
	f.Add(rawBytes(1, 2, 3, 4, 5), uint8(2), uint8(3))
	f.Add(bytes.Repeat([]byte{0xff}, 100), uint8(8), uint8(7))
	f.Fuzz(func(t *testing.T, in []byte, width, chunk uint8) {
		w := int(width)%MaxWidth + 1
		r := NewReader(NewRawReader(chunks{bytes.NewReader(in), int(chunk) + 1}, w), w)
		var out bytes.Buffer
		dst := NewWriter(NewRawWriter(&out), w)
		for rec := r.Next(); rec != nil; rec = r.Next() {
			dst.Put(rec...)
		}
		if err := dst.Flush(); err != nil {
			t.Fatal(err)
		}
		whole := len(in) / (4 * w) * 4 * w
		if !bytes.Equal(out.Bytes(), in[:whole]) {
			t.Fatalf("%d bytes out of %d", out.Len(), len(in))
		}
		if wrong := whole < len(in); wrong != (r.Err() != nil) {
			t.Fatalf("%d bytes left: error %v", len(in)-whole, r.Err())
		}
	})
}

func TestKinds(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		v    int32
		ok   bool
	}{
		{Int, math.MinInt32, true}, {ID, 0, true}, {ID, math.MaxInt32, true}, {ID, -1, false}, {ID, math.MinInt32, false},
		{F32, 0, true}, {F32, F32Bits(1.5), true}, {F32, F32Bits(math.MaxFloat32), true},
		{F32, F32Bits(float32(math.Inf(1))), false},
		{F32, F32Bits(float32(math.NaN())), false}, {F32, math.MaxInt32, false}, {F32, F32Bits(-1), false},
		{F32, math.MinInt32, false},
	} {
		cols := []Column{{Name: "a", Kind: Int}, {Name: "b", Kind: c.kind}}
		err := CheckKinds([]int32{-5, 1, -5, c.v}, cols, 10)
		if c.ok != (err == nil) || !c.ok && (!errors.Is(err, ErrKind) || !strings.Contains(err.Error(), "column b: ") ||
			!strings.Contains(err.Error(), "at record 11")) {
			t.Errorf("%v in a column %v: %v", c.v, c.kind, err)
		}
		err = CheckKinds([]int32{c.v, -5, 1, -5}, []Column{{Name: "a", Kind: c.kind}, {Name: "b", Kind: Int}}, 10)
		if c.ok != (err == nil) || !c.ok && (!strings.Contains(err.Error(), "column a: ") ||
			!strings.Contains(err.Error(), "at record 10")) {
			t.Errorf("%v in the first column, which is %v: %v", c.v, c.kind, err)
		}
	}
}

// TestScoresSort: the bits of scores order like the scores.
func TestScoresSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float32Min(0).Draw(t, "a"), rapid.Float32Min(0).Draw(t, "b")
		if (a < b) != (F32Bits(a) < F32Bits(b)) || F32Value(F32Bits(a)) != a {
			t.Fatalf("%v is %d, %v is %d", a, F32Bits(a), b, F32Bits(b))
		}
	})
}

func TestParseOrder(t *testing.T) {
	for in, want := range map[string]string{
		"1": "1", "2,1": "2,1", "2r, 1": "2r,1", "8": "8",
		"": "!", "0": "!", "9": "!", "1,1": "!", "a": "!", "1,": "!", "-1": "!", "1rr": "!",
	} {
		o, err := ParseOrder(in, 0)
		if got := o.String(); want == "!" && err == nil || want != "!" && got != want {
			t.Errorf("ParseOrder(%q) = %v, %v", in, got, err)
		}
	}
	if _, err := ParseOrder("3", 2); err == nil {
		t.Error("column 3 of 2 is accepted")
	}
	if got := Columns(1).Whole(3).String(); got != "2,1,3" {
		t.Errorf("the whole order is %s", got)
	}
}

// TestChecker: it agrees with a comparison of all neighbours, whatever the blocks, and names the first record that is wrong.
func TestChecker(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		value := rapid.SampledFrom([]int32{math.MinInt32, -1, 0, 1, math.MaxInt32})
		recs := rapid.SliceOfN(value, 0, 40).Draw(t, "values")
		recs = recs[:len(recs)/width*width]
		var key Order
		for _, col := range rapid.Permutation([]int{0, 1, 2, 3}[:width]).Draw(t,
			"columns")[:rapid.IntRange(1, width).Draw(t, "keys")] {
			key = append(key, Key{col, rapid.Bool().Draw(t, "down")})
		}
		if n := len(recs) - width; n > 0 && rapid.Bool().Draw(t, "all but the last sorted") {
			rows := slices.SortedFunc(slices.Chunk(slices.Clone(recs[:n]), width), key.Compare)
			recs = append(slices.Concat(rows...), recs[n:]...)
		}
		strict := rapid.Bool().Draw(t, "strict")
		wrong := int64(0)
		for i := width; i < len(recs) && wrong == 0; i += width {
			if c := key.Compare(recs[i-width:], recs[i:]); c > 0 || strict && c == 0 {
				wrong = int64(i/width) + 1
			}
		}
		c := NewChecker(key, width, strict)
		var err error
		for block := range slices.Chunk(recs, width*rapid.IntRange(1, 5).Draw(t, "block")) {
			if err = c.Check(block); err != nil {
				break
			}
		}
		var at *PlaceError
		switch {
		case wrong == 0 && err != nil, wrong > 0 && (!errors.As(err, &at) || at.Record != wrong || !errors.Is(err, ErrUnsorted)):
			t.Fatalf("%v by %v, strict %v: %v, want record %d", recs, key, strict, err, wrong)
		}
	})
}

func TestWriterKeepsErrors(t *testing.T) {
	w := NewWriter(NewRawWriter(failing{}), 1)
	for i := range int32(BlockBytes) {
		w.Put(i)
	}
	for range 2 {
		if w.Flush() == nil {
			t.Error("the error of a write was lost")
		}
	}
}

func TestSwapBytes(t *testing.T) {
	b := []int32{0x01020304, -1}
	swapBytes(b)
	if b[0] != 0x04030201 || b[1] != -1 {
		t.Errorf("%x", b)
	}
}
