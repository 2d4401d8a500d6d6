package urls

import (
	"strings"
	"testing"
)

func TestTraps(t *testing.T) {
	const host = "http://example.com/"
	for _, c := range []struct{ url, rule string }{
		{host, ""},
		{"", ""},
		{"mailto:a@example.com", ""},
		{host + strings.Repeat("x", 2083-len(host)), ""},
		{host + strings.Repeat("x", 2084-len(host)), "length"},
		{host + "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/", ""},
		{host + "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21", "segments"},
		{host + "a/b/a/b/a/b", ""},
		{host + "a/b/a/b/a/b/a/", "same-segment"},
		{host + "a////b", ""},
		{host + "a/////b", "same-segment"},
		{host + "?1&2&3&4&5&6&7&8&9&10", ""},
		{host + "?1&2&3&4&5&6&7&8&9&10&11", "parameters"},
		{host + "?tag=a&tag=b", ""},
		{host + "?sort=a&tag=b&sort=a", "same-pair"},
		{host + "a#b/b/b/b/b/b/b/b", ""},
		{host + "a?b/b/b/b/b/b", ""},
	} {
		rule, ok := DefaultTraps.Check([]byte(c.url))
		if rule != c.rule || ok != (c.rule == "") {
			t.Errorf("%.60s: got %q, %v; want %q", c.url, rule, ok, c.rule)
		}
		if rule, ok := (Traps{}).Check([]byte(c.url)); !ok {
			t.Errorf("%.60s: %s without limits", c.url, rule)
		}
	}
	url := []byte(host + "a/b/c?d=e&f=g")
	if n := testing.AllocsPerRun(10, func() { DefaultTraps.Check(url) }); n != 0 {
		t.Error("allocations: ", n)
	}
}

// grow makes the links of a site that has no end, and says which rule ends it after how many.
func grow(next func(url string, i int) string) (rule string, n int) {
	url := "http://example.com/"
	var r Resolver
	for i := range 10000 {
		if err := r.SetBase([]byte(url)); err != nil {
			return err.Error(), i
		}
		b, err := r.Resolve(nil, []byte(next(url, i)))
		if err != nil {
			return err.Error(), i
		}
		url = string(b)
		if rule, ok := DefaultTraps.Check(b); !ok {
			return rule, i
		}
	}
	return "none", 10000
}

func TestTrapsEndSites(t *testing.T) {
	for _, c := range []struct {
		name, rule string
		next       func(url string, i int) string
	}{
		{"relative link", "same-segment", func(string, int) string { return "news/" }},
		{"echo of the path", "same-segment", func(url string,
			_ int) string {
			return "x/" + strings.TrimPrefix(url, "http://example.com/")
		}},
		{"filters", "parameters", func(url string, i int) string {
			return url + "?&"[min(i, 1):min(i, 1)+1] +
				string(rune('a'+i)) + "=1"
		}},
		{"the same filter", "same-pair", func(url string, i int) string { return url + "?&"[min(i, 1):min(i, 1)+1] + "a=1" }},
		{"growing word", "length", func(url string, _ int) string { return url + "xxxxxxxx" }},
	} {
		if rule, n := grow(c.next); rule != c.rule || n > 300 {
			t.Errorf("%s: ended by %s after %d pages, want %s", c.name, rule, n, c.rule)
		}
	}
}
