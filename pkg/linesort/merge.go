package linesort

import (
	"bytes"
	"io"

	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/stream"
)

// Merge writes the lines of sorted inputs to dst, in order. An input that is not sorted is an error, with the line.
//
// It merges by a loser tree, as many inputs at once as the memory or FanIn allows; more are first merged into temporary
// files, in turn, until they are few enough. Passes: one for each power of the fan-in. Memory: a quarter of the budget for
// reading, a quarter for lines that are longer than their share of that, and as much for the lines before them.
func Merge(dst Output, srcs []*stream.Bytes, opt Options) (Stats, error) {
	m := &merger{opt: opt}
	for _, src := range srcs {
		m.inputs = append(m.inputs, input{
			name: src.Name, original: true, close: func() {},
			open: func() (io.Reader, error) { return src, nil },
		})
	}
	return m.run(dst)
}

// MergeOpen is Merge for more inputs than may be open at a time: it opens each of n inputs when its turn comes and closes it
// afterwards.
func MergeOpen(dst Output, n int, open func(i int) (*stream.Bytes, error), opt Options) (Stats, error) {
	m := &merger{opt: opt}
	for i := range n {
		var src *stream.Bytes
		m.inputs = append(m.inputs, input{
			original: true,
			open: func() (io.Reader, error) {
				var err error
				src, err = open(i)
				return src, err
			},
			close: func() {
				if src != nil {
					src.Close()
				}
			},
		})
	}
	return m.run(dst)
}

// input is something to be merged: given, or the result of an earlier pass.
type input struct {
	name     string
	open     func() (io.Reader, error)
	close    func()
	original bool
}

type merger struct {
	opt    Options
	inputs []input
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
	return int(clamp64(m.opt.Memory/4/mergeBytes, 2, maxFanIn))
}

func clamp64(v, lo, hi int64) int64 { return max(lo, min(v, hi)) }

func (m *merger) run(dst Output) (Stats, error) {
	defer func() {
		for _, in := range m.inputs {
			if !in.original {
				in.close()
			}
		}
	}()
	for len(m.inputs) > m.fanIn() {
		if err := m.pass(); err != nil {
			return m.stats, err
		}
	}
	var err error
	m.stats.Kept, err = m.merge(dst, m.inputs)
	return m.stats, err
}

// pass merges the first inputs, no more than needed, into a temporary file, which becomes the last input.
func (m *merger) pass() error {
	n := min(m.fanIn(), len(m.inputs)-m.fanIn()+1)
	f := spill.NewFile(m.opt.Room)
	_, err := m.merge(f, m.inputs[:n])
	m.stats.Spilled += f.Size()
	if err != nil {
		f.Close()
		return err
	}
	for _, in := range m.inputs[:n] {
		if !in.original {
			in.close()
		}
	}
	m.inputs = append(m.inputs[n:], input{
		name:  "temporary file",
		open:  func() (io.Reader, error) { return f.Reader(), nil },
		close: func() { f.Close() },
	})
	return nil
}

// merge merges inputs at once and returns the number of lines written.
func (m *merger) merge(dst io.Writer, inputs []input) (int64, error) {
	cursors := make([]*cursor, len(inputs))
	spare := m.opt.spareBytes()
	size := int(clamp64(m.opt.Memory/4/int64(max(len(inputs), 1)), 64, 1<<20))
	for i := range inputs {
		in := &inputs[i]
		src, err := in.open()
		if in.original {
			defer in.close()
		}
		if err != nil {
			return 0, err
		}
		if b, ok := src.(*stream.Bytes); ok {
			in.name = b.Name
		}
		cursors[i] = newCursor(in.name, src, &m.opt, size, &spare)
	}
	out := &lineWriter{dst: dst, form: form(m.opt.Field), unique: m.opt.Unique}
	err := m.play(cursors, out)
	for i, c := range cursors {
		if inputs[i].original {
			m.stats.Lines += c.lines
		}
	}
	return out.kept, err
}

// lineWriter writes lines, the first of those with equal keys if they shall be unique.
type lineWriter struct {
	dst    io.Writer
	form   form
	unique bool
	buf    []byte
	kept   int64
	last   []byte // the last key, if any line was written
}

func (w *lineWriter) put(composed []byte) error {
	if w.unique {
		key := w.form.key(composed)
		if w.kept > 0 && bytes.Equal(w.last, key) {
			return nil
		}
		w.last = append(w.last[:0], key...)
	}
	w.kept++
	w.buf = append(append(w.buf, w.form.line(composed)...), '\n')
	if len(w.buf) < mergeBytes {
		return nil
	}
	return w.flush()
}

func (w *lineWriter) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.dst.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// play writes the first line of all cursors until all have ended.
func (m *merger) play(cursors []*cursor, out *lineWriter) error {
	tree := sorts.NewStringTree(len(cursors), m.opt.Desc)
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
