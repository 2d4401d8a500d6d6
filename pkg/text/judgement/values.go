package judgement

import (
	"fmt"
	"io"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Values are what documents were judged. The last judgement of a document counts.
type Values struct {
	Of     map[int32]float64
	Unlike int   // judgements that differ from an earlier one of their document
	First  int32 // the document of the first of these
}

// Add takes a judgement, and reports whether it differs from the earlier one of its document.
func (v *Values) Add(doc int32, value float64) (earlier float64, unlike bool) {
	if v.Of == nil {
		v.Of = map[int32]float64{}
	}
	earlier, again := v.Of[doc]
	v.Of[doc] = value
	if unlike = again && earlier != value; unlike {
		if v.Unlike++; v.Unlike == 1 {
			v.First = doc
		}
	}
	return earlier, unlike
}

// Warn warns if judgements differ in a file.
func (v *Values) Warn(file string, warnf func(format string, args ...any)) {
	if v.Unlike > 0 {
		warnf("%s: judgements of a document differ, first those of %d: the last one counts", file, v.First)
	}
}

// valueBytes is what the value of a document takes in memory.
const valueBytes = 64

// ReadValues reads the lines of judgements. check is told what they take.
func ReadValues(r io.Reader, check func(taken int64) error) (*Values, error) {
	v := &Values{}
	return v, Read(r, func(one *Judgement) error {
		v.Add(one.Doc, one.Value)
		return check(valueBytes * int64(len(v.Of)))
	})
}

// ValuesOf reads pairs (doc, value).
func ValuesOf(in tuple.Input, check func(taken int64) error) (*Values, error) {
	v, n := &Values{}, int64(0)
	r := tuple.NewReader(in.Source, 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		n++
		value := float64(tuple.F32Value(rec[1]))
		if !(value >= 0 && value <= 1) {
			err := fmt.Errorf("judges a document by %v, which is not from 0 to 1", value)
			return nil, vfs.Named(in.Name, &tuple.PlaceError{Record: n, Err: err})
		}
		v.Add(rec[0], value)
		if err := check(valueBytes * int64(len(v.Of))); err != nil {
			return nil, err
		}
	}
	return v, r.Err()
}
