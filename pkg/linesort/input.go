package linesort

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// feed hands out the lines of an input, chunk by chunk, to several workers.
type feed interface {
	// next fills the chunk, or returns io.EOF. It may be called by several workers at once, each with its own chunk.
	// Where a chunk has a rest, that must be read to its end before the worker's next call.
	next(c *chunk) error
}

// chunk is what a worker reads at once.
type chunk struct {
	buf     []byte
	size    int    // bytes read at first; the rest is for the end of the last line
	longest int    // bytes of a line that the chunk must hold
	text    []byte // whole lines, each with its newline
	at      int64  // the place of the text in the input
	head    []byte // of a line behind them, which is longer than longest and whose end is not in the chunk
	rest    tail   // of this line
}

// tail reads the remainder of a line, without the newline, and hands it over in parts. It stops when put fails.
type tail func(put func(part []byte) error) error

const tailBytes = 4 << 10 // read at once to find the end of a line

func newChunk(size, longest int) *chunk {
	return &chunk{buf: make([]byte, size+longest+tailBytes), size: size, longest: longest}
}

// fileFeed reads a regular file from several places at once. It deals out ranges of bytes; to a range belong the lines
// that begin in it.
type fileFeed struct {
	name string
	file io.ReaderAt // from its beginning
	base int64       // its place in the input
	nul  bool        // lines end in a 0
	size int64
	at   atomic.Int64
}

// newFileFeed is nil if the input is not a regular file.
func newFileFeed(src *stream.Bytes, base int64, nul bool) *fileFeed {
	file, offset, size, ok := src.Regular()
	if !ok {
		return nil
	}
	return &fileFeed{name: src.Name, file: io.NewSectionReader(file, offset, size), base: base, nul: nul, size: size}
}

func (f *fileFeed) next(c *chunk) error {
	step := int64(c.size - 1)
	begin := f.at.Add(step) - step
	if begin >= f.size {
		return io.EOF
	}
	from, end := max(begin-1, 0), min(begin+step, f.size)
	b := c.buf[:end-from]
	if _, err := f.ReadAt(b, from); err != nil {
		return err
	}
	c.text, c.head, c.rest = nil, nil, nil
	if begin > 0 {
		b = b[bytes.IndexByte(b, '\n')+1:]
		if len(b) == int(end-from) || len(b) == 0 {
			return nil // no line begins here
		}
	}
	return f.finish(c, b, end)
}

// finish completes the last one of the lines b; b ends at the place end of the file.
func (f *fileFeed) finish(c *chunk, b []byte, end int64) error {
	last := bytes.LastIndexByte(b, '\n') + 1
	c.text, c.at = b[:last], f.base+end-int64(len(b))
	for last < len(b) {
		if len(b)-last > c.longest {
			c.head, c.rest = b[last:], f.remainder(b[last:], end)
			return nil
		}
		if end == f.size {
			c.text = append(b, '\n')
			return nil
		}
		more := b[len(b) : len(b)+int(min(tailBytes, f.size-end))]
		if _, err := f.ReadAt(more, end); err != nil {
			return err
		}
		end += int64(len(more))
		if i := bytes.IndexByte(more, '\n'); i >= 0 {
			c.text = b[:len(b)+i+1]
			return nil
		}
		b = b[:len(b)+len(more)]
	}
	return nil
}

// remainder reads a line from a place in its middle to its end. The head has been taken care of by then, so there is space
// where it was.
func (f *fileFeed) remainder(head []byte, at int64) tail {
	return func(put func([]byte) error) error {
		for at < f.size {
			b := head[:min(int64(len(head)), f.size-at)]
			if _, err := f.ReadAt(b, at); err != nil {
				return err
			}
			at += int64(len(b))
			i := bytes.IndexByte(b, '\n')
			if i >= 0 {
				return put(b[:i])
			}
			if err := put(b); err != nil {
				return err
			}
		}
		return nil
	}
}

// ReadAt implements io.ReaderAt.
func (f *fileFeed) ReadAt(b []byte, at int64) (int, error) {
	n, err := f.file.ReadAt(b, at)
	if f.nul {
		swap(b[:n])
	}
	if n == len(b) {
		return n, nil
	}
	if err == io.EOF {
		err = vfs.ErrShorter
	}
	return n, fmt.Errorf("%s: %w", f.name, err)
}

// streamFeed reads what can only be read in order.
type streamFeed struct {
	mu    sync.Mutex
	src   *bufio.Reader
	carry []byte // the beginning of the next line
	at    int64  // its place in the input
	err   error
}

func newStreamFeed(r io.Reader) *streamFeed {
	return &streamFeed{src: bufio.NewReaderSize(r, tailBytes)}
}

func (f *streamFeed) next(c *chunk) error {
	f.mu.Lock()
	b := f.fill(c)
	last := bytes.LastIndexByte(b, '\n') + 1
	c.text, c.at, c.head, c.rest = b[:last], f.at, nil, nil
	f.at += int64(last)
	if len(b)-last > c.longest {
		f.at += int64(len(b) - last)
		c.head, c.rest = b[last:], f.remainder // which unlocks
		return nil
	}
	defer f.mu.Unlock()
	f.carry = append(f.carry, b[last:]...)
	if last == 0 {
		return f.err
	}
	return nil
}

// fill reads what the chunk has space for.
func (f *streamFeed) fill(c *chunk) []byte {
	n := copy(c.buf, f.carry)
	f.carry = f.carry[:0]
	for n < c.size && f.err == nil {
		var k int
		k, f.err = f.src.Read(c.buf[n:c.size])
		n += k
	}
	b := c.buf[:n]
	if f.err == io.EOF && n > 0 && b[n-1] != '\n' {
		b = append(b, '\n')
	}
	return b
}

// remainder reads on to the end of a line. The head of it was the last thing read.
func (f *streamFeed) remainder(put func([]byte) error) error {
	defer f.mu.Unlock()
	for {
		b, err := f.src.ReadSlice('\n')
		f.at += int64(len(b))
		if err == nil {
			return put(b[:len(b)-1])
		}
		if e := put(b); e != nil {
			return e
		}
		if err != bufio.ErrBufferFull {
			f.err = err
			return nil // and the next call tells what ended the line
		}
	}
}

// joined reads inputs one after the other as one text: the last line of each gets an end, if it has none.
type joined struct {
	srcs []*stream.Bytes
	last byte // a newline at the beginning
	nul  bool // lines end in a 0
}

// Read implements io.Reader.
func (j *joined) Read(p []byte) (int, error) {
	for len(j.srcs) > 0 {
		n, err := j.srcs[0].Read(p)
		if j.nul {
			swap(p[:n])
		}
		if n > 0 {
			j.last = p[n-1]
			return n, nil
		}
		if err == io.EOF {
			j.srcs = j.srcs[1:]
			if j.last != '\n' && len(p) > 0 {
				p[0], j.last = '\n', '\n'
				return 1, nil
			}
		} else if err != nil {
			return 0, err
		}
	}
	return 0, io.EOF
}
