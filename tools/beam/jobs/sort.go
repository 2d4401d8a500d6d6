package jobs

import (
	"flag"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
)

func sortFlags(f *flag.FlagSet, to *Flags) {
	f.StringVar(&to.Order, "k", "", "the `COLUMNS` to sort by, like 2,1; then by the others")
}

// The job sort takes the ranges of the first column from a sample, and sorts each range by itself. So the parts, one after the
// other, are sorted.

func (j *Job) sort() error { return j.sorted(false) }

// The job dedupe is the job sort, but keeps one of equal records, first in each block and then in each part.

func (j *Job) dedupe() error { return j.sorted(true) }

func (j *Job) sorted(unique bool) error {
	columns, bytes, err := describe(j.temp, j.Inputs, nil)
	if err != nil {
		return err
	}
	order, err := j.order(columns)
	if err != nil {
		return err
	}
	by := order[0].Col
	out, err := j.newFolder(j.out, j.partsFor(bytes), columns, order, by)
	if err != nil {
		return err
	}
	if out.Least, err = j.bounds(columns, []int{by}, bytes); err != nil {
		return err
	}
	deal := &dealPiece{Columns: columns, By: by, Least: out.Least, Unique: unique, Memory: int64(j.memory)}
	return j.make(out, func(s beam.Scope) beam.PCollection { return beam.ParDo(s, deal, pieces(s, j.Inputs, j.temp)) },
		&sortPart{Folder: out, Order: order.String(), Unique: unique, Memory: int64(j.memory), Temp: j.temp})
}

// dealPiece deals the records of a piece out to the parts by ranges of a column.
type dealPiece struct {
	Columns []tuple.Column
	By      int
	Least   []int64
	Unique  bool
	NoSelf  bool // leaves out records whose first two columns are equal
	Memory  int64
}

// ProcessElement implements a function of Beam.
func (f *dealPiece) ProcessElement(p piece, emit func(int, []byte)) error {
	width, to := len(f.Columns), newRanges(f.Least)
	d := newDealer(emit, len(f.Least), width, f.Memory)
	d.unique = f.Unique
	err := p.eachBlock(f.Columns, func(block []int32) error {
		for ; len(block) > 0; block = block[width:] {
			if !f.NoSelf || block[0] != block[1] {
				d.put(to.of(block[f.By]), block[:width]...)
			}
		}
		return d.err
	})
	if err != nil {
		return err
	}
	return d.flush()
}

// sortPart sorts what a part gets, and writes it.
type sortPart struct {
	Folder folder
	Order  string
	Unique bool
	Memory int64
	Temp   string
}

// ProcessElement implements a function of Beam.
func (f *sortPart) ProcessElement(part int, next func(*[]byte) bool) (int, fact, error) {
	order, err := tuple.ParseOrder(f.Order, len(f.Folder.Head.Columns))
	if err != nil {
		return 0, fact{}, err
	}
	done, err := f.Folder.write(part, func(to tuple.Sink) error {
		_, err := extsort.Sort(to, []tuple.Source{&blocks{next: next}}, extsort.Options{
			Width: len(f.Folder.Head.Columns), Order: order, Unique: f.Unique, Room: room(f.Memory, f.Temp)})
		return err
	})
	return 0, done, err
}
