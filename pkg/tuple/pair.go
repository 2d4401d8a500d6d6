package tuple

import "math/bits"

// PairKey turns a record of two columns, as one word (see Pairs), into a word that orders like the record, and back:
// rotate so that the first key is on top, then xor the sign bits and what is descending.
type PairKey struct {
	Rot  int
	Mask uint64
}

// NewPairKey is the key of an order of both columns.
func NewPairKey(o Order) PairKey {
	var k PairKey
	for _, c := range o {
		mask := uint64(1 << 31)
		if c.Desc {
			mask = 1<<31 - 1
		}
		k.Mask = k.Mask<<32 | mask
	}
	if o[0].Col == 0 {
		k.Rot = 32
	}
	return k
}

// Of is the key of a record.
func (k PairKey) Of(v uint64) uint64 { return bits.RotateLeft64(v, k.Rot) ^ k.Mask }

// Record is the record of a key.
func (k PairKey) Record(key uint64) uint64 { return bits.RotateLeft64(key^k.Mask, -k.Rot) }
