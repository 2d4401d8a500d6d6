package harmony

import "webmill/pkg/hashes"

// Row finds where numbers stand in a sequence that repeats none. Many sequences are compared with the same one in the time that
// it takes to read them, where Pair sorts both.
type Row struct {
	slots []int32 // places in the sequence, from 1 on; a power of two, at least twice as many as there are numbers
	made  bool
}

// Reset says that the next sequence is another one.
func (r *Row) Reset() { r.made = false }

// Common counts the numbers of a sequence that are in another one, which is of since Reset. Neither repeats a number. in reports
// whether these stand in the same order in both; if they do not, it does not count on.
func (r *Row) Common(of, list []uint64) (common int, in bool) {
	next := 0 // of what is of, all before it was passed
	for _, n := range list {
		if next == len(of) || of[next] != n {
			at := r.find(of, n)
			if at < 0 {
				continue
			}
			if at < next { // it was passed
				return common, false
			}
			next = at
		}
		next++
		common++
	}
	return common, true
}

// find returns the place of a number, or -1.
func (r *Row) find(of []uint64, n uint64) int {
	if !r.made {
		r.make(of)
	}
	mask := uint64(len(r.slots) - 1)
	for i := hashes.Mix(n) & mask; r.slots[i] > 0; i = (i + 1) & mask {
		if at := int(r.slots[i]) - 1; of[at] == n {
			return at
		}
	}
	return -1
}

func (r *Row) make(of []uint64) {
	size := 2
	for size < 2*len(of) {
		size *= 2
	}
	if cap(r.slots) < size {
		r.slots = make([]int32, size)
	}
	r.slots = r.slots[:size]
	clear(r.slots)
	mask := uint64(size - 1)
	for at, n := range of {
		i := hashes.Mix(n) & mask
		for r.slots[i] > 0 {
			i = (i + 1) & mask
		}
		r.slots[i] = int32(at + 1)
	}
	r.made = true
}
