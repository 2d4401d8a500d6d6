// Package parquetio reads and writes tuples as Parquet. It is the only importer of the Parquet library.
package parquetio

import (
	"errors"
	"io"

	"webmill/pkg/tuple"
)

// Schema is what a file holds.
type Schema struct {
	Columns []tuple.Column
	Order   tuple.Order
}

// Reader is the Source of a Parquet file.
type Reader struct{}

// NewReader opens a Parquet file of size bytes.
func NewReader(r io.ReaderAt, size int64) (*Reader, error) { return nil, errors.New("todo") }

// Columns describes the columns of the file.
func (r *Reader) Columns() []tuple.Column { return nil }

// ReadBlock implements tuple.Source.
func (r *Reader) ReadBlock(dst []int32) (int, error) { return 0, io.EOF }

// Writer is the Sink of a Parquet file.
type Writer struct{}

// NewWriter starts a Parquet file; up to threads goroutines encode it.
func NewWriter(w io.Writer, s Schema, threads int) (*Writer, error) { return nil, errors.New("todo") }

// WriteBlock implements tuple.Sink.
func (w *Writer) WriteBlock(block []int32) error { return nil }

// Close writes the end of the file; it does not close what is below.
func (w *Writer) Close() error { return nil }
