package extsort

import (
	"io"
	"math/bits"
	"sync"

	"webmill/pkg/sorts"
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

// equal reports whether -u takes two records for one.
func (k *key) equal(a, b []int32) bool {
	for _, c := range k.cols[:k.same] {
		if a[c] != b[c] {
			return false
		}
	}
	return true
}

// inWords is the key of pairs that were already turned into keys: a word's upper half decides, then the lower.
var inWords = &key{width: 2, cols: []int{int(halves >> 32), int(uint32(halves))}, masks: []uint32{0, 0}, same: 2}

var halves = tuple.Pair(0, 1) // the number of the column in each half of a word

// columnBits are what is known of the bits of a set of records: the AND and the OR of each column.
type columnBits struct {
	and, or [tuple.MaxWidth]uint32
}

func noBits() columnBits {
	var s columnBits
	for i := range s.and {
		s.and[i] = ^uint32(0)
	}
	return s
}

func (s *columnBits) add(t *columnBits) {
	for i := range s.and {
		s.and[i] &= t.and[i]
		s.or[i] |= t.or[i]
	}
}

func (s *columnBits) addBlock(block []int32, width int) {
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

func (s *columnBits) addPairs(pairs []uint64) {
	and, or := ^uint64(0), uint64(0)
	for _, v := range pairs {
		and &= v
		or |= v
	}
	and0, and1 := tuple.Unpair(and)
	or0, or1 := tuple.Unpair(or)
	s.and[0], s.and[1] = s.and[0]&and0, s.and[1]&and1
	s.or[0], s.or[1] = s.or[0]|or0, s.or[1]|or1
}

// varying are the bits of a column that are not the same in all records.
func (s *columnBits) varying(col int) uint32 { return s.and[col] ^ s.or[col] }

// constant reports whether all records are equal.
func (s *columnBits) constant(width int) bool {
	for c := range width {
		if s.varying(c) != 0 {
			return false
		}
	}
	return true
}

// first is the first word of the key that varies, and the number of its leading bits that do not; width, 0 if none varies.
func (s *columnBits) first(k *key) (word, skip int) {
	for i, c := range k.cols {
		if v := s.varying(c); v != 0 {
			return i, bits.LeadingZeros32(v)
		}
	}
	return k.width, 0
}

const sampleBytes = 64 << 20 // the most that is read ahead of a pipe

// sample is a part of the input that was looked at beforehand, and the bits of all that is known of it.
type sample struct {
	blocks []sampled
	bits   columnBits
}

// sampled are records that each stand for weight records.
type sampled struct {
	data   []int32
	weight int64
}

// len is how many columns of records the sample has.
func (s *sample) len() (n int) {
	for _, b := range s.blocks {
		n += len(b.data)
	}
	return n
}

func (s *sample) add(block []int32, width int) {
	if len(block) > 0 {
		s.blocks = append(s.blocks, sampled{block, 1})
		s.bits.addBlock(block, width)
	}
}

// sampleFiles looks at places spread over all files.
func sampleFiles(in *inputs, total int64, width, limit int) (*sample, error) {
	s := &sample{bits: noBits()}
	places := max(sorts.Probes, len(in.files))                                        // one of each file at least
	step := int64(sorts.Clamp(limit/places, 4*width, sorts.ProbeBytes) / (4 * width)) // records read at each place
	for _, f := range in.files {
		n := max(1, min(sorts.Probes*f.file.Bytes()/max(total, 1), f.file.Records/step))
		for i := range n {
			at := f.file.Records / n * i
			buf := make([]int32, min(step, f.file.Records-at)*int64(width))
			if err := f.file.Read(buf, at); err != nil {
				return nil, err
			}
			s.add(buf, width)
		}
	}
	return s, nil
}

// sampleStream reads the beginning of the input and puts it back before the rest. If that is all, total is its size.
func sampleStream(in *inputs, buf []int32, width int) (s *sample, total int64, err error) {
	s = &sample{bits: noBits()}
	n := 0
	for n+width <= len(buf) {
		k, err := in.read(buf[n : n+min(len(buf)-n, tuple.BlockBytes/4)/width*width])
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		n += k
	}
	total = -1
	if n+width <= len(buf) {
		total = int64(4 * n)
	}
	s.add(buf[:n], width)
	begin := tuple.Slice(buf[:n])
	in.Before((&locked{src: &begin}).read)
	return s, total, nil
}

// ranges divides the keys among partitions by a table over 16 bits of the key: those from the first that varies on.
// What was not seen when the table was made may lie outside of it and goes to the first or last cell, so partitions
// are in order whatever comes.
type ranges struct {
	key   *key
	from  int      // the word of the key where the 64 bits begin that cell looks at
	above []uint32 // the words before it, which were the same in the whole sample
	shift uint     // how far the 64 bits are shifted right to leave those of a cell
	base  uint64   // the value of the shifted bits at which the table begins
	table *[cells]uint16
	parts int
}

const (
	cellBits = 16
	cells    = 1 << cellBits
)

// newRanges chooses the ranges for up to parts partitions from a sample.
func newRanges(k *key, seen *sample, parts int) *ranges {
	r := &ranges{key: k, table: new([cells]uint16), parts: 1}
	from, skip := seen.bits.first(k)
	if from == k.width || len(seen.blocks) == 0 {
		return r
	}
	// Pairs are looked at as one word whose 64 bits begin with the first column.
	if k.width == 2 {
		from, skip = 0, skip+32*from
	}
	r.from, r.shift = from, uint(max(0, 64-cellBits-skip))
	r.anchor(seen.blocks[0].data)
	counts := zeros.Get().(*[cells]int64)
	r.tally(counts, seen, 1)
	if c := only(counts); c >= 0 {
		upper := uint64(c)&(1<<(63-skip)>>r.shift) != 0
		r.parts = r.isolate(c, upper, parts)
	} else {
		r.parts = r.fill(counts, parts)
	}
	if seen.len() > cells {
		clear(counts[:])
	} else {
		r.tally(counts, seen, -1)
	}
	zeros.Put(counts)
	return r
}

// zeros has counts of cells that are 0: to clear 512 KiB takes longer than a small sort, and less time than to take back a
// large sample.
var zeros = sync.Pool{New: func() any { return new([cells]int64) }}

// tally adds the weights of the sampled records, times sign, to the counts of their cells.
func (r *ranges) tally(counts *[cells]int64, seen *sample, sign int64) {
	for _, b := range seen.blocks {
		for i := 0; i < len(b.data); i += r.key.width {
			counts[(r.key.lead(b.data[i:], r.from)>>r.shift-r.base)&(cells-1)] += sign * b.weight
		}
	}
}

// only is the cell that has all of the sample, or -1 if there are two.
func only(counts *[cells]int64) int {
	cell := -1
	for c, n := range counts {
		if n > 0 && cell >= 0 {
			return -1
		} else if n > 0 {
			cell = c
		}
	}
	return cell
}

// isolate makes three partitions of the cell that has the whole sample: what lies below it, the cell, what lies above
// it. There are records outside of the cell: the first bit that varies is the same in the whole sample, so it differs
// in records that were not sampled. upper says that this bit is 1 in the cell; then they lie below it, otherwise above.
// If there are only two partitions, the side with these records is one. In cells of four bits, where the cell is 0101:
//
//	three partitions  0000 … 0100 | 0101 | 0110 … 1111
//	two partitions    0000 … 0101 | 0110 … 1111         the first bit of the cell is 0, so the other records begin with 1
func (r *ranges) isolate(cell int, upper bool, parts int) int {
	below, above := 1, 2
	switch {
	case parts < 2:
		return 1
	case parts == 2 && upper:
		above = 1
	case parts == 2:
		below, above = 0, 1
	}
	for c := range r.table {
		switch {
		case c > cell:
			r.table[c] = uint16(above)
		case c == cell:
			r.table[c] = uint16(below)
		}
	}
	return above + 1
}

// anchor notes what comes before the bits of the cell: the same in the whole sample, so any record tells.
func (r *ranges) anchor(rec []int32) {
	r.base = r.key.lead(rec, r.from) >> r.shift &^ (cells - 1)
	for i := range r.from {
		r.above = append(r.above, r.key.word(rec, i))
	}
}

// fill cuts the cells into partitions of about the same number of sampled records; a cell heavier than that is alone.
// It returns the number of partitions. At least two of them have sampled records if two cells have and parts is at least two.
func (r *ranges) fill(counts *[cells]int64, parts int) int {
	var total int64
	for _, n := range counts {
		total += n
	}
	share := (total + int64(parts) - 1) / int64(parts)
	p, held := 0, int64(0)
	for c, n := range counts {
		if n == 0 && held < share { // most cells, where the sample is small
			r.table[c] = uint16(p)
			continue
		}
		full := held >= share || held > 0 && held+n > share+share/2
		if (full || n >= share && held > 0) && p+1 < parts {
			p, held = p+1, 0
		}
		r.table[c] = uint16(p)
		held += n
	}
	return p + 1
}

// cell is the entry of the table for 64 bits of a key.
func (r *ranges) cell(lead uint64) uint64 {
	if c := lead>>r.shift - r.base; c < cells {
		return c
	}
	return clampCell(lead>>r.shift, r.base)
}

// clampCell is the cell of a key that lies outside of all cells.
func clampCell(c, base uint64) uint64 {
	if c < base {
		return 0
	}
	return cells - 1
}

// partition is the partition of a record.
func (r *ranges) partition(rec []int32) int {
	for i, above := range r.above {
		if w := r.key.word(rec, i); w != above {
			if w < above {
				return 0
			}
			return r.parts - 1
		}
	}
	return int(r.table[r.cell(r.key.lead(rec, r.from))])
}
