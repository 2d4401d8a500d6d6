//go:build !linux

package vfs

import "errors"

// Direct is not to be had on this system.
func Direct(File) (File, error) { return nil, errors.ErrUnsupported }

// Reserve is a hint that this system does not take.
func Reserve(File, int64, int64) {}
