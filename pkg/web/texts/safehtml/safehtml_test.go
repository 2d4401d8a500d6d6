package safehtml

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"webmill/pkg/web/page"
)

const address = "http://example.org/a/b.html"

// places are the texts of a page. It implements page.Handler.
type places struct {
	page *page.Page
	list []page.Part
	text []string
}

func (p *places) Start(page.Tag) {}
func (p *places) End(page.Name)  {}
func (p *places) Text(text []byte) {
	from, to := p.page.TextAt()
	p.list, p.text = append(p.list, page.Part{From: from, To: to}), append(p.text, string(text))
}

func placesOf(body, contentType string) *places {
	p := &places{}
	p.page = page.New(page.Options{Handler: p, Noscript: true})
	p.page.Parse([]byte(body), contentType)
	return p
}

// all is the whole page.
var all = []page.Part{{From: 0, To: page.MaxBytes}}

func htmlOf(t testing.TB, body string, parts []page.Part) string {
	out, ok := NewWriter().Append(nil, []byte(body), "text/html; charset=utf-8", []byte(address), parts)
	if !ok {
		t.Fatalf("%.80q is refused", body)
	}
	return string(out)
}

// TestWhole: pages of which all is kept.
func TestWhole(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"boundaries", "a<div>b<section>c</section>d</div><span>e<main>f", "<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p><p>f</p>"},
		{"headings", "<h1>A <i>b</i></h1><h2><div>c</div><p>d</p></h2>", "<h1>A <i>b</i></h1><h2>c d</h2>"},
		{"paragraphs", "<p>a<p>b<b>c</p>d", "<p>a</p><p>b<b>c</b></p><p>d</p>"},
		{"blanks", "<p> a \n b<b> c </b> d&nbsp;e <i>f</i>", "<p>a b <b>c</b> d e <i>f</i></p>"},
		{"misnested", "<p><b>a<i>b</b>c</i>d", "<p><b>a<i>b</i></b><i>c</i>d</p>"},
		{"around blocks", "<b><p>a</p><p>b</b>c</p>", "<p><b>a</b></p><p><b>b</b>c</p>"},
		{"at the end of a block", "<div><em>a</div>b", "<p><em>a</em></p><p>b</p>"},
		{"lists", "<ul><li>a<li>b<ol><li>c</ol>d<li><div>e</div></ul>f",
			"<ul><li>a</li><li>b<ol><li>c</li></ol> d</li><li><p>e</p></li></ul><p>f</p>"},
		{"list in a list", "<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li>a</li><li><ul><li>b</li></ul></li></ul>"},
		{"text in a list", "<ul>a<li>b</li>c<p>d</ul>", "<ul><li>a</li><li>b</li><li>c</li><li><p>d</p></li></ul>"},
		{"items without a list", "<div><li>a<li>b</div><dd>c<td>d", "<p>a</p><p>b</p><p>c</p><p>d</p>"},
		{"terms", "<dl><dt>a<dd>b<div><dt>c</dt><dd><p>d</dd></div>e</dl>",
			"<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd><p>d</p></dd><dd>e</dd></dl>"},
		{"table", "<table><caption>t</caption><thead><tr><th colspan=2 rowspan=x>a</thead><tr><td rowspan=1000>b<td colspan='1'>c<td colspan=1001>d</table>",
			`<table><caption>t</caption><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td rowspan="1000">b</td><td>c</td><td>d</td></tr></tbody></table>`},
		{"broken table", "<table>a<td>b<tr>c<div>d</div><table><td>e</table>f", "<table><tbody><tr><td>a</td></tr></tbody>" +
			"<tbody><tr><td>b</td></tr><tr><td>c</td><td><p>d</p></td></tr></tbody></table><table><tbody><tr><td>e</td></tr></tbody></table><p>f</p>"},
		{"preformatted", "x<pre>\n\n  a\n\n\tb&lt; <b> c</b>\r\nd<br>e\n </pre>y",
			"<p>x</p><pre>  a\n\n\tb&lt;  <b>c</b>\nd\ne</pre><p>y</p>"},
		{"preformatted lines", "<pre><code><div>a</div><div> b</div></code></pre>", "<pre><code>a\n b</code></pre>"},
		{"quotation", "<blockquote>a<p>b</blockquote>", "<blockquote>a<p>b</p></blockquote>"},
		{"breaks", "a<br>b<BR/><br><br>c<br><p>d<br></p>", "<p>a<br>b<br><br>c</p><p>d</p>"},
		{"rules", "a<hr>b", "<p>a</p><hr><p>b</p>"},
		{"links", `<a href=c?x=1&y="2#f">a</a><a href=//h/>b</a><a href="mailto:x@y.z">c</a><a>d</a><a href="ftp://h/">e</a>`,
			`<p><a href="http://example.org/a/c?x=1&amp;y=%222#f%22">a</a><a href="http://h/">b</a><a href="mailto:x@y.z">c</a>de</p>`},
		{"link in a link", `<a href=1>a<a href=2>b</a>c`, `<p><a href="http://example.org/a/1">a</a><a href="http://example.org/a/2">b</a>c</p>`},
		{"base", `<base href=/x/><a href=c>a</a>`, `<p><a href="http://example.org/x/c">a</a></p>`},
		{"late base", `<a href=c>a</a><base href=/x/>`, `<p><a href="http://example.org/x/c">a</a></p>`},
		{"time", `<time datetime="2024-03-03T10:00">a</time><time datetime='"><script>'>b</time>`,
			`<p><time datetime="2024-03-03T10:00">a</time><time>b</time></p>`},
		{"images", `<img src=i alt='x "y"'><figure><a href=j><img src=j></a><figcaption>c</figcaption></figure><img src=data:image/gif,x>`,
			`<p><img src="http://example.org/a/i" alt="x &#34;y&#34;"></p><figure><p><a href="http://example.org/a/j">` +
				`<img src="http://example.org/a/j"></a></p><figcaption>c</figcaption></figure>`},
		{"unseen", "<select><option>x</select><video>x</video><svg><title>x</title><text>a</text></svg><object>x</object>b", "<p>ab</p>"},
		{"xmp", "<xmp><b>a&amp;</b></xmp>", "<pre>&lt;b&gt;a&amp;amp;&lt;/b&gt;</pre>"},
		{"empty", "<table><tr><td><p> <b></b></table><ul><li></ul>", ""},
		{"form", "<form>a</form>b<form><div>c</form>d</div>", "<p>a</p><p>b</p><p>c</p><p>d</p>"},
		{"end tags", "</p>a</br>b</div><b>c</b></p>", "<p>a<br>b</p><p><b>c</b></p>"},
	} {
		got := htmlOf(t, c.in, all)
		if got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
}

// TestParts: pages of which the texts with an X in them are left out.
func TestParts(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"items", "<ul><li>X<li>b<ol><li>X<li>c</ol></ul>X", "<ul><li>b<ol><li>c</li></ol></li></ul>"},
		{"rows", "<table><tr><th>X<tr><td>b<td>X</table>", "<table><tbody><tr><td>b</td></tr></tbody></table>"},
		{"paragraphs", "<div>X<p>a</p>X<p>b<p>X</div>", "<p>a</p><p>b</p>"},
		{"words", "<p>a<i>X</i>b<br><b>X</b><br>c", "<p>a b<br><br>c</p>"},
		{"images", "<p><img src=1>a</p><p><img src=2>X</p><div><img src=3></div><figure><div><img src=4></div><img src=5>" +
			"<figcaption>c</figcaption></figure>",
			`<p><img src="http://example.org/a/1">a</p><figure><img src="http://example.org/a/4"><img src="http://example.org/a/5">` +
				`<figcaption>c</figcaption></figure>`},
		{"image behind", "<p>a<img src=1></p><img src=2><p>X", `<p>a<img src="http://example.org/a/1"></p>`},
	} {
		p := placesOf(c.in, "")
		var parts []page.Part
		for i := range p.list {
			if !strings.Contains(p.text[i], "X") {
				parts = append(parts, p.list[i])
			}
		}
		if got := htmlOf(t, c.in, parts); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
	if got := htmlOf(t, "<p>a<img src=1></p><img src=2><p>b", []page.Part{{From: 3, To: 40}}); got !=
		`<p>a<img src="http://example.org/a/1"></p><p><img src="http://example.org/a/2"></p><p>b</p>` {
		t.Errorf("between: %s", got)
	}
}

// TestRules: an hr is written between words that are kept, where it may stand.
func TestRules(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"<hr>a<hr>b<hr>", "<p>a</p><hr><p>b</p>"},
		{"<p>a<hr><hr><p>b", "<p>a</p><hr><p>b</p>"},
		{"<p>a</p> <hr> <p hidden>x</p><script>x</script><p>b", "<p>a</p><hr><p>x</p><p>b</p>"},
		{"<p>a<!--(--><p>x<hr><!--)--><p>b", "<p>a</p><p>b</p>"},
		{"<p>a<!--(--><hr><p>x<!--)--><p>b", "<p>a</p><p>b</p>"},
		{"<ul><li>a<hr>b<li>c</ul><hr>d", "<ul><li>a<hr>b</li><li>c</li></ul><hr><p>d</p>"},
		{"<ul><li><b>a<hr>b</b></ul>", "<ul><li><b>a</b><hr><b>b</b></li></ul>"},
		{"<ul><li>a</li><hr><li>b</ul>", "<ul><li>a</li><li>b</li></ul>"},
		{"<blockquote><p>a<hr><p>b</blockquote>", "<blockquote><p>a</p><hr><p>b</p></blockquote>"},
		{"<table><td>a<hr>b</table><hr>c", "<table><tbody><tr><td>a b</td></tr></tbody></table><hr><p>c</p>"},
		{"<h2>a<hr>b</h2><pre>c<hr>d</pre>", "<h2>a b</h2><pre>c\nd</pre>"},
		{"<p>a<hr><p><img src=1>b", `<p>a</p><hr><p><img src="http://example.org/a/1">b</p>`},
		{"<p>a</p><div hidden><hr></div><p>b", "<p>a</p><hr><p>b</p>"},
	} {
		parts := all
		if from := strings.Index(c.in, "<!--("); from >= 0 {
			to := strings.Index(c.in, "<!--)")
			parts = []page.Part{{From: 0, To: int32(from)}, {From: int32(to), To: page.MaxBytes}}
		}
		if got := htmlOf(t, c.in, parts); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.in, got, c.want)
		}
	}
}

// TestImages: where the addresses of images stand.
func TestImages(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"late", "<img src=data:image/gif;base64,R0 data-src=a.jpg>", "a.jpg"},
		{"late, with a placeholder", "<img src=blank.gif data-original=a.jpg>", "a.jpg"},
		{"late, by a plugin", "<img src=blank.gif data-lazy-src=a.jpg>", "a.jpg"},
		{"first of several", "<img data-lazy-src=b.jpg data-src=a.jpg data-srcset='c.jpg 9w'>", "a.jpg"},
		{"not an address", "<img src=a.jpg data-original=1 data-src=true>", "a.jpg"},
		{"a pattern", "<img src=a.jpg data-src=b_{width}.jpg>", "a.jpg"},
		{"list", "<img src=data:x srcset='a.jpg 320w, b.jpg 1280w, c.jpg 640w'>", "b.jpg"},
		{"late list", "<img src=blank.gif data-srcset='a.jpg 1x,b.jpg 2.5x , c.jpg'>", "b.jpg"},
		{"list without sizes", "<img srcset=' a.jpg, b.jpg'>", "a.jpg"},
		{"list with commas", "<img srcset='a,b.jpg 2x,c,d.jpg 3x'>", "c,d.jpg"},
		{"list of nothing", "<img src=a.jpg data-srcset=', ,'>", "a.jpg"},
		{"wrong sizes", "<img srcset='a.jpg 1h, b.jpg 1e999x, c.jpg -4w, d.jpg 0.5x, e.jpg NaNx'>", "d.jpg"},
		{"list beside src", "<img src=a.jpg srcset='b.jpg 2x'>", "a.jpg"},
		{"hostile", "<img data-src='javascript:alert(1)./' data-srcset='javascript:x 9w' data-original=data:image/svg+xml,x. src=a.jpg>", "a.jpg"},
		{"all hostile", "<img data-src='javascript:x./' srcset='vbscript:x 2x'>", ""},
		{"copy in noscript", "<img data-src=a.jpg src=x.gif>\n<noscript><img src=a.jpg></noscript><img src=c.jpg>", "a.jpg c.jpg"},
		{"different in noscript", "<img data-src=a.jpg src=x.gif>\n<noscript><img src=b.jpg></noscript><img src=c.jpg>",
			"a.jpg b.jpg c.jpg"},
		{"pixel in noscript", "<img src=a.jpg><noscript><img src=b.gif></noscript>", "a.jpg b.gif"},
		{"copy in another size", "<img data-srcset='a-1.jpg 320w, a-2.jpg 640w'><noscript><img src=a-1.jpg></noscript>", "a-2.jpg"},
		{"copy with a list", "<img data-src=a-1.jpg><noscript><img src=b.jpg srcset='a-1.jpg 320w, a-2.jpg 640w'></noscript>", "a-1.jpg"},
		{"copy by a whole address", "<img data-src=a.jpg><noscript><img src=http://example.org/a/a.jpg></noscript>", "a.jpg"},
		{"one placeholder", "<img src=x.gif data-src=a.jpg><noscript><img src=x.gif data-src=b.jpg></noscript>", "a.jpg b.jpg"},
		{"two copies", "<img data-src=a.jpg><noscript><img src=a.jpg><img src=b.jpg></noscript>", "a.jpg b.jpg"},
		{"same in noscript", "<img src=a.jpg><noscript><img src=a.jpg></noscript>", "a.jpg"},
		{"same behind noscript", "<noscript><img src=a.jpg></noscript><img data-src=a.jpg>", "a.jpg"},
		{"only in noscript", "<img class=lazy src=data:image/gif,x><noscript><img src=a.jpg></noscript>", "a.jpg"},
		{"another in noscript", "<img data-src=a.jpg> word <noscript><img src=b.jpg></noscript>", "a.jpg b.jpg"},
		{"twice", "<img src=a.jpg><img src=a.jpg>", "a.jpg a.jpg"},
	} {
		out := htmlOf(t, "<p>x"+c.in+"</p>", all)
		var got []string
		for _, part := range strings.Split(out, `<img src="http://example.org/a/`)[1:] {
			address, _, _ := strings.Cut(part, `"`)
			got = append(got, address)
		}
		if strings.Join(got, " ") != c.want || strings.Count(out, "<img") != len(got) {
			t.Errorf("%s: %s", c.name, out)
		}
	}
}

// TestShown: what a page hides is left out, and what stands behind the limit.
func TestShown(t *testing.T) {
	in := "<p>a<b hidden>X</b><noscript>X</noscript><p style='display:none'>X<p>b<dialog>X</dialog>"
	w := NewShown()
	out, ok := w.Append(nil, []byte(in), "", []byte(address), all)
	if !ok || string(out) != "<p>a</p><p>b</p>" || w.Cut() {
		t.Errorf("%s", out)
	}
	out, ok = w.Append(nil, []byte("<p>a<p>"+strings.Repeat("b ", page.MaxVisible)+"<p>c"), "", []byte(address), all)
	if !ok || !w.Cut() || strings.Contains(string(out), "c") || !strings.HasSuffix(string(out), " b</p>") {
		t.Errorf("%d bytes, %v", len(out), w.Cut())
	}
}

// hostile are pages that attack who shows them.
var hostile = []string{
	`<p onclick=alert(1) style="background:url(javascript:x)" class=c id=i>a<script>alert(1)</script><b onmouseover='x'>b`,
	`<a href="javascript:alert(1)">a</a><a href=" java&#10;script:alert(1)">b</a><a href="JaVaScRiPt&colon;alert(1)">c</a>`,
	`<a href="&#1;javascript:alert(1)">a</a><a href=vbscript:x>b</a><a href="data:text/html,<script>x</script>">c</a>`,
	`<a href="http://h/&quot;onclick=x">a</a><a href='http://h/"><script>x</script>'>b</a><a href="mailto:a&quot;<b>">c</a>`,
	`<img src=x onerror=alert(1)><img src="javascript:x"><img alt='"><script>x</script>' src=1>a`,
	`<img data-src="javascript:x/" srcset="javascript:x 2x,data:x 3x" data-original='"><script>x</script>.'>a<noscript><img src=x>b`,
	`<p title="a<b class='>c"<p>d`, `<a href="unclosed>text<p>more`, `<p <b>a</b <i>c`, "<a\x00b href=x>a<b\x00>c</b\x00>",
	`<svg><style><img src=x onerror=alert(1)></style><p>a</svg>`, `<math><mtext><table><mglyph><style><img src=x onerror=y>a`,
	`<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">a`, `<noscript><p title="</noscript><img src=x onerror=y>">a`,
	`<template><p>x</template>a<template><script>y`, `<textarea><script>x</textarea></script>a`, `<svg><title><script>x</title>a`,
	`<title></title><style><!--</style><img src=1 onerror=x>-->a`, `<iframe srcdoc="<script>x"></iframe><embed src=x>a<object data=x>b`,
	`<form action=javascript:x><button formaction=y>a</button><input value=z>b`, `<select><p>a<option>b<script>x`,
	`<math><annotation-xml encoding="text/html"><p>a</p></annotation-xml></math>b`, `<p>&lt;script&gt;x&amp;lt;/script&amp;gt;`,
	`<table><a href=1>a<tr><b>b<td>c</a>d</b><table>e<caption>f<table>g`, `<xmp></xmp x>a<plaintext><b>c`, `<frameset><p>a`,
	`<a href=1><table><td><a href=2>a</table>b`, `<p><table><tr><td><p>a</table>b</p>c`, `<h1><h2>a<h3>b</h1>c<div></h3>d`,
	"<pre>\n\n\n a<pre>b</pre>\r\rc</pre>", `<ruby>a<rp>(<rt>b</ruby><dl><li>a<dd><li>b<ul><dt>c`, "\xff\xfe<\x00p\x00>\x00a\x00",
	`<button><p>a<button>b`, `<b><b><b><b><b><p>a</b></b>b<p>c`, `<nobr>a<nobr>b<marquee>c<applet>d</nobr>e`,
	`<body><p>a</body></html><p>b<body onload=x>c`,
	"<p>\u2028a\ufeff\u202eb&#0;&#x80;&#xD800;", "<image src=1>a<isindex prompt=x>b",
	`<ul><form><li>a</form>b</ul>c`, `<figure>a<figcaption>b<figure>c<figcaption>d`, `<time datetime=2024><time>a</time>b`,
	`<hr>a<b>b<hr>c</b><hr><hr><li>d<hr>e<ul><hr><li>f<table><td>g<hr>h</table><hr><blockquote>i<hr>j<h2>k<hr>l</h2><pre>m<hr>n</pre><hr>`,
}

// TestHostile: nothing that is not on the list comes out, whatever parts of a page are kept.
func TestHostile(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, in := range hostile {
		check(t, in, "", all)
		for range 10 {
			check(t, in, "", somePlaces(in, rng))
		}
		for n := range in { // a page may end anywhere
			check(t, in[:n], "", all)
		}
	}
	for range 2000 { // pieces of them, in any order
		var in strings.Builder
		for range 1 + rng.IntN(6) {
			h := hostile[rng.IntN(len(hostile))]
			from := rng.IntN(len(h))
			in.WriteString(h[from : from+rng.IntN(len(h)-from+1)])
		}
		check(t, in.String(), "", somePlaces(in.String(), rng))
	}
}

// somePlaces are parts of a page that chance chooses.
func somePlaces(body string, rng *rand.Rand) (parts []page.Part) {
	list := placesOf(body, "").list
	for i := rng.IntN(3); i < len(list); i += 1 + rng.IntN(3) {
		from := list[i].From
		i += rng.IntN(min(3, len(list)-i))
		parts = append(parts, page.Part{From: from, To: list[i].To})
	}
	return parts
}

// allowed are the attributes of the elements that may come out.
var allowed = map[string][]string{
	"p": nil, "h1": nil, "h2": nil, "h3": nil, "h4": nil, "h5": nil, "h6": nil, "blockquote": nil, "pre": nil, "ul": nil,
	"ol": nil, "li": nil, "dl": nil, "dt": nil, "dd": nil, "figure": nil, "figcaption": nil, "table": nil, "caption": nil,
	"thead": nil,
	"tbody": nil, "tfoot": nil, "tr": nil, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}, "a": {"href"}, "abbr": nil,
	"b": nil, "cite": nil, "code": nil, "em": nil, "i": nil, "kbd": nil, "mark": nil, "q": nil, "s": nil, "samp": nil,
	"small": nil, "strong": nil, "sub": nil, "sup": nil, "time": {"datetime"}, "u": nil, "br": nil, "hr": nil,
	"img": {"src", "alt"},
}

// seen collects the text of parts of a page. It implements page.Handler.
type seen struct {
	page   *page.Page
	unseen page.Unseen
	parts  []page.Part
	text   []byte
}

func (s *seen) Start(t page.Tag) { s.unseen.Start(t) }
func (s *seen) End(n page.Name)  { s.unseen.End(n) }
func (s *seen) Text(text []byte) {
	from, _ := s.page.TextAt()
	in := slices.ContainsFunc(s.parts, func(p page.Part) bool { return p.From <= from && from < p.To })
	if in && !s.unseen.Hides() {
		s.text = append(s.text, text...)
	}
}

// TestShownText: of a whole page the words are those of its visible text.
func TestShownText(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	w := NewShown()
	p := page.New(page.Options{Visible: &page.TextOptions{}})
	tags := []string{"p", "div", "b", "li", "td", "div hidden", "span style=display:none", "dialog", "dialog open", "noscript",
		"select", "pre", "h2", "script", "video", "br", "hr"}
	for range 3000 {
		var in strings.Builder
		for range 1 + rng.IntN(20) {
			switch tag := tags[rng.IntN(len(tags))]; rng.IntN(3) {
			case 0:
				in.WriteString("<" + tag + ">")
			case 1:
				name, _, _ := strings.Cut(tag, " ")
				in.WriteString("</" + name + ">")
			default:
				in.WriteString(" word" + tag[:1] + " ")
			}
		}
		out, ok := w.Append(nil, []byte(in.String()), "text/html; charset=utf-8", []byte(address), all)
		_, text, fault := tokensOf(string(out))
		p.Parse([]byte(in.String()), "text/html; charset=utf-8")
		want, _ := p.VisibleText()
		if a, b := withoutBlanks(text), withoutBlanks(string(want)); !ok || fault != "" || a != b {
			t.Fatalf("%q\ngives %q %s\nwith the text %q\nnot           %q", in.String(), out, fault, a, b)
		}
	}
}

// check fails if the parts of a page come out with anything that is not on the list, if the output does not balance, if a browser
// makes another tree of it, or if its text is not that of the parts.
func check(t testing.TB, body, contentType string, parts []page.Part) {
	t.Helper()
	out, ok := NewWriter().Append([]byte("<x>"), []byte(body), contentType, []byte(address), parts)
	if !ok || !strings.HasPrefix(string(out), "<x>") {
		t.Fatalf("%q: refused", body)
	}
	got := string(out[len("<x>"):])
	tokens, text, fault := tokensOf(got)
	if fault != "" {
		t.Fatalf("%q\ngives %q\n%s", body, got, fault)
	}
	if tree := treeOf(t, got); tree != tokens {
		t.Fatalf("%q\ngives %q\nof which a tree is %q\nnot                %q", body, got, tree, tokens)
	}
	p := &seen{parts: parts}
	p.page = page.New(page.Options{Handler: p, Noscript: true})
	p.page.Parse([]byte(body), contentType)
	want := p.text
	if a, b := withoutBlanks(text), withoutBlanks(string(want)); a != b {
		t.Fatalf("%q\ngives %q\nwith the text %q\nnot           %q", body, got, a, b)
	}
	if most := 20*len(body) + 2*freeExtra; len(got) > most {
		t.Fatalf("%.200q: %d bytes of %d", body, len(got), len(body))
	}
	again, _ := NewWriter().Append(nil, []byte(body), contentType, []byte(address), parts)
	if string(again) != got {
		t.Fatalf("%q\ngives %q\nand then %q", body, got, again)
	}
}

// tokensOf reads what was written: the tags with their nesting, the text, and what is wrong.
func tokensOf(out string) (tokens, text, fault string) {
	var all, words strings.Builder
	var open []string
	depth, before := 0, html.ErrorToken
	for z := html.NewTokenizer(strings.NewReader(out)); ; {
		kind, last := z.Next(), before
		before = kind
		token := z.Token()
		switch kind {
		case html.ErrorToken:
			if len(open) > 0 {
				fault = "open at the end: " + strings.Join(open, " ")
			}
			return all.String(), words.String(), fault
		case html.TextToken:
			words.WriteString(token.Data)
			all.WriteString(token.Data)
		case html.StartTagToken:
			if fault := wrong(token); fault != "" {
				return "", "", fault
			}
			all.WriteString(token.String())
			if token.Data == "br" || token.Data == "hr" || token.Data == "img" {
				before = html.TextToken // which is something, like text
				continue
			}
			open = append(open, token.Data)
			if depth = len(open); depth > 64 {
				return "", "", "too deep"
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				return "", "", "ends what is not open: " + token.Data
			}
			open = open[:len(open)-1]
			all.WriteString(token.String())
			if last == html.StartTagToken {
				return "", "", "empty: " + token.Data
			}
		default:
			return "", "", "not a tag: " + token.String()
		}
	}
}

// wrong says what is wrong with a start tag.
func wrong(token html.Token) string {
	attributes, ok := allowed[token.Data]
	if !ok {
		return "not on the list: " + token.Data
	}
	for _, a := range token.Attr {
		isURL := a.Key == "href" || a.Key == "src"
		web := strings.HasPrefix(a.Val, "http://") || strings.HasPrefix(a.Val, "https://")
		if !slices.Contains(attributes, a.Key) || isURL && !web && !(a.Key == "href" && strings.HasPrefix(a.Val, "mailto:")) {
			return "not on the list: " + token.String()
		}
	}
	if len(token.Attr) == 0 && (token.Data == "a" || token.Data == "img") {
		return "without an address: " + token.Data
	}
	return ""
}

// treeOf is the tree of what was written, with its tags.
func treeOf(t testing.TB, out string) string {
	root, err := html.Parse(strings.NewReader("<!doctype html><body>" + out))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		inside := n.Type == html.ElementNode && n.Data != "html" && n.Data != "head" && n.Data != "body"
		switch {
		case n.Type == html.TextNode:
			all.WriteString(n.Data)
		case inside:
			all.WriteString(html.Token{Type: html.StartTagToken, Data: n.Data, Attr: n.Attr}.String())
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if inside && n.Data != "br" && n.Data != "hr" && n.Data != "img" {
			all.WriteString("</" + n.Data + ">")
		}
	}
	walk(root)
	return all.String()
}

// withoutBlanks is a text without blanks and controls.
func withoutBlanks(text string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || 0x7f <= r && r <= 0xa0 || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// TestLinear: hostile pages take time and memory by their length.
func TestLinear(t *testing.T) {
	long := strings.Repeat("x", 30<<10)
	for name, in := range map[string]string{
		"bold":          strings.Repeat("<b>", 100_000) + "x",
		"bold, closed":  strings.Repeat("<b>", 100_000) + "x" + strings.Repeat("</b>y", 100_000),
		"blocks":        strings.Repeat("<blockquote>x", 20_000),
		"lists":         strings.Repeat("<ul><li>x", 10_000),
		"misnested":     "<i><u><s><q><em><sub>" + strings.Repeat("<b>x<i>y</b>z</i>", 10_000),
		"around blocks": "<a href=" + long + "><b>" + strings.Repeat("<p>x", 20_000),
		"long base":     "<base href=/" + long + "/>" + strings.Repeat("<a href=x>y</a>", 10_000),
		"late base":     strings.Repeat("<a href=x>y</a>", 10_000) + "<base href=/" + long + ">",
		"images":        strings.Repeat("<p><img src=x>", 10_000) + "x",
		"waiting":       "<figure>" + strings.Repeat("<img src=x>", 10_000) + "x",
		"tables":        strings.Repeat("<table><td>x", 10_000),
		"text in table": "<table>" + strings.Repeat("x<hr>", 10_000),
		"blanks":        "<pre>" + strings.Repeat(" \n", 200_000),
		"quotes":        strings.Repeat("<", 200_000) + strings.Repeat("&quot;", 10_000),
	} {
		start := time.Now()
		out := htmlOf(t, in, all)
		if len(out) > 20*len(in)+2*freeExtra {
			t.Errorf("%s: %d bytes of %d", name, len(out), len(in))
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if _, _, fault := tokensOf(out); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
	}
}

// TestRefused: a page that may not take the memory is refused, and dst is as it was.
func TestRefused(t *testing.T) {
	body := []byte("<p>" + strings.Repeat("& ", 100_000))
	w := NewWriter()
	for _, share := range []int64{1, 1 << 19, 3 << 19} {
		w.Allow(page.Allowance{Share: share, Most: share, Turn: func() bool { return true }})
		if out, ok := w.Append([]byte("x"), body, "", nil, all); ok || string(out) != "x" {
			t.Errorf("%d bytes: %v, %.20q", share, ok, out)
		}
	}
	w.Allow(page.Allowance{})
	if out, ok := w.Append([]byte("x"), body, "", nil, all); !ok || !strings.HasPrefix(string(out), "x<p>&amp; &amp;") {
		t.Errorf("%v, %.20q", ok, out)
	}
}

func FuzzWriter(f *testing.F) {
	for _, in := range hostile {
		f.Add(in, uint64(1))
	}
	f.Add("<<A0>p>", uint64(1)) // text like an empty element
	f.Fuzz(func(t *testing.T, in string, seed uint64) {
		check(t, in, "text/html; charset=utf-8", all)
		check(t, in, "text/html; charset=utf-8", somePlaces(in, rand.New(rand.NewPCG(seed, 1))))
	})
}

// BenchmarkAppend writes a page of which all is kept.
func BenchmarkAppend(b *testing.B) {
	body := []byte(strings.Repeat(`<div class=x><p>Some words, <a href=/x>and a <b>link</b></a> of a page.</p><ul><li>one<li>two</ul></div>`, 1000))
	w := NewWriter()
	var dst []byte
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		dst, _ = w.Append(dst[:0], body, "", []byte(address), all)
	}
}
