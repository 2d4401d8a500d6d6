//go:build unix

package stream

import (
	"io"
	"os"

	"golang.org/x/sys/unix"

	"webmill/pkg/vfs"
)

// seekable reports whether a standard output is a regular file that can be written at any place, and where it stands.
func seekable(f vfs.File) (offset int64, ok bool) {
	out, isFile := f.(*os.File)
	if !isFile {
		return 0, false
	}
	info, err := out.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	flags, err := unix.FcntlInt(out.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_APPEND != 0 {
		return 0, false
	}
	offset, err = out.Seek(0, io.SeekCurrent)
	return offset, err == nil
}
