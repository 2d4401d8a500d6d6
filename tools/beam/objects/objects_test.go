package objects

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"webmill/pkg/vfs"
	"webmill/tools/beam/objects/objectstest"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// publish makes a file of some bytes.
func publish(t testing.TB, sys FS, name string, data []byte) {
	t.Helper()
	f, err := sys.Stage(name)
	check(t, err)
	defer f.Close()
	_, err = f.Write(data)
	check(t, err)
	check(t, f.Sync())
	check(t, sys.Publish(f, name))
}

func content(t testing.TB, sys FS, name string) []byte {
	t.Helper()
	f, err := sys.Open(name)
	check(t, err)
	defer f.Close()
	data, err := io.ReadAll(f)
	check(t, err)
	return data
}

// folders has an empty folder of each kind of file system.
func folders(t *testing.T) map[string]string {
	objectstest.S3()
	objectstest.GCS()
	return map[string]string{"local": t.TempDir(), "memfs": "memfs://bucket/x", "s3": "s3://bucket/x", "gs": "gs://bucket/x"}
}

// TestSame: a local folder, the memory and the servers behave alike, except for the times of folders, which stores do not have.
func TestSame(t *testing.T) {
	sys := New(t.TempDir())
	for kind, dir := range folders(t) {
		t.Run(kind, func(t *testing.T) {
			at := func(name string) string { return vfs.Join(dir, name) }
			if kind == "local" {
				check(t, os.MkdirAll(at("sub/deep"), 0o777))
			}
			large := bytes.Repeat([]byte("0123456789abcdef"), 17<<16) // more than S3 takes in one piece
			for name, data := range map[string][]byte{"a.txt": []byte("first"), "empty": nil, "large": large,
				"sub/b": []byte("b"), "sub/deep/c": []byte("c"), "sub/.hidden": nil} {
				publish(t, sys, at(name), data)
				if got := content(t, sys, at(name)); !bytes.Equal(got, data) {
					t.Errorf("%s has %d bytes, not %d", name, len(got), len(data))
				}
			}
			publish(t, sys, at("a.txt"), []byte("second"))
			if got := content(t, sys, at("a.txt")); string(got) != "second" {
				t.Errorf("replaced, it has %q", got)
			}
			look(t, sys, dir)
			files, err := sys.Files(dir)
			want := []string{at("a.txt"), at("empty"), at("large"), at("sub/b"), at("sub/deep/c")}
			if !slices.Equal(files, want) || err != nil {
				t.Errorf("%v, %v", files, err)
			}
			versions, err := sys.Versions(files)
			if err != nil || versions[0].Size != 6 || versions[0].Time == 0 || versions[2].Size != int64(len(large)) {
				t.Errorf("%v, %v", versions, err)
			}
			missing(t, sys, at("missing"))
			check(t, sys.Remove(at("empty")))
			check(t, sys.RemoveAll(at("sub")))
			if files, err := sys.Files(dir); len(files) != 2 || err != nil {
				t.Errorf("left %v, %v", files, err)
			}
		})
	}
}

// look compares what a folder has.
func look(t *testing.T, sys FS, dir string) {
	entries, err := sys.ReadDir(dir)
	check(t, err)
	var names []string
	for _, e := range entries {
		info, err := e.Info()
		check(t, err)
		if info.IsDir() != e.IsDir() || info.Name() != e.Name() || e.Name() == "a.txt" && info.Size() != 6 {
			t.Errorf("%s is %v", e.Name(), info)
		}
		names = append(names, e.Name())
	}
	listed := 0
	check(t, sys.List(dir, func(fs.DirEntry) error { listed++; return nil }))
	if strings.Join(names, " ") != "a.txt empty large sub" || listed != len(names) {
		t.Errorf("%v, %d", names, listed)
	}
	info, err := sys.Stat(vfs.Join(dir, "sub"))
	if err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
}

func missing(t *testing.T, sys FS, name string) {
	_, stat := sys.Stat(name)
	_, opened := sys.Open(name)
	_, files := sys.Files(name)
	_, version := sys.Versions([]string{name})
	for _, err := range []error{stat, opened, files, version} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := sys.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if err := sys.RemoveAll(name); err != nil {
		t.Error(err)
	}
}

// TestDeep: an object that is too deep below a folder is not left out in silence.
func TestDeep(t *testing.T) {
	sys, dir := New(t.TempDir()), "memfs://deep/x"
	memfs.Write(dir+"/2/3/4/5/6/7/8/a", nil)
	if files, err := sys.Files(dir); len(files) != 1 || err != nil {
		t.Errorf("%v, %v", files, err)
	}
	memfs.Write(dir+"/2/3/4/5/6/7/8/9/a", nil)
	if _, err := sys.Files(dir); err == nil || !strings.Contains(err.Error(), dir+"/2/3/4/5/6/7/8/9/a is deeper") {
		t.Error(err)
	}
}

// TestAnyPlace: an object is read at any place, in any order, and no more of it is copied than is needed.
func TestAnyPlace(t *testing.T) {
	data, name := make([]byte, 5<<20+77), "memfs://bucket/any"
	for i := range data {
		data[i] = byte(rand.Uint32())
	}
	memfs.Write(name, data)
	for range 20 {
		f, err := New(t.TempDir()).Open(name)
		check(t, err)
		most := 0
		for range 10 {
			off, p := rand.IntN(len(data)), make([]byte, rand.IntN(1<<20))
			most = max(most, off+len(p))
			n, err := f.ReadAt(p, int64(off))
			if want := data[off:min(off+len(p), len(data))]; !bytes.Equal(p[:n], want) || (err == io.EOF) != (n < len(p)) {
				t.Fatalf("at %d: %d bytes of %d, %v", off, n, len(want), err)
			}
		}
		if copied := f.(*object).copied; copied > int64(most+ahead) {
			t.Errorf("%d bytes were copied, %d were needed", copied, most)
		}
		check(t, f.Close())
		if _, err := f.ReadAt(make([]byte, 1), 0); !errors.Is(err, fs.ErrClosed) {
			t.Error(err)
		}
	}
}

// TestOtherSize: an object that has less or more than its store says is an error, not the end.
func TestOtherSize(t *testing.T) {
	for size, want := range map[int]string{3: "shorter", 5: "gives more than its 4 bytes"} {
		memfs.Write("memfs://bucket/changed", make([]byte, 4))
		f, err := New(t.TempDir()).Open("memfs://bucket/changed")
		check(t, err)
		memfs.Write("memfs://bucket/changed", make([]byte, size))
		if _, err := io.ReadAll(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %d bytes: %v, want %s", size, err, want)
		}
		f.Close()
	}
}

// TestNames: names that a store could take for others are refused, and local ones are made absolute.
func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"gs://bucket": "names a bucket", "memfs://b/": "names a bucket", "memfs://b/a//b": "names of objects with //",
		"memfs://b/../a": "names of objects with //", "memfs:///a": "names of objects with //", "memfs://b/a?x": "with one of",
		"s3://b/a%20b": "with one of", "s3://b/a#1": "with one of", "gs://b/a*": "with one of", "memfs://b/a\nb": "with one of",
		"no://b/a": "files with no:// are not read", "http://b/a": "files with http:// are not read",
	} {
		if _, err := Abs(name); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
	if got, err := Abs("memfs://b/a b.t2/"); got != "memfs://b/a b.t2" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Abs("a/../b"); !filepath.IsAbs(got) || filepath.Base(got) != "b" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// TestUpload: a failed upload leaves the old object, or none, even if the store shows a part of the new one. An object that a
// store cuts off in silence is an error.
func TestUpload(t *testing.T) {
	store, name := objectstest.Failing(), "failing://b/object"
	sys := New(t.TempDir())
	for _, before := range []string{"", "old"} {
		store.Each(t, 1, true, func() error {
			check(t, store.Remove(context.Background(), name))
			if before != "" {
				store.Put(name, []byte(before))
			}
			f, err := sys.Stage(name)
			check(t, err)
			defer sys.Discard(f)
			_, err = f.Write([]byte("0123456789"))
			check(t, err)
			return sys.Publish(f, name)
		}, func(how, _ string) {
			if data, there := store.Object(name); there && string(data) != before {
				t.Errorf("%s left %q", how, data)
			}
		})
	}
	_, err := store.Size(context.Background(), "failing://b/none")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
