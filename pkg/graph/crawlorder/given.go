package crawlorder

import (
	"errors"
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/graph/idset"
	"webmill/pkg/tuple"
)

// This file reads what is given about pages besides their links.

// numbers is the set of the numbers of pages, of records of one column.
func (w *web) numbers(srcs []tuple.Source) (*idset.Set, error) {
	set := &idset.Set{}
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

// each gives the number and the value of each page that has a record in a stream of pairs (id, value), sorted by id, and counts
// the records of what is no page.
func (w *web) each(in tuple.Input, use func(page, value int32) error) (foreign int64, err error) {
	r := tuple.NewReader(tuple.Sorted(in.Source, tuple.Columns(0), 2, true), 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		page, ok := w.page(rec[0])
		if !ok {
			foreign++
			continue
		}
		if err := use(page, rec[1]); err != nil {
			return foreign, fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	if errors.Is(r.Err(), tuple.ErrUnsorted) {
		return foreign, fmt.Errorf("%s: %w", in.Name, r.Err()) // other errors name their stream themselves
	}
	return foreign, r.Err()
}

// each gives the importance of each page that has one, and counts the ids that have one and are no pages.
func (c *crawler) each(in tuple.Input, use func(page int32, value float32)) (foreign int64, err error) {
	return c.web.each(in, func(page, bits int32) error {
		use(page, tuple.F32Value(bits))
		return nil
	})
}

// last is each for the importance in the end, which every page should have.
func (c *crawler) last(in tuple.Input, use func(page int32, value float32)) error {
	holes := int64(0) // ids between those of pages
	foreign, err := c.each(in, func(page int32, value float32) {
		if c.stats.Unrated--; !c.web.exists(page) {
			holes++
		}
		use(page, value)
	})
	c.stats.Unrated += c.web.count() + holes
	c.stats.Foreign = foreign + holes
	return err
}

// floats are as many as there are pages.
func (c *crawler) floats() ([]float32, error) {
	words, err := c.frontier.words((c.web.places + 1) / 2)
	return arena.View[float32](words), err
}

// importance is the value of each page, 0 for those without any.
func (c *crawler) importance(in tuple.Input) ([]float32, error) {
	values, err := c.floats()
	if err != nil {
		return nil, err
	}
	err = c.last(in, func(page int32, value float32) { values[page] = value })
	return values, err
}
