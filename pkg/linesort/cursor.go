package linesort

import (
	"bytes"
	"fmt"
	"io"

	"webmill/pkg/sorts"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// cursor reads a sorted input line by line and verifies its order.
type cursor struct {
	name   string
	src    io.Reader
	opt    *Options
	spare  *int   // bytes by which buffers may still grow, for all cursors together
	buf    []byte // of which next to end is not yet used
	next   int
	end    int
	err    error // with which src ended
	lines  int64 // the number of the line at hand
	sorted []byte
	before []byte      // the line before it, composed
	shared int         // bytes that both share
	forms  [2]composer // for lines in turns, so that the line before stays
	saved  []byte
}

func newCursor(name string, src io.Reader, opt *Options, size int, spare *int) *cursor {
	c := &cursor{name: name, src: src, opt: opt, buf: make([]byte, size), spare: spare}
	c.forms[0].form, c.forms[1].form = form(opt.Field), form(opt.Field)
	return c
}

// advance goes to the next line; there is none if ok is false. c.sorted is that line, composed.
func (c *cursor) advance() (ok bool, err error) {
	c.before = c.sorted
	n := bytes.IndexByte(c.buf[c.next:c.end], '\n')
	if n < 0 {
		if n, err = c.fill(); n < 0 || err != nil {
			c.sorted = nil
			return false, err
		}
	}
	line := c.buf[c.next : c.next+n]
	c.next += n + 1
	c.lines++
	c.sorted = c.forms[c.lines&1].compose(line)
	c.shared = sorts.Shared(c.before, c.sorted)
	if order := sorts.Compare(c.before, c.sorted, c.shared); c.lines > 1 && (order > 0 && !c.opt.Desc || order < 0 && c.opt.Desc) {
		return false, fmt.Errorf("%s: %w, at line %d", c.name, tuple.ErrUnsorted, c.lines)
	}
	return true, nil
}

// fill reads on until there is a whole line and returns its length, or -1 at the end.
func (c *cursor) fill() (int, error) {
	if c.opt.Field == 0 { // the line before lies in the buffer
		c.saved = append(c.saved[:0], c.before...)
		c.before = c.saved
	}
	for {
		c.end = copy(c.buf, c.buf[c.next:c.end])
		c.next = 0
		if c.err == io.EOF && c.end > 0 {
			c.buf[c.end] = '\n' // that the last line has not
			c.end++
			return c.end - 1, nil
		}
		if c.err == io.EOF {
			return -1, nil
		}
		if c.err != nil {
			return -1, c.err
		}
		if c.end+1 >= len(c.buf) && !c.grow() {
			return -1, fmt.Errorf("%s: more than %d bytes in a line, too many for the memory, at line %d", c.name, c.end, c.lines+1)
		}
		from := c.end
		var n int
		n, c.err = c.src.Read(c.buf[from : len(c.buf)-1])
		c.end += n
		if i := bytes.IndexByte(c.buf[from:c.end], '\n'); i >= 0 {
			return from + i, nil
		}
	}
}

// grow makes the buffer up to twice as large, if the memory allows it.
func (c *cursor) grow() bool {
	more := min(len(c.buf), *c.spare)
	*c.spare -= more
	buf := make([]byte, len(c.buf)+more)
	copy(buf, c.buf[:c.end])
	c.buf = buf
	return more > 0
}

// spareBytes is by how much the buffers of all cursors may grow: composed, a line is in memory several times.
func (o *Options) spareBytes() int {
	if o.Field > 0 {
		return int(min(o.Memory, 1<<46) / 8)
	}
	return int(min(o.Memory, 1<<46) / 4)
}

// Check verifies the order of a file; with Unique also that no line has the key of the line before it. The error names
// the first line that is wrong; it is a tuple.ErrUnsorted, unless the file cannot be read.
//
// Passes: one. Memory: two lines, of up to a quarter of the budget.
func Check(src *stream.Bytes, opt Options) error {
	spare := opt.spareBytes()
	c := newCursor(src.Name, src, &opt, clamp(spare, 64, 256<<10), &spare)
	f := form(opt.Field)
	for {
		ok, err := c.advance()
		if !ok {
			return err
		}
		if opt.Unique && c.lines > 1 && bytes.Equal(f.key(c.before), f.key(c.sorted)) {
			return fmt.Errorf("%s: %w: has the key of the line before it, at line %d", c.name, tuple.ErrUnsorted, c.lines)
		}
	}
}
