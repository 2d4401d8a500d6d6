package crawl

import (
	"slices"
	"strings"
	"testing"
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
		{`<html><loc>http://a/</loc></html>`, "", ""},
		{`<urlset><loc>`, "sitemap", ""},
		{`<urlset><loc></loc><loc>http://a/&amp</loc>`, "sitemap", "http://a/&amp"},
	} {
		var got []string
		if kind := xmlKind([]byte(c.body)); kind != c.kind {
			t.Errorf("%s: %q", c.body, kind)
		}
		if c.kind == "" {
			continue
		}
		xmlLinks([]byte(c.body), c.kind, 10, func(ref []byte) { got = append(got, string(ref)) })
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s: %q, want %s", c.body, got, c.want)
		}
	}
}

func FuzzLists(f *testing.F) {
	f.Add([]byte(`<urlset><url><loc>http://a/?x=1&amp;y=&#50;</loc></url><loc><![CDATA[x]]></loc>`), "sitemap")
	f.Add([]byte(`<feed><link rel="self" href="http://a/f"/><link>`), "feed")
	f.Fuzz(func(t *testing.T, body []byte, kind string) {
		n := 0
		xmlKind(body)
		xmlLinks(body, kind, 100, func([]byte) { n++ })
		if n > 100 {
			t.Error("too many")
		}
	})
}
