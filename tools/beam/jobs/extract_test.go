package jobs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// madeOf are the names of the files that extract makes for an archive: the note, the links and what was fetched.
func madeOf(dir, archive string) []string {
	return (&extractArchive{Links: filepath.Join(dir, "links.tsv.gz"), Fetched: filepath.Join(dir, "fetched.tsv.zst")}).files(
		filepath.Join(dir, archive))
}

var extractArgs = []string{"-fetched", "fetched.tsv.zst", "-o", "links.tsv.gz", "-list", "archives.txt"}

// extracted compares the files of an archive with those that extract-links writes.
func extracted(t testing.TB, dir, archive string, flags ...string) {
	t.Helper()
	made := madeOf(dir, archive)
	cmd := exec.Command(filepath.Join(os.Getenv(toolsVariable), "extract-links"),
		slices.Concat(flags, []string{"-q", "-fetched", "want.tsv.zst", "-o", "want.tsv.gz", filepath.Join(dir, archive)})...)
	cmd.Dir = dir
	cmd.Run()
	for i, want := range []string{"want.tsv.gz", "want.tsv.zst"} {
		name, err := filepath.Rel(dir, made[1+i])
		if err != nil {
			t.Fatal(err)
		}
		sameBytes(t, dir, name, want)
	}
}

// TestExtract: the files of each archive have the bytes that extract-links writes. From them ids makes the dictionary and links
// that scripts/batch.mk makes, and the job pagerank ranks these links as the small tool does.
func TestExtract(t *testing.T) {
	dir := batch(t)
	archives := []string{"a0.warc.gz", "a1.warc.gz", "a2.warc.gz", "a3.warc.gz", "a4.warc.gz"}
	for _, flags := range [][]string{{"-kinds", "all", "-anchors", "-nofollow=mark", "-S", "64M"}, {}} {
		run(t, dir, "extract", slices.Concat(flags, extractArgs)...)
		for _, archive := range archives {
			extracted(t, dir, archive, flags...)
		}
	}
	run(t, dir, "ids", "-parts", "3", "-dict", "urls.txt", "-o", "all.t2", "links.tsv.gz")
	sameBytes(t, dir, "urls.txt", "batch/urls.txt")
	run(t, dir, "dedupe", "-k", "2,1", "-parts", "3", "-o", "links.t2", "all.t2")
	same(t, dir, "links.t2", "batch/links-by-dst.t2")
	run(t, dir, "pagerank", "-tol", "1e-12", "-parts", "3", "-o", "ranks.t3", "links.t2")
	tool(t, dir, "pagerank", "-tol", "1e-12", "-f64", "-max-sweeps", "1000", "-o", "want.t3", "batch/links-by-dst.t2")
	sameRanks(t, dir, "ranks.t3", "want.t3", 1e-9)
}

// TestExtractAgain: a run reads only archives that are not done, that have changed, or that were done with other flags. It leaves
// no files of archives that it does not name.
func TestExtractAgain(t *testing.T) {
	dir := batch(t)
	links := func(archive string) string { return madeOf(dir, archive)[1] }
	archives := []string{"a0.warc.gz", "a1.warc.gz", "a2.warc.gz", "a3.warc.gz", "a4.warc.gz"}
	args := append([]string{"extract"}, extractArgs...)
	again := func(what string, read ...string) {
		t.Helper()
		before := map[string]time.Time{}
		for _, archive := range archives {
			before[archive] = written(t, links(archive))
		}
		run(t, dir, args[0], args[1:]...)
		for _, archive := range archives {
			if made := !written(t, links(archive)).Equal(before[archive]); made != slices.Contains(read, archive) {
				t.Errorf("%s: %s was made: %v", what, archive, made)
			}
			extracted(t, dir, archive)
		}
	}
	killAt(t, dir, "links.tsv.gz/"+filepath.Base(madeOf(dir, "a1.warc.gz")[0]), args...)
	var left []string
	for _, archive := range archives {
		if !exists(madeOf(dir, archive)[0]) {
			left = append(left, archive)
		}
	}
	if err := start(t, dir, "ids", "-dict", "urls.txt", "-o", "no.t2", "links.tsv.gz"); err == nil ||
		!strings.Contains(err.Error(), "has not finished this folder") {
		t.Errorf("ids takes a part of the archives: %v", err)
	}
	again("killed", left...)
	again("done")
	if err := os.Chtimes(filepath.Join(dir, "a2.warc.gz"), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	again("another time", "a2.warc.gz")
	writeFile(t, links("a3.warc.gz"), []byte("http://a.de/\thttp://b.de/\n"))
	again("another result", "a3.warc.gz")
	run(t, dir, "extract", "-noscript", "-o", "links.tsv.gz", "a4.warc.gz")
	if names, _ := filepath.Glob(filepath.Join(dir, "links.tsv.gz/*")); !slices.Equal(names, madeOf(dir, "a4.warc.gz")[:2]) {
		t.Errorf("left: %v", names)
	}
	again("other flags", archives...)
}

// TestExtractDamaged: an archive that is damaged or missing is named, and only its own links are missing.
func TestExtractDamaged(t *testing.T) {
	dir := batch(t)
	whole, err := os.ReadFile(filepath.Join(dir, "a1.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(dir, "a1.warc.gz")
	writeFile(t, damaged, whole[:len(whole)/2])
	fails := func(flags ...string) {
		t.Helper()
		err := start(t, dir, "extract", slices.Concat(flags, extractArgs)...)
		if err == nil || errors.As(err, new(Unfinished)) ||
			!strings.Contains(err.Error(), "damaged or missing archives: 1 of 5: "+damaged+": skipped 1: cut off") {
			t.Errorf("a damaged archive: %v", err)
		}
		if exists(madeOf(dir, "a1.warc.gz")[1]) || !exists(filepath.Join(dir, "links.tsv.gz", listName)) {
			t.Error("a part of an archive counts as whole")
		}
	}
	fails()
	extracted(t, dir, "a2.warc.gz")
	first := written(t, madeOf(dir, "a2.warc.gz")[1])
	incomplete := append([]string{"-incomplete"}, extractArgs...)
	for range 2 {
		if err := start(t, dir, "extract", incomplete...); !errors.As(err, new(Unfinished)) ||
			!strings.Contains(err.Error(), damaged) || strings.Contains(err.Error(), "\n") {
			t.Errorf("-incomplete: %v", err)
		}
		extracted(t, dir, "a1.warc.gz")
	}
	run(t, dir, "ids", "-parts", "3", "-dict", "urls.txt", "-o", "all.t2", "links.tsv.gz")
	fails()
	os.Remove(damaged)
	if err := start(t, dir, "extract", extractArgs...); err == nil || !strings.Contains(err.Error(), damaged+": no such file") {
		t.Errorf("a missing archive: %v", err)
	}
	if err := start(t, dir, "extract", incomplete...); !errors.As(err, new(Unfinished)) ||
		!strings.Contains(err.Error(), damaged+": no such file") || exists(madeOf(dir, "a1.warc.gz")[2]) {
		t.Errorf("a missing archive, -incomplete: %v", err)
	}
	writeFile(t, damaged, whole)
	run(t, dir, "extract", extractArgs...)
	extracted(t, dir, "a1.warc.gz")
	if !written(t, madeOf(dir, "a2.warc.gz")[1]).Equal(first) {
		t.Error("the others were read again")
	}
}

// TestExtractRefused: a line says what is wrong before an archive is read.
func TestExtractRefused(t *testing.T) {
	dir := batch(t)
	writeFile(t, filepath.Join(dir, "page.html"), []byte("<html><a href=x>x</a>"))
	if err := os.Mkdir(filepath.Join(dir, "others"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "others", "page.html"), nil)
	for want, args := range map[string]string{
		"archives, or a list of them by ":                 "-o no.tsv",
		"that of -fetched: name another":                  "-fetched no.tsv -o no.tsv a0.warc.gz",
		"no kind of links":                                "-kinds wrong -o no.tsv a0.warc.gz",
		"-S must be at least 8M":                          "-S 4M -o no.tsv a0.warc.gz",
		"not .parquet":                                    "-o no.parquet a0.warc.gz",
		"cannot write .bz2":                               "-o no.bz2 a0.warc.gz",
		"missing.warc":                                    "-o no.tsv missing.warc a0.warc.gz",
		"missing.txt":                                     "-o no.tsv -list missing.txt",
		"a0.warc.gz is in this folder, which is replaced": "-o . a0.warc.gz",
		"has files that this job does no":                 "-o others a0.warc.gz",
		"page.html: is neither WARC nor":                  "-incomplete -o no.tsv page.html",
	} {
		err := start(t, dir, "extract", strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") ||
			errors.As(err, new(Unfinished)) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
		if exists(filepath.Join(dir, "no.tsv.work")) {
			t.Errorf("%s left work", args)
		}
	}
}

// TestExtractFull: an error that is not of an archive, like that of a folder that is not there, ends the job with -incomplete
// too.
func TestExtractFull(t *testing.T) {
	dir := batch(t)
	task := &extractArchive{Links: filepath.Join(dir, "not-there"), Incomplete: true, Memory: "64M"}
	if err := task.ProcessElement(filepath.Join(dir, "a0.warc.gz")); err == nil || !strings.Contains(err.Error(), "not-there") {
		t.Errorf("a folder that is not there: %v", err)
	}
}
