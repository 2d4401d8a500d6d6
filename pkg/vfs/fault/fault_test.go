package fault

import (
	"errors"
	"io"
	"path/filepath"
	"syscall"
	"testing"
	"testing/iotest"

	"webmill/pkg/vfs"
)

// save writes a file as the tools do it; the test fails each of its operations in turn.
func save(sys vfs.FS, name, text string) (err error) {
	f, err := sys.Stage(name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			sys.Discard(f)
		}
	}()
	if _, err = f.Write([]byte(text)); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = sys.Publish(f, name); err != nil {
		return err
	}
	f.Close()
	return nil
}

func TestErrorAtReachesEveryOperation(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	for i := 0; ; i++ {
		sys, hit := ErrorAt(vfs.OS, i)
		err := save(sys, name, "text")
		if sys.OpenFiles() != 0 {
			t.Errorf("fault %d: %d files are still open", i, sys.OpenFiles())
		}
		if !hit() {
			if err != nil || i != 5 {
				t.Errorf("the run without a fault came after %d, %v", i, err)
			}
			return
		}
		if i < 4 && !errors.Is(err, Injected) {
			t.Errorf("fault %d: %v", i, err)
		}
	}
}

func TestErrorFrom(t *testing.T) {
	sys := ErrorFrom(vfs.OS, 1)
	if err := save(sys, filepath.Join(t.TempDir(), "out"), "text"); !errors.Is(err, Injected) {
		t.Error(err)
	}
}

func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	sys := DiskFull(vfs.OS, 6)
	if err := save(sys, dir+"/a", "text"); err != nil {
		t.Error(err)
	}
	if err := save(sys, dir+"/b", "text"); !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
}

// TestCut: a file that is cut ends with io.EOF, for Read and for ReadAt.
func TestCut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	if err := save(vfs.OS, name, "0123456789"); err != nil {
		t.Fatal(err)
	}
	for cut, want := range map[int64]string{0: "0123456789", 4: "0123", 10: "0123456789", 12: "0123456789"} {
		f, err := (&FS{FS: vfs.OS, CutAt: cut}).Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(iotest.OneByteReader(f)); err != nil || string(got) != want {
			t.Errorf("cut at %d: read %q, %v", cut, got, err)
		}
		for at := range 13 {
			b := make([]byte, 3)
			n, err := f.ReadAt(b, int64(at))
			left := want[min(at, len(want)):]
			if wanted := left[:min(3, len(left))]; string(b[:n]) != wanted || (n < 3) != (err == io.EOF) {
				t.Errorf("cut at %d: read %q, %v at %d", cut, b[:n], err, at)
			}
		}
		f.Close()
	}
}
