package main

import (
	"math"
	"slices"

	"webmill/pkg/extsort"
	"webmill/pkg/kinds"
	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/columns"
)

// cutting is a folder of parts that gets sorted records.
type cutting struct {
	out          *stream.Folder
	parts, width int
	by           int // the column that cuts, from 0
	hash         bool
	total        func() int64 // records of the input, once all are read
	seen         int64
	last         int64   // value of the column; below all before the first record
	copied       []int32 // records without the number of their part
}

// partition sorts the records by the column that cuts them, then by the others, and writes them into the parts of a folder.
func (j *job) partition() error {
	f := j.flags
	by, err := columns.Find("-cut-by", f.cutBy, j.columns)
	if err != nil {
		return err
	}
	order := tuple.Columns(by)
	if err := sortable(order, j.columns); err != nil {
		return err
	}
	for _, key := range order.Whole(j.width())[1:] {
		if j.columns[key.Col].Kind >= tuple.F64 {
			break
		}
		order = append(order, key)
	}
	head := partition.Head{Count: f.parts, By: partition.ByRange, Column: by + 1}
	cols := j.columns
	srcs, opt := make([]tuple.Source, len(j.ins)), extsort.Options{Width: j.width(), Order: order}
	for i, in := range j.ins {
		in.RefuseHalves(kinds.Keys(j.width(), order.Columns()))
		srcs[i] = in
	}
	if f.hash {
		if opt.Width++; opt.Width > tuple.MaxWidth {
			return usagef("-hash: the records have %d columns, it takes at most %d", j.width(), tuple.MaxWidth-1)
		}
		head.By, opt.Order = partition.ByHash, hashed(order)
		cols = slices.Insert(slices.Clone(cols), 0, tuple.Column{Name: "part", Kind: tuple.Int})
		srcs = []tuple.Source{&withPart{tuple.Concat(j.ins), j.width(), by, f.parts}}
	}
	out, err := j.env.CreateFolder(j.columns, order, head)
	if err != nil {
		return err
	}
	opt.Room = j.env.Room()
	c := &cutting{out: out, parts: f.parts, width: j.width(), by: by, hash: f.hash, total: j.records, last: math.MinInt64}
	sink, flush := out.Guard(c, cols)
	if _, err = extsort.Sort(sink, srcs, opt); err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	return out.Go(f.parts-1, max(c.last+1, math.MinInt32))
}

// records is how many the inputs had.
func (j *job) records() (n int64) {
	for _, in := range j.ins {
		n += in.Records()
	}
	return n
}

// hashed is the order of records behind the number of their part.
func hashed(order tuple.Order) tuple.Order {
	behind := tuple.Columns(0)
	for _, key := range order {
		behind = append(behind, tuple.Key{Col: key.Col + 1})
	}
	return behind
}

// withPart puts the number of its part before each record.
type withPart struct {
	src              tuple.Source
	width, by, parts int
}

// ReadBlock implements tuple.Source.
func (p *withPart) ReadBlock(dst []int32) (int, error) {
	records := len(dst) / (p.width + 1)
	n, err := p.src.ReadBlock(dst[:records*p.width])
	records = n / p.width
	for i := records - 1; i >= 0; i-- { // from the last on: each moves behind the place that it had
		to := dst[i*(p.width+1):]
		copy(to[1:], dst[i*p.width:(i+1)*p.width])
		to[0] = int32(partition.HashPart(to[1+p.by], p.parts))
	}
	return records * (p.width + 1), err
}

// WriteBlock implements tuple.Sink.
func (c *cutting) WriteBlock(block []int32) error {
	if c.hash {
		return c.byHash(block)
	}
	return c.byRange(block)
}

// byHash takes records behind the number of their part.
func (c *cutting) byHash(block []int32) error {
	for len(block) > 0 {
		part := block[0]
		c.copied = c.copied[:0]
		for len(block) > 0 && block[0] == part && len(c.copied) < tuple.BlockBytes/4 {
			c.copied = append(c.copied, block[1:c.width+1]...)
			block = block[c.width+1:]
		}
		if err := c.out.Go(int(part), 0); err != nil {
			return err
		}
		if err := c.out.WriteBlock(c.copied); err != nil {
			return err
		}
	}
	return nil
}

// byRange begins a part at the first new value after the share of the parts before it.
func (c *cutting) byRange(block []int32) error {
	total, from := c.total(), 0
	for i := 0; i < len(block); i += c.width {
		if v := int64(block[i+c.by]); v != c.last {
			if part := int(c.seen * int64(c.parts) / total); part > c.out.Part() {
				if i > from {
					if err := c.out.WriteBlock(block[from:i]); err != nil {
						return err
					}
				}
				if err := c.out.Go(part, v); err != nil {
					return err
				}
				from = i
			}
			c.last = v
		}
		c.seen++
	}
	return c.out.WriteBlock(block[from:])
}
