package tools_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// These tests give extract-links pages that it can read only in part, and folders of all that people keep in them.

// extracted runs extract-links and returns its lines, messages and exit status.
func extracted(t *testing.T, args ...string) (lines, messages string, code int) {
	t.Helper()
	var out, msg bytes.Buffer
	cmd := exec.Command(filepath.Join(binDir, "extract-links"), args...)
	cmd.Stdout, cmd.Stderr = &out, &msg
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), msg.String(), cmd.ProcessState.ExitCode()
}

// answered is a WARC record of a page.
func answered(url, fields, body string) string {
	message := "HTTP/1.1 200 OK\r\n" + fields + "\r\n" + body
	return fmt.Sprintf("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
		url, len(message), message)
}

func gzipped(text string) string { return string(packers["gzip"]([]byte(text))) }

// TestBodiesInPart: the links of what could be read of a page are written; that there may be more is counted by its reason and
// said, and the exit status is 3. Where -S is the reason, more of it helps.
func TestBodiesInPart(t *testing.T) {
	t.Parallel()
	const packed, html = "Content-Encoding: gzip\r\n", "Content-Type: text/html\r\n"
	links := strings.Repeat("<a href=/1>x</a>", 1000)
	long := gzipped("<a href=/first>" + strings.Repeat(" ", 2<<20) + "<a href=/last>")
	sum := []byte(gzipped("<a href=/1>x</a>"))
	sum[len(sum)-6] ^= 1
	for _, c := range []struct {
		name, fields, body, flags string
		why                       string // "": nothing is missing
		lines                     int    // at least, with those of the page behind
	}{
		{"whole", packed + html, gzipped(links), "-S 16M", "", 1001},
		{"whole, with more behind it", packed + html, gzipped(links) + "\r\n\r\n", "-S 16M", "", 1001},
		{"long", packed + html, long, "-S 16M", "the rest of a page larger than 1M (raise -S)", 2},
		{"long, with memory", packed + html, long, "-S 1G", "", 3},
		{"long, -max", packed + html, long, "-max 1M", "the rest of a page larger than 1M (raise -max)", 2},
		{"long, no page", packed + "Content-Type: image/png\r\n", long, "-S 16M", "", 1},
		{"cut gzip", packed + html, gzipped(noLinks + links)[:len(gzipped(noLinks+links))-12], "",
			"the rest of a page that cannot be decoded", 500},
		{"wrong checksum", packed + html, string(sum), "", "the rest of a page that cannot be decoded", 2},
		{"broken chunk", "Transfer-Encoding: chunked\r\n" + html, "5\r\n<a hr\r\nZZ\r\nef=/c>", "",
			"the rest of a page that cannot be decoded", 1},
		{"cut chunk", "Transfer-Encoding: chunked\r\n" + html, "20\r\n<a href=/c>", "",
			"the rest of a page that cannot be decoded", 2},
		{"no brotli", "Content-Encoding: br\r\n" + html, "\x8b\x02\x80abc", "", "the rest of a page that cannot be decoded", 1},
		{"unknown", "Content-Encoding: pack200\r\n" + html, "\xca\xfe\xd0\x0d\x00", "",
			"the rest of a page that cannot be decoded", 1},
		{"twice gzip", packed + html, gzipped(gzipped(links)), "", "the rest of a page that cannot be decoded", 1},
		{"of no type", "Content-Encoding: gzip\r\n", "\x1f\x8b\x00\x00\x00", "", "the rest of a page that cannot be decoded", 1},
	} {
		name, stats := filepath.Join(t.TempDir(), "a.warc"), filepath.Join(t.TempDir(), "s.json")
		newFile(t, name, answered("http://a.test/", c.fields, c.body)+answered("http://good.test/", html, "<a href=x>"))
		lines, messages, code := extracted(t, append(strings.Fields(c.flags), "-stats", stats, name)...)
		want, status := "", 0
		if c.why != "" {
			want = fmt.Sprintf("extract-links: %s: skipped 1: %s, at place 0\n", name, c.why)
			status = 3
		}
		if messages != want || code != status || strings.Count(lines, "\n") < c.lines ||
			!strings.HasSuffix(lines, "http://good.test/x\n") {
			t.Errorf("%s: status %d, %d lines\n%s", c.name, code, strings.Count(lines, "\n"), messages)
		}
		var s struct{ Skipped map[string]int }
		text, err := os.ReadFile(stats)
		if err = cmp.Or(err, json.Unmarshal(text, &s)); err != nil || s.Skipped[c.why] != min(len(c.why), 1) {
			t.Errorf("%s: %s%v", c.name, text, err)
		}
	}
}

var noLinks = func() string {
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "%x ", i*i)
	}
	return b.String()
}()

// TestPackedFiles: files of a folder that are packed are unpacked, whatever packed them and however they are named; beside the
// same file unpacked they are left out. What is damaged is said.
func TestPackedFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const page = "<html><a href=/x>x</a>"
	for name, text := range map[string]string{
		"a.html.gz": gzipped(page), "b.html.bz2": string(packers["bzip2"]([]byte(page))),
		"c.html.zst": string(packers["zstd"]([]byte(page))),
		"d.html":     gzipped(page), "e.html": page, "e.html.gz": gzipped(page), "f.gz": gzipped(page),
		"g.gz": gzipped(noLinks), "h.html.gz": page,
		"i.html.gz": gzipped(page), "i.html.zst": gzipped(page), "index.html.gz": gzipped(page),
	} {
		newFile(t, filepath.Join(dir, name), text)
	}
	lines, messages, code := extracted(t, "-dir", dir, "-base", "http://a.test/", "-index", "index.html")
	want := ""
	for _, name := range []string{"a.html", "b.html", "c.html", "d.html", "e.html", "f", "h.html.gz", "i.html", ""} {
		want += "http://a.test/" + name + "\thttp://a.test/x\n"
	}
	if lines != want ||
		messages != "extract-links: warning: 2 packed files have the same name as a file beside them; they were left out\n" ||
		code != 0 {
		t.Errorf("status %d\n%s%s", code, lines, messages)
	}
	newFile(t, filepath.Join(dir, "cut.html.gz"), gzipped(page + noLinks)[:40_000])
	lines, messages, code = extracted(t, "-dir", dir, "-base", "http://a.test/", "-q")
	if !strings.Contains(lines, "http://a.test/cut.html\t") ||
		!strings.Contains(messages, "skipped 1: "+dir+"/cut.html.gz: the rest of a page that cannot be decoded\n") || code != 3 {
		t.Errorf("status %d\n%s%s", code, lines, messages)
	}
}

// TestNextMember: a further member of a packed file counts, and is missed if its first bytes are cut or damaged. Text and zeros
// behind the last member are no members.
func TestNextMember(t *testing.T) {
	t.Parallel()
	first, second := gzipped("<a href=/x>"), gzipped("<a href=/y>")
	const x, y = "http://a.test/a.html\thttp://a.test/x\n", "http://a.test/a.html\thttp://a.test/y\n"
	for rest, want := range map[string]string{
		second: x + y, "": x, "\n<!-- cached -->\n": x, strings.Repeat("\x00", 700): x, "\r\n\x00\x00": x, "\x1a": x,
		second[:1]: "", second[:2]: "", second[:3]: "", second[:len(second)-9]: "",
		"\x1e" + second[1:]: "", "\x1f\x8a" + second[2:]: "", "\x1f\x8b\x09" + second[3:]: "",
	} {
		dir := t.TempDir()
		newFile(t, filepath.Join(dir, "a.html.gz"), first+rest)
		lines, messages, code := extracted(t, "-dir", dir, "-base", "http://a.test/")
		if want != "" && (lines != want || messages != "" || code != 0) ||
			want == "" && (!strings.HasPrefix(lines, x) || !strings.Contains(messages, "cannot be decoded") || code != 3) {
			t.Errorf("%q behind the first member: status %d\n%s%s", rest, code, lines, messages)
		}
	}
}

// TestSavedHeaders: the bodies of files that begin with headers are decoded as those of archives, also if the file is packed too.
func TestSavedHeaders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const headers = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
	newFile(t, filepath.Join(dir, "a"), headers+"\r\n"+gzipped("<a href=/x>"))
	newFile(t, filepath.Join(dir, "b.gz"), gzipped(headers+"\r\n"+gzipped("<a href=/x>")))
	newFile(t, filepath.Join(dir, "c"), headers+"Transfer-Encoding: chunked\r\n\r\n<a href=/x>")
	lines, messages, code := extracted(t, "-dir", dir, "-base", "http://a.test/", "-headers")
	if want := "http://a.test/a\thttp://a.test/x\nhttp://a.test/b\thttp://a.test/x\nhttp://a.test/c\thttp://a.test/x\n"; lines != want || messages != "" || code != 0 {
		t.Errorf("status %d\n%s%s", code, lines, messages)
	}
}

// TestLargeFiles: a file that is too large is named, with the limit and what helps; one that is no page does not count.
func TestLargeFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	blanks := strings.Repeat(" ", 2<<20)
	for name, text := range map[string]string{"a.html": "<a href=x>", "large.html": "<a href=y>" + blanks,
		"large": "<html>" + blanks, "large.js": "f()" + blanks,
		"other.gz": gzipped("f()" + blanks), "zoo.html.gz": gzipped("<a href=first>" + blanks + "<a href=last>")} {
		newFile(t, filepath.Join(dir, name), text)
	}
	lines, messages, code := extracted(t, "-dir", dir, "-base", "http://a.test/", "-S", "16M")
	want := "extract-links: " + dir +
		": skipped 3: 2 × file larger than 1M (raise -S), 1 × the rest of a page larger than 1M (raise -S); the first: " + dir +
		"/large: file larger than 1M (raise -S)\n"
	if lines != "http://a.test/a.html\thttp://a.test/x\nhttp://a.test/zoo.html\thttp://a.test/first\n" ||
		messages != want || code != 3 {
		t.Errorf("status %d\n%s%s", code, lines, messages)
	}
}

// TestLinkedFolders: a linked folder is read where the link is, once; links that lead back, or to what is read elsewhere, are
// counted. A link to a page that is not there is a page that cannot be read.
func TestLinkedFolders(t *testing.T) {
	t.Parallel()
	dir, far := t.TempDir(), t.TempDir()
	newFile(t, filepath.Join(dir, "b", "b.html"), "<a href=/x>")
	newFile(t, filepath.Join(far, "f.html"), "<a href=/x>")
	for link, to := range map[string]string{"a": far, "b/up": "..", "b/self": ".", "c": "b", "d": far, "e": filepath.Dir(dir),
		"note": "/nowhere", "b/file.html": "b.html"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skipf("this file system has no symbolic links: set TMPDIR to a folder that has: %v", err)
		}
	}
	if err := os.Symlink(dir, filepath.Join(far, "back")); err != nil {
		t.Fatal(err)
	}
	lines, messages, code := extracted(t, "-dir", dir, "-base", "http://a.test/")
	want := "http://a.test/a/f.html\thttp://a.test/x\nhttp://a.test/b/b.html\thttp://a.test/x\nhttp://a.test/b/file.html\thttp://a.test/x\n"
	if lines != want ||
		messages != "extract-links: warning: 6 links to folders that are read at another place were not followed, the first: "+
			dir+"/a/back\n" || code != 0 {
		t.Errorf("status %d\n%s%s", code, lines, messages)
	}
	if err := os.Symlink("/nowhere.html", filepath.Join(dir, "z.html")); err != nil {
		t.Fatal(err)
	}
	lines, messages, code = extracted(t, "-dir", dir, "-base", "http://a.test/", "-q")
	if lines != want || !strings.Contains(messages, "skipped 1: "+dir+"/z.html: no such file or directory\n") || code != 3 {
		t.Errorf("status %d\n%s%s", code, lines, messages)
	}
}
