package crawl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// sortInMemory is a Sort.
func sortInMemory(_ work.Room, source func(add func(line []byte) error) error, each func(line []byte) error) error {
	var lines [][]byte
	err := source(func(line []byte) error {
		lines = append(lines, bytes.Clone(line))
		return nil
	})
	slices.SortFunc(lines, bytes.Compare)
	for _, line := range lines {
		if err == nil {
			err = each(line)
		}
	}
	return err
}

// TestEndlessIndexLine: a line of an index is bounded.
func TestEndlessIndexLine(t *testing.T) {
	var a EarlierCrawls
	err := a.Read(strings.NewReader(strings.Repeat("x", longestIndexLine+10)), "")
	if err == nil || err.Error() != "longer than 256 KiB, at line 1" {
		t.Error(err)
	}
}

// TestDueWithoutModel: where no visit found a change, or all did, all pages are due after the same time: 10 pages are asked for
// in 5 days if there are 2 exchanges a day. Neither robots.txt nor what is no page of the web counts.
func TestDueWithoutModel(t *testing.T) {
	for _, changes := range []bool{false, true} {
		room := work.Room{Memory: 16 << 20, Threads: 1, FS: vfs.OS, TempDir: t.TempDir()}
		captures, err := NewCaptures(room)
		if err != nil {
			t.Fatal(err)
		}
		a := NewEarlierCrawls(captures, room, sortInMemory)
		defer a.Close()
		var index strings.Builder
		line := func(url, day, digest string) {
			form := `key 202601%s000000 {"url":%q,"digest":%q,"filename":"a","offset":"0","status":"200"}` + "\n"
			fmt.Fprintf(&index, form, day, url, digest)
		}
		for n := range 10 {
			url := fmt.Sprintf("http://h%d.example/", n)
			line(url, "01", "A")
			line(url, "03", map[bool]string{false: "A", true: "B"}[changes])
			line(url+"robots.txt", "01", "R")
		}
		line("dns:h0.example", "01", "D")
		if err := a.Read(strings.NewReader(index.String()), ""); err != nil {
			t.Fatal(err)
		}
		a.PerDay = 2
		for days, want := range map[int]int64{4: 0, 5: 10} {
			a.Due, a.All, a.At = 0, 0, time.Date(2026, 1, 3+days, 0, 0, 0, 0, time.UTC)
			if err := a.Plan(); err != nil || a.All != 10 || a.Due != want {
				t.Errorf("changes %t, after %d days: %d of %d pages are due, want %d: %v", changes, days, a.Due, a.All, want, err)
			}
		}
	}
}
