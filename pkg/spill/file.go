package spill

import (
	"io"
	"sync"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// File is a temporary file without a name, made when it is first written to. Its errors say that they are of a temporary file.
// Several goroutines may use it at different places, by ReadAt and WriteAt. Write, Size and Reset are for one goroutine, and
// Close comes after all other calls: none of these is locked.
type File struct {
	room work.Room
	size int64 // of what was appended

	mu     sync.Mutex // of what follows, until Close
	file   vfs.File
	direct vfs.File // the same past the page cache, or nil
	past   bool     // it is wanted and was not yet asked for
}

// NewFile is an empty file in the folder of the room.
func NewFile(room work.Room) *File { return &File{room: room} }

// Open makes the file, if it is not there yet, and returns it.
func (f *File) Open() (vfs.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.file == nil {
		dir := vfs.TempDir(f.room.TempDir)
		file, err := f.room.FS.Temp(dir)
		if err != nil {
			return nil, &vfs.TempError{Err: err, Dir: dir}
		}
		f.file = file
	}
	return f.file, nil
}

// PastCache makes reads and writes go past the page cache from now on, where the system can do that and both memory and place
// are those of whole pages of the cache.
func (f *File) PastCache() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.past = true
}

// handle is the file as it is best used for some bytes, or nil if there is none yet.
func (f *File) handle(p []byte, at int64) vfs.File {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.past && f.file != nil {
		f.past = false // asked once
		if direct, err := vfs.Direct(f.file); err == nil {
			f.direct = direct
		}
	}
	const page = vfs.DirectAlign
	if f.direct != nil && at%page == 0 && len(p)%page == 0 && tuple.Aligned(tuple.Words(p), page) {
		return f.direct
	}
	return f.file
}

// Write appends to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.WriteAt(p, f.size)
	f.size += int64(n)
	return n, err
}

// Size is the number of bytes appended.
func (f *File) Size() int64 { return f.size }

// Reset makes the file empty for Write; what was there is written over.
func (f *File) Reset() { f.size = 0 }

// Reader reads what was appended, from the beginning.
func (f *File) Reader() io.Reader { return io.NewSectionReader(f, 0, f.size) }

// WriteAt implements io.WriterAt.
func (f *File) WriteAt(p []byte, at int64) (int, error) {
	if _, err := f.Open(); err != nil {
		return 0, err
	}
	n, err := f.handle(p, at).WriteAt(p, at)
	return n, named(err)
}

// ReadAt implements io.ReaderAt for what was written before. If the file ends too early, the error is io.ErrUnexpectedEOF.
func (f *File) ReadAt(p []byte, at int64) (n int, err error) {
	if file := f.handle(p, at); file != nil {
		n, err = file.ReadAt(p, at)
	}
	switch {
	case n == len(p):
		return n, nil
	case err == nil || err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	return n, named(err)
}

func named(err error) error {
	if err != nil {
		err = &vfs.TempError{Err: err}
	}
	return err
}

// Close removes the file.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	if f.direct != nil {
		f.direct.Close() // what was written is of no use any more
	}
	file := f.file
	f.file, f.direct = nil, nil
	return file.Close()
}
