package main

import (
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
	if j.flags.noSelf {
		if len(columns) < 2 {
			return usagef("-noself is for links: the records have one column")
		}
		src = tuple.Where(src, len(columns), func(link []int32) bool { return link[0] != link[1] })
	}
	if j.flags.order != nil {
		src = tuple.Sorted(src, j.flags.order, len(columns), false)
	}
	if _, err := tuple.Copy(out, src, len(columns)); err != nil {
		return err
	}
	if j.flags.head < 0 { // all was read
		j.countGreatest()
	}
	return names.finish()
}

// countGreatest says the greatest id of adjacency records, since pairs have no place for a page without links.
func (j *job) countGreatest() {
	greatest := int32(-1)
	for _, in := range j.ins {
		greatest = max(greatest, in.Greatest)
	}
	if greatest >= 0 {
		j.env.Stats.Set("greatest_id", greatest)
	}
}

// selected are the columns of the output.
func (j *job) selected() ([]tuple.Column, error) {
	if j.chosen == nil {
		return j.columns, nil
	}
	var columns []tuple.Column
	for _, at := range j.chosen {
		columns = append(columns, j.columns[at])
	}
	if err := tuple.CheckHalves(columns); err != nil {
		return nil, usagef("-cols %s: %v", strings.Join(j.flags.cols, ","), err)
	}
	return tuple.Distinct(columns), nil
}

// sortable refuses orders by columns that are not there, or that are halves and say nothing alone.
func sortable(order tuple.Order, columns []tuple.Column) error {
	if err := order.Sorts(columns); err != nil {
		return usagef("%v", err)
	}
	return nil
}
