package near

// Edits computes edit distances of long sequences: how many symbols must be changed, put in or taken out to turn one into the
// other. It is bit-parallel (Myers 1999): a word holds the differences between 64 cells of a column of the matrix.
//
// The rows are computed in blocks of 64, block after block, each from the left to the right; what a block hands to the one below
// is one difference a column. So there is one table of symbols, for the 64 of the block. Only those columns of a block are
// computed through which a way of the wanted length can still lead (Ukkonen 1985): from the first to the last good value of the
// block above, and on while there are good ones. What lies outside counts as if a way along the edge led there: never too little.
// Long sequences are tried with a small distance first, as that leaves few columns.
//
// An Edits is for one goroutine. Memory: a byte for each symbol of the longest sequence, 8 for each different symbol.
type Edits struct {
	Steps int64 // words that were computed in all calls: what they cost

	carry []int8   // by column: the difference of the value to that of the column before, in the last row of the block above
	where []uint64 // by symbol: where it is in the rows of the block
}

// Symbols says that symbols are numbers from 0 to below n. It comes before Distance.
func (e *Edits) Symbols(n int) {
	if n > len(e.where) {
		e.where = make([]uint64, n+n/2)
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
	if most = min(most, len(b)); len(b) > longSequence {
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
		e.carry = make([]int8, len(b)+len(b)/2)
	}
	for j := range b {
		e.carry[j] = 1
	}
	aside := (most - longer) / 2 // a way that goes farther to one side has to come back, or ends on the other side
	at, good, filled := corner{}, len(b), 0
	for row := 0; ; row += 64 {
		rows := a[row:min(len(a), row+64)]
		ends := row + len(rows)
		s := e.block(rows, b[:min(len(b), ends+longer+aside)], at, good, ends+longer, most)
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
			at.value += int(e.carry[at.column])
		}
	}
}

// corner is a value of the matrix, between two blocks, and how many columns are before it.
type corner struct{ column, value int }

// stretch is what was computed of a block. A value of its last row is good if the end can be reached from it with most edits:
// that takes at least as many as it is columns away from the column straight.
type stretch struct {
	first corner // the first good value; its column is -1 if there is none
	last  int    // the column of the last good value
	end   int    // the last column that was computed
	value int    // there
}

// block computes a block from a corner on. Above it the values behind column good are not good.
func (e *Edits) block(rows, b []int32, at corner, good, straight, most int) (s stretch) {
	for i, c := range rows {
		e.where[c] |= 1 << i
	}
	edge := uint(len(rows) - 1)
	plus, minus := ^uint64(0), uint64(0) // the differences of the column from top to bottom
	value := at.value + len(rows)
	s.first.column = -1
	if value+distance(at.column, straight) <= most {
		s.first, s.last = corner{at.column, value}, at.column
	}
	slack := 2 * len(rows) // a value farther up in the column may be smaller, and nearer to straight
	where, carry := e.where, e.carry[:len(b)]
	j := at.column
	for ; j < len(b); j++ {
		equal := where[b[j]]
		in := int64(carry[j])
		less, more := uint64(in)>>63, uint64(-in)>>63
		v := equal | minus
		equal |= less
		h := (((equal & plus) + plus) ^ plus) | equal
		up := minus | ^(h | plus)
		down := plus & h
		out := int64(up>>edge&1) - int64(down>>edge&1)
		up, down = up<<1|more, down<<1|less
		plus = down | ^(v | up)
		minus = up & v
		carry[j] = int8(out)
		value += int(out)
		if total := value + distance(j+1, straight); total <= most {
			if s.last = j + 1; s.first.column < 0 {
				s.first = corner{j + 1, value}
			}
		} else if j >= good && total-slack > most {
			j++
			break
		}
	}
	s.end, s.value = j, value
	for _, c := range rows {
		e.where[c] = 0
	}
	e.Steps += int64(j - at.column)
	return s
}

func distance(a, b int) int { return max(a-b, b-a) }
