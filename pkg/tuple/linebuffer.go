package tuple

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

type textBuffer = [TextBuffer + padding]byte

// textBuffers are the buffers of closed readers, for the next ones: many files are often read one after the other.
var textBuffers = sync.Pool{New: func() any { return new(textBuffer) }}

// lineBuffer gives whole lines of a stream, a buffer at a time.
type lineBuffer struct {
	r    io.Reader
	buf  []byte // padding bytes at its end are never filled, so that numbers can be read in words
	pos  int    // what is not yet parsed begins here,
	end  int    // its whole lines end here,
	have int    // and the bytes read so far here
	line int64  // lines before pos
	err  error  // of the reader
}

const padding = 16

// more makes at least one whole line available, or returns the error of the stream.
func (l *lineBuffer) more() error {
	l.have = copy(l.buf, l.buf[l.pos:l.have])
	l.pos, l.end = 0, 0
	for {
		free := l.buf[l.have : len(l.buf)-padding]
		if len(free) == 0 {
			break
		}
		if l.err != nil {
			return l.last()
		}
		n, err := l.r.Read(free)
		l.have, l.err = l.have+n, err
		if i := bytes.LastIndexByte(l.buf[l.have-n:l.have], '\n'); i >= 0 {
			l.end = l.have - n + i + 1
			return l.capped()
		}
		if l.have > MaxLine {
			break
		}
	}
	return &LineError{l.line + 1, ErrLine}
}

// last ends the last line, if the stream did not.
func (l *lineBuffer) last() error {
	if l.err != io.EOF {
		return &LineError{l.line + 1, l.err}
	}
	if l.have == 0 {
		return io.EOF
	}
	l.buf[l.have] = '\n'
	l.have++
	l.end = l.have
	return l.capped()
}

// capped refuses long lines also where they happen to fit into the buffer, so that the limit is one.
func (l *lineBuffer) capped() error {
	line := l.line
	for p := 0; l.end-p > MaxLine; line++ {
		n := bytes.IndexByte(l.buf[p:l.end], '\n')
		if n > MaxLine {
			return &LineError{line + 1, ErrLine}
		}
		p += n + 1
	}
	return nil
}

// first is the first line that is a record, and the number of its fields, without consuming it; 0 if there is none.
func (l *lineBuffer) first() ([]byte, int, error) {
	for {
		for l.pos < l.end {
			n := bytes.IndexByte(l.buf[l.pos:l.end], '\n')
			if line := withoutEnd(l.buf[l.pos : l.pos+n]); !ignored(line) {
				width, err := l.width(line)
				return line, width, err
			}
			l.pos += n + 1
			l.line++
		}
		if err := l.more(); err == io.EOF {
			return nil, 0, nil
		} else if err != nil {
			return nil, 0, err
		}
	}
}

func (l *lineBuffer) width(line []byte) (int, error) {
	line = bytes.TrimRight(line, " \t")
	w := 1
	for _, rest, more := field(line); more; _, rest, more = field(rest) {
		w++
	}
	if w > MaxWidth {
		return 0, &LineError{l.line + 1, fmt.Errorf("has %d fields, a record has at most %d", w, MaxWidth)}
	}
	return w, nil
}
