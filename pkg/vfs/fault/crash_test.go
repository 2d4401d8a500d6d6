package fault

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"webmill/pkg/vfs"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func grow(t *testing.T, sys vfs.FS, name string) vfs.Growing {
	t.Helper()
	f, err := sys.Grow(name)
	must(t, err)
	return f
}

func writeAt(t *testing.T, f vfs.File, text string, off int64) {
	t.Helper()
	_, err := f.WriteAt([]byte(text), off)
	must(t, err)
}

// TestGrowFaults: the operations of a growing file are counted, and each can fail.
func TestGrowFaults(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "log")
	Each(t, 6, 0, func(sys *FS) error {
		unlock, ok, err := sys.LockNow(dir)
		if err != nil || !ok {
			return err
		}
		defer unlock()
		f, err := sys.Grow(name)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := f.Truncate(0); err != nil {
			return err
		}
		if _, err := f.WriteAt([]byte("text"), 0); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
		return sys.SyncDir(dir)
	})
}

// TestCrashKeepsWhatWasSynced: after a crash the file begins with what was synced, then comes a beginning of what was written
// behind it, of which the last sectors may be zeros. Over the seeds, each of these happens.
func TestCrashKeepsWhatWasSynced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	synced, more := bytes.Repeat([]byte("s"), 700), bytes.Repeat([]byte("m"), 3000)
	var none, all, part, zeros, clean int
	for seed := range uint64(200) {
		must(t, os.WriteFile(name, nil, 0o666))
		sys := Crashing(vfs.OS, seed)
		f := grow(t, sys, name)
		writeAt(t, f, string(synced), 0)
		must(t, f.Sync())
		for i := 0; i < len(more); i += 100 {
			writeAt(t, f, string(more[i:i+100]), int64(len(synced)+i))
		}
		must(t, sys.Crash())
		left, err := os.ReadFile(name)
		must(t, err)
		rest, ok := bytes.CutPrefix(left, synced)
		if !ok || len(rest) > len(more) {
			t.Fatalf("seed %d: %d bytes are left, synced ones among them: %v", seed, len(left), ok)
		}
		written := bytes.TrimRight(rest, "\x00")
		atSector := len(written) == 0 || (len(synced)+len(written))%sector == 0
		if !bytes.HasPrefix(more, written) || len(written) < len(rest) && !atSector {
			t.Fatalf("seed %d: the file ends with %q", seed, rest)
		}
		switch len(rest) {
		case 0:
			none++
		case len(more):
			all++
		default:
			part++
		}
		if len(written) < len(rest) {
			zeros++
		} else if len(rest) > 0 {
			clean++
		}
	}
	if min(none, all, part, zeros, clean) < 20 {
		t.Errorf("none %d, all %d, part %d, zeros %d, clean %d", none, all, part, zeros, clean)
	}
}

// TestCrashSeed: the same seed leaves the same.
func TestCrashSeed(t *testing.T) {
	left := func(seed uint64) []byte {
		name := filepath.Join(t.TempDir(), "log")
		must(t, os.WriteFile(name, []byte("old"), 0o666))
		sys := Crashing(vfs.OS, seed)
		writeAt(t, grow(t, sys, name), string(bytes.Repeat([]byte("x"), 5000)), 3)
		must(t, sys.Crash())
		b, err := os.ReadFile(name)
		must(t, err)
		return b
	}
	differ := false
	for seed := range uint64(10) {
		differ = differ || !bytes.Equal(left(seed), left(seed+1))
		if !bytes.Equal(left(seed), left(seed)) {
			t.Fatalf("seed %d", seed)
		}
	}
	if !differ {
		t.Error("all seeds leave the same")
	}
}

// TestCrashSynced: what was synced in any way, over any history, is all there and nothing else. It is a twin: the content is
// compared with that of the file at its last sync.
func TestCrashSynced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	for seed := range uint64(100) {
		os.Remove(name)
		rnd := rand.New(rand.NewPCG(seed, 1))
		sys := Crashing(vfs.OS, seed)
		f := grow(t, sys, name)
		must(t, sys.SyncDir(filepath.Dir(name)))
		for range rnd.IntN(20) {
			switch rnd.IntN(4) {
			case 0:
				must(t, f.Truncate(rnd.Int64N(2000)))
			case 1:
				must(t, f.Sync())
			default:
				writeAt(t, f, string(bytes.Repeat([]byte{byte('a' + rnd.IntN(26))}, rnd.IntN(900))), rnd.Int64N(1500))
			}
		}
		must(t, f.Sync())
		want, err := os.ReadFile(name)
		must(t, err)
		must(t, f.Close())
		must(t, sys.Crash())
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("seed %d: %d bytes, not %d; %v", seed, len(got), len(want), err)
		}
	}
}

// TestCrashOverwritten: a stretch that is written over is old or new at each byte, and never zero; what Truncate cut off stays
// away.
func TestCrashOverwritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	for seed := range uint64(50) {
		must(t, os.WriteFile(name, bytes.Repeat([]byte("o"), 4000), 0o666))
		sys := Crashing(vfs.OS, seed)
		f := grow(t, sys, name)
		writeAt(t, f, string(bytes.Repeat([]byte("n"), 3500)), 0)
		must(t, f.Truncate(3000))
		must(t, sys.Crash())
		got, err := os.ReadFile(name)
		must(t, err)
		if old := bytes.TrimLeft(got, "n"); len(got) != 3000 || len(bytes.TrimLeft(old, "o")) > 0 {
			t.Fatalf("seed %d: %q", seed, got)
		}
	}
}

// TestCrashOfNames: a new name can be lost until its folder is synced.
func TestCrashOfNames(t *testing.T) {
	for _, durable := range []bool{false, true} {
		lost := 0
		for seed := range uint64(40) {
			dir := t.TempDir()
			name := filepath.Join(dir, "log")
			sys := Crashing(vfs.OS, seed)
			f := grow(t, sys, name)
			writeAt(t, f, "text", 0)
			must(t, f.Sync())
			if durable {
				must(t, sys.SyncDir(dir+"/"))
			}
			must(t, sys.Crash())
			if text, err := os.ReadFile(name); err != nil {
				lost++
			} else if string(text) != "text" {
				t.Fatalf("%q", text)
			}
		}
		if durable != (lost == 0) || lost == 40 {
			t.Errorf("durable: %v, lost: %d of 40", durable, lost)
		}
	}
}

// TestCrashClosesAll: handles of every kind fail after a crash, and locks are free.
func TestCrashClosesAll(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "log")
	sys := Crashing(vfs.OS, 1)
	grown := grow(t, sys, name)
	must(t, sys.SyncDir(dir))
	read, err := sys.Open(name)
	must(t, err)
	temp, err := sys.Temp(dir)
	must(t, err)
	stage, err := sys.Stage(name + "2")
	must(t, err)
	unlock, ok, err := sys.LockNow(dir)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	must(t, sys.Crash())
	b := make([]byte, 1)
	var errs []error
	for _, f := range []vfs.File{grown, read, temp, stage} {
		for _, do := range []func() (int, error){
			func() (int, error) { return f.ReadAt(b, 0) }, func() (int, error) { return f.WriteAt(b, 0) },
			func() (int, error) { return f.Read(b) }, func() (int, error) { return f.Write(b) },
			func() (int, error) { return 0, f.Sync() }, func() (int, error) { return 0, f.Close() },
		} {
			_, err := do()
			errs = append(errs, err)
		}
	}
	errs = append(errs, grown.Truncate(0))
	if i := slices.IndexFunc(errs, func(err error) bool { return !errors.Is(err, fs.ErrClosed) }); i >= 0 {
		t.Errorf("operation %d: %v", i, errs[i])
	}
	again, ok, err := sys.LockNow(dir)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	unlock() // of the run before: it must not free the new lock
	if _, ok, _ := sys.LockNow(dir); ok {
		t.Error("locked twice")
	}
	again()
	f := grow(t, sys, name)
	writeAt(t, f, "again", 0)
	must(t, f.Close())
}

// TestCrashPasses: without a crash a CrashFS is an ordinary file system.
func TestCrashPasses(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	below := Crashing(vfs.OS, 1)
	sys := &FS{FS: below}
	must(t, save(sys, name, "0123456789"))
	f := grow(t, sys, filepath.Join(dir, "log"))
	for _, part := range []string{"one ", "two"} {
		if n, err := f.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	must(t, f.Sync())
	must(t, f.Close())
	must(t, sys.SyncDir(dir))
	must(t, sys.Rename(filepath.Join(dir, "log"), filepath.Join(dir, "moved")))
	must(t, save(sys, filepath.Join(dir, "gone"), "x"))
	must(t, sys.Remove(filepath.Join(dir, "gone")))
	if sys.OpenFiles() != 0 || len(below.open) != 0 {
		t.Errorf("%d and %d files are open", sys.OpenFiles(), len(below.open))
	}
	must(t, below.Crash())
	for file, want := range map[string]string{"out": "0123456789", "moved": "one two"} {
		if text, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", file, text, err)
		}
	}
}
