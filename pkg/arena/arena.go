// Package arena gives large buffers outside the Go heap. They cost nothing until they are touched, the collector never
// sees them, and huge pages make first use cheap (measured: a fresh 4 KiB page costs more than sorting what fits on it).
package arena

import (
	"fmt"
	"unsafe"
)

// Words reserves n words of zeroed memory.
func Words(n int) ([]uint64, error) {
	if n == 0 {
		return nil, nil
	}
	b, err := reserve(8 * n)
	if err != nil {
		return nil, fmt.Errorf("cannot reserve %d MiB of memory: %w", n>>17, err)
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// Free gives back what Words returned.
func Free(words []uint64) {
	if len(words) > 0 {
		release(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words)))
	}
}

// Floats64 is the memory of words as float64.
func Floats64(words []uint64) []float64 {
	return unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(words))), len(words))
}

// Floats32 is the memory of words as two float32 a word.
func Floats32(words []uint64) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(words))), 2*len(words))
}
