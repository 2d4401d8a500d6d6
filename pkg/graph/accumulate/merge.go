package accumulate

import (
	"io"
	"math"

	"webmill/pkg/hashes"
	"webmill/pkg/tuple"
)

// merge is a Source of the records of all curves, made of all inputs, which it reads by ascending id:
//
//	an order   (its number, position, z)
//	MAX        (the number after those, what orders the z downwards, 0)
//	a sample   (the number after that, a random number, z)
//
// z is a float64 in two columns.
type merge struct {
	ranks    *tuple.Cursor
	orders   []*tuple.Cursor
	opt      *Options
	pages    int64
	unranked int64
	unplaced int64
	total    sum
	buf      []int32
	rest     []int32 // records that were not yet read
}

const width = 4

func newMerge(opt *Options) *merge {
	m := &merge{opt: opt, buf: make([]int32, max(tuple.BlockBytes/4, width*(len(opt.Orders)+2)))}
	columns := 2
	if opt.Double {
		columns = 3
	}
	m.ranks = tuple.NewCursor(opt.Ranks, columns)
	for _, in := range opt.Orders {
		m.orders = append(m.orders, tuple.NewCursor(in, 2))
	}
	return m
}

// longest is the number of places of the longest order.
func (m *merge) longest() (n int64) {
	for _, o := range m.orders {
		n = max(n, o.Taken)
	}
	return n
}

// ReadBlock implements tuple.Source.
func (m *merge) ReadBlock(dst []int32) (int, error) {
	if len(m.rest) == 0 {
		if err := m.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(dst, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// fill makes the records of some pages.
func (m *merge) fill() error {
	k, most := 0, width*(len(m.orders)+2) // of a page
	for k+most <= len(m.buf) {
		id := m.ranks.ID()
		for _, o := range m.orders {
			id = min(id, o.ID())
		}
		if id == tuple.NoID {
			break
		}
		k += m.take(id, m.buf[k:])
	}
	m.rest = m.buf[:k]
	if k > 0 {
		return nil
	}
	for _, c := range append(m.orders, m.ranks) {
		if c.Err() != nil {
			return c.Err()
		}
	}
	return io.EOF
}

// take makes the records of a page.
func (m *merge) take(id int64, dst []int32) (n int) {
	z, ranked := 0.0, false
	if rec := m.ranks.Take(id); rec != nil {
		z, ranked = m.value(rec), true
	}
	placed := false
	for i, o := range m.orders {
		if rec := o.Take(id); rec != nil {
			placed = true
			dst[n], dst[n+1] = int32(i), rec[1]
			tuple.PutF64(dst[n+2:n+4], z)
			n += width
		}
	}
	switch {
	case !placed:
		m.unplaced++
		if m.opt.Placed {
			return 0
		}
	case !ranked:
		m.unranked++
	}
	m.pages++
	m.total.add(z)
	most, sample := dst[n:n+width], dst[n+width:n+2*width]
	most[0], most[3] = int32(len(m.orders)), 0
	tuple.PutF64(most[1:3], z)
	most[1], most[2] = ^most[2], ^(most[1] ^ math.MinInt32)
	sample[0], sample[1] = most[0]+1, int32(hashes.Mix((m.opt.Seed+uint64(id))*hashes.Golden)>>32)
	tuple.PutF64(sample[2:4], z)
	return n + 2*width
}

func (m *merge) value(rec []int32) float64 {
	if m.opt.Double {
		return tuple.F64Value(rec[1:])
	}
	return float64(tuple.F32Value(rec[1]))
}

// score is the z of a record.
func (m *merge) score(rec []int32) float64 {
	if int(rec[0]) == len(m.orders) {
		return tuple.F64Value([]int32{^rec[2] ^ math.MinInt32, ^rec[1]})
	}
	return tuple.F64Value(rec[2:4])
}
