package docs

import (
	"bytes"
	"sync"

	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// Held has the lines of one batch of the input. They wait until the lines of the batches before have been written: in memory, and
// in a temporary file if they are too many.
type Held struct {
	Text []byte
	Err  error // of the temporary file

	file *spill.File
	of   *Spool
}

// Spool hands out values of Held, and reuses those that have been written.
type Spool struct {
	room work.Room
	most int // bytes of text in memory
	pool sync.Pool
}

// NewSpool makes a Spool. Each Held keeps at most n bytes, and one more line, in memory.
func NewSpool(room work.Room, n int64) *Spool { return &Spool{room: room, most: int(n)} }

// Get returns an empty Held.
func (s *Spool) Get() *Held {
	if l, ok := s.pool.Get().(*Held); ok {
		return l
	}
	return &Held{of: s, file: spill.NewFile(s.room)}
}

// Full takes the text so far, writes it to the file if it is too long, and returns the buffer for the text that follows.
func (l *Held) Full(text []byte) []byte {
	if len(text) < l.of.most || l.Err != nil {
		return text
	}
	_, l.Err = l.file.Write(text)
	if cap(text) > 2*l.of.most {
		return nil
	}
	return text[:0]
}

// WriteTo writes the lines, only whole lines with each call of write, and gives their memory back to the Spool.
func (l *Held) WriteTo(write func([]byte) error) error {
	defer l.free()
	size := l.file.Size()
	if size == 0 {
		return write(l.Text)
	}
	buf := make([]byte, 256<<10)
	rest := 0
	for at := int64(0); at < size; {
		n, err := l.file.ReadAt(buf[rest:min(int64(len(buf)), int64(rest)+size-at)], at)
		if err != nil {
			return err
		}
		at += int64(n)
		text := buf[:rest+n]
		end := bytes.LastIndexByte(text, '\n') + 1
		if err := write(text[:end]); err != nil {
			return err
		}
		if rest = copy(buf, text[end:]); rest == len(buf) { // a line that is longer
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
	return write(l.Text)
}

func (l *Held) free() {
	l.file.Close()
	l.file.Reset()
	if l.Text = l.Text[:0]; cap(l.Text) <= 2*l.of.most {
		l.of.pool.Put(l)
	}
}
