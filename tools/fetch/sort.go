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
		_, err := linesort.SortAdded(linesort.InOrder(dst), linesort.Options{Room: room}, source)
		return err
	}
}
