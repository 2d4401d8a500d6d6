// Package fnv hashes by FNV-1a (Fowler, Noll, Vo), step by step: for loops that hash while they read. Here a step may take more
// than a byte. Where no result depends on the hash, use hash/maphash, which nobody can foretell.
package fnv

// Hashes of nothing.
const (
	Start32 uint32 = 2166136261
	Start64 uint64 = 14695981039346656037
)

// Add32 is the hash with one more value.
func Add32(h, v uint32) uint32 { return (h ^ v) * 16777619 }

// Add64 is the hash with one more value.
func Add64(h, v uint64) uint64 { return (h ^ v) * 1099511628211 }
