package main

import (
	"io"

	"webmill/pkg/linesort"
	"webmill/pkg/web/crawl"
	"webmill/pkg/work"
)

// sortIn makes a crawl.Sort that takes the memory of a room.
func sortIn(room work.Room) crawl.Sort {
	return func(dst io.Writer, source func(add func(line []byte) error) error) error {
		_, err := linesort.SortAdded(inOrder{dst}, linesort.Options{Room: room}, source)
		return err
	}
}

// inOrder is a linesort.Output that is written from its beginning to its end.
type inOrder struct{ io.Writer }

// At implements linesort.Output.
func (inOrder) At() (io.WriterAt, bool) { return nil, false }

// Written implements linesort.Output.
func (inOrder) Written(int64) error { return nil }
