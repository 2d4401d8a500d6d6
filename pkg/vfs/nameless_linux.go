package vfs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

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

// maxHidden is how much of a name its hidden name holds; file systems allow 255 bytes.
const maxHidden = 200

// publish links the nameless file into its folder. A link cannot replace a file, so where the name is taken it gets a
// hidden name first and is renamed. A process killed between the two leaves the hidden name behind; the next to replace
// the same file sweeps it away.
func publish(f *os.File, name string) error {
	if isNamed(f) {
		return os.Rename(f.Name(), name)
	}
	if err := link(f, name); !errors.Is(err, unix.EEXIST) {
		return err
	}
	unix.Flock(int(f.Fd()), unix.LOCK_EX) // tells the hidden name from a left-over, as long as this process lives
	base := filepath.Base(name)
	prefix := filepath.Join(filepath.Dir(name), ".webmill-"+base[:min(len(base), maxHidden)]+"-")
	sweep(prefix)
	hidden := fmt.Sprintf("%s%016x", prefix, rand.Uint64())
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

// sweep removes the hidden files that nobody holds any more. A name is used once, so what is left over stays so.
func sweep(prefix string) {
	entries, _ := os.ReadDir(filepath.Dir(prefix))
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), filepath.Base(prefix)) {
			continue
		}
		name := filepath.Join(filepath.Dir(prefix), e.Name())
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			os.Remove(name)
		}
		f.Close()
	}
}
