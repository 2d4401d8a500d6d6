package extsort

// ranges divides the keys among partitions by a table over 16 bits of the key: those from the first that varies on.
// What was not seen when the table was made may lie outside of it and goes to the first or last cell, so partitions
// are in order whatever comes.
type ranges struct {
	key   *key
	from  int      // the word of the key where the 64 bits begin that cell looks at
	above []uint32 // the words before it, which were the same in the whole sample
	shift uint     // what of them lies below the cell's bits
	base  uint64   // the bits of a key down to the cell's, for the first cell
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
	from, skip := seen.spread.first(k)
	if from == k.width || len(seen.blocks) == 0 {
		return r
	}
	// Pairs are looked at as one word whose 64 bits begin with the first column.
	if k.width == 2 {
		from, skip = 0, skip+32*from
	}
	r.from, r.shift = from, uint(max(0, 64-cellBits-skip))
	r.anchor(seen.blocks[0].data)
	var counts [cells]int64
	for _, b := range seen.blocks {
		for i := 0; i < len(b.data); i += k.width {
			counts[(k.lead(b.data[i:], from)>>r.shift-r.base)&(cells-1)] += b.weight
		}
	}
	if c := only(&counts); c >= 0 {
		upper := uint64(c)&(1<<(63-skip)>>r.shift) != 0
		r.parts = r.isolate(c, upper, parts)
	} else {
		r.parts = r.fill(&counts, parts)
	}
	return r
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

// isolate makes partitions of a cell, of what is before it and of what is behind, though nothing there was sampled: what
// varies has records on the other side of the first bit that does. If there are only two partitions, that side is one.
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
// It returns the number of partitions, of which two at least have sampled records if two cells have and there may be two.
func (r *ranges) fill(counts *[cells]int64, parts int) int {
	var total int64
	for _, n := range counts {
		total += n
	}
	share := (total + int64(parts) - 1) / int64(parts)
	p, held := 0, int64(0)
	for c, n := range counts {
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
