package extmem

import (
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
	Outer       bool    // also write the left records that have no partner: Fill stands for the columns of the right
	Fill        int32
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
	m := &joiner{Join: j, a: newCursor(j.Left), b: newCursor(j.Right), group: group, out: newOutput(dst, len(j.Fields))}
	m.none = make([]int32, j.Right.Width)
	for i := range m.none {
		m.none[i] = j.Fill
	}
	if err := m.run(); err != nil {
		return err
	}
	return m.out.flush()
}

type joiner struct {
	*Join
	a, b    *cursor
	group   *spill.Ints      // the right records with the key,
	partner spill.IntsReader // and a reader of them
	out     *output
	key     []int32 // a right record with the key of the group
	none    []int32 // the partner of those that have none
}

func (m *joiner) run() error {
	for {
		ok, err := m.a.more()
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
		case m.Outer:
			err = m.pair(m.a.current(), m.none)
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
	for w := m.Right.Width; len(partners) > 0; partners = partners[w:] {
		partner := partners[:w]
		out, err := m.out.next()
		if err != nil {
			return err
		}
		for i, f := range m.Fields {
			if f.Side == 0 {
				out[i] = rec[f.Col]
			} else {
				out[i] = partner[f.Col]
			}
		}
	}
	return nil
}
