package main

import (
	"iter"

	"webmill/pkg/tuple"
)

// links are the records of a file that is sorted by a column, and by the other where that is equal.
type links struct{ tuple.SortedFile }

// newLinks are the links of a file that is sorted by source or, if back is true, by target.
func newLinks(file *tuple.Places, back bool) *links {
	by, hint := 0, "if it is sorted by target, use -back"
	if back {
		by, hint = 1, "if it is sorted by source, leave out -back"
	}
	return &links{tuple.SortedFile{Places: file, Order: tuple.Columns(by, 1-by), Hint: hint}}
}

// ids gives the other ends of the links that Find found, each once, up to an error.
func (l *links) ids(from, to int64) iter.Seq2[int32, error] {
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
