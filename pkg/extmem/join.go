package extmem

import (
	"slices"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Field is a column of one of the two inputs of a join.
type Field struct {
	Side int // 0: left, 1: right
	Col  int // counted from 0
}

// Join pairs each record of the left input with each one of the right that has the same key. The pairs come in the order
// of the left input and then of the right one.
//
// Passes: one over both. Memory: blocks, and the records of the right input with one key; where these need more than
// Memory bytes, they go to a temporary file that is read once for each record of the left input with that key.
type Join struct {
	Left, Right Input
	Fields      []Field // what a record of the result is made of
	Outer       bool    // also write the left records that have no partner
	None        []int32 // with Outer, the right record that they get
	work.Room
}

// Run writes the result.
func (j *Join) Run(dst tuple.Sink) error {
	if err := sameKey(j.Left, j.Right); err != nil {
		return err
	}
	group, err := spill.NewTuples(j.Room, j.Memory/2, j.Right.Width)
	if err != nil {
		return err
	}
	defer group.Close()
	m := &joiner{join: j, a: newCursor(j.Left), b: newCursor(j.Right), group: group, out: tuple.NewWriter(dst, len(j.Fields))}
	if err := m.run(); err != nil {
		return err
	}
	return m.out.Flush()
}

type joiner struct {
	join    *Join
	a, b    *cursor
	group   *spill.Ints      // the right records with the key,
	partner spill.IntsReader // and a reader of them
	out     *tuple.Writer
	key     []int32 // a right record with the key of the group
}

func (m *joiner) run() error {
	for {
		ok, err := m.a.more()
		if !ok && err == nil {
			err = m.b.finish()
		}
		if !ok || err != nil {
			return err
		}
		if ok, err = m.b.more(); err != nil {
			return err
		}
		order := -1 // with the right input at its end, no left record has a partner
		if ok {
			order = compare(m.a, m.b)
		}
		switch {
		case order > 0:
			m.b.pos++
		case order == 0:
			err = m.match()
		case m.join.Outer:
			err = m.pair(m.a.current(), m.join.None)
			m.a.pos++
		default:
			m.a.pos++
		}
		if err != nil {
			return err
		}
	}
}

// match joins all records with the key that both cursors stand on.
func (m *joiner) match() error {
	m.key = append(m.key[:0], m.b.current()...)
	m.group.Reset()
	for {
		m.b.pos++
		if same, err := m.b.at(m.key, m.b.Key); err != nil {
			return err
		} else if !same {
			break
		}
		if m.group.Len() == 0 {
			if err := m.group.WriteBlock(m.key); err != nil {
				return err
			}
		}
		if err := m.group.WriteBlock(m.b.current()); err != nil {
			return err
		}
	}
	for {
		if err := m.partners(m.a.current()); err != nil {
			return err
		}
		m.a.pos++
		if same, err := m.a.at(m.key, m.b.Key); err != nil || !same {
			return err
		}
	}
}

// partners writes a left record with each record of the group.
func (m *joiner) partners(rec []int32) error {
	if m.group.Len() == 0 {
		return m.pair(rec, m.key)
	}
	m.partner.Begin(m.group)
	for at := int64(0); ; {
		block, err := m.partner.From(at)
		if err != nil || len(block) == 0 {
			return err
		}
		if err := m.pair(rec, block); err != nil {
			return err
		}
		at += int64(len(block))
	}
}

// at reports whether the cursor stands on a record with the same key as rec.
func (c *cursor) at(rec []int32, recKey []int) (bool, error) {
	if more, err := c.more(); !more {
		return false, err
	}
	current := c.current()
	for i, k := range c.Key {
		if current[k] != rec[recKey[i]] {
			return false, nil
		}
	}
	return true, nil
}

// pair writes a left record with each of some partners.
func (m *joiner) pair(rec, partners []int32) error {
	for w := m.join.Right.Width; len(partners) > 0; partners = partners[w:] {
		partner := partners[:w]
		out, err := m.out.Next()
		if err != nil {
			return err
		}
		for i, f := range m.join.Fields {
			if f.Side == 0 {
				out[i] = rec[f.Col]
			} else {
				out[i] = partner[f.Col]
			}
		}
	}
	return nil
}

// Semi writes the records of a whose key occurs in b or, if anti, those whose key does not. Their order and their
// repetitions stay.
//
// Passes: one over both. Memory: two blocks.
func Semi(dst tuple.Sink, a, b Input, anti bool) error {
	if err := sameKey(a, b); err != nil {
		return err
	}
	left, right := newCursor(a), newCursor(b)
	return changed(dst, left, right, func() (int, error) { return sieve(left, right, anti) })
}

// changed writes what change leaves at the front of each block of a, for which it goes through b.
func changed(dst tuple.Sink, a, b *cursor, change func() (kept int, err error)) error {
	for {
		ok, err := a.fill()
		if !ok && err == nil {
			err = b.finish()
		}
		if !ok || err != nil {
			return err
		}
		kept, err := change()
		if err == nil && kept > 0 {
			err = dst.WriteBlock(a.block[:kept])
		}
		if err != nil {
			return err
		}
	}
}

// sieve moves the records of a block that stay to its front and returns how many int32 they are.
func sieve(a, b *cursor, anti bool) (kept int, err error) {
	for a.pos < a.n {
		more, err := b.more()
		if err != nil {
			return 0, err
		}
		if !more {
			break
		}
		if len(a.Key) > 2 {
			kept = sieveWide(a, b, anti, kept)
		} else {
			kept = sieveKeys(a, b, anti, kept)
		}
	}
	if anti {
		kept += copy(a.block[kept:], a.block[a.pos*a.Width:a.n*a.Width])
	}
	return kept, nil
}

// sieveKeys goes on until one of the blocks is used up. A record is always moved and then kept or not: what
// the comparison will say cannot be foretold, and a wrong guess of a jump costs more than a store.
func sieveKeys(a, b *cursor, anti bool, kept int) int {
	w, block := a.Width, a.block
	ka, kb := a.keys[:a.n], b.keys[:b.n]
	i, j := a.pos, b.pos
	for i < len(ka) && j < len(kb) {
		x, y := ka[i], kb[j]
		if x > y {
			j++
			continue
		}
		copy(block[kept:kept+w], block[i*w:i*w+w])
		if (x == y) != anti {
			kept += w
		}
		i++
	}
	a.pos, b.pos = i, j
	return kept
}

func sieveWide(a, b *cursor, anti bool, kept int) int {
	for a.pos < a.n && b.pos < b.n {
		c := compare(a, b)
		if c > 0 {
			b.pos++
			continue
		}
		if (c == 0) != anti {
			kept += copy(a.block[kept:], a.current())
		}
		a.pos++
	}
	return kept
}

// Union merges two streams of the same width, both sorted by the whole record: the keys must name all columns. Of records
// with the same values in the columns of once it writes the first one; nil: all records.
//
// Passes: one over both. Memory: three blocks.
func Union(dst tuple.Sink, a, b Input, once []int) error {
	if err := sameKey(a, b); err != nil {
		return err
	}
	u := &union{a: newCursor(a), b: newCursor(b), out: tuple.NewWriter(dst, a.Width), once: once}
	for {
		moreA, err := u.a.more()
		if err != nil {
			return err
		}
		moreB, err := u.b.more()
		if err != nil {
			return err
		}
		if !moreA && !moreB {
			return u.out.Flush()
		}
		if err := u.merge(moreA, moreB); err != nil {
			return err
		}
	}
}

type union struct {
	a, b *cursor
	out  *tuple.Writer
	once []int
	last []int32 // the last record written
}

// merge goes on until a block is used up.
func (u *union) merge(moreA, moreB bool) error {
	a, b := u.a, u.b
	if moreA != moreB {
		rest := a
		if moreB {
			rest = b
		}
		for ; rest.pos < rest.n; rest.pos++ {
			if err := u.put(rest.current()); err != nil {
				return err
			}
		}
		return nil
	}
	for a.pos < a.n && b.pos < b.n {
		least := a
		if compare(a, b) > 0 {
			least = b
		}
		if err := u.put(least.current()); err != nil {
			return err
		}
		least.pos++
	}
	return nil
}

func (u *union) put(rec []int32) error {
	if u.once != nil {
		if u.last != nil && !slices.ContainsFunc(u.once, func(col int) bool { return u.last[col] != rec[col] }) {
			return nil
		}
		u.last = append(u.last[:0], rec...)
	}
	place, err := u.out.Next()
	copy(place, rec)
	return err
}
