//go:build !linux

package arena

import "unsafe"

// Where there is no mmap to rely on, the Go heap serves.
func reserve(n int) ([]byte, error) {
	words := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), n), nil
}

func release([]byte) {}
