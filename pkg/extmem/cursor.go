package extmem

import (
	"fmt"
	"io"

	"webmill/pkg/tuple"
)

// Input is a stream that is sorted by its key.
type Input struct {
	Name   string // how errors name it
	Source tuple.Source
	Width  int
	Key    []int // the key's columns, counted from 0, the most important first
	Unique bool  // no two records may have the same key
}

// cursor stands on a record of a sorted stream. While n > 0, the record is number pos of the block.
type cursor struct {
	Input
	buf    []int32
	block  []int32
	keys   []uint64 // of the records of the block: the first two key columns
	pos, n int
	before int64   // records of the stream before the block
	last   []int32 // the record before the block
	ended  bool
}

func newCursor(in Input) *cursor {
	records := tuple.BlockBytes / 4 / in.Width
	return &cursor{Input: in, buf: make([]int32, records*in.Width), keys: make([]uint64, records)}
}

// more reports whether the cursor stands on a record; it reads the next block when this one is used up.
func (c *cursor) more() (bool, error) {
	if c.pos < c.n {
		return true, nil
	}
	return c.fill()
}

// fill reads the next block, packs its keys and verifies their order.
func (c *cursor) fill() (bool, error) {
	c.before += int64(c.n)
	if c.n > 0 {
		c.last = append(c.last[:0], c.record(c.n-1)...)
	}
	c.pos, c.n = 0, 0
	for c.n == 0 {
		if c.ended {
			return false, nil
		}
		n, err := c.Source.ReadBlock(c.buf)
		c.block, c.n = c.buf[:n], n/c.Width
		c.ended = err == io.EOF
		if err != nil && !c.ended {
			return false, err
		}
	}
	c.pack()
	if err := c.check(); err != nil {
		return false, err
	}
	return true, nil
}

// finish reads what is left, when no partner is looked for any more: records that are out of order behind that may have been partners,
// and damage is damage.
func (c *cursor) finish() error {
	for {
		if more, err := c.fill(); !more {
			return err
		}
	}
}

// overwritten ends the use of a block whose records were changed in place. Its last record, as it was, serves to check
// the next block.
func (c *cursor) overwritten(last []int32) {
	c.last = last
	c.before += int64(c.n)
	c.pos, c.n = 0, 0
}

// pack makes unsigned numbers of the keys that order like the signed columns.
func (c *cursor) pack() {
	const sign = 1 << 31
	keys, w, first := c.keys[:c.n], c.Width, c.Key[0]
	if len(c.Key) == 1 {
		for i := range keys {
			keys[i] = uint64(uint32(c.block[i*w+first]) ^ sign)
		}
		return
	}
	second := c.Key[1]
	for i := range keys {
		keys[i] = uint64(uint32(c.block[i*w+first])^sign)<<32 | uint64(uint32(c.block[i*w+second])^sign)
	}
}

func (c *cursor) check() error {
	if c.last != nil && !c.follows(c.last, c.record(0)) {
		return c.unsorted(0)
	}
	if c.Unique || len(c.Key) > 2 {
		for i := 1; i < c.n; i++ {
			if !c.follows(c.record(i-1), c.record(i)) {
				return c.unsorted(i)
			}
		}
		return nil
	}
	last := c.keys[0]
	for i, k := range c.keys[:c.n] {
		if k < last {
			return c.unsorted(i)
		}
		last = k
	}
	return nil
}

// follows reports whether record b may come after record a.
func (c *cursor) follows(a, b []int32) bool {
	for _, k := range c.Key {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return !c.Unique
}

func (c *cursor) unsorted(i int) error {
	before := c.last
	if i > 0 {
		before = c.record(i - 1)
	}
	order := tuple.Columns(c.Key...)
	return c.fail(i, order.Unsorted(order.Compare(before, c.record(i)) == 0))
}

// fail says what is wrong with record i of the block.
func (c *cursor) fail(i int, what error) error {
	return fmt.Errorf("%s: %w", c.Name, &tuple.PlaceError{Record: c.before + int64(i) + 1, Err: what})
}

func (c *cursor) record(i int) []int32 { return c.block[i*c.Width : (i+1)*c.Width : (i+1)*c.Width] }

// current is the record that the cursor stands on.
func (c *cursor) current() []int32 { return c.record(c.pos) }

// compareTail orders two records by the columns of the keys that are not packed.
func compareTail(a []int32, aKey []int, b []int32, bKey []int) int {
	for i := 2; i < len(aKey); i++ {
		if x, y := a[aKey[i]], b[bKey[i]]; x < y {
			return -1
		} else if x > y {
			return 1
		}
	}
	return 0
}

// compare orders the records that two cursors stand on by their keys.
func compare(a, b *cursor) int {
	switch x, y := a.keys[a.pos], b.keys[b.pos]; {
	case x < y:
		return -1
	case x > y:
		return 1
	case len(a.Key) <= 2:
		return 0
	}
	return compareTail(a.current(), a.Key, b.current(), b.Key)
}

// sameKey checks that the keys of two inputs can be compared.
func sameKey(a, b Input) error {
	if len(a.Key) != len(b.Key) {
		return fmt.Errorf("the key of %s has %s, that of %s has %d", a.Name, tuple.Counted(len(a.Key), "column"), b.Name, len(b.Key))
	}
	return nil
}
