package docs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/page"
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
func read(t *testing.T, r *Reader) (lines []string, found Tally) {
	t.Helper()
	for i := range r.Volumes {
		one, err := Read(r, &r.Volumes[i], func(p *Batch) (mine []string, err error) {
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
				if d.Volume != &r.Volumes[i] {
					t.Errorf("%s: is not said to be of its volume", line)
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
	_, err = warc.Run(f, warc.Options{Threads: 1}, func(records *warc.Records) (mine answers, err error) {
		for {
			r, err := records.Next()
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

// TestOutputError: an error of what is written, or of a temporary file, is not said to be one of the archive.
func TestOutputError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ use, commit error }{{nil, errors.New("full")}, {&vfs.TempError{Err: errors.New("full")}, nil}} {
		r := reader(t, Input{Archives: []string{site}}, 1, Advice{})
		_, err := Read(r, &r.Volumes[0], func(*Batch) (int, error) { return 0, c.use }, func(int) error { return c.commit })
		if err == nil || strings.Contains(err.Error(), site) || !strings.HasSuffix(err.Error(), "full") {
			t.Errorf("%v, %v: %v", c.use, c.commit, err)
		}
	}
}

// TestFolder: more files than one batch has come in the order of their names. What a message advises is what the caller says, and
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
		if !slices.Equal(got, want[:65]) || len(found.Skips) != 1 || found.Skips[wanted] != int64(len(want)-65) ||
			!strings.HasSuffix(found.Damage, wanted) {
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
		"a\xe9.html": "a%E9.html", "a\xe8.html": "a%E8.html", "a\ufffd": "a\ufffd", "é": "é",
		"a\tb\n": "a%09b%0A", " a ": "%20a%20",
		"a?b#c%41\\": "a%3Fb%23c%2541%5C", "\x7f\x00": "%7F%00",
	} {
		if got := escape(name); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}

// TestFollow: of the links to one folder elsewhere the first is followed; one into the folder itself or upwards is not.
func TestFollow(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	root := filepath.Join(top, "site")
	for _, dir := range []string{"site/inner", "site-old", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	w := newFinder(&Reader{in: Input{Dir: root}}, nil)
	var refused int64
	for i, c := range []struct {
		target string
		follow bool
	}{
		{"inner", false}, {".", false}, {"..", false}, {"../nowhere", false},
		{"../elsewhere", true}, {"../elsewhere", false}, {"../site/../elsewhere", false},
		{"../site-old", true}, // its name begins like that of the folder
	} {
		name := filepath.Join(root, fmt.Sprint("link", i))
		if err := os.Symlink(c.target, name); err != nil {
			t.Skip(err)
		}
		if !c.follow {
			refused++
		}
		if got := w.follow(name); got != c.follow || int64(w.found.Unfollowed) != refused {
			t.Errorf("%s: %v, not followed %d, want %v, %d", c.target, got, w.found.Unfollowed, c.follow, refused)
		}
	}
	if want := filepath.Join(root, "link0"); w.found.FirstLink != want {
		t.Errorf("the first link not followed is %s, want %s", w.found.FirstLink, want)
	}
}

// write makes files of a folder and returns a reader that looks at them.
func write(t *testing.T, advice Advice, files map[string]string) (r *Reader, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return &Reader{opt: Options{Room: work.Room{FS: vfs.OS}, Advice: advice}}, dir
}

// TestSame: two volumes are the same if they are one file or have the same bytes, and if there are any.
func TestSame(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 64<<10)
	r, dir := write(t, Advice{}, map[string]string{
		"a": "text", "b": "text", "c": "test", "empty": "", "void": "",
		"block": long, "block too": long, "more": long + "y", "more too": long + "y", "other": long + "z",
	})
	if err := os.Link(dir+"/empty", dir+"/empty too"); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"a", "a", true}, {"a", "b", true}, {"a", "c", false},
		{"empty", "empty too", true}, {"empty", "void", false},
		{"block", "block too", true}, {"more", "more too", true}, {"more", "other", false},
	} {
		a, b := r.look(dir+"/"+c.a), r.look(dir+"/"+c.b)
		if got := r.same(&a, &b); got != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
	a, gone := r.look(dir+"/a"), r.look(dir+"/b")
	gone.Name = dir + "/nowhere"
	if r.same(&a, &gone) {
		t.Error("a file that cannot be opened is the same as another")
	}
}

// TestCopies: of archives with the same bytes one is read, and of all others each, also if they differ only in the middle.
func TestCopies(t *testing.T) {
	t.Parallel()
	texts, names := map[string]string{}, []string{}
	for i := range 40 {
		text := []byte(strings.Repeat("x", 20<<10+i%3))
		text[10<<10] = byte('a' + i%7)
		texts[fmt.Sprint(i)] = string(text)
	}
	r, dir := write(t, Advice{}, texts)
	for i := range 40 {
		names = append(names, dir+"/"+fmt.Sprint(i))
	}
	r.opt.Warn = func(string, ...any) {}
	r.in.Archives = append(names, names[5])
	if err := r.openArchives(); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, v := range r.Volumes {
		left = append(left, v.Name)
	}
	if !slices.Equal(left, names[:21]) {
		t.Errorf("left are %v", left)
	}
}

// TestHint: what is no archive may be a list of archives, or a page.
func TestHint(t *testing.T) {
	t.Parallel()
	const list, html = ": give it as a list", ": read its folder"
	advice := Advice{List: list[2:], Page: html[2:]}
	r, dir := write(t, advice, map[string]string{"archive": "", "text": "words\n"})
	for text, want := range map[string]string{
		"":                               "",
		"words\n":                        "",
		"\n" + dir + "/archive\n":        "",
		"crawl-1.warc.gz\ncrawl-2\n":     list,
		" old.arc \n":                    list,
		"a.wat.gz":                       list,
		"a.zst\n":                        list,
		"a.bz2\r\n":                      list,
		dir + "/archive\nwords\n":        list,
		"<!doctype html>\n<p>":           html,
		"\n<!-- words -->\n<html><head>": html,
	} {
		name := dir + "/text"
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		v := r.look(name)
		if got := r.hint(&v); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		mute := Reader{opt: Options{Room: r.opt.Room}}
		if got := mute.hint(&v); got != "" {
			t.Errorf("%q: %q without advice", text, got)
		}
	}
	// What a list names is no list, even if its first line is the name of a file.
	if err := os.WriteFile(dir+"/text", []byte(dir+"/archive\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	v := r.look(dir + "/text")
	if r.in.List = "list"; r.hint(&v) != "" {
		t.Errorf("named by a list: %q", r.hint(&v))
	}
	if r.hint(&Volume{Name: "pipe", Size: -1}) != "" {
		t.Error("a hint for what is no file")
	}
}

// TestLongLines: lines that wait in a file may be longer than what is read of it at once.
func TestLongLines(t *testing.T) {
	var want []byte
	spool := NewSpool(work.Room{FS: vfs.OS, TempDir: t.TempDir()}, 1000)
	lines := spool.Get()
	for _, n := range []int{10, 300 << 10, 0, 3 << 20, 2000, 256 << 10, 256<<10 - 1, 5} {
		line := append(bytes.Repeat([]byte("x"), n), '\n')
		want = append(want, line...)
		lines.Text = lines.Full(append(lines.Text, line...))
	}
	var got []byte
	err := lines.WriteTo(func(text []byte) error {
		if len(text) > 0 && text[len(text)-1] != '\n' {
			t.Errorf("%d bytes do not end with a line", len(text))
		}
		got = append(got, text...)
		return nil
	})
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, not %d: %v", len(got), len(want), err)
	}
}

// TestLargeMakers: a LineMaker that took the turn for a large document is given up, because it keeps the memory of that document.
func TestLargeMakers(t *testing.T) {
	dir := t.TempDir()
	const files = 600
	for i := range files {
		text := strings.Repeat("x", 10+i%50/49*300_000)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.html", i)), []byte("<p>"+text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	room := work.Room{Memory: 32 << 20, Threads: 2, FS: vfs.OS, TempDir: t.TempDir()}
	r, err := Open(Input{Dir: dir, Base: "http://a.test/"}, Options{Room: room, Warn: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var large []*keeper
	lines := NewLines(room, r, func(func([]byte) []byte) LineMaker[int] {
		k := &keeper{}
		mu.Lock()
		defer mu.Unlock()
		large = append(large, k)
		return k
	})
	n := 0
	found, err := lines.Read(&r.Volumes[0], func(c *int) { n += *c }, func([]byte) error { return nil })
	if err != nil || found.Failed != "" || n != files {
		t.Fatalf("%d documents, %v, %s", n, err, found.Failed)
	}
	for _, k := range large {
		if k.turned > 0 && k.batches > k.turned {
			t.Errorf("a maker went on with batch %d, and had taken the turn in batch %d", k.batches, k.turned)
		}
	}
	if len(large) < 3 {
		t.Errorf("%d makers for 12 large documents", len(large))
	}
}

// keeper takes memory as large as each document.
type keeper struct {
	page.Allowance
	counts, batches int
	turned          int // the batch in which it first took the turn
}

func (k *keeper) Allow(a page.Allowance) {
	k.batches++
	k.Allowance = a
}

func (k *keeper) Take() int {
	n := k.counts
	k.counts = 0
	return n
}

func (k *keeper) Append(dst []byte, d *Document) ([]byte, error) {
	k.counts++
	if need := int64(len(d.Body)) * 5; need > k.Share {
		if !k.Ask(need) {
			return dst, nil
		}
		if k.turned == 0 {
			k.turned = k.batches
		}
	}
	return append(dst, "x\n"...), nil
}
