package page

import (
	"bytes"
	"encoding/json"
	"io"
	"path"
	"strconv"
	"strings"
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// packed calls f for each file of a packed folder, and skips the test where there is none.
func packed(t *testing.T, name string, f func(name string, content []byte)) {
	t.Helper()
	in, err := stream.OpenBytes(vfs.OS, realdata.Path(t, name), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	head := make([]byte, 512)
	for {
		if _, err := io.ReadFull(in, head); err != nil || head[0] == 0 {
			return
		}
		size, err := strconv.ParseInt(strings.Trim(string(head[124:136]), " \x00"), 8, 64)
		if err != nil {
			t.Fatal(err)
		}
		content := make([]byte, (size+511)/512*512)
		if _, err := io.ReadFull(in, content); err != nil {
			t.Fatal(err)
		}
		if kind := head[156]; kind == '0' || kind == 0 {
			n, _, _ := bytes.Cut(head[:100], []byte{0})
			f(string(n), content[:size])
		}
	}
}

// isPage reports whether a file of the packs is a page and not a list or a gold standard.
func isPage(name string) bool {
	ext := path.Ext(name)
	return ext != ".tsv" && ext != ".json" && ext != ".txt" && !strings.Contains(name, "/gold/")
}

// TestRealPages compares the links of real pages with those of a tree.
func TestRealPages(t *testing.T) {
	for _, name := range []string{
		"sites/sqlite-org-3.40.tar.zst", "sites/httpd-docs-2.4.tar.zst", "webkb/webkb-cornell.tar.zst",
		"boilerplate/trafilatura-eval.tar.zst", "boilerplate/big9-big5-13.tar.zst", "boilerplate/scrapinghub.tar.zst",
		"boilerplate/cleaneval-final.tar.zst", "boilerplate/cleanportaleval.tar.zst",
	} {
		t.Run(path.Base(name), func(t *testing.T) {
			t.Parallel()
			p, pages, links, flagged := New(Options{}), 0, 0, 0
			packed(t, name, func(file string, content []byte) {
				if !isPage(file) {
					return
				}
				pages++
				if d := differs(p, content); d != "" {
					t.Errorf("%s: %s", file, d)
				}
				links += len(p.scan.links)
				if p.scan.flagged {
					flagged++
				}
			})
			t.Logf("%d pages, %d links, %d flagged", pages, links, flagged)
		})
	}
}

// cases are the inputs of the html5lib suites.
func cases(t *testing.T) (list []string) {
	packed(t, "suites/html5lib-tests.tar.zst", func(name string, content []byte) {
		switch path.Ext(name) {
		case ".test":
			var suite struct{ Tests []struct{ Input string } }
			if json.Unmarshal(content, &suite) == nil {
				for _, c := range suite.Tests {
					list = append(list, c.Input)
				}
			}
		case ".dat":
			for part := range strings.SplitSeq("\n"+string(content), "\n#data\n") {
				if input, _, ok := strings.Cut(part, "\n#errors"); ok {
					list = append(list, input)
				}
			}
		}
	})
	return list
}

// TestSuites inserts a link into each input of the html5lib suites, at each place of short ones.
func TestSuites(t *testing.T) {
	p := New(Options{})
	n, flagged, template, known := 0, 0, 0, 0
	for _, input := range cases(t) {
		step := 1 + len(input)/24
		if testing.Short() {
			step += len(input) / 3
		}
		for i := 0; i <= len(input); i += step {
			body := []byte(input[:i] + "<a href=here>" + input[i:])
			n++
			d := differs(p, body)
			if p.scan.flagged {
				flagged++
			}
			switch low := bytes.ToLower(body); {
			case d == "":
			case xnetBug(body):
				known++
			case bytes.Contains(low, []byte("<template")):
				template++
			default:
				t.Errorf("%s: %q", d, body)
			}
		}
	}
	t.Logf("%d pages, %d flagged; not equal: %d with templates, %d where the tree is known to be wrong", n,
		flagged, template, known)
}
