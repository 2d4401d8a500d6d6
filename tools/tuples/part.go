package main

import (
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"webmill/pkg/tuple"
)

// part is the part of the input that was asked for.
func (j *job) part() (tuple.Source, error) {
	all := tuple.Concat(j.ins)
	switch {
	case j.flags.head >= 0:
		return &first{all, min(j.flags.head, math.MaxInt64/tuple.MaxWidth) * int64(j.width())}, nil
	case j.flags.tail >= 0:
		return j.last(all)
	case j.flags.sample >= 0:
		return j.draw(all)
	}
	return all, nil
}

// first is a stream that ends after left values.
type first struct {
	src  tuple.Source
	left int64
}

// ReadBlock implements tuple.Source.
func (f *first) ReadBlock(dst []int32) (int, error) {
	if f.left <= 0 {
		return 0, io.EOF
	}
	n, err := f.src.ReadBlock(dst[:min(int64(len(dst)), f.left)])
	f.left -= int64(n)
	return n, err
}

// last is the last records of the input. In raw files they are found by their place; else a ring of records is kept.
func (j *job) last(all tuple.Source) (tuple.Source, error) {
	var files []*tuple.Places
	for _, in := range j.ins {
		p, err := tuple.PlacesOf(in)
		if err != nil {
			return nil, err
		}
		if p == nil {
			return j.ring(all)
		}
		files = append(files, p)
	}
	var tails []tuple.Source
	left := j.flags.tail
	for _, p := range slices.Backward(files) {
		n := min(left, p.Records)
		left -= n
		tails = append(tails, p.Last(n))
	}
	slices.Reverse(tails)
	return tuple.Concat(tails), nil
}

// ring keeps the last records of a stream in memory.
func (j *job) ring(all tuple.Source) (tuple.Source, error) {
	most := int(min(j.flags.tail, math.MaxInt/tuple.MaxWidth)) * j.width()
	kept := make([]int32, 0, min(int64(most), j.env.Memory/4)) // at once: where a slice grows, it is there twice
	at := 0
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		if len(kept) < most && 4*int64(len(kept)+len(block)) > j.env.Memory {
			return usagef("-tail %d: that many records of a pipe do not fit in -S: give a raw file, or raise -S", j.flags.tail)
		}
		for len(block) > 0 && most > 0 {
			if len(kept) < most {
				n := min(len(block), most-len(kept))
				kept, block = append(kept, block[:n]...), block[n:]
				continue
			}
			n := copy(kept[at:], block)
			block = block[n:]
			at = (at + n) % most
		}
		return nil
	}), all, j.width())
	last, first := tuple.Slice(kept[at:]), tuple.Slice(kept[:at])
	return tuple.Concat([]tuple.Source{&last, &first}), err
}

// draw keeps a sample of the records: each set of that size is equally likely (Vitter's algorithm R).
func (j *job) draw(all tuple.Source) (tuple.Source, error) {
	width := j.width()
	d := &drawn{width: width}
	most := min(j.flags.sample, j.env.Memory/int64(4*width+placeBytes))
	// at once: where a slice grows, it is there twice
	d.kept, d.places = make([]int32, 0, most*int64(width)), make([]place, 0, most)
	rnd := rand.New(rand.NewPCG(j.flags.seed, 0))
	seen := int64(0)
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[width:] {
			seen++
			if n := int64(len(d.places)); n < most {
				d.places = append(d.places, place{seen, int64(len(d.kept))})
				d.kept = append(d.kept, block[:width]...)
			} else if n < j.flags.sample {
				return usagef("-sample %d: that many records do not fit in -S: raise -S", j.flags.sample)
			} else if i := rnd.Int64N(seen); i < n {
				d.places[i].record = seen
				copy(d.kept[d.places[i].at:], block[:width])
			}
		}
		return nil
	}), all, width)
	slices.SortFunc(d.places, func(a, b place) int { return cmp.Compare(a.record, b.record) })
	return d, err
}

// drawn is a sample, in the order of the input.
type drawn struct {
	width  int
	kept   []int32
	places []place
}

// place says which record of the input is where among those that are kept.
type place struct{ record, at int64 }

const placeBytes = 16

// ReadBlock implements tuple.Source.
func (d *drawn) ReadBlock(dst []int32) (n int, err error) {
	for ; len(d.places) > 0 && n+d.width <= len(dst); d.places = d.places[1:] {
		at := d.places[0].at
		n += copy(dst[n:], d.kept[at:at+int64(d.width)])
	}
	return tuple.Filled(n)
}
