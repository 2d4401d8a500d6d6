package units

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// read makes units of a page.
func read(t testing.TB, tags outline.Tags, body string) *Page {
	t.Helper()
	p, ok := NewReader(tags).Read([]byte(body), "text/html; charset=utf-8")
	if !ok {
		t.Fatal("not read")
	}
	return p
}

// show writes the units of a page as the specification does: body["a", div["b"]].
func show(p *Page) string {
	var b strings.Builder
	var visit func(i int32) int32
	visit = func(i int32) int32 {
		n := &p.Nodes[i]
		if n.Tag == outline.TextNode {
			fmt.Fprintf(&b, "%q", p.Unit(int(i)))
			return i + 1
		}
		b.WriteString(n.Tag.String() + "[")
		k := i + 1
		for first := true; k < n.Next; first = false {
			if !first {
				b.WriteString(", ")
			}
			k = visit(k)
		}
		b.WriteString("]")
		return k
	}
	visit(0)
	return b.String()
}

// node is a unit of the twin.
type node struct {
	tag      string // "": text
	text     string
	children []*node
}

// simplify is the pseudo code of the thesis (2.3) for the tree of an HTML parser.
func simplify(n *html.Node) *node {
	out := &node{tag: n.Data}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			text := strings.Join(strings.FieldsFunc(c.Data, func(r rune) bool {
				return r <= ' ' || 0x7f <= r && r <= 0xa0 || unicode.IsSpace(r)
			}), " ")
			if text != "" {
				out.children = append(out.children, &node{text: text})
			}
		case c.Type == html.ElementNode && !strings.Contains(
			" script style noscript template iframe textarea title noembed noframes ", " "+c.Data+" "):
			one := simplify(c)
			if strings.Contains(" body table tbody td tr div p form h1 h2 h3 ", " "+c.Data+" ") && c.Namespace == "" {
				out.children = append(out.children, one)
			} else {
				out.children = append(out.children, one.children...)
			}
		}
	}
	merged := out.children[:0]
	for _, c := range out.children {
		if last := len(merged) - 1; c.tag == "" && last >= 0 && merged[last].tag == "" {
			merged[last].text += " " + c.text
			continue
		}
		merged = append(merged, c)
	}
	out.children = merged
	return out
}

func (n *node) String() string {
	if n.tag == "" {
		return fmt.Sprintf("%q", n.text)
	}
	var parts []string
	for _, c := range n.children {
		parts = append(parts, c.String())
	}
	return n.tag + "[" + strings.Join(parts, ", ") + "]"
}

// byTree shows the units of a page by the twin.
func byTree(body string) string {
	root, err := html.ParseWithOptions(strings.NewReader(body), html.ParseOptionEnableScripting(true))
	if err != nil {
		return err.Error()
	}
	for c := root.LastChild.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "body" {
			return simplify(c).String()
		}
	}
	return "body[]"
}

// TestChecklistUnits: the segmentation of section 5, and what the tree of a page says of others.
func TestChecklistUnits(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`<body><b>Intro</b><div>Hi <i>big <a href=x>world</a></i><script>1</script></div><table><tr><td>x<br>y</td></tr></table>` +
			`tail</body>`,
			`body["Intro", div["Hi big world"], table[tbody[tr[td["x y"]]]], "tail"]`},
		{`<body><ul><li>a</li><li>b</li></ul>`, `body["a b"]`},
		{`<!-- c --><style>x</style><body>Hel<b>lo</b><noscript>n</noscript>`, `body["Hel lo"]`},
		{"<p>a\u00a0\u2003\tb<p>c", `body[p["a b"], p["c"]]`},
		{`<div>a<div></div>b</div>`, `body[div["a", div[], "b"]]`},
		{`<frameset><frame src=a></frameset>`, `body[]`},
		{`<svg><style>x</style><text>seen</text></svg>`, `body["seen"]`},
		{`<table><form><tr><td>a<td>b</form></table>c`, `body[table[form[], tbody[tr[td["a"], td["b"]]]], "c"]`},
		{`<table><div>lost</div><tr><td>x</table>`, `body[table[div["lost"], tbody[tr[td["x"]]]]]`}, // a tree moves it
		{`<li><p>a<li>b</p>c`, `body[p["a"], "b", p[], "c"]`},
	} {
		if got := show(read(t, Thesis, c.body)); got != c.want {
			t.Errorf("%s\n%s, not\n%s", c.body, got, c.want)
		}
	}
}

// TestChecklistNestedText: the text of a unit has that of the units inside.
func TestChecklistNestedText(t *testing.T) {
	p := read(t, Thesis, `<body><b>Intro</b><div>Hi <i>big <a href=x>world</a></i></div><table><tr><td>x<br>y</td></tr></table>tail`)
	if got := string(p.Unit(0)); got != "Intro Hi big world x y tail" {
		t.Error(got)
	}
	for i := range p.Nodes {
		if n := p.Nodes[i]; n.Tag == outline.Table && string(p.Unit(i)) != "x y" {
			t.Errorf("%q", p.Unit(i))
		}
	}
}

// TestChecklistBodies: several bodies are counted. The first is used; one inside of it is none.
func TestChecklistBodies(t *testing.T) {
	for _, c := range []struct {
		body, want string
		bodies     int
	}{
		{`<body>a</body><body>b</body>`, `body["a"]`, 2},
		{`<body>a<div><body>b</div></body>`, `body["a", div["b"]]`, 2},
		{`<body>a</body>b`, `body["a b"]`, 1},
		{`a`, `body["a"]`, 0},
	} {
		p := read(t, Thesis, c.body)
		if got := show(p); got != c.want || p.Bodies != c.bodies {
			t.Errorf("%s: %s, %d bodies", c.body, got, p.Bodies)
		}
	}
}

// TestUnitsByTree: pages of tags at random, as they are closed or not, have the units that a tree gives.
func TestUnitsByTree(t *testing.T) {
	for _, body := range []string{
		`<p>a<div>b<p>c</div>d`, `<h1>a<h2>b</h1>c`, `<div><p>a</div>b</p>c`, `<ul><li><div>a<li>b</div></ul>c`,
		`<table><td>a<table><td>b</table>c</table>d`, `<table><tr><td>a</tr><tr><td>b</tbody><tbody><td>c</table>`,
		`<form><div>a</form>b</div>c`, `<form>a<form>b</form>c</form>d`, `<div><form>a</div>b<form>c</form>d`,
		`<table><caption>a<td>b<caption>c</table>`, `<table><tr><th>a<th><p>b</table><p>c`, `<blockquote><p>a</blockquote>b`,
		`<dl><dt><p>a<dd>b<p>c</dl>d`, `<td>a<tr>b<tbody>c`, `</div>a</p>b`, `<p>a<hr>b</p>c`, `<div>a<span>b</div>c</span>d`,
		`<table><tr><td><div>a</td><td>b</div>c</table>d`, `<p><table><tr><td>a</table>b`,
	} {
		body = "<!doctype html>" + strings.NewReplacer(">a", "> a ", ">b", "> b ", ">c", "> c ", ">d", "> d ").Replace(body)
		if got, want := show(read(t, Thesis, body)), byTree(body); got != want {
			t.Errorf("%s\n%s, by a tree\n%s", body, got, want)
		}
	}
}

// TestTagsHTML5: the longer list has lists and sections.
func TestTagsHTML5(t *testing.T) {
	p := read(t, HTML5, `<main><ul><li>a<li>b</ul><h5>c</h5><center>d</center></main>`)
	if got := show(p); got != `body[main[ul[li["a"], li["b"]], h5["c"], "d"]]` {
		t.Error(got)
	}
}

// TestUnitsRefused: a page that may not take the memory has no units.
func TestUnitsRefused(t *testing.T) {
	r := NewReader(Thesis)
	r.Allow(page.Allowance{Share: 1 << 10, Most: 1 << 10, Turn: func() bool { return true }})
	if _, ok := r.Read([]byte(strings.Repeat("<p>word", 1<<10)), ""); ok {
		t.Error("read")
	}
	if p, ok := r.Read([]byte("<p>word"), ""); !ok || len(p.Words) != 1 {
		t.Error("the next page is not read")
	}
}

// TestUnitsHostile: pages that are deep, long or full of tags take little time and memory.
func TestUnitsHostile(t *testing.T) {
	for _, body := range []string{
		strings.Repeat("<div>", 200_000) + "x" + strings.Repeat("</p></div>", 200_000),
		strings.Repeat("<table><tr><td>", 100_000) + "x", strings.Repeat("</p>x", 200_000), strings.Repeat("<p>x", 600_000),
		strings.Repeat("<ul><li>", 100_000) + strings.Repeat("<li>", 100_000) + strings.Repeat("<form></form>", 50_000),
		strings.Repeat("x", 10<<20), strings.Repeat("x ", 3<<20), strings.Repeat("<svg><style>", 100_000),
	} {
		p := read(t, Thesis, body)
		if len(p.Text) > MaxText || len(p.Nodes) > MaxNodes {
			t.Errorf("%.20s: %d bytes, %d units", body, len(p.Text), len(p.Nodes))
		}
		checkTree(t, p)
	}
}

// checkTree checks what holds of the units of every page.
func checkTree(t testing.TB, p *Page) {
	t.Helper()
	if p.Nodes[0].Tag != outline.Body || int(p.Nodes[0].Next) != len(p.Nodes) || int(p.Nodes[0].To) != len(p.Words) {
		t.Fatalf("the body is %+v", p.Nodes[0])
	}
	for i := 1; i < len(p.Nodes); i++ {
		n := &p.Nodes[i]
		up := &p.Nodes[n.Parent]
		if int(n.Parent) >= i || n.Next > up.Next || n.From < up.From || n.To > up.To || n.From > n.To ||
			n.Tag == outline.TextNode && n.Empty() {
			t.Fatalf("%d: %+v in %+v", i, *n, *up)
		}
	}
	for k, from := range p.Words {
		if word := p.Text[from:p.end(int32(k)+1)]; len(word) == 0 || bytes.IndexByte(word, ' ') >= 0 || page.Space(word) > 0 {
			t.Fatalf("word %d is %q", k, word)
		}
	}
}

func FuzzUnits(f *testing.F) {
	for _, s := range []string{`<body><div>a<p>b</div><table><form><tr><td>c</form></table></body><body>d`, `<form><ul></form><li>x</ul>y`,
		`<svg><style></svg>a</style>b`, "\xff<h1>\u2003&nbsp;x</h2><caption>"} {
		f.Add([]byte(s))
	}
	r := NewReader(Thesis)
	f.Fuzz(func(t *testing.T, body []byte) {
		if p, ok := r.Read(body, "text/html"); ok {
			checkTree(t, p)
		}
	})
}
