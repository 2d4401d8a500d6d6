package page

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"webmill/pkg/realdata"
)

// visibleByTree is the visible text by a tree of the page: the same rules for elements, applied to the tree that a
// browser builds.
func visibleByTree(body []byte) []string {
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(true))
	if err != nil {
		return nil
	}
	var text strings.Builder
	var visit func(n *html.Node)
	visit = func(n *html.Node) {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
		}
		c := inline
		if n.Type == html.ElementNode {
			c = classes[nameOf(n.Data)]
			if c == unseen || c == unseenForeign && n.Namespace != "" || n.Data == "noscript" {
				return
			}
			if hiddenByTree(n) {
				if c > unseen {
					text.WriteByte('\n')
				}
				return
			}
			if c != inline {
				text.WriteByte('\n')
			}
			if c == replaced {
				return
			}
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			visit(child)
		}
		if c > unseen || c == cells {
			text.WriteByte('\n')
		}
	}
	visit(root)
	return wordsOf(text.String())
}

func hiddenByTree(n *html.Node) bool {
	open := false
	for _, a := range n.Attr {
		if a.Key == "hidden" || a.Key == "style" && styleHides([]byte(a.Val)) {
			return true
		}
		open = open || a.Key == "open"
	}
	return n.Data == "dialog" && !open
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || 0x7f <= r && r <= 0xa0 })
}

// realPages calls do for each of 2,013 pages of two benchmarks of extractors; the test is skipped without them.
func realPages(t testing.TB, do func(name string, body []byte)) {
	for _, pack := range []string{"wcxb-dev", "trafilatura-eval"} {
		realdata.EachHTML(t, "boilerplate/"+pack+".tar.zst", do)
	}
}

// differing are the pages whose words are not those of a tree, and why. What else may differ, and does on none of these
// pages: tags that are so broken that an element that a tree moves or ends is hidden, or ends what is hidden.
var differing = map[string]string{
	"wcxb-dev/0073.html": "the <desc> of a drawing has a <p>. Behind it the scanner takes all for HTML, where <desc> hides nothing",
}

// TestVisibleAgainstTrees: the same words as by trees, on 2,013 real pages, but for those that differ as said. With -short
// it is a fifth of the pages.
func TestVisibleAgainstTrees(t *testing.T) {
	p := New(Options{Visible: &TextOptions{}})
	number, pages := 0, 0
	realPages(t, func(name string, body []byte) {
		if number++; number%5 != 0 && testing.Short() {
			return
		}
		p.Parse(body, "text/html")
		out, _ := p.VisibleText()
		decoded, err := charset.NewReaderLabel(p.Charset(), bytes.NewReader(body)) // which has tests of its own
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(decoded)
		if err != nil {
			t.Fatal(err)
		}
		got, want := wordsOf(string(out)), visibleByTree(bytes.TrimPrefix(plain, []byte("\ufeff")))
		pages++
		if slices.Equal(got, want) != (differing[name] != "") {
			return
		}
		i := 0
		for i < len(got) && i < len(want) && got[i] == want[i] {
			i++
		}
		some := func(words []string) string { return strings.Join(words[i:min(len(words), i+8)], " ") }
		t.Errorf("%s: %d words, tree %d; at %d: %q, tree %q", name, len(got), len(want), i, some(got), some(want))
	})
	t.Logf("%d pages", pages)
	if pages == 0 {
		t.Error("there are no pages")
	}
}

func BenchmarkVisible(b *testing.B) {
	var pages [][]byte
	size := 0
	realPages(b, func(_ string, body []byte) {
		if size < 200<<20 {
			pages = append(pages, body)
			size += len(body)
		}
	})
	for name, opt := range map[string]Options{"links": {}, "visible": {Visible: &TextOptions{}}} {
		b.Run(name, func(b *testing.B) {
			p := New(opt)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, c := range pages {
					p.Parse(c, "text/html")
				}
			}
		})
	}
}

// nested makes HTML of choices: elements within elements, each with its end, but for svg and select, which trees take apart.
func nested(choices []byte) string {
	var out strings.Builder
	tags := []string{"div", "b", "section", "span", "ul", "pre", "main", "em", "div hidden",
		`span style="display:none"`, "script", "style",
		"textarea", "noscript", "title", "template", "dialog", "dialog open", "details", "blockquote", "iframe", "br"}
	texts := []string{"word", " two words ", "&amp;", "a&lt;b", "ä\u00a0ö", "\n", "x &#101; y", "<!-- c -->", "<img alt=pic>"}
	raw := map[string]bool{"script": true, "style": true, "textarea": true, "noscript": true, "title": true, "iframe": true}
	var open []string
	for _, c := range choices {
		switch n := int(c); {
		case n < 80 && len(open) > 0:
			out.WriteString("</" + open[len(open)-1] + ">")
			open = open[:len(open)-1]
		case n < 160 && (len(open) == 0 || !raw[open[len(open)-1]]):
			tag := tags[n%len(tags)]
			out.WriteString("<" + tag + ">")
			if name, _, _ := strings.Cut(tag, " "); name != "br" {
				open = append(open, name)
			}
		default:
			out.WriteString(texts[n%len(texts)])
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		out.WriteString("</" + open[i] + ">")
	}
	return out.String()
}

// FuzzVisible: of elements that are nested in order the words are those of a tree; of any bytes the text is UTF-8 and
// the same each time.
func FuzzVisible(f *testing.F) {
	f.Add([]byte{90, 200, 91, 201, 10, 202, 120, 203})
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		choices := make([]byte, 1+r.IntN(40))
		for i := range choices {
			choices[i] = byte(r.Uint32())
		}
		f.Add(choices)
	}
	p := New(Options{Visible: &TextOptions{}})
	visible := func(body string) string {
		p.Parse([]byte(body), "text/html; charset=utf-8")
		out, _ := p.VisibleText()
		return string(out)
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		body := nested(choices[:min(len(choices), 200)]) // not deeper than is told apart
		if got, want := wordsOf(visible(body)), visibleByTree([]byte(body)); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, the tree %q", body, got, want)
		}
		if got := visible(string(choices)); !utf8.ValidString(got) || got != visible(string(choices)) {
			t.Fatalf("%q: %q, then %q", choices, got, visible(string(choices)))
		}
	})
}
