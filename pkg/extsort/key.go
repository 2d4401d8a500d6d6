package extsort

import (
	"math/bits"

	"webmill/pkg/tuple"
)

// A key turns a record's columns into unsigned words that order like the record: column by column in the order of the
// sort, with the sign bit flipped, and complemented where the order is descending.
type key struct {
	width int
	cols  []int         // the columns, most important first; all of them
	masks []uint32      // what a column is xored with, in the order of cols
	same  int           // how many of cols decide whether records are equal for -u
	pair  tuple.PairKey // the same for a record of two columns as one word
}

func newKey(order tuple.Order, width int) *key {
	whole := order.Whole(width)
	k := &key{width: width, same: len(order)}
	if len(order) == 0 {
		k.same = width
	}
	for _, o := range whole {
		mask := uint32(1 << 31)
		if o.Desc {
			mask = ^mask
		}
		k.cols = append(k.cols, o.Col)
		k.masks = append(k.masks, mask)
	}
	if width == 2 {
		k.pair = tuple.NewPairKey(whole)
	}
	return k
}

// word is the i-th word of the record's key.
func (k *key) word(rec []int32, i int) uint32 { return uint32(rec[k.cols[i]]) ^ k.masks[i] }

// lead is the 64 key bits from word i on, zeros behind the last word.
func (k *key) lead(rec []int32, i int) uint64 {
	v := uint64(k.word(rec, i)) << 32
	if i+1 < k.width {
		v |= uint64(k.word(rec, i+1))
	}
	return v
}

// compare orders two records from word i on.
func (k *key) compare(a, b []int32, i int) int {
	for ; i < k.width; i++ {
		if x, y := k.word(a, i), k.word(b, i); x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	return 0
}

// equal tells whether -u takes two records for one.
func (k *key) equal(a, b []int32) bool {
	for _, c := range k.cols[:k.same] {
		if a[c] != b[c] {
			return false
		}
	}
	return true
}

// inWords is the key of pairs that were already turned into keys: a word's upper half decides, then the lower.
var inWords = &key{width: 2, cols: []int{1, 0}, masks: []uint32{0, 0}, same: 2}

// spread is what is known of the bits of a set of records: the AND and the OR of each column.
type spread struct {
	and, or [tuple.MaxWidth]uint32
}

func noSpread() spread {
	var s spread
	for i := range s.and {
		s.and[i] = ^uint32(0)
	}
	return s
}

func (s *spread) add(t *spread) {
	for i := range s.and {
		s.and[i] &= t.and[i]
		s.or[i] |= t.or[i]
	}
}

func (s *spread) addBlock(block []int32, width int) {
	if width == 2 {
		s.addPairs(tuple.Pairs(block))
		return
	}
	for c := range width {
		and, or := s.and[c], s.or[c]
		for i := c; i < len(block); i += width {
			and &= uint32(block[i])
			or |= uint32(block[i])
		}
		s.and[c], s.or[c] = and, or
	}
}

func (s *spread) addPairs(pairs []uint64) {
	and, or := ^uint64(0), uint64(0)
	for _, v := range pairs {
		and &= v
		or |= v
	}
	s.and[0] &= uint32(and)
	s.and[1] &= uint32(and >> 32)
	s.or[0] |= uint32(or)
	s.or[1] |= uint32(or >> 32)
}

// varying are the bits of a column that are not the same in all records.
func (s *spread) varying(col int) uint32 { return s.and[col] ^ s.or[col] }

// constant tells whether all records are equal.
func (s *spread) constant(width int) bool {
	for c := range width {
		if s.varying(c) != 0 {
			return false
		}
	}
	return true
}

// first is the first word of the key that varies, and the number of its leading bits that do not; width, 0 if none varies.
func (s *spread) first(k *key) (word, skip int) {
	for i, c := range k.cols {
		if v := s.varying(c); v != 0 {
			return i, bits.LeadingZeros32(v)
		}
	}
	return k.width, 0
}
