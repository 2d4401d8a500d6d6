package extsort

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/arena"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// seekable is a Source in memory with places.
type seekable struct {
	tuple.Source
	data  []int32
	width int
}

func (in *seekable) Places() (*tuple.Places, tuple.Source, error) {
	file := slices.Clone(in.data)
	tuple.ToLE(file)
	return tuple.NewPlaces(bytes.NewReader(tuple.Bytes(file)), tuple.Numbered(in.width), int64(len(in.data)/in.width)), in, nil
}

// collected keeps what is written, in turn or at any place.
type collected struct {
	data   []int32
	random bool
	bytes  []byte
}

func (o *collected) WriteBlock(b []int32) error { o.data = append(o.data, b...); return nil }
func (o *collected) RawAt() (io.WriterAt, tuple.Sink) {
	if !o.random {
		return nil, o
	}
	return o, o
}
func (o *collected) RawDirect(int64) (io.WriterAt, io.Closer) {
	return nil, nil
}
func (o *collected) WrittenRecords(int64) error {
	o.data = make([]int32, len(o.bytes)/4)
	copy(tuple.Bytes(o.data), o.bytes)
	tuple.FromLE(o.data)
	return nil
}
func (o *collected) WriteAt(p []byte, off int64) (int, error) { return copy(o.bytes[off:], p), nil }

// reference is the plain way to do what Sort does.
func reference(data []int32, opt Options) []int32 {
	w := opt.Width
	var recs [][]int32
	for i := 0; i < len(data); i += w {
		recs = append(recs, data[i:i+w])
	}
	slices.SortFunc(recs, opt.Order.Whole(w).Compare)
	order := opt.Order
	if len(order) == 0 {
		order = order.Whole(w)
	}
	out := []int32{}
	for i, r := range recs {
		if !opt.Unique || i == 0 || order.Compare(recs[i-1], r) != 0 {
			out = append(out, r...)
		}
	}
	return out
}

func sortData(data []int32, opt Options, places, random bool, chunk int) ([]int32, Stats, error) {
	opt.FS, opt.TempDir = vfs.OS, ""
	half := len(data) / opt.Width / 2 * opt.Width
	var srcs []tuple.Source
	for _, part := range [][]int32{data[:half], data[half:]} {
		src := tupletest.Blocks(part, chunk*opt.Width)
		if places {
			src = &seekable{src, part, opt.Width}
		}
		srcs = append(srcs, src)
	}
	out := &collected{random: random, bytes: make([]byte, 4*len(data))}
	stats, err := Sort(out, srcs, opt)
	return out.data, stats, err
}

// shapes are distributions that a distribution sort may trip over.
var shapes = map[string]func(r *rand.Rand, i int) int32{
	"random":   func(r *rand.Rand, _ int) int32 { return int32(r.Uint32()) },
	"small":    func(r *rand.Rand, _ int) int32 { return int32(r.Uint32N(5)) },
	"constant": func(*rand.Rand, int) int32 { return -7 },
	"sorted":   func(_ *rand.Rand, i int) int32 { return int32(i / 3) },
	"reversed": func(_ *rand.Rand, i int) int32 { return int32(-i) },
	"heavy": func(r *rand.Rand, _ int) int32 {
		if r.Uint32N(10) < 7 {
			return 4711
		}
		return int32(r.Uint32N(1 << 20))
	},
	"extremes": func(r *rand.Rand, _ int) int32 {
		return []int32{math.MinInt32, -1, 0, 1, math.MaxInt32}[r.Uint32N(5)]
	},
	"power": func(r *rand.Rand, _ int) int32 { return int32(math.Pow(r.Float64(), 8) * (1 << 24)) },
	"drift": func(r *rand.Rand, i int) int32 { return int32(i>>6)<<10 | int32(r.Uint32N(16)) },
}

func shapeNames() []string {
	var names []string
	for n := range shapes {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

func generate(r *rand.Rand, shape string, n, width int) []int32 {
	data := make([]int32, n*width)
	for i := range data {
		data[i] = shapes[shape](r, i)
	}
	return data
}

// TestSortEqualsReference sweeps width, order, memory (down to a few records), workers, input and output kinds.
func TestSortEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, tuple.MaxWidth).Draw(t, "width")
		n := rapid.OneOf(rapid.IntRange(0, 50), rapid.IntRange(50, 5000), rapid.IntRange(5000, 60000)).Draw(t, "records")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		data := generate(r, rapid.SampledFrom(shapeNames()).Draw(t, "shape"), n, w)
		opt := Options{
			Width:  w,
			Order:  drawOrder(t, w),
			Unique: rapid.Bool().Draw(t, "unique"),
			Room: work.Room{Memory: int64(rapid.SampledFrom([]int{1, 300, 5000, 100 << 10, 1 << 20, 64 << 20}).Draw(t,
				"memory")), Threads: rapid.IntRange(1, 3).Draw(t, "threads")},
		}
		before := slices.Clone(data)
		got, stats, err := sortData(data, opt, rapid.Bool().Draw(t, "seekable"), rapid.Bool().Draw(t, "random"),
			rapid.IntRange(1, 3000).Draw(t, "chunk"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(data, before) {
			t.Fatal("the input was changed")
		}
		want := reference(data, opt)
		if !slices.Equal(got, want) {
			t.Fatalf("wrong at %d of %d, stats %+v", firstDifference(got, want), len(want), stats)
		}
		if stats.Records != int64(n) || stats.Kept != int64(len(want)/w) {
			t.Fatalf("stats %+v for %d records, %d kept", stats, n, len(want)/w)
		}
	})
}

func drawOrder(t *rapid.T, w int) tuple.Order {
	cols := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7}[:w]).Draw(t, "columns")
	var o tuple.Order
	for _, c := range cols[:rapid.IntRange(0, w).Draw(t, "keys")] {
		o = append(o, tuple.Key{Col: c, Desc: rapid.Bool().Draw(t, "desc")})
	}
	return o
}

func firstDifference(a, b []int32) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// TestSkew sorts every shape at a size where partitions spill, overflow and are refined. With -short it is a file or a pipe.
func TestSkew(t *testing.T) {
	for _, shape := range shapeNames() {
		for _, w := range []int{2, 3} {
			for _, unique := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%d/unique=%v", shape, w, unique), func(t *testing.T) {
					data := generate(rand.New(rand.NewPCG(1, 2)), shape, 150_000, w)
					opt := Options{Width: w, Unique: unique, Room: work.Room{Memory: 512 << 10, Threads: 2}}
					want := reference(data, opt)
					for _, seekable := range []bool{true, false} {
						if testing.Short() && seekable != (unique == (w == 2)) {
							continue
						}
						got, stats, err := sortData(data, opt, seekable, seekable, 1000)
						if err != nil {
							t.Fatal(err)
						}
						if !slices.Equal(got, want) {
							t.Fatalf("wrong, stats %+v", stats)
						}
						if most := int64(8 * len(data)); stats.Spilled > most {
							t.Errorf("spilled %d bytes for %d: more than twice the input", stats.Spilled, 4*len(data))
						}
					}
				})
			}
		}
	}
}

// TestEveryMemory sorts what has a heavy key in budgets of all sizes: blocks, scratch and partitions must fit each other.
// With -short each budget has one number of threads.
func TestEveryMemory(t *testing.T) {
	round := 0
	for _, w := range []int{1, 2, 5} {
		for _, n := range []int{500, 5_000, 20_000} {
			data := generate(rand.New(rand.NewPCG(9, uint64(n))), "heavy", n, w)
			want := reference(data, Options{Width: w})
			for memory := int64(64); memory < 16<<20; memory *= 3 {
				for threads := 1; threads <= 3; threads++ {
					if round++; testing.Short() && round/3%3 != threads-1 {
						continue
					}
					opt := Options{Width: w, Room: work.Room{Memory: memory, Threads: threads}}
					got, stats, err := sortData(data, opt, n == 5_000, n != 5_000, 100)
					if err != nil || !slices.Equal(got, want) {
						t.Fatalf("width %d, %d records, memory %d, %d threads: error %v, stats %+v", w, n,
							memory, threads, err, stats)
					}
				}
			}
		}
	}
}

// TestUnsampledSkew reads from a pipe whose beginning says nothing about the rest, which lies far above or below.
func TestUnsampledSkew(t *testing.T) {
	for _, keys := range [][2]int32{{0, 1 << 30}, {math.MaxInt32 - 8, math.MinInt32}, {-9, math.MaxInt32}, {5, -5}} {
		for _, w := range []int{2, 3} {
			var data []int32
			add := func(rec ...int32) { data = append(data, append(rec, 0, 0, 0)[:w]...) }
			for i := range 20_000 {
				add(keys[0]+int32(i%7), int32(i))
			}
			for i := range 60_000 {
				add(keys[1], int32(i*7919%60_000))
			}
			opt := Options{Width: w, Room: work.Room{Memory: 256 << 10, Threads: 2}}
			got, stats, err := sortData(data, opt, false, true, 512)
			if err != nil {
				t.Fatal(err)
			}
			if stats.Refined == 0 {
				t.Errorf("%v: the partition of the unseen key was not refined", keys)
			}
			if !slices.Equal(got, reference(data, opt)) {
				t.Fatalf("%v, width %d: wrong order", keys, w)
			}
		}
	}
}

// TestEveryOperationFails fails the i-th operation on the file system, for i = 0, 1, … until none is hit.
func TestEveryOperationFails(t *testing.T) {
	data := generate(rand.New(rand.NewPCG(3, 4)), "random", 6_000, 2)
	want := reference(data, Options{Width: 2})
	random := false
	fault.Each(t, 50, 0, func(sys *fault.FS) error {
		random = !random
		out := &collected{random: random, bytes: make([]byte, 4*len(data))}
		_, err := Sort(out, []tuple.Source{tupletest.Blocks(data, 2*999)},
			Options{Width: 2, Room: work.Room{Memory: 64 << 10, Threads: 2, FS: sys, TempDir: t.TempDir()}})
		if err == nil && slices.Equal(out.data, want) {
			return fault.Survived
		}
		return err
	})
}

// TestFullDisk ends with the disk's error.
func TestFullDisk(t *testing.T) {
	data := generate(rand.New(rand.NewPCG(3, 4)), "random", 40_000, 3)
	sys := fault.DiskFull(vfs.OS, 100_000)
	_, err := Sort(&collected{}, []tuple.Source{tupletest.Blocks(data, 3*999)},
		Options{Width: 3, Room: work.Room{Memory: 64 << 10, Threads: 2, FS: sys, TempDir: t.TempDir()}})
	if err == nil {
		t.Fatal("no error")
	}
}

// FuzzSort takes everything from the fuzzer's bytes and compares with slices.Sort.
func FuzzSort(f *testing.F) {
	f.Add([]byte("some bytes to be sorted as records"), uint8(2), uint16(300), true)
	f.Add(bytes.Repeat([]byte{1, 2, 3, 4}, 999), uint8(1), uint16(1), false)
	f.Add(bytes.Repeat([]byte{0x80, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff}, 500), uint8(4), uint16(4000), true)
	f.Fuzz(func(t *testing.T, raw []byte, width uint8, memory uint16, seekable bool) {
		w := int(width)%tuple.MaxWidth + 1
		n := len(raw) / (4 * w) * w
		data := make([]int32, n)
		copy(tuple.Bytes(data), raw)
		opt := Options{Width: w, Room: work.Room{Memory: int64(memory), Threads: 2}}
		got, _, err := sortData(data, opt, seekable, !seekable, 17)
		if err != nil {
			t.Fatal(err)
		}
		if want := reference(data, opt); !slices.Equal(got, want) {
			t.Fatalf("differs at %d", firstDifference(got, want))
		}
	})
}

// sortFiles sorts real files into a real file, as the tool does.
func sortFiles(t *testing.T, names []string, opt Options) []int32 {
	t.Helper()
	target := filepath.Join(t.TempDir(), fmt.Sprintf("out.t%d", opt.Width))
	var srcs []tuple.Source
	for _, name := range names {
		in, err := stream.Open(vfs.OS, name, nil, stream.Spec{})
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		srcs = append(srcs, in)
	}
	out, err := stream.Create(vfs.OS, target, nil, stream.OutSpec{Columns: tuple.Numbered(opt.Width)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Sort(out, srcs, opt); err != nil {
		t.Fatal(err)
	}
	if err := out.Commit(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]int32, len(b)/4)
	copy(tuple.Bytes(data), b)
	return data
}

// TestPastThePageCache reads, spills and writes past the page cache, which only sorts larger than a third of the memory
// do otherwise: partitions begin and end anywhere on a page, files end inside one.
func TestPastThePageCache(t *testing.T) {
	for _, w := range []int{1, 2, 3} {
		for i, shape := range []string{"random", "heavy", "sorted"} {
			if testing.Short() && i != w-1 {
				continue
			}
			for _, sizes := range [][]int{{700_001, 3, 99_999}, {1}, {511, 513}, {262_144}} {
				dir := t.TempDir()
				var names []string
				var all []int32
				for i, n := range sizes {
					data := generate(rand.New(rand.NewPCG(uint64(i), 7)), shape, n, w)
					name := filepath.Join(dir, fmt.Sprintf("in%d.t%d", i, w))
					if err := os.WriteFile(name, tuple.Bytes(data), 0o666); err != nil {
						t.Fatal(err)
					}
					names, all = append(names, name), append(all, data...)
				}
				opt := Options{Width: w, Room: work.Room{Memory: 6 << 20, Threads: 2, FS: vfs.OS, TempDir: dir}}
				want := reference(all, opt)
				for _, cache := range []int64{0, 1 << 40} {
					opt.Cache = cache
					if got := sortFiles(t, names, opt); !slices.Equal(got, want) {
						t.Errorf("width %d, %s, %v, cache %d: differs at %d", w, shape, sizes, cache, firstDifference(got, want))
					}
				}
			}
		}
	}
}

// BenchmarkWords sorts partitions of random pairs.
func BenchmarkWords(b *testing.B) {
	for _, n := range []int{50_000, 180_000, 380_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			scratch, err := arena.Words(3 * n)
			if err != nil {
				b.Fatal(err)
			}
			defer arena.Free(scratch)
			data, x, y := scratch[:n], scratch[n:2*n], scratch[2*n:]
			for i := range data {
				data[i] = rand.Uint64()>>9 | 1<<62
			}
			s := newWordSorter(tuple.NewPairKey(tuple.Columns(0, 1)))
			b.SetBytes(int64(8 * n))
			for b.Loop() {
				copy(y, data)
				s.sort([][]uint64{y}, x, y, 1<<55-1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/pair")
		})
	}
}
