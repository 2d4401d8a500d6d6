// Package hashes has a hash of words that is made step by step, and one for random numbers: their results never change, so that
// outputs may depend on them. Where no result depends on a hash, use hash/maphash, which nobody can foretell.
//
// FNV-1a (Fowler, Noll, Vo) is made step by step: for loops that hash while they read. Here a step may take more than a byte.
//
// Mix and Golden are the parts of SplitMix64 (Steele, Lea, Flood 2014), a generator of random numbers whose n-th number is
// Mix(seed + n·Golden).
package hashes

// FNV-1a of nothing.
const (
	Start32 uint32 = 2166136261
	Start64 uint64 = 14695981039346656037
)

// Add32 is the FNV-1a with one more value.
func Add32(h, v uint32) uint32 { return (h ^ v) * 16777619 }

// Add64 is the FNV-1a with one more value.
func Add64(h, v uint64) uint64 { return (h ^ v) * 1099511628211 }

// AppendHex appends a hash as 16 hexadecimal digits.
func AppendHex(dst []byte, h uint64) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[h>>shift&15])
	}
	return dst
}

// Golden is the step of SplitMix64: 2^64 divided by the golden ratio.
const Golden = 0x9e3779b97f4a7c15

// Mix is a bijection whose output looks random for any input.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
