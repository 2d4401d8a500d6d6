// Package arena gives large buffers outside of the heap of Go. They cost nothing until they are touched, the collector never sees
// them, and huge pages make first use cheap (measured: a fresh 4 KiB page costs more than sorting what fits on it).
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

// View is the memory of words as elements of another type, which must not have pointers.
func View[T any](words []uint64) []T {
	var t T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(words))), uintptr(len(words))*8/unsafe.Sizeof(t))
}

// Bytes is the memory of words as bytes.
func Bytes(words []uint64) []byte { return View[byte](words) }

// Pool is memory that is given back together.
type Pool struct{ taken [][]uint64 }

// Take reserves n zeros, of a type that has no pointers.
func Take[T any](p *Pool, n int64) ([]T, error) {
	var t T
	words, err := Words(int((n*int64(unsafe.Sizeof(t)) + 7) / 8))
	if err != nil {
		return nil, err
	}
	p.taken = append(p.taken, words)
	return View[T](words)[:n:n], nil
}

// Free gives everything back.
func (p *Pool) Free() {
	for _, words := range p.taken {
		Free(words)
	}
	*p = Pool{}
}

// Slabs hands out small pieces of memory that is given back together.
type Slabs struct {
	slabs [][]uint64
	left  []uint64
}

const slabWords = 2 << 20 / 8 // 2 MiB

// Words are n zeroed words; n is at most slabWords. It panics where there is no memory, as make does.
func (s *Slabs) Words(n int) []uint64 {
	if len(s.left) < n {
		slab, err := Words(slabWords)
		if err != nil {
			// Without memory nothing can go on; a worker's Guard makes an error of it.
			panic(err)
		}
		s.slabs, s.left = append(s.slabs, slab), slab
	}
	words := s.left[:n:n]
	s.left = s.left[n:]
	return words
}

// Free gives everything back.
func (s *Slabs) Free() {
	for _, slab := range s.slabs {
		Free(slab)
	}
	*s = Slabs{}
}
