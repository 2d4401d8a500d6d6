package linesort

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"webmill/pkg/sorts"
	"webmill/pkg/spill"
)

// A line with a key field is dealt and sorted as
//
//	key, its bytes below TAB increased by one | 0 | line
//
// A field holds neither TAB nor newline, so increasing what is below TAB keeps the order and leaves 0 for the end of the
// key, below all that a key can hold, and brings no newline in. The order of these bytes is the order of keys, and of
// whole lines among equal keys.

// form is the key field, counted from 1. 0: lines are sorted as they are.
type form int

// key is the part of a composed line that lines with equal keys share.
func (f form) key(composed []byte) []byte {
	if f == 0 {
		return composed
	}
	return composed[:bytes.IndexByte(composed, 0)]
}

// line is what a composed line was made of.
func (f form) line(composed []byte) []byte {
	if f == 0 {
		return composed
	}
	return composed[bytes.IndexByte(composed, 0)+1:]
}

// longest is the length of the longest composed line, if lines have up to n bytes.
func (f form) longest(n int) int {
	if f == 0 {
		return n
	}
	return 2*n + 1
}

// composer makes composed lines.
type composer struct {
	form
	buf []byte
}

// compose returns what a line is sorted as: itself, or something that is valid until the next call.
func (c *composer) compose(line []byte) []byte {
	if c.form == 0 {
		return line
	}
	c.buf = append(c.buf[:0], field(line, int(c.form))...)
	mark(c.buf)
	c.buf = append(c.buf, 0)
	c.buf = append(c.buf, line...)
	return c.buf
}

// field is the n-th field of a line, empty if it has fewer.
func field(line []byte, n int) []byte {
	for ; n > 1; n-- {
		i := bytes.IndexByte(line, '\t')
		if i < 0 {
			return nil
		}
		line = line[i+1:]
	}
	if i := bytes.IndexByte(line, '\t'); i >= 0 {
		return line[:i]
	}
	return line
}

// mark changes the bytes of a key to those that stand before a line.
func mark(key []byte) {
	for i, c := range key {
		if c < '\t' {
			key[i] = c + 1
		}
	}
}

// roomPad is what stands before the text in a room.
const roomPad = sorts.Before

// lineSorter sorts the lines of one text.
type lineSorter struct {
	text  []byte // after roomPad bytes
	items []sorts.Item
}

// sort makes sorted items of the lines of a text, each of which has its newline.
func (s *lineSorter) sort(text []byte, lines int) {
	s.text = text
	if cap(s.items) < lines {
		s.items = make([]sorts.Item, lines+lines/8)
	}
	s.items = s.items[:lines]
	at := roomPad
	for i := range s.items {
		n := bytes.IndexByte(text[at:], '\n')
		s.items[i] = sorts.NewItem(at, n)
		at += n + 1
	}
	sorts.Strings(text, s.items)
}

func (s *lineSorter) line(it sorts.Item) []byte { return it.String(s.text) }

// A line longer than a chunk holds is stored as a text of its own. Compared with an ordinary line, only its head matters;
// two such lines are compared by reading both. Nothing here holds such a line in memory.

// long is a composed line in the store.
type long struct {
	text spill.Text
	size int64 // bytes
	key  int64 // bytes of the key; without a key field all
}

// line is the number of bytes of the line itself.
func (l *long) line() int64 {
	if l.key == l.size {
		return l.size
	}
	return l.size - l.key - 1
}

// longWriter stores long lines for one worker.
type longWriter struct {
	store *spill.Blocks
	form  form
	block []byte
}

// keep stores the line that begins with head and goes on with rest, which may be nil and is called in any case.
func (w *longWriter) keep(head []byte, rest rest) (*long, error) {
	if w.block == nil {
		w.block = make([]byte, 0, w.store.Block)
	}
	out := &spill.Writer{Blocks: w.store, Buf: w.block}
	_, err := out.Write(head)
	if rest != nil {
		e := rest(func(piece []byte) error {
			if err == nil {
				_, err = out.Write(piece)
			}
			return err
		})
		err = cmp.Or(err, e)
	}
	text, e := out.Finish()
	if err = cmp.Or(err, e); err != nil {
		return nil, err
	}
	size := text.Size()
	if w.form == 0 {
		return &long{text, size, size}, nil
	}
	return w.compose(text, size)
}

// compose stores a line again, with its key before it, and gives back the first copy.
func (w *longWriter) compose(line spill.Text, size int64) (*long, error) {
	out := &spill.Writer{Blocks: w.store, Buf: w.block}
	f := &fieldWriter{out: out, skip: int(w.form) - 1}
	if _, err := io.Copy(f, &spill.Reader{Blocks: w.store, Text: line}); err != nil {
		return nil, err
	}
	if _, err := out.Write([]byte{0}); err != nil {
		return nil, err
	}
	if _, err := io.Copy(out, &spill.Reader{Blocks: w.store, Text: line, Empty: true}); err != nil {
		return nil, err
	}
	text, err := out.Finish()
	return &long{text, f.size + 1 + size, f.size}, err
}

// fieldWriter passes on one field of the line that is written to it, as a key.
type fieldWriter struct {
	out  io.Writer
	skip int // fields still to be left out; -1 when the field has ended
	size int64
}

// Write implements io.Writer.
func (f *fieldWriter) Write(p []byte) (int, error) {
	for b := p; f.skip >= 0 && len(b) > 0; {
		part, rest, ended := bytes.Cut(b, []byte{'\t'})
		if f.skip == 0 {
			mark(part)
			n, err := f.out.Write(part)
			f.size += int64(n)
			if err != nil {
				return 0, err
			}
		}
		if ended {
			f.skip--
		}
		b = rest
	}
	return len(p), nil
}

// longReader compares long lines. Its buffers are made when the first one comes.
type longReader struct {
	store   *spill.Blocks
	longest int // bytes of the longest ordinary composed line
	a, b    []byte
}

func (r *longReader) buffers() (a, b []byte) {
	if r.a == nil {
		n := max(r.longest+1, tailBytes)
		r.a, r.b = make([]byte, n), make([]byte, n)
	}
	return r.a, r.b
}

// head returns enough of a long line to compare it with any ordinary one. It is valid until the next call.
func (r *longReader) head(l *long) ([]byte, error) {
	a, _ := r.buffers()
	n, err := full(&spill.Reader{Blocks: r.store, Text: l.text}, a[:r.longest+1])
	return a[:n], err
}

// full fills b as far as the text goes.
func full(r *spill.Reader, b []byte) (int, error) {
	n, err := io.ReadFull(r, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}

// compare orders two long lines and tells how many bytes they share.
func (r *longReader) compare(x, y *long) (order int, shared int64, err error) {
	a, b := r.buffers()
	a, b = a[:tailBytes], b[:tailBytes]
	xr, yr := &spill.Reader{Blocks: r.store, Text: x.text}, &spill.Reader{Blocks: r.store, Text: y.text}
	for {
		n, err := full(xr, a)
		if err != nil {
			return 0, 0, err
		}
		m, err := full(yr, b)
		if err != nil {
			return 0, 0, err
		}
		shared += int64(sorts.Shared(a[:n], b[:m]))
		if c := bytes.Compare(a[:n], b[:m]); c != 0 || n < len(a) {
			return c, shared, nil
		}
	}
}

// sort puts long lines in order.
func (r *longReader) sort(lines []*long) (err error) {
	slices.SortFunc(lines, func(x, y *long) int {
		c, _, e := r.compare(x, y)
		if e != nil {
			err = e
		}
		return c
	})
	return err
}

// copy writes a long line without its key.
func (r *longReader) copy(dst io.Writer, l *long) error {
	src := &spill.Reader{Blocks: r.store, Text: l.text}
	if _, err := io.CopyN(io.Discard, src, l.size-l.line()); err != nil {
		return err
	}
	a, _ := r.buffers()
	_, err := io.CopyBuffer(dst, src, a)
	return err
}
