package jobs

import (
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/partition"
	"webmill/pkg/tuple"
)

// Bounds are the least values that parts by range may have. A sample gives them: every record whose number in its piece is a
// multiple of a step. All records with the same value are in one part, so many such records make a large part.

// samples is how many records of the sample there are for each part.
const samples = 512

// bounds makes the bounds of the output's parts from values in the columns by of the inputs. The inputs have so many bytes.
func (j *Job) bounds(columns []tuple.Column, by []int, bytes int64) ([]int64, error) {
	parts := j.partsFor(bytes)
	return j.boundsOf("bounds", j.Inputs, columns, by, parts, bytes/int64(4*len(columns)*samples*parts))
}

// boundsOf makes bounds from every record whose number is a multiple of step, or reads the bounds of an earlier run.
func (j *Job) boundsOf(name string, inputs []string, columns []tuple.Column, by []int, parts int, step int64) (
	least []int64, err error) {
	if name = j.at(name); !exists(name) {
		err := j.run(func(s beam.Scope) {
			keys := beam.ParDo(s, &sample{Columns: columns, By: by, Step: max(1, step)}, pieces(s, inputs, j.temp))
			none := beam.ParDo(s, &everyPart{1}, beam.Impulse(s))
			beam.ParDo0(s, &publishBounds{name, parts, j.temp}, beam.GroupByKey(s, beam.Flatten(s, none, keys)))
		})
		if err != nil {
			return nil, err
		}
	}
	err = readJSON(j.temp, name, &least)
	return least, err
}

// sample takes the values of some records in the columns By.
type sample struct {
	Columns []tuple.Column
	By      []int
	Step    int64
}

// ProcessElement implements a function of Beam.
func (f *sample) ProcessElement(p piece, emit func(int, []byte)) error {
	to, left := newDealer(emit, 1, 1, blockBytes), f.Step
	err := p.eachBlock(f.Columns, func(block []int32) error {
		for ; len(block) > 0; block = block[len(f.Columns):] {
			if left--; left > 0 {
				continue
			}
			left = f.Step
			for _, column := range f.By {
				to.put(0, block[column])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.flush()
}

// publishBounds writes the bounds that a sample gives.
type publishBounds struct {
	Name  string
	Parts int
	Temp  string
}

// ProcessElement implements a function of Beam.
func (f *publishBounds) ProcessElement(_ int, next func(*[]byte) bool) error {
	var values []int32
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		values = append(values, block...)
		return nil
	}), &blocks{next: next}, 1)
	if err != nil {
		return err
	}
	slices.Sort(values)
	least := []int64{math.MinInt32}
	for part := 1; part < f.Parts; part++ {
		value := int64(math.MinInt32)
		if at := part * len(values) / f.Parts; at < len(values) {
			value = int64(values[at])
		}
		least = append(least, value)
	}
	return publishJSON(f.Temp, f.Name, least)
}

// ranges finds the part of a value.
type ranges struct {
	partition.Manifest
	low, high int64 // of the part that was found last
	part      int
}

func newRanges(least []int64) *ranges {
	r := &ranges{Manifest: partition.Manifest{Head: partition.Head{Count: len(least), By: partition.ByRange}}}
	for _, value := range least {
		r.Parts = append(r.Parts, partition.Part{Least: value})
	}
	return r
}

// of is the part that has a value.
func (r *ranges) of(value int32) int {
	if v := int64(value); v < r.low || v >= r.high {
		r.part = r.Part(value)
		r.low, r.high = r.Parts[r.part].Least, math.MaxInt64
		if r.part+1 < r.Count {
			r.high = r.Parts[r.part+1].Least
		}
	}
	return r.part
}
