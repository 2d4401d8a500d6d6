package menus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/web/page"
	"webmill/pkg/work"
)

func labels(t testing.TB, lines ...string) *Labels {
	t.Helper()
	l, err := New(work.Room{Memory: 8 << 20, Threads: 1, FS: vfs.OS, TempDir: t.TempDir()}, "labels.tsv", Least)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	for _, line := range lines {
		if err := l.Add([]byte(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	if err := l.Done(); err != nil {
		t.Fatal(err)
	}
	return l
}

const url = "http://a.test/p"

func doc(body string) *page.Document {
	return &page.Document{URL: []byte(url), Status: 200, ContentType: []byte("text/html; charset=utf-8"), Body: []byte(body)}
}

// textOf is the visible text of a page.
func textOf(t testing.TB, d *page.Document) string {
	p := page.New(page.Options{Visible: &page.TextOptions{}})
	if !p.Parse(d.Body, string(d.ContentType)) {
		t.Fatal("the page cannot be read")
	}
	text, _ := p.VisibleText()
	return string(text)
}

// linesOf are the lines of links to /1, /2 …, which are part of a menu where the string has an m.
func linesOf(marks string) (lines []string) {
	for i, m := range marks {
		word := map[rune]string{'m': "navigation", 'o': "outsider", 'c': "content", 'u': "undecided"}[m]
		lines = append(lines, fmt.Sprintf("%s\thttp://a.test/%d\t%s\twhy", url, i+1, word))
	}
	return lines
}

// TestCut: what is left of pages whose links have labels.
func TestCut(t *testing.T) {
	for _, c := range []struct{ name, marks, body, want string }{
		{"a list", "mm", `<ul><li><a href=1>Home</a><li><a href=2>Help</a></ul><p>Text.`, "Text."},
		{"bars", "mmm", `<div>[ <a href=1>One</a> | <a href=2>Two</a> | <a href=3>Three</a> ]</div><p>Text.`, "Text."},
		{"bars in cells", "mm", `<table><tr><td><a href=1>One</a><td>|<td><a href=2>Two</a></table>Text.`, "Text."},
		{"a word between", "mm", `<p><a href=1>One</a> and <a href=2>Two</a>`, "and"},
		{"the last item is no link", "mm", `<p><a href=1>One</a> » <a href=2>Two</a> » Three`, "» Three"},
		{"content stays", "mc", `<p><a href=1>One</a> <p>See <a href=2>Two</a>.`, "See Two."},
		{"bars between content", "cc", `<p><a href=1>One</a> | <a href=2>Two</a>`, "One | Two"},
		{"outsiders and undecided", "ou", `<p><a href=1>One</a><p><a href=2>Two</a>`, "Two"},
		{"inline markup", "m", `<p><a href=1><b>One</b> <i>of</i> it</a> Text`, "Text"},
		{"blocks in a link", "m", `<a href=1><div>One</div><div>two</div></a><p>Text`, "Text"},
		{"no end tag", "m", `<div><a href=1>One</div><p>Text`, "Text"},
		{"no end tag at all", "m", `<p><a href=1>One`, ""},
		{"no end tag, and another link", "mc", `<p><a href=1>One<p>Text <a href=2>Two</a>`, "Text Two"},
		{"an anchor without a href", "m", `<a name=x>Title</a><p><a href=1>One</a>`, "Title"},
		{"an area", "cm", `<map><area href=1 alt=x></map><p><a href=2>One</a> Text`, "Text"},
		{"mailto is no line", "m", `<p><a href=mailto:x@a.test>Mail</a> <a href=1>One</a>`, "Mail"},
		{"a link in svg", "mcm", `<p><a href=1>One</a><svg><a href=2>S</a></svg>Text<a href=3>Three</a>`, "SText"},
		{"a template", "m", `<template><a href=x>X</a></template><p><a href=1>One</a> Text`, "Text"},
		{"references", "m", `<p><a href=1>&lt;b&gt; &amp;</a> Text`, "Text"},
		{"preformatted", "m", "<pre><a href=1>One</a>\n  Text</pre>", "Text"},
		{"a base", "m", `<base href=http://a.test/><p><a href=1>One</a> Text`, "Text"},
		{"no links", "", `<p>Text`, "Text"},
	} {
		l := labels(t, linesOf(c.marks)...)
		d := doc(c.body)
		cut := l.NewCutter()
		for range 2 {
			got := textOf(t, cut.Cut(d))
			if err := l.Err(); err != nil || strings.Trim(got, "\n") != c.want {
				t.Errorf("%s: %q (%v), not %q", c.name, got, err, c.want)
			}
		}
		if n := cut.Take(); n.Links != 2*int64(strings.Count(c.marks, "m")+strings.Count(c.marks, "o")) {
			t.Errorf("%s: %+v", c.name, n)
		}
		if string(d.Body) != c.body {
			t.Errorf("%s: the document was changed", c.name)
		}
	}
}

// TestImages: an image in a link of a menu goes, with what stands for it.
func TestImages(t *testing.T) {
	l := labels(t, linesOf("m")...)
	const body = `<p><a href=1><img src=a.png alt="a > b"></a><p><img src=b.png alt=kept>`
	got := l.NewCutter().Cut(doc(body))
	if n := strings.Count(string(got.Body), "img"); n != 1 || len(got.Body) != len(body) {
		t.Errorf("%s", got.Body)
	}
}

// TestEncodings: a page in any encoding keeps its text.
func TestEncodings(t *testing.T) {
	l := labels(t, linesOf("m")...)
	wide := []byte("\xff\xfe")
	const text = "<p><a href=1>Öl</a> für"
	for _, r := range text {
		wide = append(wide, byte(r), byte(r>>8))
	}
	for _, c := range []struct{ media, body string }{
		{"text/html; charset=iso-8859-1", "<p><a href=1>\xd6l</a> f\xfcr"},
		{"text/html", "<meta charset=windows-1252><p><a href=1>\xd6l</a> f\xfcr"},
		{"", "<!doctype html><p><a href=1>Öl</a> für"},
		{"text/html; charset=iso-8859-1", "\xef\xbb\xbf" + text},
		{"text/html", string(wide)},
		{"application/xhtml+xml; charset=utf-16le", string(wide[2:])},
	} {
		d := doc(c.body)
		d.ContentType = []byte(c.media)
		got := l.NewCutter().Cut(d)
		if all, text := textOf(t, d), textOf(t, got); text != "für" || all != "Öl für" || l.Err() != nil {
			t.Errorf("%s %q: %q (%v), whole %q", c.media, c.body, text, l.Err(), all)
		}
	}
}

// TestPageAgain: a page that comes again is found by its links; with the same links, a menu is what always is one.
func TestPageAgain(t *testing.T) {
	other := linesOf("cmc")
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{append(linesOf("mm"), linesOf("mm")...), "Text"},
		{append(linesOf("mm"), linesOf("mc")...), "Two Text"},
		{append(linesOf("mm"), "http://b.test/\thttp://b.test/\tcontent\tx", linesOf("cm")[0], linesOf("cm")[1]), "One Text"},
		{append([]string{url + "\t" + url + "\tcontent"}, linesOf("mm")...), "Text"}, // a redirect
		{append(other, linesOf("mm")...), "One Text"},                                // the other links begin with them
	} {
		l := labels(t, c.lines...)
		d := l.NewCutter().Cut(doc(`<p><a href=1>One</a> <a href=2>Two</a> Text`))
		if got := textOf(t, d); got != c.want || l.Err() != nil {
			t.Errorf("%v: %q, not %q (%v)", c.lines, got, c.want, l.Err())
		}
	}
}

// TestOtherCrawl: labels that are not those of the page are an error, in one line.
func TestOtherCrawl(t *testing.T) {
	body := `<p><a href=1>One</a> <a href=2>Two</a> Text`
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{nil, "labels.tsv: does not have the page http://a.test/p: are the labels of another crawl?"},
		{[]string{"http://a.test/q\thttp://a.test/1\tcontent"}, "labels.tsv: does not have the page http://a.test/p: are"},
		{linesOf("m"), "labels.tsv: has other links for the page http://a.test/p: were"},
		{[]string{linesOf("mm")[1], linesOf("mm")[0]}, "labels.tsv: has other links"},
	} {
		l := labels(t, c.lines...)
		d := doc(body)
		if got := l.NewCutter().Cut(d); got != d {
			t.Errorf("%v: the page was cut", c.lines)
		}
		if err := l.Err(); err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: %v, not %s", c.lines, err, c.want)
		}
	}
}

// TestBadLines: a line that is none of nav-links is refused.
func TestBadLines(t *testing.T) {
	l, err := New(work.Room{Memory: 8 << 20, Threads: 1, FS: vfs.OS, TempDir: t.TempDir()}, "x", Least)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, line := range []string{"", "\n", "a", "a\tb", "a\tb\tmenu", "\tb\tcontent", "a\t\tcontent", "a\tb\t\tcontent"} {
		if l.Add([]byte(line)) == nil {
			t.Errorf("%q is taken", line)
		}
	}
}

// TestNone: without labels a page stays as it is.
func TestNone(t *testing.T) {
	var l *Labels
	c, d := l.NewCutter(), doc("<p>")
	c.Allow(page.Allowance{})
	if c.Cut(d) != d || c.Take() != (Counts{}) {
		t.Error("a page was cut")
	}
}

// TestAllowed: a page that may not take the memory is left as it is, and counted.
func TestAllowed(t *testing.T) {
	l := labels(t, linesOf("m")...)
	c := l.NewCutter()
	c.Allow(page.Allowance{Share: 1 << 10, Most: 1 << 10, Turn: func() bool { return true }})
	d := doc("<p><a href=1>One</a>" + strings.Repeat("<p>word", 1<<10))
	if c.Cut(d) != d || c.Take().Whole != 1 || l.Err() != nil {
		t.Errorf("%v", l.Err())
	}
}

// TestMatch is a twin: where links are among others, tried at each place, from left to right and side by side.
func TestMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var lines, want, all []string
		for range 1 + r.IntN(9) {
			all = append(all, fmt.Sprintf("http://a.test/%d", r.IntN(2)))
		}
		menu := make([]bool, len(all))
		for i, target := range all {
			menu[i] = r.IntN(3) > 0
			lines = append(lines, url+"\t"+target+"\t"+map[bool]string{true: "outsider", false: "undecided"}[menu[i]])
		}
		for range 1 + r.IntN(4) {
			want = append(want, fmt.Sprintf("http://a.test/%d", r.IntN(2)))
		}
		found := false
		marks := bytes.Repeat([]byte{'m'}, len(want))
		for at := 0; at+len(want) <= len(all); at++ {
			if strings.Join(all[at:at+len(want)], " ") != strings.Join(want, " ") {
				continue
			}
			found = true
			for i := range want {
				if !menu[at+i] {
					marks[i] = 'c'
				}
			}
			at += len(want) - 1
		}
		l := labels(t, lines...)
		m := matcher{labels: l}
		for _, target := range want {
			m.links = append(m.links, l.hash([]byte(target)))
		}
		err := m.find([]byte(url))
		if found != (err == nil) || !found && err != errOther {
			t.Fatalf("%v in %v: %v", want, lines, err)
		}
		for i := range want {
			if found && m.menu[i] != (marks[i] == 'm') {
				t.Fatalf("%v in %v: %v, not %s", want, lines, m.menu, marks)
			}
		}
	}
}

// TestLarge: many pages with many links go to the temporary file, and are found.
func TestLarge(t *testing.T) {
	const pages, each = 300, 200
	var lines []string
	for p := range pages {
		for i := range each {
			word := []string{"content", "navigation"}[(p+i)%2]
			lines = append(lines, fmt.Sprintf("http://a.test/%d/\thttp://a.test/%d/%d\t%s\t", p, p, i, word))
		}
	}
	l := labels(t, lines...)
	if l.blocks.Spilled() == 0 || l.Pages != pages || l.Links != pages*each {
		t.Errorf("%d bytes, %d pages, %d links", l.blocks.Spilled(), l.Pages, l.Links)
	}
	m := matcher{labels: l}
	for _, p := range []int{0, 7, pages - 1} {
		m.links = m.links[:0]
		for i := range each {
			m.links = append(m.links, l.hash(fmt.Appendf(nil, "http://a.test/%d/%d", p, i)))
		}
		if err := m.find(fmt.Appendf(nil, "http://a.test/%d/", p)); err != nil {
			t.Fatal(err)
		}
		for i, menu := range m.menu {
			if menu != ((p+i)%2 == 1) {
				t.Fatalf("page %d, link %d: %v", p, i, menu)
			}
		}
	}
}

// FuzzCut: whatever a page is, only blanks take the place of what is left out, and the page has the same links.
func FuzzCut(f *testing.F) {
	for _, body := range []string{`<ul><li><a href=1>Home</a><li>|<a href=2><img src=x>Help</ul><p>Text.`,
		`<a href=1><svg><a href=2>x</a></svg>`,
		`<p><a href=1>A<table><a href=2>B`, "<frameset><a href=1>x", `<a href=1><a href=2></a><title>x</title>`} {
		f.Add([]byte(body), uint64(0xaaaa))
	}
	words := []string{"content", "navigation"}
	f.Fuzz(func(t *testing.T, body []byte, marks uint64) {
		var l Labels
		c := (&l).NewCutter()
		d := doc(string(body))
		c.maker.Read(d)
		var lines []string
		c.maker.Links(func(target []byte, _ int32) {
			lines = append(lines, url+"\t"+string(target)+"\t"+words[marks>>(len(lines)%64)&1])
		})
		all := labels(t, lines...)
		got := all.NewCutter().Cut(d)
		if err := all.Err(); err != nil {
			t.Fatal(err)
		}
		body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
		was := bytes.TrimPrefix(got.Body, []byte("\xef\xbb\xbf"))
		if len(was) != len(body) {
			return // it is in another encoding now
		}
		for i := range was {
			if was[i] != body[i] && was[i] != ' ' {
				t.Fatalf("%q became %q", body, was)
			}
		}
		var after []string
		c.maker.Read(got)
		c.maker.Links(func(target []byte, _ int32) {
			after = append(after, url+"\t"+string(target)+"\t"+words[marks>>(len(after)%64)&1])
		})
		if strings.Join(after, "\n") != strings.Join(lines, "\n") {
			t.Fatalf("%q has other links:\n%q\n%q", was, lines, after)
		}
	})
}
