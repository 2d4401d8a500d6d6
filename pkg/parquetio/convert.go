package parquetio

import (
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// source gives the values of a chunk as a tuple holds them.
type source interface {
	read(dst []int32) (int, error)
}

// open chooses how the values of a chunk become those of a tuple.
func (c *column) open(meta *format.ColumnMetaData) source {
	optional := c.form.RepetitionType.V == format.Optional
	switch c.form.Type.V {
	case format.Int64:
		return &narrow{newChunk[int64](c.r, &c.mem, meta, optional)}
	case format.Double:
		return &halves{newChunk[int64](c.r, &c.mem, meta, optional)}
	case format.Float:
		return &checked{newChunk[int32](c.r, &c.mem, meta, optional), scoreBits}
	}
	words := newChunk[int32](c.r, &c.mem, meta, optional)
	if unsigned(c.form) {
		return &checked{words, positive}
	}
	return words
}

// narrow turns 64-bit integers into 32-bit ones.
type narrow struct{ *chunk[int64] }

func (s *narrow) read(dst []int32) (int, error) {
	s.mem.wide = grow(s.mem.wide, len(dst))
	n, err := s.chunk.read(s.mem.wide)
	for i, v := range s.mem.wide[:n] {
		if dst[i], err = intOf(v); err != nil {
			return 0, &atError{i, err}
		}
	}
	return n, err
}

// intOf takes an INT64, or a UINT64 whose upper half looks negative: neither side of int32 fits.
func intOf(v int64) (int32, error) {
	if v != int64(int32(v)) {
		return 0, fmt.Errorf("%d %w", v, tuple.ErrRange)
	}
	return int32(v), nil
}

// halves gives each DOUBLE as the two halves of an f64.
type halves struct{ *chunk[int64] }

func (s *halves) read(dst []int32) (int, error) {
	s.mem.wide = grow(s.mem.wide, len(dst)/2)
	n, err := s.chunk.read(s.mem.wide)
	for i, v := range s.mem.wide[:n] {
		x := math.Float64frombits(uint64(v))
		if !(x >= 0 && x <= math.MaxFloat64) {
			return 0, &atError{i, scoreError(x)}
		}
		tuple.PutF64(dst[2*i:2*i+2], math.Abs(x)) // there is no negative zero
	}
	return 2 * n, err
}

func scoreError(x float64) error {
	return fmt.Errorf("%w: a score must be a finite number ≥ 0, this is %v", tuple.ErrKind, x)
}

// checked looks at 32-bit values of which some are refused.
type checked struct {
	*chunk[int32]
	convert func(v int32) (int32, error)
}

func (s *checked) read(dst []int32) (int, error) {
	n, err := s.chunk.read(dst)
	for i, v := range dst[:n] {
		if dst[i], err = s.convert(v); err != nil {
			return 0, &atError{i, err}
		}
	}
	return n, err
}

// positive takes a UINT32, or a smaller one.
func positive(v int32) (int32, error) {
	if v < 0 {
		return 0, fmt.Errorf("%d %w", uint32(v), tuple.ErrRange)
	}
	return v, nil
}

// scoreBits takes the bits of a FLOAT.
func scoreBits(v int32) (int32, error) {
	x := tuple.F32Value(v)
	if !(x >= 0 && x <= math.MaxFloat32) {
		return 0, scoreError(float64(x))
	}
	return v & math.MaxInt32, nil
}
