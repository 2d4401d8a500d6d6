package linesort

import (
	"bytes"
	"io"
)

// Output is where lines go. *stream.ByteOutput implements it.
type Output interface {
	io.Writer
	// At is not ok where the output can only be written in order.
	At() (w io.WriterAt, ok bool)
	// Written tells how many bytes were written through At.
	Written(n int64) error
}

// InOrder is an Output that writes to w, from the beginning to the end.
func InOrder(w io.Writer) Output { return inOrder{w} }

type inOrder struct{ io.Writer }

func (inOrder) At() (io.WriterAt, bool) { return nil, false }

func (inOrder) Written(int64) error { return nil }

// cutter cuts what is written into lines.
type cutter struct {
	each func(line []byte) error
	rest []byte // the beginning of a line whose end has not come
}

func (c *cutter) Write(p []byte) (int, error) {
	for text := p; ; {
		line, rest, ok := bytes.Cut(text, lineEnd)
		if !ok {
			c.rest = append(c.rest, text...)
			return len(p), nil
		}
		if len(c.rest) > 0 {
			line = append(c.rest, line...)
			c.rest = line[:0]
		}
		if err := c.each(line); err != nil {
			return 0, err
		}
		text = rest
	}
}

var lineEnd = []byte{'\n'}
