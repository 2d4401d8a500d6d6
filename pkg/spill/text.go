package spill

import (
	"encoding/binary"
	"io"
	"slices"

	"webmill/pkg/work"
)

// Text is a sequence of bytes in Blocks. If it was written by Write alone, all its pieces but the last are blocks.
type Text []Piece

// Size is the number of bytes.
func (t Text) Size() (n int64) {
	for _, p := range t {
		n += int64(p.n)
	}
	return n
}

// Writer writes texts.
type Writer struct {
	Blocks *Blocks
	Buf    []byte // what is not yet kept; its capacity is a block. Append to it directly after Reserve
	text   Text
}

// NewWriter makes a Writer with a buffer of a block.
func (b *Blocks) NewWriter() *Writer { return &Writer{Blocks: b, Buf: make([]byte, 0, b.Block)} }

// Reserve makes sure that n more bytes, at most a block, fit into Buf.
func (w *Writer) Reserve(n int) error {
	if cap(w.Buf)-len(w.Buf) < n {
		return w.Flush()
	}
	return nil
}

// Int32 appends a number.
func (w *Writer) Int32(v int32) error {
	if err := w.Reserve(4); err != nil {
		return err
	}
	w.Buf = binary.LittleEndian.AppendUint32(w.Buf, uint32(v))
	return nil
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		if len(w.Buf) == cap(w.Buf) {
			if err := w.Flush(); err != nil {
				return len(p) - len(rest), err
			}
		}
		n := min(len(rest), cap(w.Buf)-len(w.Buf))
		w.Buf = append(w.Buf, rest[:n]...)
		rest = rest[n:]
	}
	return len(p), nil
}

// Flush keeps what is in Buf as a piece.
func (w *Writer) Flush() error {
	if len(w.Buf) == 0 {
		return nil
	}
	p, err := w.Blocks.Keep(w.Buf)
	w.text = append(w.text, p)
	w.Buf = w.Buf[:0]
	return err
}

// Finish ends the text and begins the next.
func (w *Writer) Finish() (Text, error) {
	err := w.Flush()
	t := w.text
	w.text = nil
	return t, err
}

// Reader reads a text as a stream.
type Reader struct {
	Blocks *Blocks
	Text   Text // what is left
	From   int  // what was read of its first piece
	Empty  bool // give the places back that were read
}

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if len(r.Text) == 0 {
		return 0, io.EOF
	}
	piece := r.Text[0]
	n, err := r.Blocks.Read(piece, r.From, p)
	if r.From += n; r.From == int(piece.n) {
		r.Text, r.From, err = r.Text[1:], 0, nil
		if r.Empty {
			r.Blocks.GiveBack(piece)
		}
	}
	return n, err
}

// Window reads a text through a buffer that moves along it.
type Window struct {
	Buf   []byte // what begins at Pos is not yet used
	Pos   int
	Count work.Counter // of bytes read; nil: nobody counts them

	blocks *Blocks
	rest   Text
}

// Window begins at the start of a text.
func (b *Blocks) Window(of Text) Window { return Window{blocks: b, rest: of} }

// More makes n bytes available behind Pos, or fewer at the end of the text; what is there already stays.
func (w *Window) More(n int) error {
	if len(w.Buf)-w.Pos >= n {
		return nil
	}
	have := copy(w.Buf, w.Buf[w.Pos:])
	w.Pos = 0
	for have < n && len(w.rest) > 0 {
		p := w.rest[0]
		size := int(p.n)
		if have+size > cap(w.Buf) {
			buf := make([]byte, max(have+size, w.blocks.Block))
			copy(buf, w.Buf[:have])
			w.Buf = buf
		}
		w.Buf = w.Buf[:have+size]
		if _, err := w.blocks.Read(p, 0, w.Buf[have:]); err != nil {
			return err
		}
		if w.Count != nil {
			w.Count.Add(int64(size))
		}
		have += size
		w.rest = w.rest[1:]
	}
	w.Buf = w.Buf[:have]
	return nil
}

// Full is More, but fewer bytes are an error.
func (w *Window) Full(n int) error {
	err := w.More(n)
	if err == nil && len(w.Buf)-w.Pos < n {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// Append appends the next n bytes to dst. The buffer does not grow for them.
func (w *Window) Append(dst []byte, n int) ([]byte, error) {
	dst = slices.Grow(dst, n)
	for {
		k := min(n, len(w.Buf)-w.Pos)
		dst = append(dst, w.Buf[w.Pos:w.Pos+k]...)
		w.Pos += k
		if n -= k; n == 0 {
			return dst, nil
		}
		if err := w.Full(1); err != nil {
			return dst, err
		}
	}
}

// Int32 reads a number.
func (w *Window) Int32() (int32, error) {
	if err := w.Full(4); err != nil {
		return 0, err
	}
	v := binary.LittleEndian.Uint32(w.Buf[w.Pos:])
	w.Pos += 4
	return int32(v), nil
}
