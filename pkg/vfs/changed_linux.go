package vfs

import (
	"io/fs"
	"syscall"
)

// Changed is when a file was changed in any way, in nanoseconds: its content, its name or its times, which anyone can
// set. It is 0 where the system does not say it.
func Changed(info fs.FileInfo) int64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return s.Ctim.Nano()
	}
	return 0
}
