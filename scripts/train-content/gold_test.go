package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestReadSet: each form of a set gives the same examples, in the order of their names.
func TestReadSet(t *testing.T) {
	for dir, want := range map[string]string{
		"wcxb": `0001|https://www.shop.example/p/1|shop.example|product|A red chair of wood.
0002|https://www.shop.example/p/1|shop.example|article|How a chair is made, in ten steps.`,
		"scrapinghub": `aa|https://news.example/a|news.example|article|One. Two.`,
		"strings":     `x.html|https://blog.example/x|blog.example|||the first  sentence|the last one|-|read more`,
		"marked": `1|http://site.example/a/|1|| A head and a text
two (2)|http://city.test/2|city||Plain text.`,
	} {
		all, err := readSet("testdata/" + dir)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, e := range all {
			f := []string{e.name, e.url, e.group, e.judged, strings.ReplaceAll(e.gold, "\n", "")}
			f = append(f, e.with...)
			if e.with != nil {
				f = append(append(f, "-"), e.without...)
			}
			lines = append(lines, strings.Join(f, "|"))
			if !strings.HasPrefix(strings.TrimSpace(string(e.html)), "<") || strings.Contains(string(e.html), "<text") {
				t.Errorf("%s: %q", e.name, e.html)
			}
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%s:\n%s\nnot\n%s", dir, got, want)
		}
	}
	if _, err := readSet("testdata"); err == nil {
		t.Error("a folder that is no set is read")
	}
}

// TestWholeDomains: pages of one site are in one part of the cross-validation.
func TestWholeDomains(t *testing.T) {
	all, err := readSamples([]string{"testdata/wcxb", "testdata/marked"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 4 || all[0].fold != all[1].fold || all[0].set != 0 || all[2].set != 1 {
		t.Error(fmt.Sprint(all))
	}
	for _, s := range all {
		var shown []string
		for i, share := range s.shares {
			shown = append(shown, fmt.Sprintf("%s %v", s.blocks.BlockText(i), share))
		}
		t.Log(s.name, shown)
		if len(s.rows) != len(s.blocks.Blocks) || len(s.rows) == 0 || s.shares[len(s.shares)-1] != 1 || s.best().f1 != 1 {
			t.Errorf("%s: %v, %v", s.name, shown, s.best().f1)
		}
	}
}
