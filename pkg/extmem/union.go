package extmem

import (
	"slices"

	"webmill/pkg/tuple"
)

// Union merges two streams of the same width, both sorted by the whole record: the keys must name all columns. With
// distinct it writes equal records once.
//
// Passes: one over both. Memory: three blocks.
func Union(dst tuple.Sink, a, b Input, distinct bool) error {
	if err := sameKey(a, b); err != nil {
		return err
	}
	u := &union{a: newCursor(a), b: newCursor(b), out: newOutput(dst, a.Width), distinct: distinct}
	for {
		moreA, err := u.a.more()
		if err != nil {
			return err
		}
		moreB, err := u.b.more()
		if err != nil {
			return err
		}
		if !moreA && !moreB {
			return u.out.flush()
		}
		if err := u.merge(moreA, moreB); err != nil {
			return err
		}
	}
}

type union struct {
	a, b     *cursor
	out      *output
	distinct bool
	last     []int32 // the last record written
}

// merge goes on until a block is used up.
func (u *union) merge(moreA, moreB bool) error {
	a, b := u.a, u.b
	if moreA != moreB {
		rest := a
		if moreB {
			rest = b
		}
		for ; rest.pos < rest.n; rest.pos++ {
			if err := u.put(rest.current()); err != nil {
				return err
			}
		}
		return nil
	}
	for a.pos < a.n && b.pos < b.n {
		least := a
		if compare(a, b) > 0 {
			least = b
		}
		if err := u.put(least.current()); err != nil {
			return err
		}
		least.pos++
	}
	return nil
}

func (u *union) put(rec []int32) error {
	if u.distinct {
		if u.last != nil && slices.Equal(u.last, rec) {
			return nil
		}
		u.last = append(u.last[:0], rec...)
	}
	place, err := u.out.next()
	copy(place, rec)
	return err
}
