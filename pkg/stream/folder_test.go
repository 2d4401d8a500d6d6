package stream

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/vfs"
)

// TestCheckInputs: a folder of parts must not replace an input, under whatever name the command has it.
func TestCheckInputs(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"f.t2/deep", "up/g.t2", "other"} {
		if err := os.MkdirAll(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"f.t2/part", "f.t2/deep/file", "other/file"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{
		"link.t2": "f.t2", "alias": "up", "file.t2": "f.t2/part", "f.t2/out": "../other/file",
	} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		folder, input string
		within        bool
	}{
		{"f.t2", "f.t2", true},
		{"f.t2", "f.t2/part", true},
		{"./f.t2/", filepath.Join(dir, "f.t2/deep/file"), true},
		{"f.t2", "f.t2/not-there", true},
		{"link.t2", "f.t2", true},
		{"f.t2", "link.t2/part", true},
		{"f.t2", "file.t2", true},
		{"f.t2", "f.t2/out", true}, // the link goes, and so the input of the next run
		{"up/g.t2", "alias/g.t2", true},
		{"up/new.t2", "alias/new.t2/part", true},
		{"gs://b/f.t2", "gs://b/f.t2/part", true},
		{"gs://b/f.t2", "gs://b/f.t2", true},

		{"f.t2/deep", "f.t2/part", false},
		{"other", "f.t2/part", false},
		{"f.t", "f.t2/part", false},
		{"new.t2", "f.t2", false},
		{"gs://b/f.t2", "gs://b/f.t", false},
		{"gs://b/f.t2", "gs://c/f.t2", false},
		{"f.t2", "gs://b/f.t2", false},
		{"other", Stdin, false},
	} {
		err := CheckInputs(vfs.OS, c.folder, []string{"other", c.input})
		if c.folder == "other" {
			err = CheckInputs(vfs.OS, c.folder, []string{c.input})
		}
		if c.within != (err != nil) || err != nil && !strings.HasPrefix(err.Error(), c.folder+": ") {
			t.Errorf("%s in %s: %v", c.input, c.folder, err)
		}
	}
}
