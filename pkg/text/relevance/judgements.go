package relevance

import (
	"fmt"
	"io"

	"webmill/pkg/text/judgement"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Judgements are what a person said of documents: how relevant each is, from 0 to 1. The last judgement of a document counts.
type Judgements struct {
	Of     map[int32]float64
	Unlike int   // judgements that differ from an earlier one of their document
	First  int32 // the document of the first of these
}

// Least is the least value of a document that is relevant.
const Least = 0.5

// Add takes a judgement.
func (j *Judgements) Add(doc int32, value float64) {
	if j.Of == nil {
		j.Of = map[int32]float64{}
	}
	if earlier, again := j.Of[doc]; again && earlier != value {
		if j.Unlike++; j.Unlike == 1 {
			j.First = doc
		}
	}
	j.Of[doc] = value
}

// judgementBytes is what one takes in memory.
const judgementBytes = 64

// ReadJudgements reads the lines of judgements. check is told what they take.
func ReadJudgements(r io.Reader, check func(taken int64) error) (*Judgements, error) {
	j := &Judgements{}
	return j, judgement.Read(r, func(one *judgement.Judgement) error {
		j.Add(one.Doc, one.Value)
		return check(judgementBytes * int64(len(j.Of)))
	})
}

// JudgementsOf reads pairs (doc, value).
func JudgementsOf(in tuple.Input, check func(taken int64) error) (*Judgements, error) {
	j, n := &Judgements{}, int64(0)
	r := tuple.NewReader(in.Source, 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		n++
		value := float64(tuple.F32Value(rec[1]))
		if !(value >= 0 && value <= 1) {
			err := fmt.Errorf("judges a document by %v, which is not from 0 to 1", value)
			return nil, vfs.Named(in.Name, &tuple.PlaceError{Record: n, Err: err})
		}
		j.Add(rec[0], value)
		if err := check(judgementBytes * int64(len(j.Of))); err != nil {
			return nil, err
		}
	}
	return j, r.Err()
}
