package parquetio

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

func write(t testing.TB, s Schema, threads int, recs []int32) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b, s, Encoders{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	width := len(s.Columns)
	for part := range slices.Chunk(recs, 10007*width) {
		if err := w.WriteBlock(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(b []byte) (recs []int32, cols []tuple.Column, err error) { return readAs(b, nil) }

func readAll(r *Reader) (recs []int32, err error) {
	buf := make([]int32, 999*len(r.Columns()))
	for {
		n, err := r.ReadBlock(buf)
		recs = append(recs, buf[:n]...)
		if err == io.EOF {
			return recs, nil
		}
		if err != nil {
			return recs, err
		}
	}
}

func random(n int, most int32) []int32 {
	rnd := rand.New(rand.NewPCG(1, 2))
	recs := make([]int32, n)
	for i := range recs {
		recs[i] = rnd.Int32N(most)
	}
	return recs
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cols := tuple.Numbered(rapid.IntRange(1, tuple.MaxWidth).Draw(t, "width"))
		for i := range cols {
			cols[i].Kind = rapid.SampledFrom([]tuple.Kind{tuple.Int, tuple.ID, tuple.F32}).Draw(t, "kind")
		}
		var recs []int32
		for range rapid.IntRange(0, 300).Draw(t, "records") {
			for _, c := range cols {
				v := rapid.Int32().Draw(t, "value")
				switch c.Kind {
				case tuple.ID:
					v &= math.MaxInt32
				case tuple.F32:
					v = min(v&math.MaxInt32, tuple.F32Bits(math.MaxFloat32))
				}
				recs = append(recs, v)
			}
		}
		var b bytes.Buffer
		w, _ := NewWriter(&b, Schema{Columns: cols}, Encoders{Threads: 1})
		if err := errors.Join(w.WriteBlock(recs), w.Close()); err != nil {
			t.Fatal(err)
		}
		got, gotCols, err := read(b.Bytes())
		if err != nil || !slices.Equal(got, recs) || !slices.Equal(gotCols, cols) {
			t.Fatalf("wrote %v %v, read %v %v, %v", cols, recs, gotCols, got, err)
		}
	})
}

// TestGroups: several groups of rows, and the same bytes whatever the number of threads.
func TestGroups(t *testing.T) {
	for _, width := range []int{1, 2, 3, 8} {
		cols := tuple.Numbered(width)
		cols[width-1].Kind = tuple.F32
		recs := random((min(groupRows, groupValues/width)*2+pageValues+5)*width, 1<<20)
		one := write(t, Schema{Columns: cols}, 1, recs)
		if two := write(t, Schema{Columns: cols}, 3, recs); !bytes.Equal(one, two) {
			t.Errorf("width %d: other bytes with 3 threads than with 1", width)
		}
		got, _, err := read(one)
		if err != nil || !slices.Equal(got, recs) {
			t.Errorf("width %d: %d values read of %d, %v", width, len(got), len(recs), err)
		}
	}
}

func TestWriterRefuses(t *testing.T) {
	cols := []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "s", Kind: tuple.F32}}
	for _, rec := range [][]int32{{-1, 0}, {0, -1}, {0, math.MaxInt32}} {
		w, _ := NewWriter(io.Discard, Schema{Columns: cols}, Encoders{Threads: 1})
		w.WriteBlock([]int32{1, 1})
		err := w.WriteBlock(rec)
		if !errors.Is(err, tuple.ErrKind) || !strings.Contains(err.Error(), "record 2") || !errors.Is(w.Close(), tuple.ErrKind) {
			t.Errorf("%v: %v", rec, err)
		}
	}
}

type limited struct{ left int }

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

// TestWriteErrors: the disk may be full anywhere.
func TestWriteErrors(t *testing.T) {
	recs := random(2*1000, 1<<30)
	size := len(write(t, Schema{Columns: tuple.Numbered(2)}, 2, recs))
	for left := 0; left <= size; left += 97 {
		w, err := NewWriter(&limited{left}, Schema{Columns: tuple.Numbered(2)}, Encoders{Threads: 2})
		if err == nil {
			err = errors.Join(w.WriteBlock(recs), w.Close())
		}
		if err == nil && left < size {
			t.Errorf("room for %d of %d bytes, no error", left, size)
		}
	}
}

func small(t testing.TB) (file []byte, recs []int32) {
	cols := []tuple.Column{{Name: "src", Kind: tuple.ID}, {Name: "n", Kind: tuple.Int}, {Name: "rank", Kind: tuple.F32}}
	recs = random(3*40, 1<<30)
	return write(t, Schema{Columns: cols, Order: tuple.Columns(0)}, 1, recs), recs
}

// TestTruncated: a file that is cut off anywhere is an error.
func TestTruncated(t *testing.T) {
	file, _ := small(t)
	for n := range file {
		if _, _, err := read(file[:n]); err == nil {
			t.Errorf("cut at %d of %d bytes: no error", n, len(file))
		}
	}
}

// TestFlipped: after any change of one byte, the file is refused or gives the same records.
func TestFlipped(t *testing.T) {
	file, want := small(t)
	for i := range file {
		for _, mask := range []byte{0x01, 0x80, 0xff} {
			bad := bytes.Clone(file)
			bad[i] ^= mask
			began := time.Now()
			got, cols, err := read(bad)
			if err == nil && !slices.Equal(got, want) {
				t.Errorf("byte %d ^ %#x: other records and no error", i, mask)
			}
			if err == nil && cols[2].Kind != tuple.F32 {
				t.Errorf("byte %d ^ %#x: kinds %v", i, mask, cols)
			}
			if d := time.Since(began); d > 5*time.Second {
				t.Errorf("byte %d ^ %#x: took %v", i, mask, d)
			}
		}
	}
}

func TestNotParquet(t *testing.T) {
	for in, want := range map[string]string{
		"":                               "is not Parquet",
		"short":                          "is not Parquet",
		strings.Repeat("1 2\n", 10):      "is not Parquet",
		"PAR1" + strings.Repeat("x", 40): "its end is missing",
		"PAR1\xff\xff\xff\x7fPAR1":       "a footer of 2147483647 bytes",
		"PAR1\x15\x04\x19\xfc\xff\xff\xff\xff\x07\x00\x00\x0b\x00\x00\x00PAR1": "its footer", // a list of 2^31 columns
		"PAR1" + strings.Repeat("\x1c", 1000) + "\xe8\x03\x00\x00PAR1":         "its footer", // nesting
	} {
		if _, _, err := read([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("read %.30q: %v, want %q", in, err, want)
		}
	}
}

// TestAbandoned: a reader that is closed early leaves no goroutine and can be closed again.
func TestAbandoned(t *testing.T) {
	b := write(t, Schema{Columns: tuple.Numbered(2)}, 2, random(4<<20, 1<<30))
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.ReadBlock(make([]int32, 100))
	r.Close() // waits for the goroutines
	if _, err := r.ReadBlock(make([]int32, 100)); err == nil {
		t.Error("a closed reader reads on")
	}
	r.Close()
}

// FuzzOpen: whatever the bytes, reading ends without a panic and says what is wrong; also when all numbers are to be f64.
func FuzzOpen(f *testing.F) {
	file, _ := small(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add(write(f, Schema{Columns: ranks, Order: tuple.Columns(0)}, 1, rankRecords(0.5, 1e-300, 3)))
	f.Add([]byte("PAR1\x15\x04\x19\xfc\xff\xff\xff\xff\x07\x00\x00\x0b\x00\x00\x00PAR1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var wide []tuple.Column
		for _, c := range openFuzzed(b, nil) {
			wide = append(wide, tuple.F64Column(c.Name)...)
		}
		openFuzzed(b, wide)
	})
}

// openFuzzed reads some blocks and returns the columns, if there are any.
func openFuzzed(b []byte, needed []tuple.Column) []tuple.Column {
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), needed)
	if err != nil {
		return nil
	}
	defer r.Close()
	buf := make([]int32, 3000*len(r.Columns()))
	for range 1000 {
		if _, err := r.ReadBlock(buf); err != nil {
			break
		}
	}
	return r.Columns()
}

func BenchmarkWrite(b *testing.B) {
	for name, recs := range benchData() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(4 * len(recs)))
			for b.Loop() {
				w, _ := NewWriter(io.Discard, Schema{Columns: tuple.IDs("src", "dst")}, Encoders{Threads: 1})
				if err := errors.Join(w.WriteBlock(recs), w.Close()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for name, recs := range benchData() {
		file := write(b, Schema{Columns: tuple.IDs("src", "dst")}, 2, recs)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(4 * len(recs)))
			b.ReportMetric(float64(len(file))/float64(4*len(recs)), "ratio")
			buf := make([]int32, tuple.BlockBytes/4)
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(file), int64(len(file)), nil)
				for err == nil {
					_, err = r.ReadBlock(buf)
				}
				if err != io.EOF {
					b.Fatal(err)
				}
				r.Close()
			}
		})
	}
}

func benchData() map[string][]int32 {
	links := random(4<<20, 1<<20)
	for i := range len(links) / 2 {
		links[2*i] = int32(i / 12)
	}
	return map[string][]int32{"random": random(4<<20, math.MaxInt32), "links": links}
}
