package dict

import (
	"bytes"
	"io"
	"sync"
)

// Longest field and line that are taken; what is longer is left out, whatever the memory.
const (
	MaxField = 64 << 10
	MaxLine  = 1 << 20
)

const chunkBytes = MaxLine + 128<<10

// feed hands out the lines of inputs, in chunks, to several workers.
type feed struct {
	mu       sync.Mutex
	srcs     []io.Reader
	carry    []byte // the beginning of a line, for the next chunk
	oneChunk bool   // the chunk is always the same: the carry stays in it
	discard  bool   // up to the end of a line that is too long
	seq      int
	tap      func(c *chunk) error // sees the chunks in order; may be nil
	err      error
}

// chunk is what a worker has in hand.
type chunk struct {
	buf   []byte
	seq   int
	first int32  // number of the first line, where tap sets it
	text  []byte // whole lines, each with its newline
	long  bool   // a line too long follows them
}

// next fills the chunk or returns io.EOF.
func (f *feed) next(c *chunk) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		if f.err == nil {
			f.err = f.fill(c)
		}
		if f.err != nil {
			return f.err
		}
		if len(c.text) > 0 || c.long {
			c.seq = f.seq
			f.seq++
			if f.tap != nil {
				f.err = f.tap(c)
			}
			return f.err
		}
	}
}

func (f *feed) fill(c *chunk) error {
	n := copy(c.buf, f.carry)
	f.carry, c.long = f.carry[:0], false
	for n < len(c.buf)-1 && len(f.srcs) > 0 {
		k, err := f.srcs[0].Read(c.buf[n : len(c.buf)-1])
		if f.discard && k > 0 {
			k = f.skip(c.buf[n : n+k])
		}
		n += k
		if err == io.EOF {
			f.srcs, f.discard = f.srcs[1:], false
			if n > 0 && c.buf[n-1] != '\n' { // the last line had none
				c.buf[n] = '\n'
				n++
			}
			break
		}
		if err != nil {
			return err
		}
	}
	if n == 0 && len(f.srcs) == 0 {
		return io.EOF
	}
	end := bytes.LastIndexByte(c.buf[:n], '\n') + 1
	c.text = c.buf[:end]
	switch {
	case n-end > MaxLine:
		c.long, f.discard = true, true
	case f.oneChunk:
		f.carry = c.buf[end:n]
	default:
		f.carry = append(f.carry, c.buf[end:n]...)
	}
	return nil
}

// skip drops what belongs to a line that is too long and returns how much is left.
func (f *feed) skip(b []byte) int {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return 0
	}
	f.discard = false
	return copy(b, b[i+1:])
}

// rests writes what stands behind the strings of each line.
type rests struct {
	out     io.Writer
	columns int
	lines   int64
	buf     []byte
}

// add takes the lines of a chunk. A line with too few strings is none, and has no rest.
func (r *rests) add(c *chunk) error {
	r.buf = r.buf[:0]
lines:
	for text := c.text; len(text) > 0; {
		var line []byte
		line, text = cutLine(text)
		for column := range r.columns {
			i := bytes.IndexByte(line, '\t')
			if i < 0 && column < r.columns-1 {
				continue lines
			}
			if i < 0 {
				i = len(line) - 1
			}
			line = line[i+1:]
		}
		r.buf = append(append(r.buf, line...), '\n')
		r.lines++
	}
	_, err := r.out.Write(r.buf)
	return err
}
