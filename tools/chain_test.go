package tools_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests run the chain of scripts/crawl.mk in folders that are not empty and on crawls that are incomplete or empty.

// pageRow is a line of pages.parquet.
type pageRow struct {
	url, host       string
	in, out         string
	layer, number   string // "" if unknown
	pagerank, krank float64
}

const pageColumns = "id:id,indegree:id,outdegree:id,layer:id?,number:id?,pagerank:f32,krank:f32"

// pagesOf reads pages.parquet.
func pagesOf(t *testing.T, out string) (list []pageRow) {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, "undict"), "-columns", pageColumns, "-host-column", "-to", "text",
		"urls.txt", "pages.parquet")
	cmd.Dir = out
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderrOf(err))
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		p := pageRow{url: f[0], host: f[1], in: f[2], out: f[3], layer: f[4], number: f[5]}
		p.pagerank, err = strconv.ParseFloat(f[6], 64)
		if err == nil {
			p.krank, err = strconv.ParseFloat(f[7], 64)
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// sameResults compares the results of two runs, except files with times or file names in them.
func sameResults(t *testing.T, got, want string) {
	t.Helper()
	names := func(dir string) (list []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			n := e.Name()
			if !e.IsDir() && filepath.Ext(n) != ".json" &&
				!slices.Contains([]string{"times.tsv", "crawl.tsv", "report.html"}, n) {
				list = append(list, n)
			}
			if strings.HasPrefix(n, ".new") {
				t.Errorf("%s is left in %s", n, dir)
			}
		}
		return list
	}
	if g, w := names(got), names(want); !slices.Equal(g, w) {
		t.Errorf("there are %v, not %v", g, w)
	}
	for _, n := range names(want) {
		g, err := os.ReadFile(filepath.Join(got, n))
		w, wantErr := os.ReadFile(filepath.Join(want, n))
		if err != nil || wantErr != nil || string(g) != string(w) {
			t.Errorf("%s is not that of a clean run: %d bytes, not %d; %v", n, len(g), len(w), err)
		}
	}
}

// chain runs make and fails the test if that fails.
func chain(t *testing.T, out string, args ...string) string {
	t.Helper()
	text, err := crawlMake(t, out, args...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, text)
	}
	return text
}

// site makes a folder of HTML files.
func site(t *testing.T) (dir string, args []string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "a site")
	newFile(t, filepath.Join(dir, "index.html"),
		`<a href="b.html">b</a> <a href="c.html">c</a> <a href="http://far.test/x">far</a>`)
	newFile(t, filepath.Join(dir, "b.html"), `<a href="index.html">home</a><a href="c.html" rel="nofollow">c</a>`)
	newFile(t, filepath.Join(dir, "c.html"), `<a href="b.html">b</a>`)
	newFile(t, filepath.Join(dir, "lonely.html"), `<p>no link leads here, none leads away`)
	newFile(t, filepath.Join(dir, "urls.tsv"),
		"index.html\thttp://a.test/\nb.html\thttp://a.test/b.html\nc.html\tfile:///c.html\nlonely.html\thttp://a.test/lonely.html\n")
	return dir, []string{"CRAWL=" + dir, "BASE=http://a.test/"}
}

func newFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

var again = regexp.MustCompile(`(?m)^.*\(again: .*\)$`)

// TestCrawlAnother: after any change, of the crawl, the parameters or the results, the next run makes what a clean run makes and
// says why.
func TestCrawlAnother(t *testing.T) {
	t.Parallel()
	sample, out := crawlSample(t), filepath.Join(t.TempDir(), "out put")
	dir, args := site(t)
	chain(t, out, "CRAWL="+filepath.Join(sample, "crawl.warc"))
	if text, err := crawlMake(t, out, "CRAWL="+dir, "BASE=a.test"); err == nil ||
		!strings.Contains(text, "make: BASE=a.test is not a URL: write BASE=https://a.test\n") {
		t.Errorf("%v\n%s", err, text)
	}
	var clean string
	for i, c := range []struct {
		change    func()
		args      []string
		says, not string
	}{
		{nil, nil, "was made from another crawl", ""},
		{nil, []string{"K=1", "SEED=http://a.test/c.html#part"}, "K=100 is now K=1)", "pagerank"},
		{func() { newFile(t, filepath.Join(dir, "d.html"), `<a href="c.html">c</a>`) }, []string{"EXTRACT=-nofollow drop"},
			"was made from another crawl or with other flags (now ", ""},
		{func() { os.Remove(filepath.Join(dir, "d.html")) }, []string{"EXTRACT=-nofollow drop"},
			"then " + dir + "/d.html of 22 bytes): its results are made again", ""},
		{func() { os.Truncate(filepath.Join(out, "ranks.t2"), 8); os.Remove(filepath.Join(out, "pages.json")) },
			[]string{"EXTRACT=-nofollow drop"}, "PageRank (again: ranks.t2 was changed or removed)", "bfs-layers"},
	} {
		if c.change != nil {
			c.change()
		}
		now := append(slices.Clone(args), c.args...)
		text := chain(t, out, now...)
		if !strings.Contains(text, c.says) || c.not != "" && strings.Contains(text, "$ "+c.not) {
			t.Errorf("%v: it does not say %q, or runs %q:\n%s", c.args, c.says, c.not,
				strings.Join(again.FindAllString(text, -1), "\n"))
		}
		if i < 4 { // the last change is not one of the crawl
			clean = filepath.Join(t.TempDir(), "clean")
			chain(t, clean, now...)
		}
		sameResults(t, out, clean)
	}
	text := chain(t, out, append(slices.Clone(args), "EXTRACT=-nofollow drop")...)
	if strings.Contains(text, "   $ ") {
		t.Errorf("made again without need:\n%s", text)
	}
}

// TestCrawlEveryPage: pages.parquet has each page once, also pages without a host or links, and pages that are not reached.
func TestCrawlEveryPage(t *testing.T) {
	t.Parallel()
	out := t.TempDir()
	dir, _ := site(t)
	chain(t, out, "CRAWL="+dir, "EXTRACT=-urls='"+dir+"/urls.tsv'", "SEED=http://a.test")
	if text, err := os.ReadFile(filepath.Join(out, "crawl.tsv")); err != nil || !strings.Contains(string(text), "file\t") ||
		!regexp.MustCompile(`(?m)^urls\t.*/urls\.tsv$`).Match(text) || strings.Count(string(text), "\nfile\t") != 5 {
		t.Errorf("the table of -urls=FILE is no part of the crawl: %v\n%s", err, text)
	}
	sum, found := 0.0, map[string]pageRow{}
	for _, p := range pagesOf(t, out) {
		found[p.url] = p
		sum += p.pagerank
	}
	if math.Abs(sum-1) > 1e-6 || len(found) != 7 {
		t.Errorf("the ranks of %d pages sum to %v", len(found), sum)
	}
	for url, want := range map[string]string{
		"http://a.test/": "a.test 0 3 1 1", "file:///c.html": " 0 0  ", "http://a.test/lonely.html": "a.test 0 0  ",
		"http://far.test/x": "far.test 1 0 2 ",
	} {
		p := found[url]
		if got := strings.Join([]string{p.host, p.in, p.out, p.layer, p.number}, " "); !strings.HasPrefix(got, want) ||
			p.pagerank <= 0 || p.krank <= 0 {
			t.Errorf("%s: %q, not %q, with ranks %v and %v", url, got, want, p.pagerank, p.krank)
		}
	}
	text, err := os.ReadFile(filepath.Join(out, "seed.tsv"))
	if err != nil || !strings.Contains(string(text), "\thttp://a.test/\tgiven by SEED\n") {
		t.Errorf("the search begins at %s%v", text, err)
	}
	if text, err := crawlMake(t, out, "CRAWL="+dir, "EXTRACT=-urls '"+dir+"/urls.tsv'",
		"SEED=https://www.a.test/lonely"); err == nil ||
		!strings.Contains(text,
			"make: SEED=https://www.a.test/lonely is no page of the crawl; the nearest is http://a.test/lonely.html\n") ||
		strings.Contains(text, "by source") {
		t.Errorf("a seed that is no page: %v\n%s", err, text)
	}
}

// TestCrawlOfNothing: without links, and without pages, the results are valid and empty.
func TestCrawlOfNothing(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"page.html": "no value: all pages have the same rank\n",
		"": "no value: there are no pages\n"} {
		dir, out := t.TempDir(), t.TempDir()
		pages := 0
		if name != "" {
			newFile(t, filepath.Join(dir, name), "<p>no link")
			pages = 1
		}
		text, err := crawlMake(t, out, "CRAWL="+dir, "BASE=http://a.test/")
		if strings.Contains(text, "warning") || err != nil && !strings.Contains(text, "\nincomplete: ") {
			t.Errorf("%q: %v\n%s", name, err, text)
		}
		const nowhere = "make: no page with links is at BASE=http://a.test/: the search begins at http://a.test/page.html (the first page"
		if said := strings.Contains(text, nowhere); said != (name != "") {
			t.Errorf("%q: that BASE is no page is said: %v\n%s", name, said, text)
		}
		tau, err := os.ReadFile(filepath.Join(out, "tau.txt"))
		if got := len(pagesOf(t, out)); err != nil || string(tau) != want || got != pages {
			t.Errorf("%q: %d pages, tau %s%v", name, got, tau, err)
		}
		for _, name := range results {
			if _, err := os.Stat(filepath.Join(out, name)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestCrawlLists: a list may have comments and names of missing files; the missing files are named at the start and at the end.
func TestCrawlLists(t *testing.T) {
	t.Parallel()
	sample, clean := crawlSample(t), t.TempDir()
	crawl := filepath.Join(sample, "crawl.warc")
	chain(t, clean, "CRAWL="+crawl)
	list := filepath.Join(sample, "a list.paths")
	newFile(t, list, "# archives\r\n\r\n"+crawl+"\r\n  /nowhere/b.warc.gz\n")
	if text, err := exec.Command("gzip", list).CombinedOutput(); err != nil {
		t.Skipf("no gzip to pack a list, install gzip: %v: %s", err, text)
	}
	out := t.TempDir()
	for range 2 {
		text, err := crawlMake(t, out, "CRAWL="+list+".gz")
		if err == nil || strings.Count(text, "incomplete: 1 archive of the list is missing: /nowhere/b.warc.gz\n") != 2 ||
			!strings.Contains(text, "Error 3") {
			t.Errorf("%v\n%s", err, text)
		}
		sameResults(t, out, clean)
	}
	urls := filepath.Join(sample, "urls.txt")
	newFile(t, urls, "http://a.test/\nhttps://b.test/\n")
	for args, want := range map[string]string{
		"CRAWL=" + urls: "make: CRAWL: " + urls + " is a list of URLs, not of files: fetch pages by fetch -state crawl -seeds " + urls +
			", and write CRAWL=crawl; download archives first\n",
		"CRAWL=" + clean + " BASE=http://a.test/": "make: CRAWL: " + clean + " holds results of this chain, it is no crawl: ",
		"CRAWL=/nowhere/a.warc":                   "make: CRAWL: /nowhere/a.warc: no such file or folder\n",
		"CRAWL=" + sample: "is a folder of archives: write CRAWL='" + sample + "/*.warc " +
			sample + "/*.warc.gz'\n",
		"CRAWL=" + t.TempDir():             "is a folder: give the URL of its files by BASE=URL or EXTRACT='-urls FILE'\n",
		"CRAWL=" + crawl + " SEED=a.test/": "make: SEED=a.test/ is not a URL: write it like SEED=https://example.org/\n",
	} {
		if text, err := crawlMake(t, t.TempDir(), strings.Fields(args)...); err == nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v\n%s", args, err, text)
		}
	}
}

// igraph is a Python program that ranks the pages of links.t2; the second argument is their number.
const igraph = `
import array, sys, igraph
a = array.array('i'); a.frombytes(open(sys.argv[1], 'rb').read())
g = igraph.Graph(n=int(sys.argv[2]), edges=list(zip(a[0::2], a[1::2])), directed=True)
print('\n'.join('%.17g' % x for x in g.pagerank(damping=0.85)))`

// TestCrawlRanksTwin compares the ranks in pages.parquet with those of igraph, over all pages.
func TestCrawlRanksTwin(t *testing.T) {
	t.Parallel()
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import igraph").Run(); err != nil {
		t.Skip("there is no igraph for Python to compare with: install python3-igraph")
	}
	sample, out := crawlSample(t), t.TempDir()
	chain(t, out, "CRAWL="+filepath.Join(sample, "crawl.warc"))
	pages := pagesOf(t, out)
	text, err := exec.Command(python, "-c", igraph, filepath.Join(out, "links.t2"), fmt.Sprint(len(pages))).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderrOf(err))
	}
	distance := 0.0
	for i, line := range strings.Fields(string(text)) {
		x, err := strconv.ParseFloat(line, 64)
		if err != nil {
			t.Fatal(err)
		}
		distance += math.Abs(x - pages[i].pagerank)
	}
	if distance > 1e-6 {
		t.Errorf("the ranks are %g from those of igraph, in sum", distance)
	}
}
