package vfs

import (
	"os"

	"golang.org/x/sys/unix"
)

// Closed reports whether a standard stream was closed when the process began (>&-, <&-). Go opens /dev/null in its place, where a
// result would be lost without an error, and a closed input would be an empty one. A /dev/null that the caller opened differs: >
// and < open it for writing or reading, not for both, and a daemon has one for all three streams. One that a caller has opened
// for both, for this stream only, looks the same and is refused too: a refusal can be seen and mended, a lost result cannot.
func Closed(f File) bool {
	file, ok := f.(*os.File)
	if !ok || file.Fd() > 2 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return false
	}
	info, err := file.Stat()
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	flags, err := unix.FcntlInt(file.Fd(), unix.F_GETFL, 0)
	return err == nil && flags&unix.O_ACCMODE == unix.O_RDWR && !shared(file.Fd())
}

// shared reports whether another standard stream is the same open file. Where the kernel does not say, none is.
func shared(fd uintptr) bool {
	const kcmpFile = 0
	self := uintptr(os.Getpid())
	for other := range uintptr(3) {
		if other == fd {
			continue
		}
		if order, _, err := unix.Syscall6(unix.SYS_KCMP, self, self, kcmpFile, fd, other, 0); err == 0 && order == 0 {
			return true
		}
	}
	return false
}
