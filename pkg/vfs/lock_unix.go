//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package vfs

import (
	"os"

	"golang.org/x/sys/unix"
)

// waitLock takes the lock of a file when no living process has it.
func waitLock(f *os.File) {
	for unix.Flock(int(f.Fd()), unix.LOCK_EX) == unix.EINTR {
	}
}

// lock takes the lock of a file and reports whether it got it: a living process may hold it. The lock ends with the process.
func lock(f *os.File) bool {
	ok, err := tryLock(f)
	return ok && err == nil
}

// tryLock is lock, but ok is false only if another holds the lock; a file that cannot be locked is an error.
func tryLock(f *os.File) (ok bool, err error) {
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
		case nil:
			return true, nil
		case unix.EINTR:
		case unix.EWOULDBLOCK:
			return false, nil
		default:
			return false, err
		}
	}
}
