package dict

import (
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// merger merges runs. Equal keys are found on the way: the tree knows what a key shares with the one written last.
type merger struct {
	cursors []*cursor
	tree    *sorts.StringTree
}

func newMerger(s *spill.Blocks, runs []*run, count work.Counter) (*merger, error) {
	m := &merger{tree: sorts.NewStringTree(len(runs), false)}
	for i, r := range runs {
		c := newCursor(s, r)
		c.in.Count = count
		m.cursors = append(m.cursors, c)
		if err := m.advance(i); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// advance goes to the next key of a run: its first, or that after the one written last.
func (m *merger) advance(i int) error {
	c := m.cursors[i]
	ok, err := c.next()
	if err != nil {
		return err
	}
	if ok {
		m.tree.Put(i, c.key, c.shared)
	} else {
		m.tree.End(i)
	}
	return nil
}

// each calls f for every key of every run, in order: fresh tells that it is not the key before. What f returns is written
// as the number of the key.
func (m *merger) each(f func(c *cursor, shared int, fresh bool) (int32, error)) error {
	written := -1 // length of the key written last
	for {
		i, ok := m.tree.First()
		if !ok {
			return m.end()
		}
		c, shared := m.cursors[i], m.tree.Shared(i)
		fresh := shared != written || shared != len(c.key)
		number, err := f(c, shared, fresh)
		if err == nil {
			err = c.number(number)
		}
		if err == nil {
			written = len(c.key)
			err = m.advance(i)
		}
		if err != nil {
			return err
		}
	}
}

// end finishes the numbers of all runs, and gives up their keys.
func (m *merger) end() (err error) {
	for _, c := range m.cursors {
		if c.run.numbers, err = c.out.Take(); err != nil {
			return err
		}
		c.run.keys, c.run.old = nil, nil
	}
	return nil
}

// fanIn is how many of some runs can be merged at once.
func (b *builder) fanIn(runs []*run) int {
	longest := 0
	for _, r := range runs {
		longest = max(longest, r.longest)
	}
	return max(2, int(b.plan.merge/int64(3*b.plan.block+3*longest)))
}

// merge merges the runs into the dictionary.
func (b *builder) merge() (err error) {
	b.stats.Levels = 1
	if b.olds, err = b.reduce(b.olds, 1); err != nil {
		return err
	}
	if b.news, err = b.reduce(b.news, max(1, b.fanIn(b.news)-1)); err != nil {
		return err
	}
	runs := append(b.olds, b.news...) // of equal keys, the old one comes first
	if len(runs) == 0 {
		return nil
	}
	m, err := newMerger(b.store, runs, b.merging(runs))
	if err != nil {
		return err
	}
	var text []byte
	id, next := int32(0), b.stats.Old
	err = m.each(func(c *cursor, _ int, fresh bool) (int32, error) {
		if !fresh {
			return id, nil
		}
		if c.run.old != nil {
			id = c.id
			return id, nil
		}
		if next == maxStrings {
			return 0, errMany
		}
		id = int32(next)
		next++
		if b.out.Words == nil {
			return id, nil
		}
		text = b.opt.Order.string(text, c.key)
		return id, b.out.Words(id, text)
	})
	b.stats.Strings = next
	return err
}

// merging tells that runs will be merged.
func (b *builder) merging(runs []*run) work.Counter {
	size := int64(0)
	for _, r := range runs {
		size += r.keys.Size()
	}
	return b.opt.Begin("merge", size)
}

// reduce merges runs, as many as possible at once, until there are no more than most.
func (b *builder) reduce(runs []*run, most int) ([]*run, error) {
	for len(runs) > most {
		b.stats.Levels++
		count := b.merging(runs)
		var above []*run
		for fan := b.fanIn(runs); len(runs) > 0; {
			n := min(fan, len(runs))
			r, err := b.combine(runs[:n], count)
			if err != nil {
				return nil, err
			}
			above, runs = append(above, r), runs[n:]
		}
		runs = above
	}
	return runs, nil
}

// combine merges runs into one.
func (b *builder) combine(runs []*run, count work.Counter) (*run, error) {
	m, err := newMerger(b.store, runs, count)
	if err != nil {
		return nil, err
	}
	out := runWriter{keys: b.store.NewWriter()}
	old := runs[0].old != nil
	if old {
		out.old = b.store.NewWriter()
	}
	last := int32(0)
	err = m.each(func(c *cursor, shared int, fresh bool) (int32, error) {
		switch {
		case !fresh && old:
			return 0, b.repeated(b.opt.Order.string(nil, c.key), last, c.id)
		case !fresh:
			return int32(out.run.n - 1), nil
		}
		last = c.id
		err := out.add(c.key, shared)
		if err == nil && old {
			err = out.addOld(c.id)
		}
		return int32(out.run.n - 1), err
	})
	if err != nil {
		return nil, err
	}
	whole, err := out.end()
	for _, r := range runs {
		r.parent = whole
	}
	return whole, err
}
