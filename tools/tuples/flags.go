package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/tuple"
)

// number is a flag that is a number of records.
type number int64

func (n *number) String() string { return "" }

// Set implements flag.Value.
func (n *number) Set(s string) error {
	v, err := strconv.ParseInt(s, 10, 64)
	if err != nil || v < 0 {
		return fmt.Errorf("%q is not a number of records", s)
	}
	*n = number(v)
	return nil
}

// selection is a list of columns, in which a column may stand twice.
type selection tuple.Order

func (s *selection) String() string { return "" }

// Set implements flag.Value.
func (s *selection) Set(list string) error {
	*s = nil
	for _, part := range strings.Split(list, ",") {
		c, err := strconv.Atoi(part)
		if err != nil || c < 1 || c > tuple.MaxWidth {
			return fmt.Errorf("%q is not a list of columns like 2,1", list)
		}
		*s = append(*s, tuple.Key{Col: c - 1})
	}
	if len(*s) > tuple.MaxWidth {
		return fmt.Errorf("a record has at most %d columns", tuple.MaxWidth)
	}
	return nil
}

// columnList is a list of columns: names alone, or with their kinds.
type columnList struct {
	list  []tuple.Column
	kinds bool // at least one kind was given
}

func (l *columnList) String() string { return "" }

// Set implements flag.Value.
func (l *columnList) Set(s string) error {
	*l = columnList{}
	for _, part := range strings.Split(s, ",") {
		name, kind, given := strings.Cut(part, ":")
		columns := tuple.Ints(name)
		if given {
			l.kinds = true
			k := slices.Index([]string{tuple.Int.String(), tuple.ID.String(), tuple.F32.String(), tuple.F64.String()}, kind)
			if k < 0 {
				return fmt.Errorf("%q is not a kind: id, int, f32 or f64", kind)
			}
			if columns[0].Kind = tuple.Kind(k); tuple.Kind(k) == tuple.F64 {
				columns = tuple.F64Column(name)
			}
		}
		if name == "" || slices.ContainsFunc(l.list, func(o tuple.Column) bool { return o.Name == name }) {
			return fmt.Errorf("%q: columns need different names", s)
		}
		l.list = append(l.list, columns...)
	}
	if len(l.list) > tuple.MaxWidth {
		return fmt.Errorf("a record has at most %d columns", tuple.MaxWidth)
	}
	return nil
}

// check is one question about a stream.
type check struct {
	sorted    tuple.Order
	unique    bool
	col       int // of a range; -1 for all
	low, high int64
	isRange   bool
}

// checks are all questions that were asked.
type checks []check

func (c *checks) String() string { return "" }

// Set implements flag.Value.
func (c *checks) Set(s string) error {
	what, value, _ := strings.Cut(s, "=")
	var one check
	var err error
	switch what {
	case "sorted":
		one.sorted, err = tuple.ParseOrder(value, 0)
	case "unique":
		one.unique = true
		if value != "" {
			err = errors.New("unique has no value")
		}
	case "range":
		err = one.parseRange(value)
	default:
		err = fmt.Errorf("%q is not a check: sorted=LIST, unique, range=LOW:HIGH or range=COLUMN:LOW:HIGH", s)
	}
	*c = append(*c, one)
	return err
}

func (c *check) parseRange(s string) error {
	var n []int64
	for _, part := range strings.Split(s, ":") {
		v, err := strconv.ParseInt(part, 10, 64)
		if err != nil || v < math.MinInt32 || v > math.MaxInt32+1 {
			return fmt.Errorf("%q is not a range like 0:1000 or 2:0:1000", s)
		}
		n = append(n, v)
	}
	c.isRange, c.col = true, -1
	switch {
	case len(n) == 3 && n[0] >= 1 && n[0] <= tuple.MaxWidth:
		c.col, n = int(n[0]-1), n[1:]
	case len(n) != 2:
		return fmt.Errorf("%q is not a range like 0:1000 or 2:0:1000", s)
	}
	c.low, c.high = n[0], n[1]
	return nil
}
