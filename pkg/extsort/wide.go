package extsort

import (
	"math/bits"
	"slices"

	"webmill/pkg/tuple"
)

// Records that are not pairs are sorted as words too: the leading varying bits of the key above, the record's number in
// its partition below. Records whose leading bits agree are told apart by the bits that follow them.

// wideSorter sorts the records of one partition.
type wideSorter struct {
	key   *key
	words *wordSorter
	recs  []int32
	index int // bits of a word that hold the record's number
}

func newWideSorter(k *key) *wideSorter {
	return &wideSorter{key: k, words: newWordSorter(tuple.PairKey{})}
}

// sort writes recs in order to out. x and y have a word for each record.
func (s *wideSorter) sort(recs, out []int32, x, y []uint64, sp *spread) {
	w := s.key.width
	s.recs, s.index = recs, max(1, bits.Len(uint(len(x)-1)))
	for i := range y {
		y[i] = uint64(i)
	}
	sorted := s.order(y, x, sp)
	for i, v := range sorted {
		r := s.record(v)
		copy(out[i*w:i*w+w], r)
	}
}

func (s *wideSorter) record(word uint64) []int32 {
	i := int(word&(1<<s.index-1)) * s.key.width
	return s.recs[i : i+s.key.width : i+s.key.width]
}

// order sorts the records whose numbers the words hold, using scratch, and returns the one of the two that has them.
func (s *wideSorter) order(words, scratch []uint64, sp *spread) []uint64 {
	from, skip := sp.first(s.key)
	if from == s.key.width {
		return words
	}
	low := uint64(1)<<s.index - 1
	and, or := ^uint64(0), uint64(0)
	for i, v := range words {
		lead := s.key.lead(s.record(v), from) << skip &^ low
		words[i] = lead | v&low
		and, or = and&lead, or|lead
	}
	sorted := s.words.sort([][]uint64{words}, scratch, words, (and^or)&^low)
	other := scratch
	if &sorted[0] == &scratch[0] {
		other = words
	}
	if covered := 64 - skip - s.index; covered < 32*(s.key.width-from)-skip {
		s.settle(sorted, other, low, from)
	}
	return sorted
}

// settle orders the runs of words whose leading bits agree.
func (s *wideSorter) settle(words, scratch []uint64, low uint64, from int) {
	for i := 1; i < len(words); i++ {
		if (words[i]^words[i-1])&^low != 0 {
			continue
		}
		first := i - 1
		for i < len(words) && (words[i]^words[first])&^low == 0 {
			i++
		}
		run := words[first:i]
		if len(run) <= comparison {
			slices.SortFunc(run, func(a, b uint64) int { return s.key.compare(s.record(a), s.record(b), from) })
			continue
		}
		sp := noSpread()
		for _, v := range run {
			sp.addBlock(s.record(v), s.key.width)
		}
		if sorted := s.order(run, scratch[first:i], &sp); &sorted[0] != &run[0] {
			copy(run, sorted)
		}
	}
}
