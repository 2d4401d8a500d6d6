package main

import (
	"errors"
	"fmt"

	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// each calls f for the blocks of every input, with the input and the number of records before it.
func (j *job) each(f func(in *stream.Input, before int64, block []int32) error) error {
	before := int64(0)
	for _, in := range j.ins {
		_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error { return f(in, before, block) }), in, j.width())
		if err != nil {
			return err
		}
		before += in.Records()
	}
	return nil
}

// check answers by silence or by a CheckError that names the input and the record in it.
func (j *job) check() error {
	if _, err := j.env.CreateLines(); err != nil { // the output of -o is made, and stays empty
		return err
	}
	tests, err := j.tests()
	if err != nil {
		return err
	}
	return j.each(func(in *stream.Input, before int64, block []int32) error {
		for _, test := range tests {
			err := test(block)
			var at *tuple.PlaceError
			if errors.As(err, &at) {
				err = &tuple.PlaceError{Record: at.Record - before, Err: at.Err}
			}
			if err != nil {
				return checkFailed(fmt.Errorf("%s: %w", in.Name, err))
			}
		}
		return nil
	})
}

// tests makes of each question a function of the blocks to come. A stream may be sorted in several orders; unique
// belongs to the first of them.
func (j *job) tests() (tests []func([]int32) error, err error) {
	var orders []tuple.Order
	unique := false
	for _, c := range j.flags.checks {
		switch {
		case c.unique:
			unique = true
		case c.isRange && c.col >= j.width():
			return nil, usagef("there is no column %d in records of %d", c.col+1, j.width())
		case c.isRange:
			tests = append(tests, j.rangeTest(c))
		default:
			if err := sortable(c.sorted, j.columns); err != nil {
				return nil, err
			}
			orders = append(orders, c.sorted)
		}
	}
	if unique && orders == nil {
		orders = append(orders, tuple.Order(nil).Whole(j.width()))
	}
	for i, o := range orders {
		tests = append(tests, tuple.NewChecker(o, j.width(), unique && i == 0).Check)
	}
	return tests, nil
}

func (j *job) rangeTest(c check) func([]int32) error {
	width, seen := j.width(), int64(0)
	return func(block []int32) error {
		for i, v := range block {
			if col := i % width; (int64(v) < c.low || int64(v) >= c.high) && (c.col < 0 || c.col == col) {
				err := fmt.Errorf("column %d has %d, outside of %d … %d", col+1, v, c.low, c.high-1)
				return &tuple.PlaceError{Record: seen + int64(i/width) + 1, Err: err}
			}
		}
		seen += int64(len(block) / width)
		return nil
	}
}

// countRecords prints the number of records.
func (j *job) countRecords() error {
	out, err := j.env.CreateLines()
	if err != nil {
		return err
	}
	total := int64(0)
	for _, in := range j.ins {
		n, err := count(in)
		if err != nil {
			return err
		}
		total += n
	}
	_, err = fmt.Fprintln(out, total)
	return err
}

// count takes the number of records of a raw file from its size if every value is allowed in its columns. All other inputs are
// read, so that their kinds, and the number of records that the file states, are checked.
func count(in *stream.Input) (int64, error) {
	p, err := tuple.PlacesOf(in)
	if err != nil {
		return 0, err
	}
	if p != nil && p.Unchecked() {
		p.Count(p.Records)
		return p.Records, nil
	}
	return tuple.Copy(nowhere{}, in, in.Width())
}

type nowhere struct{}

func (nowhere) WriteBlock([]int32) error { return nil }

// checksum prints the number of records and the sum of their hashes.
func (j *job) checksum() error {
	out, err := j.env.CreateLines()
	if err != nil {
		return err
	}
	rows, sum := int64(0), uint64(0)
	err = j.each(func(_ *stream.Input, _ int64, block []int32) error {
		rows += int64(len(block) / j.width())
		sum += tuple.Sum(block, j.width())
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d\t%016x\n", rows, sum)
	return err
}
