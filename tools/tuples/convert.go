package main

import (
	"fmt"
	"strings"

	"webmill/pkg/tuple"
)

// convert copies the records asked for to the output.
func (j *job) convert() error {
	columns, err := j.selected()
	if err != nil {
		return err
	}
	if err := sortable(j.flags.order, columns); err != nil {
		return err
	}
	out, err := j.env.Create(columns, j.flags.order)
	if err != nil {
		return err
	}
	names, err := j.openNames()
	if err != nil {
		return err
	}
	src, err := j.part()
	if err != nil {
		return err
	}
	if j.chosen != nil {
		src = tuple.Project(src, j.width(), j.chosen)
	}
	if j.flags.order != nil {
		src = tuple.Sorted(src, j.flags.order, len(columns), false)
	}
	if _, err := tuple.Copy(out, src, len(columns)); err != nil {
		return err
	}
	return names.finish()
}

// selected are the columns of the output. A column that is written twice gets a name with a number.
func (j *job) selected() ([]tuple.Column, error) {
	if j.chosen == nil {
		return j.columns, nil
	}
	var columns []tuple.Column
	taken := map[string]bool{}
	for _, at := range j.chosen {
		c := j.columns[at]
		for n := 2; taken[c.Name] && c.Kind != tuple.F64High; n++ {
			c.Name = fmt.Sprintf("%s_%d", j.columns[at].Name, n)
		}
		taken[c.Name] = true
		columns = append(columns, c)
	}
	if err := tuple.CheckHalves(columns); err != nil {
		return nil, usagef("-cols %s: %v", strings.Join(j.flags.cols, ","), err)
	}
	return columns, nil
}

// sortable refuses orders by columns that are not there, or that are halves and say nothing alone.
func sortable(order tuple.Order, columns []tuple.Column) error {
	if err := order.Sorts(columns); err != nil {
		return usagef("%v", err)
	}
	return nil
}
