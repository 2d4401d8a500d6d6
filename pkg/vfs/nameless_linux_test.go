package vfs

import (
	"os"
	"path/filepath"
	"testing"

	"webmill/pkg/par"
)

// TestLeftOver: what a process killed between link and rename left goes with the next result of that name.
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
