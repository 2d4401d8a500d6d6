// Package neighbours finds the links of one page in a sorted file, by binary search.
package neighbours

import (
	"iter"

	"webmill/pkg/tuple"
)

// Links are the records of a file that is sorted by a column, and by the other where that is equal.
type Links struct{ tuple.SortedFile }

// New are the links of a file that is sorted by column by, 0 or 1, first.
func New(file *tuple.Places, by int) *Links {
	hint := "if it is sorted by target, use -back"
	if by == 1 {
		hint = "if it is sorted by source, leave out -back"
	}
	return &Links{tuple.SortedFile{Places: file, Order: tuple.Columns(by, 1-by), Hint: hint}}
}

// IDs gives the other ends of the links that Find found, each once, up to an error.
func (l *Links) IDs(from, to int64) iter.Seq2[int32, error] {
	return func(yield func(int32, error) bool) {
		var block [tuple.BlockBytes / 4]int32
		before := int32(-1)
		page, other := l.Order[0].Col, l.Order[1].Col
		for from < to {
			part := block[:2*min(int64(len(block)/2), to-from)]
			if err := l.Places.Read(part, from); err != nil {
				yield(0, err)
				return
			}
			for i := 0; i < len(part); i += 2 {
				id := part[i+other]
				if id < before || part[i+page] != part[page] {
					yield(0, l.Unsorted(from+int64(i/2)))
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
