package vfs

import (
	"os"
	"sync"
)

// Where the kernel or the file system knows no nameless files, a staged file has a hidden name until it is published.
// These names are remembered so that a signal handler can remove them (RemoveNamed); only kill -9 can leave one.

var named struct {
	sync.Mutex
	files map[string]bool
}

func createNamed(dir string, perm os.FileMode) (*os.File, error) {
	f, err := os.CreateTemp(dir, ".webmill-*")
	if err != nil {
		return nil, err
	}
	named.Lock()
	defer named.Unlock()
	if named.files == nil {
		named.files = map[string]bool{}
	}
	named.files[f.Name()] = true
	return f, f.Chmod(perm)
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
	if isNamed(f) {
		return os.Remove(f.Name())
	}
	return nil
}

func (osFS) Discard(f File) {
	forget(f.(*os.File))
	f.Close()
}

// RemoveNamed removes every staged file that has a hidden name; for signal handlers.
func RemoveNamed() {
	named.Lock()
	defer named.Unlock()
	for name := range named.files {
		os.Remove(name)
	}
}
