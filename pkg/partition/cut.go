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

// Part is the number, from 0, of the part that has the records with a value in the column.
func (m *Manifest) Part(v int32) int {
	if m.By == ByHash {
		return HashPart(v, m.Count)
	}
	return sort.Search(m.Count-1, func(i int) bool { return m.Parts[i+1].Least > int64(v) })
}

// HashPart is the part, of n, by the hash of a value: the first number of SplitMix64 with that seed, multiplied by n, without
// the last 64 bits.
func HashPart(v int32, n int) int {
	part, _ := bits.Mul64(hashes.Mix(uint64(uint32(v))+hashes.Golden), uint64(n))
	return int(part)
}
