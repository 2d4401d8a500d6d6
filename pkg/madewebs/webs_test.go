package madewebs

import (
	"bytes"
	"context"
	"crypto/tls"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestFlat: a crawl of a flat web finds exactly its pages, each of the size that was asked for.
func TestFlat(t *testing.T) {
	for _, pages := range []int{1, 2, 3, 101, 301} {
		web := Flat(pages, 9000)
		s := serve(t, web, Options{})
		seed := "http://flat.example/"
		got := crawl(t, s, seed, pages+1)
		want := slices.Sorted(web.Reachable(seed))
		same(t, got, want)
		if len(got) != pages {
			t.Errorf("%d pages can be reached, want %d", len(got), pages)
		}
		c := client(t, s)
		for _, u := range got {
			if resp, body := get(t, c, u); resp.StatusCode != 200 || len(body) != 9000 || resp.ContentLength != 9000 {
				t.Fatalf("%s: status %d, %d bytes", u, resp.StatusCode, len(body))
			}
		}
	}
}

// TestFlatPages: pages are those that were asked for, whatever their number, and differ.
func TestFlatPages(t *testing.T) {
	web := Flat(5001, 29_000)
	a, b := string(web.appendPage(nil, 1)), string(web.appendPage(nil, 2))
	if len(a) != 29_000 || a == b || a != string(web.appendPage(nil, 1)) {
		t.Error("pages are not of one size, not different, or not the same again")
	}
	if n := strings.Count(a, "<a class"); n != linksPerPage {
		t.Errorf("page 1 has %d links", n)
	}
	if got := len(Big(242_000).appendPage(nil, 7)); got != 242_000 {
		t.Error(size(got))
	}
	s := serve(t, web, Options{})
	c := client(t, s)
	for _, path := range []string{"/robots.txt", "/p0.html", "/p5001.html", "/p01.html", "/p-1.html", "/p1", "/p1.html?x",
		"/p99999999999999999999.html", "//", "/in-a-script.html", "/in-a-comment.html"} {
		if resp, _ := get(t, c, "http://any.example"+path); resp.StatusCode != 404 {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
}

// TestFiller: the prepared text is of blocks that are whole HTML each.
func TestFiller(t *testing.T) {
	text := filler()
	if len(text) != blocks*blockBytes {
		t.Fatal(size(len(text)))
	}
	for len(text) > 0 {
		b := string(text[:blockBytes])
		if !strings.HasPrefix(b, "<p>") || !strings.Contains(b, "</p>\n") ||
			strings.Count(b, "<b>") != strings.Count(b, "</b>") || strings.Count(b, "<p") != 1 ||
			strings.Count(b, "&") != strings.Count(b, "&amp;") {
			t.Fatalf("a block is no paragraph: %q", b)
		}
		text = text[blockBytes:]
	}
}

// TestHosts: a crawl that reads pages and robots.txt requests just the URLs that the graph says, each once.
func TestHosts(t *testing.T) {
	for _, tc := range []struct{ hosts, pages int }{{1, 1}, {1, 500}, {40, 600}, {100, 100}} {
		web := Hosts(tc.hosts, tc.pages)
		s := serve(t, web, Options{})
		want := slices.Sorted(web.Reachable(web.Seed()))
		same(t, crawl(t, s, web.Seed(), len(want)+1), want)
		if got := len(slices.Compact(slices.Clone(want))); got != len(want) {
			t.Errorf("%d URLs are reached twice", len(want)-got)
		}
	}
}

// TestHostsReachable: the oracle says the same of http and https, and nothing of what is no URL of the web.
func TestHostsReachable(t *testing.T) {
	web := Hosts(20, 300)
	plain := slices.Collect(web.Reachable("http://h0.example/"))
	secure := slices.Collect(web.Reachable("https://h0.example/"))
	for i, u := range secure {
		if "https"+strings.TrimPrefix(plain[i], "http") != u {
			t.Fatal(plain[i], u)
		}
	}
	for _, seed := range []string{"", "http://h20.example/", "http://h1.example/p1.html", "http://x.example/",
		"http://h01.example/"} {
		if n := len(slices.Collect(web.Reachable(seed))); n != 0 {
			t.Errorf("%q reaches %d URLs", seed, n)
		}
	}
	for range web.Reachable("http://h0.example/") {
		break // an iteration may end early
	}
}

// TestHostsStatus: the server answers each URL of the web with the status that Status says, and all kinds occur.
func TestHostsStatus(t *testing.T) {
	web := Hosts(30, 900)
	web.Bytes = 4096
	s := serve(t, web, Options{})
	c := client(t, s)
	kinds, all := map[int]int{}, map[string]bool{}
	for u := range web.URLs() {
		resp, body := get(t, c, u)
		if resp.StatusCode != web.Status(u) {
			t.Fatalf("%s: status %d, want %d", u, resp.StatusCode, web.Status(u))
		}
		if resp.StatusCode == 200 && len(body) < 4096 {
			t.Errorf("%s: %s", u, size(len(body)))
		}
		kinds[resp.StatusCode]++
		if all[u] {
			t.Fatal("twice: ", u)
		}
		all[u] = true
	}
	if n := slices.Sorted(maps.Keys(kinds)); !slices.Equal(n, []int{200, 301, 302, 307, 308, 404}) {
		t.Errorf("the statuses are %v", kinds)
	}
	for u := range web.Reachable(web.Seed()) {
		if !all[u] {
			t.Fatal("reached, but none of the URLs of the web: ", u)
		}
	}
	for _, u := range []string{"http://h0.example/d1/p0.html", "http://h0.example/d0/p01.html", "http://h0.example/?print=1",
		"http://h0.example/d3/p3.html?print=2", "http://h30.example/", "http://g0.example/", "http://h0.example/private/p1.html",
		"http://h0.example/d1/p99999.html", "http://h0.example/rules/robots.txt"} {
		if resp, _ := get(t, c, u); resp.StatusCode != 404 {
			t.Errorf("%s: status %d", u, resp.StatusCode)
		}
	}
}

// TestHostsSizes: the hosts have about as many pages as was asked for, also where there are ten million.
func TestHostsSizes(t *testing.T) {
	for _, tc := range []struct{ hosts, pages int }{{1000, 100_000}, {100_000, 10_000_000}} {
		web, sum := Hosts(tc.hosts, tc.pages), 0
		classes := map[rules]int{}
		for h := range tc.hosts {
			sum += web.Size(h)
			classes[rulesOf(h)]++
		}
		if sum < tc.pages*9/10 || sum > tc.pages*11/10 {
			t.Errorf("%d pages in all, want %d", sum, tc.pages)
		}
		if len(classes) != 6 {
			t.Errorf("the classes of rules are %v", classes)
		}
	}
	far := Hosts(100_000, 10_000_000)
	if s, ok := far.parse("http://h99999.example/d1/p15.html"); !ok || !far.there(s) {
		t.Error("the last host has no page 15")
	}
}

// TestHostsSecure: with TLS all links and redirects stay https.
func TestHostsSecure(t *testing.T) {
	web := Hosts(10, 60)
	s := serve(t, web, Options{TLS: true})
	c := client(t, s)
	c.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: s.Roots()}
	for u := range web.Reachable("https://h0.example/") {
		_, body := get(t, c, u)
		if bytes.Contains(body, []byte("http://")) {
			t.Errorf("%s has a link to http", u)
		}
	}
	if len(s.Certificate()) == 0 || !strings.HasPrefix(s.URL(), "https://127.0.0.1:") {
		t.Error("no certificate, or no https: ", s.URL())
	}
}

// TestWide: pages link to new URLs only, and a crawl of all pages finds each once.
func TestWide(t *testing.T) {
	for _, hosts := range []int{1, 7} {
		web := Wide(2501, hosts)
		s := serve(t, web, Options{})
		same(t, crawl(t, s, web.Seed(), 2502), slices.Sorted(web.Reachable(web.Seed())))
		c := client(t, s)
		if resp, _ := get(t, c, strings.TrimSuffix(web.URL(1), "1")+"2501"); resp.StatusCode != 404 {
			t.Error("a page behind the last one is there")
		}
		if hosts > 1 {
			if resp, _ := get(t, c, "http://w0.example/1"); resp.StatusCode != 404 {
				t.Error("a page is on two hosts")
			}
		}
	}
	if n := strings.Count(string(Wide(10_000_000, 1000).appendPage(nil, 3)), "<a href=\"//w"); n != 1000 {
		t.Errorf("%d links", n)
	}
}

// folder is a small site under /docs/.
func folder(t *testing.T) *Static {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"site/index.html": "home", "site/a.html": "a", "site/sub/index.html": "sub", "site/empty/x.css": "x",
		"site/page.html.en": "en", "site/data": "?", "secret.html": "secret",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"in.html": "a.html", "out.html": "../secret.html"} {
		if err := os.Symlink(to, filepath.Join(dir, "site", link)); err != nil {
			t.Fatal(err)
		}
	}
	web, err := Folder(filepath.Join(dir, "site"), "/docs/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

// TestTopics: all pages can be reached, one of twelve is relevant, and of the links of those that are half lead to others.
func TestTopics(t *testing.T) {
	web := Topics(601, 7)
	s := serve(t, web, Options{})
	same(t, crawl(t, s, web.Seed(), 602), slices.Sorted(web.Reachable(web.Seed())))
	relevant, links, inside := 0, 0, 0
	for n := range web.pages {
		if !web.Relevant(web.URL(n)) {
			continue
		}
		relevant++
		for to := range web.links(n) {
			links++
			if web.Relevant(web.URL(to)) {
				inside++
			}
		}
	}
	if relevant != web.pages/topics || 10*inside < 3*links || 10*inside > 6*links {
		t.Errorf("%d pages are relevant; %d of their %d links lead to others", relevant, inside, links)
	}
	if web.Relevant(web.Seed()) || web.Relevant("http://t0.example/none") {
		t.Error("the seed or no page is relevant")
	}
	if resp, _ := get(t, client(t, s), "http://t1.example/0"); resp.StatusCode != 404 {
		t.Errorf("another host: status %d", resp.StatusCode)
	}
}

// TestFolder: files are served with their types, folders by index.html, and nothing from outside.
func TestFolder(t *testing.T) {
	web := folder(t)
	c := client(t, serve(t, web, Options{}))
	for _, tc := range []struct {
		path   string
		status int
		kind   string
		text   string // or where a redirect leads
	}{
		{"/docs/", 200, "text/html", "home"},
		{"/docs/index.html", 200, "text/html", "home"},
		{"/docs/a.html", 200, "text/html", "a"},
		{"/docs/a.html?q=1", 200, "text/html", "a"},
		{"/docs/in.html", 200, "text/html", "a"},
		{"/docs/out.html", 404, "", ""},
		{"/docs/sub/", 200, "text/html", "sub"},
		{"/docs/sub", 301, "", "/docs/sub/"},
		{"/docs/empty/", 404, "", ""},
		{"/docs/empty/x.css", 200, "text/css", "x"},
		{"/docs/page.html.en", 200, "text/html", "en"},
		{"/docs/data", 200, "application/octet-stream", "?"},
		{"/docs/a.html/", 404, "", ""},
		{"/docs/../secret.html", 404, "", ""},
		{"/docs/..%2fsecret.html", 404, "", ""},
		{"/docs/%2e%2e/secret.html", 404, "", ""},
		{"/docs/x%00", 404, "", ""},
		{"/docs", 404, "", ""},
		{"/", 404, "", ""},
	} {
		resp, body := get(t, c, "http://files.example"+tc.path)
		if resp.StatusCode != tc.status || tc.kind != "" && resp.Header.Get("Content-Type") != tc.kind {
			t.Errorf("%s: status %d, type %s", tc.path, resp.StatusCode, resp.Header.Get("Content-Type"))
		}
		text := string(body)
		if tc.status == 301 {
			text = resp.Header.Get("Location")
		}
		if tc.status != 404 && text != tc.text {
			t.Errorf("%s: %q, want %q", tc.path, text, tc.text)
		}
	}
	if _, err := Folder(filepath.Join(t.TempDir(), "none"), ""); err == nil {
		t.Error("a folder that is not there is served")
	}
}

// TestFolderConditional: what has not changed is answered by 304.
func TestFolderConditional(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.html"), []byte("a"), 0o666); err != nil {
		t.Fatal(err)
	}
	web, err := Folder(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	c := client(t, serve(t, web, Options{}))
	resp, _ := get(t, c, "http://files.example/a.html")
	req, _ := http.NewRequest("GET", "http://files.example/a.html", nil)
	req.Header.Set("If-Modified-Since", resp.Header.Get("Last-Modified"))
	again, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if again.StatusCode != 304 {
		t.Error("status ", again.StatusCode)
	}
}

// TestLog: the log has a line for each request, whole when the answer is there.
func TestLog(t *testing.T) {
	var mu sync.Mutex
	var log bytes.Buffer
	s := serve(t, Flat(10, 3000), Options{Log: writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return log.Write(p)
	})})
	c := client(t, s)
	get(t, c, "http://a.example/p1.html")
	get(t, c, "http://b.example/none?x=1")
	s.Close()
	lines := strings.Split(log.String(), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "GET\ta.example\t/p1.html\t200\t") ||
		!strings.HasPrefix(lines[1], "GET\tb.example\t/none?x=1\t404\t") || strings.Count(lines[0], "\t") != 5 {
		t.Errorf("the log is %q", lines)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestClose: Close ends answers that would go on, and waits for them.
func TestClose(t *testing.T) {
	var begun, ended atomic.Int32
	here := make(chan bool)
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun.Add(1)
		close(here)
		<-r.Context().Done()
		time.Sleep(20 * time.Millisecond)
		ended.Add(1)
	}), Options{})
	c := client(t, s)
	go c.Get("http://a.example/")
	<-here
	s.Close()
	if begun.Load() != 1 || ended.Load() != 1 {
		t.Error("an answer goes on after Close")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, "GET", s.URL(), nil)
	if _, err := c.Do(req); err == nil {
		t.Error("the server answers after Close")
	}
}
