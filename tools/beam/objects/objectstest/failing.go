package objectstest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Failures are the ways in which an upload can fail: by an error of Write or Close, where the store has nothing then; by an error
// where it shows the first half; and without one.
var Failures = []string{"write", "close", "no space", "half", "cut off"}

// Store is a file system in memory, failing://, that fails once on demand.
type Store struct {
	mu      sync.Mutex
	objects map[string][]byte
	how     string
	left    int    // uploads before the one that fails
	failed  string // the object
}

var failing = sync.OnceValue(func() *Store {
	s := &Store{objects: map[string][]byte{}}
	filesystem.Register("failing", func(context.Context) filesystem.Interface { return s })
	return s
})

// Failing is the store of names with failing://.
func Failing() *Store { return failing() }

// Fail lets an upload fail, after some that do not; "" lets none fail.
func (s *Store) Fail(how string, after int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.how, s.left, s.failed = how, after, ""
}

// Failed is the object whose upload has failed, "" if none has.
func (s *Store) Failed() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// Object is the content of an object.
func (s *Store) Object(name string) (data []byte, there bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, there = s.objects[name]
	return data, there
}

// Put makes an object.
func (s *Store) Put(name string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects[name] = data
}

// Close implements filesystem.Interface.
func (s *Store) Close() error { return nil }

// List implements filesystem.Interface.
func (s *Store) List(_ context.Context, glob string) (names []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.objects {
		if matched, _ := path.Match(glob, name); matched {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// OpenRead implements filesystem.Interface.
func (s *Store) OpenRead(_ context.Context, name string) (io.ReadCloser, error) {
	data, there := s.Object(name)
	if !there {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

// Size implements filesystem.Interface.
func (s *Store) Size(_ context.Context, name string) (int64, error) {
	data, there := s.Object(name)
	if !there {
		return 0, fs.ErrNotExist
	}
	return int64(len(data)), nil
}

// Remove implements filesystem.Remover.
func (s *Store) Remove(_ context.Context, name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, name)
	return nil
}

// OpenWrite implements filesystem.Interface.
func (s *Store) OpenWrite(_ context.Context, name string) (io.WriteCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &upload{store: s, name: name}
	if s.how != "" && s.failed == "" {
		if s.left--; s.left < 0 {
			w.how, s.failed = s.how, name
		}
	}
	return w, nil
}

type upload struct {
	store     *Store
	name, how string
	data      []byte
}

func (u *upload) Write(p []byte) (int, error) {
	u.data = append(u.data, p...)
	switch u.how {
	case "write":
		return 0, errors.New("the connection\nwas reset")
	case "no space":
		return 0, syscall.ENOSPC
	case "half":
		u.store.Put(u.name, u.data[:len(u.data)/2])
		return 0, errors.New("the connection was reset")
	}
	return len(p), nil
}

func (u *upload) Close() error {
	switch u.how {
	case "close", "write", "no space", "half": // an empty object has no Write
		return errors.New("the store has not taken it")
	case "cut off":
		u.data = u.data[:len(u.data)/2]
	}
	u.store.Put(u.name, u.data)
	return nil
}

// Names are those of all objects.
func (s *Store) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.objects))
}
