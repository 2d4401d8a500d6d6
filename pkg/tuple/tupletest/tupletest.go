// Package tupletest has sources and sinks for tests.
package tupletest

import (
	"cmp"
	"io"
	"slices"

	"webmill/pkg/tuple"
)

// Blocks is a Source that gives numbers in small blocks, as pipes do; most should be a multiple of the width.
func Blocks(numbers []int32, most int) tuple.Source {
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		if len(numbers) == 0 {
			return 0, io.EOF
		}
		n := copy(dst[:min(len(dst), most)], numbers)
		numbers = numbers[n:]
		return n, nil
	})
}

// Flat puts pairs one after the other.
func Flat[P ~[2]int32](pairs []P) (numbers []int32) {
	for _, p := range pairs {
		numbers = append(numbers, p[0], p[1])
	}
	return numbers
}

// Pairs is a Sink that collects pairs.
type Pairs[P ~[2]int32] []P

// WriteBlock implements tuple.Sink.
func (p *Pairs[P]) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[2:] {
		*p = append(*p, P{block[0], block[1]})
	}
	return nil
}

// Input gives the pairs as an input, few at a time.
func (p Pairs[P]) Input(name string) tuple.Input {
	return tuple.Input{Name: name, Source: Blocks(Flat(p), 14)}
}

// Sorted is a sorted copy.
func (p Pairs[P]) Sorted() Pairs[P] {
	p = slices.Clone(p)
	slices.SortFunc(p, func(a, b P) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return p
}

// Numbers is a Sink that collects numbers.
type Numbers []int32

// WriteBlock implements tuple.Sink.
func (n *Numbers) WriteBlock(block []int32) error {
	*n = append(*n, block...)
	return nil
}
