package corr

import (
	"errors"
	"fmt"
	"io"
	"math"

	"webmill/pkg/tuple"
)

// This file makes pairs (a, b) of two scorings: a merge of streams that are sorted by id and have each id once, which is
// verified.
//
// Passes: one over all streams. Memory: a block of each.

// Input is a stream sorted by its first column: a scoring (id, score), or a list of ids.
type Input struct {
	Name   string // how errors name it
	Source tuple.Source
}

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
	a, b, list   side
	onlyA, onlyB int64
}

// NewAlign aligns two scorings; the list is for the scope Listed.
func NewAlign(a, b Input, scope Scope, list Input) *Align {
	l := &Align{scope: scope, a: newSide(a, 2), b: newSide(b, 2)}
	if scope == Listed {
		l.list = newSide(list, 1)
	}
	return l
}

// Only tells, when all was read, how many ids one of the scorings has and the other has not, whatever the scope.
func (l *Align) Only() (a, b int64) { return l.onlyA, l.onlyB }

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

// fill reads on where a stream has nothing left, and tells whether any has.
func (l *Align) fill() (more bool, err error) {
	for _, s := range [...]*side{&l.a, &l.b, &l.list} {
		if err := s.fill(); err != nil {
			return false, err
		}
		more = more || len(s.rest) > 0
	}
	return more, nil
}

// same makes pairs as long as both scorings have the same ids, and returns how many int32 they are.
func (l *Align) same(dst []int32) int {
	if l.scope == Listed {
		return 0
	}
	a, b := l.a.rest, l.b.rest
	n := min(len(a), len(b), len(dst)) &^ 1
	a, b, dst = a[:n], b[:n], dst[:n]
	i := 0
	for ; i+1 < n && a[i] == b[i]; i += 2 {
		dst[i], dst[i+1] = a[i+1], b[i+1]
	}
	l.a.rest, l.b.rest = l.a.rest[i:], l.b.rest[i:]
	return i
}

// step takes the next id of any stream and makes its pair, if it has one.
func (l *Align) step(dst []int32) int {
	id := min(l.a.id(), l.b.id(), l.list.id())
	a, hasA := l.a.take(id)
	b, hasB := l.b.take(id)
	_, listed := l.list.take(id)
	switch {
	case hasA && !hasB:
		l.onlyA++
	case hasB && !hasA:
		l.onlyB++
	}
	if l.scope == Both && !(hasA && hasB) || l.scope == Listed && !listed {
		return 0
	}
	dst[0], dst[1] = a, b
	return 2
}

// end is io.EOF, or what is wrong where a stream had no records.
func (l *Align) end() error {
	for _, s := range [...]*side{&l.a, &l.b, &l.list} {
		if s.Source != nil && !s.began {
			return fmt.Errorf("%s: %w", s.Name, ErrEmpty)
		}
	}
	return io.EOF
}

// side is one of the streams.
type side struct {
	Input
	width int
	check *tuple.Checker
	buf   []int32
	rest  []int32 // records read and not yet taken
	began bool    // there was a record
	ended bool
}

func newSide(in Input, width int) side {
	return side{
		Input: in, width: width, check: tuple.NewChecker(tuple.Columns(0), width, true),
		buf: make([]int32, tuple.BlockBytes/4/width*width),
	}
}

func (s *side) fill() error {
	for len(s.rest) == 0 && !s.ended && s.Source != nil {
		n, err := s.Source.ReadBlock(s.buf)
		if err != nil && err != io.EOF {
			return err
		}
		s.rest, s.began, s.ended = s.buf[:n], s.began || n > 0, err == io.EOF
		if err := s.check.Check(s.rest); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return nil
}

// none is what follows the last id.
const none = math.MaxInt64

// id is the next id.
func (s *side) id() int64 {
	if len(s.rest) == 0 {
		return none
	}
	return int64(s.rest[0])
}

// take takes the record if it has this id, and returns its score.
func (s *side) take(id int64) (score int32, ok bool) {
	if s.id() != id {
		return 0, false
	}
	score = s.rest[s.width-1]
	s.rest = s.rest[s.width:]
	return score, true
}
