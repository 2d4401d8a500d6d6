package tuple

import (
	"cmp"
	"fmt"
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

// Columns are the columns that the order names.
func (o Order) Columns() []int {
	cols := make([]int, len(o))
	for i, k := range o {
		cols[i] = k.Col
	}
	return cols
}

// Reversed is the opposite order. An order without keys counts as that of all columns.
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
