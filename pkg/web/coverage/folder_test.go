package coverage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/linesort"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/work"
)

// crawled is the folder of a crawl as a test makes it, byte by byte.
type crawled struct{ journal, log []byte }

// frame adds the frame of a page to the journal: lists of URLs of one depth and of rejections.
func (c *crawled) frame(page uint64, depth int, list []string, rejected ...string) {
	b := binary.AppendUvarint(nil, page)
	for _, url := range list {
		b = append(b, 1)
		b = binary.AppendUvarint(b, page)
		b = binary.AppendUvarint(b, uint64(depth)<<8)
		b = append(binary.AppendUvarint(b, uint64(len(url))), url...)
	}
	b = append(b, 0, 0) // the end of the URLs, no links
	b = binary.AppendUvarint(b, uint64(len(rejected)))
	for _, r := range rejected {
		b = append(b, 2)
		b = append(binary.AppendUvarint(b, uint64(len(r))), r...)
	}
	c.journal = binary.LittleEndian.AppendUint32(c.journal, uint32(len(b)))
	c.journal = binary.LittleEndian.AppendUint32(c.journal, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
	c.journal = append(c.journal, b...)
}

// line adds a line to the log: of a URL that is done, unless outcome begins with "again ".
func (c *crawled) line(url string, depth, status int, outcome, target string) {
	e := crawllog.Entry{URL: url, Outcome: strings.TrimPrefix(outcome, "again "), Depth: depth, Status: status, Target: target}
	if outcome == e.Outcome {
		e.Found = int64(len(c.journal))
	}
	c.log = e.Append(c.log)
}

func (c *crawled) write(t testing.TB) string {
	dir := t.TempDir()
	err := errors.Join(os.WriteFile(filepath.Join(dir, "crawl.jsonl"), c.log, 0o666),
		os.WriteFile(filepath.Join(dir, "found.journal"), c.journal, 0o666))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// university is a crawl of two levels of a university, up to depth 2, of pages with known endings.
func university() *crawled {
	c := &crawled{}
	begin := crawllog.Event{Event: "begin", Facts: map[string]string{"-scope": "main-domain", "-endings": "pages", "-depth": "2",
		"seeds": "http://www.uni-x.de/"}}
	c.log = begin.Append(c.log)
	robots := crawllog.Entry{Kind: "robots", URL: "http://www.uni-x.de/robots.txt", Outcome: "ok", Status: 200}
	c.log = robots.Append(c.log)
	c.frame(0, 0, []string{"http://www.uni-x.de/"})
	c.frame(1, 1, []string{"http://www.uni-x.de/a", "http://www.uni-x.de/b", "http://inf.uni-x.de/"}, "scope\tother.example")
	c.line("http://www.uni-x.de/", 0, 200, "ok", "")
	c.frame(2, 2, []string{"http://www.uni-x.de/a/1", "http://www.uni-x.de/a/2", "http://www.uni-x.de/a/3",
		"http://www.uni-x.de/old"})
	c.line("http://www.uni-x.de/a", 1, 200, "ok", "")
	c.line("http://www.uni-x.de/b", 1, 503, "again http-503", "")
	c.frame(3, 2, nil)
	c.line("http://www.uni-x.de/b", 1, 404, "http-404", "")
	c.frame(5, 3, nil, "depth\twww.uni-x.de", "type\twww.uni-x.de")
	c.line("http://www.uni-x.de/a/1", 2, 200, "unchanged", "")
	c.frame(6, 2, nil)
	c.line("http://www.uni-x.de/old", 2, 301, "redirect", "http://www.uni-x.de/a/1")
	c.frame(7, 3, nil)
	c.line("http://www.uni-x.de/a/2", 2, 0, "robots", "")
	return c
}

func openFolder(t *testing.T, sys vfs.FS, dir string) *Folder {
	folder, err := NewFolder(sys, dir)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestFolder: the facts of the folder of a crawl: what is there, at which depth, and why the rest is not.
func TestFolder(t *testing.T) {
	folder := openFolder(t, vfs.OS, university().write(t))
	list := []string{
		"http://uni-x.de/", "https://www.uni-x.de/a/", "http://www.uni-x.de/b", "http://www.uni-x.de/a/1",
		"http://www.uni-x.de/a/2", "http://www.uni-x.de/a/3", "http://www.uni-x.de/old",
		"http://www.uni-x.de/people/max.mustermann",
		"http://www.uni-x.de/people/max.muster/", "http://inf.uni-x.de/staff", "http://other.example/", "http://third.example/",
	}
	report, got, err := compare(t, Options{}, folder.Crawl(), list...)
	want := []string{"true 0 ", "true 1 ", "false -1 http-404", "true 2 ", "false -1 robots", "false -1 waiting", "true 2 ",
		"false -1 rejected:type", "false -1 rejected:depth", "false -1 host-unreached", "false -1 rejected:scope",
		"false -1 rejected:scope"}
	for i := range got {
		got[i] = strings.SplitN(got[i], " ", 3)[2]
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v\n%q, not\n%q", err, got, want)
	}
	if folder.Done() != folder.Size() || folder.Size() == 0 {
		t.Errorf("%d of %d bytes of the log were read", folder.Done(), folder.Size())
	}
	if folder.Damaged != 0 || folder.Lost != 0 || report.Deepest != 2 || report.Pages != 3 {
		t.Errorf("%d damaged, %d lost, %+v", folder.Damaged, folder.Lost, report)
	}
}

// TestChecklistCoverageLevels: the table of a crawl (Bumüller 2019, 5.1.4), level by level.
func TestChecklistCoverageLevels(t *testing.T) {
	folder := openFolder(t, vfs.OS, university().write(t))
	if _, _, err := compare(t, Options{}, folder.Crawl(), "http://www.uni-x.de/old"); err != nil { // in two passes
		t.Fatal(err)
	}
	var got []string
	for _, l := range folder.Levels {
		got = append(got, fmt.Sprintf("%d %d %d %d %s", l.Found, l.Done, l.Fetched, l.Stored, AppendCounts(nil, l.Outcomes)))
	}
	want := []string{"1 1 1 1 ", "3 2 2 1 http-404 1", "4 3 2 1 redirect 1, robots 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestFolderDamaged: what is damaged is counted, and nothing else is read as something else.
func TestFolderDamaged(t *testing.T) {
	c := university()
	url := "http://www.uni-x.de/a/2"
	for _, d := range []struct {
		name          string
		change        func(c *crawled)
		damaged, lost bool
	}{
		{"nothing", func(*crawled) {}, false, false},
		{"the log is cut", func(c *crawled) { c.log = c.log[:len(c.log)-3] }, true, false},
		{"a line", func(c *crawled) { c.log[300] ^= 1 }, true, false},
		{"the journal is cut", func(c *crawled) { c.journal = c.journal[:len(c.journal)-1] }, false, true},
		{"the journal goes on", func(c *crawled) { c.journal = append(c.journal, 1, 2, 3) }, false, false},
		{"a frame", func(c *crawled) { c.journal[30] ^= 1 }, false, true},
	} {
		other := crawled{slices.Clone(c.journal), slices.Clone(c.log)}
		d.change(&other)
		folder := openFolder(t, vfs.OS, other.write(t))
		_, got, err := compare(t, Options{}, folder.Crawl(), url)
		if err != nil || len(got) != 1 || folder.Damaged > 0 != d.damaged || folder.Lost > 0 != d.lost {
			t.Errorf("%s: %v, %d damaged, %d lost: %q", d.name, err, folder.Damaged, folder.Lost, got)
		}
	}
	empty := crawled{}
	if _, got, err := compare(t, Options{}, openFolder(t, vfs.OS, empty.write(t)).Crawl(), url); err != nil || len(got) != 1 {
		t.Errorf("an empty crawl: %v, %q", err, got)
	}
	if _, err := NewFolder(vfs.OS, t.TempDir()); err == nil || !strings.Contains(err.Error(), "it has no crawl.jsonl") {
		t.Errorf("no crawl: %v", err)
	}
}

// TestFolderSettings: settings that are not those of fetch tell no rules; a trap is one only if a link was rejected by it.
func TestFolderSettings(t *testing.T) {
	const long = "http://a.example/x/x/x/x/x"
	for want, c := range map[string]struct {
		facts    map[string]string
		rejected []string
	}{
		"host-unreached": {facts: map[string]string{"-scope": "host", "seeds": "nonsense"}},
		"rejected:trap:same-segment": {map[string]string{"-scope": "all", "seeds": "http://a.example/"},
			[]string{"trap:same-segment\t"}},
		"rejected:scope": {facts: map[string]string{"-scope": "host", "seeds": "http://b.example/"}},
		"never-found":    {facts: map[string]string{"-scope": "allowed", "seeds": "http://a.example/"}},
	} {
		var crawl crawled
		begin := crawllog.Event{Event: "begin", Facts: c.facts}
		crawl.log = begin.Append(nil)
		crawl.frame(0, 0, []string{"http://a.example/"}, c.rejected...)
		if want == "never-found" {
			crawl.line("http://a.example/", 0, 200, "ok", "")
		}
		_, got, err := compare(t, Options{}, openFolder(t, vfs.OS, crawl.write(t)).Crawl(), long)
		if err != nil || len(got) != 1 || !strings.HasSuffix(got[0], " "+want) {
			t.Errorf("%v, %q, not %s", err, got, want)
		}
	}
}

// TestFolderMovedSeed: where a seed redirects to belongs to the crawl, as fetch has it, but not as Bumüller 2019 has it.
func TestFolderMovedSeed(t *testing.T) {
	for rules, want := range map[string]string{"web": "never-found", "thesis -bare": "rejected:scope"} {
		var c crawled
		begin := crawllog.Event{Event: "begin", Facts: map[string]string{"-scope": "host", "-rules": rules,
			"seeds": "http://a.example/"}}
		c.log = begin.Append(nil)
		c.frame(0, 0, []string{"http://a.example/"})
		c.frame(1, 0, []string{"http://b.example/"})
		c.line("http://a.example/", 0, 301, "redirect", "http://b.example/")
		c.frame(2, 1, nil)
		c.line("http://b.example/", 0, 200, "ok", "")
		_, got, err := compare(t, Options{}, openFolder(t, vfs.OS, c.write(t)).Crawl(), "http://b.example/x")
		if err != nil || len(got) != 1 || !strings.HasSuffix(got[0], " "+want) {
			t.Errorf("%s: %v, %q, not %s", rules, err, got, want)
		}
	}
}

// TestFolderFaults: an error of the file system is none of the crawl, and never changes a result.
func TestFolderFaults(t *testing.T) {
	dir := university().write(t)
	list := sampleOfList([]string{"http://www.uni-x.de/old", "http://www.uni-x.de/b", "http://www.uni-x.de/a/3"})
	fault.Each(t, 10, 0, func(sys *fault.FS) error {
		folder, err := NewFolder(sys, dir)
		if err != nil {
			return err
		}
		opt := Options{Sort: linesort.SortEach, Room: work.Room{Memory: 1 << 10, Threads: 2, FS: sys, TempDir: t.TempDir()}}
		report, lines, err := compareAll(opt, folder.Crawl(), list)
		if err == nil && (report.Samples[0].Missed != 2 || len(lines) != 3) {
			return fmt.Errorf("%+v: %q", report, lines)
		}
		return err
	})
}
