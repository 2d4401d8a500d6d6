//go:build !linux

package vfs

import "os"

func nameless(dir, prefix string, perm os.FileMode) (*os.File, error) {
	return createNamed(dir, prefix, perm)
}

func publish(f *os.File, name string) error {
	isNamed(f)
	return os.Rename(f.Name(), name)
}
