package tuple

import (
	"fmt"
)

// Checker verifies that a stream is in an order, block by block.
type Checker struct {
	order   Order
	width   int
	strict  bool
	records int64
	last    []int32
	pair    PairKey // for records of two columns
	keep    uint64  // the part of the pair's key that the order speaks of
}

// NewChecker checks records of a width; strict also refuses records that are equal in the order.
func NewChecker(order Order, width int, strict bool) *Checker {
	c := &Checker{order: order, width: width, strict: strict}
	if width == 2 && len(order) > 0 {
		c.pair = NewPairKey(order.Whole(2))
		c.keep = ^uint64(0) << (64 - 32*len(order))
	}
	return c
}

// Check returns an error at the first record of the block that is out of order.
func (c *Checker) Check(block []int32) error {
	if len(block) == 0 {
		return nil
	}
	bad := -1
	if c.keep != 0 {
		bad = c.disorderOfPairs(block)
	} else {
		bad = c.disorder(block)
	}
	if bad >= 0 {
		return c.complain(block, bad)
	}
	c.records += int64(len(block) / c.width)
	c.last = append(c.last[:0], block[len(block)-c.width:]...)
	return nil
}

// disorder is the number of the first record of the block that is out of order, or -1.
func (c *Checker) disorder(block []int32) int {
	limit := 0
	if c.strict {
		limit = -1
	}
	last := c.last
	for i := 0; i < len(block); i += c.width {
		rec := block[i : i+c.width]
		if last != nil && c.order.Compare(last, rec) > limit {
			return i / c.width
		}
		last = rec
	}
	return -1
}

// disorderOfPairs is disorder at one comparison of words a record.
func (c *Checker) disorderOfPairs(block []int32) int {
	least := uint64(0) // the least key that the next record may have
	if c.last != nil {
		least = c.pair.Of(uint64(uint32(c.last[0]))|uint64(uint32(c.last[1]))<<32) & c.keep
	}
	first := c.last == nil
	for i := range len(block) / 2 {
		v := uint64(uint32(block[2*i])) | uint64(uint32(block[2*i+1]))<<32
		k := c.pair.Of(v) & c.keep
		if k < least || c.strict && k == least && !first {
			return i
		}
		least, first = k, false
	}
	return -1
}

func (c *Checker) complain(block []int32, i int) error {
	w := c.width
	last := c.last
	if i > 0 {
		last = block[(i-1)*w : i*w]
	}
	return &PlaceError{Record: c.records + int64(i) + 1, Err: c.order.Unsorted(c.order.Compare(last, block[i*w:i*w+w]) == 0)}
}

// Unsorted is the error for a record that is out of order, or equal to the one before it, and what to do.
func (o Order) Unsorted(equal bool) error {
	if equal {
		return fmt.Errorf("%w: equal to the record before it in %s (extsort -u -k %s keeps the first of equal ones)", ErrUnsorted, o.columns(), o)
	}
	return fmt.Errorf("%w by %s (extsort -k %s sorts it)", ErrUnsorted, o.columns(), o)
}

// columns is the order in words: column 1, columns 2,1.
func (o Order) columns() string {
	if len(o) == 1 {
		return "column " + o.String()
	}
	return "columns " + o.String()
}

// Sorted is a Source that checks the order of what it passes on.
func Sorted(src Source, order Order, width int, strict bool) Source {
	return &checked{src, NewChecker(order, width, strict).Check}
}

// OfKinds is a Source that checks the kinds of the columns of what it passes on.
func OfKinds(src Source, cols []Column) Source {
	first := int64(1)
	return &checked{src, func(block []int32) error {
		err := CheckKinds(block, cols, first)
		first += int64(len(block) / len(cols))
		return err
	}}
}

type checked struct {
	src   Source
	check func([]int32) error
}

func (c *checked) ReadBlock(dst []int32) (int, error) {
	n, err := c.src.ReadBlock(dst)
	if e := c.check(dst[:n]); e != nil {
		return 0, e
	}
	return n, err
}
