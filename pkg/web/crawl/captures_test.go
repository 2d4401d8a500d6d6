package crawl

import (
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// TestLongDigest: an answer whose digest has no room, like SHA-256 in hexadecimal digits, is an answer like others.
func TestLongDigest(t *testing.T) {
	x, err := NewCaptures(work.Room{Memory: 64 << 20, FS: vfs.OS, TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	url := []byte("http://a.test/")
	if err := x.add(url, &capture{offset: 5, digest: "sha256:" + strings.Repeat("0", 64)}); err != nil {
		t.Fatal(err)
	}
	if c, ok, err := x.find(url); !ok || err != nil || c.offset != 5 || c.digest != "" {
		t.Errorf("%+v, %v, %v", c, ok, err)
	}
}
