package urls

import (
	"errors"
	"strings"
	"testing"
)

// resolve is ref against base, or the error in angle brackets.
func resolve(t *testing.T, r *Resolver, base, ref string) string {
	t.Helper()
	if base != "" {
		if err := r.SetBase([]byte(base)); err != nil {
			t.Fatal(base, err)
		}
	}
	got, err := r.Resolve([]byte("before "), []byte(ref))
	s, ok := strings.CutPrefix(string(got), "before ")
	switch {
	case !ok:
		t.Fatalf("%q on %q: what was there is now %q", ref, base, got)
	case err != nil && s != "":
		t.Fatalf("%q on %q: %q besides %v", ref, base, s, err)
	case errors.Is(err, ErrScheme):
		return "<scheme>"
	case errors.Is(err, ErrInvalid):
		return "<invalid>"
	case errors.Is(err, ErrLong):
		return "<long>"
	}
	return s
}

func TestResolve(t *testing.T) {
	const base = "http://www.example.com/a/b/c.html?q=1#f"
	for _, c := range []struct{ ref, want string }{
		{"", "http://www.example.com/a/b/c.html?q=1"},
		{"#top", "http://www.example.com/a/b/c.html?q=1"},
		{"  d.html\n", "http://www.example.com/a/b/d.html"},
		{"d e.html", "http://www.example.com/a/b/d%20e.html"},
		{"../d", "http://www.example.com/a/d"},
		{"../../../../d", "http://www.example.com/d"},
		{"./", "http://www.example.com/a/b/"},
		{"..", "http://www.example.com/a/"},
		{"%2E%2e/x", "http://www.example.com/a/x"},
		{"...", "http://www.example.com/a/b/..."},
		{"x/../y/./z", "http://www.example.com/a/b/y/z"},
		{"x/..?p", "http://www.example.com/a/b/?p"},
		{"?p=2", "http://www.example.com/a/b/c.html?p=2"},
		{"/d", "http://www.example.com/d"},
		{"/../d", "http://www.example.com/d"},
		{"//example.org", "http://example.org/"},
		{"\\\\example.org\\d", "http://example.org/d"},
		{"d\\e", "http://www.example.com/a/b/d/e"},
		{"http:d", "http://www.example.com/a/b/d"},
		{"https:d", "https://d/"},
		{"HTTP://EXAMPLE.com:80", "http://example.com/"},
		{"https://example.com:443/x", "https://example.com/x"},
		{"https://example.com:80/x", "https://example.com:80/x"},
		{"http://example.com:/", "http://example.com/"},
		{"http://u:p@example.com/", "http://example.com/"},
		{"http://bücher.example/ä?ä#ä", "http://xn--bcher-kva.example/%C3%A4?%C3%A4"},
		{"http://faß.example/", "http://xn--fa-hia.example/"},
		{"http://1.2.3/", "http://1.2.0.3/"},
		{"http://0x7f.1/", "http://127.0.0.1/"},
		{"http://[1:0::2]:81/", "http://[1::2]:81/"},
		{"/%7euser/%c3%a4", "http://www.example.com/%7Euser/%C3%A4"},
		{"/a%zz%", "http://www.example.com/a%zz%"},
		{"?a=%2f&b='", "http://www.example.com/a/b/c.html?a=%2F&b=%27"},
		{"ja\tva\nscript:x", "<scheme>"},
		{"mailto:a@example.com", "<scheme>"},
		{"ftp://example.com/", "<scheme>"},
		{"http://", "<invalid>"},
		{"http://exa mple.com/", "<invalid>"},
		{"http://example.com:99999/", "<invalid>"},
		{"http://1.2.3.256/", "<invalid>"},
		{"http://[1::2/", "<invalid>"},
		{"http://a%00b/", "<invalid>"},
		{"x" + strings.Repeat("y", MaxLength), "<long>"},
		{strings.Repeat("ä", MaxLength/4), "<long>"},
		{"\xff", "http://www.example.com/a/b/%EF%BF%BD"},
	} {
		var r Resolver
		if got := resolve(t, &r, base, c.ref); got != c.want {
			t.Errorf("%q: got %q, want %q", c.ref, got, c.want)
		}
	}
}

// TestResolveOfTheses: what the descriptions of two earlier crawlers (Bumüller, Nitsche) give as examples; the canonical form
// keeps queries and parameters, which theirs drops.
func TestResolveOfTheses(t *testing.T) {
	for _, c := range []struct{ base, ref, want string }{
		{"http://www.uni-x.de/a/b.html", "c.html", "http://www.uni-x.de/a/c.html"},
		{"http://www.uni-x.de/a/b.html", "../c.html?id=3#t", "http://www.uni-x.de/c.html?id=3"},
		{"http://www.uni-x.de/a/b.html", "/d;v=1", "http://www.uni-x.de/d;v=1"},
		{"http://www.uni-x.de/a/b.html", "//inf.uni-x.de/e", "http://inf.uni-x.de/e"},
		{"http://www.uni-x.de/a/b.html", "~mueller/", "http://www.uni-x.de/a/~mueller/"},
		{"http://www.uni-x.de/a/b.html", "wiki/Datei:Foo", "http://www.uni-x.de/a/wiki/Datei:Foo"},
		{"http://www.uni-x.de/a/b.html", "page.html?t=12:30", "http://www.uni-x.de/a/page.html?t=12:30"},
		{"http://www.test.com/test/index.html", "kennung/", "http://www.test.com/test/kennung/"},
		{"http://www.test.com/test/index.html", "../index.html", "http://www.test.com/index.html"},
		{"http://www.test.com/test/index.html", "test2.html", "http://www.test.com/test/test2.html"},
		{"http://www.test.com/test/index.html", "/index.html", "http://www.test.com/index.html"},
		{"http://www.test.com/test/index.html", "/test/../test/../index.html", "http://www.test.com/index.html"},
		{"http://www.test.com/index.html", "./index.html", "http://www.test.com/index.html"},
		{"http://www.test.com/test/index.html", "http://www.other.com/a/index.html", "http://www.other.com/a/index.html"},
	} {
		var r Resolver
		if got := resolve(t, &r, c.base, c.ref); got != c.want {
			t.Errorf("%q on %q: got %q, want %q", c.ref, c.base, got, c.want)
		}
	}
}

func TestResolverFields(t *testing.T) {
	const base = "http://example.com/%7e?%7e"
	var r Resolver
	if got := resolve(t, &r, "", "/x"); got != "<invalid>" {
		t.Error("relative without a base:", got)
	}
	if got := resolve(t, &r, "", "http://example.com"); got != "http://example.com/" {
		t.Error("absolute without a base:", got)
	}
	r = Resolver{Fragments: true, Exact: true}
	if got := resolve(t, &r, base, "#ä%7e"); got != base+"#%C3%A4%7e" {
		t.Error("exact with fragment:", got)
	}
	r = Resolver{Query: func(dst, query []byte) []byte {
		return append(dst, strings.ReplaceAll(string(query), "ä", "%e4 ")...)
	}}
	if got := resolve(t, &r, base, "ä?ä"); got != "http://example.com/%C3%A4?%E4%20" {
		t.Error("query in another encoding:", got)
	}
	if got := resolve(t, &r, base, "?a"); got != "http://example.com/%7E?a" {
		t.Error("query of ASCII:", got)
	}
	if err := r.SetBase([]byte("http://")); err != ErrInvalid || len(r.Base()) != 0 {
		t.Error("bad base:", err, r.Base())
	}
	if got := resolve(t, &r, "", "x"); got != "<invalid>" {
		t.Error("relative after a bad base:", got)
	}
}

func benchmarkRefs() (base string, refs [][]byte) {
	base = "https://www.example.com/archive/2016/05/some-article.html?id=17"
	for _, ref := range []string{
		"https://www.example.com/archive/2016/05/another-article-with-a-long-name.html",
		"https://www.example.org/about/", "http://static.example.net/pages/index.php?page=12&lang=en",
		"https://twitter.example/share?url=http%3A%2F%2Fwww.example.com%2Farchive&text=Hello",
		"https://example.com/tag/politics/", "another-article.html", "next/page.html", "/contact", "/2016/05/", "../06/", "#top",
		"javascript:void(0)", "//cdn.example.com/x",
	} {
		refs = append(refs, []byte(ref))
	}
	return base, refs
}

func BenchmarkResolve(b *testing.B) {
	base, refs := benchmarkRefs()
	var r Resolver
	if err := r.SetBase([]byte(base)); err != nil {
		b.Fatal(err)
	}
	dst := make([]byte, 0, 1<<10)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Resolve(dst, refs[i%len(refs)])
	}
}

// TestResolveAllocations: links without a host in Unicode cost no memory.
func TestResolveAllocations(t *testing.T) {
	base, refs := benchmarkRefs()
	refs = append(refs, []byte("/ä ö?ü"), []byte("\tx\ny"), []byte("http://u@EXAMPLE.com:8080/%7e"))
	page := []byte(base)
	var r Resolver
	dst := make([]byte, 0, 1<<10)
	if n := testing.AllocsPerRun(10, func() {
		if err := r.SetBase(page); err != nil {
			t.Fatal(err)
		}
		for _, ref := range refs {
			r.Resolve(dst, ref)
			Canonical(dst, refs[0])
			FromKey(dst, AppendKey(dst[512:512], ref))
			ReverseHost(dst, Host(ref))
		}
	}); n != 0 {
		t.Error("allocations: ", n)
	}
}

// TestOfBytes: URLs in Latin-1 that differ stay different; what is UTF-8 is not copied.
func TestOfBytes(t *testing.T) {
	for in, want := range map[string]string{
		"http://a/\xe9": "http://a/%E9", "http://a/\xe8é\xff": "http://a/%E8é%FF", "http://a/é\ufffd": "http://a/é\ufffd", "": "",
	} {
		if got := OfBytes([]byte(in)); string(got) != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
}
