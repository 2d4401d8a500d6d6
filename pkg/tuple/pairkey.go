package tuple

import "math/bits"

// PairKey turns a record of two columns, as one word (see Pairs), into a word that sorts like the record, and back:
// bring the first key to the top, then xor the sign bits and what is descending.
type PairKey struct {
	Swap bool // the first key is in the low half of the word
	Mask uint64
}

// NewPairKey is the key of an order of both columns.
func NewPairKey(o Order) PairKey {
	k := PairKey{Swap: o[0].Col == 0}
	if bigEndian {
		k.Swap = !k.Swap
	}
	for _, c := range o {
		mask := uint64(1 << 31)
		if c.Desc {
			mask = 1<<31 - 1
		}
		k.Mask = k.Mask<<32 | mask
	}
	return k
}

// Of is the key of a record.
func (k PairKey) Of(v uint64) uint64 {
	if k.Swap {
		v = bits.RotateLeft64(v, 32)
	}
	return v ^ k.Mask
}

// Record is the record of a key.
func (k PairKey) Record(key uint64) uint64 {
	v := key ^ k.Mask
	if k.Swap {
		v = bits.RotateLeft64(v, 32)
	}
	return v
}
