package dict

import (
	"encoding/binary"
	"slices"

	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// run is a sorted list of different keys. Each is stored as the number of bytes that it shares with the one before it,
// the number of those that follow, and these.
type run struct {
	keys    spill.Text
	n       int
	longest int        // key
	old     spill.Text // the ids of the keys, 4 bytes each, if they are those of an older dictionary

	parent  *run       // the run that this one was merged into; nil: the dictionary
	numbers spill.Text // for each key its rank in parent, or its id: the differences from the one before, as varints
}

// runWriter writes a run.
type runWriter struct {
	keys *spill.Writer
	old  *spill.Writer // nil: the run is of new keys
	run  run
	last []byte
}

// add appends a key, whose first bytes are shared with the one before it.
func (w *runWriter) add(key []byte, shared int) error {
	if err := w.keys.Reserve(2 * binary.MaxVarintLen32); err != nil {
		return err
	}
	rest := key[shared:]
	w.keys.Buf = binary.AppendUvarint(w.keys.Buf, uint64(shared))
	w.keys.Buf = binary.AppendUvarint(w.keys.Buf, uint64(len(rest)))
	w.run.n++
	w.run.longest = max(w.run.longest, len(key))
	if len(rest) <= cap(w.keys.Buf)-len(w.keys.Buf) {
		w.keys.Buf = append(w.keys.Buf, rest...)
		return nil
	}
	_, err := w.keys.Write(rest)
	return err
}

// addOld is the id of the key that was added last.
func (w *runWriter) addOld(id int32) error { return w.old.Int32(id) }

// end finishes the run.
func (w *runWriter) end() (*run, error) {
	r := w.run
	w.run = run{}
	var err error
	if r.keys, err = w.keys.Finish(); err == nil && w.old != nil {
		r.old, err = w.old.Finish()
	}
	return &r, err
}

// cursor reads a run.
type cursor struct {
	run    *run
	left   int
	in     spill.Window
	old    spill.Window
	key    []byte
	shared int   // bytes of the key that are those of the one before
	id     int32 // of the key, in a run of old ones

	out  *spill.Writer // of run.numbers
	last int32         // number written
}

func newCursor(s *spill.Blocks, r *run) *cursor {
	return &cursor{run: r, left: r.n, in: s.Window(r.keys), old: s.Window(r.old), out: s.NewWriter()}
}

// next goes to the next key; ok is false at the end.
func (c *cursor) next() (ok bool, err error) {
	if c.left == 0 {
		return false, nil
	}
	c.left--
	if len(c.in.Buf)-c.in.Pos < 2*binary.MaxVarintLen32 {
		if err := c.in.More(2 * binary.MaxVarintLen32); err != nil {
			return false, err
		}
	}
	shared, i := binary.Uvarint(c.in.Buf[c.in.Pos:])
	rest, j := binary.Uvarint(c.in.Buf[c.in.Pos+max(i, 0):])
	c.in.Pos += max(i, 0) + max(j, 0)
	n := int(rest)
	if err := c.in.Full(n); err != nil {
		return false, err
	}
	c.shared = int(shared)
	c.key = append(c.key[:c.shared], c.in.Buf[c.in.Pos:c.in.Pos+n]...)
	c.in.Pos += n
	if c.run.old == nil {
		return true, nil
	}
	c.id, err = c.old.Int32()
	return true, err
}

// number says which number the key at hand has in what the runs are merged into.
func (c *cursor) number(v int32) error {
	if err := c.out.Reserve(binary.MaxVarintLen64); err != nil {
		return err
	}
	c.out.Buf = binary.AppendVarint(c.out.Buf, int64(v)-int64(c.last))
	c.last = v
	return nil
}

// ids gives the ids of a run's keys, for ascending ranks: through the runs that it was merged into, one after the other.
type ids struct {
	in     spill.Window
	rank   int32 // of the number at hand
	value  int32
	parent *ids
}

func newIDs(s *spill.Blocks, r *run) *ids {
	i := &ids{in: s.Window(r.numbers), rank: -1}
	if r.parent != nil {
		i.parent = newIDs(s, r.parent)
	}
	return i
}

// of returns the id of the key with a rank.
func (i *ids) of(rank int32) (int32, error) {
	for ; i.rank < rank; i.rank++ {
		if len(i.in.Buf)-i.in.Pos < binary.MaxVarintLen64 {
			if err := i.in.More(binary.MaxVarintLen64); err != nil {
				return 0, err
			}
		}
		d, n := binary.Varint(i.in.Buf[i.in.Pos:])
		i.in.Pos += max(n, 0)
		i.value += int32(d)
	}
	if i.parent != nil {
		return i.parent.of(i.value)
	}
	return i.value, nil
}

// writeRun sorts the strings of a full table by their keys and writes them as a run. The number of each string becomes
// its rank.
func (t *table) writeRun(w *runWriter) (*run, error) {
	items, err := t.items()
	if err != nil {
		return nil, err
	}
	sorts.Strings(t.heap, items)
	w.last = w.last[:0]
	for some := range slices.Chunk(items, 32) {
		t.touchKeys(some)
		for _, it := range some {
			if err := t.writeKey(w, it); err != nil {
				return nil, err
			}
		}
	}
	return w.end()
}

// writeKey adds the next key to a run.
func (t *table) writeKey(w *runWriter, it sorts.Item) error {
	at, key := it.Offset()-head, it.String(t.heap)
	shared := sorts.Shared(w.last, key)
	if w.run.n == 0 || shared < len(key) || shared < len(w.last) {
		if err := w.add(key, shared); err != nil {
			return err
		}
		w.last = append(w.last[:shared], key[shared:]...)
		if w.old != nil {
			if err := w.addOld(t.number(at)); err != nil {
				return err
			}
		}
	}
	t.setNumber(at, int32(w.run.n-1))
	return nil
}

// writeRanks writes the numbers of the strings, in the order in which they were added.
func (t *table) writeRanks(w *spill.Writer) error {
	for at := unit; at < t.used; {
		if err := w.Int32(t.number(at)); err != nil {
			return err
		}
		at += t.sizeAt(at)
	}
	return nil
}

// load reads the ids of the strings of a batch, in the order in which they were added, into memory for twice as many.
func load(s *spill.Blocks, b *batch, ranks *spill.Window, memory []int32) ([]int32, error) {
	byRank, byNumber := memory[:b.run.n], memory[b.run.n:b.run.n+b.strings]
	all := newIDs(s, b.run)
	for i := range byRank {
		var err error
		if byRank[i], err = all.of(int32(i)); err != nil {
			return nil, err
		}
	}
	for done := 0; done < len(byNumber); {
		n := min(len(byNumber)-done, s.Block/4)
		if err := ranks.Full(4 * n); err != nil {
			return nil, err
		}
		part := byNumber[done : done+n]
		copy(tuple.Bytes(part), ranks.Buf[ranks.Pos:])
		tuple.FromLE(part)
		ranks.Pos += 4 * n
		for i, rank := range part {
			part[i] = byRank[rank]
		}
		done += n
	}
	return byNumber, nil
}

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
		if c.run.numbers, err = c.out.Finish(); err != nil {
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
