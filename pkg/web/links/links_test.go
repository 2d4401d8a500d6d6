package links

import (
	"bytes"
	"strings"
	"testing"

	"webmill/pkg/urls"
	"webmill/pkg/web/page"
)

func htmlDoc(url, body string) *page.Document {
	return &page.Document{URL: []byte(url), Status: 200, ContentType: []byte("text/html"), Body: []byte(body)}
}

func TestBases(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`<a href=x>`, "http://a.test/d/x"},
		{`<a href=x><base href=/b/>`, "http://a.test/b/x"},
		{`<base href="http://b.test:x/"><base href=/c/><a href=x>`, "http://a.test/d/x"},
		{`<base href="data:,x"><a href=x>`, "http://a.test/d/x"},
		{`<base href="JavaScript:x"><a href=x>`, "http://a.test/d/x"},
		{`<base href="ftp://b.test/"><a href=x><a href=http://c.test>`, "http://c.test/"},
		{`<a href="">`, "http://a.test/d/p"},
		{`<a href="#x">`, "http://a.test/d/p"},
		{`<a href="?q=ü&#9731;">`, "http://a.test/d/p?q=%FC%26%239731%3B"},
		{"<a href=\" /\tx\n\">", "http://a.test/x"},
	} {
		x := New(Options{Kinds: page.ToPages})
		d := htmlDoc("http://a.test/d/p", strings.ReplaceAll(c.body, "ü", "\xfc"))
		d.ContentType = []byte("text/html; charset=iso-8859-1")
		got := string(x.Append(nil, d))
		if want := "http://a.test/d/p\t" + c.want + "\n"; got != want {
			t.Errorf("%s gives %q, not %q", c.body, got, want)
		}
	}
}

func TestCounts(t *testing.T) {
	x := New(Options{Kinds: page.ToPages, NoFollow: Drop})
	long := strings.Repeat("x", urls.MaxLength)
	for _, d := range []*page.Document{
		htmlDoc("http://a.test/", `<a href=1><a href=mailto:x><a href=//[><a href=`+long+`><a rel=nofollow href=2>`),
		htmlDoc("dns:a.test", `<a href=1>`),
		{URL: []byte("http://a.test/"), Status: 404, ContentType: []byte("text/html"), Body: []byte("<a href=1>")},
		{URL: []byte("http://a.test/"), Status: 302, Location: []byte("/2")},
		{URL: []byte("http://a.test/"), Status: 304, Location: []byte("/3")},
		{URL: []byte("http://a.test/"), Status: 302, ContentType: []byte("text/html"), Body: []byte("<a href=1>")},
		{URL: []byte("http://a.test/"), Status: 200, ContentType: []byte("image/png"), Body: []byte("<a href=1>")},
		{URL: []byte("http://a.test/"), Robots: []byte("none"), Body: []byte("<html><a href=1>")},
		{URL: []byte("http://a.test/"), Status: 200, Revisit: true},
		{URL: []byte("http://a.test/"), Broken: true},
		htmlDoc("", "<a href=1>"),
		htmlDoc("whois:a.test", "<a href=1>"),
		htmlDoc("view-source:http://a.test", "<a href=1>"),
		{Metadata: true, Body: []byte("{")},
		{Metadata: true, Body: []byte(`{"Envelope":{}}`)},
	} {
		x.Append(nil, d)
	}
	want := Counts{
		Documents: 15, Pages: 2, Redirects: 1, NotHTML: 1, Errors: 3, Revisits: 1, DNS: 1, NoURL: 1, BadURL: 2,
		Broken: 1, NotResponse: 1,
		BadMetadata: 1, Links: 2, NoWeb: 1, Invalid: 1, TooLong: 1, Unfollowed: 2, Rows: 2,
	}
	if x.Counts != want || x.First != "http://a.test/" {
		t.Errorf("%v\nnot %v; the first is %s", x.Counts, want, x.First)
	}
	var reasons int64
	for _, n := range want[Pages : TooLarge+1] {
		reasons += n
	}
	if reasons != want[Documents] {
		t.Errorf("%d documents, but the reasons are %d", want[Documents], reasons)
	}
	sum := want
	sum.Add(&want)
	if sum[Documents] != 30 || sum[Unfollowed] != 4 || sum[Flat] != 0 {
		t.Errorf("%v", sum)
	}
}

// TestAlone: a page without written links has a line of its own; what is no page has none.
func TestAlone(t *testing.T) {
	x := New(Options{Kinds: page.ToPages, NoFollow: Drop, Alone: true})
	var got []byte
	for _, d := range []*page.Document{
		htmlDoc("http://a.test/1", "<p>nothing"),
		htmlDoc("http://a.test/2#x", "<a rel=nofollow href=3><img src=4><a href=mailto:x>"),
		htmlDoc("http://a.test/3", "<a href=1>"),
		{URL: []byte("http://a.test/4"), Status: 404, ContentType: []byte("text/html"), Body: []byte("gone")},
		{URL: []byte("http://a.test/5"), Status: 302, Location: []byte("mailto:x")},
		{URL: []byte("http://a.test/6"), Status: 200, ContentType: []byte("image/png")},
		{Metadata: true, Body: []byte(`{"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":"http://a.test/7"},` +
			`"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":{"Status":"200"}}}}}`)},
		{URL: []byte("http://a.test/8"), Refresh: []byte("0; url=x"), ContentType: []byte("text/html"),
			Body: []byte("<base href=/d/>")},
		{Metadata: true, Body: []byte(`{"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":"http://a.test/9"},"Payload-Metadata":` +
			`{"HTTP-Response-Metadata":{"Headers":{"Refresh":"0;url=x"},"HTML-Metadata":{"Head":{"Base":"/d/"}}}}}}`)},
	} {
		got = x.Append(got, d)
	}
	want := "http://a.test/1\nhttp://a.test/2\nhttp://a.test/3\thttp://a.test/1\nhttp://a.test/7\n" +
		"http://a.test/8\thttp://a.test/x\nhttp://a.test/9\thttp://a.test/x\n"
	if string(got) != want {
		t.Errorf("%q\nnot %q", got, want)
	}
}

// A long base makes each short link long. What comes out stays in proportion to the page.
func TestLongBase(t *testing.T) {
	base := "http://a.test/" + strings.Repeat("b", 64<<10) + "/"
	x := New(Options{Kinds: page.ToPages})
	out := x.Append(nil, htmlDoc("http://a.test/", "<base href="+base+">"+strings.Repeat("<a href=x>", 100_000)))
	if len(out) > 10<<20 {
		t.Errorf("%d bytes of lines", len(out))
	}
	if x.Counts[Links]+x.Counts[TooLong]+x.Counts[Invalid] != 100_000 {
		t.Errorf("%+v", x.Counts)
	}
}

// FuzzAppend: each line has its fields, and its URLs are in canonical form.
func FuzzAppend(f *testing.F) {
	f.Add("http://a.test/", "text/html", `<base href=x><a href="&amp;">`, false)
	f.Add("http://a.test/", "text/html; charset=shift_jis", "<a href=?\x83\x5c>\x83\x5c\t\n", false)
	f.Add("", "",
		`{"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":"http://a.test/"},"Payload-Metadata":{"HTTP-Response-Metadata":{"Response-Message":{"Status":"200"},"HTML-Metadata":{"Links":[{"path":"A@/href","url":"x","text":"\t"}]}}}}}`, true)
	x := New(Options{Kinds: ^page.Kinds(0), Anchors: true, NoFollow: Mark})
	f.Fuzz(func(t *testing.T, url, mime, body string, metadata bool) {
		d := htmlDoc(url, body)
		d.ContentType, d.Metadata = []byte(mime), metadata
		for line := range bytes.Lines(x.Append(nil, d)) {
			fields := bytes.Split(bytes.TrimSuffix(line, []byte("\n")), []byte("\t"))
			if len(fields) != 6 {
				t.Fatalf("%d fields in %q", len(fields), line)
			}
			for _, u := range fields[:2] {
				if again, err := urls.Canonical(nil, u); err != nil || !bytes.Equal(again, u) {
					t.Fatalf("%q is not canonical: %q, %v", u, again, err)
				}
			}
		}
	})
}
