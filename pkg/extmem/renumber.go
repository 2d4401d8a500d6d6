package extmem

import "webmill/pkg/tuple"

// Missing says what to do with an id that has no number.
type Missing string

// What to do with an id that has no number.
const (
	Refuse Missing = "error"
	Drop   Missing = "drop" // the record
	Keep   Missing = "keep" // the id
)

// AllMissing has every Missing.
var AllMissing = []Missing{Refuse, Drop, Keep}

// Renumber replaces the ids of a column by their numbers in a map, a stream of pairs (id, number) that is sorted by id and
// has each id once. The stream is sorted by the column, its only key. It returns how many records had no number.
//
// Passes: one over both. Memory: two blocks; records are changed where they were read.
func Renumber(dst tuple.Sink, in, numbers Input, missing Missing) (without int64, err error) {
	numbers.Key, numbers.Unique = []int{0}, true
	r := renumbering{a: newCursor(in), numbers: newCursor(numbers), missing: missing, col: in.Key[0]}
	err = changed(dst, r.a, r.numbers, r.change)
	return r.without, err
}

type renumbering struct {
	a, numbers *cursor
	col        int
	missing    Missing
	without    int64
}

// change renumbers a block, moves what stays to its front and returns how many int32 stay.
func (r *renumbering) change() (kept int, err error) {
	a := r.a
	for a.pos < a.n {
		more, err := r.numbers.more()
		if err != nil {
			return 0, err
		}
		if !more {
			if kept, err = r.lack(kept, a.n); err != nil {
				return 0, err
			}
			break
		}
		if kept, err = r.merge(kept); err != nil {
			return 0, err
		}
	}
	return kept, nil
}

// merge goes on until the block or the one of the map is used up.
func (r *renumbering) merge(kept int) (int, error) {
	a, m, w := r.a, r.numbers, r.a.Width
	ka, km := a.keys[:a.n], m.keys[:m.n]
	for a.pos < len(ka) && m.pos < len(km) {
		switch x, y := ka[a.pos], km[m.pos]; {
		case x > y:
			m.pos++
		case x < y:
			var err error
			if kept, err = r.lack(kept, a.pos+1); err != nil {
				return 0, err
			}
		default:
			copy(a.block[kept:kept+w], a.current())
			a.block[kept+r.col] = m.block[2*m.pos+1]
			kept += w
			a.pos++
		}
	}
	return kept, nil
}

// lack treats the records up to end, whose ids have no number.
func (r *renumbering) lack(kept, end int) (int, error) {
	a := r.a
	r.without += int64(end - a.pos)
	switch r.missing {
	case Keep:
		kept += (end - a.pos) * a.Width // nothing is ever dropped, so the records lie where they belong
	case Refuse:
		id := a.current()[r.col]
		return 0, a.in.Fail(a.pos, "%s has no number for the id %d", r.numbers.Name, id)
	}
	a.pos = end
	return kept, nil
}
