package relevance

import (
	"math"

	"webmill/pkg/tuple"
)

// Kind is what the values of a feature are.
type Kind string

// The kinds.
const (
	Vector   Kind = "vector"   // (doc, term, weight): the weights are divided by the root of the sum of their squares
	Clusters Kind = "clusters" // (doc, cluster, similarity): the least becomes 0 and the greatest 1, in each document
	Score    Kind = "score"    // (doc, score)
	Count    Kind = "count"    // (doc, number), a number of something
)

// IsNumber reports whether a document has one value of the feature.
func (k Kind) IsNumber() bool { return k == Score || k == Count }

// Columns are the columns of a file of the kind. It is sorted by the document, and then by the second column of three.
func (k Kind) Columns() []tuple.Column {
	f32 := func(name string) tuple.Column { return tuple.Column{Name: name, Kind: tuple.F32} }
	switch k {
	case Vector:
		return append(tuple.IDs("doc", "term"), f32("weight"))
	case Clusters:
		return append(tuple.IDs("doc", "cluster"), f32("similarity"))
	case Score:
		return append(tuple.IDs("doc"), f32("score"))
	}
	return tuple.IDs("doc", "number")
}

// A Feature is something that is known of documents.
type Feature struct {
	Kind Kind
	Name string
}

// An Input is the file of a feature.
type Input struct {
	Feature
	tuple.Input
}

// Scale is what a pass has found of all values of a number, or of all clusters.
type Scale struct {
	Docs     int64 // that have a number
	Sum, Max float64
	Clusters int32 // one more than the greatest
}

func (s *Scale) add(v float64) {
	s.Docs++
	s.Sum += v
	s.Max = max(s.Max, v)
}

// Reader goes through the features of documents, side by side, in the order of the documents.
type Reader struct {
	Docs    int64   // so far
	Missing []int64 // how many of them a feature lacks

	features []Input
	cursors  []*tuple.Cursor
}

// NewReader stands before the first document.
func NewReader(features []Input) *Reader {
	r := &Reader{features: features, Missing: make([]int64, len(features))}
	for _, f := range features {
		width := len(f.Kind.Columns())
		if width == 2 {
			r.cursors = append(r.cursors, tuple.NewCursor(f.Input, 2))
			continue
		}
		ordered := tuple.Input{Name: f.Input.Name, Source: f.InOrder(3, true, 0, 1)}
		r.cursors = append(r.cursors, tuple.NewGroupCursor(ordered, 3))
	}
	return r
}

// Next is the next document, tuple.NoID at the end and after an error. Take must follow.
func (r *Reader) Next() int64 {
	doc := int64(tuple.NoID)
	for _, c := range r.cursors {
		doc = min(doc, c.ID())
	}
	if doc == tuple.NoID || r.Err() != nil {
		return tuple.NoID
	}
	r.Docs++
	return doc
}

// Take passes on the values of a document. Those of a feature come in the order of their columns, and a number has column 0.
func (r *Reader) Take(doc int64, use func(feature int, column int32, value float32)) {
	for i, c := range r.cursors {
		if c.ID() != doc {
			r.Missing[i]++
		}
		for rec := c.Take(doc); rec != nil; rec = c.Take(doc) {
			switch r.features[i].Kind {
			case Score:
				use(i, 0, tuple.F32Value(rec[1]))
			case Count:
				use(i, 0, float32(rec[1]))
			default:
				use(i, rec[1], tuple.F32Value(rec[2]))
			}
		}
	}
}

// Err is the error that ended an input.
func (r *Reader) Err() error {
	for _, c := range r.cursors {
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

// spread brings the similarities of a document to 0 … 1.
type spread struct{ least, most float64 }

var noSpread = spread{math.Inf(1), math.Inf(-1)}

func (s *spread) add(v float64) { s.least, s.most = min(s.least, v), max(s.most, v) }

// scaled is 0 where all similarities are equal.
func (s *spread) scaled(v float64) float64 {
	if s.most <= s.least {
		return 0
	}
	return (v - s.least) / (s.most - s.least)
}
