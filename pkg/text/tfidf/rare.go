package tfidf

import (
	"cmp"
	"math"

	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// rare are the tuples of the terms behind the table.
//
//	put    writes them to a file
//	group  sorts them by term: pairs has (term, doc) in this order, groups has (term, df, total) of each term
//	join   gives each pair the idf of its term and sorts them back: pairs has an idf for each tuple, in the order of the input
//
// The tuples are written to a file before they are sorted. A sort could take them from a pipe; but if it knows its whole input,
// it deals it out in one go.
type rare struct {
	room   work.Room
	sums   bool // total is wanted
	found  *tempTuples
	tuples int64
	pairs  *spill.Ints
	groups *spill.Ints // records of groupWidth

	term   int32 // whose group is being made
	df     int64
	total  int64
	before int64 // bytes of earlier files
}

const (
	groupWidth = 5 // term, df in two numbers, total in two
	backWidth  = 4 // doc, term and idf, in two numbers
)

// tempTuples is a temporary file of tuples, which are written one by one and then sorted.
type tempTuples struct {
	out   *tuple.Writer
	file  *spill.File
	width int
}

func newTempTuples(room work.Room, width int) *tempTuples {
	file := spill.NewFile(room)
	return &tempTuples{tuple.NewWriter(tuple.NewRawWriter(file), width), file, width}
}

// sort sorts the tuples by their first two columns and then removes the file.
func (t *tempTuples) sort(dst tuple.SinkFunc, room work.Room) error {
	defer t.file.Close()
	if err := t.out.Flush(); err != nil {
		return err
	}
	src := &placed{tuple.NewRawReader(t.file.Reader(), t.width), t}
	_, err := extsort.Sort(dst, []tuple.Source{src}, extsort.Options{Width: t.width, Order: tuple.Columns(0, 1), Room: room})
	return err
}

// placed is the Source of a file that a sort may read at any place.
type placed struct {
	tuple.Source
	of *tempTuples
}

func (p *placed) Places() (*tuple.Places, tuple.Source, error) {
	t := p.of
	return tuple.NewPlaces(t.file, tuple.Numbered(t.width), t.file.Size()/int64(4*t.width)), p, nil
}

func newRare(room work.Room, sums bool) *rare {
	width := 2
	if sums {
		width = 3
	}
	return &rare{room: room, sums: sums, found: newTempTuples(room, width)}
}

// put keeps a tuple. Errors stick to found.out.
func (r *rare) put(term, doc, count int32) {
	rec, _ := r.found.out.Next()
	r.tuples++
	rec[0], rec[1] = term, doc
	if r.sums {
		rec[2] = count
	}
}

// group sorts the tuples that were put.
func (r *rare) group() error {
	if r.tuples == 0 {
		return nil
	}
	if err := r.found.sort(r.take, r.room); err != nil {
		return err
	}
	r.before += r.found.file.Size()
	return r.endGroup()
}

// take takes the sorted tuples.
func (r *rare) take(block []int32) error {
	width := r.found.width
	for i := 0; i < len(block); i += width {
		rec := block[i : i+width]
		if rec[0] != r.term {
			if err := r.endGroup(); err != nil {
				return err
			}
			r.term = rec[0]
		}
		if r.df++; r.sums {
			r.total += int64(rec[2])
		}
		if err := r.pairs.WriteBlock(rec[:2]); err != nil {
			return err
		}
	}
	return nil
}

func (r *rare) endGroup() error {
	if r.df == 0 {
		return nil
	}
	var rec [groupWidth]int32
	putGroup(rec[:], r.term, r.df, r.total)
	r.df, r.total = 0, 0
	return r.groups.WriteBlock(rec[:])
}

func putGroup(rec []int32, term int32, df, total int64) {
	rec[0] = term
	tuple.PutLong(rec[1:], df)
	tuple.PutLong(rec[3:], total)
}

// each goes through the terms.
func (r *rare) each(use func(term int32, df, total int64) error) error {
	groups := tuple.NewReader(r.groups.Source(), groupWidth)
	for g := groups.Next(); g != nil; g = groups.Next() {
		if err := use(g[0], tuple.Long(g[1:]), tuple.Long(g[3:])); err != nil {
			return err
		}
	}
	return groups.Err()
}

// giveDF replaces the document frequencies.
func (r *rare) giveDF(df func(term int32) (int64, error)) error {
	if r.groups.Len() == 0 {
		return nil
	}
	given, err := spill.NewInts(r.room, r.groups.Bytes())
	if err != nil {
		return err
	}
	var rec [groupWidth]int32
	err = r.each(func(term int32, _, total int64) error {
		n, err := df(term)
		if err != nil {
			return err
		}
		putGroup(rec[:], term, n, total)
		return given.WriteBlock(rec[:])
	})
	r.before += r.groups.Spilled()
	r.groups.Close()
	r.groups = given
	return err
}

// join gives each tuple the idf of its term.
func (r *rare) join(idf func(term int32, df, total int64) (float64, error)) error {
	if r.tuples == 0 {
		return nil
	}
	given := newTempTuples(r.room, backWidth)
	pairs := tuple.NewReader(r.pairs.Source(), 2)
	pair := pairs.Next()
	err := r.each(func(term int32, df, total int64) error {
		x, err := idf(term, df, total)
		for bits := math.Float64bits(x); err == nil && pair != nil && pair[0] == term; pair = pairs.Next() {
			given.out.Put(pair[1], term, int32(bits), int32(bits>>32))
			err = given.out.Err()
		}
		return err
	})
	if err = cmp.Or(err, pairs.Err()); err != nil {
		given.file.Close()
		return err
	}
	back, err := spill.NewInts(r.room, r.pairs.Bytes())
	if err == nil {
		err = given.sort(func(block []int32) error {
			for i := 0; i < len(block); i += backWidth {
				if err := back.WriteBlock(block[i+2 : i+backWidth]); err != nil {
					return err
				}
			}
			return nil
		}, r.room)
		r.before += given.file.Size()
	}
	r.before += r.pairs.Spilled()
	r.pairs.Close()
	r.pairs = back
	return err
}

func (r *rare) spilled() int64 { return r.before + r.pairs.Spilled() + r.groups.Spilled() }
