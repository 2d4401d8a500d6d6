// Package fault wraps a file system so that tests can make it fail: one operation, every operation from one on, a disk
// that is full after n bytes, files that end too early, a power failure.
//
//	fault.go       FS and its faults
//	each.go        a job with each of its operations failing in turn
//	crash.go       CrashFS: what a power failure leaves of files that grow
//	goroutines.go  goroutines that a job left behind
package fault

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"
	"syscall"

	"webmill/pkg/vfs"
)

// Injected is the error that ErrorAt and ErrorFrom return.
//
//lint:ignore ST1012 fault.Injected says it; fault.ErrInjected says it twice
var Injected = errors.New("injected fault")

// FS passes every operation to the system below, after asking Check.
type FS struct {
	vfs.FS
	// Check sees each operation and its size in bytes; an error it returns is the operation's result.
	Check func(op string, n int) error
	// CutAt is the number of bytes after which each file ends for its readers; 0: at its own end.
	CutAt int64

	opened atomic.Int64
}

// OpenFiles counts the files that were opened and not yet closed.
func (s *FS) OpenFiles() int { return int(s.opened.Load()) }

// ErrorAt fails the i-th operation, counted from 0; hit reports whether it was reached.
func ErrorAt(base vfs.FS, i int) (sys *FS, hit func() bool) {
	var n atomic.Int64
	return &FS{FS: base, Check: func(string, int) error {
		if n.Add(1)-1 == int64(i) {
			return Injected
		}
		return nil
	}}, func() bool { return n.Load() > int64(i) }
}

// ErrorFrom fails every operation from the i-th on.
func ErrorFrom(base vfs.FS, i int) *FS {
	var n atomic.Int64
	return &FS{FS: base, Check: func(string, int) error {
		if n.Add(1) > int64(i) {
			return Injected
		}
		return nil
	}}
}

// DiskFull lets some bytes be written and then answers like a full disk.
func DiskFull(base vfs.FS, bytes int64) *FS {
	var used atomic.Int64
	return &FS{FS: base, Check: func(op string, n int) error {
		if op == "write" && used.Add(int64(n)) > bytes {
			return syscall.ENOSPC
		}
		return nil
	}}
}

func (s *FS) check(op string, n int) error {
	if s.Check == nil {
		return nil
	}
	return s.Check(op, n)
}

func (s *FS) wrap(op, name string, open func() (vfs.File, error)) (vfs.File, error) {
	if err := s.check(op, 0); err != nil {
		return nil, &fs.PathError{Op: op, Path: name, Err: err}
	}
	f, err := open()
	if err != nil {
		return nil, err
	}
	s.opened.Add(1)
	return &file{File: f, sys: s}, nil
}

// Open implements vfs.FS.
func (s *FS) Open(name string) (vfs.File, error) {
	return s.wrap("open", name, func() (vfs.File, error) { return s.FS.Open(name) })
}

// Append implements vfs.FS.
func (s *FS) Append(name string) (vfs.File, error) {
	return s.wrap("append", name, func() (vfs.File, error) { return s.FS.Append(name) })
}

// Temp implements vfs.FS.
func (s *FS) Temp(dir string) (vfs.File, error) {
	return s.wrap("temp", dir, func() (vfs.File, error) { return s.FS.Temp(dir) })
}

// Stage implements vfs.FS.
func (s *FS) Stage(name string) (vfs.File, error) {
	return s.wrap("stage", name, func() (vfs.File, error) { return s.FS.Stage(name) })
}

// Publish implements vfs.FS.
func (s *FS) Publish(f vfs.File, name string) error {
	if err := s.check("publish", 0); err != nil {
		return &fs.PathError{Op: "publish", Path: name, Err: err}
	}
	return s.FS.Publish(f.(*file).File, name)
}

// Grow implements vfs.FS.
func (s *FS) Grow(name string) (vfs.Growing, error) {
	var grown vfs.Growing
	f, err := s.wrap("grow", name, func() (_ vfs.File, err error) {
		grown, err = s.FS.Grow(name)
		return grown, err
	})
	if err != nil {
		return nil, err
	}
	return &growing{f, s, grown}, nil
}

// SyncDir implements vfs.FS.
func (s *FS) SyncDir(name string) error {
	if err := s.check("syncdir", 0); err != nil {
		return &fs.PathError{Op: "syncdir", Path: name, Err: err}
	}
	return s.FS.SyncDir(name)
}

// LockNow implements vfs.FS. A lock counts as an open file until it is unlocked.
func (s *FS) LockNow(dir string) (unlock func(), ok bool, err error) {
	if err := s.check("lock", 0); err != nil {
		return nil, false, &fs.PathError{Op: "lock", Path: dir, Err: err}
	}
	free, ok, err := s.FS.LockNow(dir)
	if !ok || err != nil {
		return nil, false, err
	}
	s.opened.Add(1)
	return sync.OnceFunc(func() {
		s.opened.Add(-1)
		free()
	}), true, nil
}

// Mkdir implements vfs.FS.
func (s *FS) Mkdir(name string) error {
	if err := s.check("mkdir", 0); err != nil {
		return &fs.PathError{Op: "mkdir", Path: name, Err: err}
	}
	return s.FS.Mkdir(name)
}

// Remove implements vfs.FS.
func (s *FS) Remove(name string) error {
	if err := s.check("remove", 0); err != nil {
		return &fs.PathError{Op: "remove", Path: name, Err: err}
	}
	return s.FS.Remove(name)
}

// List implements vfs.FS; each entry is an operation.
func (s *FS) List(name string, f func(e fs.DirEntry) error) error {
	return s.FS.List(name, func(e fs.DirEntry) error {
		if err := s.check("list", 0); err != nil {
			return &fs.PathError{Op: "list", Path: name, Err: err}
		}
		return f(e)
	})
}

// Keep implements vfs.FS.
func (s *FS) Keep(name string) (string, error) {
	if err := s.check("keep", 0); err != nil {
		return "", &fs.PathError{Op: "keep", Path: name, Err: err}
	}
	return s.FS.Keep(name)
}

// Rename implements vfs.FS.
func (s *FS) Rename(name, to string) error {
	if err := s.check("rename", 0); err != nil {
		return &fs.PathError{Op: "rename", Path: name, Err: err}
	}
	return s.FS.Rename(name, to)
}

// Discard implements vfs.FS; it is the way out of a failure and does not fail.
func (s *FS) Discard(f vfs.File) {
	s.opened.Add(-1)
	s.FS.Discard(f.(*file).File)
}

type file struct {
	vfs.File
	sys *FS
	at  int64 // bytes read by Read
}

// cut reads into p what lies before the end of a file that is cut.
func (f *file) cut(p []byte, at int64, read func([]byte) (int, error)) (int, error) {
	left := f.sys.CutAt - at
	if f.sys.CutAt == 0 || int64(len(p)) <= left {
		return read(p)
	}
	n, err := read(p[:max(left, 0)])
	return n, cmp.Or(err, io.EOF)
}

func (f *file) Read(p []byte) (int, error) {
	if err := f.sys.check("read", len(p)); err != nil {
		return 0, err
	}
	n, err := f.cut(p, f.at, f.File.Read)
	f.at += int64(n)
	return n, err
}

func (f *file) ReadAt(p []byte, off int64) (int, error) {
	if err := f.sys.check("read", len(p)); err != nil {
		return 0, err
	}
	return f.cut(p, off, func(p []byte) (int, error) { return f.File.ReadAt(p, off) })
}

func (f *file) Write(p []byte) (int, error) {
	if err := f.sys.check("write", len(p)); err != nil {
		return 0, err
	}
	return f.File.Write(p)
}

func (f *file) WriteAt(p []byte, off int64) (int, error) {
	if err := f.sys.check("write", len(p)); err != nil {
		return 0, err
	}
	return f.File.WriteAt(p, off)
}

func (f *file) Sync() error {
	if err := f.sys.check("sync", 0); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *file) Close() error {
	f.sys.opened.Add(-1)
	err := f.File.Close()
	if e := f.sys.check("close", 0); e != nil {
		return e
	}
	return err
}

// growing is a file that Grow opened.
type growing struct {
	vfs.File
	sys   *FS
	grown vfs.Growing
}

// Truncate implements vfs.Growing.
func (g *growing) Truncate(size int64) error {
	if err := g.sys.check("truncate", 0); err != nil {
		return err
	}
	return g.grown.Truncate(size)
}
