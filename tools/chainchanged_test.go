package tools_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// These tests change a crawl while the chain reads it.

// wrapped fills a folder with the tools. Those that are named do something else after their work.
func wrapped(t *testing.T, bin string, names []string, after string) {
	t.Helper()
	for _, tool := range toolNames() {
		real, name := filepath.Join(binDir, tool), filepath.Join(bin, tool)
		var err error
		if slices.Contains(names, tool) {
			newFile(t, name, fmt.Sprintf("#!/bin/sh\n'%s' \"$@\"\ncode=$?\n%s\nexit $code\n", real, after))
			err = os.Chmod(name, 0o755)
		} else {
			err = os.Symlink(real, name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestCrawlChanges: if a crawl changes while a step reads it, there is no result of it, though the tool has read it to its end.
func TestCrawlChanges(t *testing.T) {
	t.Parallel()
	archive, bin, out := menuArchive(t, "s.test"), t.TempDir(), t.TempDir()
	readers := map[string]string{
		"main-content": "content.parquet", "extract-text": "documents.parquet", "link-groups": "navigation.tsv.zst",
	}
	wrapped(t, bin, slices.Collect(maps.Keys(readers)), "touch '"+archive+"'")
	chain(t, out, "CRAWL="+archive, "links.t2")
	for tool, goal := range readers {
		text, err := crawlMake(t, out, "TOOLS="+bin, "CRAWL="+archive, goal)
		want := archive + " has changed while the crawl was read: give the same command again"
		if err == nil || !strings.Contains(text, want) || slices.Contains(files(t, out), goal) {
			t.Errorf("%s: %v\n%s\n%v", tool, err, text, files(t, out))
		}
	}
}

// TestCrawlGrows: so does a folder to which a page is added.
func TestCrawlGrows(t *testing.T) {
	t.Parallel()
	site, bin, out := t.TempDir(), t.TempDir(), t.TempDir()
	newFile(t, filepath.Join(site, "a.html"), "<p>A page with some words.</p><a href=a.html>a</a>")
	wrapped(t, bin, []string{"main-content"}, "echo more >'"+site+"/b.html'")
	text, err := crawlMake(t, out, "TOOLS="+bin, "CRAWL="+site, "BASE=http://a.test/", "content.parquet")
	want := "b.html has changed while the crawl was read: give the same command again"
	if err == nil || !strings.Contains(text, want) || slices.Contains(files(t, out), "content.parquet") {
		t.Errorf("%v\n%s\n%v", err, text, files(t, out))
	}
}
