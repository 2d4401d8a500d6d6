package extsort

import (
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// openers gives each part as a sorted stream that verifies its order.
func openers(parts [][]int32, opt Options, chunk int) []Opener {
	var streams []Opener
	for _, p := range parts {
		streams = append(streams, func() (tuple.Source, func() error, error) {
			in := tupletest.Blocks(p, chunk*opt.Width)
			return tuple.Sorted(in, opt.Keys(), opt.Width, false), func() error { return nil }, nil
		})
	}
	return streams
}

func TestMergeEqualsReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(1, 4).Draw(t, "width")
		k := rapid.IntRange(0, 20).Draw(t, "streams")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		shape := rapid.SampledFrom(shapeNames()).Draw(t, "shape")
		opt := Options{
			Width: w, Order: drawOrder(t, w), Unique: rapid.Bool().Draw(t, "unique"),
			FanIn: rapid.IntRange(2, 20).Draw(t, "fanIn"),
			Room:  work.Room{FS: vfs.OS, Memory: int64(rapid.SampledFrom([]int{1, 1000, 1 << 20}).Draw(t, "memory"))},
		}
		var all []int32
		var parts [][]int32
		for range k {
			data := generate(r, shape, r.IntN(300), w)
			all = append(all, data...)
			parts = append(parts, reference(data, Options{Width: w, Order: opt.Order}))
		}
		var out tupletest.Numbers
		stats, err := Merge(&out, openers(parts, opt, 1+r.IntN(50)), opt)
		if err != nil {
			t.Fatal(err)
		}
		if want := reference(all, opt); !slices.Equal(out, want) {
			t.Fatalf("wrong at %d of %d, stats %+v", firstDifference(out, want), len(want), stats)
		}
		if stats.Records != int64(len(all)/w) && len(parts) <= opt.FanIn {
			t.Fatalf("stats %+v for %d records", stats, len(all)/w)
		}
	})
}

// TestLoserTreeExtremes merges runs that begin, end and consist of the largest key: no key may mean "at the end".
func TestLoserTreeExtremes(t *testing.T) {
	const most = math.MaxInt32
	parts := [][]int32{{2, most, most}, {most}, {1}, {}, {math.MinInt32, most}}
	var out tupletest.Numbers
	if _, err := Merge(&out, openers(parts, Options{Width: 1}, 1),
		Options{Width: 1, FanIn: 9, Room: work.Room{FS: vfs.OS}}); err != nil {
		t.Fatal(err)
	}
	if want := []int32{math.MinInt32, 1, 2, most, most, most, most}; !slices.Equal(out, want) {
		t.Fatalf("got %v, want %v", out, want)
	}
}

func TestMergeRefusesUnsorted(t *testing.T) {
	parts := [][]int32{{1, 2, 3, 4, 5, 6}, {7, 9, 8, 10}}
	opt := Options{Width: 1, FanIn: 2, Room: work.Room{FS: vfs.OS}}
	_, err := Merge(new(tupletest.Numbers), openers(parts, opt, 2), opt)
	var place *tuple.PlaceError
	if !errors.As(err, &place) || place.Record != 3 || !errors.Is(err, tuple.ErrUnsorted) {
		t.Fatalf("error %v, want ErrUnsorted at record 3", err)
	}
}

// TestMergeFaults fails every operation on the file system in turn.
func TestMergeFaults(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var parts [][]int32
	var all []int32
	for range 7 {
		p := reference(generate(r, "random", 200, 2), Options{Width: 2})
		parts, all = append(parts, p), append(all, p...)
	}
	fault.Each(t, 10, 0, func(sys *fault.FS) error {
		opt := Options{Width: 2, FanIn: 2, Room: work.Room{FS: sys, TempDir: t.TempDir(), Memory: 4 << 10}}
		var out tupletest.Numbers
		_, err := Merge(&out, openers(parts, opt, 50), opt)
		if err == nil && slices.Equal(out, reference(all, Options{Width: 2})) {
			return fault.Survived
		}
		return err
	})
}

// TestMergeOfCutRuns: where the temporary file of the runs ends too early, there is an error and no shorter result.
func TestMergeOfCutRuns(t *testing.T) {
	var parts [][]int32
	for i := range int32(3) {
		parts = append(parts, []int32{i, 10 + i, 20 + i, 30 + i})
	}
	for cut := int64(1); cut <= 4*12; cut++ {
		opt := Options{Width: 1, FanIn: 2, Room: work.Room{FS: &fault.FS{FS: vfs.OS, CutAt: cut}, TempDir: t.TempDir()}}
		var out tupletest.Numbers
		_, err := Merge(&out, openers(parts, opt, 2), opt)
		if whole := cut == 4*12; whole != (err == nil) || !whole && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("cut at %d: %d records, error %v", cut, len(out), err)
		}
	}
}
