package tuple

import (
	"cmp"
	"fmt"
	"io"
	"math/bits"
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

// Sorts returns an error if records of these columns cannot be in the order: a column is missing, or half of an f64.
func (o Order) Sorts(cols []Column) error {
	if err := o.Valid(len(cols)); err != nil {
		return err
	}
	for _, k := range o {
		if c := cols[k.Col]; c.Kind >= F64 {
			return fmt.Errorf("column %d is half of the f64 %s, which does not sort: an f32 does", k.Col+1, c.Name)
		}
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

// Reversed is the opposite order; of no order, that of all columns.
func (o Order) Reversed(width int) Order {
	if len(o) == 0 {
		o = o.Whole(width)
	}
	turned := make(Order, len(o))
	for i, k := range o {
		turned[i] = Key{k.Col, !k.Desc}
	}
	return turned
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
		return fmt.Errorf("%w: equal to the record before it in columns %s (extsort -u -k %s keeps the first of equal ones)", ErrUnsorted, o, o)
	}
	return fmt.Errorf("%w by columns %s (extsort -k %s sorts it)", ErrUnsorted, o, o)
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

// PairKey turns a record of two columns, as one word (see Pairs), into a word that orders like the record, and back:
// bring the first key to the top, then xor the sign bits and what is descending.
type PairKey struct {
	Swap bool // the first key is the first column, which lies in the low half
	Mask uint64
}

// NewPairKey is the key of an order of both columns.
func NewPairKey(o Order) PairKey {
	k := PairKey{Swap: o[0].Col == 0}
	for _, c := range o {
		mask := uint64(1 << 31)
		if c.Desc {
			mask = 1<<31 - 1
		}
		k.Mask = k.Mask<<32 | mask
	}
	return k
}

// Of is the key of a record.
func (k PairKey) Of(v uint64) uint64 {
	if k.Swap {
		v = bits.RotateLeft64(v, 32)
	}
	return v ^ k.Mask
}

// Record is the record of a key.
func (k PairKey) Record(key uint64) uint64 {
	v := key ^ k.Mask
	if k.Swap {
		v = bits.RotateLeft64(v, 32)
	}
	return v
}
