package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCrawlChanges: if a crawl changes while a step reads it, there is no result of it, though the tool has read it to its end.
func TestCrawlChanges(t *testing.T) {
	t.Parallel()
	archive, bin, out := menuArchive(t, "s.test"), t.TempDir(), t.TempDir()
	readers := map[string]string{
		"main-content": "content.parquet", "extract-text": "documents.parquet", "link-groups": "navigation.tsv.zst",
	}
	for _, tool := range toolNames() {
		real, name := filepath.Join(binDir, tool), filepath.Join(bin, tool)
		if readers[tool] == "" {
			if err := os.Symlink(real, name); err != nil {
				t.Fatal(err)
			}
			continue
		}
		newFile(t, name, fmt.Sprintf("#!/bin/sh\n'%s' \"$@\"\ncode=$?\ntouch '%s'\nexit $code\n", real, archive))
		if err := os.Chmod(name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	chain(t, out, "CRAWL="+archive, "links.t2")
	for tool, goal := range readers {
		text, err := crawlMake(t, out, "TOOLS="+bin, "CRAWL="+archive, goal)
		want := archive + " has changed while the crawl was read: give the same command again"
		if err == nil || !strings.Contains(text, want) || slices.Contains(files(t, out), goal) {
			t.Errorf("%s: %v\n%s\n%v", tool, err, text, files(t, out))
		}
	}
}
