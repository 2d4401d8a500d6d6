package tuple

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Key is one column of an order, counted from 0.
type Key struct {
	Col  int
	Desc bool
}

// Order is a list of keys, the most important first.
type Order []Key

// Columns returns the ascending order by the given columns, counted from 0.
func Columns(cols ...int) Order {
	o := make(Order, len(cols))
	for i, c := range cols {
		o[i].Col = c
	}
	return o
}

// ParseOrder reads "2,1r": by column 2, then by column 1 downwards. Columns count from 1; width 0 means not known yet.
func ParseOrder(s string, width int) (Order, error) {
	var o Order
	for _, part := range strings.Split(s, ",") {
		num, desc := strings.CutSuffix(strings.TrimSpace(part), "r")
		c, err := strconv.Atoi(num)
		if err != nil || c < 1 || c > MaxWidth {
			return nil, fmt.Errorf("%q is not a list of columns like 2,1 or 2r,1", s)
		}
		o = append(o, Key{c - 1, desc})
	}
	return o, o.Valid(width)
}

// Valid reports columns that are named twice or that a record of this width does not have.
func (o Order) Valid(width int) error {
	seen := [MaxWidth]bool{}
	for _, k := range o {
		if width > 0 && k.Col >= width {
			return fmt.Errorf("there is no column %d in records of %d", k.Col+1, width)
		}
		if seen[k.Col] {
			return fmt.Errorf("column %d is named twice", k.Col+1)
		}
		seen[k.Col] = true
	}
	return nil
}

// Whole is the order completed by the columns it does not name, ascending: the total order of records.
func (o Order) Whole(width int) Order {
	seen := [MaxWidth]bool{}
	whole := append(make(Order, 0, width), o...)
	for _, k := range o {
		seen[k.Col] = true
	}
	for c := range width {
		if !seen[c] {
			whole = append(whole, Key{Col: c})
		}
	}
	return whole
}

func (o Order) String() string {
	parts := make([]string, len(o))
	for i, k := range o {
		parts[i] = strconv.Itoa(k.Col + 1)
		if k.Desc {
			parts[i] += "r"
		}
	}
	return strings.Join(parts, ",")
}

// Compare orders two records.
func (o Order) Compare(a, b []int32) int {
	for _, k := range o {
		if c := cmp.Compare(a[k.Col], b[k.Col]); c != 0 {
			if k.Desc {
				return -c
			}
			return c
		}
	}
	return 0
}

// Checker verifies that a stream is in an order, block by block.
type Checker struct {
	order   Order
	width   int
	strict  bool
	records int64
	last    []int32
}

// NewChecker checks records of a width; strict also refuses records that are equal in the order.
func NewChecker(order Order, width int, strict bool) *Checker {
	return &Checker{order: order, width: width, strict: strict}
}

// Check returns an error at the first record of the block that is out of order.
func (c *Checker) Check(block []int32) error {
	w := c.width
	limit := 0
	if c.strict {
		limit = -1
	}
	last := c.last
	for i := 0; i < len(block); i += w {
		rec := block[i : i+w]
		if last != nil && c.order.Compare(last, rec) > limit {
			what := fmt.Errorf("%w by columns %s", ErrUnsorted, c.order)
			if c.order.Compare(last, rec) == 0 {
				what = fmt.Errorf("%w: equal to the record before it in columns %s", ErrUnsorted, c.order)
			}
			return &PlaceError{Record: c.records + int64(i/w) + 1, Err: what}
		}
		last = rec
	}
	c.records += int64(len(block) / w)
	if len(block) > 0 {
		c.last = append(c.last[:0], block[len(block)-w:]...)
	}
	return nil
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

// Copy passes all records from src to dst and returns how many there were.
func Copy(dst Sink, src Source, width int) (records int64, err error) {
	buf := make([]int32, BlockBytes/4/width*width)
	for {
		n, err := src.ReadBlock(buf)
		if n > 0 {
			if err := dst.WriteBlock(buf[:n]); err != nil {
				return records, err
			}
			records += int64(n / width)
		}
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return records, err
		}
	}
}
