package crawl_test

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/frontier"
)

// A damage is what happens to a file of a folder.
type damage struct {
	file, how uint8
	at        uint16 // of 65536 parts of the file
	bytes     []byte
}

// The ways.
const (
	overwritten = iota
	truncated
	appended
	zeroed
	removed
	ways
)

// to gives the files with the damage, and the name of the file that has it.
func (d *damage) to(files map[string][]byte) (damaged map[string][]byte, name string) {
	names := slices.Sorted(maps.Keys(files))
	name = names[int(d.file)%len(names)]
	damaged = maps.Clone(files)
	content := bytes.Clone(files[name])
	at := len(content) * int(d.at) / (1 << 16)
	switch d.how % ways {
	case overwritten:
		copy(content[at:], d.bytes)
	case truncated:
		content = content[:at]
	case appended:
		content = append(content, d.bytes...)
	case zeroed:
		clear(content[at:min(len(content), at+len(d.bytes))])
	}
	damaged[name] = content
	if d.how%ways == removed {
		delete(damaged, name)
	}
	return damaged, name
}

// begun are the files of a crawl that was stopped.
func begun(t testing.TB) map[string][]byte {
	dir := filepath.Join(t.TempDir(), "crawl")
	for most := int64(6); most < 18; most += 4 {
		o := options(t, dir, "http://h0.example/0")
		o.Transport, o.Strategy, o.ArchiveBytes, o.MaxPages = made{25}, frontier.BreadthFirst, 6<<10, most
		o.Sync = time.Millisecond
		c, err := crawl.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// recovered lets a crawl go on with damaged files: it does so and does what a quiet crawl does, or names what is wrong.
func recovered(t *testing.T, files map[string][]byte, d *damage, want []string) (said error) {
	damaged, name := d.to(files)
	dir := filepath.Join(t.TempDir(), "crawl")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, content := range damaged {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := attempt(t, vfs.OS, dir, frontier.BreadthFirst); err != nil {
		if text := err.Error(); !strings.Contains(text, dir) || strings.Contains(text, "\n") {
			t.Fatalf("%s: the error does not name a file: %v", name, err)
		}
		for name, content := range damaged {
			if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, content) {
				t.Fatalf("%s was changed, though the crawl does not go on: %v", name, err)
			}
		}
		return err
	}
	if strings.HasSuffix(name, ".gz") && (d.how%ways == overwritten || d.how%ways == zeroed) {
		done, _ := tried(t, dir) // bytes of an archive that was safe are not read again
		if len(done) != len(want) {
			t.Fatalf("%d URLs are done, want %d", len(done), len(want))
		}
		return nil
	}
	same(t, dir, want)
	return nil
}

// TestDamages: a folder with damage in one of its files goes on, or says what is damaged, and then nothing of it is changed.
func TestDamages(t *testing.T) {
	files, want := begun(t), quiet(t, frontier.BreadthFirst)
	random := rand.New(rand.NewPCG(1, 5))
	rounds, wrong := 300, 0
	if testing.Short() {
		rounds = 60
	}
	for range rounds {
		d := damage{uint8(random.Uint32()), uint8(random.Uint32()), uint16(random.Uint32()), make([]byte, 1+random.IntN(40))}
		for i := range d.bytes {
			d.bytes[i] = byte(random.Uint32())
		}
		if recovered(t, files, &d, want) != nil {
			wrong++
		}
	}
	t.Logf("%d of %d damages are said, files %v", wrong, rounds, slices.Sorted(maps.Keys(files)))
	if wrong == 0 || wrong == rounds {
		t.Errorf("%d of %d damages are said", wrong, rounds)
	}
}

// TestDamageIsSaid: damage in what was safe on the disk is an error that names the file and the place, and nothing is cut off.
func TestDamageIsSaid(t *testing.T) {
	files := begun(t)
	for _, c := range []struct {
		name string
		how  uint8
		want string
	}{
		{"crawl.jsonl", overwritten, "crawl.jsonl is damaged at byte"},
		{"found.journal", zeroed, "found.journal is damaged at byte"},
		{"found.journal", removed, "found.journal is damaged at byte 0"},
		{"crawl-00001.warc.gz", removed, "crawl-00001.warc.gz is not there"},
		{"crawl-00001.warc.gz", truncated, "crawl-00001.warc.gz is not there, or ends before byte"},
		{"crawl.jsonl", removed, "is no folder of a crawl"},
	} {
		names := slices.Sorted(maps.Keys(files))
		d := damage{uint8(slices.Index(names, c.name)), c.how, 1 << 14, []byte("\x00\x01\x02")}
		if err := recovered(t, files, &d, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %d: the error is %v, not %q", c.name, c.how, err, c.want)
		}
	}
}

// FuzzRecover is TestDamages for any damage.
func FuzzRecover(f *testing.F) {
	files := begun(f)
	for file := range len(files) {
		for how := range uint8(ways) {
			f.Add(uint8(file), how, uint16(40000), []byte("0123"))
		}
	}
	want := quiet(f, frontier.BreadthFirst)
	f.Fuzz(func(t *testing.T, file, how uint8, at uint16, content []byte) {
		recovered(t, files, &damage{file, how, at, content}, want)
	})
}
