package linesort

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"webmill/pkg/sorts"
	"webmill/pkg/spill"
)

// textPad is what stands before the text that is sorted.
const textPad = sorts.Before

// lineSorter sorts the lines of one text.
type lineSorter struct {
	text  []byte // after textPad bytes
	items []sorts.Item
}

// sort makes sorted items of the lines of a text, each of which has its newline.
func (s *lineSorter) sort(text []byte, lines int) {
	s.text = text
	if cap(s.items) < lines {
		s.items = make([]sorts.Item, lines+lines/8)
	}
	s.items = s.items[:lines]
	at := textPad
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
	line int64 // bytes of the line itself
	key  int64 // bytes of its keys; without keys all
}

// longWriter stores long lines for one worker.
type longWriter struct {
	store    *spill.Blocks
	composer composer
	block    []byte
}

// keep stores the line at a place that begins with head and goes on with rest, which may be nil and is called in any case.
func (w *longWriter) keep(head []byte, rest tail, at int64) (*long, error) {
	if w.block == nil {
		w.block = make([]byte, 0, w.store.Block)
	}
	out := &spill.Writer{Blocks: w.store, Buf: w.block}
	_, err := out.Write(head)
	if rest != nil {
		e := rest(func(part []byte) error {
			if err == nil {
				_, err = out.Write(part)
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
	if w.composer.layout == nil {
		return &long{text, size, size}, nil
	}
	return w.compose(text, size, at)
}

// compose stores a line again, with its keys before it, and gives back the first copy.
func (w *longWriter) compose(line spill.Text, size, at int64) (*long, error) {
	out := &spill.Writer{Blocks: w.store, Buf: w.block}
	keys, err := w.composer.composeLong(out, w.store, line, at)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(out, &spill.Reader{Blocks: w.store, Text: line, Empty: true}); err != nil {
		return nil, err
	}
	text, err := out.Finish()
	return &long{text, size, keys}, err
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
	if _, err := io.CopyN(io.Discard, src, l.text.Size()-l.line); err != nil {
		return err
	}
	a, _ := r.buffers()
	_, err := io.CopyBuffer(dst, src, a)
	return err
}
