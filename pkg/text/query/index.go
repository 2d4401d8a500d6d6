// Package query answers questions from sorted files of terms: ranked, Boolean, by phrases and by nearness.
//
// # The index
//
// The index is three raw files of sorted records, which tools of streams make; nothing else is stored:
//
//	postings   (term, doc, count)     by term, doc; each pair once
//	positions  (term, doc, position)  by term, doc, position; only for phrases and NEAR
//	lengths    (doc, length)          of all documents, by doc
//
// The records of a term are found by binary search, which takes 25 reads of 12 bytes in 30 million records. So an index needs
// no table of offsets, which could be of another run, and no form of its own: any tool can make, cut, join and check it. The
// records take more of the disk than a packed index would, but need no decoding.
//
// # A question
//
// A tree of matchers goes through the documents in ascending order. A list reads its term's records in blocks, from 64
// records after a leap to what the memory allows; it leaps by binary search. All lists of a question share one buffer.
// Each document that matches gets the sum of the weights of the words that it has, in the order in which the question
// asks for them, by the formulas of package tfidf.
//
//	parse.go   questions
//	index.go   the files, and that they fit each other
//	onerun.go  that they are of one run
//	list.go    the records of a term
//	match.go   which documents match
//	answer.go  their scores; many questions at once
//	names.go   the URLs and titles of answers
//	stems.go   whether questions and dictionary have the same stemmer
package query

import (
	"errors"
	"math"
	"sync/atomic"

	"webmill/pkg/text/tfidf"
	"webmill/pkg/tuple"
)

// Rank says what an answer's score is.
type Rank string

// The ranks. None leaves the documents in the order of their ids.
const (
	BM25  Rank = "bm25"
	TFIDF Rank = "tfidf"
	None  Rank = "none"
)

// Ranks are all of them.
var Ranks = []Rank{BM25, TFIDF, None}

// Index is an open index.
type Index struct {
	Postings  tuple.SortedFile
	Positions *tuple.SortedFile // nil: no phrases
	Lengths   tuple.SortedFile
	Docs      int64 // N
	Length    int64 // of all documents
	Last      int32 // the greatest term id

	ids     uint64          // the sum of idHash of all documents
	lengths []int32         // all of Lengths, if there is memory for them
	read    [3]atomic.Int64 // records, of the postings, positions and lengths
}

// Columns of the files of an index.
func Columns() (postings, positions, lengths []tuple.Column) {
	return append(tuple.IDs("term", "doc"), tuple.Ints("count")...), tuple.IDs("term", "doc", "position"),
		append(tuple.IDs("doc"), tuple.Ints("length")...)
}

// Open opens an index. It refuses files that do not fit each other or are not sorted, as far as that shows. positions may be
// nil. The lengths are kept in memory if they take no more than memory bytes.
func Open(postings, positions, lengths *tuple.Places, memory int64) (*Index, error) {
	x := &Index{
		Postings: tuple.SortedFile{Places: postings, Order: tuple.Columns(0, 1, 2)},
		Lengths:  tuple.SortedFile{Places: lengths, Order: tuple.Columns(0, 1)},
	}
	if postings.Records == 0 {
		return nil, postings.Fail(errors.New("the index is empty"))
	}
	if err := x.Postings.Check(); err != nil {
		return nil, err
	}
	if err := x.readLengths(lengths.Bytes() <= memory); err != nil {
		return nil, err
	}
	last, err := lastTerm(&x.Postings)
	if err != nil {
		return nil, err
	}
	x.Last = last
	if positions != nil {
		x.Positions = &tuple.SortedFile{Places: positions, Order: tuple.Columns(0, 1, 2)}
		if err := x.Positions.Check(); err != nil {
			return nil, err
		}
		if err := x.fitPositions(); err != nil {
			return nil, err
		}
	}
	return x, nil
}

func lastTerm(f *tuple.SortedFile) (int32, error) {
	var record [3]int32
	err := f.Places.Read(record[:], f.Places.Records-1)
	return record[0], err
}

// fitPositions refuses positions that are of another run: there is one for each word.
func (x *Index) fitPositions() error {
	if n := x.Positions.Places.Records; n != x.Length {
		return misfit(x.Positions.Places, "has %d positions, but by the lengths the documents have %d words", n, x.Length)
	}
	last, err := lastTerm(x.Positions)
	if err == nil && last != x.Last {
		err = misfit(x.Positions.Places, "ends with term %d, but the postings with term %d", last, x.Last)
	}
	return err
}

// readLengths counts the documents and adds up their lengths.
func (x *Index) readLengths(keep bool) error {
	f := &x.Lengths
	l := newList(f, none, false, span{0, f.Places.Records})
	l.buf = make([]int32, min(2*f.Places.Records, tuple.BlockBytes/4))
	if keep {
		x.lengths = make([]int32, 0, 2*f.Places.Records)
	}
	for l.more() {
		if keep {
			x.lengths = append(x.lengths, l.block...)
		}
		for i := 1; i < len(l.block); i += 2 {
			x.ids += idHash(int64(l.block[i-1]))
			if x.Length > math.MaxInt64-int64(l.block[i]) {
				return f.Places.Fail(errors.New("the lengths add up to more than 2^63-1"))
			}
			x.Length += int64(l.block[i])
		}
	}
	x.count(l)
	if x.Docs = f.Places.Records; l.err == nil && x.Docs == 0 {
		return f.Places.Fail(errors.New("the index is empty: there are no lengths of documents"))
	}
	return l.err
}

// docs begins a list of the lengths of all documents.
func (x *Index) docs() *list {
	l := newList(&x.Lengths, none, false, span{0, x.Lengths.Places.Records})
	if x.lengths != nil {
		l.block, l.next = x.lengths, l.to
		l.now = l.key(0)
	}
	return l
}

// span is where the records of a term are.
type span struct{ from, to int64 }

// find finds the records of a term.
func (x *Index) find(f *tuple.SortedFile, term int32) (s span, err error) {
	if term == none {
		return s, nil
	}
	s.from, s.to, err = f.Find(term)
	if n := s.to - s.from; err == nil && f == &x.Postings && n > x.Docs {
		err = misfit(f.Places, "has %d documents with term %d, but there are lengths of %d", n, term, x.Docs)
	}
	return s, err
}

// weights are the formulas of a rank for the index.
func (x *Index) weights(rank Rank, k, b float64) tfidf.Options {
	o := tfidf.Options{Scheme: tfidf.TFIDF, K: k, B: b}
	if rank == BM25 {
		o.Scheme = tfidf.BM25
	}
	return o
}

// Count tells the files how much of them was read, in blocks.
func (x *Index) Count() {
	x.Postings.Places.Count(x.read[0].Swap(0))
	if x.Positions != nil {
		x.Positions.Places.Count(x.read[1].Swap(0))
	}
	x.Lengths.Places.Count(x.read[2].Swap(0))
}

// count notes what a list has read.
func (x *Index) count(l *list) {
	switch {
	case l.term == none:
		x.read[2].Add(l.read)
	case l.deep:
		x.read[1].Add(l.read)
	default:
		x.read[0].Add(l.read)
	}
}
