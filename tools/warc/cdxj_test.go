package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/cli"
	"webmill/pkg/realdata"
	"webmill/pkg/vfs"
)

// TestIndexOfAnother: the index of a crawl is byte by byte the one that pywb wrote.
func TestIndexOfAnother(t *testing.T) {
	want := realdata.Read(t, "warc/pywb--iana.cdxj")
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"-cdxj", "-name", "iana.warc.gz", "-o", out, realdata.Path(t, "warc/pywb--iana.warc.gz")}
	if code := cli.Run(command, args, nil, nil, os.Stderr, vfs.OS); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(strings.Lines(string(text)))
	for i, line := range slices.Collect(strings.Lines(string(want))) {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d: %s\nnot %s", i+1, got[i:min(i+1, len(got))], line)
		}
	}
}
