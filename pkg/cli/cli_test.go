package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// copier is a tool for these tests; do, if it is not nil, runs in place of the copy.
func copier(do func(*Env) error) Command {
	return Command{
		Name: "copier", Synopsis: "copy pairs", Usage: []string{"[FILE...]"}, Groups: Memory | Threads | Tuples, MaxArgs: 2,
		Setup: func(f *Flags) func(*Env) error {
			if do != nil {
				return do
			}
			return copyPairs
		},
	}
}

func copyPairs(env *Env) error {
	ins, err := env.OpenAll(tuple.Ints("a", "b"))
	if err != nil {
		return err
	}
	out, err := env.Create(ins[0].Columns, nil)
	if err != nil {
		return err
	}
	_, err = tuple.Copy(out, tuple.Concat(ins), 2)
	return err
}

// call runs the command in an empty folder of its own, with stdout in a file.
func call(t *testing.T, c Command, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var msg bytes.Buffer
	code = Run(c, args, in, out, &msg, vfs.OS)
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, string(text), msg.String()
}

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		name   string
		do     func(*Env) error
		code   int
		stderr string
	}{
		{"done", func(*Env) error { return nil }, 0, ""},
		{"failed", func(*Env) error { return errors.New("links.t2: is broken") }, 1, "copier: links.t2: is broken\n"},
		{"control bytes", func(*Env) error { return errors.New("a\x1b[31m\nb") }, 1, "copier: a?[31m?b\n"},
		{"usage", func(*Env) error { return Usagef("-k %d", 9) }, 2, "copier: -k 9 (see copier -h)\n"},
		{"skipped", func(e *Env) error { e.SkipN("too long", 1); e.SkipN("a", 1); e.SkipN("too long", 1); return nil }, 3,
			"copier: skipped 3: 1 × a, 2 × too long\n"},
		{"check", func(*Env) error { return &CheckError{Err: errors.New("not sorted")} }, 4, "copier: not sorted\n"},
		{"panic", func(*Env) error { panic("oops") }, 1, "copier: internal error: oops\n"},
		{"broken pipe", func(*Env) error { return fmt.Errorf("stdout: %w", syscall.EPIPE) }, 141, ""},
		{"warning", func(e *Env) error { e.Warnf("odd\nname"); return nil }, 0, "copier: warning: odd?name\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := call(t, copier(c.do))
			if code != c.code || stdout != "" || stderr != c.stderr {
				t.Errorf("code %d, stdout %q, stderr %q; want code %d, stderr %q", code, stdout, stderr, c.code, c.stderr)
			}
		})
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		say  string
	}{
		{[]string{"-x"}, "no such flag: -x"},
		{[]string{"-S", "many"}, "not a size"},
		{[]string{"-S"}, "needs an argument"},
		{[]string{"-j", "0"}, "-j must be 1 … 256"},
		{[]string{"-j", "257"}, "-j must be 1 … 256"},
		{[]string{"-S", "3M"}, "-S must be at least 4M"},
		{[]string{"-from", "yaml"}, "the forms are"},
		{[]string{"a", "b", "c"}, `unexpected operand "c"`},
		{[]string{"-w", "2"}, "no such flag: -w"},
	} {
		code, _, stderr := call(t, copier(nil), c.args...)
		if code != 2 || !strings.Contains(stderr, c.say) || !strings.HasSuffix(stderr, " (see copier -h)\n") ||
			strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: code %d, stderr %q", c.args, code, stderr)
		}
	}
}

// TestLimits: a number on the command line is inside its limits, one by default need not be.
func TestLimits(t *testing.T) {
	limited := copier(func(*Env) error { return nil })
	setup := limited.Setup
	limited.Setup = func(f *Flags) func(*Env) error {
		f.Int("n", 0, "")
		f.Int64("most", -1, "")
		f.Float64("share", 5, "")
		f.Float64("d", 0, "")
		f.Range(1, 8, "n")
		f.AtLeast(0, "most")
		f.Positive("share")
		f.Range(0, 1, "share")
		f.Share("d")
		return setup(f)
	}
	for line, say := range map[string]string{
		"-n 0": "-n must be 1 … 8, not 0", "-n 9": "-n must be 1 … 8, not 9", "-n 1": "", "-n 8": "",
		"-most -1": "-most must be at least 0, not -1", "-most 0": "", "-most 9223372036854775807": "",
		"-share 0": "-share must be above 0, not 0", "-share 1.5": "-share must be 0 … 1, not 1.5", "-share 1": "",
		"-share 1e-9": "",
		"-share NaN":  "-share must be above 0, not NaN", "-d 1": "-d must be at least 0 and below 1, not 1", "-d 0.99": "",
		"-d -0.1": "-d must be at least 0 and below 1, not -0.1", "-d 0": "", "-d NaN": "-d must be at least 0",
	} {
		code, _, stderr := call(t, limited, strings.Fields(line)...)
		if (say == "") != (code == 0) || !strings.Contains(stderr, say) {
			t.Errorf("%s: code %d, stderr %q", line, code, stderr)
		}
	}
}

// TestManyOperands: what a command line takes does not grow with the square of its length.
func TestManyOperands(t *testing.T) {
	args := append(slices.Repeat([]string{"a"}, 5000), "-S", "20M", "b")
	many := copier(func(env *Env) error {
		if len(env.Args) != 5001 || env.Memory != 20<<20 {
			t.Errorf("%d operands, memory %d", len(env.Args), env.Memory)
		}
		return nil
	})
	many.MaxArgs = 0
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call(t, many, args...)
	runtime.ReadMemStats(&after)
	if after.TotalAlloc-before.TotalAlloc > 8<<20 {
		t.Errorf("%d KiB for %d operands", (after.TotalAlloc-before.TotalAlloc)>>10, len(args))
	}
}

// TestManyInputs: inputs that wait take a part of -S, and too many of them are refused with an -S that is enough.
func TestManyInputs(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.t2")
	if err := os.WriteFile(name, make([]byte, 8), 0o666); err != nil {
		t.Fatal(err)
	}
	var left int64
	open := copier(func(env *Env) error {
		err := env.wait(10_000)
		left = env.Memory
		return err
	})
	const want = "-S must be at least 32M to read 10000 files"
	if code, _, stderr := call(t, open, "-S", "4M", name); code != 2 || !strings.Contains(stderr, want) {
		t.Errorf("status %d, %s", code, stderr)
	}
	if code, _, stderr := call(t, open, "-S", "32M", name); code != 0 || left < 16<<20 || left > 17<<20 {
		t.Errorf("status %d, %d left, %s", code, left, stderr)
	}
}

// TestFlags: flags and operands in any order, values glued or not, -- ends the flags.
func TestFlags(t *testing.T) {
	for _, c := range []struct {
		line string
		args []string
	}{
		{"-S 20M -j 3 a b", []string{"a", "b"}},
		{"-S20M -j3 a b", []string{"a", "b"}},
		{"a -S=20M b -j 3", []string{"a", "b"}},
		{"--S 20M --j=3 - b", []string{"-", "b"}},
		{"-S 20M -j 3 -- -q b", []string{"-q", "b"}},
		{"a -S 20M -j 3 -- -q", []string{"a", "-q"}},
	} {
		code, _, stderr := call(t, copier(func(env *Env) error {
			if env.Memory != 20<<20 || env.Threads != 3 || env.Quiet || !slices.Equal(env.Args, c.args) {
				t.Errorf("%s: memory %d, threads %d, quiet %v, operands %q", c.line, env.Memory, env.Threads, env.Quiet, env.Args)
			}
			return nil
		}), strings.Fields(c.line)...)
		if code != 0 {
			t.Errorf("%s: %s", c.line, stderr)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "1000": 1000, "64K": 64 << 10, "1.5M": 3 << 19, "2G": 2 << 30, "2g": 2 << 30, "1T": 1 << 40, "3GB": 3 << 30,
		"100%": PhysicalMemory(),
	} {
		var s Size
		if err := s.Set(text); err != nil || int64(s) != want {
			t.Errorf("%s: %d, %v", text, int64(s), err)
		}
	}
	for _, text := range []string{"", "0", "-1", "M", "1X", "1e99", "NaN", "1M2", "2 G x", "%"} {
		var s Size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is taken for %d", text, int64(s))
		}
	}
	for n, want := range map[Size]string{1: "1", 1536: "1536", 2048: "2K", 1 << 30: "1G", 3 << 29: "1536M"} {
		if n.String() != want {
			t.Errorf("%d prints as %s", int64(n), n.String())
		}
	}
}

// TestPlacesAreChecked: an output that cannot be written, or a folder that holds no files, is reported before the tool reads
// anything.
func TestPlacesAreChecked(t *testing.T) {
	dir := t.TempDir()
	ran := false
	c := copier(func(*Env) error { ran = true; return nil })
	for _, name := range []string{dir, dir + "/missing/out"} {
		code, _, stderr := call(t, c, "-o", name)
		if code != 1 || ran || !strings.Contains(stderr, name+": ") {
			t.Errorf("-o %s: code %d, ran %v, stderr %q", name, code, ran, stderr)
		}
	}
	if code, _, stderr := call(t, c, "-T", dir+"/missing"); code != 1 || ran || stderr != "copier: "+dir+
		"/missing: cannot create a temporary file: no such file or directory\n" {
		t.Errorf("-T: code %d, ran %v, stderr %q", code, ran, stderr)
	}
	fifo := dir + "/fifo"
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skipf("this file system has no FIFOs: set TMPDIR to a folder that has: %v", err)
	}
	if code, _, stderr := call(t, c, "-o", fifo); code != 0 || !ran {
		t.Errorf("-o of a FIFO: code %d, stderr %q", code, stderr)
	}
}

// withWindow writes a zstd file of zeros with a window.
func withWindow(t *testing.T, name string, window int) string {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(window))
	if err != nil {
		t.Fatal(err)
	}
	w.Write(make([]byte, 2<<20)) // in pieces, so that the writer does not know the size
	w.Write(make([]byte, 8))
	w.Close()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestMemoryOfInputs: however many inputs take memory, the tool has half of -S; what takes more than that is refused.
func TestMemoryOfInputs(t *testing.T) {
	usual, large := withWindow(t, "a.t2.zst", 8<<20), withWindow(t, "large.t2.zst", 128<<20)
	bz2 := filepath.Join(t.TempDir(), "a.t2.bz2")
	if err := os.WriteFile(bz2, []byte("BZh9\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00"), 0o666); err != nil { // no records
		t.Fatal(err)
	}
	var left int64
	var fanIn int
	open := copier(func(env *Env) (err error) {
		if _, err = env.OpenAll(nil); err == nil {
			left = env.Memory
			fanIn, err = env.FanIn(env.Args, 1<<20, 0)
		}
		return err
	})
	open.MaxArgs = 0
	for _, c := range []struct {
		args        string
		left, fanIn int
	}{
		{"-S 8M " + usual, 4 << 20, 2}, // one file
		{"-S 20M " + bz2 + " " + bz2, 10 << 20, 2},
		{"-S 64M " + bz2, 64<<20 - 9*1300<<10, 4},
		{"-S 64M " + usual, 53 << 20, 4},
		{"-S 64M " + usual + " " + usual + " " + usual + " " + usual + " " + usual + " " + usual, 32 << 20, 2},
		{"-S 1G " + large, 878 << 20, 5},
	} {
		if code, _, stderr := call(t, open, strings.Fields(c.args)...); code != 0 || left != int64(c.left) || fanIn != c.fanIn {
			t.Errorf("%s: status %d, %d left, %d at once, want %d, %d\n%s", c.args, code, left, fanIn, c.left, c.fanIn, stderr)
		}
	}
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"-S 64M " + large, 1, large + ": unpacking takes 146M of memory: raise -S to 292M, or pack it with a smaller window"},
		{"-S 7M " + usual, 2, "-S must be at least 8M to unpack " + usual},
		{"-S 18M " + usual + " " + usual, 2, "-S must be at least 19M to unpack 2 of these files at once"},
		{"-S 19M " + bz2 + " " + bz2, 2, "-S must be at least 20M to unpack 2 of these files at once"},
	} {
		code, _, stderr := call(t, open, strings.Fields(c.args)...)
		if code != c.code || !strings.HasPrefix(stderr, "copier: "+c.says) {
			t.Errorf("%s: exit status %d, %q", c.args, code, stderr)
		}
	}
}

// TestFailureLeavesOld: a tool that fails after it wrote leaves the old file, one that succeeds replaces it.
func TestFailureLeavesOld(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	write := func(end error) Command {
		return copier(func(env *Env) error {
			out, err := env.CreateBytes()
			if err != nil {
				return err
			}
			io.WriteString(out, "new")
			return end
		})
	}
	for _, c := range []struct {
		end  error
		want string
	}{{errors.New("broken"), "old"}, {&CheckError{Err: errors.New("no")}, "old"},
		{&CheckError{errors.New("no"), true}, "new"}, {nil, "new"}} {
		call(t, write(c.end), "-o", name)
		if got, _ := os.ReadFile(name); string(got) != c.want {
			t.Errorf("after %v the file holds %q", c.end, got)
		}
	}
}

// TestStatsAreOfTheResult: when any operation fails, or all from one on, -stats of one run never stands beside the
// result of another.
func TestStatsAreOfTheResult(t *testing.T) {
	for _, failing := range []func(i int) vfs.FS{
		func(i int) vfs.FS { return fault.ErrorFrom(vfs.OS, i) },
		func(i int) vfs.FS { sys, _ := fault.ErrorAt(vfs.OS, i); return sys },
	} {
		for i := range 60 {
			dir := t.TempDir()
			out, stats, in := filepath.Join(dir, "out.t2"), filepath.Join(dir, "stats.json"), filepath.Join(dir, "in.t2")
			for _, name := range []string{out, stats, in} {
				if err := os.WriteFile(name, []byte("old pair"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			os.WriteFile(in, []byte("\x01\x00\x00\x00\x02\x00\x00\x00"), 0o666)
			code := Run(copier(nil), []string{"-o", out, "-stats", stats, in}, os.Stdin, os.Stdout, io.Discard, failing(i))
			result, _ := os.ReadFile(out)
			figures, _ := os.ReadFile(stats)
			if i == 59 && code != 0 {
				t.Error("a run of 60 operations did not end well")
			}
			switch both := len(result) > 0 && len(figures) > 0; {
			case code == 0 && (!both || string(result) == "old pair"),
				both && (string(result) == "old pair") != (string(figures) == "old pair"):
				t.Errorf("operation %d fails, exit code %d: the result is %q, the statistics %q", i, code, result, figures)
			}
		}
	}
}

// TestPeakMemory: the size of the parent is not ours. This process grows, then starts itself anew.
func TestPeakMemory(t *testing.T) {
	if os.Getenv("PRINT_PEAK_MEMORY") != "" {
		fmt.Printf("peak %d\n", peakMemory())
		return
	}
	ballast := make([]byte, 200<<20)
	for i := range ballast {
		ballast[i] = byte(i)
	}
	child := exec.Command(os.Args[0], "-test.run=TestPeakMemory$")
	child.Env = append(os.Environ(), "PRINT_PEAK_MEMORY=1")
	out, err := child.Output()
	var peak int64
	if _, scan := fmt.Sscanf(string(out), "peak %d", &peak); err != nil || scan != nil {
		t.Fatalf("%v, %q", err, out)
	}
	if own := peakMemory(); peak < 1<<20 || peak > 100<<20 || own < int64(len(ballast)) {
		t.Errorf("peak of the child %d, own %d", peak, own)
	}
}

// TestOutside: what buffers outside of the heap take, the heap is not left; what inputs take, it is.
func TestOutside(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	b := &Budget{asked: 128 << 20, Memory: 120 << 20, outsideHeap: 4 << 20}
	b.Outside(28 << 20)
	if limit := debug.SetMemoryLimit(-1); limit != 96<<20+runtimeBytes {
		t.Errorf("the heap is left %d bytes", limit)
	}
}

// TestPhaseLine: time is foretold when there is something to tell it by.
func TestPhaseLine(t *testing.T) {
	for _, c := range []struct {
		done, total int64
		told        bool
	}{{0, 50, false}, {1, 50, true}, {0, 0, false}, {9, 1000, false}, {10, 1000, true}, {10, -1, false}} {
		ph := &Phase{name: "read", total: c.total, began: time.Now().Add(-time.Second)}
		ph.Add(c.done)
		if line := ph.line(); strings.HasSuffix(line, " left") != c.told || strings.Contains(line, "-") {
			t.Errorf("%d of %d: %q", c.done, c.total, line)
		}
	}
}

func TestCounted(t *testing.T) {
	for n, want := range map[int64]string{0: "0 files have", 1: "1 file has", 2: "2 files have", 11: "11 files have"} {
		if got := tuple.Counted(n, "file has", "files have"); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
