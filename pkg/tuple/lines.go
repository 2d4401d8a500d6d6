package tuple

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"webmill/pkg/ascii"
)

// Lines reads lines of text, one after the other.
type Lines struct {
	in     *bufio.Reader
	most   int
	Number int64 // of the last line, from 1
	Offset int64 // bytes before the next line
	Cut    bool  // the last line has no end
	long   bool  // the rest of the last line, which is too long, was not read
}

// NewLines reads lines of at most most bytes.
func NewLines(r io.Reader, most int) *Lines {
	return &Lines{in: bufio.NewReaderSize(r, most+len("\r\n")), most: most}
}

// Next returns the next line without its end, valid until the call after it; io.EOF if there is none. A line that is too long is
// a LineError; who goes on gets the line behind it.
func (l *Lines) Next() ([]byte, error) {
	if err := l.endLong(); err != nil {
		return nil, err
	}
	line, err := l.in.ReadSlice('\n')
	if err != nil && err != bufio.ErrBufferFull && !(err == io.EOF && len(line) > 0) {
		return nil, err
	}
	l.Number++
	l.Offset += int64(len(line))
	l.Cut, l.long = err == io.EOF, err == bufio.ErrBufferFull
	line = ascii.TrimEnd(line)
	if len(line) > l.most || l.long {
		return nil, l.Fault(TooLong(l.most))
	}
	return line, nil
}

// endLong passes over the rest of a line that is too long.
func (l *Lines) endLong() error {
	for l.long {
		rest, err := l.in.ReadSlice('\n')
		l.Offset += int64(len(rest))
		if err == bufio.ErrBufferFull {
			continue
		}
		l.Cut, l.long = err == io.EOF, false
		return err
	}
	return nil
}

// NextText is Next for the next line that is not empty.
func (l *Lines) NextText() (line []byte, err error) {
	for len(line) == 0 && err == nil {
		line, err = l.Next()
	}
	return line, err
}

// Each calls f for each line that is left, until f returns an error. A BadLine gets the number of its line.
func (l *Lines) Each(f func(line []byte) error) error {
	for {
		line, err := l.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = AtLine(l.Number, f(line))
		}
		if err != nil {
			return err
		}
	}
}

// BadLine is what is wrong with a line, as who takes lines finds it: what follows the words "line 7", like "has no URL". Other
// errors of who takes lines are not of a line: a temporary file that cannot be written, say.
type BadLine string

func (e BadLine) Error() string { return string(e) }

// AtLine is the error of who took a line: with the number of the line if it is a BadLine, else err itself.
func AtLine(number int64, err error) error {
	if _, bad := errors.AsType[BadLine](err); bad {
		return fmt.Errorf("line %d %w", number, err)
	}
	return err
}

// Fault is an error of the last line.
func (l *Lines) Fault(err error) error { return &LineError{Line: l.Number, Err: err} }

// Rest is what follows the last line.
func (l *Lines) Rest() *bufio.Reader { return l.in }

// TooLong is the error of a line of more than n bytes.
func TooLong(n int) error {
	if n%1024 == 0 {
		return fmt.Errorf("longer than %d KiB", n/1024)
	}
	return fmt.Errorf("longer than %d bytes", n)
}
