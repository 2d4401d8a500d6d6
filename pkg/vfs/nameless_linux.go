package vfs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// nameless creates a file without a name (O_TMPFILE), or with a hidden one where the file system has no such thing.
func nameless(dir string, perm os.FileMode) (*os.File, error) {
	f, err := os.OpenFile(dir, unix.O_TMPFILE|os.O_RDWR, perm)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EINVAL) {
		return createNamed(dir, perm)
	}
	return f, err
}

// publish links the nameless file into its folder. A link cannot replace a file, so where the name is taken it gets a
// hidden name first and is renamed: the two calls follow each other at once.
func publish(f *os.File, name string) error {
	if isNamed(f) {
		return os.Rename(f.Name(), name)
	}
	proc := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	link := func(to string) error {
		return unix.Linkat(unix.AT_FDCWD, proc, unix.AT_FDCWD, to, unix.AT_SYMLINK_FOLLOW)
	}
	if err := link(name); !errors.Is(err, unix.EEXIST) {
		return err
	}
	hidden := filepath.Join(filepath.Dir(name), fmt.Sprintf(".webmill-%d-%d", os.Getpid(), f.Fd()))
	if err := link(hidden); err != nil {
		return err
	}
	if err := os.Rename(hidden, name); err != nil {
		os.Remove(hidden)
		return err
	}
	return nil
}
