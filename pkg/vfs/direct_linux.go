package vfs

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Direct opens a file that is open a second time, to read and write it past the page cache: what is larger than the
// cache only drives out what others have there, and copying it costs more than the disk does. Places, lengths and
// memory must be aligned to DirectAlign. Not every file system can; then there is an error and the first handle serves.
func Direct(f File) (File, error) {
	file, ok := f.(*os.File)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	flags, err := unix.FcntlInt(file.Fd(), unix.F_GETFL, 0)
	if err != nil {
		return nil, err
	}
	return os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), flags&unix.O_ACCMODE|unix.O_DIRECT, 0)
}

// Reserve asks for space on the disk for a stretch of a file, so that it can be written at any place without growing
// step by step. It is only a hint: what is missing will be missed by the writes.
func Reserve(f File, off, n int64) {
	if file, ok := f.(*os.File); ok && n > 0 {
		unix.Fallocate(int(file.Fd()), 0, off, n)
	}
}
