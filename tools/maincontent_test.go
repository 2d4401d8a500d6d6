package tools_test

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These tests run main-content on pages of sites, with -method site and without.

// sitePages writes n pages of a host: a menu and a notice that all have, and prose that one page has.
func sitePages(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		var b strings.Builder
		b.WriteString("<title>Page - The Site</title><meta name=description content='A page'><meta name=author content='Jane Doe'>" +
			"<meta name=robots content=noarchive><meta property=article:published_time content=2024-02-03><nav><ul><li><a href=/a>Menu</a><li><a href=/b>Contact</a></ul></nav><article>" +
			"<h1>The bridges of a town and their people</h1>")
		for k := range 4 {
			fmt.Fprintf(&b, "<p>In the year %d of the town %d, the people built a bridge, and %d of them crossed the river.</p>", k, i, 7*i+k)
		}
		b.WriteString("<p>All texts of this journal may be used by readers who name the author, the journal and the date.</p></article>")
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%02d.html", i)), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// mainContent runs the tool on a folder and returns what it writes.
func mainContent(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, "main-content"), append(args, "-q", "-dir", dir, "-base", "http://x.test/")...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v %s", args, err, stderrOf(err))
	}
	return string(out)
}

// TestSiteWithFewSisters: a page that has too few sister pages has by -method site the text, the blocks and all
// fields of -method page.
func TestSiteWithFewSisters(t *testing.T) {
	t.Parallel()
	dir := sitePages(t, 5)
	for _, args := range [][]string{{"-to", "text"}, {"-to", "text", "-min", "0"},
		{"-to", "text", "-min", "0.003"}, {"-units"}, {"-to", "jsonl"}, {"-to", "markdown"}, {"-to", "html", "-complete"}} {
		if page, site := mainContent(t, dir, args...), mainContent(t, dir, append(args, "-method", "site")...); site != page {
			t.Errorf("%v: by site\n%s\nby page\n%s", args, site, page)
		}
	}
}

// TestSiteUnits: by -method site the rows of -units are those of -method page, but for blocks that most sister pages have, which
// have no relevance.
func TestSiteUnits(t *testing.T) {
	t.Parallel()
	dir := sitePages(t, 11)
	page := strings.Split(mainContent(t, dir, "-units"), "\n")
	site := strings.Split(mainContent(t, dir, "-units", "-method", "site"), "\n")
	if len(page) != 11*8+1 || len(site) != len(page) {
		t.Fatalf("%d and %d rows", len(page), len(site))
	}
	for i, row := range page[:len(page)-1] {
		if block := i % 8; block < 3 || block == 7 {
			column := strings.Split(row, "\t")
			column[3] = "0.000"
			row = strings.Join(column, "\t")
		}
		if site[i] != row {
			t.Errorf("%q, not %q", site[i], row)
		}
	}
	text := mainContent(t, dir, "-method", "site", "-to", "text")
	if strings.Contains(text, "journal") || !strings.Contains(text, "bridge") {
		t.Error(text)
	}
}

// TestSiteMarkup: Markdown and HTML of -method site have the words of its text, in the elements of the page. They are the same by
// any number of threads, and in little memory.
func TestSiteMarkup(t *testing.T) {
	t.Parallel()
	archive := filepath.Join("..", "testdata", "crawl", "site.warc.gz")
	out := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(filepath.Join(binDir, "main-content"), append(args, "-q", "-method", "site", archive)...)
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v %s", args, err, stderrOf(err))
		}
		return string(text)
	}
	tags := regexp.MustCompile(`<!--.*-->|<[^>]*>`)
	marks := regexp.MustCompile(`[^\pL]+`) // numbers too: those of lists are no text
	address := regexp.MustCompile(`(?m)^<?https?://\S*$|\]\([^)]*\)`)
	letters := func(text string) string { return marks.ReplaceAllString(address.ReplaceAllString(text, ""), "") }
	plain := letters(out("-to", "text"))
	text := out("-to", "markdown")
	if letters(text) != plain || !strings.Contains(text, "\n## ") || !strings.Contains(text, "](http") {
		t.Errorf("Markdown has other words: %d letters, not %d", len(letters(text)), len(plain))
	}
	if got := letters(html.UnescapeString(tags.ReplaceAllString(out("-to", "html"), ""))); got != plain {
		t.Errorf("HTML has other words: %d letters, not %d", len(got), len(plain))
	}
	for _, args := range [][]string{{"-j", "1"}, {"-j", "8"}, {"-j", "8", "-S", "12M"}} {
		if out(append(args, "-to", "markdown")...) != text {
			t.Errorf("%v: other Markdown", args)
		}
	}
}

// TestSiteByPlace: with 5 sister pages or more, what most of them have in the same place is left out; the same words in other
// places only with 10.
func TestSiteByPlace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pages        int
		moved        bool // the notice has another place on each page
		kept, titled bool // the notice and the heading are kept
	}{
		{5, false, true, true}, {6, false, false, false}, {6, true, true, false}, {10, true, true, false},
		{11, true, false, false},
	} {
		dir := sitePages(t, c.pages)
		for i := range c.pages {
			name := filepath.Join(dir, fmt.Sprintf("p%02d.html", i))
			page, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if c.moved {
				page = []byte(strings.Replace(string(page), "<p>All texts", fmt.Sprintf("<p class=n%d>All texts", i), 1))
			}
			if err := os.WriteFile(name, page, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		text := mainContent(t, dir, "-method", "site", "-to", "text")
		if strings.Contains(text, "journal") != c.kept || strings.Contains(text, "The bridges of") != c.titled ||
			strings.Count(text, "built a bridge") != 4*c.pages {
			t.Errorf("%+v:\n%s", c, text)
		}
	}
}

// TestMainContentRefuses: flags that would have no effect are refused.
func TestMainContentRefuses(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"-method site -link-depth 2", "-method site -links-within host", "-comments only -min 0.5",
		"-comments only -never-empty"} {
		err := exec.Command(filepath.Join(binDir, "main-content"), strings.Fields(args)...).Run()
		if e, ok := err.(*exec.ExitError); !ok || e.ExitCode() != 2 {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestSiteFields: what is known of a page is the same by -method site as by -method page, but for what depends on the blocks that
// are left out.
func TestSiteFields(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 12 {
		name := strings.Repeat("bridge ", i%5+1)
		page := fmt.Sprintf(`<html lang=%s><title>%[2]sof Lindenau – the long name of a site</title>
<meta name=author content="Ada %[3]d"><meta name=description content="%[2]s"><h1>The %[2]sof Lindenau, é%[3]d</h1>%s`,
			[]string{"en", "de-AT"}[i%2], name, i,
			strings.Repeat(fmt.Sprintf("<p>In the year %d the town built a bridge, and everyone in the country came to see it.\n", 1800+i), 4))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%02d.html", i)), []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	fields := regexp.MustCompile(`"(text|headings|confidence|lang)":("[^"]*"|[0-9]+),?`)
	page := fields.ReplaceAllString(mainContent(t, dir), "")
	for _, j := range []string{"1", "2", "8"} {
		if site := fields.ReplaceAllString(mainContent(t, dir, "-method", "site", "-j", j), ""); site != page {
			t.Errorf("-j %s: by site\n%s\nby page\n%s", j, site, page)
		}
	}
}
