package units

import (
	"slices"
	"testing"
)

// sistersOf are the sisters that a page links to, each once.
func sistersOf(t *testing.T, s Scope, url, body string) (list []string) {
	r := NewReader(Thesis)
	if _, ok := r.Read([]byte(body), "text/html"); !ok {
		t.Fatal("not read")
	}
	r.Sisters([]byte(url), s, func(sister []byte) {
		if !slices.Contains(list, string(sister)) {
			list = append(list, string(sister))
		}
	})
	return list
}

// TestChecklistLinks: the links of section 5: a and frame, the base, equal paths, the scopes, the page itself and fragments
// (errors 4 to 6).
func TestChecklistLinks(t *testing.T) {
	const links = `<a href=c.html>x</a><a href=c.html#x></a><a href="/a/d.html?q=1/2"></a><a href=../e.html></a>` +
		`<a href=sub/f.html></a><a href=b.html></a><a href=http://g/a/z.html></a><img src=i.html><link href=k.html>`
	dir := []string{"http://h/a/c.html", "http://h/a/d.html?q=1/2"}
	subtree := append(slices.Clone(dir), "http://h/a/sub/f.html")
	for _, c := range []struct {
		scope Scope
		body  string
		want  []string
	}{
		{Dir, links, dir}, {Subtree, links, subtree},
		{Host, links, []string{"http://h/a/c.html", "http://h/a/d.html?q=1/2", "http://h/e.html", "http://h/a/sub/f.html"}},
		{Dir, `<base target=_blank href="http://h/a/sub/">` + links, []string{"http://h/a/d.html?q=1/2", "http://h/a/e.html"}},
		{Subtree, `<base href="http://h/a/sub/"><a href=c.html></a>`, []string{"http://h/a/sub/c.html"}},
		{Dir, `<base target="http://h/a/sub/"><a href=c.html></a>`, []string{"http://h/a/c.html"}},
		{Dir, `<frameset><frame src=nav.html><frame src=/x.html></frameset>`, []string{"http://h/a/nav.html"}},
		{Dir, `<a href=b.html#top>only itself</a>`, nil},
	} {
		if got := sistersOf(t, c.scope, "http://h/a/b.html", c.body); !slices.Equal(got, c.want) {
			t.Errorf("%d %s\n%q, not\n%q", c.scope, c.body, got, c.want)
		}
	}
}

// TestPathOf: slashes of the query and of the fragment are no part of the path.
func TestPathOf(t *testing.T) {
	for url, want := range map[string]string{
		"http://h/a/b.html": "http://h/a/", "http://h/": "http://h/", "http://h/a/?x=/y/z": "http://h/a/",
		"http://h/a/b?q#/": "http://h/a/",
	} {
		if got := string(PathOf([]byte(url))); got != want {
			t.Errorf("%s: %s, not %s", url, got, want)
		}
	}
}
