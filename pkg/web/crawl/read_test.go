package crawl

import (
	"testing"

	"webmill/pkg/web/exchange"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
)

// TestBase: a base that browsers ignore leaves the links as they are; one outside of the web takes the relative links with it.
func TestBase(t *testing.T) {
	for base, want := range map[string]string{
		"/b/":               "http://a.example/b/c",
		"javascript:void 0": "http://a.example/c",
		"data:text/html,x":  "http://a.example/c",
		"http://[":          "http://a.example/c",
		"mailto:b":          "",
	} {
		r := newPageReader(&Reading{Kinds: page.ToPages, MaxBody: 1 << 20, MaxLinks: 10}, 1<<20, &scope.Scope{Kind: scope.All}, 1)
		a := r.read([]byte("http://a.example/"), 1, 0, &exchange.Response{Status: 200,
			Body:   []byte(`<base href="` + base + `"><a href=c>`),
			Fields: []exchange.Field{{Name: []byte("Content-Type"), Value: []byte("text/html")}}})
		got := ""
		if len(a.links) == 1 {
			got = string(a.links[0].url)
		}
		if got != want {
			t.Errorf("base %q: link %q, want %q", base, got, want)
		}
	}
}
