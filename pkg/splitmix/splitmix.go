// Package splitmix has the parts of SplitMix64 (Steele, Lea, Flood 2014), a generator of random numbers whose n-th number is
// Mix(seed + n·Golden).
package splitmix

// Golden is the step of the generator: 2^64 divided by the golden ratio.
const Golden = 0x9e3779b97f4a7c15

// Mix is a bijection whose output looks random for any input.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
