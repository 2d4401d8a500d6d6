package graphgen

import (
	"math/bits"

	"webmill/pkg/hashes"
)

// hash is a random number for a place: the block (a, b) under a seed.
func hash(seed, a, b uint64) uint64 {
	return hashes.Mix(hashes.Mix(hashes.Mix(seed+hashes.Golden)+a*hashes.Golden) + b*hashes.Golden)
}

// rng is splitmix64: the n-th number is a function of the start and of n.
type rng uint64

func (r *rng) next() uint64 {
	*r += hashes.Golden
	return hashes.Mix(uint64(*r))
}

// below returns a number from 0 … n-1. The bias is below n/2^64.
func (r *rng) below(n uint64) uint64 {
	high, _ := bits.Mul64(r.next(), n)
	return high
}

// unit returns a number in (0, 1].
func (r *rng) unit() float64 { return float64(r.next()>>11+1) / (1 << 53) }
