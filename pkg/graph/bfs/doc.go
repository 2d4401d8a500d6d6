// Package bfs numbers the pages of a web breadth first: their layers, their numbers, and the proof of a numbering.
//
// The links are directed and come as pairs (source, target). A component is what is reachable from its root and belongs
// to no component before it; a root is the lowest page that is left, so there is exactly one right answer. Layers count
// on over the components: a root is alone in the layer after the last one of the component before.
//
// Layers read the links once into a compact form and sweep it; Number and Verify only sort.
package bfs

import (
	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// sortBy writes the records of src to dst, in the order of some columns, counted from 0, and then of the others; each
// value of these columns once, if unique.
func sortBy(room *work.Room, dst tuple.Sink, src tuple.Source, memory int64, unique bool, width int, cols ...int) error {
	_, err := extsort.Sort(dst, []tuple.Source{src}, extsort.Options{
		Width: width, Order: tuple.Columns(cols...), Unique: unique,
		Room: room.With(memory),
	})
	return err
}

// unique writes each record of one column once, in order.
func unique(room *work.Room, dst tuple.Sink, srcs []tuple.Source, memory int64) error {
	_, err := extsort.Sort(dst, srcs, extsort.Options{
		Width: 1, Unique: true,
		Room: room.With(memory),
	})
	return err
}
