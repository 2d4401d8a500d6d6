package kendall

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// inRuns counts the inversions and the ties of a sequence that is cut into runs of n keys.
func inRuns(x []int32, each int, opt Options) (r Result, err error) {
	p, err := newPlain(&opt)
	if err != nil {
		return r, err
	}
	defer p.close()
	p.keys = p.keys[:each]
	for len(x) > 0 {
		room, err := p.free()
		if err != nil {
			return r, err
		}
		n := copy(room, x)
		p.filled(n)
		x = x[n:]
	}
	return r, p.finish(&r)
}

// The examples of Kulvait 2007, 6.1: his rule counts 2 in the first, where each number is a run, and 14 in the last.
func TestExamplesInRuns(t *testing.T) {
	for _, e := range []struct {
		x    []int32
		each int
		want uint64
	}{
		{[]int32{3, 2, 1}, 1, 3},
		{[]int32{5, 3, 8, 1, 7, 2, 6, 4}, 8, 15},
		{[]int32{5, 3, 8, 1, 7, 2, 6, 4}, 4, 15},
		{[]int32{5, 3, 8, 1, 7, 2, 6, 4}, 2, 15},
		{[]int32{5, 3, 8, 1, 7, 2, 6, 4}, 1, 15},
	} {
		for _, memory := range []int64{1, 1 << 20} {
			r, err := inRuns(e.x, e.each, options(memory, 2))
			if err != nil || r.Discordant != e.want {
				t.Errorf("%v in runs of %d: %d inversions, not %d (%v)", e.x, e.each, r.Discordant, e.want, err)
			}
			if runs := len(e.x) / e.each; runs > 1 && r.Runs != runs {
				t.Errorf("%v in runs of %d: %d runs", e.x, e.each, r.Runs)
			}
		}
	}
}

// Runs are merged in one pass or in several, with keys whose equals fill many runs or none.
func TestRunsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int32{0, 1, 3, 20, 1 << 30}).Draw(t, "most")
		x := rapid.SliceOfN(rapid.Int32Range(-most, most), 0, 500).Draw(t, "x")
		memory := rapid.SampledFrom([]int64{1, 1500, 4000, 1 << 16}).Draw(t, "memory")
		opt := options(memory, rapid.IntRange(1, 4).Draw(t, "threads"))
		want, wantTied := slowInversions(x)
		r, err := inRuns(x, rapid.IntRange(1, 60).Draw(t, "each"), opt)
		if err != nil || r.Discordant != want || r.TiedB != wantTied {
			t.Fatalf("%d inversions and %d ties, not %d and %d (%v)", r.Discordant, r.TiedB, want, wantTied, err)
		}
	})
}

// Many runs of every kind of numbers, whose buffers are filled again and again.
func TestManyRuns(t *testing.T) {
	for kind := range sequences {
		t.Run(kind, func(t *testing.T) {
			x := makeSequence(kind, 300_000)
			want := mergeInversions(slices.Clone(x), make([]int32, len(x)))
			for _, memory := range []int64{40_000, 1 << 23} {
				r, err := inRuns(x, 1000, options(memory, 2))
				if err != nil || r.Discordant != want || r.Runs != 300 {
					t.Errorf("memory %d: %d inversions, not %d, %d runs (%v)", memory, r.Discordant, want, r.Runs, err)
				}
				passes := r.Spilled / int64(4*len(x))
				if several := memory == 40_000; passes > 1 != several {
					t.Errorf("memory %d: %d passes", memory, passes)
				}
			}
		})
	}
}

// external compares two scorings that are far beyond the memory, the weights by both ranks.
func external(sys vfs.FS, dir string) (Result, error) {
	opt := Options{Weights: ByBoth, Best: 590, Room: work.Room{Memory: 4096, Threads: 2, FS: sys, TempDir: dir}}
	x := makeSequence("levels", 600)
	return Tau(zip(x, makeSequence("heavy", 600)), opt)
}

// Each operation on a temporary file may fail; only closing it may go unnoticed, as nobody reads it any more.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	want, err := external(vfs.OS, dir)
	if err != nil || want.Runs < 3 {
		t.Fatal(want.Runs, err)
	}
	fault.Each(t, 30, 50, func(sys *fault.FS) error {
		r, err := external(sys, dir)
		if err == nil && r.Counts == want.Counts {
			return fault.Survived
		}
		return err
	})
}

func TestDiskFull(t *testing.T) {
	sys := fault.DiskFull(vfs.OS, 8000)
	if _, err := external(sys, t.TempDir()); err == nil || sys.OpenFiles() != 0 {
		t.Errorf("a full disk: error %v, %d files left open", err, sys.OpenFiles())
	}
}
