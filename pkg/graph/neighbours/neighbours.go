// Package neighbours finds the links of one page in a sorted file, by binary search.
package neighbours

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"sort"

	"webmill/pkg/tuple"
)

// Links are the records of a file that is sorted by a column, and by the other where that is equal.
type Links struct {
	File *tuple.Places
	By   int // the column by which the file is sorted first: 0 or 1
}

// record reads a record.
func (l *Links) record(i int64) (r [2]int32, err error) {
	err = l.File.Read(r[:], i)
	return r, err
}

const (
	samples = 256
	whole   = 1 << 17 // records of a file that is checked to its end
)

// Check refuses a file that is not sorted: a small one wherever that is, a large one as far as samples show.
func (l *Links) Check() error {
	n := l.File.Records
	if n <= whole {
		return l.checkPart(0, n)
	}
	before := int32(-1)
	for i := range int64(samples) {
		at := int64(float64(n-1) * float64(i) / (samples - 1))
		r, err := l.record(at)
		if err != nil {
			return err
		}
		if r[l.By] < before {
			return l.unsorted(at)
		}
		before = r[l.By]
	}
	return nil
}

// checkPart refuses records that are not sorted, from one up to, but without, another.
func (l *Links) checkPart(at, to int64) error {
	var block [tuple.BlockBytes / 4]int32
	before := [2]int32{-1, -1}
	for at < to {
		part := block[:2*min(int64(len(block)/2), to-at)]
		if err := l.File.Read(part, at); err != nil {
			return err
		}
		for i := 0; i < len(part); i += 2 {
			r := [2]int32{part[i+l.By], part[i+1-l.By]}
			if r[0] < before[0] || r[0] == before[0] && r[1] < before[1] {
				return l.unsorted(at + int64(i/2))
			}
			before = r
		}
		at += int64(len(part) / 2)
	}
	return nil
}

func (l *Links) unsorted(at int64) error {
	order, other := "1,2", "if it is sorted by target, use -back"
	if l.By == 1 {
		order, other = "2,1", "if it is sorted by source, leave out -back"
	}
	return &tuple.PlaceError{Record: at + 1, Err: fmt.Errorf("%w by %s: %s, else sort it by extsort -k %[2]s", tuple.ErrUnsorted, order, other)}
}

// Find returns the records of the links of a page: from the first up to, but without, the last. What it reads on its way must be in
// order.
func (l *Links) Find(page int32) (from, to int64, err error) {
	low, high := found{-1, -1}, found{l.File.Records, math.MaxInt32}
	first := func(ok func(id int32) bool) int64 {
		return int64(sort.Search(int(l.File.Records), func(i int) bool {
			r, e := l.record(int64(i))
			at := found{int64(i), r[l.By]}
			if e == nil && (at.record > low.record && at.id < low.id || at.record < high.record && at.id > high.id) {
				e = l.unsorted(at.record)
			}
			err = cmp.Or(err, e)
			switch {
			case at.id < page && at.record > low.record:
				low = at
			case at.id > page && at.record < high.record:
				high = at
			}
			return err != nil || ok(at.id)
		}))
	}
	from = first(func(id int32) bool { return id >= page })
	to = first(func(id int32) bool { return id > page })
	if err == nil {
		err = l.checkPart(max(0, from-beside), min(l.File.Records, from+beside))
	}
	return from, to, err
}

const beside = 64 // records on each side of those found, which must be in order too

// found is a record on the way of a search, and its id.
type found struct {
	record int64
	id     int32
}

// IDs gives the other ends of the links that Find found, each once, up to an error.
func (l *Links) IDs(from, to int64) iter.Seq2[int32, error] {
	return func(yield func(int32, error) bool) {
		var block [tuple.BlockBytes / 4]int32
		before := int32(-1)
		for from < to {
			part := block[:2*min(int64(len(block)/2), to-from)]
			if err := l.File.Read(part, from); err != nil {
				yield(0, l.File.Fail(err))
				return
			}
			for i := 0; i < len(part); i += 2 {
				id := part[i+1-l.By]
				if id < before || part[i+l.By] != part[l.By] {
					yield(0, l.File.Fail(l.unsorted(from+int64(i/2))))
					return
				}
				if id > before && !yield(id, nil) {
					return
				}
				before = id
			}
			from += int64(len(part) / 2)
		}
	}
}
