package linesort

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/sorts"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// mergeAll merges inputs that are open.
func mergeAll(dst Output, opt Options, srcs ...*stream.Bytes) (Stats, error) {
	return Merge(dst, len(srcs), func(i int) (*stream.Bytes, error) { return srcs[i], nil }, opt)
}

// TestMergeEqualsReference merges sorted parts in one pass or several, and checks the result.
func TestMergeEqualsReference(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		opt := drawOptions(r)
		opt.Memory = max(opt.Memory, 2<<20) // which all lines fit in
		opt.FanIn = rapid.SampledFrom([]int{0, 2, 3, 7}).Draw(r, "fan-in")
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 2))
		shape := rapid.SampledFrom(shapeNames).Draw(r, "shape")
		chunk := rapid.SampledFrom([]int{0, 1000, 17}).Draw(r, "chunk")
		var parts [][]byte
		var srcs []*stream.Bytes
		sorted := opt
		sorted.Unique = rapid.Bool().Draw(r, "inputs are unique")
		for range rapid.IntRange(0, 20).Draw(r, "inputs") {
			part := reference(sorted, generate(rnd, shape, rnd.IntN(100)))
			if rnd.IntN(2) == 0 {
				part = bytes.TrimSuffix(part, []byte{opt.end()})
			}
			parts = append(parts, part)
			srcs = append(srcs, open(t, part, chunk))
		}
		out := newCollected(0, false)
		stats, err := mergeAll(out, opt, srcs...)
		if err != nil {
			r.Fatal(err)
		}
		want := reference(opt, parts...)
		if !bytes.Equal(out.data, want) {
			r.Fatalf("wrong at byte %d, stats %+v", sorts.Shared(out.data, want), stats)
		}
		if stats.Lines != int64(len(endAll(parts, opt.end()))) || stats.Kept != int64(len(splitAt(want, opt.end()))) {
			r.Fatalf("stats %+v", stats)
		}
		if err := Check(open(t, want, chunk), opt); err != nil {
			r.Fatal(err)
		}
	})
}

// endAll gives the last lines of texts an end.
func endAll(texts [][]byte, end byte) (ended [][]byte) {
	for _, t := range texts {
		for _, l := range splitAt(t, end) {
			ended = append(ended, append(bytes.Clone(l), end))
		}
	}
	return ended
}

func TestUnsorted(t *testing.T) {
	twice := tabField(2)
	twice.Unique = true
	for _, c := range []struct {
		text string
		opt  Options
		want string
	}{
		{"a\nb\nab\n", Options{}, "stdin: is not sorted (extsort -lines sorts it), at line 3"},
		{"a\nb", Options{Desc: true}, "stdin: is not sorted (extsort -lines sorts it), at line 2"},
		{"x\ta\ny\tb\nz\ta\n", tabField(2), "stdin: is not sorted (extsort -lines sorts it), at line 3"},
		{"b\ta\na\ta\n", tabField(2), "stdin: is not sorted (extsort -lines sorts it), at line 2"},
		{"a\x00\na\n", Options{}, "stdin: is not sorted (extsort -lines sorts it), at line 2"},
		{"a\nb\nb\n", Options{Unique: true},
			"stdin: is not sorted: has the key of the line before it (extsort -lines keeps the first), at line 3"},
		{"x\ta\ny\ta\n", twice,
			"stdin: is not sorted: has the key of the line before it (extsort -lines keeps the first), at line 2"},
		{"a\na\nb\n", Options{}, ""},
		{"", Options{}, ""},
		{"\n", Options{Unique: true}, ""},
	} {
		c.opt.Memory, c.opt.FS, c.opt.Command = 1<<20, vfs.OS, "extsort -lines"
		for _, chunk := range []int{0, 1} {
			err := Check(open(t, []byte(c.text), chunk), c.opt)
			if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
			if err != nil && !errors.Is(err, tuple.ErrUnsorted) {
				t.Errorf("%v is not ErrUnsorted", err)
			}
			if c.opt.Unique {
				continue // Merge takes what Check does not
			}
			_, err = mergeAll(newCollected(0, false), c.opt, open(t, []byte("a\n"), 0), open(t, []byte(c.text), chunk))
			if got := fmt.Sprint(err); err != nil && got != c.want || err == nil && c.want != "" && !c.opt.Desc {
				t.Errorf("merging %q: %q, want %q", c.text, got, c.want)
			}
		}
	}
}

// TestLineTooLong: a merge holds whole lines, so there is a limit, and it is named.
func TestLineTooLong(t *testing.T) {
	line := strings.Repeat("x", 20_000)
	for _, c := range []struct {
		memory int64
		fails  bool
	}{{80_000, false}, {16_000, true}} {
		opt := Options{Room: work.Room{Memory: c.memory, FS: vfs.OS}}
		out := newCollected(0, false)
		_, err := mergeAll(out, opt, open(t, []byte("a\n"+line), 0), open(t, []byte("b\n"), 0))
		switch {
		case !c.fails && (err != nil || string(out.data) != "a\nb\n"+line+"\n"):
			t.Errorf("in %d bytes: %v", c.memory, err)
		case c.fails && (err == nil || !strings.HasPrefix(err.Error(), "stdin: more than ") ||
			!strings.HasSuffix(err.Error(), "at line 2")):
			t.Errorf("in %d bytes: %v", c.memory, err)
		}
	}
}

// TestMergeOpensFew has no more inputs open than the fan-in.
func TestMergeOpensFew(t *testing.T) {
	dir := t.TempDir()
	sys := &fault.FS{FS: vfs.OS}
	var want []byte
	for i := range 50 {
		want = fmt.Appendf(want, "%03d\n", i)
		writeFile(t, fmt.Sprintf("%s/%d", dir, i), fmt.Appendf(nil, "%03d\n", i))
	}
	most := 0
	out := newCollected(0, false)
	_, err := Merge(out, 50, func(i int) (*stream.Bytes, error) {
		b, err := stream.OpenBytes(sys, fmt.Sprintf("%s/%d", dir, i), nil)
		most = max(most, sys.OpenFiles())
		return b, err
	}, Options{FanIn: 4, Room: work.Room{Memory: 1 << 20, FS: vfs.OS}})
	if err != nil || !bytes.Equal(out.data, want) {
		t.Errorf("%v, %d bytes", err, len(out.data))
	}
	if most != 4 || sys.OpenFiles() != 0 {
		t.Errorf("%d files open at once, %d left open", most, sys.OpenFiles())
	}
}

// TestEveryOperationFails fails the i-th operation on the file system, for i = 0, 1, … until none is hit.
func TestEveryOperationFails(t *testing.T) {
	text := generate(rand.New(rand.NewPCG(3, 4)), "long", 40)
	sorted := reference(Options{}, text)
	dir := t.TempDir()
	writeFile(t, dir+"/text", text)
	writeFile(t, dir+"/sorted", sorted)
	for name, run := range map[string]func(sys vfs.FS, out Output, opt Options) error{
		"sort": func(sys vfs.FS, out Output, opt Options) error {
			src, err := stream.OpenBytes(sys, dir+"/text", nil)
			if err != nil {
				return err
			}
			defer src.Close()
			_, err = Sort(out, []*stream.Bytes{src}, opt)
			return err
		},
		"merge": func(sys vfs.FS, out Output, opt Options) error {
			opt.FanIn, opt.Unique = 2, true
			_, err := Merge(out, 3, func(int) (*stream.Bytes, error) { return stream.OpenBytes(sys, dir+"/sorted", nil) }, opt)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			want := sorted
			if name == "merge" {
				want = reference(Options{Unique: true}, text)
			}
			random := false
			fault.Each(t, 1, 0, func(sys *fault.FS) error {
				random = !random
				out := newCollected(len(text)+1, random)
				err := run(sys, out, Options{Room: work.Room{Memory: 4 << 10, Threads: 2, FS: sys, TempDir: dir}})
				if err == nil && bytes.Equal(out.data, want) {
					return fault.Survived
				}
				return err
			})
		})
	}
}
