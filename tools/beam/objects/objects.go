// Package objects is the file system of a job. Names like gs://bucket/name are objects of a store that Beam knows. All other
// names are files of the machine.
//
// A store has less than a file system:
//
//   - A nameless temporary file gets a copy of an object, as far as it is read. So it can be read at any place.
//   - A result is written to a nameless temporary file, and copied to the store when it is whole. It appears there when the store
//     has its last byte. Then its size is compared with the size of the file.
//   - A folder is the common beginning of names of objects, up to a slash. It exists as long as it has objects.
//   - There are no locks.
//
// The files:
//
//	objects.go  the file system
//	names.go    names, and which are refused
//	read.go     an object as a file
//	store.go    what is asked of a store
package objects

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// FS is the file system of a job.
type FS struct{ vfs.FS }

// New makes a file system that copies objects to tempDir; "" is the system's folder for temporary files.
func New(tempDir string) FS { return FS{both{objects{tempDir}}} }

// both is a vfs.FS of all names.
type both struct{ objects objects }

// of is the file system that has a name.
func (f both) of(name string) vfs.FS {
	if vfs.HasScheme(name) {
		return f.objects
	}
	return vfs.OS
}

func (f both) Open(name string) (vfs.File, error)                   { return f.of(name).Open(name) }
func (f both) Append(name string) (vfs.File, error)                 { return f.of(name).Append(name) }
func (f both) Temp(dir string) (vfs.File, error)                    { return f.of(dir).Temp(dir) }
func (f both) Stage(name string) (vfs.File, error)                  { return f.of(name).Stage(name) }
func (f both) Publish(file vfs.File, name string) error             { return f.of(name).Publish(file, name) }
func (f both) Discard(file vfs.File)                                { f.of(file.Name()).Discard(file) }
func (f both) Grow(name string) (vfs.Growing, error)                { return f.of(name).Grow(name) }
func (f both) SyncDir(name string) error                            { return f.of(name).SyncDir(name) }
func (f both) Mkdir(name string) error                              { return f.of(name).Mkdir(name) }
func (f both) Remove(name string) error                             { return f.of(name).Remove(name) }
func (f both) Keep(name string) (string, error)                     { return f.of(name).Keep(name) }
func (f both) Rename(name, to string) error                         { return f.of(name).Rename(name, to) }
func (f both) Lock(name string) (func(), error)                     { return f.of(name).Lock(name) }
func (f both) LockNow(name string) (func(), bool, error)            { return f.of(name).LockNow(name) }
func (f both) Stat(name string) (fs.FileInfo, error)                { return f.of(name).Stat(name) }
func (f both) ReadDir(name string) ([]fs.DirEntry, error)           { return f.of(name).ReadDir(name) }
func (f both) List(name string, do func(e fs.DirEntry) error) error { return f.of(name).List(name, do) }

// RemoveAll removes a file, or a folder with all in it. In a store it goes two levels deep: work has no deeper folders.
func (f FS) RemoveAll(name string) error {
	if !vfs.HasScheme(name) {
		return os.RemoveAll(name)
	}
	names, err := list(name, 2)
	if err != nil {
		return failed("remove", name, err)
	}
	return each(append(names, name), func(i int, object string) error {
		if err := f.Remove(object); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// Files are the file of this name, or the files in the folder of this name and below that are not hidden.
func (f FS) Files(name string) (names []string, err error) {
	if vfs.HasScheme(name) {
		return filesOf(name)
	}
	root := name
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		root += "/" // a link is followed
	}
	err = filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && (file == name || !strings.HasPrefix(e.Name(), ".")) {
			names = append(names, file)
		}
		return err
	})
	return names, err
}

// Version tells one content of a file from another: its size, and when it was changed, in nanoseconds; 0 if its store does not
// say when.
type Version struct{ Size, Time int64 }

// Versions are the versions of files. It fails for what is no file, since that cannot be read again.
func (f FS) Versions(names []string) ([]Version, error) {
	versions := make([]Version, len(names))
	return versions, each(names, func(i int, name string) (err error) {
		versions[i], err = version(name)
		return vfs.Named(name, err)
	})
}

func version(name string) (Version, error) {
	if vfs.HasScheme(name) {
		return versionOf(name)
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is not a regular file, so workers cannot read it again: name a file")
	}
	if err != nil {
		return Version{}, err
	}
	return Version{info.Size(), info.ModTime().UnixNano()}, nil
}

// atOnce is how many requests to a store are made at once: they spend most of their time waiting.
const atOnce = 16

func each(names []string, do func(i int, name string) error) error {
	return par.Each(min(atOnce, len(names)), len(names), func(int) func(int) error {
		return func(i int) error { return do(i, names[i]) }
	})
}

// objects is a vfs.FS of names with a scheme.
type objects struct{ tempDir string }

func (o objects) Append(name string) (vfs.File, error) { return nil, cannot("append to", name) }
func (o objects) Grow(name string) (vfs.Growing, error) {
	return nil, cannot("write in place to", name)
}
func (o objects) Keep(name string) (string, error) { return "", cannot("link", name) }
func (o objects) Rename(name, _ string) error      { return cannot("rename", name) }
func (o objects) Temp(dir string) (vfs.File, error) {
	return nil, cannot("make a temporary file in", dir)
}
func (o objects) SyncDir(string) error                   { return nil }
func (o objects) Mkdir(string) error                     { return nil }
func (o objects) Lock(string) (unlock func(), err error) { return func() {}, nil }
func (o objects) LockNow(string) (func(), bool, error)   { return func() {}, true, nil }
func (o objects) temp() (vfs.File, error) {
	return spill.NewFile(work.Room{FS: vfs.OS, TempDir: o.tempDir}).Open()
}

func cannot(op, name string) error { return failed(op, name, errors.ErrUnsupported) }

func (o objects) Open(name string) (vfs.File, error) {
	info, err := o.Stat(name)
	if err != nil {
		return nil, err
	}
	f, err := o.temp()
	if err != nil {
		return nil, err
	}
	return &object{File: f, info: info.(about)}, nil
}

func (o objects) Stage(name string) (vfs.File, error) {
	f, err := o.temp()
	if err != nil {
		return nil, err
	}
	return &staged{f, name}, nil
}

func (o objects) Publish(f vfs.File, name string) error {
	return failed("publish", name, upload(f, name))
}
func (o objects) Discard(f vfs.File) { f.Close() }

// Remove removes an object. A folder disappears with its last object.
func (o objects) Remove(name string) error { return failed("remove", name, remove(name)) }

// Stat describes an object, or a folder with objects. A name that ends in a slash is that of a folder, even if nothing is in it.
func (o objects) Stat(name string) (fs.FileInfo, error) {
	if strings.HasSuffix(name, "/") {
		return about{name: name, dir: true}, nil
	}
	size, err := sizeOf(name)
	if errors.Is(err, fs.ErrNotExist) {
		entries, err := o.ReadDir(name)
		if err == nil && len(entries) == 0 {
			err = failed("stat", name, fs.ErrNotExist)
		}
		return about{name: name, dir: true}, err
	}
	return about{name: name, size: size}, failed("stat", name, err)
}

// ReadDir lists the objects in a folder, and the folders in it that have objects.
func (o objects) ReadDir(name string) (entries []fs.DirEntry, err error) {
	names, err := list(name, 2)
	if err != nil {
		return nil, failed("list", name, err)
	}
	last := ""
	for _, object := range names {
		base, _, dir := strings.Cut(object[len(name)+1:], "/")
		if base != last {
			entries = append(entries, entry{o, about{name: vfs.Join(name, base), dir: dir}})
		}
		last = base
	}
	return entries, nil
}

func (o objects) List(name string, do func(e fs.DirEntry) error) error {
	entries, err := o.ReadDir(name)
	for _, e := range entries {
		if err == nil {
			err = do(e)
		}
	}
	return err
}

// about describes an object or a folder.
type about struct {
	name string
	size int64
	dir  bool
}

func (a about) Name() string       { return path.Base(a.name) }
func (a about) Size() int64        { return a.size }
func (a about) IsDir() bool        { return a.dir }
func (a about) ModTime() time.Time { return time.Time{} } // Versions has it
func (a about) Sys() any           { return nil }

func (a about) Mode() fs.FileMode {
	if a.dir {
		return fs.ModeDir | 0o777
	}
	return 0o666
}

// entry is an entry of a folder. Its size is asked for when it is needed.
type entry struct {
	fs    vfs.FS
	about about
}

func (e entry) Name() string               { return e.about.Name() }
func (e entry) IsDir() bool                { return e.about.dir }
func (e entry) Type() fs.FileMode          { return e.about.Mode().Type() }
func (e entry) Info() (fs.FileInfo, error) { return e.fs.Stat(e.about.name) }
