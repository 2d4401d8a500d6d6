package sisters

import (
	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// table is records of a width that wait.
type table struct {
	ints  *spill.Ints
	width int
}

// tableShare is the part of the memory that a table takes: one 32nd. At most eight are there at a time.
const tableShare = 32

// table makes a table. Close of the job frees it, if that was not done earlier.
func (j *Job) table(width int) (table, error) {
	ints, err := spill.NewTuples(j.opt.Room, j.opt.Memory/tableShare, width)
	t := table{ints, width}
	j.tables = append(j.tables, t)
	return t, err
}

// free frees the memory and the file of the table; a further call does nothing.
func (t table) free() { t.ints.Close() }

func (t table) put(rec ...int32) error { return t.ints.WriteBlock(rec) }

func (t table) reader() *tuple.Reader { return tuple.NewReader(t.ints.Source(), t.width) }

func (t table) input() tuple.Input {
	return tuple.Input{Name: "temporary file", Source: t.ints.Source()}
}

// sort puts another table in the place of t, which has its records in an order.
func (j *Job) sort(t *table, unique bool, cols ...int) (err error) {
	from := *t
	defer from.free()
	if *t, err = j.table(from.width); err != nil {
		return err
	}
	return j.sortTo(t.ints, from, unique, cols...)
}

// sortTo writes the records of a table to dst in an order.
func (j *Job) sortTo(dst tuple.Sink, t table, unique bool, cols ...int) error {
	opt := extsort.Options{Width: t.width, Order: tuple.Columns(cols...), Unique: unique, Room: j.opt.With(j.opt.Memory / 2)}
	_, err := extsort.Sort(dst, []tuple.Source{t.ints.Source()}, opt)
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
func (t table) cursor() *tuple.Cursor { return tuple.NewGroupCursor(t.input(), t.width) }

// eachOf calls do for the records of a cursor whose first column is id. No id is less than that of the call before.
func eachOf(c *tuple.Cursor, id int32, do func(rec []int32)) error {
	c.SkipTo(int64(id))
	for rec := c.Take(int64(id)); rec != nil; rec = c.Take(int64(id)) {
		do(rec)
	}
	return c.Err()
}
