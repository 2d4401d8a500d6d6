package crawl

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"webmill/pkg/spill"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Temporary is a file system for a crawl that does not go on. The folder of the crawl is not on the disk, and its files are
// temporary files without names: nothing is left of them however the run ends. All other files are those of the system below.
type Temporary struct {
	vfs.FS
	dir   string
	room  work.Room
	mu    sync.Mutex
	files map[string]vfs.File
}

// NewTemporary makes a Temporary with the folder dir. Its files are temporary files of the room.
func NewTemporary(room work.Room, dir string) *Temporary {
	return &Temporary{FS: room.FS, dir: dir, room: room, files: map[string]vfs.File{}}
}

// Close removes all files.
func (s *Temporary) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		f.Close()
	}
	s.files = map[string]vfs.File{}
	return nil
}

func (s *Temporary) has(name string) bool { return filepath.Dir(name) == s.dir }

// temporaryFile is a handle of a file. When it is closed, the file stays.
type temporaryFile struct {
	vfs.File
	growing truncater // nil: it was opened to be read
	at      int64
}

type truncater interface{ Truncate(size int64) error }

func (f *temporaryFile) Close() error              { return nil }
func (f *temporaryFile) Sync() error               { return nil } // nobody needs it after a power failure
func (f *temporaryFile) Truncate(size int64) error { return f.growing.Truncate(size) }

func (f *temporaryFile) Read(p []byte) (int, error) {
	n, err := f.ReadAt(p, f.at)
	f.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

// Grow implements vfs.FS.
func (s *Temporary) Grow(name string) (vfs.Growing, error) {
	if !s.has(name) {
		return s.FS.Grow(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[name]
	if f == nil {
		var err error
		if f, err = spill.NewFile(s.room).Open(); err != nil {
			return nil, err
		}
		s.files[name] = f
	}
	growing, ok := f.(truncater)
	if !ok {
		return nil, &vfs.TempError{Err: fs.ErrInvalid}
	}
	return &temporaryFile{File: f, growing: growing}, nil
}

// Open implements vfs.FS.
func (s *Temporary) Open(name string) (vfs.File, error) {
	if !s.has(name) {
		return s.FS.Open(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[name]; f != nil {
		return &temporaryFile{File: f}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Stat implements vfs.FS.
func (s *Temporary) Stat(name string) (fs.FileInfo, error) {
	f, err := s.Open(name)
	if err != nil || !s.has(name) {
		return s.FS.Stat(name)
	}
	return f.Stat()
}

// ReadDir implements vfs.FS.
func (s *Temporary) ReadDir(name string) (list []fs.DirEntry, err error) {
	if name != s.dir {
		return s.FS.ReadDir(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, f := range s.files {
		info, err := f.Stat()
		if err != nil {
			return nil, err
		}
		list = append(list, renamed{fs.FileInfoToDirEntry(info), filepath.Base(name)})
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// Remove implements vfs.FS.
func (s *Temporary) Remove(name string) error {
	if !s.has(name) {
		return s.FS.Remove(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.files[name]; f != nil {
		delete(s.files, name)
		return f.Close()
	}
	return nil
}

// Mkdir implements vfs.FS.
func (s *Temporary) Mkdir(name string) error {
	if name == s.dir {
		return nil
	}
	return s.FS.Mkdir(name)
}

// SyncDir implements vfs.FS.
func (s *Temporary) SyncDir(string) error { return nil }

// LockNow implements vfs.FS.
func (s *Temporary) LockNow(string) (unlock func(), ok bool, err error) { return func() {}, true, nil }

// renamed is the entry of a temporary file, under its name in the folder.
type renamed struct {
	fs.DirEntry
	name string
}

// Name implements fs.DirEntry.
func (r renamed) Name() string { return r.name }
