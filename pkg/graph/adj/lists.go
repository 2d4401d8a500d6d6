package adj

import "slices"

// Lists finds the lists of single pages, in parts where a list goes through several chunks:
//
//	for links, err := l.First(page); len(links) > 0; links, err = l.Next() { … }
//
// It keeps the last chunks that it decoded: pages that are close in the web often have numbers that are close.
type Lists struct {
	Decoded int64 // how many chunks were decoded

	graph  *Graph
	reader *Reader
	find   func(page int32) (chunk int)
	slots  []slot
	goesOn int // the chunk in which the list goes on; -1: none
}

type slot struct {
	chunk int // from 1
	Chunk
}

// NewLists keeps a number of decoded chunks. find gives the chunk in which the list of a page begins, if it has one; it is not
// called where there are no chunks.
func NewLists(graph *Graph, chunks int, find func(page int32) (chunk int)) *Lists {
	return &Lists{graph: graph, reader: graph.Reader(0), find: find, slots: make([]slot, chunks), goesOn: -1}
}

// First is the first part of the list of a page, ascending; empty if there is none. It is valid until the next call.
func (l *Lists) First(page int32) ([]int32, error) {
	l.goesOn = -1
	if l.graph.Chunks() == 0 {
		return nil, nil
	}
	chunk := l.find(page)
	c, err := l.load(chunk)
	if err != nil {
		return nil, err
	}
	i, found := slices.BinarySearch(c.Keys, page)
	if !found {
		return nil, nil
	}
	return l.part(c, i, chunk), nil
}

// Next is the next part, empty at the end.
func (l *Lists) Next() ([]int32, error) {
	if l.goesOn < 0 {
		return nil, nil
	}
	chunk := l.goesOn
	c, err := l.load(chunk)
	if err != nil {
		return nil, err
	}
	return l.part(c, 0, chunk), nil
}

// part is list i of a chunk; it notes where the list goes on.
func (l *Lists) part(c *Chunk, i, chunk int) []int32 {
	l.goesOn = -1
	if i+1 == c.Lists() && chunk+1 < l.graph.Chunks() && l.graph.Continues(chunk+1) {
		l.goesOn = chunk + 1
	}
	return c.List(i)
}

// load decodes a chunk, unless it is there.
func (l *Lists) load(chunk int) (*Chunk, error) {
	s := &l.slots[chunk%len(l.slots)]
	if s.chunk == chunk+1 {
		return &s.Chunk, nil
	}
	s.chunk = 0
	l.Decoded++
	if err := l.reader.Read(chunk, &s.Chunk); err != nil {
		return nil, err
	}
	s.chunk = chunk + 1
	return &s.Chunk, nil
}
