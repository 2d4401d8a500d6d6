package tuple

import (
	"fmt"
	"io"
	"math"
)

// Input is a stream with the name that errors give it.
type Input struct {
	Name   string
	Source Source
}

// Ordered reads an input and checks its order.
type Ordered struct {
	in      Input
	checker *Checker
}

// InOrder checks that the records of an input are sorted by columns counted from 0; strict refuses records that are
// equal in them.
func (in Input) InOrder(width int, strict bool, cols ...int) *Ordered {
	return &Ordered{in: in, checker: NewChecker(Columns(cols...), width, strict)}
}

// ReadBlock implements Source.
func (o *Ordered) ReadBlock(dst []int32) (int, error) {
	n, err := o.in.Source.ReadBlock(dst)
	if e := o.checker.Check(dst[:n]); e != nil {
		return 0, fmt.Errorf("%s: %w", o.in.Name, e)
	}
	return n, err
}

// Words are numbers, one for each record of the last block, that sort like the first two columns of the order, or the only one.
func (o *Ordered) Words() []uint64 { return o.checker.words }

// Fail says what is wrong with record i of the last block.
func (o *Ordered) Fail(i int, format string, args ...any) error {
	return fmt.Errorf("%s: %w", o.in.Name, &PlaceError{Record: o.checker.records + int64(i) + 1,
		Err: fmt.Errorf(format, args...)})
}

// Cursor goes through an input whose records are sorted by their first column, an id. The zero Cursor has no records.
type Cursor struct {
	Rest  []int32 // of the block at hand: the records not yet taken
	Taken int64   // how many records were

	in    *Ordered
	width int
	buf   []int32
	err   error // what ended the input
}

// NewCursor stands before the first record. Each id occurs once.
func NewCursor(in Input, width int) *Cursor { return newCursor(in.InOrder(width, true, 0), width) }

// NewGroupCursor stands before the first record. An id may occur several times.
func NewGroupCursor(in Input, width int) *Cursor {
	return newCursor(in.InOrder(width, false, 0), width)
}

func newCursor(in *Ordered, width int) *Cursor {
	return &Cursor{in: in, width: width, buf: make([]int32, BlockBytes/4/width*width)}
}

// NoID is what follows the last id.
const NoID = math.MaxInt64

// ID returns the id of the next record, or NoID at the end and after an error. It stays the same until Take or Skip.
func (c *Cursor) ID() int64 {
	if len(c.Rest) == 0 && !c.fill() {
		return NoID
	}
	return int64(c.Rest[0])
}

func (c *Cursor) fill() bool {
	for len(c.Rest) == 0 {
		if c.err != nil || c.in == nil {
			return false
		}
		n := 0
		n, c.err = c.in.ReadBlock(c.buf)
		c.Rest = c.buf[:n]
	}
	return true
}

// Take takes the record if it has an id; else it returns nil. The record is valid until the next call of ID.
func (c *Cursor) Take(id int64) []int32 {
	if c.ID() != id {
		return nil
	}
	rec := c.Rest[:c.width:c.width]
	c.Skip(1)
	return rec
}

// SkipTo takes the records before an id, and reports whether one with the id follows. It is to be taken next.
func (c *Cursor) SkipTo(id int64) bool {
	for c.ID() < id {
		c.Skip(1)
	}
	return c.ID() == id
}

// Skip takes some records of Rest.
func (c *Cursor) Skip(records int) {
	c.Rest = c.Rest[records*c.width:]
	c.Taken += int64(records)
}

// Name is the name of the input, "" if there is none.
func (c *Cursor) Name() string {
	if c.in == nil {
		return ""
	}
	return c.in.in.Name
}

// Err is what ended the input, if not its end.
func (c *Cursor) Err() error {
	if c.err == io.EOF {
		return nil
	}
	return c.err
}
