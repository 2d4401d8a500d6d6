package stream

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// TestCommitAll: if a run that replaces several files is killed at any moment, files of two runs never stand side by side. After
// an error of any operation, all old files are there, or all new ones.
func TestCommitAll(t *testing.T) {
	t.Run("killed", func(t *testing.T) {
		testCommitAll(t, func(i int) (vfs.FS, func() bool) { return fault.ErrorFrom(vfs.OS, i), nil }, "")
	})
	t.Run("error", func(t *testing.T) {
		testCommitAll(t, func(i int) (vfs.FS, func() bool) { sys, hit := fault.ErrorAt(vfs.OS, i); return sys, hit },
			"old old old")
	})
}

// singleNames is a file system on which one file cannot have a second name.
type singleNames struct{ vfs.FS }

func (s singleNames) Keep(name string) (string, error) {
	if filepath.Base(name) == "ids" {
		return "", errors.ErrUnsupported
	}
	return s.FS.Keep(name)
}

// TestCommitAllPartly: where old files cannot come back, those that were kept stay, and the error names them.
func TestCommitAllPartly(t *testing.T) {
	names, lost := []string{"fresh", "ids", "dictionary", "hosts"}, false
	for i := 0; ; i++ {
		dir := t.TempDir()
		for _, name := range names[1:] {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("old "+name), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		sys, hit := fault.ErrorAt(vfs.OS, i)
		err := writeAll(singleNames{sys}, dir, names)
		if !hit() {
			break
		}
		hidden, _ := filepath.Glob(filepath.Join(dir, ".webmill*"))
		for _, name := range []string{"dictionary", "hosts"} {
			is := func(file string) bool {
				text, _ := os.ReadFile(file)
				return string(text) == "old "+name
			}
			if err == nil || is(filepath.Join(dir, name)) {
				continue
			}
			if k := slices.IndexFunc(hidden, is); k < 0 || !strings.Contains(err.Error(), name+" is kept as "+hidden[k]) {
				t.Errorf("operation %d fails: %s is lost, of %q: %v", i, name, hidden, err)
			} else {
				lost = true
			}
		}
	}
	if !lost {
		t.Error("no error came when files were gone")
	}
}

// testCommitAll lets operations fail. want is what the files hold then, "" if some may be missing.
func testCommitAll(t *testing.T, failing func(i int) (vfs.FS, func() bool), want string) {
	names := []string{"fresh", "ids", "dictionary", "hosts"} // the first replaces nothing
	for i := 0; ; i++ {
		dir := t.TempDir()
		for _, name := range names[1:] {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		sys, hit := failing(i)
		failed := writeAll(sys, dir, names)
		var found []string
		for _, name := range names {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
				found = append(found, string(text))
			}
		}
		got := strings.Join(found, " ")
		if strings.Contains(got, "old") && strings.Contains(got, "new") {
			t.Errorf("after %d operations: %s", i, got)
		}
		if hidden, _ := filepath.Glob(filepath.Join(dir, ".webmill*")); want != "" && hidden != nil && failed != nil {
			t.Errorf("operation %d fails: left %q", i, hidden)
		}
		if failed == nil && hit != nil && hit() && got == "new new new new" {
			continue // the operation is not needed
		}
		if failed != nil && want != "" && got != want {
			t.Errorf("operation %d fails: %s", i, got)
		}
		if failed == nil {
			if got != "new new new new" {
				t.Errorf("done: %s", got)
			}
			return
		}
		if _, err := os.Stat(filepath.Join(dir, "dictionary")); err != nil {
			t.Errorf("after %d operations the input is lost: %v", i, failed)
		}
	}
}

func writeAll(sys vfs.FS, dir string, names []string) error {
	var all []Committer
	defer func() {
		for _, o := range all {
			o.Discard()
		}
	}()
	for _, name := range names {
		o, err := CreateBytes(sys, filepath.Join(dir, name), nil)
		if err != nil {
			return err
		}
		all = append(all, o)
		if _, err := o.Write([]byte("new")); err != nil {
			return err
		}
	}
	return CommitAll(sys, func(name string) bool { return filepath.Base(name) == "dictionary" }, all...)
}

// TestPath: a name of a store stays as it is, and is in a folder of the store.
func TestPath(t *testing.T) {
	const name = "gs://bucket/folder/links.tsv"
	if path, dir := Path(name), folder(name); path != name || dir != "gs://bucket/folder/" {
		t.Errorf("%s, in %s", path, dir)
	}
}

// TestTarget: links are followed, even to files that do not exist yet, and names of open files are recognized.
func TestTarget(t *testing.T) {
	dir := t.TempDir()
	link := func(to, name string) string {
		name = filepath.Join(dir, name)
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
		return name
	}
	for name, want := range map[string]string{
		"out":                         "out",
		link("gone", "dangling"):      dir + "/gone",
		link("dangling", "two"):       dir + "/gone",
		link("/dev/stdout", "shown"):  "open",
		"/dev/stdout":                 "open",
		"/dev/fd/../stderr":           "open",
		"/dev/fd/7":                   "open",
		"/proc/self/fd/1":             "open",
		"/dev/shm/out":                "/dev/shm/out",
		"/dev/full":                   "/dev/full",
		"/proc/self/mem":              "/proc/self/mem",
		link("../x", "up"):            dir + "/../x",
		link(dir+"/circle", "circle"): dir + "/circle",
	} {
		got, open := Target(name)
		if open {
			got = "open"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
