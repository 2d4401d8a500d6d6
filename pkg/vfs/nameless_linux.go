package vfs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// nameless creates a file without a name (O_TMPFILE), or with a hidden one where the file system has no such thing.
func nameless(dir, prefix string, perm os.FileMode) (*os.File, error) {
	f, err := os.OpenFile(dir, unix.O_TMPFILE|os.O_RDWR, perm)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EISDIR) || errors.Is(err, unix.EINVAL) {
		return createNamed(dir, prefix, perm)
	}
	return f, err
}

// publish links the nameless file into its folder. A link cannot replace a file, so where the name is taken it gets a
// hidden name first and is renamed. A process killed between the two leaves the hidden name behind; the next result of the
// same name removes it.
func publish(f *os.File, name string) error {
	if isNamed(f) {
		return os.Rename(f.Name(), name)
	}
	dir, prefix := filepath.Dir(name), hiddenPrefix(name)
	sweep(dir, prefix)
	if err := link(f, name); !errors.Is(err, unix.EEXIST) {
		return err
	}
	lock(f) // while this process lives, the hidden name is no left-over
	hidden := filepath.Join(dir, fmt.Sprintf("%s%016x", prefix, rand.Uint64()))
	if err := link(f, hidden); err != nil {
		return err
	}
	if err := os.Rename(hidden, name); err != nil {
		os.Remove(hidden)
		return err
	}
	return nil
}

// link gives a nameless file a name.
func link(f *os.File, name string) error {
	fd := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	return unix.Linkat(unix.AT_FDCWD, fd, unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
}
