package near

// Edits computes edit distances of long sequences: how many symbols must be changed, put in or taken out to turn one into the
// other. It is bit-parallel (Myers 1999): a word holds the differences between 64 cells of a column of the matrix.
//
// The rows are computed in blocks of 64 or 256, block after block, each from the left to the right; what a block hands to the
// one below is one difference a column. So there is one table of symbols, for the rows of the block. Only those columns of a
// block are computed through which a way of the wanted length can still lead (Ukkonen 1985): from the first to the last good
// value of the block above, and on while there are good ones. What lies outside counts as if a way along the edge led there:
// never too little. Long sequences are tried with a small distance first, as that leaves few columns.
//
// An Edits is for one goroutine. Memory: a byte for each symbol of the longest sequence, 32 for each different symbol.
type Edits struct {
	Steps int64 // words that were computed in all calls: what they cost

	// By column: the difference of the value to that of the column before, in the last row of the block above: 1, 0, or 2 for
	// -1.
	carry []uint8
	where [][4]uint64 // by symbol: where it is in the rows of the block
}

// Symbols says that symbols are numbers from 0 to below n. It comes before Distance.
func (e *Edits) Symbols(n int) {
	if n > len(e.where) {
		e.where = make([][4]uint64, n+n/2)
	}
}

// Distance is the edit distance of two sequences if that is at most most, else some number above most.
func (e *Edits) Distance(a, b []int32, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if more := len(b) - len(a); more > most || len(a) == 0 {
		return more
	}
	if most == 0 {
		return 1
	}
	most = min(most, len(b))
	if len(b) > longSequence {
		for _, part := range []int{8, 32, 100} { // of 128; texts that have nothing in common mostly need 90 to 98
			if k := len(b) * part / 128; k < most {
				if d := e.blocks(a, b, k); d <= k {
					return d
				}
			}
		}
	}
	return e.blocks(a, b, most)
}

const longSequence = 512

// blocks computes the blocks of the matrix whose rows are a and whose columns are b, which is no shorter.
func (e *Edits) blocks(a, b []int32, most int) int {
	longer := len(b) - len(a)
	if longer > most {
		return most + 1
	}
	if len(e.carry) < len(b) {
		e.carry = make([]uint8, len(b)+len(b)/2)
	}
	for j := range b {
		e.carry[j] = 1
	}
	aside := (most - longer) / 2 // a way that goes farther to one side has to come back, or ends on the other side
	at, good, filled := corner{}, len(b), 0
	for row, ends := 0, 0; ; row = ends {
		do := e.block
		ends = min(len(a), row+64)
		if len(a)-row >= blocks4 && most > blocks4 {
			do, ends = e.block4, row+blocks4
		}
		s := do(a[row:ends], b[:min(len(b), ends+longer+aside)], at, good, ends+longer, most)
		switch {
		case s.first.column < 0:
			return most + 1
		case ends < len(a):
		case s.end < len(b):
			return most + 1
		default:
			return s.value
		}
		for j := s.end; j < filled; j++ { // of blocks farther up
			e.carry[j] = 1
		}
		filled, good = s.end, s.last
		for at = s.first; at.column < ends-aside; at.column++ {
			at.value += int(e.carry[at.column]&1) - int(e.carry[at.column]>>1)
		}
	}
}

// corner is a value of the matrix, between two blocks, and how many columns are before it.
type corner struct{ column, value int }

// blockEnd is what was computed of a block. The diagonal from the column straight of its last row leads to the end of the matrix.
// From any other column the rest takes at least an edit for each column between the two. A value is good if it and these are at
// most the edits that are allowed.
type blockEnd struct {
	first corner // the first good value; its column is -1 if there is none
	last  int    // the column of the last good value
	end   int    // the last column that was computed
	value int    // there
}

// step computes the differences of 64 cells of a column, from top to bottom: those that are 1, and those that are not -1, from
// those of the column before. equal says where the symbols are the same; more and less, 0 or 1, whether the difference to the
// column before is 1 or -1 above the cells; notUp says for each cell that it is not 1, down that it is -1. Each step waits for
// the one before, so it has no more operations in a row than it must.
func step(equal, plus, notMinus, more, less uint64) (newPlus, newNotMinus, notUp, down uint64) {
	unlike := notMinus &^ equal
	equal |= less
	h := (((equal & plus) + plus) ^ plus) | equal
	notUp, down = notMinus&(h|plus), plus&h
	notMore := notUp<<1 | (more ^ 1)
	return down<<1 | less | unlike&notMore, unlike | notMore, notUp, down
}

// block computes a block from a corner on. Above it the values behind column good are not good.
func (e *Edits) block(rows, b []int32, at corner, good, straight, most int) blockEnd {
	s := newBlockEnd(at, len(rows), straight, most)
	for i, c := range rows {
		e.where[c][0] |= 1 << i
	}
	edge := uint(len(rows) - 1)
	plus, notMinus := ^uint64(0), ^uint64(0)
	var notUp, down uint64
	where, carry := e.where, e.carry[:len(b)]
	for s.end < len(b) {
		in := carry[s.end]
		plus, notMinus, notUp, down = step(where[b[s.end]][0], plus, notMinus, uint64(in)&1, uint64(in)>>1&1)
		more, less := notUp>>edge&1^1, down>>edge&1
		carry[s.end] = byte(more | less<<1)
		if s.add(int(more)-int(less), good, straight, most) {
			break
		}
	}
	for _, c := range rows {
		e.where[c][0] = 0
	}
	e.Steps += int64(s.end - at.column)
	return s
}

// blocks4 are computed at once: four words of a column depend on each other, but not on those of the next column, so that the
// processor works on several at a time.
const blocks4 = 4 * 64

// block4 is block for blocks4 rows.
func (e *Edits) block4(rows, b []int32, at corner, good, straight, most int) blockEnd {
	s := newBlockEnd(at, len(rows), straight, most)
	for i, c := range rows {
		e.where[c][i/64] |= 1 << (i % 64)
	}
	p0, p1, p2, p3 := ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)
	m0, m1, m2, m3 := p0, p0, p0, p0
	var notUp, down uint64
	where, carry := e.where, e.carry[:len(b)]
	for s.end < len(b) {
		equal, in := &where[b[s.end]], carry[s.end]
		p0, m0, notUp, down = step(equal[0], p0, m0, uint64(in)&1, uint64(in)>>1&1)
		p1, m1, notUp, down = step(equal[1], p1, m1, ^notUp>>63, down>>63)
		p2, m2, notUp, down = step(equal[2], p2, m2, ^notUp>>63, down>>63)
		p3, m3, notUp, down = step(equal[3], p3, m3, ^notUp>>63, down>>63)
		more, less := ^notUp>>63, down>>63
		carry[s.end] = byte(more | less<<1)
		if s.add(int(more)-int(less), good, straight, most) {
			break
		}
	}
	for _, c := range rows {
		e.where[c] = [4]uint64{}
	}
	e.Steps += 4 * int64(s.end-at.column)
	return s
}

// newBlockEnd begins at a corner.
func newBlockEnd(at corner, rows, straight, most int) blockEnd {
	s := blockEnd{end: at.column, value: at.value + rows}
	s.first.column = -1
	if s.value+distance(s.end, straight) <= most {
		s.first, s.last = corner{s.end, s.value}, s.end
	}
	return s
}

// add adds a column, in whose last row the value grows by some. It reports whether no column behind it has to be computed. A
// value farther up in the column may be better: from a row to that below, the value changes by 1 at most, and so does how far
// it is to straight. But if the last row is not before straight, it is the nearest of all, and the best; else that is one which
// is as many rows above as columns are missing.
func (s *blockEnd) add(grows, good, straight, most int) (enough bool) {
	s.end++
	s.value += grows
	total := s.value + distance(s.end, straight)
	if total > most {
		return s.end > good && total-2*max(0, straight-s.end) > most
	}
	if s.last = s.end; s.first.column < 0 {
		s.first = corner{s.end, s.value}
	}
	return false
}

func distance(a, b int) int { return max(a-b, b-a) }
