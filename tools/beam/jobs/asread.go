package jobs

import (
	"fmt"

	"webmill/tools/beam/objects"
)

// asRead is a file as it was when it was looked at.
type asRead struct {
	Name    string
	Version objects.Version
}

// lookAt notes the versions of files. It fails for what is no file, since workers could not read it from its beginning again.
func lookAt(temp string, names ...string) ([]asRead, error) {
	versions, err := files(temp).Versions(names)
	if err != nil {
		return nil, err
	}
	read := make([]asRead, len(names))
	for i, name := range names {
		read[i] = asRead{name, versions[i]}
	}
	return read, nil
}

// check fails if the file is no longer the one that was looked at. It is called after the file was read.
func (f asRead) check(temp string) error {
	if now, err := lookAt(temp, f.Name); err != nil || now[0] != f {
		return fmt.Errorf("%s: was changed during the job", f.Name)
	}
	return nil
}
