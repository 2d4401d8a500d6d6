package vfs

import (
	"os"
	"path/filepath"
	"testing"

	"webmill/pkg/par"
)

// TestLeftOver: the next result of a name removes what a process killed between link and rename left behind.
func TestLeftOver(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	check(t, os.WriteFile(name, []byte("old"), 0o666))
	check(t, os.WriteFile(filepath.Join(dir, ".webmill-out-0123456789abcdef"), []byte("left over"), 0o666))
	f, err := OS.Stage(name)
	check(t, err)
	defer f.Close()
	put(t, f, "new")
	check(t, OS.Publish(f, name))
	if text, err := os.ReadFile(name); err != nil || string(text) != "new" || names(t, dir) != "out" {
		t.Errorf("the file holds %q, %v; the folder shows %q", text, err, names(t, dir))
	}
}

// TestLeftOverOfNewName: left-overs are also removed if the result itself is gone, or the file system has no nameless files. A
// file that a living process has locked stays.
func TestLeftOverOfNewName(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	for _, stage := range []func() (*os.File, error){
		func() (*os.File, error) { return nameless(dir, hiddenPrefix(name), 0o666) },
		func() (*os.File, error) { return createNamed(dir, hiddenPrefix(name), 0o666) },
	} {
		held, err := createNamed(dir, hiddenPrefix(name), 0o666)
		check(t, err)
		check(t, os.WriteFile(filepath.Join(dir, ".webmill-out-0123456789abcdef"), nil, 0o666))
		f, err := stage()
		check(t, err)
		check(t, publish(f, name))
		if got := names(t, dir); got != filepath.Base(held.Name())+" out" {
			t.Errorf("the folder shows %q", got)
		}
		check(t, forget(held))
		check(t, os.Remove(name))
		f.Close()
		held.Close()
	}
}

// TestPublishTogether: who publish the same name at the same time all succeed, and one of them stays.
func TestPublishTogether(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	err := par.Do(4, func(worker int) error {
		for range 100 {
			f, err := OS.Stage(name)
			if err != nil {
				return err
			}
			put(t, f, string(rune('a'+worker)))
			if err := OS.Publish(f, name); err != nil {
				return err
			}
			f.Close()
		}
		return nil
	})
	text, _ := os.ReadFile(name)
	if err != nil || len(text) != 1 || names(t, dir) != "out" {
		t.Errorf("%v; the file holds %q, the folder shows %q", err, text, names(t, dir))
	}
}
