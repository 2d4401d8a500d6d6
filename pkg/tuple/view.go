package tuple

import (
	"math/bits"
	"unsafe"
)

// Bytes is the memory of a block. What is read into it becomes int32 by FromLE; this is the only place in webmill where
// raw records change their type, and they are not copied for it (measured: 8.8 GB/s against 2.1 for decoding).
func Bytes(block []int32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(block))), 4*len(block))
}

// Aligned reports whether the memory of a block begins at a multiple of align bytes.
func Aligned(block []int32, align uintptr) bool {
	return uintptr(unsafe.Pointer(unsafe.SliceData(block)))%align == 0
}

// Words is the block whose memory is b, whose length must be a multiple of 4 and whose start aligned to 4 bytes.
func Words(b []byte) []int32 {
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/4)
}

// Pairs is a block of two columns as one uint64 a record, the first column in the low half. The block must be aligned
// to 8 bytes and hold an even number of int32.
func Pairs(block []int32) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(block))), len(block)/2)
}

// Ints32 is the memory of words as a block.
func Ints32(words []uint64) []int32 {
	return unsafe.Slice((*int32)(unsafe.Pointer(unsafe.SliceData(words))), 2*len(words))
}

// FromLE turns the file's byte order into the machine's, in place; ToLE the reverse. On little-endian machines both do nothing.
func FromLE(block []int32) {
	if bigEndian {
		swapBytes(block)
	}
}

// ToLE turns the machine's byte order into the file's, in place.
func ToLE(block []int32) { FromLE(block) }

func swapBytes(block []int32) {
	for i, v := range block {
		block[i] = int32(bits.ReverseBytes32(uint32(v)))
	}
}
