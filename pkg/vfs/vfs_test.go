package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := OS.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, f File, text string) {
	t.Helper()
	_, err := f.Write([]byte(text))
	check(t, err)
}

func TestTempHasNoName(t *testing.T) {
	dir := t.TempDir()
	f, err := OS.Temp(dir)
	check(t, err)
	defer f.Close()
	put(t, f, "hello")
	b := make([]byte, 5)
	if _, err := f.ReadAt(b, 0); err != nil || string(b) != "hello" {
		t.Errorf("read %q, %v", b, err)
	}
	if got := names(t, dir); got != "" {
		t.Errorf("the folder shows %q", got)
	}
}

// staged runs a test with nameless files and with the hidden names of file systems that know no other.
func staged(t *testing.T, run func(t *testing.T, dir string, stage func(name string) File)) {
	t.Run("nameless", func(t *testing.T) {
		run(t, t.TempDir(), func(name string) File {
			f, err := OS.Stage(name)
			check(t, err)
			return f
		})
	})
	t.Run("hidden name", func(t *testing.T) {
		run(t, t.TempDir(), func(name string) File {
			f, err := createNamed(filepath.Dir(name), ".webmill-", 0o666)
			check(t, err)
			return f
		})
	})
}

func TestPublish(t *testing.T) {
	staged(t, func(t *testing.T, dir string, stage func(string) File) {
		name := filepath.Join(dir, "out")
		for _, text := range []string{"first", "second"} {
			before, _ := os.ReadFile(name)
			f := stage(name)
			put(t, f, text)
			if got, _ := os.ReadFile(name); string(got) != string(before) {
				t.Errorf("before it is published, the file holds %q", got)
			}
			check(t, f.Sync())
			check(t, OS.Publish(f, name))
			check(t, f.Close())
			if got, _ := os.ReadFile(name); string(got) != text {
				t.Errorf("published %q, the file holds %q", text, got)
			}
			if got := names(t, dir); got != "out" {
				t.Errorf("the folder shows %q", got)
			}
		}
	})
}

func TestDiscard(t *testing.T) {
	staged(t, func(t *testing.T, dir string, stage func(string) File) {
		f := stage(filepath.Join(dir, "out"))
		put(t, f, "half of")
		OS.Discard(f)
		if got := names(t, dir); got != "" {
			t.Errorf("the folder shows %q", got)
		}
		if _, err := f.Write([]byte("x")); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("the file is still open: %v", err)
		}
	})
}

func TestRemoveNamed(t *testing.T) {
	dir := t.TempDir()
	published, err := createNamed(dir, ".webmill-", 0o666)
	check(t, err)
	defer published.Close()
	check(t, OS.Publish(published, filepath.Join(dir, "out")))
	f, err := createNamed(dir, ".webmill-", 0o666)
	check(t, err)
	defer f.Close()
	RemoveNamed()
	defer publishing.Unlock() // RemoveNamed holds it until the process ends
	if got := names(t, dir); got != "out" {
		t.Errorf("the folder shows %q", got)
	}
}

// TestUmask: a new file has the permissions that the umask leaves.
func TestUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	staged(t, func(t *testing.T, dir string, stage func(string) File) {
		name := filepath.Join(dir, "out")
		f := stage(name)
		defer f.Close()
		check(t, OS.Publish(f, name))
		if info, err := OS.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
	})
}

func TestPublishKeepsPermissions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	check(t, os.WriteFile(name, nil, 0o604))
	check(t, os.Chmod(name, 0o604))
	f, err := OS.Stage(name)
	check(t, err)
	defer f.Close()
	check(t, OS.Publish(f, name))
	if info, err := OS.Stat(name); err != nil || info.Mode().Perm() != 0o604 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

// TestErrors name what was asked for, not the file that has no name.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	_, err := OS.Temp(missing)
	if err == nil || !strings.HasPrefix(err.Error(), "create a temporary file "+missing+": no such file") {
		t.Errorf("Temp: %v", err)
	}
	if _, err = OS.Stage(missing + "/out"); err == nil || !strings.HasPrefix(err.Error(), "create "+missing+"/out: no such") {
		t.Errorf("Stage: %v", err)
	}
	f, err := OS.Stage(filepath.Join(dir, "out"))
	check(t, err)
	defer f.Close()
	if err := OS.Publish(f, dir); err == nil || strings.Contains(err.Error(), "/proc") {
		t.Errorf("Publish: %v", err)
	}
	if got := names(t, dir); got != "" {
		t.Errorf("the folder shows %q", got)
	}
}

func TestTempDir(t *testing.T) {
	t.Setenv("TMPDIR", "/from/environment")
	if got := TempDir(""); got != "/from/environment" {
		t.Error(got)
	}
	if got := TempDir("asked"); got != "asked" {
		t.Error(got)
	}
}
