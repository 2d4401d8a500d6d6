package fault

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

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

func TestShortReads(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	if err := save(vfs.OS, name, "0123456789"); err != nil {
		t.Fatal(err)
	}
	sys := &FS{FS: vfs.OS, Short: true}
	f, err := sys.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, c := range []struct{ ask, got int }{{10, 5}, {5, 3}, {3, 2}, {3, 0}} {
		if n, _ := f.Read(make([]byte, c.ask)); n != c.got {
			t.Errorf("asked for %d bytes, got %d, want %d", c.ask, n, c.got)
		}
	}
}
