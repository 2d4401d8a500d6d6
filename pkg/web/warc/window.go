package warc

import (
	"errors"
	"io"
)

// errAgain ends the reading of a section that cannot be read by itself: it does not end where its last member does, or it
// has a member that must be decoded as a stream.
var errAgain = errors.New("the section must be read in sequence")

// window is the part of a file that is looked at: what was read and is still wanted.
type window struct {
	src  io.Reader // nil: buf is all there is
	buf  []byte
	pos  int   // the bytes before pos have been used
	off  int64 // place of buf[0] in the file
	keep int   // bytes before pos that are kept, if more than keepBytes
	err  error // why nothing follows buf: io.EOF, errAgain in a section, or an error of src
}

const (
	readBytes = 64 << 10
	keepBytes = 64 << 10 // stay before pos, for a decoder that read too far
)

func (w *window) rest() []byte  { return w.buf[w.pos:] }
func (w *window) offset() int64 { return w.off + int64(w.pos) }

// want reads until n bytes are there, or all, and returns how many are.
func (w *window) want(n int) int {
	for tries := 0; len(w.buf)-w.pos < n && w.err == nil; tries++ {
		w.reserve(n)
		got, err := w.src.Read(w.buf[len(w.buf):cap(w.buf)])
		w.buf = w.buf[:len(w.buf)+got]
		if got > 0 {
			tries = 0
		}
		if err == nil && tries > 100 {
			err = io.ErrNoProgress
		}
		w.err = err
	}
	return len(w.buf) - w.pos
}

// reserve makes space for n bytes from pos on, and for a read of good size: it drops what was used if that is the larger part.
func (w *window) reserve(n int) {
	if free := cap(w.buf) - len(w.buf); free >= readBytes || free > 0 && len(w.buf)-w.pos+free >= n {
		return
	}
	if drop := w.pos - max(keepBytes, w.keep); drop > len(w.buf)/2 {
		w.buf = w.buf[:copy(w.buf, w.buf[drop:])]
		w.pos, w.off = w.pos-drop, w.off+int64(drop)
	}
	w.buf = grow(w.buf, max(readBytes, min(w.pos+n-len(w.buf), len(w.buf)))) // large only for those who have much
}

// grow makes space for n more bytes, at least doubling what it must move.
func grow(b []byte, n int) []byte {
	if cap(b)-len(b) >= n {
		return b
	}
	bigger := make([]byte, len(b), max(2*cap(b), len(b)+n))
	copy(bigger, b)
	return bigger
}

// Read lets stream decoders read on from pos.
func (w *window) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if w.want(1) == 0 {
		return 0, w.err
	}
	n := copy(p, w.rest())
	w.pos += n
	return n, nil
}

// unread puts bytes that were used back before the rest. They end where the rest begins.
func (w *window) unread(used ...[]byte) {
	n := 0
	for _, u := range used {
		n += len(u)
	}
	buf := make([]byte, 0, n+len(w.rest())+readBytes)
	off := w.offset() - int64(n)
	for _, u := range used {
		buf = append(buf, u...)
	}
	w.buf, w.pos, w.off = append(buf, w.rest()...), 0, off
}
