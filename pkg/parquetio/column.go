package parquetio

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

const (
	batchValues = 32 << 10
	batches     = 4 // read ahead
)

// columnReader reads one column of a file ahead of its consumer.
type columnReader struct {
	name   string
	kind   tuple.Kind // as it is stored
	width  int        // of a value, in int32
	form   format.SchemaElement
	chunks []*format.ColumnMetaData
	r      io.ReaderAt
	mem    memory
	other  bool // not chosen: its values do not matter
	unused bool // nor is it read: its values are 0

	out  chan batch      // batches read, closed at the end; the goroutine of run owns it
	free chan []int32    // memory of batches that were used
	quit <-chan struct{} // closed when reading stops early

	used batch   // the batch that have is of
	have []int32 // the values not yet given
}

type batch struct {
	values []int32
	err    error
}

// run decodes the column to its end.
func (c *columnReader) run() {
	defer close(c.out)
	record := int64(0)
	err := fence(func() error {
		for _, meta := range c.chunks {
			if err := c.chunk(meta, &record); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && err != errQuit {
		c.send(batch{err: c.at(record, err)})
	}
}

// at is an error in the record behind the first ones.
func (c *columnReader) at(records int64, err error) error {
	return &tuple.PlaceError{Record: records + 1, Err: fmt.Errorf("column %s: %w", c.name, err)}
}

var errQuit = errors.New("quit")

// chunk decodes one chunk and counts its records.
func (c *columnReader) chunk(meta *format.ColumnMetaData, record *int64) error {
	src := c.open(meta)
	for {
		values := c.memory()
		n, err := src.read(values)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			var at *atError
			if errors.As(err, &at) {
				*record += int64(at.at)
			}
			return err
		}
		for _, at := range c.mem.missing {
			values[at] = tuple.Unknown
		}
		*record += int64(n / c.width)
		if err := c.send(batch{values: values[:n]}); err != nil {
			return err
		}
	}
}

func (c *columnReader) memory() []int32 {
	select {
	case values := <-c.free:
		return values[:batchValues]
	default:
		return make([]int32, batchValues)
	}
}

func (c *columnReader) send(b batch) error {
	select {
	case c.out <- b:
		return nil
	case <-c.quit:
		return errQuit
	}
}

// next makes the next batch the one that is given, and returns the memory of the one before. It returns io.EOF at the end.
func (c *columnReader) next() error {
	if cap(c.used.values) > 0 {
		select {
		case c.free <- c.used.values:
		default:
		}
	}
	b, ok := <-c.out
	if !ok {
		return io.EOF
	}
	c.used, c.have = b, b.values
	return b.err
}

// source gives the values of a chunk as a tuple holds them.
type source interface {
	read(dst []int32) (int, error)
}

// open chooses how the values of a chunk become those of a tuple.
func (c *columnReader) open(meta *format.ColumnMetaData) source {
	optional := c.form.RepetitionType.V == format.Optional
	switch c.form.Type.V {
	case format.Int64:
		return &narrow{newChunk(c.r, &c.mem, meta, optional, words[int64]), unsigned(c.form)}
	case format.Double:
		return &halves{newChunk(c.r, &c.mem, meta, optional, words[int64]), c.other}
	case format.Float:
		if !c.other {
			return &checked{newChunk(c.r, &c.mem, meta, optional, words[int32]), scoreBits}
		}
	}
	words := newChunk(c.r, &c.mem, meta, optional, words[int32])
	if unsigned(c.form) {
		return &checked{words, positive}
	}
	return words
}

// narrow turns 64-bit integers into 32-bit ones.
type narrow struct {
	*chunk[int64]
	unsigned bool
}

func (s *narrow) read(dst []int32) (int, error) {
	s.mem.wide = grow(s.mem.wide, len(dst))
	n, err := s.chunk.read(s.mem.wide)
	for i, v := range s.mem.wide[:n] {
		if s.unsigned && v < 0 {
			return 0, &atError{i, fmt.Errorf("%d %w", uint64(v), tuple.ErrRange)}
		}
		var e error
		if dst[i], e = intOf(v); e != nil {
			return 0, &atError{i, e}
		}
	}
	return n, err
}

// intOf takes an INT64 that fits.
func intOf(v int64) (int32, error) {
	if v != int64(int32(v)) {
		return 0, fmt.Errorf("%d %w", v, tuple.ErrRange)
	}
	return int32(v), nil
}

// halves gives each DOUBLE as the two halves of an f64.
type halves struct {
	*chunk[int64]
	any bool // they need not be scores
}

func (s *halves) read(dst []int32) (int, error) {
	s.mem.wide = grow(s.mem.wide, len(dst)/2)
	n, err := s.chunk.read(s.mem.wide)
	for i, v := range s.mem.wide[:n] {
		x := math.Float64frombits(uint64(v))
		if !(x >= 0 && x <= math.MaxFloat64) && !s.any {
			return 0, &atError{i, scoreError(x)}
		}
		tuple.PutF64(dst[2*i:2*i+2], x+0) // there is no negative zero
	}
	return 2 * n, err
}

func scoreError(x float64) error {
	return fmt.Errorf("%w: a score must be a finite number ≥ 0, this is %v", tuple.ErrKind, x)
}

// checked looks at 32-bit values; convert may refuse one.
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

// Scores are given as f32 or f64, whatever the file holds.

// given are the columns that a caller gets of those that are stored: an f64 where f64 is asked for, an f32 for all other DOUBLEs.
func given(stored, needed []tuple.Column) ([]tuple.Column, error) {
	from, to := starts(stored), starts(needed)
	if len(to) < len(needed) && len(from) != len(to) {
		return nil, fmt.Errorf("records have %s, expected %d", tuple.Counted(len(from), "number"), len(to))
	}
	var cols []tuple.Column
	for i, at := range from {
		c := stored[at]
		if i < len(to) && needed[to[i]].Kind != tuple.Unsaid {
			c.Null = needed[to[i]].Null
		}
		if c.Null && c.Kind == tuple.F64 {
			return nil, fmt.Errorf("column %s is a DOUBLE, which must not have NULLs", c.Name)
		}
		switch {
		case i < len(to) && needed[to[i]].Kind == tuple.F64:
			cols = append(cols, tuple.F64Column(c.Name)...)
		case c.Kind == tuple.F64:
			cols = append(cols, tuple.F32s(c.Name)...)
		default:
			cols = append(cols, c)
		}
	}
	return cols, nil
}

// put writes the next n values as a kind into a column of records. With an error it says which value is wrong.
func (c *columnReader) put(dst []int32, col, width int, kind tuple.Kind, n int) (int, error) {
	if c.unused {
		for i := range n {
			dst[i*width+col] = 0
			if kind == tuple.F64 {
				dst[i*width+col+1] = 0
			}
		}
		return 0, nil
	}
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
			if (x > math.MaxFloat32 || y == 0 && x != 0) && !c.other {
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
