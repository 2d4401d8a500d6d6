package jobs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// batch cuts the bundled crawl between its records into archives, whose list is archives.txt. From these scripts/batch.mk makes
// the folder batch.
func batch(t testing.TB) (dir string) {
	const archive, count = "../../../testdata/crawl/site.warc.gz", 5
	dir = t.TempDir()
	recipe, err := filepath.Abs("../../../scripts/batch.mk")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	from, records := 0, strings.Split(string(tool(t, ".", "warc", archive)), "\n")
	for i := range count {
		to := len(text)
		if i < count-1 {
			fmt.Sscan(records[(i+1)*len(records)/count], &to)
		}
		name := filepath.Join(dir, fmt.Sprintf("a%d.warc.gz", i))
		writeFile(t, name, text[from:to])
		fmt.Fprintln(&names, name)
		from = to
	}
	writeFile(t, filepath.Join(dir, "archives.txt"), []byte(names.String()))
	cmd := exec.Command("make", "-s", "-f", recipe, "ARCHIVES=archives.txt", "OUT=batch", "MEMORY=64M", "ALL=64M")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+os.Getenv(toolsVariable)+":"+os.Getenv("PATH"))
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return dir
}

func writeFile(t testing.TB, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// sameBytes compares two files.
func sameBytes(t testing.TB, dir, got, want string) {
	t.Helper()
	a, err := os.ReadFile(filepath.Join(dir, got))
	b, wrong := os.ReadFile(filepath.Join(dir, want))
	if err != nil || wrong != nil || len(b) == 0 || !bytes.Equal(a, b) {
		t.Errorf("%s and %s differ: %v, %v", got, want, err, wrong)
	}
}

// lineFilesOf are the files of lines that batch has made.
func lineFilesOf(t testing.TB, dir string) []string {
	names, err := filepath.Glob(filepath.Join(dir, "batch/lines/*.tsv.gz"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files of links: %v", err)
	}
	return names
}

// TestIDs: the dictionary and the links of many files are those that the small tools make, in any number of parts. The small
// tools take both.
func TestIDs(t *testing.T) {
	dir := batch(t)
	files := lineFilesOf(t, dir)
	for _, parts := range []string{"0", "1", "7", "300"} {
		flags := []string{"-u", "-k", "2,1", "-parts", parts, "-dict", "urls.txt", "-o", "links.t2"}
		run(t, dir, "ids", append(flags, files...)...)
		sameBytes(t, dir, "urls.txt", "batch/urls.txt")
		tool(t, dir, "tuples", "-o", "whole.t2", "links.t2")
		sameBytes(t, dir, "whole.t2", "batch/links-by-dst.t2")
	}
	run(t, dir, "ids", "-parts", "4", "-S", "8M", "-dict", "urls.txt.gz", "-o", "all.t2", "batch/lines")
	tool(t, dir, "dict", append([]string{"-existing", "urls.txt.gz", "-o", "crawled.t2"}, files...)...)
	tool(t, dir, "extsort", "-o", "want.t2", "crawled.t2")
	same(t, dir, "all.t2", "want.t2")
	tool(t, dir, "undict", "-at", "1,2", "-o", "links.tsv", "urls.txt", "all.t2")
	tool(t, dir, "extsort", "-lines", "-o", "sorted.tsv", "links.tsv")
	tool(t, dir, "extsort", append([]string{"-lines", "-o", "lines.tsv"}, files...)...)
	sameBytes(t, dir, "sorted.tsv", "lines.tsv")
}

// TestIDsLines: lines of any strings give what dict gives, and the lines that are left out are counted by the same reasons.
func TestIDsLines(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "a.tsv"), []byte("b\ta\thttp\na\tb\r\nhttp://b.de/\thttps://b.de/\nalone\n\tc\nd\t\x01\n"+
		strings.Repeat("x", 70_000)+"\ty\n"+strings.Repeat("y", 2_000_000)+"\ty\nhttp://a.b.de/\tb"))
	writeFile(t, filepath.Join(dir, "empty.tsv"), nil)
	writeFile(t, filepath.Join(dir, "bad.tsv"), []byte("alone\n"))
	writeFile(t, filepath.Join(dir, "fetched.tsv"), []byte("http://a.de/\t200\ttext/html\n"))
	writeFile(t, filepath.Join(dir, "unknown.tsv"), []byte("http://a.de/\t\n"))
	files := []string{"a.tsv", "empty.tsv", "bad.tsv"}
	for _, flags := range [][]string{{}, {"-alone"}} {
		for _, parts := range []string{"1", "3"} {
			own := slices.Concat(flags, []string{"-parts", parts, "-dict", "got.txt", "-o", "got.t2"}, files)
			err := start(t, dir, "ids", own...)
			if !errors.As(err, new(Unfinished)) {
				t.Fatal(err)
			}
			cmd := exec.Command(filepath.Join(os.Getenv(toolsVariable), "dict"),
				slices.Concat(flags, []string{"-q", "-dict", "want.txt", "-o", "links.t2"}, files)...)
			cmd.Dir = dir
			said, _ := cmd.CombinedOutput()
			if reasons := strings.Split(err.Error(), ": ")[1]; !strings.Contains(string(said), reasons) {
				t.Errorf("%s, and dict: %s", err, said)
			}
			tool(t, dir, "extsort", "-o", "want.t2", "links.t2")
			sameBytes(t, dir, "got.txt", "want.txt")
			same(t, dir, "got.t2", "want.t2")
		}
	}
	for want, args := range map[string]string{
		"say where the dictionary goes":  "-o no.t2 a.tsv",
		"files of lines of links, or fo": "-dict no.txt -o no.t2",
		"no line is left":                "-dict no.txt -o no.t2 bad.tsv",
		"is an input":                    "-dict a.tsv -o no.t2 a.tsv",
		"not .parquet":                   "-dict no.parquet -o no.t2 a.tsv",
		"to \"200\", which is no URL: ":  "-dict no.txt -o no.t2 a.tsv fetched.tsv",
		"unknown.tsv: its first line":    "-dict no.txt -o no.t2 unknown.tsv",
		"missing.tsv":                    "-dict no.txt -o no.t2 missing.tsv",
		"tuples: name files of lines":    "-dict no.txt -o no.t2 got.t2",
	} {
		if err := start(t, dir, "ids", strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
		os.RemoveAll(filepath.Join(dir, "no.t2.work"))
	}
}

// TestIDsAgain: a job that is killed in any stage goes on. A job whose task fails names the file.
func TestIDsAgain(t *testing.T) {
	dir := batch(t)
	files := lineFilesOf(t, dir)
	args := append([]string{"ids", "-u", "-k", "2,1", "-parts", "3", "-dict", "urls.txt", "-o", "links.t2"}, files...)
	for _, stage := range []string{"bounds", "strings/00000.txt", "places.t3/manifest"} {
		killAt(t, dir, "links.t2.work/"+stage, args...)
	}
	killAt(t, dir, "links.t2/part-00000-of-00003.t2", args...)
	places := filepath.Join(dir, "links.t2.work/places.t3/manifest")
	before := written(t, places)
	killAt(t, dir, "links.t2/part-00001-of-00003.t2", args...)
	if !written(t, places).Equal(before) {
		t.Error("the places were made again")
	}
	run(t, dir, args[0], args[1:]...)
	sameBytes(t, dir, "urls.txt", "batch/urls.txt")
	same(t, dir, "links.t2", "batch/links-by-dst.t2")
	whole, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, files[1], whole[:len(whole)/2])
	err = start(t, dir, args[0], args[1:]...)
	if err == nil || !strings.Contains(err.Error(), filepath.Base(files[1])) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a file that is cut off: %v", err)
	}
	writeFile(t, files[1], whole)
	run(t, dir, args[0], args[1:]...)
	sameBytes(t, dir, "urls.txt", "batch/urls.txt")
	same(t, dir, "links.t2", "batch/links-by-dst.t2")
}

// TestIDsChanged: a file that changes while the job reads it is named, and a run does not go on if a file in a folder has changed
// since the run before.
func TestIDsChanged(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "lines/a.tsv")
	if err := os.Mkdir(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, name, []byte("a\tb\n"))
	read, err := inputFiles("", []string{filepath.Dir(name)})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"ids", "-parts", "3", "-dict", "urls.txt", "-o", "links.t2", "lines"}
	killAt(t, dir, "links.t2/part-00000-of-00003.t2", args...)
	writeFile(t, name, []byte("a\tc\n"))
	if err := os.Chtimes(name, time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	n := numbering{Files: read, Memory: 8 << 20}
	none := func(int, []byte) {}
	for what, again := range map[string]func() error{
		"the sample":  func() error { return (&sampleKeys{read, 1, ""}).ProcessElement(0, none) },
		"the strings": func() error { return (&dealStrings{Numbering: n, Least: [][]byte{{}}}).ProcessElement(0, none) },
		"the links": func() error {
			return (&putIDs{Numbering: n, Least: []int64{0}}).ProcessElement(0, func(b *[]byte) bool { return false }, none)
		},
	} {
		if err := again(); err == nil || err.Error() != name+": was changed during the job" {
			t.Errorf("%s: %v", what, err)
		}
	}
	err = start(t, dir, args[0], args[1:]...)
	if err == nil || !strings.Contains(err.Error(), "unfinished work of another job or input") {
		t.Errorf("another file in the folder: %v", err)
	}
}
