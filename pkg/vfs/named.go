package vfs

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Where the kernel or the file system knows no nameless files, a staged file has a hidden name until it is published.
// These names are remembered so that a signal handler can remove them (RemoveNamed). Only kill -9 can leave one. The
// next result of the same name removes it: a lock on the file distinguishes a file in use from a left-over.

// maxHidden is how many bytes of a name are a part of its hidden name; file systems allow 255.
const maxHidden = 200

// hiddenPrefix is the beginning of the hidden names of a result.
func hiddenPrefix(name string) string {
	base := filepath.Base(name)
	return ".webmill-" + base[:min(len(base), maxHidden)] + "-"
}

// sweep removes the hidden files with a prefix that no living process has locked. A hidden name is used only once, so a file
// found to be a left-over cannot be in use again.
func sweep(dir, prefix string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		f, err := os.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		if lock(f) {
			os.Remove(f.Name())
		}
		f.Close()
	}
}

var named struct {
	sync.Mutex
	files map[string]bool
}

func createNamed(dir, prefix string, perm os.FileMode) (*os.File, error) {
	sweep(dir, prefix)
	for {
		name := filepath.Join(dir, fmt.Sprintf("%s%016x", prefix, rand.Uint64()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		waitLock(f)      // another process may look whether it is a left-over
		if !isThere(f) { // and took it for one
			f.Close()
			continue
		}
		named.Lock()
		defer named.Unlock()
		remember(name)
		return f, nil
	}
}

// isThere reports whether a file still has its name.
func isThere(f *os.File) bool {
	open, err := f.Stat()
	there, other := os.Stat(f.Name())
	return err == nil && other == nil && os.SameFile(open, there)
}

// Keep removes what a killed process kept of this name. A signal removes the hidden name, as it does for staged files.
func (osFS) Keep(name string) (kept string, err error) {
	dir, prefix := filepath.Dir(name), ".webmill.old"+hiddenPrefix(name)[len(".webmill"):]
	sweep(dir, prefix)
	kept = filepath.Join(dir, fmt.Sprintf("%s%016x", prefix, rand.Uint64()))
	if err := os.Link(name, kept); err != nil {
		return "", err
	}
	named.Lock()
	defer named.Unlock()
	remember(kept)
	return kept, nil
}

// remember lets signals remove a hidden name. The caller has locked the list.
func remember(name string) {
	if named.files == nil {
		named.files = map[string]bool{}
	}
	named.files[name] = true
}

// isNamed reports whether f still has its hidden name, and takes it off the list.
func isNamed(f *os.File) bool {
	named.Lock()
	defer named.Unlock()
	had := named.files[f.Name()]
	delete(named.files, f.Name())
	return had
}

// forget removes the hidden name of a file that will never be published.
func forget(f *os.File) error {
	if !isNamed(f) {
		return nil
	}
	if err := os.Remove(f.Name()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (osFS) Discard(f File) {
	forget(f.(*os.File))
	f.Close()
}

// publishing is held while several results get their names.
var publishing sync.Mutex

// Publish calls do, which gives several results their names: a signal waits for its end, so that none of them is missing then.
func Publish(do func() error) error {
	publishing.Lock()
	defer publishing.Unlock()
	return do()
}

// RemoveNamed removes every staged file that has a hidden name; for signal handlers. It waits for the end of Publish, and lets
// no further one begin.
func RemoveNamed() {
	publishing.Lock()
	named.Lock()
	defer named.Unlock()
	for name := range named.files {
		os.Remove(name)
	}
}
