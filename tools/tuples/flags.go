package main

import (
	"errors"
	"fmt"
	"math"
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
	if c.low, c.high = n[0], n[1]; c.low >= c.high {
		return fmt.Errorf("%q holds no value: values are at least %d and less than %d", s, c.low, c.high)
	}
	return nil
}
