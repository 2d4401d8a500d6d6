package crawl

import (
	"net/netip"
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// answered is what a reader finds in a page, and the links to follow, with blanks between them.
func answered(opt Reading, url, contentType, body string) (a answer, list string) {
	opt.Kinds, opt.MaxBody, opt.MaxLinks = page.ToPages, 1<<20, 100
	r := newPageReader(&opt, 1<<20, &scope.Scope{Kind: scope.All}, 1)
	a = r.read([]byte(url), 1, 0, &exchange.Response{Status: 200, Body: []byte(body),
		Fields: []exchange.Field{{Name: []byte("Content-Type"), Value: []byte(contentType)}}})
	var all []string
	for _, l := range a.links {
		all = append(all, string(l.url))
	}
	return a, strings.Join(all, " ")
}

// TestChecklistHrefs: which references are followed by Listing 3.1 of Bumüller 2019, 3.1.4.
func TestChecklistHrefs(t *testing.T) {
	for _, ref := range []string{"/x", "//cdn.a.de/x", "../up.html", "./same", "page.html", "index.php?id=5", "über.html",
		"http://a/"} {
		if !followed([]byte(ref)) {
			t.Errorf("%q is not followed", ref)
		}
	}
	for _, ref := range []string{"", "#top", "?id=3", "mailto:a@b.de", "javascript:void(0)", "HTTP://A.DE/", "~mueller/",
		"%7Emueller/", "wiki/Datei:Foo", "page.html?t=12:30", "ftp://a.de/x"} {
		if followed([]byte(ref)) {
			t.Errorf("%q is followed", ref)
		}
	}
	const body = `<a href=a.html><a href="~b/"><a href="?c">`
	all := "http://a.de/?c http://a.de/a.html http://a.de/~b/"
	for hrefs, want := range map[bool]string{true: "http://a.de/a.html", false: all} {
		if _, got := answered(Reading{Hrefs: hrefs}, "http://a.de/", "text/html", body); got != want {
			t.Errorf("%v: %s", hrefs, got)
		}
	}
}

// TestChecklistBare: "params, query, fragment dropped" (Bumüller 2019, 3.1.4), and the base is ignored.
func TestChecklistBare(t *testing.T) {
	const base = "http://www.uni-x.de/a/b.html"
	for ref, want := range map[string]string{
		"c.html": "http://www.uni-x.de/a/c.html", "../c.html?id=3#t": "http://www.uni-x.de/c.html",
		"/d;v=1": "http://www.uni-x.de/d", "//inf.uni-x.de/e": "http://inf.uni-x.de/e",
		"/f;v=1/g": "http://www.uni-x.de/f;v=1/g",
	} {
		body := `<base href="http://www.uni-x.de/else/"><a href="` + ref + `">`
		if _, got := answered(Reading{Bare: true, NoBase: true}, base, "text/html", body); got != want {
			t.Errorf("%s: %s, not %s", ref, got, want)
		}
	}
	_, got := answered(Reading{}, base, "text/html", `<base href=/else/><a href="c.html?d">`)
	if got != "http://www.uni-x.de/else/c.html?d" {
		t.Error(got)
	}
}

// TestChecklistDoctype: what is a page by its type and its doctype (Bumüller 2019, 3.1.2.2).
func TestChecklistDoctype(t *testing.T) {
	for _, c := range []struct {
		contentType, body string
		want              bool
	}{
		{"text/html; charset=utf-8", "<p>a", true},
		{"text/plain", "<!DOCTYPE html><p>a", true},
		{"text/plain", "<p>a", false},
		{"application/xhtml+xml", "<!DOCTYPE html><html/>", false},
		{"", "<!DOCTYPE html><p>a", false},
	} {
		a, _ := answered(Reading{Doctype: true}, "http://a.de/", c.contentType, c.body)
		if got := a.outcome == crawllog.OK && a.kept; got != c.want {
			t.Errorf("%q, %s: %s", c.contentType, c.body, a.outcome)
		}
	}
}

// TestChecklistObey: noindex and nofollow of a page (Nitsche 2003, 4.3.2.3.7), each if it is obeyed.
func TestChecklistObey(t *testing.T) {
	for _, c := range []struct {
		content       string
		index, follow bool
		kept          bool
		links         string
	}{
		{"NOINDEX", true, true, false, "http://a.de/b"},
		{"NOFOLLOW", true, true, true, ""},
		{"noindex, nofollow", true, true, false, ""},
		{"none", true, true, false, ""},
		{"noindex, nofollow", true, false, false, "http://a.de/b"},
		{"noindex, nofollow", false, true, true, ""},
		{"noindex, nofollow", false, false, true, "http://a.de/b"},
		{"index, follow", true, true, true, "http://a.de/b"},
	} {
		a, links := answered(Reading{NoIndex: c.index, NoFollow: c.follow}, "http://a.de/", "text/html",
			`<meta name=ROBOTS content="`+c.content+`"><a href=b>`)
		if a.kept != c.kept || links != c.links || (a.outcome == crawllog.NoIndex) == c.kept {
			t.Errorf("%+v: kept %v, %s, links %q", c, a.kept, a.outcome, links)
		}
	}
}

// TestChecklistCopies: the three levels of copies (Nitsche 2003, 4.3.2.3.8): the address of the host and the path, the URL, the
// content.
func TestChecklistCopies(t *testing.T) {
	room := work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS}
	f, err := frontier.New(frontier.Options{Strategy: frontier.BreadthFirst, Room: room})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c := copies{seen: f.NewSet()}
	one, two := netip.MustParseAddr("10.0.0.1"), netip.MustParseAddr("10.0.0.2")
	for _, p := range []struct {
		url     string
		address netip.Addr
		digest  string
		want    string
	}{
		{"http://a.de/x/", one, "1", ""},
		{"http://alias.de/x/", one, "2", byAddress},
		{"http://www.a.de/x/index.html", two, "3", byPath},
		{"https://a.de/x?PHPSESSID=1", two, "4", byPath},
		{"http://mirror.de/y", two, "1", byContent},
		{"http://mirror.de/z", two, "5", ""},
		{"http://mirror.de/a", two, "", ""},
		{"http://mirror.de/b", two, "", ""},
	} {
		if got := c.of([]byte(p.url), p.address, p.digest); got != p.want {
			t.Errorf("%s: %q, not %q", p.url, got, p.want)
		}
	}
}

// TestChecklistRobotsCharset: robots.txt is in the encoding of its header, or in UTF-8; one that is not forbids all (Bumüller
// 2019, 3.1.2.1).
func TestChecklistRobotsCharset(t *testing.T) {
	for _, c := range []struct {
		contentType, path string // the path of a Disallow
		denied, open      string // paths that are forbidden, and allowed
	}{
		{"text/plain", "/\xc3\xa4", "/%C3%A4", "/b"},
		{"text/plain; charset=latin1", "/\xe4", "/%C3%A4", "/b"},
		{"text/plain; charset=koi8-r", "/\xc6", "/%D1%84", "/b"},
		{"text/plain; charset=no-such", "/\xc3\xa4", "/%C3%A4", "/b"},
		{"text/plain; charset=utf-8", "/\xe4", "/b", ""},
		{"text/plain; charset=no-such", "/\xe4", "/b", ""},
		{"", "/\xe4", "/b", ""},
		{"text/plain; charset=koi8-r", strings.Repeat("/\xc6", robotsBytes/2), "", "/b"}, // cut off
		{"", strings.Repeat("/\xc3\xa4", robotsBytes/3), "", "/b"},
	} {
		h := &warc.HTTP{Header: warc.Header([]exchange.Field{{Name: []byte("Content-Type"), Value: []byte(c.contentType)}}),
			Body: []byte("User-agent: *\nDisallow: " + c.path)}
		h.Body = h.Body[:min(len(h.Body), robotsBytes)]
		rules := (&Obedience{Law: Thesis, Product: "webmill"}).parse(h)
		if c.denied != "" && rules.Allowed([]byte(c.denied)) || c.open != "" && !rules.Allowed([]byte(c.open)) {
			t.Errorf("%q in %s: %s allowed %v, %s allowed %v", c.path[:min(9, len(c.path))], c.contentType, c.denied,
				rules.Allowed([]byte(c.denied)), c.open, rules.Allowed([]byte(c.open)))
		}
	}
}

// TestChecklistRobotsStatus: what the status of robots.txt means (Bumüller 2019, 3.1.2.1), and what RFC 9309 makes of it.
func TestChecklistRobotsStatus(t *testing.T) {
	for status, want := range map[int]struct{ thesis, rfc, known bool }{
		401: {false, true, true}, 403: {false, true, true}, 404: {true, true, true}, 410: {true, true, true},
		429: {false, false, false}, 503: {false, false, false}, 301: {true, true, true},
	} {
		for law, allowed := range map[Law]bool{Thesis: want.thesis, RFC: want.rfc} {
			rules, known := (&Obedience{Law: law}).ofStatus(status)
			if got := rules.Allowed([]byte("/a")); got != allowed || known != want.known {
				t.Errorf("%d by %s: %v, known %v", status, law, got, known)
			}
		}
	}
}
