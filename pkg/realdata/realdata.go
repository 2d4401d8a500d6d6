// Package realdata finds the real graphs, archives and test suites that some tests read. They are no part of the
// repository, being too large or the work of others: a test that does not find its file is skipped.
package realdata

import (
	"archive/tar"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// Path is the name of a file of the data, like graphs/cnr-2000.edges.tsv.zst. The data is in the folder WEBMILL_DATA or, without
// it, in one beside the repository. If the file is not there, the test is skipped. docs/data.md
// tells what there is.
func Path(t testing.TB, name string) string {
	t.Helper()
	folder := cmp.Or(os.Getenv("WEBMILL_DATA"), filepath.Join(root(t), "..", "shared", "data"))
	file := filepath.Join(folder, filepath.FromSlash(name))
	if _, err := os.Stat(file); err != nil {
		t.Skipf("%s is not there: set WEBMILL_DATA to a folder that has it (%v)", name, err)
	}
	return file
}

// Read is what a file of the data holds.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// root is the folder of the repository: tests run in those of their packages.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, e := os.Stat(filepath.Join(dir, "go.mod")); e == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	t.Fatal("no go.mod above the test: ", err)
	return ""
}

// EachHTML calls do for each file of a tar archive, packed by zstd, whose name ends in .html.
func EachHTML(t testing.TB, pack string, do func(name string, body []byte)) {
	t.Helper()
	Each(t, pack, ".html", do)
}

// Each calls do for each file of a tar archive, packed by zstd, whose name has this end.
func Each(t testing.TB, pack, end string, do func(name string, body []byte)) {
	t.Helper()
	packed, err := os.Open(Path(t, pack))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	defer unpacked.Close()
	for files := tar.NewReader(unpacked); ; {
		h, err := files.Next()
		if err == io.EOF {
			return
		}
		if err == nil && !strings.HasSuffix(h.Name, end) {
			continue
		}
		var body []byte
		if err == nil {
			body, err = io.ReadAll(files)
		}
		if err != nil {
			t.Fatal(err)
		}
		do(h.Name, body)
	}
}
