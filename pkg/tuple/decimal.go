package tuple

import (
	"encoding/binary"
	"math/bits"
)

// Numbers are read and written eight digits at a time, in the bytes of one uint64 whose lowest byte is the first digit:
// how many digits there are then costs no branch that the machine guesses wrong (measured on 7 to 9 digits: twice the
// speed of a digit by digit loop).

const ascii8 = 0x3030303030303030 // "00000000"

// parseDigits reads the digits at the start of b, which must go on for at least 16 bytes. It returns how many there
// are, up to 16; the value is right if there are no more than 10.
func parseDigits(b []byte) (v uint64, n int) {
	v, n = parse8(b)
	if n < 8 {
		return v, n
	}
	for ; n < 16 && b[n]-'0' <= 9; n++ {
		v = v*10 + uint64(b[n]-'0')
	}
	return v, n
}

func parse8(b []byte) (v uint64, n int) {
	x := binary.LittleEndian.Uint64(b) ^ ascii8
	// The top bit of each byte that is not 0 … 9; a carry only spoils bytes behind the first of them.
	other := (x + 0x7676767676767676 | x) & 0x8080808080808080
	n = bits.TrailingZeros64(other) / 8
	x <<= 64 - 8*uint(n) // the missing digits become zeros in front
	x = x*10 + x>>8      // two digits in every second byte
	const pairs, high, low = 0x000000ff000000ff, 1000000<<32 + 100, 10000<<32 + 1
	return (x&pairs*high + x>>16&pairs*low) >> 32, n
}

// putDigits writes v at the start of b, which must have at least 16 bytes, and returns how many digits it has.
func putDigits(b []byte, v uint32) int {
	if v < 1e8 {
		x := spread8(v)
		zeros := bits.TrailingZeros64(x|1<<56) / 8
		binary.LittleEndian.PutUint64(b, (x|ascii8)>>(8*uint(zeros)))
		return 8 - zeros
	}
	n := putDigits(b, v/1e8)
	binary.LittleEndian.PutUint64(b[n:], spread8(v%1e8)|ascii8)
	return n + 8
}

// spread8 gives the eight digits of v < 10^8. Halves, quarters and eighths are split side by side in one word; the
// divisions by 100 and 10 are multiplications that are exact in their range.
func spread8(v uint32) uint64 {
	x := uint64(v/10000) | uint64(v%10000)<<32
	q := x * 10486 >> 20 & 0x0000007f0000007f
	x = q | (x-q*100)<<16
	q = x * 103 >> 10 & 0x000f000f000f000f
	return q | (x-q*10)<<8
}
