package extmem

import (
	"fmt"
	"math"

	"webmill/pkg/tuple"
)

// Op is a figure of a group of records.
type Op int

// The figures.
const (
	Count Op = iota // how many records there are
	Sum             // of a column
	Min
	Max
)

func (o Op) String() string { return [...]string{"count", "sum", "min", "max"}[o] }

// Aggregate is a figure of a column; Count has none.
type Aggregate struct {
	Op  Op
	Col int
}

// GroupBy writes one record for each key: the key and the figures of the records that have it. Sums are made of 64 bits;
// a figure that does not fit an int32 is an error.
//
// Passes: one. Memory: two blocks.
func GroupBy(dst tuple.Sink, in Input, figures []Aggregate) error {
	g := &grouping{
		in: newCursor(in), figures: figures, values: make([]int64, len(figures)),
		out: tuple.NewWriter(dst, len(in.Key)+len(figures)),
	}
	for {
		ok, err := g.in.fill()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if err := g.add(); err != nil {
			return err
		}
	}
	if g.open {
		if err := g.end(); err != nil {
			return err
		}
	}
	return g.out.Flush()
}

type grouping struct {
	in      *cursor
	figures []Aggregate
	values  []int64
	key     []int32 // a record of the group
	open    bool    // there is a group
	out     *tuple.Writer
}

// add takes the records of a block, one run of equal keys after the other.
func (g *grouping) add() error {
	for g.in.pos < g.in.n {
		end := g.runEnd()
		if !g.open || !g.continues() {
			if g.open {
				if err := g.end(); err != nil {
					return err
				}
			}
			g.begin()
		}
		for i, f := range g.figures {
			v, err := g.figure(f, g.values[i], end)
			if err != nil {
				return err
			}
			g.values[i] = v
		}
		g.in.pos = end
	}
	return nil
}

// runEnd is where the run of equal keys ends that begins at the cursor.
func (g *grouping) runEnd() int {
	i, keys := g.in.pos+1, g.in.keys[:g.in.n]
	for i < len(keys) && keys[i] == keys[g.in.pos] {
		if len(g.in.Key) > 2 && compareTail(g.in.current(), g.in.Key, g.in.record(i), g.in.Key) != 0 {
			break
		}
		i++
	}
	return i
}

// continues reports whether the cursor's record belongs to the open group, which it can only at the start of a block.
func (g *grouping) continues() bool {
	if g.in.pos > 0 {
		return false
	}
	for _, k := range g.in.Key {
		if g.key[k] != g.in.block[k] {
			return false
		}
	}
	return true
}

// figure returns a value of the group with the records up to end added.
func (g *grouping) figure(f Aggregate, v int64, end int) (int64, error) {
	column := g.in.block[g.in.pos*g.in.Width+f.Col:]
	n := (end - g.in.pos) * g.in.Width
	switch f.Op {
	case Count:
		return v + int64(end-g.in.pos), nil
	case Sum:
		for i := 0; i < n; i += g.in.Width {
			v += int64(column[i])
		}
		if v > 1<<62 || v < -1<<62 { // far from a wrap: a block adds less than 2^46
			return v, g.overflow(f, v)
		}
	case Min:
		for i := 0; i < n; i += g.in.Width {
			v = min(v, int64(column[i]))
		}
	case Max:
		for i := 0; i < n; i += g.in.Width {
			v = max(v, int64(column[i]))
		}
	}
	return v, nil
}

// begin opens a group with the cursor's record.
func (g *grouping) begin() {
	g.key, g.open = append(g.key[:0], g.in.current()...), true
	for i, f := range g.figures {
		switch f.Op {
		case Min:
			g.values[i] = math.MaxInt32
		case Max:
			g.values[i] = math.MinInt32
		default:
			g.values[i] = 0
		}
	}
}

// end writes the open group.
func (g *grouping) end() error {
	out, err := g.out.Next()
	if err != nil {
		return err
	}
	for i, k := range g.in.Key {
		out[i] = g.key[k]
	}
	for i, f := range g.figures {
		v := g.values[i]
		if v != int64(int32(v)) {
			return g.overflow(f, v)
		}
		out[len(g.in.Key)+i] = int32(v)
	}
	return nil
}

// overflow is the error of a figure that is too large; the group's last record is the one before the cursor.
func (g *grouping) overflow(f Aggregate, v int64) error {
	what := f.Op.String()
	if f.Op != Count {
		what = fmt.Sprintf("%v of column %d", f.Op, f.Col+1)
	}
	return g.in.in.Fail(g.in.pos-1, "the %s of a group is %d, which is no int32", what, v)
}
