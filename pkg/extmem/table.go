package extmem

import (
	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Tables makes the tables of a job, each of which takes a 32nd of the memory of the room. A sort takes half of it, so that up to
// 16 tables may be there at a time.
type Tables struct {
	work.Room
	made []Table
}

// TableShare is the part of the memory that a table takes.
const TableShare = 32

// Table is records of a width that wait in memory or in a file.
type Table struct {
	Ints  *spill.Ints
	Width int
}

// New makes a table.
func (s *Tables) New(width int) (Table, error) {
	ints, err := spill.NewTuples(s.Room, s.Memory/TableShare, width)
	t := Table{ints, width}
	s.made = append(s.made, t)
	return t, err
}

// Free frees all tables that were made.
func (s *Tables) Free() {
	for _, t := range s.made {
		t.Free()
	}
}

// Sort puts another table in the place of t, which has its records in an order: by some columns and then by all others.
func (s *Tables) Sort(t *Table, cols ...int) error { return s.sort(t, false, cols) }

// SortUnique is Sort, but of records that are equal in the columns it keeps only the first.
func (s *Tables) SortUnique(t *Table, cols ...int) error { return s.sort(t, true, cols) }

func (s *Tables) sort(t *Table, unique bool, cols []int) (err error) {
	from := *t
	defer from.Free()
	if *t, err = s.New(from.Width); err != nil {
		return err
	}
	return s.sortTo(t.Ints, from, unique, cols)
}

// SortTo writes the records of a table to dst in the order of Sort.
func (s *Tables) SortTo(dst tuple.Sink, t Table, cols ...int) error {
	return s.sortTo(dst, t, false, cols)
}

func (s *Tables) sortTo(dst tuple.Sink, t Table, unique bool, cols []int) error {
	opt := extsort.Options{Width: t.Width, Order: tuple.Columns(cols...), Unique: unique, Room: s.With(s.Memory / 2)}
	_, err := extsort.Sort(dst, []tuple.Source{t.Ints.Source()}, opt)
	return err
}

// Free frees the memory and the file of the table; a further call does nothing.
func (t Table) Free() { t.Ints.Close() }

// Put appends a record.
func (t Table) Put(rec ...int32) error { return t.Ints.WriteBlock(rec) }

// Len is how many records there are.
func (t Table) Len() int64 { return t.Ints.Len() / int64(t.Width) }

// Reader goes through the records.
func (t Table) Reader() *tuple.Reader { return tuple.NewReader(t.Ints.Source(), t.Width) }

// Each calls do for each record, which is valid until the next.
func (t Table) Each(do func(rec []int32) error) error {
	r := t.Reader()
	for rec := r.Next(); rec != nil; rec = r.Next() {
		if err := do(rec); err != nil {
			return err
		}
	}
	return r.Err()
}

// Input is the table, sorted by some columns, for the operations of this package.
func (t Table) Input(key ...int) Input { return Input{Input: t.input(), Width: t.Width, Key: key} }

func (t Table) input() tuple.Input {
	return tuple.Input{Name: "temporary file", Source: t.Ints.Source()}
}

// Cursor goes through a table that is sorted by its first column.
func (t Table) Cursor() *tuple.Cursor { return tuple.NewGroupCursor(t.input(), t.Width) }
