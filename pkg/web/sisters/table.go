package sisters

import (
	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// table is records of a width that wait.
type table struct {
	*spill.Ints
	width int
}

// tableShare is the part of the memory that a table takes: one 32nd. At most eight are there at a time.
const tableShare = 32

func (j *Job) table(width int) (table, error) {
	ints, err := spill.NewTuples(j.opt.Room, j.opt.Memory/tableShare, width)
	return table{ints, width}, err
}

func (t table) put(rec ...int32) error { return t.WriteBlock(rec) }

func (t table) reader() *tuple.Reader { return tuple.NewReader(t.Source(), t.width) }

func (t table) input() tuple.Input { return tuple.Input{Name: "temporary file", Source: t.Source()} }

// sorted is the records in an order; it frees the table.
func (j *Job) sorted(t table, unique bool, cols ...int) (table, error) {
	defer t.Close()
	out, err := j.table(t.width)
	if err == nil {
		err = j.sort(out, t, unique, cols...)
	}
	return out, err
}

// sort writes the records of a table to dst in an order.
func (j *Job) sort(dst tuple.Sink, t table, unique bool, cols ...int) error {
	opt := extsort.Options{Width: t.width, Order: tuple.Columns(cols...), Unique: unique, Room: j.opt.With(j.opt.Memory / 2)}
	_, err := extsort.Sort(dst, []tuple.Source{t.Source()}, opt)
	return err
}

// each calls do for each record.
func (t table) each(do func(rec []int32) error) error {
	r := t.reader()
	for rec := r.Next(); rec != nil; rec = r.Next() {
		if err := do(rec); err != nil {
			return err
		}
	}
	return r.Err()
}

// cursor goes through a table that is sorted by its first column.
type cursor struct {
	r    *tuple.Reader
	next []int32
}

func (t table) cursor() *cursor {
	c := &cursor{r: t.reader()}
	c.next = c.r.Next()
	return c
}

// of calls do for the records whose first column is id, which comes not before the last one.
func (c *cursor) of(id int32, do func(rec []int32)) error {
	for ; c.next != nil && c.next[0] <= id; c.next = c.r.Next() {
		if c.next[0] == id {
			do(c.next)
		}
	}
	return c.r.Err()
}
