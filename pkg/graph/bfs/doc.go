// Package bfs numbers the pages of a web breadth first: their layers, their numbers, and the proof of a numbering.
//
// The links are directed and come as pairs (source, target). A component is what is reachable from its root and belongs
// to no component before it; a root is the lowest page that is left, so there is exactly one right answer. Layers count
// on over the components: a root is alone in the layer after the last one of the component before.
//
// Layers read the links once into a compact form and sweep it; Number and Verify only sort.
package bfs

import (
	"fmt"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Options say what may be used.
type Options struct {
	Memory  int64 // bytes
	Threads int
	FS      vfs.FS
	TempDir string
	// Cache is how many bytes the system can keep in its page cache. A sort that moves more goes past it.
	Cache int64
	// Phase is told of each long stretch of work and of its bytes; it may be nil.
	Phase func(name string, bytes int64) extsort.Counter
}

// phase begins a stretch of work.
func (o *Options) phase(name string, bytes int64) extsort.Counter {
	if o.Phase == nil {
		return uncounted{}
	}
	return o.Phase(name, bytes)
}

type uncounted struct{}

func (uncounted) Add(int64) {}

// sort writes the records of src to dst, in the order of some columns, counted from 0, and then of the others; each
// value of these columns once, if unique.
func (o *Options) sort(dst tuple.Sink, src tuple.Source, memory int64, unique bool, width int, cols ...int) error {
	_, err := extsort.Sort(dst, []tuple.Source{src}, extsort.Options{
		Width: width, Order: tuple.Columns(cols...), Unique: unique,
		Memory: memory, Threads: o.Threads, FS: o.FS, TempDir: o.TempDir, Cache: o.Cache,
	})
	return err
}

// unique writes each record of one column once, in order.
func (o *Options) unique(dst tuple.Sink, srcs []tuple.Source, memory int64) error {
	_, err := extsort.Sort(dst, srcs, extsort.Options{
		Width: 1, Unique: true, Memory: memory, Threads: o.Threads, FS: o.FS, TempDir: o.TempDir, Cache: o.Cache,
	})
	return err
}

// Input is a stream of pairs of ids, which are not negative.
type Input struct {
	Name   string // how errors name it
	Source tuple.Source
}

// ordered reads an input and checks its order.
type ordered struct {
	Input
	checker *tuple.Checker
	records int64 // before the last block
	next    int64 // before the next one
}

// inOrder checks that an input is sorted by columns counted from 0; strict refuses pairs that are equal in them.
func (in Input) inOrder(strict bool, cols ...int) *ordered {
	return &ordered{Input: in, checker: tuple.NewChecker(tuple.Columns(cols...), 2, strict)}
}

// ReadBlock implements tuple.Source.
func (in *ordered) ReadBlock(dst []int32) (int, error) {
	n, err := in.Source.ReadBlock(dst)
	if e := in.checker.Check(dst[:n]); e != nil {
		return 0, fmt.Errorf("%s: %w", in.Name, e)
	}
	in.records = in.next
	in.next += int64(n / 2)
	return n, err
}

// fail says what is wrong with pair i of the last block.
func (in *ordered) fail(i int, format string, args ...any) error {
	return fmt.Errorf("%s: %w", in.Name, &tuple.PlaceError{Record: in.records + int64(i) + 1, Err: fmt.Errorf(format, args...)})
}

// sinkFunc is a Sink.
type sinkFunc func(block []int32) error

func (f sinkFunc) WriteBlock(block []int32) error { return f(block) }

// sourceFunc is a Source.
type sourceFunc func(dst []int32) (int, error)

func (f sourceFunc) ReadBlock(dst []int32) (int, error) { return f(dst) }
