package dict

import (
	"encoding/binary"
	"io"
	"sync"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// store keeps streams of bytes that are written once and read once or more: what comes first in memory, as far as it has
// some, the rest in one nameless file. Streams are cut into blocks; a place of a block counts the memory and the file as one.
type store struct {
	sys    vfs.FS
	dir    string
	block  int
	words  []uint64
	memory []byte

	mu   sync.Mutex
	file vfs.File
	end  int64
}

func newStore(sys vfs.FS, dir string, memory int64, block int) (*store, error) {
	words, err := arena.Words(int(memory / 8))
	if err != nil {
		return nil, err
	}
	return &store{sys: sys, dir: dir, block: block, words: words, memory: bytesOf(words)}, nil
}

func bytesOf(words []uint64) []byte { return tuple.Bytes(tuple.Ints32(words)) }

// place finds room for n bytes, which are all in memory or all in the file. The file is created when it is first needed.
func (s *store) place(n int) (at int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at = s.end; at < int64(len(s.memory)) && at+int64(n) > int64(len(s.memory)) {
		at = int64(len(s.memory))
	}
	s.end = at + int64(n)
	if at >= int64(len(s.memory)) && s.file == nil {
		s.file, err = s.sys.Temp(vfs.TempDir(s.dir))
	}
	return at, err
}

func (s *store) write(b []byte, at int64) error {
	if at < int64(len(s.memory)) {
		copy(s.memory[at:], b)
		return nil
	}
	_, err := s.file.WriteAt(b, at-int64(len(s.memory)))
	return err
}

func (s *store) read(b []byte, at int64) error {
	if at < int64(len(s.memory)) {
		copy(b, s.memory[at:])
		return nil
	}
	n, err := s.file.ReadAt(b, at-int64(len(s.memory)))
	if n == len(b) {
		err = nil
	} else if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// spilled is the number of bytes that went to the file.
func (s *store) spilled() int64 { return max(0, s.end-int64(len(s.memory))) }

func (s *store) close() {
	if s.file != nil {
		s.file.Close() // it has no name and nothing is lost with it
	}
	arena.Free(s.words)
}

// extent is a block of a stream.
type extent struct {
	at int64
	n  int
}

// stream is what was written, in order.
type stream []extent

func (s stream) size() (n int64) {
	for _, e := range s {
		n += int64(e.n)
	}
	return n
}

// writer appends to a stream.
type writer struct {
	store *store
	buf   []byte
	to    stream
}

func (s *store) writer() *writer { return &writer{store: s, buf: make([]byte, 0, s.block)} }

// flush moves what was collected to the store. Who appends to buf himself calls it before the block is full.
func (w *writer) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	at, err := w.store.place(len(w.buf))
	if err == nil {
		err = w.store.write(w.buf, at)
	}
	w.to = append(w.to, extent{at, len(w.buf)})
	w.buf = w.buf[:0]
	return err
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		n := min(len(rest), cap(w.buf)-len(w.buf))
		w.buf = append(w.buf, rest[:n]...)
		if rest = rest[n:]; len(w.buf) == cap(w.buf) {
			if err := w.flush(); err != nil {
				return 0, err
			}
		}
	}
	return len(p), nil
}

// room makes sure that n more bytes fit into buf, n being no more than a block.
func (w *writer) room(n int) error {
	if cap(w.buf)-len(w.buf) < n {
		return w.flush()
	}
	return nil
}

func (w *writer) appendInt32(v int32) { w.buf = binary.LittleEndian.AppendUint32(w.buf, uint32(v)) }

// take ends the stream and begins the next.
func (w *writer) take() (stream, error) {
	err := w.flush()
	s := w.to
	w.to = nil
	return s, err
}

// reader reads a stream.
type reader struct {
	store *store
	rest  stream
	buf   []byte // of which from pos on is not yet used
	pos   int
	count Counter // of bytes read; may be nil
}

func (s *store) reader(of stream) reader { return reader{store: s, rest: of} }

// more makes n bytes available behind pos, or fewer at the end of the stream; what is there already stays.
func (r *reader) more(n int) error {
	if len(r.buf)-r.pos >= n {
		return nil
	}
	have := copy(r.buf, r.buf[r.pos:])
	r.pos = 0
	for have < n && len(r.rest) > 0 {
		e := r.rest[0]
		if have+e.n > cap(r.buf) {
			buf := make([]byte, max(have+e.n, r.store.block))
			copy(buf, r.buf[:have])
			r.buf = buf
		}
		r.buf = r.buf[:have+e.n]
		if err := r.store.read(r.buf[have:], e.at); err != nil {
			return err
		}
		if r.count != nil {
			r.count.Add(int64(e.n))
		}
		have += e.n
		r.rest = r.rest[1:]
	}
	r.buf = r.buf[:have]
	return nil
}

// full is more where fewer bytes are an error.
func (r *reader) full(n int) error {
	err := r.more(n)
	if err == nil && len(r.buf)-r.pos < n {
		err = io.ErrUnexpectedEOF
	}
	return err
}
