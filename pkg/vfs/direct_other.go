//go:build !linux

package vfs

import "errors"

// Direct is not to be had on this system.
func Direct(File) (File, error) { return nil, errors.ErrUnsupported }
