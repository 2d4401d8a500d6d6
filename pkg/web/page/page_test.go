package page

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"webmill/pkg/ascii"
)

// found are the links of a page as "kind reference", with " nofollow" and " (text)" where there are any.
func linksOf(opt Options, body, contentType string) []string {
	return linksIn(Allowance{}, opt, body, contentType)
}

func linksIn(a Allowance, opt Options, body, contentType string) (list []string) {
	p := New(opt)
	p.Allow(a)
	p.Parse([]byte(body), contentType)
	p.Links(func(l *Link) {
		ref, ok := p.Reference(l)
		if !ok {
			return
		}
		s := fmt.Sprintf("%v %s", l.Kind, ref)
		if l.NoFollow {
			s += " nofollow"
		}
		if text := p.AppendText(nil, l); len(text) > 0 {
			s += fmt.Sprintf(" (%s)", text)
		}
		list = append(list, s)
	})
	return list
}

func TestLinks(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`<a href=1>x<A HREF='2'>y<a class="x>y" href="3">z`, "a 1|a 2|a 3"},
		{`<a href=1 href=2><a href><a><a href=>`, "a 1|a |a "},
		{`<a href=x/><a/href=y><a href = z >`, "a x/|a y|a z"},
		{`<a:b href=1><a<b href=2><abbr href=3><a	href=4>`, "a 4"},
		{`<area href=1><iframe src=2></iframe><link href=3><img src=4><image src=5><script src=6></script><form action=7>`,
			"area 1|iframe 2|link 3|img 4|img 5|script 6|form 7"},
		{`<iframe src></iframe><iframe src=""></iframe><img src><script src=''></script><link href><area href><form action>`,
			"area |form "},
		{`<svg><p></svg><iframe src></iframe><img src=""><a href>`, "a "},
		{`<iframe src=1 srcdoc=x></iframe><iframe SRCDOC src=2></iframe><iframe src=3>`, "iframe 3"},
		{`<svg><p></svg><iframe src=1 srcdoc=x></iframe><iframe src=3>`, "iframe 3"},
		{`<!-- <a href=1> --><a href=2><!--><a href=3><!---><a href=4><!-- --!><a href=5><!-- -- ><a href=6>`, "a 2|a 3|a 4|a 5"},
		{`<script>"<a href=1>"</script><style><a href=2></style><title><a href=3></title><textarea><a href=4></textarea><a href=5>`, "a 5"},
		{`<script><!-- <script> </script> <a href=1> --> </script><a href=2>`, "a 2"},
		{`<script><!--></script><a href=1>`, "a 1"},
		{`<script><!-- <! <script></script><a href=1>--></script><a href=2>`, "a 2"},
		{`<xmp><a href=1></xmp x><a href=2></xmp/><a href=3>`, "a 2|a 3"},
		{`<plaintext><a href=1></plaintext><a href=2>`, ""},
		{`<noscript><a href=1></noscript><a href=2>`, "a 2"},
		{`<template><a href=1><template></template><a href=2></template><a href=3>`, "a 3"},
		{`<?x <a href=1><a href=2></ <a href=3><a href=4><!x <a href=5>`, "a 2|a 4"},
		{`<frame src=1><a href=2>`, "a 2"},
		{`<frameset><frame src=1><a href=2></frameset>`, "frame 1"},
		{`<a href=1><p><a href=2`, "a 1"},
		{`<a href="1`, ""},
		{`<svg><a href=1 xlink:href=2><a xlink:href=3></svg><math><a href=4></math><a href=5>`, "svg-a 1|svg-a 3|a 5"},
		{`<svg><title>x</title><style><a href=1></style></svg><a href=2>`, "svg-a 1|a 2"},
		{`<svg><foreignObject><div><a href=1></div></foreignObject></svg>`, "a 1"},
		{`<svg><![CDATA[ > <a href=1> ]]><a href=2></svg><![CDATA[ > <a href=3>]]>`, "svg-a 2|a 3"},
		{`<select><a href=1><option><a href=2></select>`, "a 1|a 2"},
		{`<meta http-equiv=Refresh content="5; URL='x y'"><meta http-equiv=refresh content=1>`, "meta x y"},
		{`<meta http-equiv="re&#102;resh" content="0,&#117;rl=&amp;">`, "meta &"},
		{`<a href="a&amp;b&copy;&copy=1&notit;&not;&#65;&#x42&#146;&#0;&bogus;&#;">`, "a a&b©&copy=1&notit;¬AB’\uFFFD&bogus;&#;"},
		{"<a href='\r\n1\r2\x00'>", "a \n1\n2\uFFFD"},
		{`<a rel="me NoFollow" href=1><a rel=nofollows href=2><area rel=x,nofollow href=3>`, "a 1 nofollow|a 2|area 3 nofollow"},
	} {
		if got := strings.Join(linksOf(Options{}, c.body, ""), "|"); got != c.want {
			t.Errorf("%s\ngives %s\nnot   %s", c.body, got, c.want)
		}
	}
}

// TestXHTML: in XHTML an element whose content has no tags may close itself, to the scanner, to a tree and to what is shown.
func TestXHTML(t *testing.T) {
	const xhtml = "Application/XHTML+xml ;charset=utf-8"
	for _, tag := range []string{`<script src="a.js"/>`, "<title/>", "<textarea rows='2' />", "<iframe/>", "<style/>", "<xmp/>",
		"<noscript/>", "<template/>", "<noembed\n/>", "<noframes/>"} {
		body := `<html>` + tag + `<a href="1">x</a><script>"<a href=no>"</script><SCRIPT src="b.js"/><p>text</p>`
		for _, foreign := range []string{"", "<svg><p></svg>"} {
			list := linksOf(Options{}, body+foreign+`<a href="2"/>`, xhtml)
			if got := strings.Join(list, "|"); strings.TrimPrefix(got, "script a.js|") != "a 1|script b.js|a 2" {
				t.Errorf("%s %s: %s", tag, foreign, got)
			}
		}
		p := New(Options{Visible: &TextOptions{}})
		p.Parse([]byte(body), xhtml)
		if got, _ := p.VisibleText(); string(got) != "x\ntext" {
			t.Errorf("%s shows %q", tag, got)
		}
		if lines, ok := p.AppendNodeLines(nil); !ok || string(lines) != "x\ntext" {
			t.Errorf("%s has the lines %q", tag, lines)
		}
		if list := linksOf(Options{}, body, "text/html"); slices.Contains(list, "a 1") {
			t.Errorf("%s in HTML: %q", tag, list)
		}
	}
	for _, tag := range []string{"canvas", "object", "video", "audio", "select", "datalist", "dialog", "rp", "div", "p", "br"} {
		p := New(Options{Visible: &TextOptions{}})
		p.Parse([]byte(`<body><`+tag+` id="c"/><p>two <a href="1">x</a></p></body>`), xhtml)
		if got, _ := p.VisibleText(); strings.TrimSpace(string(got)) != "two x" {
			t.Errorf("%s shows %q", tag, got)
		}
	}
}

// TestTitle: the title and the language of a page, as plain text.
func TestTitle(t *testing.T) {
	for _, c := range []struct{ body, contentType, title, lang string }{
		{"<html lang=' de-AT '><title>\n A &amp; B\tC </title><title>D</title>", "", "A & B C", "de-AT"},
		{"<HTML LANG=en><html lang=fr><TITLE></TITLE><title>x<b>y</title>", "", "x<b>y", "en"},
		{"<svg><title>no</title></svg><template><title>no</title></template><body><title>late</title>", "", "late", ""},
		{"<title>\xe4</title>", "text/html; charset=iso-8859-1", "ä", ""},
		{"<title>\xe4", "text/html; charset=iso-8859-1", "", ""},
		{"\xff\xfe<\x00t\x00i\x00t\x00l\x00e\x00>\x00\xe4\x00<\x00/\x00t\x00i\x00t\x00l\x00e\x00>\x00", "", "ä", ""},
		{"<frameset><title>f</title></frameset>", "", "f", ""},
		{"<title>" + strings.Repeat("ä", 1000) + "</title>", "text/html; charset=utf-8", strings.Repeat("ä", 512), ""},
		{"<title>" + strings.Repeat(" ", 9<<10) + "x</title>", "", "", ""},
		{"<html lang='a\u202eb\tc'>", "text/html; charset=utf-8", "", "a\u202eb c"},
		{"<p>none", "", "", ""},
	} {
		p := New(Options{})
		p.Parse([]byte(c.body), c.contentType)
		if title, lang := string(p.AppendTitle(nil)), string(p.AppendLang(nil)); title != c.title || lang != c.lang {
			t.Errorf("%.80q: title %q, lang %q, not %q, %q", c.body, title, lang, c.title, c.lang)
		}
	}
}

func TestNoscript(t *testing.T) {
	for _, body := range []string{`<noscript><a href=1></noscript><a href=2>`,
		`<svg><p></svg><noscript><a href=1></noscript><a href=2>`} {
		if got := linksOf(Options{Noscript: true}, body, ""); !slices.Equal(got, []string{"a 1", "a 2"}) {
			t.Errorf("%s: %q", body, got)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"<a href=1> one \n <b>t</b>wo&nbsp; &amp; three<!-- no --> </a> four <a href=2><img src=i alt='a  picture'></a>",
			"a 1 (one two & three)|a 2|img i (a picture)"},
		{`<a href=1>a<script>no</script>b<a href=2>c`, "a 1 (ab)|a 2 (c)"},
		{`<a href=1>x`, "a 1 (x)"},
		{`<area alt=x href=1 ALT=y>`, "area 1 (x)"},
		{`<svg><a href=1><text>in <![CDATA[<svg>]]></text></a></svg>`, "svg-a 1 (in <svg>)"},
		{`<svg><foreignObject><p><a href=1>deep <b>er</b></a></svg>`, "a 1 (deep er)"},
	} {
		if got := strings.Join(linksOf(Options{Texts: true}, c.body, ""), "|"); got != c.want {
			t.Errorf("%s\ngives %s\nnot   %s", c.body, got, c.want)
		}
	}
}

func TestBaseAndRobots(t *testing.T) {
	for _, c := range []struct {
		body, base string
		nofollow   bool
	}{
		{`<a href=1><base target=x><base href=" a&amp;b "><base href=c>`, " a&b ", false},
		{`<template><base href=a></template><base href=b>`, "b", false},
		{`<frameset><base href=a></frameset>`, "", false},
		{`<svg><foreignObject><base href=a></svg>`, "a", false},
		{`<meta name=ROBOTS content="noindex, NoFollow">`, "", true},
		{`<meta name=robots content=none>`, "", true},
		{`<meta name=robots content=index><meta name=other content=nofollow>`, "", false},
	} {
		p := New(Options{})
		p.Parse([]byte(c.body), "")
		base, _ := p.Base()
		if string(base) != c.base || p.NoFollow() != c.nofollow {
			t.Errorf("%s: base %q, nofollow %v", c.body, base, p.NoFollow())
		}
	}
}

func TestRefresh(t *testing.T) {
	for content, want := range map[string]string{
		"0;url=x": "x", "0; url = 'x y' z": "x y", "0,x": "x", "0 x": "x", " 5.5 ; URL=\"x": "x", "1": "-", "": "-", "x": "-",
		"0;": "-", ";x": "-", "0;url": "url", "0;url x": "url x", ".5;x": "x", "0x": "-", "0;'x'y": "x",
	} {
		got, ok := RefreshTarget([]byte(content))
		if !ok {
			got = []byte("-")
		}
		if string(got) != want {
			t.Errorf("%q leads to %q, not %q", content, got, want)
		}
	}
}

func TestCharset(t *testing.T) {
	german := "Grüße aus Köln, schöne Straßen und Brücken über den Rhein, für Fußgänger und für Räder, müde Füße, süße Äpfel. "
	latin := func(s string) string {
		var b []byte
		for _, r := range s {
			b = append(b, byte(r))
		}
		return string(b)
	}
	for _, c := range []struct{ name, body, contentType, want string }{
		{"mark", "\xef\xbb\xbf<meta charset=latin1>\xc3\xa9", "text/html; charset=koi8-r", "utf-8"},
		{"header", "<meta charset=latin1>", "text/html; charset=KOI8-R", "koi8-r"},
		{"header with nothing", "\xe9", "text/html;;charset=koi8-r;;", "koi8-r"},
		{"header with a word", "\xe9", "text/html; foo ; Charset=\"koi8-r\"x", "koi8-r"},
		{"header with no end", "\xe9", "text/html; charset=\"koi8-r", "koi8-r"},
		{"header twice", "\xe9", "text/html; charset=; charset=koi8-r ; charset=latin2", "koi8-r"},
		{"header of another", "\xe9", "text/html; xcharset=koi8-r; =; a=\"b;c\"; charset", "windows-1252"},
		{"meta", "<meta charset=latin2>\xe9", "text/html", "iso-8859-2"},
		{"meta of a page in windows-1252", "<meta charset=latin1>" + german, "", "windows-1252"},
		{"valid UTF-8, late", strings.Repeat(" ", 2000) + german, "", "utf-8"},
		{"detected", latin(strings.Repeat(german, 5)), "", "windows-1252"},
		{"detected, Chinese", chinese, "", "gb18030"},
		{"nothing", "x\xff", "", "windows-1252"},
		{"meta of scripts", "<meta charset=x-user-defined>\xe9", "text/html", "windows-1252"},
		{"a script's", "<script charset=\"utf-8\" src=a></script>" + strings.Repeat(" ", 2000) + german, "", "utf-8"},
		{"a script's, which is not the page's", "<script charset=\"koi8-r\" src=a></script>" + german, "", "utf-8"},
		{"a word", strings.Repeat("charset ", 200) + german, "", "utf-8"},
		{"a word in a meta", "<meta name=charset content='charset=koi8-r'>" + strings.Repeat(" ", 2000) + german, "", "utf-8"},
		{"meta that straddles", strings.Repeat(" ", 1010) + "<meta charset=latin2>" + latin(german), "", "iso-8859-2"},
		{"late meta", strings.Repeat(" ", 3000) + "<meta charset=windows-1250>" + latin(german), "", "windows-1250"},
		{"late meta of UTF-8", strings.Repeat(" ", 3000) + "<meta charset=latin2>" + german, "", "utf-8"},
		{"late meta of what cannot be late",
			strings.Repeat(" ", 3000) + "<meta charset=iso-2022-jp>" + latin(strings.Repeat(german, 5)), "", "windows-1252"},
		{"meta with http-equiv", "<META HTTP-EQUIV=Content-Type CONTENT='text/html; Charset = \"koi8-r\"'>\xe6", "", "koi8-r"},
		{"meta without http-equiv", "<meta content='text/html; charset=koi8-r'>\xe6", "", "windows-1252"},
		{"meta with both", "<meta http-equiv=content-type content='text/html; charset=koi8-r' charset=latin2>\xe6", "", "iso-8859-2"},
		{"meta, unknown, then known", "<meta charset=x><meta charset=latin2>\xe6", "", "iso-8859-2"},
		{"meta twice in one", "<meta charset=latin2 charset=koi8-r>\xe6", "", "iso-8859-2"},
		{"meta in a comment", "<!-- <meta charset=koi8-r> -->\xe6", "", "windows-1252"},
		{"meta of UTF-16, which it is not", "<meta charset=utf-16>\xe6", "", "utf-8"},
		{"XML", "<?xml version='1.0' encoding = 'windows-1251'?><html>\xe6", "text/html", "windows-1251"},
		{"XML and meta", "<?xml version=\"1.0\" encoding=\"windows-1251\"?><meta charset=koi8-r>\xe6", "", "koi8-r"},
		{"XML in UTF-16, which it is not", "<?xml encoding=\"utf-16\"?>\xe6", "", "utf-8"},
		{"XML, unknown", "<?xml encoding=\"x\"?>\xe6", "", "windows-1252"},
		{"XML that is not at the beginning", " <?xml encoding=\"koi8-r\"?>\xe6", "", "windows-1252"},
		{"XML that does not end", "<?xml encoding=\"koi8-r\" \xe6", "", "windows-1252"},
	} {
		if _, got := Charset([]byte(c.body), c.contentType); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

// chinese is a text in GBK.
const chinese = "\xd6\xd0\xce\xc4\xcd\xf8\xd2\xb3\xb5\xc4\xc4\xda\xc8\xdd\xca\xc7\xb9\xd8\xd3\xda\xc8\xe7\xba\xce\xca\xb9\xd3\xc3\xbc\xc6\xcb\xe3" +
	"\xbb\xfa\xcd\xf8\xc2\xe7\xb5\xc4\xcb\xb5\xc3\xf7\xce\xc4\xb5\xb5\xa3\xac\xd5\xe2\xc0\xef\xd3\xd0\xba\xdc\xb6\xe0\xba\xba\xd7\xd6\xa1\xa3"

// TestGB18030: a page that says GBK may have the sequences of four bytes of GB18030, in its links and texts. The query of a link
// is in GBK, where what GBK does not have is a reference.
func TestGB18030(t *testing.T) {
	const body = "<a href='\x81\x30\x84\x32?\xd6\xd0'>\xd6\xd0\x81\x30\x89\x38</a>"
	for _, label := range []string{"gbk", "gb2312", "GB18030", "x-gbk"} {
		p := New(Options{Texts: true})
		p.Parse([]byte(body), "text/html; charset="+label)
		p.Links(func(l *Link) {
			ref, _ := p.Reference(l)
			got := fmt.Sprintf("%s %s %s", ref, p.AppendText(nil, l), p.AppendQuery(nil, []byte("中ß")))
			if want := "\u00a0?中 中ß %D6%D0%26%23223%3B"; got != want && label != "GB18030" {
				t.Errorf("%s: %q, not %q", label, got, want)
			}
		})
	}
}

// TestReplacement: of encodings that browsers refuse, nothing is read.
func TestReplacement(t *testing.T) {
	for _, label := range []string{"iso-2022-kr", "ISO-2022-KR", "csISO2022KR", "iso-2022-cn", "iso-2022-cn-ext", "HZ-GB-2312",
		"replacement", "REPLACEMENT"} {
		for _, c := range [][2]string{{"", "text/html; charset=" + label}, {"<meta charset=" + label + ">", "text/html"},
			{"<?xml version='1.0' encoding='" + label + "'?>", ""}} {
			if got := linksOf(Options{}, c[0]+"<a href=x>", c[1]); len(got) > 0 {
				t.Errorf("%q, %q: %q", c[0], c[1], got)
			}
		}
	}
	for _, label := range []string{"gb2312", "gb_2312", "iso-2022-jp", "euc-kr"} {
		if got := linksOf(Options{}, "<p>2022-2312 replacement<a href=x>", "text/html; charset="+label); len(got) != 1 {
			t.Errorf("%s: %q", label, got)
		}
	}
}

// References in other encodings.
func TestEncodings(t *testing.T) {
	wide := func(s string) string {
		b := []byte{0xff, 0xfe}
		for _, c := range []byte(s) {
			b = append(b, c, 0)
		}
		return string(b)
	}
	for _, c := range []struct{ body, contentType, want string }{
		{"<a href='\xe4&auml;\x80'>", "text/html; charset=iso-8859-1", "a ää€"},
		{"<meta charset=shift_jis><a href='\x83\x5c\x83\x5c'>", "", "a ソソ"},
		{wide("<a href=x>"), "", "a x"},
		{"<a href='\x1b$B&amp;\x1b(B'>", "text/html; charset=iso-2022-jp", ""},
		{"<a href='\xe2\x82'>", "text/html; charset=utf-8", "a \uFFFD"},
	} {
		got := strings.Join(linksOf(Options{}, c.body, c.contentType), "|")
		if c.want != "" && got != c.want || !utf8.ValidString(got) {
			t.Errorf("%q gives %q, not %q", c.body, got, c.want)
		}
	}
}

// More links than are kept are given by a second pass, and are the same.
func TestManyLinks(t *testing.T) {
	body := `<a href=1>one</a><img src=2 alt=x><a href=3><img src=4>four</a><svg><a href=5>five</a></svg><a href=6>six`
	for _, opt := range []Options{{}, {Texts: true}} {
		want := linksOf(opt, body, "")
		for kept := range int64(6) {
			if got := linksIn(Allowance{Share: 1 + 96*kept}, opt, body, ""); !slices.Equal(got, want) {
				t.Errorf("%d kept: %q, not %q", kept, got, want)
			}
		}
	}
}

func TestIsHTML(t *testing.T) {
	for _, c := range []struct {
		mime, body string
		want       bool
	}{
		{"text/html", "", true}, {"Text/HTML; charset=x", "", true}, {"application/xhtml+xml", "", true},
		{"image/png", "<html>", false},
		{"", "\xef\xbb\xbf <!-- x --> <!DOCTYPE html>", true}, {"text/plain", "<HTML>", true},
		{"text/plain", "a <b>", false}, {"", "%PDF", false},
		{"", "<!-- a > b --><html>", true}, {"", "<!-- a > b -->x<html>", false},
		{"", "<!--><html>", true}, {"", "<!-- <html>", false}, {"", "<!-- a --!><html>", true}, {"", "<!----><html>", true},
		{"", "<!----!><p>", true}, {"", "<!--" + strings.Repeat("-", 100), false},
		{"", "<!--" + strings.Repeat(" ", 2000) + "--><p>", true}, {"", "<Style>", true}, {"", "<iframe src=x>", true},
		{"*/*", "<html>", true}, {"*/*", "x", false}, {"Application/unknown", "<html>", true},
		{"", "<?xml version='1.0'?><html xmlns=x>", true}, {"", "<?xml version='1.0'?><rss>", false}, {"", "", false},
	} {
		d := Document{ContentType: []byte(c.mime), Body: []byte(c.body)}
		if d.IsHTML() != c.want {
			t.Errorf("%q, %q: %v", c.mime, c.body, !c.want)
		}
	}
}

// hostile are pages of n bytes that are slow for a reader that goes over something twice. Were a step of ours quadratic, a
// page of 4 MB would take minutes.
var hostile = map[string]func(n int) string{
	"open comments in scripts": func(n int) string { return strings.Repeat("<script><!--</script>", n/21) },
	"double escapes":           func(n int) string { return "<script><!--" + strings.Repeat("<script></script>", n/17) },
	"end tags in svg":          func(n int) string { return "<svg>" + strings.Repeat("<g>", 500) + strings.Repeat("</x>", n/4) },
	"deep svg":                 func(n int) string { return "<svg>" + strings.Repeat("<g>", n/3) },
	"points in svg":            func(n int) string { return "<svg>" + strings.Repeat("<desc><svg>", n/11) },
	"breakouts":                func(n int) string { return strings.Repeat("<svg><g><p>", n/11) },
	"open quote":               func(n int) string { return strings.Repeat("<a href='", n/9) },
	"open comment":             func(n int) string { return strings.Repeat("<!--", n/4) },
	"dashes":                   func(n int) string { return "<!--" + strings.Repeat("-", n) },
	"open title":               func(n int) string { return strings.Repeat("<title>", n/7) },
	"almost end tags":          func(n int) string { return "<title>" + strings.Repeat("</titl", n/6) },
	"attributes":               func(n int) string { return "<a " + strings.Repeat("a1=b ", n/5) + "href=x>" },
	"numbers":                  func(n int) string { return "<a href='&#x" + strings.Repeat("1", n) + "'>" },
	"names":                    func(n int) string { return "<a href='" + strings.Repeat("&aaaa", n/5) + "'>" },
	"links":                    func(n int) string { return strings.Repeat("<a href>", n/8) },
	"open links with texts":    func(n int) string { return strings.Repeat("<a href=1>x<b>", n/14) },
	"bodies":                   func(n int) string { return "<frameset>" + strings.Repeat("<body a=1>", n/10) },
	"CDATA":                    func(n int) string { return "<svg>" + strings.Repeat("<![CDATA[", n/9) },
	"templates":                func(n int) string { return strings.Repeat("<template>", n/10) },
	"templates in svg":         func(n int) string { return strings.Repeat("<svg><desc><template></template></svg>", n/40) },
	"unclosed in svg":          func(n int) string { return "<svg></b>" + strings.Repeat("<title><xmp><script><template>", n/40) },
	"zeros":                    func(n int) string { return string(make([]byte, n)) },
}

func TestHostile(t *testing.T) {
	size := 4 << 20
	if testing.Short() {
		size = 256 << 10
	}
	for name, page := range hostile {
		t.Run(name, func(t *testing.T) {
			for _, opt := range []Options{{}, {Texts: true, Noscript: true}} {
				p := New(opt)
				p.Parse([]byte(page(size)), "")
				var buf []byte
				p.Links(func(l *Link) {
					p.Reference(l)
					buf = p.AppendText(buf[:0], l)
				})
			}
		})
	}
}

func FuzzLinks(f *testing.F) {
	for _, piece := range nasty {
		f.Add([]byte("<svg>" + piece + "<a href=last>"))
	}
	p, texts := New(Options{}), New(Options{Texts: true})
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 64<<10 {
			body = body[:64<<10]
		}
		texts.Parse(body, "")
		texts.Links(func(l *Link) {
			if text := texts.AppendText(nil, l); !utf8.Valid(text) || bytes.ContainsAny(text, "\t\n\r\x00") {
				t.Fatalf("text %q of %q", text, body)
			}
			if ref, _ := texts.Reference(l); !utf8.Valid(ref) {
				t.Fatalf("reference %q of %q", ref, body)
			}
		})
		if bytes.Contains(bytes.ToLower(body), []byte("<template")) || xnetBug(body) {
			return
		}
		if d := differs(p, body); d != "" {
			t.Fatalf("%s: %q", d, body)
		}
	})
}

// benchPage is a page with many links, like a menu.
func benchPage() (page []byte) {
	for i := range 2000 {
		page = fmt.Appendf(page,
			"<div class=\"b%d\"><p>text and more text of a page &amp; <b>so on</b></p>\n<a class=\"l\" href=\"p%d.html\" title=\"x\">%d</a></div>\n", i%9, i, i)
	}
	return page
}

func BenchmarkLinks(b *testing.B) {
	page := benchPage()
	p := New(Options{})
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	for b.Loop() {
		p.Parse(page, "")
	}
}

// BenchmarkLibrary is what the library takes for the same page.
func BenchmarkLibrary(b *testing.B) {
	page := benchPage()
	b.Run("tokenizer", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			z := html.NewTokenizer(bytes.NewReader(page))
			for z.Next() != html.ErrorToken {
				z.TagName()
			}
		}
	})
	b.Run("parser", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			if _, err := html.Parse(bytes.NewReader(page)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// FuzzCharset: in every encoding, whatever the bytes, text comes out that is valid and not much longer.
func FuzzCharset(f *testing.F) {
	for _, label := range []string{"", "utf-8", "utf-16le", "utf-16be", "iso-2022-jp", "shift_jis", "gb18030", "big5", "euc-kr",
		"koi8-r", "x-user-defined", "replacement", "windows-1252", "macintosh"} {
		f.Add(label, []byte("<a href='\xe4\x80\x5c\x1b$B&amp;\xff\xfe\x00\xd8'>\x81\x30\x81\x30"))
	}
	f.Fuzz(func(t *testing.T, label string, body []byte) {
		p := New(Options{Texts: true})
		p.Parse(body, "text/html; charset="+label)
		if text := p.utf8(body); !utf8.Valid(text) || len(text) > 3*len(body)+3 {
			t.Fatalf("%d bytes in %s become %d: %q", len(body), p.Charset(), len(text), text)
		}
		p.Links(func(l *Link) {
			if ref, _ := p.Reference(l); !utf8.Valid(ref) {
				t.Fatalf("%q", ref)
			}
		})
		if q := p.AppendQuery(nil, body); !ascii.Only(q) {
			t.Fatalf("query %q", q)
		}
	})
}

// TestByteOrderMark: a page that begins with a byte order mark keeps the frames of its frameset.
func TestByteOrderMark(t *testing.T) {
	body := "<html><head><title>t</title></head><frameset><frame src=x></frameset></html>"
	wide := []byte{0xff, 0xfe}
	for _, c := range []byte(body) {
		wide = append(wide, c, 0)
	}
	for _, text := range []string{body, "\xef\xbb\xbf" + body, string(wide)} {
		if got := linksOf(Options{}, text, "text/html"); !slices.Equal(got, []string{"frame x"}) {
			t.Errorf("%q: %q", text, got)
		}
	}
	p := New(Options{})
	p.Parse([]byte("\xef\xbb\xbf<a href=\xfc>"), "text/html; charset=latin1")
	if p.Charset() != "utf-8" {
		t.Errorf("the mark says UTF-8, not %s", p.Charset())
	}
}

// TestLongText: the text of a link is bounded in every kind of markup.
func TestLongText(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 1<<20), strings.Repeat("x<b>", 1<<18),
		strings.Repeat("<![CDATA[x]]>", 1<<17)} {
		for _, before := range []string{"", "<frameset>", "<svg>"} {
			for _, l := range linksOf(Options{Texts: true}, before+"<a href=1>"+text+"</a>", "") {
				if len(l) > maxText+100 {
					t.Errorf("%.20q%.20q: %d bytes", before, text, len(l))
				}
			}
		}
	}
}

// TestNamesOfUTF16: each name of UTF-16 that a header may have.
func TestNamesOfUTF16(t *testing.T) {
	for _, name := range []string{"utf-16", "UTF-16LE", "unicode", "Unicode", "ucs-2", "UCS-2", "iso-10646-ucs-2", "csUnicode",
		"unicodeFEFF", "utf-16be", "unicodefffe"} {
		var body []byte
		for _, c := range "<a href=b>x</a>" {
			if _, is := charset.Lookup(name); is == "utf-16be" {
				body = append(body, 0, byte(c))
			} else {
				body = append(body, byte(c), 0)
			}
		}
		if got := linksOf(Options{}, string(body), "text/html; charset="+name); len(got) != 1 {
			t.Errorf("%s: links %q", name, got)
		}
		p := New(Options{})
		p.Parse(body, "text/html; charset="+name)
		if stored := p.StoredIn(); !strings.HasPrefix(stored, "utf-16") || p.Charset() != "utf-8" {
			t.Errorf("%s: stored in %s, now %s", name, stored, p.Charset())
		}
	}
}

// TestGuessedCharset: where the detector has two names for a page, it is always the same one.
func TestGuessedCharset(t *testing.T) {
	var body []byte
	for i := range 40 * 256 {
		body = append(body, byte(i))
	}
	_, want := Charset(body, "")
	for range 60 {
		if _, got := Charset(body, ""); got != want {
			t.Fatalf("%s, and %s before", got, want)
		}
	}
}

// TestRobots: the directives of all fields count that are for all crawlers.
func TestRobots(t *testing.T) {
	for _, c := range []struct {
		fields   string // between them a |
		want     string
		noFollow bool
	}{
		{"nofollow", "nofollow", true},
		{"noindex,NoFollow", "noindex, NoFollow", true},
		{"noindex|nofollow", "noindex, nofollow", true},
		{"max-snippet:-1, nofollow", "max-snippet:-1, nofollow", true},
		{"Max-Image-Preview: large, nofollow", "Max-Image-Preview: large, nofollow", true},
		{"nofollow, max-video-preview:0", "nofollow, max-video-preview:0", true},
		{"unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow", "unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow", true},
		{"googlebot: nofollow", "", false},
		{"googlebot: noindex, nofollow", "", false},
		{"noindex, otherbot: nofollow", "noindex", false},
		{"googlebot: noindex|none", "none", true},
		{"", "", false},
	} {
		var got []byte
		for field := range strings.SplitSeq(c.fields, "|") {
			got = AppendRobots(got, []byte(field))
		}
		if string(got) != c.want || ForbidsFollowing(got) != c.noFollow {
			t.Errorf("%q: %q, %v, not %q", c.fields, got, ForbidsFollowing(got), c.want)
		}
	}
}
