package graphgen

import "math/bits"

// golden is the step of splitmix64: 2^64 divided by the golden ratio.
const golden = 0x9e3779b97f4a7c15

// mix is the finaliser of splitmix64 (Steele, Lea, Flood 2014), a bijection whose output looks random for any input.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hash is a random number for a place: the block (a, b) under a seed.
func hash(seed, a, b uint64) uint64 {
	return mix(mix(mix(seed+golden)+a*golden) + b*golden)
}

// rng is splitmix64: the n-th number is a function of the start and of n.
type rng uint64

func (r *rng) next() uint64 {
	*r += golden
	return mix(uint64(*r))
}

// below returns a number from 0 … n-1. The bias is below n/2^64.
func (r *rng) below(n uint64) uint64 {
	high, _ := bits.Mul64(r.next(), n)
	return high
}

// unit returns a number in (0, 1].
func (r *rng) unit() float64 { return float64(r.next()>>11+1) / (1 << 53) }
