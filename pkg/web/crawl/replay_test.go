package crawl

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/web/exchange"
	"webmill/pkg/work"
)

// TestReplayTruncates: a body from an archive is cut at MaxBody, as one from a server is. What the archive says of a body that
// was cut off before is kept.
func TestReplayTruncates(t *testing.T) {
	var text strings.Builder
	for path, truncated := range map[string]string{"": "", "length": "length", "time": "time", "other": "unspecified"} {
		block := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>0123456789</p>"
		fmt.Fprintf(&text, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/%s\r\n"+
			"WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:%s>\r\nContent-Type: application/http\r\n", path, path)
		if truncated != "" {
			fmt.Fprintf(&text, "WARC-Truncated: %s\r\n", truncated)
		}
		fmt.Fprintf(&text, "Content-Length: %d\r\n\r\n%s\r\n\r\n", len(block), block)
	}
	name := filepath.Join(t.TempDir(), "a.warc")
	if err := os.WriteFile(name, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	room := work.Room{Memory: 64 << 20, Threads: 1, FS: vfs.OS, TempDir: t.TempDir()}
	captures, err := NewCaptures(room)
	if err != nil {
		t.Fatal(err)
	}
	defer captures.Close()
	if _, err := captures.Scan(name, strings.NewReader(text.String()), room); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path              string
		most, ofTheAnswer int64
		body, truncated   string
	}{
		{"", 0, 0, "<p>0123456789</p>", ""}, {"", 17, 0, "<p>0123456789</p>", ""},
		{"", 16, 0, "<p>0123456789</p", "length"},
		{"", 16, 5, "<p>01", "length"}, {"", 3, 17, "<p>0123456789</p>", ""},
		{"length", 0, 0, "<p>0123456789</p>", "length"}, {"time", 0, 0, "<p>0123456789</p>", "time"},
		{"time", 1, 0, "<", "length"}, {"other", 0, 0, "<p>0123456789</p>", "disconnect"},
	} {
		r := Replay{Captures: captures, MaxBody: c.most}
		req := exchange.Request{URL: []byte("http://a.example/" + c.path), MaxBody: c.ofTheAnswer}
		res, err := r.Do(context.Background(), &req)
		if err != nil || string(res.Body) != c.body || res.Truncated != c.truncated {
			t.Errorf("%+v: %v, %q, %v", c, err, res.Body, res)
		}
	}
}
