package stream

import (
	"io"
	"sync/atomic"

	"webmill/pkg/vfs"
)

// again reports whether the input is a file that can be read from its start again.
func (b *Bytes) again() bool { return b.size >= 0 && !b.parts && b.Name != "stdin" }

// fromStart reads the file from its start, and counts anew. A decoder that was closed may still read for a while: each reader
// has a place and a count of its own.
func (b *Bytes) fromStart() io.Reader {
	r := &fileReader{file: b.file, size: b.size, at: -1}
	if b.again() {
		r.at = b.offset
	}
	b.count.Store(&r.count)
	return r
}

// fileReader reads a file and counts what it gave.
type fileReader struct {
	file  vfs.File
	size  int64
	at    int64 // the next place; -1: it is where the file itself stands, as of a pipe
	count atomic.Int64
}

// Read returns an error at the end of a file that has become shorter while it was read, because the bytes read so far are not
// the whole file.
func (r *fileReader) Read(p []byte) (n int, err error) {
	if r.at < 0 {
		n, err = r.file.Read(p)
	} else {
		n, err = r.file.ReadAt(p, r.at)
		r.at += int64(n)
	}
	if read := r.count.Add(int64(n)); err == io.EOF && read < r.size {
		err = vfs.ErrShorter
	}
	return n, err
}

// countingReaderAt counts what was read of a file at any place.
type countingReaderAt struct {
	b *Bytes
	io.ReaderAt
}

func (c countingReaderAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, off)
	c.b.Count(int64(n))
	return n, err
}

// endReader warns at the end if the last line has none.
type endReader struct {
	b *Bytes
	io.Reader
	end, last byte
}

func (e *endReader) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if n > 0 {
		e.last = p[n-1]
	}
	if err == io.EOF && e.last != e.end {
		e.b.warn(noEnd)
	}
	return n, err
}
