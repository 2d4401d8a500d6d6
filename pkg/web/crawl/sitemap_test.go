package crawl

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
)

// TestLists: the URLs of sitemaps and feeds.
func TestLists(t *testing.T) {
	for _, c := range []struct{ body, kind, want string }{
		{`<?xml version="1.0"?><!-- <loc>no</loc> --><urlset xmlns="x"><url><loc>http://a/?x=1&amp;y=&#50;</loc></url><url><loc>
 http://a/2 </loc></url></urlset>`, "sitemap", "http://a/?x=1&y=2 http://a/2"},
		{`<sm:sitemapindex xmlns:sm="x"><sm:sitemap><sm:loc><![CDATA[http://a/s.xml.gz]]></sm:loc></sm:sitemap>`, "sitemap",
			"http://a/s.xml.gz"},
		{`<rss><channel><link>http://a/</link><item><link>http://a/1</link><guid>x</guid></item></channel></rss>`, "feed",
			"http://a/ http://a/1"},
		{`<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="http://a/f"/><entry><link href='/e'/></entry></feed>`, "feed", "http://a/f /e"},
		{`<feed><link rel="self" href=""/><link href="/1"/><link>  </link><link> /2 </link></feed>`, "feed", "/1 /2"},
		{`<urlset><loc><![CDATA[ ]]></loc><loc>http://a/1</loc></urlset>`, "sitemap", "http://a/1"},
		{`<html><loc>http://a/</loc></html>`, "", ""},
		{`<urlset><loc>`, "sitemap", ""},
		{`<urlset><url><loc>http://a/1</loc><image:image><image:loc>http://a/i</image:loc></image:image></url></urlset>`, "sitemap",
			"http://a/1"},
		{`<s:urlset><s:url><s:loc>http://a/1</s:loc><loc>http://a/no</loc></s:url></s:urlset>`, "sitemap", "http://a/1"},
		{"http://a/1\r\n\n https://a/2 \nhttp://a/3", "sitemap", "http://a/1 https://a/2 http://a/3"},
		{"http://a/1\nand more", "", ""}, {"http://a/1 is a URL", "", ""}, {"\n", "", ""},
		{`<urlset><loc></loc><loc>http://a/&amp</loc>`, "sitemap", "http://a/&amp"},
	} {
		var got []string
		kind, loc := listKind([]byte(c.body))
		if kind != c.kind {
			t.Errorf("%s: %q", c.body, kind)
		}
		if c.kind == "" {
			continue
		}
		listLinks([]byte(c.body), c.kind, loc, 10, func(ref []byte) { got = append(got, string(ref)) })
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %s", c.body, got, c.want)
		}
	}
}

// TestListNotWhole: the log says of a list which part of it was not read.
func TestListNotWhole(t *testing.T) {
	sitemap := func(n, size int) []byte {
		text := []byte("<urlset>")
		for i := range n {
			text = fmt.Appendf(text, "<loc>http://a.example/%0*d</loc>", size-len("http://a.example/"), i)
		}
		return append(text, "</urlset>"...)
	}
	packed := new(bytes.Buffer)
	w := gzip.NewWriter(packed)
	w.Write(sitemap(20_000, 50))
	w.Close()
	for name, c := range map[string]struct {
		body      []byte
		truncated string
		links     int
		why       string
	}{
		"whole":      {sitemap(50_000, 40), "", 50_000, ""},
		"many":       {sitemap(50_001, 40), "", 50_000, crawllog.MoreLinks},
		"long URLs":  {sitemap(50_000, 100), "", 41_944, crawllog.MoreLinks},
		"packed":     {packed.Bytes(), "", 20_000, ""},
		"packed cut": {packed.Bytes()[:packed.Len()/2], "", -1, "the coding of the body is damaged"},
		"cut":        {sitemap(10, 40), "length", 10, "the body is longer than allowed"},
		"slow":       {sitemap(10, 40), "time", 10, "the body came too slowly"},
	} {
		r := newPageReader(&Reading{Sitemaps: true, MaxBody: 10 << 20}, 1<<20, &scope.Scope{Kind: scope.All}, 1)
		a := r.read([]byte("http://a.example/s.xml"), 1, 0, &exchange.Response{Status: 200, Body: c.body, Truncated: c.truncated,
			Fields: []exchange.Field{{Name: []byte("Content-Type"), Value: []byte("text/xml")}}})
		if a.outcome != crawllog.Sitemap || a.why != c.why || len(a.links) != c.links && c.links >= 0 || len(a.links) == 0 {
			t.Errorf("%s: %s, %q, %d links", name, a.outcome, a.why, len(a.links))
		}
	}
}

// TestListCharsets: a sitemap may be in another encoding and of another type, and text.
func TestListCharsets(t *testing.T) {
	const text = "<?xml version='1.0' encoding='%s'?><urlset><loc>http://a.example/\u00e9</loc></urlset>"
	wide := []byte("\xff\xfe")
	for _, c := range fmt.Sprintf(text, "UTF-16") {
		wide = append(wide, byte(c), 0)
	}
	latin := bytes.ReplaceAll(fmt.Appendf(nil, text, "iso-8859-1"), []byte("\u00e9"), []byte("\xe9"))
	for _, c := range []struct{ mime, body string }{
		{"text/xml", string(latin)}, {"application/xml", string(wide)}, {"text/html", fmt.Sprintf(text, "utf-8")},
		{"application/octet-stream", fmt.Sprintf(text, "utf-8")}, {"text/plain", "\ufeffhttp://a.example/\u00e9\n"},
	} {
		r := newPageReader(&Reading{Sitemaps: true, MaxBody: 1 << 20}, 1<<20, &scope.Scope{Kind: scope.All}, 1)
		a := r.read([]byte("http://a.example/s"), 1, 0, &exchange.Response{Status: 200, Body: []byte(c.body),
			Fields: []exchange.Field{{Name: []byte("Content-Type"), Value: []byte(c.mime)}}})
		if a.outcome != crawllog.Sitemap || len(a.links) != 1 || string(a.links[0].url) != "http://a.example/%C3%A9" {
			t.Errorf("%s: %s, %d links", c.mime, a.outcome, len(a.links))
		}
	}
}

// TestRefresh: the field Refresh of a head is a link like a meta element, relative to the page.
func TestRefresh(t *testing.T) {
	for kinds, want := range map[page.Kinds]int{page.ToPages: 1, page.ToPages.With(page.Meta) ^ 1<<page.Meta: 0} {
		r := newPageReader(&Reading{MaxBody: 1 << 20, MaxLinks: 9, Kinds: kinds}, 1<<20, &scope.Scope{Kind: scope.All}, 1)
		a := r.read([]byte("http://a.example/d/"), 1, 0, &exchange.Response{Status: 200, Body: []byte("<html><base href=/b/>"),
			Fields: []exchange.Field{{Name: []byte("refresh"), Value: []byte("0; URL=x")}}})
		if len(a.links) != want || want > 0 && string(a.links[0].url) != "http://a.example/d/x" {
			t.Errorf("%v: %d links", kinds, len(a.links))
		}
	}
}

func FuzzLists(f *testing.F) {
	f.Add([]byte(`<urlset><url><loc>http://a/?x=1&amp;y=&#50;</loc></url><loc><![CDATA[x]]></loc>`), "sitemap")
	f.Add([]byte(`<feed><link rel="self" href="http://a/f"/><link>`), "feed")
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		n := 0
		_, loc := listKind(body)
		listLinks(body, kind, loc, 100, func([]byte) { n++ })
		if n > 100 {
			t.Error("too many")
		}
	})
}
