package tools_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// These tests run the goal navigation of the chain: menus, and the ranks without them.

// menuSite is a site with a menu on three pages, which the text of one repeats, and a page outside of the menu.
func menuSite(t *testing.T) (args []string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	menu := `<html><ul><li><a href="/">Home</a></li><li><a href="/b">B</a></li><li><a href="/c">C</a></li></ul>`
	newFile(t, filepath.Join(dir, "index.html"),
		menu+`<title>The site</title><p>See <a href="/x">X</a> and <a href="http://t.test/">T</a>.</p>`)
	newFile(t, filepath.Join(dir, "b.html"), menu+`<p><a href="/c">C</a> <a href="/x" rel=nofollow>X</a></p>`)
	newFile(t, filepath.Join(dir, "c.html"), menu)
	newFile(t, filepath.Join(dir, "x.html"), menu+`<p>words</p>`)
	newFile(t, filepath.Join(dir, "urls.tsv"),
		"index.html\thttp://s.test/\nb.html\thttp://s.test/b\nc.html\thttp://s.test/c\nx.html\thttp://s.test/x\n")
	return []string{"CRAWL=" + dir, "EXTRACT=-urls '" + filepath.Join(dir, "urls.tsv") + "' -nofollow drop"}
}

// runIn runs a command in a folder with the tools.
func runIn(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("bash", "-o", "pipefail", "-c", command)
	cmd.Dir, cmd.Env = dir, withTools()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// TestCrawlNavigation: links of menus weigh BETA, all other links of links.t2 weigh 1, and the menus are a tree with titles.
func TestCrawlNavigation(t *testing.T) {
	t.Parallel()
	args, out := append(menuSite(t), "navigation", "crawl"), t.TempDir()
	chain(t, out, args...)
	const links = "undict -w 3 -columns src,dst,weight:f32 -at 1,2 urls.txt nav-weights.t3 | sed 's|http://||g' | sort"
	want := "s.test/b\ts.test/\t0\ns.test/b\ts.test/b\t0\ns.test/b\ts.test/c\t1\n" + // one of its two links is content
		"s.test/c\ts.test/\t0\ns.test/c\ts.test/b\t0\ns.test/c\ts.test/c\t0\n" +
		"s.test/\ts.test/\t0\ns.test/\ts.test/b\t0\ns.test/\ts.test/c\t0\ns.test/\ts.test/x\t1\ns.test/\tt.test/\t1\n" +
		"s.test/x\ts.test/\t0\ns.test/x\ts.test/b\t0\ns.test/x\ts.test/c\t0\n"
	sorted := runIn(t, out, "sort <<'EOF'\n"+want+"EOF")
	if got := runIn(t, out, links); got != sorted {
		t.Errorf("weights\n%s\nnot\n%s", got, sorted)
	}
	runIn(t, out, "tuples -check sorted=2,1 -check unique nav-weights.t3")
	wantText := "s.test: 4 pages crawled, 3 in the tree of menus, 1 that no menu reaches\n/  The site\n  /b\n  /c\n"
	if got := string(contents(t, filepath.Join(out, "sitemap.txt"))); got != wantText {
		t.Errorf("the tree is\n%s", got)
	}
	if n := bytes.Count(contents(t, filepath.Join(out, "sitemap.xml")), []byte("<url>")); n != 4 {
		t.Errorf("sitemap.xml has %d pages", n)
	}
	if page := string(contents(t, filepath.Join(out, "report.html"))); !strings.Contains(page, `<section id="navigation"`) ||
		strings.Contains(page, "no step of the chain writes a file") {
		t.Error("the report does not speak of navigation, or leaves out a file")
	}
	text := chain(t, out, append(args, "BETA=0.5")...)
	got := runIn(t, out, links)
	if got != strings.ReplaceAll(sorted, "\t0\n", "\t0.5\n") || strings.Contains(text, "$ link-groups") {
		t.Errorf("with BETA\n%s\n%s", got, text)
	}
	for _, beta := range []string{"-1", "1.5", "2", "1.01"} {
		text, err := crawlMake(t, out, append(args, "BETA="+beta)...)
		if err == nil || !strings.Contains(text, "BETA="+beta+" is not a number from 0 to 1") {
			t.Errorf("%v %s", err, text)
		}
	}
}

// menuArchive is an archive of three pages with a menu, without the page /, with a redirect and an error. The menu leads to /hub
// first.
func menuArchive(t *testing.T, host string) string {
	t.Helper()
	var b bytes.Buffer
	for i, r := range [][2]string{{"start", "200 OK"}, {"hub", "200 OK"}, {"b", "200 OK"}, {"m", "301 Moved"},
		{"gone", "404 Not Found"}} {
		answer := "HTTP/1.1 " + r[1] + "\r\nContent-Type: text/html\r\n"
		if r[0] == "m" {
			answer += "Location: /b\r\n"
		}
		answer += "\r\n<ul><li><a href=hub>H</a><li><a href=b>B</a><li><a href=m>M</a><li><a href=gone>G</a></ul><p>words"
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://%s/%s\r\n"+
			"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%d>\r\n"+
			"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n",
			host, r[0], i, len(answer), answer)
	}
	name := filepath.Join(t.TempDir(), "crawl.warc")
	newFile(t, name, b.String())
	return name
}

// TestCrawlFetchedTwice: a page that was fetched twice, with other links, is right input: nothing is incomplete.
func TestCrawlFetchedTwice(t *testing.T) {
	t.Parallel()
	crawl := filepath.Join(t.TempDir(), "crawl.warc")
	const html = "Content-Type: text/html\r\n"
	newFile(t, crawl, answered("http://a.test/", html, "<a href=x>some words <a href=news>news")+
		answered("http://a.test/x", html, "<a href=news>news")+
		answered("http://a.test/", html, "<a href=today>today <a href=x>some words"))
	out := t.TempDir()
	chain(t, out, "CRAWL="+crawl, "sitemap.jsonl")
	tree := string(contents(t, filepath.Join(out, "sitemap.txt")))
	if !strings.Contains(tree, "/news") || strings.Contains(tree, "/today") {
		t.Errorf("the links of the first time do not count:\n%s", tree)
	}
}

// TestCrawlMenusStale: the tree begins where the search does, sitemap.xml has pages alone, another K takes away no menus, ranks
// of another BETA do not stay beside a new report, and those of another crawl do not stay at all.
func TestCrawlMenusStale(t *testing.T) {
	t.Parallel()
	crawl, out := "CRAWL="+menuArchive(t, "s.test"), t.TempDir()
	chain(t, out, crawl, "navigation", "crawl", "BETA=0.5")
	if tree := string(contents(t, filepath.Join(out, "sitemap.txt"))); !strings.Contains(tree, "\n/start\n  /hub\n") {
		t.Errorf("the tree is\n%s", tree)
	}
	xml := string(contents(t, filepath.Join(out, "sitemap.xml")))
	if strings.Count(xml, "<url>") != 3 || strings.Contains(xml, "/m<") || strings.Contains(xml, "/gone<") {
		t.Errorf("sitemap.xml is\n%s", xml)
	}
	text := chain(t, out, crawl, "BETA=0.9", "ranks.t2")
	if !strings.Contains(text, "make: BETA=0.9 has an effect only on the goal navigation") || len(removals(text)) > 0 {
		t.Errorf("%s", text)
	}
	said := removals(chain(t, out, crawl, "K=9", "BETA=0.5", "kranks.t2"))
	if len(said) != 1 || said[0] != "make: removed, because K=100 is now K=9: tau.txt pages.parquet report.html; the next make makes them again" {
		t.Errorf("%q", said) // the menus do not depend on K
	}
	text = chain(t, out, crawl, "K=7", "SEED=http://s.test/hub", "TOP=3", "content.parquet", "content")
	if strings.Count(text, " has no effect on content.parquet content\n") != 3 {
		t.Errorf("%s", text)
	}
	text = chain(t, out, crawl, "K=7", "TOP=3", "content")
	if !strings.Contains(text, "make: K=7 has no effect on content\nmake: TOP=3 has no effect on content\n") {
		t.Errorf("%s", text)
	}
	said = removals(chain(t, out, crawl, "BETA=0.9"))
	const want = "make: removed, because BETA=0.5 is now BETA=0.9: nav-weights.t3 content-ranks.t2 content-tau.txt; " +
		"the next make navigation crawl makes them again"
	if len(said) != 1 || said[0] != want || slices.Contains(files(t, out), "content-tau.json") {
		t.Errorf("%q\n%v", said, files(t, out))
	}
	newFile(t, filepath.Join(out, "sitemap-1.xml"), "of a larger host")
	chain(t, out, "CRAWL="+menuArchive(t, "u.test"))
	for _, name := range files(t, out) {
		if strings.HasPrefix(name, "sitemap") || strings.HasPrefix(name, "nav") || strings.HasPrefix(name, "content") {
			t.Errorf("%s is of the crawl before", name)
		}
	}
}

// TestCrawlMenusOfNoPages: an answer without a HTTP head that can be read is no page of the sitemaps, an answer of a file is one.
func TestCrawlMenusOfNoPages(t *testing.T) {
	t.Parallel()
	crawl, out := filepath.Join(t.TempDir(), "crawl.warc"), t.TempDir()
	const menu = "<ul><li><a href=/>H</a><li><a href=/b>B</a><li><a href=/bad>X</a><li><a href=/c>C</a></ul><p>words"
	var all strings.Builder
	for _, path := range []string{"", "b", "c"} {
		all.WriteString(answered("http://s.test/"+path, "Content-Type: text/html\r\n", menu))
	}
	const large, length = "HTTP/1.1 99999999999 OK", "Content-Length: "
	bad := answered("http://s.test/bad", "Content-Type: text/html\r\n", menu)
	at, size := strings.Index(bad, length)+len(length), 0
	fmt.Sscan(bad[at:], &size)
	bad = strings.Replace(bad, length+strconv.Itoa(size), length+strconv.Itoa(size+len(large)-len("HTTP/1.1 200 OK")), 1)
	all.WriteString(strings.Replace(bad, "HTTP/1.1 200 OK", large, 1))
	newFile(t, crawl, all.String())
	chain(t, out, "CRAWL="+crawl, "sitemap.jsonl")
	xml := string(contents(t, filepath.Join(out, "sitemap.xml")))
	tree := string(contents(t, filepath.Join(out, "sitemap.txt")))
	if strings.Count(xml, "<url>") != 3 || strings.Contains(xml, "/bad<") ||
		!strings.HasPrefix(tree, "s.test: 3 pages crawled, ") {
		t.Errorf("sitemap.xml is\n%s\nthe tree is\n%s", xml, tree)
	}
}
