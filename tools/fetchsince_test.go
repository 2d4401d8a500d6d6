package tools_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestFetchSince: what was cut off is asked for again as if it was new, and what is no page has its own outcome, also if the
// server says that it has not changed.
func TestFetchSince(t *testing.T) {
	t.Parallel()
	server, later := changing(t)
	dir := t.TempDir()
	crawl := func(state, flags string) map[string]string {
		if said, code := fetchSaid(t, dir, server.URL, "-types all -feeds -state "+state+" "+flags+" /"); code != 0 {
			t.Fatalf("%d, %s", code, said)
		}
		outcomes := map[string]string{}
		for _, l := range logLines(t, filepath.Join(dir, state)) {
			outcomes[strings.TrimPrefix(l.URL, server.URL)] = l.Outcome
		}
		return outcomes
	}
	first := crawl("first", "-max-body 50K")
	later.Store(true)
	second := crawl("second", "-obey noindex -since first")
	third := crawl("third", "-since first/crawl.cdxj,second/crawl.cdxj")
	want := map[string]string{"/": "ok", "/long": "truncated", "/cut": "truncated", "/feed": "feed", "/file": "type",
		"/noindex": "ok"}
	if !maps.Equal(first, want) {
		t.Errorf("first %v", first)
	}
	want["/"], want["/long"], want["/cut"], want["/deep"], want["/noindex"] = "unchanged", "ok", "ok", "ok", "noindex"
	if !maps.Equal(second, want) {
		t.Errorf("second %v", second)
	}
	want["/long"], want["/cut"], want["/deep"], want["/noindex"] = "unchanged", "unchanged", "unchanged", "unchanged"
	if !maps.Equal(third, want) {
		t.Errorf("third %v", third)
	}
	index := string(contents(t, filepath.Join(dir, "third", "crawl.cdxj")))
	if n := strings.Count(index, "warc/revisit"); n != len(want) {
		t.Errorf("%d revisits of %d in the index:\n%s", n, len(want), index)
	}
}

// TestFetchSinceHead: an answer with an equal body and another type, or other directives, is another one.
func TestFetchSinceHead(t *testing.T) {
	t.Parallel()
	var later atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/type" && later.Load():
			w.Header().Set("Content-Type", "text/html; charset=gbk")
		case r.URL.Path == "/refresh" && later.Load():
			w.Header().Set("Refresh", "0; url=/new")
		case r.URL.Path == "/robots" && !later.Load():
			w.Header().Set("X-Robots-Tag", "nofollow")
		}
		fmt.Fprint(w, "<a href='/type?{id}'></a><a href=/type>\xd6\xd0</a><a href=/refresh>b</a><a href=/robots>c</a>")
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	for _, args := range []string{"-state first /", "-state second -since first /"} {
		if said, code := fetchSaid(t, dir, server.URL, args); code != 0 {
			t.Fatalf("%d, %s", code, said)
		}
		later.Store(true)
	}
	want := map[string]string{"/": "unchanged", "/type": "ok", "/type?{id}": "ok",
		"/refresh": "ok", "/robots": "ok", "/new": "ok"}
	got := map[string]string{}
	for _, l := range logLines(t, filepath.Join(dir, "second")) {
		got[strings.TrimPrefix(l.URL, server.URL)] = l.Outcome
	}
	if !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// changing serves pages that do not change. Until later, the body of one is cut off.
func changing(t *testing.T) (server *httptest.Server, later *atomic.Bool) {
	long := "<title>long</title>" + strings.Repeat("x ", 100_000) + "<a href=/deep>deep</a>"
	answers := map[string][2]string{
		"/":        {"text/html", "<a href=/long>a</a><a href=/cut>b</a><a href=/feed>c</a><a href=/file>d</a><a href=/noindex>e</a>"},
		"/long":    {"text/html", long},
		"/cut":     {"text/html", long},
		"/deep":    {"text/html", "deep"},
		"/feed":    {"application/rss+xml", "<rss><channel><item><link>http://x.test/</link></item></channel></rss>"},
		"/file":    {"application/pdf", "%PDF"},
		"/noindex": {"text/html", "<meta name=robots content=noindex>"},
	}
	later = new(atomic.Bool)
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, ok := answers[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", a[0])
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(a[1])))
		if r.URL.Path == "/cut" && !later.Load() {
			a[1] = a[1][:1000]
		}
		fmt.Fprint(w, a[1])
	}))
	t.Cleanup(server.Close)
	return server, later
}
