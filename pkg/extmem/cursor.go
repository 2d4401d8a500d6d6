package extmem

import (
	"fmt"
	"io"

	"webmill/pkg/tuple"
)

// Input is a stream that is sorted by its key.
type Input struct {
	tuple.Input
	Width  int
	Key    []int // the key's columns, counted from 0, the most important first
	Unique bool  // no two records may have the same key
}

// cursor stands on a record of a sorted stream. While pos < n, the record is number pos of the block.
type cursor struct {
	Input
	in     *tuple.Ordered
	buf    []int32
	block  []int32  // may be changed in place
	keys   []uint64 // of the records of the block: tuple.Ordered.Words
	pos, n int
	ended  bool
}

func newCursor(in Input) *cursor {
	return &cursor{Input: in, in: in.InOrder(in.Width, in.Unique, in.Key...),
		buf: make([]int32, tuple.BlockBytes/4/in.Width*in.Width)}
}

// more reports whether the cursor stands on a record; it reads the next block when this one is used up.
func (c *cursor) more() (bool, error) {
	if c.pos < c.n {
		return true, nil
	}
	return c.fill()
}

// fill reads the next block.
func (c *cursor) fill() (bool, error) {
	for !c.ended {
		n, err := c.in.ReadBlock(c.buf)
		c.block, c.pos, c.n = c.buf[:n], 0, n/c.Width
		c.ended = err == io.EOF
		if err != nil && !c.ended {
			return false, err
		}
		if n > 0 {
			c.keys = c.in.Words()
			return true, nil
		}
	}
	return false, nil
}

// finish reads the rest, although no partner can come: a record out of order there may have had one, and a damaged input must not
// pass.
func (c *cursor) finish() error {
	for {
		if more, err := c.fill(); !more {
			return err
		}
	}
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
		return fmt.Errorf("the key of %s has %s, that of %s has %d", a.Name,
			tuple.Counted(len(a.Key), "column"), b.Name, len(b.Key))
	}
	return nil
}
