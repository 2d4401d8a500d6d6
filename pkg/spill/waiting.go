package spill

import (
	"bufio"

	"webmill/pkg/work"
)

// Waiting is lines or records that wait in a temporary file: they are appended by the methods of bufio.Writer, and read from the
// beginning when all are there.
type Waiting struct {
	*bufio.Writer
	file *File
}

// waitingBytes is the buffer for writing, and that of each reader. A line may not be longer where ReadSlice reads it.
const waitingBytes = 256 << 10

// NewWaiting makes an empty Waiting.
func NewWaiting(room work.Room) *Waiting {
	file := NewFile(room)
	return &Waiting{bufio.NewWriterSize(file, waitingBytes), file}
}

// Reader reads from the beginning what was appended so far.
func (w *Waiting) Reader() (*bufio.Reader, error) {
	if err := w.Flush(); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(w.file.Reader(), waitingBytes), nil
}

// ReadAt implements io.ReaderAt, for what was appended before the last Flush or Reader.
func (w *Waiting) ReadAt(p []byte, at int64) (int, error) { return w.file.ReadAt(p, at) }

// Len is how many bytes were appended.
func (w *Waiting) Len() int64 { return w.file.Size() + int64(w.Buffered()) }

// Close removes the file.
func (w *Waiting) Close() error { return w.file.Close() }
