package tuple

import (
	"fmt"
	"slices"
)

// Checker verifies that a stream is in an order, block by block.
type Checker struct {
	order    Order
	width    int
	strict   bool
	mask     uint64 // the signs and directions of the first two columns of the order, or of the only one
	records  int64  // before the last block
	last     []int32
	words    []uint64 // of that block: they sort like its records by these columns
	lastWord uint64
}

// NewChecker checks records of a width; strict also refuses records that are equal in the order.
func NewChecker(order Order, width int, strict bool) *Checker {
	c := &Checker{order: order, width: width, strict: strict}
	if len(order) > 0 {
		c.mask = NewPairKey(order[:min(2, len(order))]).Mask
	}
	return c
}

// Check returns an error at the first record of the block that is out of order.
func (c *Checker) Check(block []int32) error {
	c.records += int64(len(c.words))
	n := len(block) / c.width
	c.words = slices.Grow(c.words[:0], n)[:n]
	if n == 0 {
		return nil
	}
	c.pack(block)
	for i := c.suspect(0); i < n; i = c.suspect(i + 1) {
		order := c.compare(block, i)
		if order > 0 || order == 0 && c.strict {
			return &PlaceError{Record: c.records + int64(i) + 1, Err: c.order.Unsorted(order == 0)}
		}
	}
	c.last, c.lastWord = append(c.last[:0], block[len(block)-c.width:]...), c.words[n-1]
	return nil
}

// pack makes the words of a block.
func (c *Checker) pack(block []int32) {
	words, w := c.words, c.width
	switch len(c.order) {
	case 0:
	case 1:
		first, mask := c.order[0].Col, uint32(c.mask)
		for i := range words {
			words[i] = uint64(uint32(block[i*w+first]) ^ mask)
		}
	default:
		first, second, mask := c.order[0].Col, c.order[1].Col, c.mask
		for i := range words {
			words[i] = (uint64(uint32(block[i*w+first]))<<32 | uint64(uint32(block[i*w+second]))) ^ mask
		}
	}
}

// suspect is the number of the first record, from i on, whose word alone does not prove the order: it must be compared in full.
func (c *Checker) suspect(i int) int {
	last := c.lastWord
	if i > 0 {
		last = c.words[i-1]
	}
	if c.strict || len(c.order) > 2 {
		for k, word := range c.words[i:] {
			if word <= last {
				return i + k
			}
			last = word
		}
		return len(c.words)
	}
	for k, word := range c.words[i:] {
		if word < last {
			return i + k
		}
		last = word
	}
	return len(c.words)
}

// compare orders the record before record i of the block, and that record. Nothing comes before the first one.
func (c *Checker) compare(block []int32, i int) int {
	before := c.last
	if i > 0 {
		before = block[(i-1)*c.width:]
	} else if before == nil {
		return -1
	}
	return c.order.Compare(before, block[i*c.width:])
}

// Unsorted is the error for a record that is out of order, or equal to the one before it, and what to do.
func (o Order) Unsorted(equal bool) error {
	if equal {
		return fmt.Errorf("%w: equal to the record before it in %s (extsort -u -k %s keeps the first of equal ones)",
			ErrUnsorted, o.columns(), o)
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
