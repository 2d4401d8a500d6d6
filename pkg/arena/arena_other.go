//go:build !linux

package arena

import "unsafe"

// reserve takes memory of the Go heap, because there is no mmap to rely on.
func reserve(n int) ([]byte, error) {
	words := make([]uint64, (n+7)/8)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), n), nil
}

func release([]byte) {}
