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
	return os.OpenFile(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), os.O_RDWR|unix.O_DIRECT, 0)
}
