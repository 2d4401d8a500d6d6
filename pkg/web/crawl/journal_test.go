package crawl

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"webmill/pkg/vfs"
)

// journalOf is a journal with some frames, and what was written to it.
func journalOf(t testing.TB, random *rand.Rand, frames int) (file []byte, want []frame) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "found.journal")
	f, err := vfs.OS.Grow(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	j := journal{file: f}
	for n := range frames {
		fr := frame{page: uint64(n), rejected: map[string]int64{}}
		j.begin(fr.page)
		for range random.IntN(5) {
			u := fresh{depth: random.IntN(2000), hops: random.IntN(9)}
			u.url = fmt.Appendf(nil, "http://h%d.example/%d", n, random.IntN(1e9))
			j.add(&u, fr.page)
			fr.fresh = append(fr.fresh, u)
		}
		for range random.IntN(4) {
			fr.links = append(fr.links, random.Uint32())
		}
		for range random.IntN(3) {
			fr.rejected[fmt.Sprintf("scope\th%d.example", random.IntN(9))] = random.Int64N(1e6)
		}
		if err := j.write(fr.links, fr.rejected); err != nil {
			t.Fatal(err)
		}
		want = append(want, fr)
	}
	if file, err = os.ReadFile(name); err != nil {
		t.Fatal(err)
	}
	return file, want
}

// clone is a frame that stays when the next one is read.
func (fr *frame) clone() frame {
	c := frame{page: fr.page, rejected: fr.rejected}
	c.links = append(c.links, fr.links...)
	for _, u := range fr.fresh {
		u.url = bytes.Clone(u.url)
		c.fresh = append(c.fresh, u)
	}
	return c
}

// TestFrames: frames are read as they were written; of a journal that is cut anywhere, the whole ones; a change of any byte ends
// it before the frame, and a place of a URL leads to the URL.
func TestFrames(t *testing.T) {
	file, want := journalOf(t, rand.New(rand.NewPCG(1, 4)), 12)
	read := func(file []byte) (list []frame, end int64) {
		end, err := frames(bytes.NewReader(file), int64(len(file)), func(fr *frame, _ int64) error {
			list = append(list, fr.clone())
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return list, end
	}
	all, end := read(file)
	if !reflect.DeepEqual(all, want) || end != int64(len(file)) {
		t.Fatalf("%d frames up to %d, want %d up to %d", len(all), end, len(want), len(file))
	}
	for i := range file {
		damaged := bytes.Clone(file)
		damaged[i] ^= 1 << (i % 8)
		for _, other := range [][]byte{file[:i], damaged} {
			list, end := read(other)
			if len(list) > len(want) || end > int64(i) || len(list) > 0 && !reflect.DeepEqual(list, want[:len(list)]) {
				t.Fatalf("byte %d: %d frames up to %d", i, len(list), end)
			}
		}
	}
	for _, fr := range want {
		for _, u := range fr.fresh {
			if f, _, ok := parseFresh(file[u.at:]); !ok || !bytes.Equal(f.url, u.url) || f.via != fr.page || f.hops != u.hops {
				t.Errorf("%s: %+v", u.url, f)
			}
		}
	}
}

// TestNoURL: what is no URL is not taken for one, as zeros of a file that a crash has left.
func TestNoURL(t *testing.T) {
	file, err := vfs.OS.Grow(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(make([]byte, 64), 0); err != nil {
		t.Fatal(err)
	}
	if f, err := (&journal{file: file}).read(nil, 8); err != errJournal {
		t.Errorf("%q, %v", f.url, err)
	}
}

// TestFrameTooLong: a length that is a lie takes no memory, in a short file and in one that is as long as it says.
func TestFrameTooLong(t *testing.T) {
	file, _ := journalOf(t, rand.New(rand.NewPCG(2, 4)), 3)
	end := len(file)
	file = append(file, 0, 0, 0, 0x3f, 1, 2, 3, 4) // 1 GiB
	for _, size := range []int64{int64(len(file)), 2 << 30} {
		r := &zeros{file, size}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := frames(r, size, func(*frame, int64) error { return nil })
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; got != int64(end) || err != nil || took > 8<<20 {
			t.Errorf("%d bytes: up to %d of %d, %v, %d bytes of memory", size, got, end, err, took)
		}
		if testing.Short() {
			return // 1 GiB of zeros has a checksum, too
		}
	}
}

// zeros is a file with zeros behind its bytes.
type zeros struct {
	head []byte
	size int64
}

func (z *zeros) ReadAt(p []byte, off int64) (n int, err error) {
	n = int(min(int64(len(p)), z.size-off))
	clear(p[:n])
	if off < int64(len(z.head)) {
		copy(p[:n], z.head[off:])
	}
	return n, nil
}

// FuzzFrames: whatever a journal holds, also behind right checksums, reading it ends, passes over no byte twice and takes no more
// memory than the journal is long.
func FuzzFrames(f *testing.F) {
	file, _ := journalOf(f, rand.New(rand.NewPCG(3, 4)), 6)
	f.Add(file, true)
	f.Add(file[:len(file)-3], false)
	f.Add([]byte{0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0, 1, 2}, false)
	f.Add([]byte{4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0xff, 0xff}, true)
	f.Add([]byte{6, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0xff, 0x7f}, true)
	f.Fuzz(func(t *testing.T, file []byte, mend bool) {
		if mend {
			mendSums(file)
		}
		last := int64(0)
		end, err := frames(bytes.NewReader(file), int64(len(file)), func(fr *frame, end int64) error {
			held := int64(len(fr.links))
			for i := range fr.fresh {
				u := &fr.fresh[i]
				held += int64(len(u.url))
				if found, _, ok := parseFresh(file[u.at:]); !ok || !bytes.Equal(found.url, u.url) {
					t.Errorf("the URL %q is not at its place", u.url)
				}
			}
			if end <= last || end > int64(len(file)) || held > end-last {
				t.Errorf("a frame from %d to %d holds %d bytes", last, end, held)
			}
			last = end
			return nil
		})
		if end != last || err != nil && err != errJournal {
			t.Errorf("ended at %d behind %d: %v", end, last, err)
		}
		again, err := frames(bytes.NewReader(file), int64(len(file)), nil)
		if again < end || err != nil {
			t.Errorf("without reading it ends at %d, not %d: %v", again, end, err)
		}
	})
}

// mendSums makes the checksums of frames right.
func mendSums(file []byte) {
	for len(file) > frameHead {
		n := int64(binary.LittleEndian.Uint32(file))
		if n == 0 || n > int64(len(file)-frameHead) {
			return
		}
		binary.LittleEndian.PutUint32(file[4:], crc32.Checksum(file[frameHead:frameHead+n], castagnoli))
		file = file[frameHead+n:]
	}
}
