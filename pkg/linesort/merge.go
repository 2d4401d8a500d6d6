package linesort

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// cursor reads a sorted input line by line and verifies its order.
type cursor struct {
	name   string
	src    io.Reader
	opt    *Options
	spare  *int   // bytes by which buffers may still grow, for all cursors together
	buf    []byte // buf[next:end] is not yet used
	next   int
	end    int
	err    error // with which src ended
	lines  int64 // the number of the line at hand
	sorted []byte
	before []byte      // the line before it, composed
	base   int64       // the place of the input among all
	shared int         // bytes that both share
	forms  [2]composer // for lines in turns, so that the line before stays
	saved  []byte
}

func newCursor(name string, src io.Reader, opt *Options, layout *layout, size int, spare *int) *cursor {
	c := &cursor{name: name, src: src, opt: opt, buf: make([]byte, size), spare: spare}
	c.forms[0].layout, c.forms[1].layout = layout, layout
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
	c.sorted = c.forms[c.lines&1].compose(line, c.base+c.lines)
	c.shared = sorts.Shared(c.before, c.sorted)
	if order := sorts.Compare(c.before, c.sorted, c.shared); c.lines > 1 &&
		(order > 0 && !c.opt.Desc || order < 0 && c.opt.Desc) {
		return false, fmt.Errorf("%s: %w (%s sorts it), at line %d", c.name, tuple.ErrUnsorted, c.opt.Command, c.lines)
	}
	return true, nil
}

// fill reads on until there is a whole line and returns its length, or -1 at the end.
func (c *cursor) fill() (int, error) {
	if c.forms[0].layout == nil { // the line before lies in the buffer
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
			return -1, fmt.Errorf("%s: more than %d bytes in a line, too many for the memory, at line %d",
				c.name, c.end, c.lines+1)
		}
		from := c.end
		var n int
		n, c.err = c.src.Read(c.buf[from : len(c.buf)-1])
		if c.opt.Nul {
			swap(c.buf[from : from+n])
		}
		c.end += n
		if i := bytes.IndexByte(c.buf[from:c.end], '\n'); i >= 0 {
			return from + i, nil
		}
	}
}

// grow makes the buffer up to twice as large and reports whether there was memory for that.
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
	return int(work.Bounded(o.Memory)/4) / max(1, 2*len(o.Keys))
}

// Check verifies the order of a file; with Unique also that no line has the key of the line before it. The error names
// the first line that is wrong; it is a tuple.ErrUnsorted, unless the file cannot be read.
//
// Passes: one. Memory: two lines, of up to a quarter of the budget.
func Check(src *stream.Bytes, opt Options) error {
	spare := opt.spareBytes()
	f, opt := newLayout(opt)
	c := newCursor(src.Name, src, &opt, f, sorts.Clamp(spare, 64, 256<<10), &spare)
	for {
		ok, err := c.advance()
		if !ok {
			return err
		}
		if opt.Unique && c.lines > 1 && bytes.Equal(f.key(c.before), f.key(c.sorted)) {
			return fmt.Errorf("%s: %w: has the key of the line before it (%s keeps the first), at line %d", c.name,
				tuple.ErrUnsorted, opt.Command, c.lines)
		}
	}
}

// Merge writes the lines of n sorted inputs to dst, in order. It opens each when its turn comes and closes it
// afterwards. One that is not sorted is an error, with the line.
//
// It merges by a loser tree, as many inputs at once as the memory or FanIn allows; more are first merged into temporary
// files, neighbours together, until they are few enough. Passes: one for each power of the fan-in. Memory: a quarter of
// the budget for reading, a quarter for lines that are longer than their share of that, and as much for the lines
// before them.
func Merge(dst Output, n int, open func(i int) (*stream.Bytes, error), opt Options) (stats Stats, err error) {
	l, opt := newLayout(opt)
	m := &merger{layout: l, opt: opt}
	for i := range n {
		m.inputs = append(m.inputs, input{given: true, open: func() (string, io.ReadCloser, error) {
			src, err := open(i)
			if err != nil {
				return "", nil, err
			}
			return src.Name, src, nil
		}})
	}
	defer func() {
		for _, f := range m.files {
			f.Close()
		}
	}()
	for len(m.inputs) > m.fanIn() {
		if err := m.pass(); err != nil {
			return m.stats, err
		}
	}
	m.stats.Kept, err = m.merge(dst, m.inputs)
	m.stats.Exponents, m.stats.CutNumbers = l.misread()
	m.stats.NoField = l.noField()
	return m.stats, err
}

// input is something to be merged.
type input struct {
	open  func() (name string, src io.ReadCloser, err error)
	given bool // it is not the result of an earlier pass
}

type merger struct {
	layout *layout
	opt    Options
	inputs []input
	next   int           // the first input of the next pass
	files  []*spill.File // of all passes
	stats  Stats
}

const (
	mergeBytes = 64 << 10 // the least that is worth reading at once
	maxFanIn   = 256
)

func (m *merger) fanIn() int {
	if m.opt.FanIn > 0 {
		return max(m.opt.FanIn, 2)
	}
	return int(sorts.Clamp(m.opt.Memory/4/mergeBytes, 2, maxFanIn))
}

// pass merges the next inputs, no more than needed, into a temporary file, which takes their place and is removed when
// it has been read.
func (m *merger) pass() error {
	n := min(m.fanIn(), len(m.inputs)-m.fanIn()+1)
	if m.next+n > len(m.inputs) {
		m.next = 0
	}
	f := spill.NewFile(m.opt.Room)
	m.files = append(m.files, f)
	_, err := m.merge(f, m.inputs[m.next:m.next+n])
	m.stats.Spilled += f.Size()
	m.inputs = slices.Replace(m.inputs, m.next, m.next+n, input{open: func() (string, io.ReadCloser, error) {
		return "temporary file", struct {
			io.Reader
			io.Closer
		}{f.Reader(), f}, nil
	}})
	m.next++
	return err
}

// merge merges inputs at once and returns the number of lines written.
func (m *merger) merge(dst io.Writer, inputs []input) (int64, error) {
	cursors := make([]*cursor, len(inputs))
	spare := m.opt.spareBytes()
	size := int(sorts.Clamp(m.opt.Memory/4/int64(max(len(inputs), 1)), 64, 1<<20))
	for i := range inputs {
		name, src, err := inputs[i].open()
		if err != nil {
			return 0, err
		}
		defer src.Close()
		cursors[i] = newCursor(name, src, &m.opt, m.layout, size, &spare)
		cursors[i].base = int64(i) << 40
	}
	out := &lineWriter{dst: dst, layout: m.layout, unique: m.opt.Unique, nul: m.opt.Nul}
	err := play(cursors, out, m.opt.Desc)
	for i, c := range cursors {
		if inputs[i].given {
			m.stats.Lines += c.lines
		}
	}
	return out.kept, err
}

// lineWriter writes lines, the first of those with equal keys if they shall be unique.
type lineWriter struct {
	dst    io.Writer
	layout *layout
	unique bool
	nul    bool // lines end in a 0
	buf    []byte
	kept   int64
	last   []byte // the last key, if any line was written
}

func (w *lineWriter) put(composed []byte) error {
	if w.unique {
		key := w.layout.key(composed)
		if w.kept > 0 && bytes.Equal(w.last, key) {
			return nil
		}
		w.last = append(w.last[:0], key...)
	}
	w.kept++
	w.buf = append(append(w.buf, w.layout.line(composed)...), '\n')
	if len(w.buf) < mergeBytes {
		return nil
	}
	return w.flush()
}

func (w *lineWriter) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	if w.nul {
		swap(w.buf)
	}
	_, err := w.dst.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// play writes the first line of all cursors until all have ended.
func play(cursors []*cursor, out *lineWriter, desc bool) error {
	tree := sorts.NewStringTree(len(cursors), desc)
	advance := func(i int) error {
		c := cursors[i]
		ok, err := c.advance()
		if ok {
			tree.Put(i, c.sorted, c.shared)
		} else {
			tree.End(i)
		}
		return err
	}
	for i := range cursors {
		if err := advance(i); err != nil {
			return err
		}
	}
	for {
		i, ok := tree.First()
		if !ok {
			return out.flush()
		}
		if err := out.put(cursors[i].sorted); err != nil {
			return err
		}
		if err := advance(i); err != nil {
			return err
		}
	}
}
