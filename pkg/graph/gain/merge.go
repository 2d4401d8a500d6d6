package gain

import (
	"errors"
	"fmt"
	"io"
	"math"

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
	ranks    *cursor
	orders   []*cursor
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
	m.ranks = newCursor(opt.Ranks, columns)
	for _, in := range opt.Orders {
		m.orders = append(m.orders, newCursor(in, 2))
	}
	return m
}

// places is the number of places of the longest order.
func (m *merge) places() (n int64) {
	for _, o := range m.orders {
		n = max(n, o.taken)
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
		id := m.ranks.id()
		for _, o := range m.orders {
			id = min(id, o.id())
		}
		if id == none {
			break
		}
		n, err := m.take(id, m.buf[k:])
		if err != nil {
			return err
		}
		k += n
	}
	m.rest = m.buf[:k]
	if k > 0 {
		return nil
	}
	for _, c := range append(m.orders, m.ranks) {
		if c.err() != nil {
			return c.err()
		}
	}
	return io.EOF
}

// take makes the records of a page.
func (m *merge) take(id int64, dst []int32) (n int, err error) {
	z, ranked := 0.0, false
	if rec := m.ranks.take(id); rec != nil {
		ranked = true
		if z = m.value(rec); math.IsInf(z, 0) {
			return 0, fmt.Errorf("%s: the rank of %d is infinite", m.ranks.name, id)
		}
	}
	placed := false
	for i, o := range m.orders {
		if rec := o.take(id); rec != nil {
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
			return 0, nil
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
	sample[0], sample[1] = most[0]+1, int32(mix(m.opt.Seed+uint64(id))>>32)
	tuple.PutF64(sample[2:4], z)
	return n + 2*width, nil
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

// mix makes a number look random: the finalizer of SplitMix64.
func mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// cursor is a place in an input.
type cursor struct {
	name  string
	src   *tuple.Reader
	rec   []int32 // the next record; nil at the end
	begun bool
	taken int64
}

func newCursor(in Input, columns int) *cursor {
	return &cursor{name: in.Name, src: tuple.NewReader(tuple.Sorted(in.Source, tuple.Columns(0), columns, true), columns)}
}

// none is what follows the last id.
const none = math.MaxInt64

// id is that of the next record.
func (c *cursor) id() int64 {
	if !c.begun {
		c.begun, c.rec = true, c.src.Next()
	}
	if c.rec == nil {
		return none
	}
	return int64(c.rec[0])
}

// take takes the record if it has an id; it is valid until the next call of id.
func (c *cursor) take(id int64) []int32 {
	if c.id() != id {
		return nil
	}
	c.begun = false
	c.taken++
	return c.rec
}

// err is what ended the input, if not its end.
func (c *cursor) err() error {
	if errors.Is(c.src.Err(), tuple.ErrUnsorted) {
		return fmt.Errorf("%s: %w", c.name, c.src.Err()) // other errors name their stream themselves
	}
	return c.src.Err()
}
