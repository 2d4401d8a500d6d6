package crawl

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// writeJournal writes the journal of a crawl that found four URLs on two pages, and one large frame. It returns the places behind
// its frames and what Found must say.
func writeJournal(t *testing.T, dir string) (ends []int64, want []string) {
	file, err := vfs.OS.Grow(filepath.Join(dir, journalName))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	j := &journal{file: file}
	frame := func(page uint64, depth int, rejected map[string]int64, list ...string) {
		j.begin(page)
		for _, url := range list {
			j.add(&fresh{url: []byte(url), depth: depth, hops: 1}, page)
			want = append(want, fmt.Sprintf("%.40s %d %d %d", url, len(url), page, depth))
		}
		if err := j.write([]uint32{0, 1}, rejected); err != nil {
			t.Fatal(err)
		}
		for name, n := range rejected {
			want = append(want, fmt.Sprintf("%s %d", name, n))
		}
		ends = append(ends, j.end)
	}
	frame(0, 0, nil, "http://a.example/")
	frame(1, 1, map[string]int64{"scope\tb.example": 3}, "http://a.example/x", "http://a.example/y")
	frame(2, 2, map[string]int64{"trap:length\t": 1})
	frame(3, 2, nil, "http://a.example/"+string(bytes.Repeat([]byte("z"), largeFrame)))
	return ends, want
}

// said is what Found says of a folder.
func said(sys vfs.FS, dir string) (list []string, end int64, err error) {
	end, err = Found(sys, dir, func(url []byte, via, depth int) error {
		list = append(list, fmt.Sprintf("%.40s %d %d %d", url, len(url), via, depth))
		return nil
	}, func(rule, host string, links int64) error {
		list = append(list, fmt.Sprintf("%s\t%s %d", rule, host, links))
		return nil
	})
	return list, end, err
}

// TestFound: the journal says what was written, up to the last whole frame wherever it is cut.
func TestFound(t *testing.T) {
	dir := t.TempDir()
	ends, want := writeJournal(t, dir)
	got, end, err := said(vfs.OS, dir)
	if err != nil || end != ends[3] || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%v, %d: %q, not %q", err, end, got, want)
	}
	name := filepath.Join(dir, journalName)
	for cut := end - 1; cut >= 0; cut -= 1 + max(0, cut-ends[2])/50 {
		if err := os.Truncate(name, cut); err != nil {
			t.Fatal(err)
		}
		last := int64(0)
		for _, e := range ends {
			if e <= cut {
				last = e
			}
		}
		if got, end, err := said(vfs.OS, dir); err != nil || end != last || fmt.Sprint(got) != fmt.Sprint(want[:len(got)]) {
			t.Fatalf("cut at %d: %v, %d, not %d: %q", cut, err, end, last, got)
		}
	}
	if _, _, err := said(vfs.OS, t.TempDir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a journal: %v", err)
	}
}

// TestFoundStops: an error of found or rejected ends Found and comes back as it is.
func TestFoundStops(t *testing.T) {
	dir := t.TempDir()
	writeJournal(t, dir)
	mine := errors.New("mine")
	if _, err := Found(vfs.OS, dir, func([]byte, int, int) error { return mine }, nil); err != mine {
		t.Error(err)
	}
	none := func([]byte, int, int) error { return nil }
	if _, err := Found(vfs.OS, dir, none, func(string, string, int64) error { return mine }); err != mine {
		t.Error(err)
	}
}

// TestFoundDamaged: no change of a byte is read as something else, and a damaged length does not take the memory that it names.
func TestFoundDamaged(t *testing.T) {
	dir := t.TempDir()
	ends, want := writeJournal(t, dir)
	name := filepath.Join(dir, journalName)
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range ends[2] + 40 {
		at := i
		if at >= ends[2] {
			at = rnd.Int64N(ends[3])
		}
		var was, is [1]byte
		if _, err := file.ReadAt(was[:], at); err != nil {
			t.Fatal(err)
		}
		is[0] = was[0] ^ byte(1+rnd.IntN(255))
		if _, err := file.WriteAt(is[:], at); err != nil {
			t.Fatal(err)
		}
		got, end, err := said(vfs.OS, dir)
		if err != nil || end > at || fmt.Sprint(got) != fmt.Sprint(want[:len(got)]) {
			t.Fatalf("byte %d: %v, %d: %q", at, err, end, got)
		}
		if _, err := file.WriteAt(was[:], at); err != nil {
			t.Fatal(err)
		}
	}
	const large = 256 << 20 // of which all but the head is a hole
	head := binary.LittleEndian.AppendUint32(nil, large-frameHead)
	if err := errors.Join(os.Truncate(name, 0), os.WriteFile(name, head, 0o666), os.Truncate(name, large)); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if got, end, err := said(vfs.OS, dir); err != nil || end != 0 || got != nil {
		t.Errorf("a damaged length: %v, %d, %q", err, end, got)
	}
	runtime.ReadMemStats(&after)
	if after.TotalAlloc-before.TotalAlloc > 8<<20 {
		t.Errorf("a damaged length took %d MiB", (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}

func TestFoundFaults(t *testing.T) {
	dir := t.TempDir()
	_, want := writeJournal(t, dir)
	fault.Each(t, 4, 0, func(sys *fault.FS) error {
		got, _, err := said(sys, dir)
		if err == nil && fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("%q", got)
		}
		return err
	})
}

func FuzzFrame(f *testing.F) {
	dir := f.TempDir()
	j := &journal{}
	file, err := vfs.OS.Grow(filepath.Join(dir, "j"))
	if err != nil {
		f.Fatal(err)
	}
	defer file.Close()
	j.file = file
	j.begin(7)
	j.add(&fresh{url: []byte("http://a.example/"), depth: 3}, 7)
	if err := j.write([]uint32{5}, map[string]int64{"scope\ta": 2}); err != nil {
		f.Fatal(err)
	}
	f.Add(j.buf[frameHead:])
	f.Fuzz(func(t *testing.T, content []byte) {
		var fr frame
		if fr.parse(content, 0) {
			for i := range fr.fresh {
				if len(fr.fresh[i].url) > len(content) {
					t.Fatal("a URL that is longer than its frame")
				}
			}
		}
	})
}
