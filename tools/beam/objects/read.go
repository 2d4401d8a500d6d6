package objects

import (
	"fmt"
	"io"
	"io/fs"
	"sync"

	"webmill/pkg/vfs"
)

// object is an open object. Its file has a copy of its beginning, as far as it was read.
type object struct {
	vfs.File
	info about

	mu     sync.Mutex
	rest   io.ReadCloser // the bytes that are not copied yet; nil: none was copied, or all were
	copied int64
	at     int64 // of Read
	err    error
}

// ahead is how much is copied at once, at least.
const ahead = 1 << 20

// Name implements vfs.File.
func (o *object) Name() string { return o.info.name }

// Stat implements vfs.File.
func (o *object) Stat() (fs.FileInfo, error) { return o.info, nil }

// Read implements vfs.File.
func (o *object) Read(p []byte) (int, error) {
	n, err := o.ReadAt(p, o.at)
	o.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// ReadAt implements vfs.File.
func (o *object) ReadAt(p []byte, off int64) (int, error) {
	if err := o.copyTo(min(off+int64(len(p)), o.info.size)); err != nil {
		return 0, failed("read", o.info.name, err)
	}
	return o.File.ReadAt(p, off)
}

// copyTo copies the object up to an offset.
func (o *object) copyTo(end int64) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil || end <= o.copied {
		return o.err
	}
	if o.rest == nil {
		if o.rest, o.err = read(o.info.name); o.err != nil {
			return o.err
		}
	}
	n, err := io.CopyN(tempWriter{o.File}, o.rest, min(max(end, o.copied+ahead), o.info.size)-o.copied)
	o.copied += n
	if err == io.EOF {
		err = vfs.ErrShorter
	}
	if err == nil && o.copied == o.info.size {
		err = o.end()
	}
	o.err = err
	return err
}

// end checks that the object ends at the size that its store says. A store may unpack an object with a Content-Encoding.
func (o *object) end() error {
	if n, _ := io.CopyN(io.Discard, o.rest, 1); n > 0 {
		return fmt.Errorf("gives more than its %d bytes: it was changed, or its store unpacks it (store it without Content-Encoding)",
			o.info.size)
	}
	return o.closeRest()
}

func (o *object) closeRest() error {
	if o.rest == nil {
		return nil
	}
	err := o.rest.Close()
	o.rest = nil
	return err
}

// Close implements vfs.File.
func (o *object) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closeRest() // an error does not matter: nobody reads the rest
	if o.err == nil {
		o.err = fs.ErrClosed
	}
	return o.File.Close()
}

// staged is a file that becomes an object.
type staged struct {
	vfs.File
	name string
}

// Name implements vfs.File.
func (s *staged) Name() string { return s.name }

// Write implements vfs.File.
func (s *staged) Write(p []byte) (int, error) { return tempWriter{s.File}.Write(p) }

// WriteAt implements vfs.File.
func (s *staged) WriteAt(p []byte, off int64) (int, error) {
	n, err := s.File.WriteAt(p, off)
	return n, ofTemp(err)
}

// tempWriter marks an error as one of the temporary file, not of the object.
type tempWriter struct{ vfs.File }

func (w tempWriter) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	return n, ofTemp(err)
}

func ofTemp(err error) error {
	if err != nil {
		err = &vfs.TempError{Err: err}
	}
	return err
}
