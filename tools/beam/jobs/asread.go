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

// lookAt looks at files that workers can read, each time from their beginning.
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

// check is called when the file was read: what was read must be the file that was looked at.
func (f asRead) check(temp string) error {
	if now, err := lookAt(temp, f.Name); err != nil || now[0] != f {
		return fmt.Errorf("%s: was changed during the job", f.Name)
	}
	return nil
}
