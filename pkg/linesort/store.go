package linesort

import (
	"io"
	"sync"

	"webmill/pkg/vfs"
)

// store keeps texts, cut into blocks: in memory as long as there is room, in a temporary file beyond that.
type store struct {
	sys    vfs.FS
	dir    string
	memory []byte
	block  int

	mu   sync.Mutex
	used int     // bytes of memory that were handed out
	free []int64 // blocks in memory given back
	gaps []int64 // blocks in the file given back
	file vfs.File
	end  int64 // where the file ends
}

// segment is a stretch of a text.
type segment struct {
	at      int64 // in memory or in the file
	n       int32
	spilled bool
	whole   bool // it has the place of a whole block
}

// text is a sequence of bytes in the store. All its segments but the last are blocks.
type text []segment

func (t text) size() (n int64) {
	for _, seg := range t {
		n += int64(seg.n)
	}
	return n
}

// save keeps a copy of up to a block.
func (s *store) save(b []byte) (segment, error) {
	seg, err := s.place(len(b))
	switch {
	case err != nil:
	case seg.spilled:
		_, err = s.file.WriteAt(b, seg.at)
	default:
		copy(s.memory[seg.at:], b)
	}
	return seg, err
}

// place finds room for n bytes. The file is created when it is first needed.
func (s *store) place(n int) (seg segment, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seg.n, seg.whole = int32(n), n == s.block
	if s.used+n <= len(s.memory) {
		seg.at = int64(s.used)
		s.used += n
		return seg, nil
	}
	if pop(&s.free, &seg.at) {
		seg.whole = true
		return seg, nil
	}
	if s.file == nil {
		if s.file, err = s.sys.Temp(vfs.TempDir(s.dir)); err != nil {
			return seg, err
		}
	}
	seg.spilled = true
	if pop(&s.gaps, &seg.at) {
		seg.whole = true
		return seg, nil
	}
	seg.at = s.end
	s.end += int64(n)
	return seg, nil
}

func pop(stack *[]int64, v *int64) bool {
	k := len(*stack) - 1
	if k < 0 {
		return false
	}
	*v, *stack = (*stack)[k], (*stack)[:k]
	return true
}

// giveBack lets the place of a segment be used again, if it is that of a block.
func (s *store) giveBack(seg segment) {
	if !seg.whole {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if seg.spilled {
		s.gaps = append(s.gaps, seg.at)
	} else {
		s.free = append(s.free, seg.at)
	}
}

// read copies a segment to dst, from a place in it on, and returns how much it copied.
func (s *store) read(seg segment, from int, dst []byte) (int, error) {
	n := min(len(dst), int(seg.n)-from)
	at := seg.at + int64(from)
	if !seg.spilled {
		return copy(dst, s.memory[at:at+int64(n)]), nil
	}
	return s.file.ReadAt(dst[:n], at)
}

func (s *store) close() {
	if s.file != nil {
		s.file.Close() // it has no name and nothing is lost with it
	}
}

// textReader reads a text as a stream.
type textReader struct {
	store *store
	text  text
	from  int  // what was read of the first segment
	empty bool // give back what was read
}

// Read implements io.Reader.
func (r *textReader) Read(p []byte) (int, error) {
	if len(r.text) == 0 {
		return 0, io.EOF
	}
	seg := r.text[0]
	n, err := r.store.read(seg, r.from, p)
	if r.from += n; r.from == int(seg.n) {
		r.text, r.from, err = r.text[1:], 0, nil
		if r.empty {
			r.store.giveBack(seg)
		}
	}
	return n, err
}

// textWriter stores a text that comes in pieces.
type textWriter struct {
	store *store
	buf   []byte // room for a block
	fill  int
	text  text
}

// Write implements io.Writer.
func (w *textWriter) Write(p []byte) (n int, err error) {
	for {
		k := copy(w.buf[w.fill:], p[n:])
		w.fill += k
		if n += k; n == len(p) {
			return n, nil
		}
		if err := w.flush(); err != nil {
			return n, err
		}
	}
}

func (w *textWriter) flush() error {
	if w.fill == 0 {
		return nil
	}
	seg, err := w.store.save(w.buf[:w.fill])
	w.text = append(w.text, seg)
	w.fill = 0
	return err
}
