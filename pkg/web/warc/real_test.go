package warc

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/realdata"
)

// sample is an archive that another program wrote.
func sample(t *testing.T, name string) []byte {
	t.Helper()
	return realdata.Read(t, "warc/"+name)
}

// TestSamples: every record of every sample is read, or counted by the reason why not.
func TestSamples(t *testing.T) {
	for _, c := range []struct {
		name    string
		records int64
		skips   map[Reason]int64
		defects string // what -check says, by place
	}{
		{"jwarc--cc.warc.gz", 1, nil, ""},
		{"pywb--dupes.warc.gz", 25, nil, ""},
		{"pywb--iana.warc.gz", 343, nil, ""},
		{"warcio--bad.arc", 1, map[Reason]int64{BadLength: 3}, "202 no HTTP head"},
		{"warcio--example-bad-non-chunked.warc.gz", 6, nil, "0+3370 WARC-Block-Digest is not that of the block"},
		{"warcio--example-digest.warc", 4, nil, "0 WARC-Payload-Digest is not that of the payload"},
		{"warcio--example-iana.org-chunked.warc", 3, nil, ""},
		{"warcio--example-resource.warc.gz", 3, nil, ""},
		{"warcio--example-space-in-target-uri.warc.gz", 2, nil, ""},
		{"warcio--example-space-in-url.arc", 2, nil, ""},
		{"warcio--example-trunc.warc", 4, nil, ""},
		{"warcio--example-wget-bad-target-uri.warc.gz", 6, nil, ""},
		{"warcio--example-wrong-chunks.warc.gz", 2, nil, "0 WARC-Block-Digest is not that of the block"},
		{"warcio--example.arc", 2, nil, ""},
		{"warcio--example.arc.gz", 2, nil, ""},
		{"warcio--example.warc", 6, nil, ""},
		{"warcio--example.warc.gz", 6, nil, ""},
		{"warcio--post-test.warc.gz", 6, nil, ""},
		{"webarchive-commons--IAH-urls-wget.warc.gz", 36, nil, ""},
	} {
		input := sample(t, c.name)
		var defects []string
		stats, err := Run(bytes.NewReader(input), Options{}, func(records *Records) (list []string, err error) {
			for {
				r, err := records.Next()
				if err != nil {
					return list, nil
				}
				for _, d := range r.Defects() {
					place := fmt.Sprint(r.Offset)
					if r.Inner > 0 {
						place += fmt.Sprint("+", r.Inner)
					}
					list = append(list, place+" "+d)
				}
			}
		}, func(list []string) error { defects = append(defects, list...); return nil })
		var want Skips
		for why, n := range c.skips {
			want[why] = n
		}
		if err != nil || stats.Records != c.records || stats.Skips != want || strings.Join(defects, "\n") != c.defects {
			t.Errorf("%s: %+v, %v, defects %q", c.name, stats, err, defects)
		}
		checkCuts(t, c.name, input)
	}
}

// checkCuts reads an archive in sections of several lengths: they give what one section gives.
func checkCuts(t *testing.T, name string, input []byte) {
	once, _, _ := listing(bytes.NewReader(input), Options{Threads: 1, cuts: sequence}, true)
	slices.Sort(once)
	for _, section := range []int{100, 1000, 20000} {
		opt := Options{Threads: 2, cuts: cuts{section: section, most: 1 << 16, whole: 1 << 20, text: 1 << 20}}
		again, _, _ := listing(bytes.NewReader(input), opt, true)
		slices.Sort(again)
		if !slices.Equal(once, again) {
			t.Errorf("%s: sections of %d bytes give %q, not %q", name, section, again, once)
		}
	}
}

// TestWarcio: another program finds the same records in the samples, at the same places, with the same bodies.
func TestWarcio(t *testing.T) {
	home := filepath.Join("..", "..", "build", "warcio")
	if _, err := os.Stat(filepath.Join(home, "node_modules", "warcio")); err != nil {
		t.Skip("warcio is not in build/warcio: npm install warcio puts it there")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node to run warcio")
	}
	// What another program sees in another way, and why.
	differs := map[string]string{
		"warcio--example-bad-non-chunked.warc.gz": "it gives no offsets inside a member that holds all records",
		"warcio--example-wrong-chunks.warc.gz":    "it does not find the second record, whose member begins with the end of the first",
		"warcio--example-trunc.warc":              "a length is two bytes short there: it gives no body, we the whole one",
	}
	names, _ := filepath.Glob(filepath.Join(realdata.Path(t, "warc"), "*.warc*"))
	var files, ours []string
	for _, name := range names {
		base := filepath.Base(name)
		if differs[base] != "" {
			continue
		}
		abs, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, abs)
		ours = append(ours, warcioLines(t, base)...)
	}
	if len(files) == 0 {
		t.Skip("there are no archives in the data")
	}
	script, err := filepath.Abs("../../../scripts/warcio-list.mjs")
	if err != nil {
		t.Fatal(err)
	}
	node := exec.Command("node", append([]string{script}, files...)...)
	node.Dir = home
	out, err := node.Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for i, line := range theirs {
		if i >= len(ours) || ours[i] != line {
			t.Errorf("record %d: %q, warcio says %q", i, ours[i:min(i+1, len(ours))], line)
		}
	}
	if len(ours) != len(theirs) {
		t.Errorf("%d records, warcio finds %d", len(ours), len(theirs))
	}
}

// warcioLines are the records of a sample as scripts/warcio-list.mjs prints them.
func warcioLines(t *testing.T, name string) (all []string) {
	_, err := Run(bytes.NewReader(sample(t, name)), Options{}, func(records *Records) (lines []string, err error) {
		for {
			r, err := records.Next()
			if err == io.EOF {
				return lines, nil
			}
			if err != nil {
				return nil, err
			}
			h, err := r.HTTP()
			if err != nil {
				return nil, err
			}
			orDash := func(b []byte) string { return cmp.Or(string(b), "-") }
			lines = append(lines, fmt.Sprintf("%s\t%d\t%s\t%s\t%s\t%x", name, r.Offset, r.Type, orDash(r.URL),
				orDash(r.Header.Get("WARC-Payload-Digest")), sha1.Sum(h.Body)))
		}
	}, func(lines []string) error { all = append(all, lines...); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return all
}
