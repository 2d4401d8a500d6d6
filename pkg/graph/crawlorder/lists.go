package crawlorder

import (
	"slices"

	"webmill/pkg/graph/adj"
)

// lists finds the links of single pages, in pieces where a list goes through several chunks:
//
//	for piece, err := l.first(page); len(piece) > 0; piece, err = l.next() { … }
//
// A crawl asks for pages here and there, so a chunk is found by a table of all pages, 64 a place, and not by bisection.
// The last chunks stay decoded: a page is often followed by its neighbours, and is asked for twice where it matters how
// many links it has.
//
// Memory: half a bit a page; 32 decoded chunks.
type lists struct {
	form    *adj.Form
	reader  *adj.Reader
	starts  []int32 // the chunk in which the list of the first of 64 pages begins, if it has one
	slots   [32]slot
	goesOn  int // the chunk in which the list goes on; -1: none
	decoded int64
}

type slot struct {
	chunk int // from 1
	adj.Chunk
}

const startBits = 6

func newLists(form *adj.Form, pages int64) *lists {
	l := &lists{form: form, reader: form.Reader(0), starts: make([]int32, pages>>startBits+1)}
	chunk := 0
	for i := range l.starts {
		for chunk+1 < form.Chunks() && !l.begins(int32(i<<startBits), chunk) {
			chunk++
		}
		l.starts[i] = int32(chunk)
	}
	return l
}

// begins reports whether the list of a page cannot begin in a later chunk.
func (l *lists) begins(page int32, chunk int) bool {
	next := chunk + 1
	return next == l.form.Chunks() || l.form.First(next) > page || l.form.First(next) == page && l.form.Continues(next)
}

// first is the first piece of the links of a page, ascending; empty if there are none. A piece is valid until the next call.
func (l *lists) first(page int32) ([]int32, error) {
	l.goesOn = -1
	if l.form.Chunks() == 0 {
		return nil, nil
	}
	chunk := int(l.starts[page>>startBits])
	for !l.begins(page, chunk) {
		chunk++
	}
	c, err := l.load(chunk)
	if err != nil {
		return nil, err
	}
	i, found := slices.BinarySearch(c.Keys, page)
	if !found {
		return nil, nil
	}
	return l.piece(c, i, chunk), nil
}

// next is the next piece, empty at the end.
func (l *lists) next() ([]int32, error) {
	if l.goesOn < 0 {
		return nil, nil
	}
	chunk := l.goesOn
	c, err := l.load(chunk)
	if err != nil {
		return nil, err
	}
	return l.piece(c, 0, chunk), nil
}

// piece is list i of a chunk; it notes where the list goes on.
func (l *lists) piece(c *adj.Chunk, i, chunk int) []int32 {
	l.goesOn = -1
	if i+1 == c.Lists() && chunk+1 < l.form.Chunks() && l.form.Continues(chunk+1) {
		l.goesOn = chunk + 1
	}
	return c.List(i)
}

// load decodes a chunk, unless it is there.
func (l *lists) load(chunk int) (*adj.Chunk, error) {
	s := &l.slots[chunk%len(l.slots)]
	if s.chunk == chunk+1 {
		return &s.Chunk, nil
	}
	s.chunk = 0
	l.decoded++
	if err := l.reader.Read(chunk, &s.Chunk); err != nil {
		return nil, err
	}
	s.chunk = chunk + 1
	return &s.Chunk, nil
}
