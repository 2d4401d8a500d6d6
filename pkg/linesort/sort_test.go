package linesort

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/sorts"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// sortTexts sorts texts and checks what Sort tells about it.
func sortTexts(t testing.TB, opt Options, chunk int, random bool, texts ...[]byte) ([]byte, Stats, error) {
	t.Helper()
	if opt.FS == nil {
		opt.FS = vfs.OS
	}
	var srcs []*stream.Bytes
	size, lines := 0, 0
	for _, text := range texts {
		srcs = append(srcs, open(t, text, chunk))
		size += len(text) + 1
		lines += len(splitAt(text, opt.end()))
	}
	out := newCollected(size, random)
	stats, err := Sort(out, srcs, opt)
	if err != nil {
		return nil, stats, err
	}
	if kept := bytes.Count(out.data, []byte{opt.end()}); stats.Lines != int64(lines) || stats.Kept != int64(kept) {
		t.Errorf("stats %+v for %d lines, %d kept", stats, lines, kept)
	}
	return out.data, stats, nil
}

func drawOptions(t *rapid.T) Options {
	position := rapid.Custom(func(t *rapid.T) KeyPosition {
		return KeyPosition{rapid.IntRange(1, 3).Draw(t, "field"), rapid.IntRange(0, 3).Draw(t, "char"),
			rapid.Bool().Draw(t, "blanks")}
	})
	key := rapid.Custom(func(t *rapid.T) Key {
		k := Key{
			From: position.Draw(t, "from"), Number: rapid.Bool().Draw(t, "number"), Fold: rapid.Bool().Draw(t, "fold"),
			Desc: rapid.Bool().Draw(t, "desc"), Real: rapid.IntRange(0, 3).Draw(t, "real") == 0,
		}
		if rapid.Bool().Draw(t, "ends") {
			k.To = position.Draw(t, "to")
		}
		return k
	})
	return Options{
		Keys:      rapid.SliceOfN(key, 0, 3).Draw(t, "keys"),
		Separator: rapid.SampledFrom([]string{"", "\t", "o", "\x00"}).Draw(t, "separator"),
		Desc:      rapid.Bool().Draw(t, "desc"),
		Stable:    rapid.Bool().Draw(t, "stable"),
		Unique:    rapid.Bool().Draw(t, "unique"),
		Nul:       rapid.Bool().Draw(t, "nul"),
		Room: work.Room{Memory: int64(rapid.SampledFrom([]int{1, 300, 5000, 40 << 10, 1 << 20, 64 << 20}).Draw(t, "memory")),
			Threads: rapid.IntRange(1, 3).Draw(t, "threads"), FS: vfs.OS},
	}
}

// TestSortEqualsReference sweeps shape, order, memory (down to nothing), workers, input and output kinds.
func TestSortEqualsReference(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		opt := drawOptions(r)
		n := rapid.OneOf(rapid.IntRange(0, 50), rapid.IntRange(50, 2000), rapid.IntRange(2000, 8000)).Draw(r, "lines")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 1))
		shape := rapid.SampledFrom(shapeNames).Draw(r, "shape")
		a, b := generate(rnd, shape, n/3), generate(rnd, shape, n-n/3)
		chunk := rapid.SampledFrom([]int{0, 0, 1000, 17}).Draw(r, "chunk")
		got, stats, err := sortTexts(t, opt, chunk, rapid.Bool().Draw(r, "random"), a, b)
		if err != nil {
			r.Fatal(err)
		}
		if want := reference(opt, a, b); !bytes.Equal(got, want) {
			r.Fatalf("wrong at byte %d of %d, got %d, stats %+v", sorts.Shared(got, want), len(want), len(got), stats)
		}
	})
}

// TestSkew sorts every shape at a size where partitions spill, overflow and are refined. With -short it is a file or a pipe.
func TestSkew(t *testing.T) {
	for i, shape := range shapeNames {
		for _, field := range []int{0, 2} {
			t.Run(fmt.Sprintf("%s/field=%d", shape, field), func(t *testing.T) {
				text := generate(rand.New(rand.NewPCG(1, 2)), shape, 40_000)
				opt := tabField(field)
				opt.Room = work.Room{Memory: 256 << 10, Threads: 2}
				want := reference(opt, text)
				for _, chunk := range []int{0, 30_000} {
					if testing.Short() && (chunk == 0) != (i%2 == field/2) {
						continue
					}
					got, stats, err := sortTexts(t, opt, chunk, chunk == 0, text)
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(got, want) {
						t.Fatalf("wrong, stats %+v", stats)
					}
					most := int64(len(text)) * 5 / 2 // blocks are small here, and many are not full
					if field > 0 {
						most *= 2 // stored with the key before the line
					}
					if stats.Spilled > most {
						t.Errorf("spilled %d bytes for %d", stats.Spilled, len(text))
					}
				}
			})
		}
	}
}

// TestUnsampledSkew reads from a pipe whose beginning says nothing about the rest.
func TestUnsampledSkew(t *testing.T) {
	var text []byte
	for i := range 150_000 {
		text = fmt.Appendf(text, "%d\n", min(i, 10_000)*7919%(1+i))
	}
	for i := range 150_000 {
		text = fmt.Appendf(text, "z%07d\n", i)
	}
	opt := Options{Room: work.Room{Memory: 256 << 10, Threads: 2}}
	got, stats, err := sortTexts(t, opt, 4096, true, text)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Refined == 0 {
		t.Error("the partition of the unseen lines was not refined")
	}
	if !bytes.Equal(got, reference(opt, text)) {
		t.Fatal("wrong order")
	}
}

// TestLongLines: lines larger than the memory, equal up to their ends.
func TestLongLines(t *testing.T) {
	var text []byte
	for i := range 12 {
		text = append(text, bytes.Repeat([]byte("abcdefg"), 30_000)...)
		text = fmt.Appendf(text, "\t%d\tx\nshort %d\tb\n", i*5%7, i)
	}
	reverse, unique, number := tabField(2), tabField(3), tabField(2)
	reverse.Unique, reverse.Keys[0].Desc, unique.Unique, number.Keys[0].Number, number.Nul = true, true, true, true, true
	for _, opt := range []Options{{}, {Unique: true}, tabField(1), reverse, unique, number} {
		for _, chunk := range []int{0, 5000} {
			opt.Memory, opt.Threads = 64<<10, 2
			got, stats, err := sortTexts(t, opt, chunk, true, text)
			if err != nil {
				t.Fatal(err)
			}
			if stats.Long != 12 && !opt.Nul || !bytes.Equal(got, reference(opt, text)) {
				t.Errorf("wrong with %+v, stats %+v", opt, stats)
			}
		}
	}
}

// TestInMemory: what fits needs no temporary file.
func TestInMemory(t *testing.T) {
	text := generate(rand.New(rand.NewPCG(5, 6)), "prefix", 50_000)
	text = append(append(text, '\n'), bytes.Repeat([]byte("long"), 300_000)...)
	opt := Options{Room: work.Room{Memory: 128 << 20, Threads: 2, TempDir: filepath.Join(t.TempDir(), "missing")}}
	for _, chunk := range []int{0, 30_000} {
		got, stats, err := sortTexts(t, opt, chunk, true, text)
		if err != nil {
			t.Fatal(err)
		}
		if stats.Spilled != 0 || !bytes.Equal(got, reference(opt, text)) {
			t.Errorf("wrong, stats %+v", stats)
		}
	}
	opt.Memory = 64 << 10
	if _, _, err := sortTexts(t, opt, 0, true, text); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("without a temporary folder: %v", err)
	}
}

// TestGNU compares with GNU sort, where there is one.
func TestGNU(t *testing.T) {
	gnu, err := exec.LookPath("sort")
	if err != nil {
		t.Skip("GNU sort is not installed")
	}
	if v, _ := exec.Command(gnu, "--version").Output(); !bytes.Contains(v, []byte("GNU")) {
		t.Skip("the sort that is installed is not GNU sort")
	}
	dir := t.TempDir()
	for _, shape := range shapeNames {
		text := generate(rand.New(rand.NewPCG(7, 8)), shape, 3000)
		name := filepath.Join(dir, shape)
		writeFile(t, name, text)
		for _, c := range []struct {
			args []string
			opt  Options
		}{
			{nil, Options{}},
			{[]string{"-r"}, Options{Desc: true}},
			{[]string{"-u"}, Options{Unique: true}},
			{[]string{"-t\t", "-k2,2"}, tabField(2)},
		} {
			cmd := exec.Command(gnu, append(c.args, name)...)
			cmd.Env = append(os.Environ(), "LC_ALL=C")
			want, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			c.opt.Memory, c.opt.Threads = 32<<10, 2
			got, _, err := sortTexts(t, c.opt, 0, true, text)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: differs from sort %q (%v)", shape, c.args, err)
			}
		}
	}
}

// FuzzSort takes everything from the fuzzer's bytes and compares with slices.SortFunc.
func FuzzSort(f *testing.F) {
	f.Add([]byte("b\na\n\nc\x00\nc\n"), uint16(0), uint8(0), uint8(0))
	f.Add(bytes.Repeat([]byte("one\ttwo\n"), 500), uint16(300), uint8(2), uint8(1))
	f.Add(bytes.Repeat([]byte("\xff\x00\x00\n\x00\t\x00\n"), 300), uint16(2000), uint8(1), uint8(6))
	f.Add(append(bytes.Repeat([]byte("x"), 3000), "\ny\n\n\nx"...), uint16(1), uint8(0), uint8(3))
	f.Fuzz(func(t *testing.T, text []byte, memory uint16, field, flags uint8) {
		opt := tabField(int(field % 4))
		opt.Desc, opt.Unique, opt.Stable, opt.Nul = flags&1 > 0, flags&2 > 0, flags&16 > 0, flags&32 > 0
		opt.Memory, opt.Threads = int64(memory), 2
		for i := range opt.Keys {
			opt.Keys[i].Number, opt.Keys[i].From.Blanks = flags&64 > 0, flags&128 > 0
		}
		got, stats, err := sortTexts(t, opt, int(flags&4)*5, flags&8 > 0, text)
		if err != nil {
			t.Fatal(err)
		}
		if want := reference(opt, text); !bytes.Equal(got, want) {
			t.Fatalf("differs at %d, stats %+v", sorts.Shared(got, want), stats)
		}
	})
}
