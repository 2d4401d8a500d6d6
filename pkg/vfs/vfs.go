// Package vfs is the file system: files without names, results that appear whole, named files that grow.
//
// Two promises of every tool are kept here, once. A temporary file has no name, so nothing is left behind however the
// process ends. A result file is staged without its final name and published whole: a reader sees the old file or the
// new one, never a part.
//
// A third kind of file grows under its name for days, and is continued after a crash: the state and the archives of a
// crawler. It is not staged: its writer makes it durable (Sync), and cuts off the rest after a crash (Truncate).
//
// Libraries take an FS, so that tests can wrap it (package fault) and fail any single operation.
//
//	vfs.go       File, FS, and OS, the FS of the machine
//	names.go     names with a scheme, and the others
//	grow.go      named files that grow, durable names, the lock on their folder
//	nameless_*   files without a name, and how they get one (O_TMPFILE)
//	named.go     hidden names, where there are no nameless files
//	lock_*       locks of files and folders, which end with the process that has them
//	direct_*     reading and writing past the page cache
//	changed_*    when a file was changed last
//	closed_*     whether a standard stream was closed from the beginning
package vfs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is an open file. *os.File implements it.
type File interface {
	io.Reader
	io.ReaderAt
	io.Writer
	io.WriterAt
	io.Closer
	Name() string
	Stat() (fs.FileInfo, error)
	Sync() error
}

// FS is what the tools need of a file system.
type FS interface {
	// Open opens a file for reading.
	Open(name string) (File, error)
	// Append opens what is not a regular file (a device, a FIFO) for writing, as it is.
	Append(name string) (File, error)
	// Temp creates a nameless file in a folder, for reading and writing.
	Temp(dir string) (File, error)
	// Stage creates a nameless file in the folder of name, to be published under that name.
	Stage(name string) (File, error)
	// Publish gives a staged file its name in one step, replacing what had it, and makes the name durable.
	// The file must have been synced; it stays open.
	Publish(f File, name string) error
	// Discard closes a staged file that will not be published and leaves nothing of it.
	Discard(f File)
	// Grow opens a named file for reading and writing in place, and makes it if it is not there. It refuses a file that is not
	// regular. A new name is durable after SyncDir of its folder.
	Grow(name string) (Growing, error)
	// SyncDir makes the names in a folder durable.
	SyncDir(name string) error
	// Mkdir makes a folder.
	Mkdir(name string) error
	// Remove removes a named file.
	Remove(name string) error
	// Keep gives a file a second name, which is hidden.
	Keep(name string) (kept string, err error)
	// Rename gives a file another name in one step, replacing what had it.
	Rename(name, to string) error
	// Lock waits until nobody else has locked the file or folder, and locks it until unlock is called. It does nothing where the
	// system has no such locks.
	Lock(name string) (unlock func(), err error)
	// LockNow is Lock without waiting: ok is false if it is locked, by another process or by this one. A process must not call
	// Lock for what it has locked: that would wait forever.
	LockNow(name string) (unlock func(), ok bool, err error)
	// Stat describes a named file, following links.
	Stat(name string) (fs.FileInfo, error)
	// ReadDir lists a folder, sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
	// List calls f for each entry of a folder, in no order, and keeps few of them in memory. What f returns ends it.
	List(name string, f func(e fs.DirEntry) error) error
}

// DirectAlign is what places, lengths and memory must be multiples of for files opened by Direct.
const DirectAlign = 4096

// OS is the file system of the machine.
var OS FS = osFS{}

type osFS struct{}

func (osFS) Open(name string) (File, error)             { return os.Open(name) }
func (osFS) Stat(name string) (fs.FileInfo, error)      { return os.Stat(name) }
func (osFS) ReadDir(name string) ([]fs.DirEntry, error) { return os.ReadDir(name) }
func (osFS) Mkdir(name string) error                    { return os.Mkdir(name, 0o777) }
func (osFS) Remove(name string) error                   { return os.Remove(name) }
func (osFS) Rename(name, to string) error               { return os.Rename(name, to) }
func (osFS) Append(name string) (File, error)           { return os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0) }

func (osFS) List(name string, f func(e fs.DirEntry) error) error {
	const some = 1 << 10
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	for {
		entries, err := dir.ReadDir(some)
		for _, e := range entries {
			if err := f(e); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (osFS) Stage(name string) (File, error) {
	f, err := nameless(filepath.Dir(name), hiddenPrefix(name), 0o666)
	if err != nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: Bare(err)}
	}
	// A replaced file keeps its permissions.
	if old, err := os.Stat(name); err == nil {
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			forget(f)
			f.Close()
			return nil, err
		}
	}
	return f, nil
}

func (osFS) Temp(dir string) (File, error) {
	f, err := nameless(dir, hiddenPrefix("temporary"), 0o600)
	if err != nil {
		return nil, &fs.PathError{Op: "create a temporary file", Path: dir, Err: Bare(err)}
	}
	if err := forget(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (osFS) Publish(f File, name string) error {
	if err := publish(f.(*os.File), name); err != nil {
		return &fs.PathError{Op: "publish", Path: name, Err: Bare(err)}
	}
	return OS.SyncDir(filepath.Dir(name))
}

func (osFS) Lock(name string) (unlock func(), err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	waitLock(f)
	return func() { f.Close() }, nil
}

// ErrShorter is the error of a file that ends before the size that it had.
var ErrShorter = errors.New("the file has become shorter while it was read")

// TempError is an error of a temporary file. It is reported without the name of the file that is made with its help.
type TempError struct {
	Err error
	Dir string // the folder in which the file cannot be made; "" if it was made
}

// Error implements error.
func (e *TempError) Error() string {
	if e.Dir != "" {
		return e.Dir + ": cannot create a temporary file: " + Bare(e.Err).Error()
	}
	return "temporary file: " + e.Err.Error()
}

// Unwrap gives the error below.
func (e *TempError) Unwrap() error { return e.Err }

// Named puts the name of a file before an error, once, and leaves the operation out: "links.t2: no such file or directory".
func Named(name string, err error) error {
	done, temp := (*namedError)(nil), (*TempError)(nil)
	if err == nil || errors.As(err, &done) && done.name == name || errors.As(err, &temp) {
		return err
	}
	if URL := strings.HasPrefix(name, "http:/") || strings.HasPrefix(name, "https:/"); URL && errors.Is(err, fs.ErrNotExist) {
		return &namedError{name, fmt.Errorf("%w: this is a URL, and files are read; fetch gets pages of the web", Bare(err))}
	}
	return &namedError{name, Bare(err)}
}

type namedError struct {
	name string
	err  error
}

func (e *namedError) Error() string { return e.name + ": " + e.err.Error() }
func (e *namedError) Unwrap() error { return e.err }

// Bare is the error of a file operation without the names of the operation and the file, which the caller names in its own way.
func Bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		err = l.Err
	}
	var s *os.SyscallError
	if errors.As(err, &s) {
		err = s.Err
	}
	return err
}

// TempDir is the folder for temporary files: the one asked for, else $TMPDIR, else the system's.
func TempDir(asked string) string {
	if asked != "" {
		return asked
	}
	return os.TempDir()
}
