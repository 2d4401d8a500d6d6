package tools_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// These tests run sitemap on pages that it must leave out, or of which it must say something.

// TestSitemapSchemes: sitemap.xml leaves out what is not of http or https, and says how much that is.
func TestSitemapSchemes(t *testing.T) {
	dir := t.TempDir()
	newFile(t, filepath.Join(dir, "labels.tsv"), "http://s.test/\nhttps://s.test/\nhttpx://s.test/a\nftp://s.test/b\n")
	xml := runIn(t, dir, "sitemap -to xml -stats stats.json labels.tsv 2>&1")
	if strings.Count(xml, "<loc>http") != 2 || strings.Contains(xml, "httpx") {
		t.Errorf("sitemap.xml is %s", xml)
	}
	if stats := contents(t, filepath.Join(dir, "stats.json")); !strings.Contains(string(stats), `"pages_not_http":2,`) {
		t.Errorf("the figures are %s", stats)
	}
}

// TestSitemapOtherTitles: pages that seem to be of another crawl, or not of crawled pages alone, are said.
func TestSitemapOtherTitles(t *testing.T) {
	dir := t.TempDir()
	lines := "S/\tS/a\nS/a\tS/\nS/b\tS/x\nS/c\tS/\n"
	newFile(t, filepath.Join(dir, "labels.tsv"), strings.ReplaceAll(lines, "S", "http://s.test"))
	for titles, want := range map[string]string{
		"S/\nS/a\nS/b\nS/c\nS/x\n":             "are these all URLs",
		"S/\tHome\nS/a\nS/b\nS/c\nS/x\n":       "",
		"S/\nS/a\nS/b\nS/c\n":                  "",
		"S/\tHome\nS/y\tY\n":                   "lacks 3 of 4 pages of labels.tsv",
		"S/y\tY\n":                             "none of its pages has a line",
		"S/y\tY\nS/y\tY\nS/y\tY\t404\n":        "none of its pages has a line",
		"S/\tHome\t301\nS/a\tA\t404\nS/b\tB\n": "",
	} {
		newFile(t, filepath.Join(dir, "titles.tsv"), strings.ReplaceAll(titles, "S", "http://s.test"))
		said := runIn(t, dir, "sitemap -page-titles titles.tsv -o menus.txt labels.tsv 2>&1 | grep titles.tsv: || :")
		if !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("%q: said %q, not %q", titles, said, want)
		}
	}
}
