package objects

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"webmill/pkg/vfs"
)

// Abs is the absolute name, under which all machines find the same file. A name with a scheme stays, without a slash at its end.
func Abs(name string) (string, error) {
	if !vfs.HasScheme(name) {
		return filepath.Abs(name)
	}
	name = strings.TrimSuffix(name, "/")
	if _, err := open(name); err != nil {
		return "", vfs.Named(strings.Join(strings.Fields(name), " "), err)
	}
	return name, nil
}

// special are the characters with a meaning in a pattern or a URL: Beam reads names as both.
const special = "*?[]\\#%"

// checkName refuses a name that a store could take for another one.
func checkName(name string) error {
	_, object, _ := strings.Cut(name, "://")
	elements := strings.Split(object, "/")
	switch {
	case strings.ContainsAny(name, special) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return fmt.Errorf("names of objects with one of %s or a control character are not read or written", special)
	case len(elements) < 2:
		return errors.New("names a bucket, not an object or a folder: write a name like " + name + "/links.t2")
	case slices.ContainsFunc(elements, func(e string) bool { return e == "" || e == "." || e == ".." }):
		return errors.New("names of objects with // or with . or .. between slashes are not read or written")
	}
	return nil
}
