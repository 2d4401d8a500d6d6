package parquetio

import (
	"fmt"
	"math"

	"webmill/pkg/tuple"
)

// Scores are given as f32 or f64, whatever the file holds.

// given are the columns that a caller gets of those that are stored: an f64 where f64 is asked for, an f32 for all other DOUBLEs.
func given(stored, needed []tuple.Column) ([]tuple.Column, error) {
	from, to := starts(stored), starts(needed)
	if len(to) < len(needed) && len(from) != len(to) {
		return nil, fmt.Errorf("records have %d numbers, expected %d", len(from), len(to))
	}
	var cols []tuple.Column
	for i, at := range from {
		c := stored[at]
		if c.Null = i < len(to) && needed[to[i]].Null; c.Null && c.Kind == tuple.F64 {
			return nil, fmt.Errorf("column %s is a DOUBLE, which must not have NULLs", c.Name)
		}
		switch {
		case i < len(to) && needed[to[i]].Kind == tuple.F64:
			cols = append(cols, tuple.F64Column(c.Name)...)
		case c.Kind == tuple.F64:
			cols = append(cols, tuple.Column{Name: c.Name, Kind: tuple.F32})
		default:
			cols = append(cols, c)
		}
	}
	return cols, nil
}

// put writes the next n values as a kind into a column of records. With an error it says which value is wrong.
func (c *column) put(dst []int32, col, width int, kind tuple.Kind, n int) (int, error) {
	have := c.have[:n*c.width]
	switch {
	case kind == tuple.F64 && c.kind == tuple.F64:
		for i := range n {
			half := dst[i*width+col:][:2]
			half[0], half[1] = have[2*i], have[2*i+1]
		}
	case kind == tuple.F64:
		for i, v := range have {
			x := float64(v)
			if c.kind == tuple.F32 {
				x = float64(tuple.F32Value(v))
			}
			if x < 0 {
				return i, scoreError(x)
			}
			tuple.PutF64(dst[i*width+col:], x)
		}
	case c.kind == tuple.F64:
		for i := range n {
			x := tuple.F64Value(have[2*i:])
			y := float32(x)
			if x > math.MaxFloat32 || y == 0 && x != 0 {
				return i, fmt.Errorf("%w: %v is beyond a float32: read it as an f64", tuple.ErrKind, x)
			}
			dst[i*width+col] = tuple.F32Bits(y)
		}
	default:
		for i, v := range have {
			dst[i*width+col] = v
		}
	}
	return 0, nil
}
