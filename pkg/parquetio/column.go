package parquetio

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

const (
	batchValues = 32 << 10
	batches     = 4 // read ahead
)

// column reads one column of a file ahead of its consumer.
type column struct {
	name   string
	kind   tuple.Kind // as it is stored
	width  int        // of a value, in int32
	form   format.SchemaElement
	chunks []*format.ColumnMetaData
	r      io.ReaderAt
	mem    memory

	out  chan batch      // batches read, closed at the end; the goroutine of run owns it
	free chan []int32    // memory of batches that were used
	quit <-chan struct{} // closed when reading stops early

	used batch   // the batch that have is of
	have []int32 // what of it is not yet given
}

type batch struct {
	values []int32
	err    error
}

// run decodes the column to its end.
func (c *column) run() {
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

// at is an error behind so many records.
func (c *column) at(records int64, err error) error {
	return &tuple.PlaceError{Record: records + 1, Err: fmt.Errorf("column %s: %w", c.name, err)}
}

var errQuit = errors.New("quit")

// chunk decodes one chunk and counts its records.
func (c *column) chunk(meta *format.ColumnMetaData, record *int64) error {
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

func (c *column) memory() []int32 {
	select {
	case values := <-c.free:
		return values[:batchValues]
	default:
		return make([]int32, batchValues)
	}
}

func (c *column) send(b batch) error {
	select {
	case c.out <- b:
		return nil
	case <-c.quit:
		return errQuit
	}
}

// next makes the next batch the one that is given, and returns the memory of the one before. It returns io.EOF at the end.
func (c *column) next() error {
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
