package tuple

import (
	"errors"
	"fmt"
	"io"
)

// RawReader is the Source of a raw stream.
type RawReader struct {
	r       io.Reader
	width   int
	records int64
	err     error
}

// NewRawReader reads records of width columns.
func NewRawReader(r io.Reader, width int) *RawReader { return &RawReader{r: r, width: width} }

// ReadBlock implements Source. It fills the whole block unless the stream ends.
func (r *RawReader) ReadBlock(dst []int32) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := io.ReadFull(r.r, Bytes(dst))
	size := 4 * r.width
	whole := n / size
	r.records += int64(whole)
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		r.err = io.EOF
		if rest := n % size; rest != 0 {
			r.err = Partial(rest, size, r.records)
		}
	default:
		r.err = &PlaceError{Record: r.records + 1, Err: err}
	}
	FromLE(dst[:whole*r.width])
	if whole == 0 {
		return 0, r.err
	}
	return whole * r.width, nil
}

// Partial is the error of a stream that has rest bytes left after so many whole records of size bytes.
func Partial(rest, size int, records int64) error {
	return &PlaceError{Record: records + 1, Err: fmt.Errorf("%w (%d of %d bytes)", ErrPartial, rest, size)}
}

// RawWriter is the Sink of a raw stream.
type RawWriter struct{ w io.Writer }

// NewRawWriter writes records as they are.
func NewRawWriter(w io.Writer) *RawWriter { return &RawWriter{w} }

// WriteBlock implements Sink.
func (w *RawWriter) WriteBlock(block []int32) error {
	if bigEndian {
		block = append([]int32(nil), block...)
		ToLE(block)
	}
	_, err := w.w.Write(Bytes(block))
	return err
}
