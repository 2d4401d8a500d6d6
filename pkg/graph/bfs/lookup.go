package bfs

import (
	"slices"

	"webmill/pkg/graph/adj"
)

// lookup finds the lists of single pages. It keeps chunks that it decoded: pages that are near each other in the web are
// often near each other in number.
type lookup struct {
	form    *adj.Form
	reader  *adj.Reader
	slots   []slot
	chunk   int // of the last page
	next    int // where the list goes on; -1: nowhere
	decoded int64
}

type slot struct {
	chunk int
	adj.Chunk
}

const slotBytes = 12 << 10 // of a chunk that is not much larger than others

// newLookup makes a lookup that keeps decoded chunks in about so many bytes.
func newLookup(form *adj.Form, memory int64) *lookup {
	slots := min(max(memory/slotBytes, 2), 256)
	l := &lookup{form: form, reader: form.Reader(0), slots: make([]slot, slots), next: -1}
	for i := range l.slots {
		l.slots[i].chunk = -1
	}
	return l
}

// load decodes a chunk, unless it is there.
func (l *lookup) load(chunk int) (*adj.Chunk, error) {
	s := &l.slots[chunk%len(l.slots)]
	if s.chunk == chunk {
		return &s.Chunk, nil
	}
	s.chunk = -1
	l.decoded++
	if err := l.reader.Read(chunk, &s.Chunk); err != nil {
		return nil, err
	}
	s.chunk = chunk
	return &s.Chunk, nil
}

// begins reports whether the list of a page can only begin in a chunk.
func (l *lookup) begins(id int32, chunk int) bool {
	if first := l.form.First(chunk); first > id || first == id && l.form.Continues(chunk) {
		return false
	}
	return chunk+1 == l.form.Chunks() || l.form.First(chunk+1) > id
}

// list returns the beginning of the list of a page, if it has one; more returns the rest, piece by piece. A piece is valid
// until the next call.
func (l *lookup) list(id int32) ([]int32, error) {
	l.next = -1
	if l.form.Chunks() == 0 {
		return nil, nil
	}
	switch {
	case l.begins(id, l.chunk):
	case l.chunk+1 < l.form.Chunks() && l.begins(id, l.chunk+1):
		l.chunk++
	default:
		l.chunk = max(l.form.Find(id), 0)
	}
	c, err := l.load(l.chunk)
	if err != nil {
		return nil, err
	}
	i, found := slices.BinarySearch(c.Keys, id)
	if !found {
		return nil, nil
	}
	l.goOn(l.chunk, i, c)
	return c.List(i), nil
}

func (l *lookup) more() ([]int32, error) {
	if l.next < 0 {
		return nil, nil
	}
	chunk := l.next
	c, err := l.load(chunk)
	if err != nil {
		return nil, err
	}
	l.goOn(chunk, 0, c)
	return c.List(0), nil
}

// goOn notes where list i of a chunk goes on.
func (l *lookup) goOn(chunk, i int, c *adj.Chunk) {
	l.next = -1
	if i+1 == c.Lists() && chunk+1 < l.form.Chunks() && l.form.Continues(chunk+1) {
		l.next = chunk + 1
	}
}
