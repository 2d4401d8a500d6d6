package partition

import (
	"math/bits"
	"sort"

	"webmill/pkg/hashes"
)

// The ways to cut.
const (
	ByRange = "range"
	ByHash  = "hash"
)

// Part is the number, from 0, of the part for records that have this value in the column.
func (m *Manifest) Part(v int32) int {
	if m.By == ByHash {
		return HashPart(v, m.Count)
	}
	return sort.Search(m.Count-1, func(i int) bool { return m.Parts[i+1].Least > int64(v) })
}

// HashPart is the part for a value, by its hash, among n parts: the first number of SplitMix64 with the value as its seed, times
// n, without the last 64 bits.
func HashPart(v int32, n int) int {
	part, _ := bits.Mul64(hashes.Mix(uint64(uint32(v))+hashes.Golden), uint64(n))
	return int(part)
}
