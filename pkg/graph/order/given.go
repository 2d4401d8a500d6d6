package order

import (
	"errors"
	"fmt"
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/graph/pages"
	"webmill/pkg/tuple"
)

// This file reads what is given about pages besides their links.

// numbers is the set of the numbers of pages, of records of one column.
func (w *web) numbers(srcs []tuple.Source) (*pages.Set, error) {
	set := &pages.Set{}
	for _, src := range srcs {
		r := tuple.NewReader(src, 1)
		for rec := r.Next(); rec != nil; rec = r.Next() {
			page, ok := w.page(rec[0])
			if !ok {
				return nil, fmt.Errorf("the seed %d is not a page", rec[0])
			}
			set.Add(page)
		}
		if r.Err() != nil {
			return nil, r.Err()
		}
	}
	return set, nil
}

// each gives the number and the value of each page that has a record in a stream of pairs (id, value), sorted by id.
func (w *web) each(in bfs.Input, use func(page, value int32) error) error {
	r := tuple.NewReader(tuple.Sorted(in.Source, tuple.Columns(0), 2, true), 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		if page, ok := w.page(rec[0]); ok {
			if err := use(page, rec[1]); err != nil {
				return fmt.Errorf("%s: %w", in.Name, err)
			}
		}
	}
	if errors.Is(r.Err(), tuple.ErrUnsorted) {
		return fmt.Errorf("%s: %w", in.Name, r.Err()) // other errors name their stream themselves
	}
	return r.Err()
}

// each gives the importance of each page that has one.
func (c *crawler) each(in bfs.Input, use func(page int32, value float32)) error {
	return c.web.each(in, func(page, bits int32) error {
		value := tuple.F32Value(bits)
		if math.IsInf(float64(value), 0) {
			return fmt.Errorf("the importance of %d is infinite", c.web.id(page))
		}
		use(page, value)
		return nil
	})
}

// floats are as many as there are pages.
func (c *crawler) floats() ([]float32, error) {
	words, err := c.frontier.words((c.web.places + 1) / 2)
	return arena.Floats32(words), err
}

// importance is the value of each page, 0 for those without any.
func (c *crawler) importance(in bfs.Input) ([]float32, error) {
	values, err := c.floats()
	if err != nil {
		return nil, err
	}
	err = c.each(in, func(page int32, value float32) { values[page] = value })
	return values, err
}
