package kendall

import (
	"errors"
	"fmt"
	"io"

	"webmill/pkg/tuple"
)

// This file makes pairs (a, b) of two scorings: a merge of streams that are sorted by id and have each id once, which is
// verified.
//
// Passes: one over all streams. Memory: a block of each.

// Scope says which ids are compared.
type Scope int

// The scopes.
const (
	Both   Scope = iota // the ids that both scorings have
	Any                 // those that one of them has; the other's score is 0
	Listed              // those of a list; a score that is missing is 0
)

// ErrEmpty is the error of a scoring without any record.
var ErrEmpty = errors.New("is empty")

// Align is the Source of the pairs (a, b) of two scorings, in the order of their ids.
type Align struct {
	scope        Scope
	a, b, list   *tuple.Cursor // a and b of (id, score), the list of ids
	onlyA, onlyB int64
	unknown      int64 // ids of the list that neither scoring has
}

// NewAlign aligns two scorings; the list is for the scope Listed.
func NewAlign(a, b tuple.Input, scope Scope, list tuple.Input) *Align {
	l := &Align{scope: scope, a: tuple.NewCursor(a, 2), b: tuple.NewCursor(b, 2), list: &tuple.Cursor{}}
	if scope == Listed {
		l.list = tuple.NewCursor(list, 1)
	}
	return l
}

// Only tells, when all was read, how many ids one of the scorings has and the other has not, whatever the scope.
func (l *Align) Only() (a, b int64) { return l.onlyA, l.onlyB }

// Unknown tells, when all was read, how many ids of the list neither scoring has.
func (l *Align) Unknown() int64 { return l.unknown }

// ReadBlock implements tuple.Source.
func (l *Align) ReadBlock(dst []int32) (int, error) {
	n := 0
	for n+2 <= len(dst) {
		more, err := l.fill()
		if err != nil {
			return 0, err
		}
		if !more {
			break
		}
		if k := l.same(dst[n:]); k > 0 {
			n += k
		} else {
			n += l.step(dst[n:])
		}
	}
	if n == 0 {
		return 0, l.end()
	}
	return n, nil
}

// fill reads on where a stream has nothing left, and reports whether any has.
func (l *Align) fill() (more bool, err error) {
	for _, s := range l.all() {
		more = s.ID() != tuple.NoID || more
		if err := s.Err(); err != nil {
			return false, err
		}
	}
	return more, nil
}

// same makes pairs as long as both scorings have the same ids, and returns how many int32 they are.
func (l *Align) same(dst []int32) int {
	if l.scope == Listed {
		return 0
	}
	a, b := l.a.Rest, l.b.Rest
	n := min(len(a), len(b), len(dst)) &^ 1
	a, b, dst = a[:n], b[:n], dst[:n]
	i := 0
	for ; i+1 < n && a[i] == b[i]; i += 2 {
		dst[i], dst[i+1] = a[i+1], b[i+1]
	}
	l.a.Skip(i / 2)
	l.b.Skip(i / 2)
	return i
}

// step takes the next id of any stream and makes its pair, if it has one.
func (l *Align) step(dst []int32) int {
	id := min(l.a.ID(), l.b.ID(), l.list.ID())
	a, b, listed := l.a.Take(id), l.b.Take(id), l.list.Take(id)
	switch {
	case a != nil && b == nil:
		l.onlyA++
	case b != nil && a == nil:
		l.onlyB++
	case b == nil && listed != nil:
		l.unknown++
	}
	if l.scope == Both && (a == nil || b == nil) || l.scope == Listed && listed == nil {
		return 0
	}
	dst[0], dst[1] = score(a), score(b)
	return 2
}

func (l *Align) all() [3]*tuple.Cursor { return [...]*tuple.Cursor{l.a, l.b, l.list} }

// score returns the score of a record (id, score), 0 without one.
func score(rec []int32) int32 {
	if rec == nil {
		return 0
	}
	return rec[1]
}

// end is io.EOF, or what is wrong where a stream had no records.
func (l *Align) end() error {
	for _, s := range l.all() {
		if s.Name() != "" && s.Taken == 0 {
			return fmt.Errorf("%s: %w", s.Name(), ErrEmpty)
		}
	}
	return io.EOF
}
