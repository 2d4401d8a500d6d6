package pagefolder

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// TestNames: names are URLs with # in the place of /, and lead back to them (Bumüller 2019, 3.1.5).
func TestNames(t *testing.T) {
	for url, name := range map[string]string{
		"http://www.uni-freiburg.de/":         "http:##www.uni-freiburg.de#",
		"https://uni-x.de:8080/a/b.html?c=/d": "https:##uni-x.de:8080#a#b.html?c=#d",
		"":                                    "",
	} {
		if got := AppendName([]byte("x"), []byte(url)); string(got) != "x"+name {
			t.Errorf("the name of %s is %s", url, got)
		}
		if got := appendURL([]byte("#x"), []byte(name)); string(got) != "#x"+url {
			t.Errorf("the URL of %s is %s", name, got)
		}
	}
	for name, is := range map[string]bool{
		"too_long_filename0": true, "too_long_filename120": true, "too_long_filename": false, "too_long_filenames": false,
		"too_long_filename1x": false, "xtoo_long_filename1": false,
	} {
		if isTooLong(name) != is {
			t.Errorf("%s is too long: %v", name, !is)
		}
	}
}

// pages have a URL as long as a name may be, one more, and the longest URL there is.
var pages = map[string]string{
	"http://a.example/":                             "one\ntwo\n",
	"http://a.example/empty":                        "",
	"https://b.example/x/y?z=1":                     "BZh9 is no bzip2\n",
	"http://a.example/" + strings.Repeat("n", 238):  "fits",
	"http://a.example/" + strings.Repeat("m", 239):  "too long\nby one",
	"http://a.example/" + strings.Repeat("l", 8000): strings.Repeat("long text ", 30_000),
}

func write(sys vfs.FS, dir string, plain bool) (*Writer, error) {
	w, err := Create(sys, dir, plain)
	if err != nil {
		return nil, err
	}
	for _, url := range slices.Sorted(maps.Keys(pages)) {
		if err := w.Put([]byte(url), []byte(pages[url])); err != nil {
			w.Discard()
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		w.Discard()
		return nil, err
	}
	return w, nil
}

// urlsOf lists what Each gives.
func urlsOf(sys vfs.FS, dir string, namesOnly bool) (list []string, found Found, err error) {
	found, err = Each(sys, dir, namesOnly, func(url []byte) error {
		list = append(list, string(url))
		return nil
	})
	slices.Sort(list)
	return list, found, err
}

// TestChecklistStorage: one packed file for each page, whose key leads back to the URL, also where the URL is too long.
func TestChecklistStorage(t *testing.T) {
	for _, plain := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "pages")
		w, err := write(vfs.OS, dir, plain)
		if err != nil || w.Pages != int64(len(pages)) || w.Long != 2 || w.Again != 0 {
			t.Fatalf("%v, %+v", err, w)
		}
		want := slices.Sorted(maps.Keys(pages))
		got, found, err := urlsOf(vfs.OS, dir, false)
		if err != nil || !slices.Equal(got, want) || found.Files != int64(len(pages)) || found.Bad > 0 {
			t.Fatalf("%v, %+v: %q", err, found, got)
		}
		// In the thesis pages with too long URLs are invisible to the evaluation.
		got, found, err = urlsOf(vfs.OS, dir, true)
		want = slices.DeleteFunc(want, func(url string) bool { return len(url) > MostName })
		if err != nil || !slices.Equal(got, want) || found.Unread != 2 {
			t.Fatalf("by names: %v, %+v: %q", err, found, got)
		}
		for _, e := range files(t, dir) {
			url, head := readURL(t, filepath.Join(dir, e)), readHead(t, filepath.Join(dir, e))
			text, err := textOf(vfs.OS, filepath.Join(dir, e), 1<<20, nil)
			if err != nil || string(text) != pages[url] {
				t.Errorf("%s: %v, %.60q", e, err, text)
			}
			if isPacked := bytes.HasPrefix(head, []byte("BZh1")); isPacked == plain {
				t.Errorf("%s: begins with %q", e, head)
			}
		}
	}
}

func files(t *testing.T, dir string) (names []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func readHead(t *testing.T, name string) []byte {
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b[:min(len(b), 4)]
}

func readURL(t *testing.T, name string) string {
	if !isTooLong(filepath.Base(name)) {
		return string(appendURL(nil, []byte(filepath.Base(name))))
	}
	url, err := firstLine(vfs.OS, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(url)
}

// TestTextLimit: a text is not longer than asked for, however it is packed.
func TestTextLimit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	w, err := Create(vfs.OS, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Put([]byte("http://a.example/"), make([]byte, 4<<20)), w.Close()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "http:##a.example#")
	if text, err := textOf(vfs.OS, name, 4<<20, nil); err != nil || len(text) != 4<<20 {
		t.Errorf("%d, %v", len(text), err)
	}
	if text, err := textOf(vfs.OS, name, 1<<20, nil); err == nil || len(text) > 1<<20+1 {
		t.Errorf("%d, %v", len(text), err)
	}
}

// TestAgain: of pages with one URL the first stays.
func TestAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	w, err := Create(vfs.OS, dir, true)
	if err != nil {
		t.Fatal(err)
	}
	url := []byte("http://a.example/")
	if err := errors.Join(w.Put(url, []byte("first")), w.Put(url, []byte("second")), w.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := textOf(vfs.OS, filepath.Join(dir, "http:##a.example#"), 100, nil)
	if err != nil || string(text) != "first" || w.Pages != 1 || w.Again != 1 {
		t.Errorf("%v, %q, %+v", err, text, w)
	}
}

// TestCreate: a folder with files, and one that another run has begun, are refused; an empty one is taken.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(vfs.OS, dir, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Create(vfs.OS, dir, true); err == nil || !strings.Contains(err.Error(), ".partial: is left of a run") {
		t.Error(err)
	}
	if err := errors.Join(w.Put([]byte("http://a.example/"), nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(vfs.OS, dir, true); err == nil || !strings.Contains(err.Error(), "has files already") {
		t.Error(err)
	}
	if _, err := Create(vfs.OS, filepath.Join(dir, "http:##a.example#"), true); err == nil {
		t.Error("a file was taken for a folder")
	}
	if _, err := Create(vfs.OS, filepath.Join(dir, "missing", "x"), true); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if w, err = Create(vfs.OS, other, true); err != nil {
		t.Fatal(err)
	}
	if err := w.Put([]byte("http://a.example/"), nil); err != nil {
		t.Fatal(err)
	}
	w.Discard()
	if left := files(t, filepath.Dir(other)); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestHostile: what is no page is counted, whatever its name and its bytes are, and costs the other pages nothing.
func TestHostile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	if _, err := write(vfs.OS, dir, false); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(dir, tooLong+"0"))
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(good)
	damaged[20] ^= 0xff
	bad := map[string][]byte{
		"README": nil, "mailto:a@b.de": nil, "http:##": nil, "\xff": nil,
		tooLong + "7": nil, tooLong + "8": bytes.Repeat([]byte("x"), 1<<20), tooLong + "9": damaged, tooLong + "10": good[:30],
		tooLong + "11": []byte("BZh91AY&SY"), tooLong + "12": {0, '\n'},
	}
	for name, content := range bad {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "http:##folder.example#"), 0o777); err != nil {
		t.Fatal(err)
	}
	got, found, err := urlsOf(vfs.OS, dir, false)
	if err != nil || !slices.Equal(got, slices.Sorted(maps.Keys(pages))) || found.Bad != int64(len(bad)) || found.First == "" {
		t.Errorf("%v, %+v: %d pages", err, found, len(got))
	}
}

// TestFaults: an error of the file system comes back, and leaves no folder; a folder that is there is whole.
func TestFaults(t *testing.T) {
	var n int
	fault.Each(t, 20, 30, func(sys *fault.FS) error {
		n++
		dir := filepath.Join(t.TempDir(), fmt.Sprint(n))
		w, err := write(sys, dir, true)
		if err == nil {
			got, _, err := urlsOf(vfs.OS, dir, false)
			if err != nil || len(got) != int(w.Pages) || len(got) != len(pages) {
				return fmt.Errorf("%v: %q", err, got)
			}
		}
		return err
	})
	dir := filepath.Join(t.TempDir(), "pages")
	if _, err := write(vfs.OS, dir, false); err != nil {
		t.Fatal(err)
	}
	fault.Each(t, 8, 0, func(sys *fault.FS) error {
		got, found, err := urlsOf(sys, dir, false)
		if err == nil && (len(got) != len(pages) || found.Bad > 0) {
			return fmt.Errorf("%q", got)
		}
		return err
	})
}

func FuzzNames(f *testing.F) {
	f.Add("http://a.example/b/c")
	f.Fuzz(func(t *testing.T, url string) {
		name := AppendName(nil, []byte(url))
		if bytes.IndexByte(name, '/') >= 0 || len(name) != len(url) {
			t.Fatalf("%q", name)
		}
		if !strings.Contains(url, "#") && string(appendURL(nil, name)) != url {
			t.Fatalf("%q does not lead back to %q", name, url)
		}
	})
}

// FuzzFirstLine: no file makes the reader fail, hang or read much.
func FuzzFirstLine(f *testing.F) {
	f.Add([]byte("http://a.example/\ntext"))
	f.Add([]byte("BZh91AY&SY\x17rE8P\x90"))
	name := filepath.Join(f.TempDir(), tooLong+"1")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(name, content, 0o666); err != nil {
			t.Fatal(err)
		}
		line, err := firstLine(vfs.OS, name, nil)
		if err != nil && err != io.EOF || len(line) > longestLine || bytes.IndexByte(line, '\n') >= 0 {
			t.Fatalf("%v: %q", err, line)
		}
	})
}

// textOf appends the text of a file, without a first line that is its URL. A text of more than most bytes is bufio.ErrTooLong.
func textOf(sys vfs.FS, name string, most int64, dst []byte) ([]byte, error) {
	err := read(sys, name, func(text *bufio.Reader) error {
		if isTooLong(filepath.Base(name)) {
			for {
				if _, err := text.ReadSlice('\n'); err != bufio.ErrBufferFull {
					if err != nil && err != io.EOF {
						return err
					}
					break
				}
			}
		}
		b := bytes.NewBuffer(dst)
		n, err := io.Copy(b, io.LimitReader(text, most+1))
		dst = b.Bytes()
		if err == nil && n > most {
			err = bufio.ErrTooLong
		}
		return err
	})
	return dst, err
}
