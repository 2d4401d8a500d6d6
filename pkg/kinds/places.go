package kinds

import (
	"webmill/pkg/tuple"
)

// CheckPlaces refuses what RefuseMismatch, RefuseHalves and a guess do, by the first records and some all over the file.
func CheckPlaces(p *tuple.Places, guess *Guess, pairs []int) error {
	first := make([]int32, min(p.Records, firstRecords)*int64(p.Width()))
	if n, err := p.File.ReadAt(tuple.Bytes(first), 0); n < 4*len(first) {
		return err
	}
	tuple.FromLE(first)
	check := func(records []int32) error {
		if err := wrongKind(records, p.Columns, guess.warn); err != nil {
			return err
		}
		return halves(records, p.Columns, pairs)
	}
	if err := check(first); err != nil {
		return p.Fail(err)
	}
	late := newLateColumns(first, p.Columns, check)
	if err := guess.Observe(first, p.Records <= firstRecords); err != nil {
		return p.Fail(err)
	}
	if p.Records <= firstRecords || len(late.cols) == 0 && guess.allSettled() {
		return nil
	}
	return sample(p, func(block []int32, end bool) error {
		if err := late.see(block, end); err != nil {
			return err
		}
		return guess.Observe(block, end)
	})
}

const (
	samples       = 256 // where columns that begin with 0s are looked at
	sampleRecords = 16  // at each of them
)

// sample looks at records all over the file, behind the first ones.
func sample(p *tuple.Places, see func(block []int32, end bool) error) error {
	block := make([]int32, min(sampleRecords, p.Records-firstRecords)*int64(p.Width()))
	last := p.Records - int64(len(block)/p.Width())
	for i := range int64(samples) {
		at := firstRecords + int64(float64(last-firstRecords)*float64(i)/(samples-1))
		if n, err := p.File.ReadAt(tuple.Bytes(block), at*int64(4*p.Width())); n < 4*len(block) {
			return err
		}
		tuple.FromLE(block)
		if err := see(block, i == samples-1); err != nil {
			return p.Fail(err)
		}
	}
	return nil
}
