package tuple

import (
	"errors"
	"io"
)

// TextReader is the Source of a text stream.
type TextReader struct{ width int }

// NewTextReader reads lines of width numbers; width 0 takes the width of the first line.
func NewTextReader(r io.Reader, width int) (*TextReader, error) { return nil, errors.New("todo") }

// Width is the number of columns.
func (t *TextReader) Width() int { return t.width }

// ReadBlock implements Source.
func (t *TextReader) ReadBlock(dst []int32) (int, error) { return 0, io.EOF }

// TextWriter is the Sink of a text stream.
type TextWriter struct{}

// NewTextWriter writes one record a line, TAB between the numbers.
func NewTextWriter(w io.Writer, cols []Column) *TextWriter { return nil }

// WriteBlock implements Sink.
func (t *TextWriter) WriteBlock(block []int32) error { return nil }

// Flush writes what is buffered.
func (t *TextWriter) Flush() error { return nil }
