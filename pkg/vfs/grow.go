package vfs

import (
	"errors"
	"io/fs"
	"os"
)

// Growing is a named file that is written in place, by WriteAt. *os.File implements it.
type Growing interface {
	File
	Truncate(size int64) error
}

// ErrNotRegular is the error of Grow for a folder, a FIFO or a device.
var ErrNotRegular = errors.New("is not a regular file")

// Grow checks twice that the file is regular: before it opens the file, since opening a device can start it, and after, since the
// name may be that of another file by then.
func (osFS) Grow(name string) (Growing, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (osFS) SyncDir(name string) error {
	dir, err := os.Open(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

func (osFS) LockNow(name string) (unlock func(), ok bool, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, false, err
	}
	if ok, err = tryLock(f); !ok {
		f.Close()
		if err != nil {
			err = &fs.PathError{Op: "lock", Path: name, Err: err}
		}
		return nil, false, err
	}
	return func() { f.Close() }, true, nil
}
