package jobs

import (
	"fmt"
	"os"

	"webmill/pkg/vfs"
)

// asRead is a file as it was when it was looked at.
type asRead struct {
	Name       string
	Size, Time int64
}

// lookAt looks at a file that workers can read, each time from its beginning.
func lookAt(name string) (asRead, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: is no file, and workers cannot read it twice", name)
	}
	if err != nil {
		return asRead{}, vfs.Named(name, err)
	}
	return asRead{name, info.Size(), info.ModTime().UnixNano()}, nil
}

// check is called when the file was read: what was read must be the file that was looked at.
func (f asRead) check() error {
	if now, err := lookAt(f.Name); err != nil || now != f {
		return fmt.Errorf("%s: was changed during the job", f.Name)
	}
	return nil
}
