package jobs

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestNames: an output that would be removed with the work, or would replace an input, is refused. The inputs stay as they are,
// and no work is left.
func TestNames(t *testing.T) {
	dir := links(t)
	tool(t, dir, "tuples", "-partition", "3", "-o", "fold.t2", "links.t2")
	for _, name := range []string{"w", "up/g.t2", "lines", "empty"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	tool(t, dir, "tuples", "-partition", "3", "-o", "up/g.t2", "links.t2")
	tool(t, dir, "tuples", "-o", "want.t2", "fold.t2")
	writeFile(t, filepath.Join(dir, "lines/a.tsv"), []byte("a\tb\n"))
	for name, to := range map[string]string{"ln.t2": "fold.t2", "alias": "up"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"sort -work w -o w/o.t2 links.t2", "w/o.t2: is in "},
		{"ids -dict k.t2.work/urls.txt -o k.t2 lines", "urls.txt: is in "},
		{"extract -o w/l.tsv.gz -work w links.t2", "l.tsv.gz: is in "},
		{"extract -fetched w/f.tsv -o l.tsv -work w links.t2", "f.tsv: is in "},
		{"sort -o fold.t2 fold.t2/part-00001-of-00003.t2", "is in this folder, which is replaced"},
		{"pagerank -o ln.t2 fold.t2", "ln.t2: is an input or in one"},
		{"pagerank -o fold.t2 ln.t2", "fold.t2: is an input or in one"},
		{"sort -o alias/g.t2 up/g.t2", "alias/g.t2: is an input or in one"},
		{"host-graph -host-of fold.t2 -o fold.t2 links.t2", "fold.t2: is an input or in one"},
		{"ids -dict lines/a.tsv -o k.t2 lines", "lines/a.tsv: is an input or in one"},
		{"ids -dict urls.txt -o lines/k.t2 lines", "lines/k.t2: is an input or in one"},
		{"ids -dict urls.txt -work lines/w -o k.t2 lines", "lines/w: is an input or in one"},
		{"ids -dict empty -o k.t2 lines", "empty: is a folder: name a file"},
		{"sort -S 3M -o k.t2 links.t2", "-S must be at least 4M"},
		{"sort -parts -1 -o k.t2 links.t2", "-parts -1: a folder has 1 … 65536 parts; 0 is a number by the size of the input"},
		{"bfs-layers -seed 99999 -o k.t2 links.t2", "the seed 99999 is not a page"},
	} {
		args := strings.Fields(c.args)
		err := start(t, dir, args[0], args[1:]...)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") ||
			!errors.As(err, new(Usage)) && !errors.As(err, new(*stream.Misuse)) {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
		same(t, dir, "fold.t2", "want.t2")
		same(t, dir, "up/g.t2", "want.t2")
		if _, err := os.Stat(filepath.Join(dir, "k.t2.work")); !os.IsNotExist(err) {
			t.Errorf("%s left work", c.args)
		}
	}
	run(t, dir, "bfs-layers", "-seed", fmt.Sprint(records(t, filepath.Join(dir, "links.t2"))[0]), "-o", "k.t2", "links.t2")
}

// TestFlagsAfterInputs: flags may come after inputs, as in the small tools; a link to a folder of lines is followed.
func TestFlagsAfterInputs(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "lines"), 0o777); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "lines/a.tsv"), []byte("a\tb\n"))
	writeFile(t, filepath.Join(dir, "urls.want"), []byte("a\nb\n"))
	if err := os.Symlink("lines", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	run(t, dir, "ids", "link", "-dict", "urls.txt", "-o", "out.t2")
	sameBytes(t, dir, "urls.txt", "urls.want")
}

// TestRunner: a runner that Beam does not know, or that cannot be reached, is named.
func TestRunner(t *testing.T) {
	dir := links(t)
	for _, c := range []struct{ flags, want string }{
		{"--runner=flnk", "--runner=flnk: is not known: name one of prism, flink, spark"},
	} {
		args := append([]string{"sort", "links.t2", "-o", "out.t2"}, strings.Fields(c.flags)...)
		said, err := program(t, dir, args...).CombinedOutput()
		if err == nil || !strings.Contains(string(said), c.want) || strings.Count(string(said), "\n") != 1 {
			t.Errorf("%s: %v, %s", c.flags, err, said)
		}
	}
}

// TestLocked: no run writes to a folder to which another one writes.
func TestLocked(t *testing.T) {
	dir := links(t)
	out := filepath.Join(dir, "out.t2")
	if err := os.Mkdir(out, 0o777); err != nil {
		t.Fatal(err)
	}
	unlock, err := vfs.OS.Lock(out)
	if err != nil {
		t.Fatal(err)
	}
	err = start(t, dir, "sort", "-o", "out.t2", "links.t2")
	if err == nil || !strings.HasSuffix(err.Error(), "out.t2: another run of a job works there: wait until it ends") {
		t.Errorf("a folder to which another run writes: %v", err)
	}
	unlock()
	run(t, dir, "sort", "-o", "out.t2", "links.t2")
}

// TestWorkChanged: a job does not go on with work that somebody has changed, and says what to remove. The bounds are those of the
// links that are cut already.
func TestWorkChanged(t *testing.T) {
	dir := batch(t)
	ids := []string{"ids", "-parts", "3", "-dict", "urls.txt", "-o", "links.t2", "batch/lines"}
	killAt(t, dir, "links.t2/part-00000-of-00003.t2", ids...)
	name := filepath.Join(dir, "links.t2.work/strings/00001.txt")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, changed := range [][]byte{text[:len(text)/2], append([]byte{text[0] ^ 1}, text[1:]...), nil} {
		writeFile(t, name, changed)
		if changed == nil {
			os.Remove(name)
		}
		err := start(t, dir, ids[0], ids[1:]...)
		advice := "; remove the folder " + filepath.Join(dir, "links.t2.work") + ", and give the command again"
		if err == nil || !strings.Contains(err.Error(), "work/strings") || !strings.HasSuffix(err.Error(), advice) {
			t.Errorf("strings: %v", err)
		}
	}
	writeFile(t, name, text)
	run(t, dir, ids[0], ids[1:]...)
	sameBytes(t, dir, "urls.txt", "batch/urls.txt")

	ranks := []string{"pagerank", "-max-sweeps", "9", "-tol", "0", "-parts", "3", "-o", "out.t3", "links.t2"}
	killAt(t, dir, "out.t3.work/pages/manifest", ranks...)
	writeFile(t, filepath.Join(dir, "out.t3.work/bounds"), []byte("[-2147483648,1,2]"))
	start(t, dir, ranks[0], ranks[1:]...)
	start(t, dir, "pagerank", "-max-sweeps", "9", "-tol", "0", "-parts", "3", "-o", "want.t3", "links.t2")
	same(t, dir, "out.t3", "want.t3")
}

// TestNoPage: a sum for an id that is no page of the part is an error.
func TestNoPage(t *testing.T) {
	r := &pageRange{first: 5, c: []float64{1, 0, 1}, x: []float64{1, math.NaN(), 1}}
	for id, ok := range map[int32]bool{4: false, 5: true, 6: false, 7: true, 8: false} {
		record := []int32{0, 0, 0, id, 0, 0}
		tuple.PutF64(record[4:], 2)
		tuple.ToLE(record)
		left := [][]byte{tuple.Bytes(record)}
		_, err := addBlocks(func(b *[]byte) bool {
			if len(left) == 0 {
				return false
			}
			*b, left = left[0], nil
			return true
		}, r)
		if ok != (err == nil) {
			t.Errorf("%d: %v", id, err)
		}
	}
}

// TestHighIDs: pages with the highest ids take no memory for the ids below them. Ids that are too far apart are refused.
func TestHighIDs(t *testing.T) {
	dir := t.TempDir()
	const most = 1<<31 - 1
	put := func(name string, links ...int32) {
		tuple.ToLE(links)
		writeFile(t, filepath.Join(dir, name), tuple.Bytes(links))
	}
	put("high.t2", most-3, most-1, most-1, most-2, most-2, most-3, most-1, most-3)
	put("want.t2", 0, 2, 2, 1, 1, 0, 2, 0)
	put("far.t2", 0, most-1, most-1, 0)
	for _, name := range []string{"high", "want"} {
		run(t, dir, "pagerank", "-tol", "1e-12", "-parts", "1", "-S", "8M", "-o", name+".t3", name+".t2")
	}
	high, want := records(t, filepath.Join(dir, "high.t3")), records(t, filepath.Join(dir, "want.t3"))
	for i := range want {
		if i%3 == 0 {
			want[i] += most - 3
		}
		if high[i] != want[i] {
			t.Fatalf("%v, want %v", high, want)
		}
	}
	if err := start(t, dir, "pagerank", "-parts", "1", "-S", "8M", "-o", "far.t3", "far.t2"); err == nil ||
		!strings.Contains(err.Error(), "more -parts or a larger -S") || strings.Contains(err.Error(), "\n") {
		t.Errorf("ids that are far apart: %v", err)
	}
	run(t, dir, "pagerank", "-parts", "2", "-S", "8M", "-tol", "1e-12", "-o", "two.t3", "far.t2")
}

// TestExtractNoRoom: an output that cannot be written is no damage of the archive.
func TestExtractNoRoom(t *testing.T) {
	dir := batch(t)
	self := program(t, dir)
	cmd := program(t, dir)
	cmd.Path, cmd.Args = "/bin/sh", []string{"sh", "-c",
		"ulimit -f 8; exec " + self.Path + " extract -incomplete -o l.tsv -work w a0.warc.gz"}
	said, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(said), "file too large") || strings.Contains(string(said), "damaged") ||
		cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v, %s", err, said)
	}
}
