package jobs

import (
	"flag"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/extmem"
	"webmill/pkg/tuple"
)

// The job terms counts the documents that have each term. A document with several records of a term counts once.

func noFlags(*flag.FlagSet, *Flags) {}

func (j *Job) terms() error {
	columns, bytes, err := describe(j.temp, j.Inputs, nil)
	if err != nil {
		return err
	}
	if len(columns) < 2 {
		return Usage{fmt.Errorf("%s: its records have one column: name records (document, term, …)", j.Inputs[0])}
	}
	out, err := j.newFolder(j.out, j.partsFor(bytes), append(tuple.IDs("term"), tuple.Ints("documents")...), tuple.Columns(0), 0)
	if err != nil {
		return err
	}
	if out.Least, err = j.bounds(columns, []int{1}, bytes); err != nil {
		return err
	}
	deal := &dealTerms{Columns: columns, Least: out.Least, Memory: int64(j.memory)}
	return j.make(out, func(s beam.Scope) beam.PCollection { return beam.ParDo(s, deal, pieces(s, j.Inputs, j.temp)) },
		&groupPart{out, grouping{2, extmem.Count, true, int64(j.memory), j.temp}})
}

// dealTerms deals (term, document) out by ranges of terms.
type dealTerms struct {
	Columns []tuple.Column
	Least   []int64
	Memory  int64
}

// ProcessElement implements a function of Beam.
func (f *dealTerms) ProcessElement(p piece, emit func(int, []byte)) error {
	to, d := newRanges(f.Least), newDealer(emit, len(f.Least), 2, f.Memory)
	d.unique = true
	err := p.eachBlock(f.Columns, func(block []int32) error {
		for ; len(block) > 0; block = block[len(f.Columns):] {
			d.put(to.of(block[1]), block[1], block[0])
		}
		return d.err
	})
	if err != nil {
		return err
	}
	return d.flush()
}
