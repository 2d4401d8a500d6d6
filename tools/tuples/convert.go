package main

import (
	"fmt"
	"math/bits"
	"slices"

	"webmill/pkg/tuple"
)

// convert copies the records asked for to the output.
func (j *job) convert() error {
	columns, err := j.selected()
	if err != nil {
		return err
	}
	if err := sortable(j.order, columns); err != nil {
		return err
	}
	out, err := j.env.Create(columns, j.order)
	if err != nil {
		return err
	}
	names, err := j.openNames()
	if err != nil {
		return err
	}
	src, err := j.records(columns)
	if err != nil {
		return err
	}
	if _, err := tuple.Copy(out, src, len(columns)); err != nil {
		return err
	}
	return names.finish()
}

// records are those asked for, with the columns asked for, in the order that is promised.
func (j *job) records(columns []tuple.Column) (tuple.Source, error) {
	src, err := j.part()
	if err == nil && j.cols != nil {
		src = newProjection(src, j.width(), j.cols)
	}
	if err == nil && j.order != nil {
		src = tuple.Sorted(src, j.order, len(columns), false)
	}
	return src, err
}

// selected are the columns of the output. A column that is written twice gets a name with a number.
func (j *job) selected() ([]tuple.Column, error) {
	if j.cols == nil {
		return j.columns, nil
	}
	var columns []tuple.Column
	taken := map[string]bool{}
	for _, k := range j.cols {
		if k.Col >= j.width() {
			return nil, usagef("there is no column %d in records of %d", k.Col+1, j.width())
		}
		c := j.columns[k.Col]
		for n := 2; taken[c.Name] && c.Kind != tuple.F64High; n++ {
			c.Name = fmt.Sprintf("%s_%d", j.columns[k.Col].Name, n)
		}
		taken[c.Name] = true
		columns = append(columns, c)
	}
	if err := tuple.CheckHalves(columns); err != nil {
		return nil, usagef("-cols %s: %v", j.cols, err)
	}
	return columns, nil
}

// sortable refuses orders by columns that are not there, or that are halves and say nothing alone.
func sortable(order tuple.Order, columns []tuple.Column) error {
	if err := order.Valid(len(columns)); err != nil {
		return usagef("%v", err)
	}
	for _, k := range order {
		if c := columns[k.Col]; c.Kind >= tuple.F64 {
			return usagef("column %d is half of the f64 %s, by which records are not ordered: an f32 is", k.Col+1, c.Name)
		}
	}
	return nil
}

// projection picks, swaps and repeats columns.
type projection struct {
	src   tuple.Source
	width int
	cols  tuple.Order
	swap  bool // pairs into pairs, the fast way
	buf   []int32
}

func newProjection(src tuple.Source, width int, cols tuple.Order) *projection {
	p := &projection{src: src, width: width, cols: cols}
	if p.swap = width == 2 && slices.Equal(cols, tuple.Columns(1, 0)); !p.swap {
		p.buf = make([]int32, tuple.BlockBytes/4/width*width)
	}
	return p
}

// ReadBlock implements tuple.Source.
func (p *projection) ReadBlock(dst []int32) (int, error) {
	if p.swap {
		n, err := p.src.ReadBlock(dst)
		pairs := tuple.Pairs(dst[:n])
		for i, v := range pairs {
			pairs[i] = bits.RotateLeft64(v, 32)
		}
		return n, err
	}
	records := min(len(dst)/len(p.cols), len(p.buf)/p.width)
	n, err := p.src.ReadBlock(p.buf[:records*p.width])
	records = n / p.width
	for to, k := range p.cols {
		for i := range records {
			dst[i*len(p.cols)+to] = p.buf[i*p.width+k.Col]
		}
	}
	return records * len(p.cols), err
}
