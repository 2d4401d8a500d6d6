package relevance

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Judgements are what a person said of documents: how relevant each is, from 0 to 1.
type Judgements struct {
	Of    map[int32]float64
	Again int64 // documents that were judged more than once: the last judgement counts
}

// Least is the least value of a document that is relevant.
const Least = 0.5

// Add takes a judgement.
func (j *Judgements) Add(doc int32, value float64) error {
	if !(value >= 0 && value <= 1) {
		return fmt.Errorf("judges a document by %v, which is not from 0 to 1", value)
	}
	if j.Of == nil {
		j.Of = map[int32]float64{}
	}
	if _, again := j.Of[doc]; again {
		j.Again++
	}
	j.Of[doc] = value
	return nil
}

const mostLine = 64 << 10

// judgementBytes is what one takes in memory.
const judgementBytes = 64

// ReadJudgements reads lines: a document, a TAB, its value and, behind a further TAB, anything. check is told what they take.
func ReadJudgements(r io.Reader, check func(taken int64) error) (*Judgements, error) {
	j := &Judgements{}
	err := tuple.NewLines(r, mostLine).Each(func(line []byte) error {
		doc, value, ok := parseJudgement(line)
		if !ok {
			return tuple.BadLine("is not a document, a TAB and a value from 0 to 1")
		}
		if err := j.Add(doc, value); err != nil {
			return tuple.BadLine(err.Error())
		}
		return check(judgementBytes * int64(len(j.Of)))
	})
	return j, err
}

func parseJudgement(line []byte) (doc int32, value float64, ok bool) {
	first, rest, ok := bytes.Cut(line, []byte("\t"))
	second, _, _ := bytes.Cut(rest, []byte("\t"))
	id, idErr := strconv.ParseUint(string(first), 10, 31)
	value, valueErr := strconv.ParseFloat(string(second), 64)
	return int32(id), value, ok && idErr == nil && valueErr == nil
}

// JudgementsOf reads pairs (doc, value).
func JudgementsOf(in tuple.Input, check func(taken int64) error) (*Judgements, error) {
	j := &Judgements{}
	r := tuple.NewReader(in.Source, 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		if err := j.Add(rec[0], float64(tuple.F32Value(rec[1]))); err != nil {
			return nil, vfs.Named(in.Name, &tuple.PlaceError{Record: int64(len(j.Of)) + j.Again + 1, Err: err})
		}
		if err := check(judgementBytes * int64(len(j.Of))); err != nil {
			return nil, err
		}
	}
	return j, r.Err()
}
