package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs" // gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"  // s3://

	"webmill/pkg/vfs"
)

// stores has the open stores, by scheme. They stay open.
var stores struct {
	sync.Mutex
	by map[string]filesystem.Interface
}

// open is the store of a name.
func open(name string) (s filesystem.Interface, err error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	scheme, _, _ := strings.Cut(name, "://")
	stores.Lock()
	defer stores.Unlock()
	if s = stores.by[scheme]; s != nil {
		return s, nil
	}
	defer func() {
		if cause := recover(); cause != nil { // Beam's packages panic where a setting of the machine cannot be used
			err = fmt.Errorf("cannot be reached: %v", cause)
		}
	}()
	if s, err = filesystem.New(context.Background(), name); err != nil {
		return nil, fmt.Errorf("files with %s:// are not read or written; those with gs:// and s3:// are", scheme)
	}
	if stores.by == nil {
		stores.by = map[string]filesystem.Interface{}
	}
	stores.by[scheme] = s
	return s, nil
}

// failed is the error of a file operation, in one line.
func failed(op, name string, err error) error {
	if err == nil || errors.As(err, new(*fs.PathError)) || errors.As(err, new(*vfs.TempError)) {
		return err
	}
	if strings.Contains(err.Error(), "\n") {
		err = errors.New(strings.Join(strings.Fields(err.Error()), " "))
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}

func sizeOf(name string) (int64, error) {
	s, err := open(name)
	if err != nil {
		return 0, err
	}
	n, err := s.Size(context.Background(), name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return n, err
	}
	// Each store has its own error for an object that is not there.
	if names, unlisted := s.List(context.Background(), name); unlisted == nil && !slices.Contains(names, name) {
		return 0, fs.ErrNotExist
	}
	return 0, err
}

func versionOf(name string) (v Version, err error) {
	if v.Size, err = sizeOf(name); err != nil {
		return v, err
	}
	s, err := open(name)
	if times, ok := s.(filesystem.LastModifiedGetter); ok {
		at, err := times.LastModified(context.Background(), name)
		if err != nil {
			return v, failed("stat", name, err)
		}
		v.Time = at.UnixNano()
	}
	return v, err
}

func read(name string) (io.ReadCloser, error) {
	s, err := open(name)
	if err != nil {
		return nil, err
	}
	return s.OpenRead(context.Background(), name)
}

// list lists the objects in a folder, and in folders in it, down to some depth. A pattern of Beam cannot say "at any depth".
func list(dir string, depth int) (names []string, err error) {
	s, err := open(dir)
	if err != nil {
		return nil, err
	}
	for pattern := dir; depth > 0; depth-- {
		pattern += "/*"
		some, err := s.List(context.Background(), pattern)
		if err != nil {
			return nil, err
		}
		names = append(names, some...)
	}
	// Some programs make an empty object for a folder.
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "/") })
	slices.Sort(names)
	return names, nil
}

// deepest is the level, counted from a folder, down to which objects in it are found.
const deepest = 8

func filesOf(name string) ([]string, error) {
	if _, err := sizeOf(name); !errors.Is(err, fs.ErrNotExist) {
		return []string{name}, failed("stat", name, err)
	}
	names, err := list(name, deepest+1)
	if err == nil && len(names) == 0 {
		err = fs.ErrNotExist
	}
	if i := slices.IndexFunc(names, func(object string) bool {
		return strings.Count(object[len(name):], "/") > deepest
	}); i >= 0 {
		err = fmt.Errorf("only %d levels of folders are read, and %s is deeper: name the folders that have objects", deepest, names[i])
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name[strings.LastIndexByte(name, '/')+1:], ".")
	}), failed("list", name, err)
}

func remove(name string) error {
	s, err := open(name)
	if err != nil {
		return err
	}
	remover, ok := s.(filesystem.Remover)
	if !ok {
		return errors.ErrUnsupported
	}
	if err = remover.Remove(context.Background(), name); err != nil {
		if _, missing := sizeOf(name); errors.Is(missing, fs.ErrNotExist) {
			err = missing
		}
	}
	return err
}

// upload copies a file to an object. After an error the old object is still there. If the store shows a part of the new one,
// upload removes it.
func upload(f vfs.File, name string) error {
	s, err := open(name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	want := info.Size()
	before, missing := sizeOf(name)
	if missing != nil {
		before = -1
	}
	err = write(s, name, io.NewSectionReader(f, 0, want))
	size, missing := sizeOf(name)
	switch {
	case err == nil && missing != nil:
		err = fmt.Errorf("was written, but: %w", missing)
	case err == nil && size != want:
		err = fmt.Errorf("has %d bytes after %d were written", size, want)
	}
	if err != nil && missing == nil && size != before && size != want {
		remove(name)
	}
	return err
}

// write writes an object. After an error the writer is not closed: closing would make an object of the bytes so far.
func write(s filesystem.Interface, name string, from io.Reader) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w, err := s.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, from); err != nil {
		return err
	}
	return w.Close()
}
