package byline

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func read(t testing.TB, body, url string) string {
	b, ok := NewReader().Read([]byte(body), "text/html; charset=utf-8", []byte(url))
	if !ok {
		t.Fatalf("%.80q is refused", body)
	}
	return fmt.Sprintf("%s|%s|%s|%s", b.Title, b.Author, b.Date, b.Site)
}

func ld(json string) string { return `<script type="application/ld+json">` + json + `</script>` }

// TestRules: pages that say it in one way each.
func TestRules(t *testing.T) {
	const h = "<title>How to Swim | Sports</title><h1>How to Swim</h1>"
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "<p>a", "|||"},
		{"title", "<title>How to Swim - Example</title>", "How to Swim|||"},
		{"site before", "<title>Example: How to Swim</title>", "How to Swim|||"},
		{"og", `<meta property=og:title content="A &amp;amp; B | The Site"><meta property=og:site_name content="The Site">`, "A & B|||The Site"},
		{"h1", `<meta property=og:title content="How to swim in 2024"><h1>How to <i>swim</i> ¶</h1>`, "How to swim|||"},
		{"h1 of the site", `<title>How to swim</title><h1>Example</h1><h1>How to swim well</h1>`, "How to swim well|||"},
		{"slogan", `<title>Swimming courses</title><h1>Get wet!</h1>`, "Swimming courses|||"},
		{"JSON-LD", ld(`{"@type":"NewsArticle","headline":"A \u0026 B","datePublished":"2024-03-03T10:00:00+0200",
			"author":[{"@type":"Person","name":"Jane Doe"},{"name":"John Roe"}],"publisher":{"name":"P"}}`),
			"A & B|Jane Doe, John Roe|2024-03-03T10:00:00+02:00|P"},
		{"graph", ld(`{"@graph":[{"@type":["Article","X"],"author":{"@id":"#p"},"name":"T"},{"@type":"Person","@id":"#p","name":"Jane Doe"},` +
			`{"@type":"WebSite","name":"S"},{"@type":"WebPage","datePublished":"2024-03-03"}]}`), "T|Jane Doe|2024-03-03|S"},
		{"comments in JSON-LD", ld(`{"@type":"BlogPosting","comment":{"@type":"Comment","author":"Troll"},"author":"Jane Doe"}`), "|Jane Doe||"},
		{"broken JSON-LD", ld("{\"@type\":\"Article\",,\"headline\":\"a\nb\" \"author\" \"Jane Doe\",}] {"), "a b|Jane Doe||"},
		{"other scripts", `<script>{"@type":"Article","headline":"x"}</script>`, "|||"},
		{"meta", `<meta name=author content="By Jane Doe and John Roe"><meta property=article:published_time content=2024-03-03T10:00Z>`,
			"|Jane Doe, John Roe|2024-03-03T10:00Z|"},
		{"several meta", `<meta name=citation_author content="Jane Doe"><meta name=citation_author content="John Roe">`, "|Jane Doe, John Roe||"},
		{"family name first", `<meta name=citation_author content="Doe, Jane"><meta name=citation_author content="Roe, John">`,
			"|Jane Doe, John Roe||"},
		{"address", `<meta property=article:author content="https://www.facebook.com/jane"><a rel=author>Jane Doe</a>`, "|Jane Doe||"},
		{"label", `<meta name=twitter:label1 content="Written by"><meta name=twitter:data1 content="Jane Doe">`, "|Jane Doe||"},
		{"no label", `<meta name=twitter:label1 content="Price"><meta name=twitter:data1 content="Ten Euros">`, "|||"},
		{"site as author", `<meta property=og:site_name content=Acme><meta name=author content=acme>` + h +
			"<p>By Jane Doe", "How to Swim|Jane Doe||Acme"},
		{"only the site", `<meta property=og:site_name content=Acme><meta name=author content=acme>` + h, "How to Swim|acme||Acme"},
		{"itemprop", `<div itemprop=author><a itemprop=name>Jane Doe</a> 1,234 points</div><meta itemprop=datePublished content=2024-03-03>`,
			"|Jane Doe|2024-03-03|"},
		{"rel", h + `<a rel="author x" href=/j>Jane Doe</a>, <a rel=author>John Roe</a>`, "How to Swim|Jane Doe, John Roe||"},
		{"classes", h + `<div class="post-author">Jane Doe</div><span class=entry-date>March 3rd, 2024</span>`, "How to Swim|Jane Doe|2024-03-03|"},
		{"byline", h + `<div class=byline>By <b>Jane Doe</b> | 3 March 2024</div>`, "How to Swim|Jane Doe|2024-03-03|"},
		{"text", h + `<p>By Jane Doe on 03.04.2024<p>By Monday all was well, 2023-01-01`, "How to Swim|Jane Doe|2024-04-03|"},
		{"time", h + `<time datetime="2024-03-03 10:00">yesterday</time>`, "How to Swim||2024-03-03T10:00|"},
		{"far away", h + "<p>" + strings.Repeat("swim ", 400) + "<p>By Jane Doe<p>2024-03-03", "How to Swim|||"},
		{"hidden", h + "<select><option>By Jane Doe</select><template><p>By Jane Doe</template>", "How to Swim|||"},
		{"comment", h + "<div class='comment author'>Jane Doe</div>", "How to Swim|||"},
		{"username", h + "<a class=username>jd77</a><a class=username>jr</a>", "How to Swim|jd77||"},
	} {
		if got := read(t, c.in, "http://example.org/a"); got != c.want {
			t.Errorf("%s: %s\nnot %s", c.name, got, c.want)
		}
	}
	for url, want := range map[string]string{
		"http://example.org/2024/03/05/a": "|||", "http://example.org/x/2024-03-05-ab": "|||",
		"http://example.org/2024/13/05/a": "",
	} {
		if want != "" {
			want = "||2024-03-05|"
		} else {
			want = "|||"
		}
		if got := read(t, "<p>a", url); got != want {
			t.Errorf("%s: %s", url, got)
		}
	}
}

// TestDates: texts and the date in them.
func TestDates(t *testing.T) {
	for in, want := range map[string]string{
		"2024-03-03": "2024-03-03", "March 3, 2024": "2024-03-03", "Mar. 3rd, 2024": "2024-03-03",
		"3rd of March 2024": "2024-03-03",
		"03.04.2024":        "2024-04-03", "3. April 2024": "2024-04-03", "3. März 2024": "2024-03-03", "le 3 août 2024": "2024-08-03",
		"3 de enero de 2024": "2024-01-03", "04/03/2024": "2024-04-03", "23/03/2024": "2024-03-23", "2024/3/3": "2024-03-03",
		"20240303": "2024-03-03", "20240303T101112": "2024-03-03", "2023 Jan 7": "2023-01-07",
		"on 2024-03-03T10:11:12.345Z": "2024-03-03T10:11:12Z",
		"2024-03-03T10:11:12+0200":    "2024-03-03T10:11:12+02:00", "2024-03-03 10:11": "2024-03-03T10:11",
		"2024-03-03T25:11":           "2024-03-03",
		"Updated 1 2 3, May 4, 2024": "2024-05-04", "2024-13-03": "", "0000-00-00": "", "1.2.3": "", "May 2024": "", "": "",
		"marching 3, 2024": "", "99999999999999999999": "", "version 1.2.2024.3": "2024-02-01", "1 Sept 2024": "2024-09-01",
		"1970-01-01": "", "2024-02-30": "", "2023-02-29": "", "2024-02-29": "2024-02-29", "31.04.2024": "",
	} {
		got, ok := appendDate(nil, []byte(in))
		if string(got) != want || ok != (want != "") {
			t.Errorf("%q: %q %v, not %q", in, got, ok, want)
		}
	}
}

// TestNames: texts and the authors in them.
func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"by Jane Doe": "Jane Doe", "ByJane Doe": "Jane Doe", "BYTE": "BYTE",
		"Written by: Jane Doe & John Roe": "Jane Doe, John Roe",
		"Jane Doe | March 3":              "Jane Doe", "Jane Doe March 3, 2024": "Jane Doe", "Jane Doe, Jane Doe": "Jane Doe",
		"http://x.y/z": "",
		"/author/jane": "", "@jane": "", "Admin": "", "Posted by": "", "12345": "", "Jürgen O'Neil-Süß": "Jürgen O'Neil-Süß",
		"Jane Doe 5 min read": "Jane Doe", "A text of very many words that is no name of an author at all": "",
		"Jane Doe, MD, Ph.D.": "Jane Doe", "Hilde and Andreas": "Hilde, Andreas", "\x00": "", ",,,": "",
	} {
		if got := string(appendNames(nil, []byte(in), authorClass)); got != want {
			t.Errorf("%q: %q, not %q", in, got, want)
		}
	}
}

// hostile are pages that want too much.
func hostile(n int) map[string]string {
	return map[string]string{
		"deep objects": ld(strings.Repeat(`{"mainEntity":`, n)), "deep lists": ld(strings.Repeat("[", n)),
		"deep authors": ld(`{"author":` + strings.Repeat("[", n)), "deep things": ld(strings.Repeat(`{"author":`, n)),
		"deep others": ld(strings.Repeat(`{"x":[`, n)), "brackets": ld("{" + strings.Repeat("]}", n)),
		"colons":   ld("{" + strings.Repeat(":,", n)),
		"scripts":  strings.Repeat(ld(`{"@type":"Article","author":"Jane Doe","datePublished":"2024-03-03"}`), n/8),
		"persons":  ld(`[` + strings.Repeat(`{"@type":"Person","@id":"a","name":"b"},`, n) + `]`),
		"string":   ld(`{"headline":"` + strings.Repeat(`\u00e4`, n)),
		"headings": strings.Repeat("<h1>Jane", n), "authors": strings.Repeat("<p class=author>Jane Doe</p>", n/8),
		"open":  strings.Repeat("<p class='author date byline' itemprop=author>x", n/8),
		"meta":  strings.Repeat("<meta name=author content=Jane>", n/8),
		"title": "<title>" + strings.Repeat("a | ", n) + "</title>", "long": "<h1>" + strings.Repeat("x ", n) + "</h1>",
		"classes": "<p class='" + strings.Repeat("author ", n) + "'>",
		"cut":     "<title>" + strings.Repeat("  \u00e4", n) + "</title>",
		"dates":   "<h1>a</h1>" + strings.Repeat("1 ", n),
		"lines":   strings.Repeat("<p>By J 1.1.2024", n/8), "bold": strings.Repeat("<b class=author>", n) + "x",
	}
}

// TestHostile: hostile pages take time by their length.
func TestHostile(t *testing.T) {
	for name, in := range hostile(100_000) {
		start := time.Now()
		check(t, in, "http://example.org/")
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: %v", name, took)
		}
	}
}

var aDate = regexp.MustCompile(`^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[-+]\d\d:\d\d)?)?$`)

// check fails if a byline is not in its form.
func check(t testing.TB, body, url string) {
	t.Helper()
	r := NewReader()
	b, ok := r.Read([]byte(body), "", []byte(url))
	if !ok {
		t.Fatal("refused")
	}
	got := fmt.Sprintf("%q", b)
	for _, field := range [][]byte{b.Title, b.Author, b.Date, b.Site} {
		if !utf8.Valid(field) || strings.IndexFunc(string(field), func(c rune) bool { return c < ' ' }) >= 0 ||
			len(field) > 2<<10 {
			t.Fatalf("%.300q: %q", body, field)
		}
	}
	if len(b.Date) > 0 && !aDate.Match(b.Date) || isAddress(b.Author) {
		t.Fatalf("%.300q: %s", body, got)
	}
	if len(r.kept) > maxKept {
		t.Fatalf("%d bytes are kept", len(r.kept))
	}
	r.Read([]byte("<h1>Another page</h1><p>By Someone Else, 1.1.2000"), "", nil)
	if b, _ := r.Read([]byte(body), "", []byte(url)); fmt.Sprintf("%q", b) != got {
		t.Fatalf("%.300q: %s, and then %q", body, got, b)
	}
}

func FuzzReader(f *testing.F) {
	for _, in := range hostile(8) {
		f.Add(in, "http://example.org/2024/03/03/x")
	}
	f.Add(ld(`{"@type":"Article","headline":"\ud83d\ude00 \ud83d","author":{"name":"Jane \u0000Doe"},"datePublished":"2024-03-03T10:00:00.1+01:00"}`), "")
	f.Add("<title>a - b</title><h1>a<h1>b</h1><p class='byline author'>By Jane Doe, 3 May 2024<time>2024-05-03</time>", "http://b.org/")
	f.Fuzz(func(t *testing.T, in, url string) { check(t, in, url) })
}

func FuzzDate(f *testing.F) {
	f.Add("March 3rd, 2024 10:00")
	f.Add("2024-03-03T10:11:12+0200")
	f.Fuzz(func(t *testing.T, in string) {
		if got, ok := appendDate(nil, []byte(in)); ok && !aDate.Match(got) || !ok && len(got) > 0 {
			t.Errorf("%q: %q", in, got)
		}
	})
}

// BenchmarkRead reads a page with all that is looked for.
func BenchmarkRead(b *testing.B) {
	body := []byte("<title>How to Swim | Sports</title>" + ld(`{"@type":"Article","author":{"name":"Jane Doe"}}`) +
		"<h1>How to Swim</h1>" +
		strings.Repeat(`<div class="text-author"><p>Some words, <a href=/x>and a link</a> of a page.</p></div>`, 1000))
	r := NewReader()
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		r.Read(body, "", nil)
	}
}
