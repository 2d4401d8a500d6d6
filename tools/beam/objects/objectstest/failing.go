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
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// failures are the ways in which an upload can fail: an error of Write or Close, after which the store has nothing; an error
// after which it shows the first half; and the first half without an error.
var failures = []string{"write", "close", "no space", "half", "cut off"}

// Store is a file system in memory, failing://, in which Each lets an upload fail.
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

// Each calls job with a store in which one upload fails: the first one, the second, until none fails any more. With all, each
// fails in every way; else one in one way, the next in another. The error of job must be one line with the name of the object.
// Then check looks at what is left. The run in which nothing fails must come after least uploads.
func (s *Store) Each(t testing.TB, least int, all bool, job func() error, check func(how, failed string)) {
	t.Helper()
	for i := 0; ; i++ {
		upload := i
		if all {
			upload /= len(failures)
		}
		how := failures[i%len(failures)]
		s.fail(how, upload)
		err := job()
		failed := s.fail("", 0)
		if failed == "" {
			if err != nil || upload < least {
				t.Errorf("the run without a failure came after %d uploads: %v", upload, err)
			}
			return
		}
		if err == nil || !strings.Contains(err.Error(), failed) || strings.Contains(err.Error(), "\n") {
			t.Fatalf("%s of %s: %v", how, failed, err)
		}
		check(how, failed)
	}
}

// fail makes the upload after a number of good ones fail; "" makes none fail. It returns the object whose upload failed before.
func (s *Store) fail(how string, after int) (failed string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	failed = s.failed
	s.how, s.left, s.failed = how, after, ""
	return failed
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
