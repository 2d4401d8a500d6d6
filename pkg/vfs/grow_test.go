package vfs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

var _ Growing = (*os.File)(nil)

// TestGrow: a file is made, written in place and cut; opened again, it has what it had.
func TestGrow(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	dir := t.TempDir()
	name := filepath.Join(dir, "log")
	f, err := OS.Grow(name)
	check(t, err)
	_, err = f.WriteAt([]byte("hello, world"), 0)
	check(t, err)
	check(t, f.Truncate(5))
	check(t, f.Sync())
	check(t, f.Close())
	check(t, OS.SyncDir(dir))
	f, err = OS.Grow(name)
	check(t, err)
	defer f.Close()
	b := make([]byte, 5)
	if _, err := f.ReadAt(b, 0); err != nil || string(b) != "hello" {
		t.Errorf("read %q, %v", b, err)
	}
	if info, err := f.Stat(); err != nil || info.Size() != 5 || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestGrowRefuses what is no regular file, and does not wait for the reader of a FIFO.
func TestGrowRefuses(t *testing.T) {
	dir := t.TempDir()
	fifo, link := filepath.Join(dir, "fifo"), filepath.Join(dir, "link")
	check(t, syscall.Mkfifo(fifo, 0o666))
	check(t, os.Symlink(fifo, link))
	for _, name := range []string{dir, fifo, link, os.DevNull} {
		f, err := OS.Grow(name)
		if !errors.Is(err, ErrNotRegular) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	if _, err := OS.Grow(filepath.Join(dir, "missing", "log")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := OS.SyncDir(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestLockNow: a second lock of a folder is refused at once, until the first is free.
func TestLockNow(t *testing.T) {
	dir := t.TempDir()
	unlock, ok, err := OS.LockNow(dir)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, ok, err := OS.LockNow(dir); ok || err != nil {
		t.Errorf("locked twice: %v, %v", ok, err)
	}
	unlock()
	unlock, err = OS.Lock(dir)
	check(t, err)
	if _, ok, err := OS.LockNow(dir); ok || err != nil {
		t.Errorf("locked twice: %v, %v", ok, err)
	}
	unlock()
	unlock, ok, err = OS.LockNow(dir)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	unlock()
	if _, ok, err := OS.LockNow(filepath.Join(dir, "missing")); ok || !errors.Is(err, fs.ErrNotExist) {
		t.Error(ok, err)
	}
}

// TestList: all entries of a folder that is larger than what is read at once come once, and an error ends it.
func TestList(t *testing.T) {
	dir := t.TempDir()
	const files = 2500
	for i := range files {
		check(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), nil, 0o666))
	}
	seen := map[string]bool{}
	check(t, OS.List(dir, func(e fs.DirEntry) error {
		seen[e.Name()] = true
		return nil
	}))
	if len(seen) != files {
		t.Errorf("%d entries, not %d", len(seen), files)
	}
	mine := errors.New("mine")
	if err := OS.List(dir, func(fs.DirEntry) error { return mine }); err != mine {
		t.Error(err)
	}
	if err := OS.List(filepath.Join(dir, "missing"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := OS.List(filepath.Join(dir, "1"), nil); err == nil {
		t.Error("a file was listed")
	}
}
