package near

// Edits computes edit distances of long sequences: how many symbols must be changed, put in or taken out to turn one into the
// other. It is bit-parallel (Myers 1999): a word holds the differences between 64 cells of a column of the matrix.
//
// The rows are computed in blocks of 64, block after block, each from the left to the right; what a block hands to the one below
// is one difference a column. So there is one table of symbols, for the 64 of the block. Only the band of the matrix is
// computed through which a way of the wanted length can lead (Ukkonen 1985), and it begins where a block has its first value that
// is small enough. What lies outside counts as if a way along the edge led there: never too little.
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
	return e.blocks(a, b, min(most, len(b)))
}

// blocks computes the blocks of the matrix whose rows are a and whose columns are b, which is no shorter.
func (e *Edits) blocks(a, b []int32, most int) int {
	if len(e.carry) < len(b) {
		e.carry = make([]int8, len(b)+len(b)/2)
	}
	for j := range b {
		e.carry[j] = 1
	}
	longer := len(b) - len(a)
	aside := (most - longer) / 2 // a way that goes farther to one side has to come back, or ends on the other side
	at := corner{}
	for row := 0; ; row += 64 {
		rows := a[row:min(len(a), row+64)]
		ends := row + len(rows)
		next, last := e.block(rows, b[:min(len(b), ends+longer+aside)], at, ends+longer, most)
		if next.column < 0 {
			return most + 1
		}
		if ends == len(a) {
			return last
		}
		for at = next; at.column < ends-aside; at.column++ {
			at.value += int(e.carry[at.column])
		}
	}
}

// corner is a value of the matrix, between two blocks, and how many columns are before it.
type corner struct{ column, value int }

// block computes a block from a corner on. next is the first value of its last row from which the end can be reached with most
// edits, at column -1 if there is none: to get from a value to the end takes as many edits as it is columns away from the column
// straight. last is the last value of the last row.
func (e *Edits) block(rows, b []int32, at corner, straight, most int) (next corner, last int) {
	for i, c := range rows {
		e.where[c] |= 1 << i
	}
	edge := uint(len(rows) - 1)
	plus, minus := ^uint64(0), uint64(0) // the differences of the column from top to bottom
	value := at.value + len(rows)
	next.column = -1
	if value+distance(at.column, straight) <= most {
		next = corner{at.column, value}
	}
	where, carry := e.where, e.carry[:len(b)]
	for j := at.column; j < len(b); j++ {
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
		if value += int(out); next.column < 0 && value+distance(j+1, straight) <= most {
			next = corner{j + 1, value}
		}
	}
	for _, c := range rows {
		e.where[c] = 0
	}
	e.Steps += int64(len(b) - at.column)
	return next, value
}

func distance(a, b int) int { return max(a-b, b-a) }
