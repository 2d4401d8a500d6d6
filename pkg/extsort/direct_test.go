package extsort

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

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
		for _, shape := range []string{"random", "heavy", "sorted"} {
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
