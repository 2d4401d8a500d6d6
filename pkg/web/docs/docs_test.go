package docs

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

const site = "../../../testdata/crawl/site.warc.gz"

func reader(t *testing.T, in Input, threads int, advice Advice) *Reader {
	t.Helper()
	r, err := Open(in, Options{
		Room:   work.Room{Memory: 256 << 20, Threads: threads, FS: vfs.OS},
		Open:   func(name string) (*stream.Bytes, error) { return stream.OpenBytes(vfs.OS, name, nil) },
		Warn:   func(format string, args ...any) { t.Logf(format, args...) },
		Advice: advice,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// read is a line for each document of an input.
func read(t *testing.T, r *Reader) (lines []string, found Found) {
	t.Helper()
	for i := range r.Units {
		one, err := Read(r, &r.Units[i], func(p *Piece) (mine []string, err error) {
			for {
				d, err := p.Next()
				if err == io.EOF {
					return mine, nil
				}
				if err != nil {
					return nil, err
				}
				line := fmt.Sprintf("%s %s %d", d.URL, d.File, len(d.Body))
				if d.Record != nil {
					line = fmt.Sprintf("%s %d+%d %s", d.URL, d.Record.Offset, d.Record.Inner, d.Record.Date)
				}
				if d.Unit != &r.Units[i] {
					t.Errorf("%s: is not said to be of its unit", line)
				}
				mine = append(mine, line)
			}
		}, func(mine []string) error {
			lines = append(lines, mine...)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		found.Add(&one)
	}
	return lines, found
}

// TestArchive: the documents of an archive are those of its records that are responses, in their order, with their places and
// dates; the number of workers changes nothing.
func TestArchive(t *testing.T) {
	t.Parallel()
	f, err := os.Open(site)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var want []string
	type answers = []string
	_, err = warc.Run(f, warc.Options{Threads: 1}, func(run *warc.Records) (mine answers, err error) {
		for {
			r, err := run.Next()
			if err == io.EOF {
				return mine, nil
			}
			if err != nil {
				return nil, err
			}
			if slices.Contains([]string{"response", "resource", "revisit"}, r.Type) {
				mine = append(mine, fmt.Sprintf("%s %d+%d %s", r.URL, r.Offset, r.Inner, r.Date))
			}
		}
	}, func(mine answers) error {
		want = append(want, mine...)
		return nil
	})
	if err != nil || len(want) < 100 {
		t.Fatal(len(want), err)
	}
	for _, threads := range []int{1, 4} {
		got, _ := read(t, reader(t, Input{Archives: []string{site}}, threads, Advice{}))
		if !slices.Equal(got, want) {
			t.Errorf("%d threads: %d documents are not the %d of the records", threads, len(got), len(want))
		}
	}
}

// TestFolder: more files than one piece has come in the order of their names. What a message advises is what the caller says, and
// nothing if it says nothing.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var want []string
	for i := range 3*filesAtOnce + 1 {
		name := fmt.Sprintf("%04d.html", i)
		if err := os.WriteFile(filepath.Join(dir, name), bytes.Repeat([]byte("x"), i), 0o666); err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprintf("https://example.org/%s %s %d", name, dir+"/"+name, i))
	}
	in := Input{Dir: dir, Base: "https://example.org"}
	if got, _ := read(t, reader(t, in, 4, Advice{})); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	in.MaxRecord = 64
	for words, wanted := range map[string]string{"": "file larger than 64", "buy more": "file larger than 64 (buy more)"} {
		got, found := read(t, reader(t, in, 4, Advice{MaxRecord: words}))
		if !slices.Equal(got, want[:65]) || len(found.Skips) != 1 || found.Skips[wanted] != int64(len(want)-65) || !strings.HasSuffix(found.Damage, wanted) {
			t.Errorf("%q: %d documents, skipped %v, %s", words, len(got), found.Skips, found.Damage)
		}
	}
}

// TestNoArchives: an input that cannot be read is named, with what helps; it ends the reading only if there is no other.
func TestNoArchives(t *testing.T) {
	t.Parallel()
	var warned string
	opt := Options{
		Room: work.Room{Memory: LeastMemory, Threads: 1, FS: vfs.OS}, Advice: Advice{Dir: "try the other flag"},
		Warn: func(format string, args ...any) { warned = fmt.Sprintf(format, args...) },
	}
	dir := t.TempDir()
	want := dir + ": is a directory: try the other flag"
	if _, err := Open(Input{Archives: []string{dir}}, opt); err == nil || err.Error() != want {
		t.Errorf("the error is %v", err)
	}
	if _, err := Open(Input{Archives: []string{dir, site}}, opt); err != nil || !strings.HasSuffix(warned, want) {
		t.Errorf("the error is %v, the warning %s", err, warned)
	}
}

// TestFileNames: any two file names have different URLs, also names that are not UTF-8 or have control characters.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"a\xe9.html": "a%E9.html", "a\xe8.html": "a%E8.html", "a\ufffd": "a\ufffd", "é": "é", "a\tb\n": "a%09b%0A", " a ": "%20a%20",
		"a?b#c%41\\": "a%3Fb%23c%2541%5C", "\x7f\x00": "%7F%00",
	} {
		if got := escape(name); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}
