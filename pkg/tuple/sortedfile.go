package tuple

import (
	"cmp"
	"fmt"
	"math"
	"sort"
)

// SortedFile is a raw file of records that are sorted by all columns, in some order, to be searched for the ids of the
// first of these.
type SortedFile struct {
	Places *Places
	Order  Order  // by all columns
	Hint   string // what to do if they are not sorted, before that they can be; may be empty
}

const (
	sortedSamples = 256
	// SortedWhole is how many records a file may have to be checked to its end.
	SortedWhole = 1 << 17
)

// first is the id of a record in the first column of the order.
func (s *SortedFile) first(i int64) (int32, error) {
	var r [MaxWidth]int32
	err := s.Places.Read(r[:s.Places.Width()], i)
	return r[s.Order[0].Col], err
}

// Check refuses a file that is not sorted: a small one wherever that is, a large one as far as samples show.
func (s *SortedFile) Check() error {
	n := s.Places.Records
	if n <= SortedWhole {
		return s.CheckPart(0, n)
	}
	before := int32(-1)
	for i := range int64(sortedSamples) {
		at := int64(float64(n-1) * float64(i) / (sortedSamples - 1))
		id, err := s.first(at)
		if err != nil {
			return err
		}
		if id < before {
			return s.Unsorted(at)
		}
		before = id
	}
	return nil
}

// CheckPart refuses records that are not sorted, from one up to, but without, another.
func (s *SortedFile) CheckPart(at, to int64) error {
	var block [BlockBytes / 4]int32
	var before [MaxWidth]int32
	width := int64(s.Places.Width())
	for first := true; at < to; {
		part := block[:width*min(int64(len(block))/width, to-at)]
		if err := s.Places.Read(part, at); err != nil {
			return err
		}
		for i := 0; i < len(part); i += int(width) {
			record := part[i : i+int(width)]
			if !first && s.Order.Compare(before[:], record) > 0 {
				return s.Unsorted(at + int64(i)/width)
			}
			copy(before[:], record)
			first = false
		}
		at += int64(len(part)) / width
	}
	return nil
}

// Unsorted is the error of a record that is not in order.
func (s *SortedFile) Unsorted(at int64) error {
	hint, order := "", s.Order.String()
	if s.Hint != "" {
		hint = s.Hint + ", else "
	}
	return s.Places.Fail(&PlaceError{Record: at + 1,
		Err: fmt.Errorf("%w by %s: %ssort it by extsort -k %[2]s", ErrUnsorted, order, hint)})
}

// Find returns the records of an id: from the first up to, but without, the last. The records that it reads on its way must be in
// order, and so must those beside the ones that it finds.
func (s *SortedFile) Find(id int32) (from, to int64, err error) {
	low, high := found{-1, -1}, found{s.Places.Records, math.MaxInt32}
	first := func(ok func(id int32) bool) int64 {
		return int64(sort.Search(int(s.Places.Records), func(i int) bool {
			value, e := s.first(int64(i))
			at := found{int64(i), value}
			if e == nil && (at.record > low.record && at.id < low.id || at.record < high.record && at.id > high.id) {
				e = s.Unsorted(at.record)
			}
			err = cmp.Or(err, e)
			switch {
			case at.id < id && at.record > low.record:
				low = at
			case at.id > id && at.record < high.record:
				high = at
			}
			return err != nil || ok(at.id)
		}))
	}
	from = first(func(v int32) bool { return v >= id })
	to = first(func(v int32) bool { return v > id })
	if err == nil {
		err = s.CheckPart(max(0, from-besideFound), min(s.Places.Records, from+besideFound))
	}
	return from, to, err
}

const besideFound = 64 // records on each side of the first that is found, which must be in order too

// found is a record on the way of a search, and its id.
type found struct {
	record int64
	id     int32
}
