package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"webmill/pkg/web/page"
)

// tree is a page as a Stack tells it. It makes a node of each element.
type tree struct {
	t     interface{ Fatalf(string, ...any) }
	stack Stack
	nodes []node
	most  int // elements that were open at a time
}

// node is an element, or a text.
type node struct {
	tag  Tag
	text string
	up   int32
}

func treeOf(t interface{ Fatalf(string, ...any) }, body string) *tree {
	m := &tree{t: t, nodes: []node{{tag: Body, up: -1}}}
	m.stack.Reset(m)
	if !page.New(page.Options{Handler: m, Noscript: true}).Parse([]byte(body), "text/html; charset=utf-8") {
		t.Fatalf("%.80q is refused", body)
	}
	m.stack.Finish()
	if m.stack.Node() != 0 {
		t.Fatalf("%d is open behind the end of %.80q", m.stack.Node(), body)
	}
	return m
}

// Start, End and Text implement page.Handler.
func (m *tree) Start(t page.Tag) { m.stack.Start(t.Name, t.Foreign) }
func (m *tree) End(n page.Name)  { m.stack.End(n) }
func (m *tree) Text(text []byte) {
	if !m.stack.Skips() {
		m.nodes = append(m.nodes, node{text: string(text), up: m.stack.Node()})
	}
}

// Open and Close implement Maker.
func (m *tree) Open(t Tag, up int32) int32 {
	if t == TextNode || t == Body || up != m.stack.Node() {
		m.t.Fatalf("%s opens in %d; %d is open", t, up, m.stack.Node())
	}
	m.nodes = append(m.nodes, node{tag: t, up: up})
	m.most = max(m.most, len(m.stack.open)+1)
	return int32(len(m.nodes) - 1)
}

func (m *tree) Close(n, up int32) {
	if up != m.stack.Node() {
		m.t.Fatalf("%d closes up to %d; %d is open", n, up, m.stack.Node())
	}
	for ; n != up; n = m.nodes[n].up {
		if n <= 0 {
			m.t.Fatalf("%d is not around what closes", up)
		}
	}
}

// String writes what is in a node: p(a)p(b).
func (m *tree) String() string { return m.inside(0) }

func (m *tree) inside(of int32) (shown string) {
	for i, n := range m.nodes {
		switch {
		case n.up != of:
		case n.tag == TextNode:
			shown += n.text
		default:
			shown += n.tag.String() + "(" + m.inside(int32(i)) + ")"
		}
	}
	return shown
}

// paths are the words of the page, each behind the tags in which it stands.
func (m *tree) paths() (list []string) {
	for _, n := range m.nodes {
		path := ""
		for up := n.up; up > 0; up = m.nodes[up].up {
			path = m.nodes[up].tag.String() + " " + path
		}
		for _, word := range strings.Fields(n.text) {
			list = append(list, path+word)
		}
	}
	return list
}

func TestStack(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nested", "a<div>b<section>c</section>d</div>e", "adiv(bsection(c)d)e"},
		{"inline", "<span>a</span><b>b<div>c</b>d</div>", "abdiv(cd)"},

		{"p before p", "<p>a<p>b", "p(a)p(b)"},
		{"p before a block", "<p>a<div>b</div>c", "p(a)div(b)c"},
		{"p before a heading", "<p>a<h1>b</h1>", "p(a)h1(b)"},
		{"p before hr", "<p>a<hr>b", "p(a)b"},
		{"p before table", "<p>a<table><td>b</table>c", "p(a)table(tbody(tr(td(b))))c"},
		{"p in a cell ends none outside", "<p>a<div><p>b", "p(a)div(p(b))"},
		{"end of p that is not open", "a</p>b", "ap()b"},
		{"items", "<ul><li>a<li>b<ul><li>c</ul>d<li>e</ul>f", "ul(li(a)li(bul(li(c))d)li(e))f"},
		{"item with a paragraph", "<ul><li><p>a<li>b</ul>", "ul(li(p(a))li(b))"},
		{"item with a section", "<ul><li><section>a<li>b</ul>", "ul(li(section(ali(b))))"},
		{"terms", "<dl><dt>a<dd>b<dd>c<dt>d</dl>e", "dl(dt(a)dd(b)dd(c)dt(d))e"},
		{"heading after heading", "<h1>a<h2>b</h2>c", "h1(a)h2(b)c"},
		{"end of another heading", "<h1>a</h3>b", "h1(a)b"},

		{"parts of a table", "<table><td>a<td>b<tr><th>c</table>d", "table(tbody(tr(td(a)td(b))tr(th(c))))d"},
		{"sections of a table", "<table><thead><tr><td>a<tbody><td>b<tfoot><tr><td>c</table>",
			"table(thead(tr(td(a)))tbody(tr(td(b)))tfoot(tr(td(c))))"},
		{"caption", "<table><caption>a<tr><td>b</table>", "table(caption(a)tbody(tr(td(b))))"},
		{"table in a cell", "<table><td>a<table><td>b</table>c<td>d</table>e",
			"table(tbody(tr(td(atable(tbody(tr(td(b))))c)td(d))))e"},
		{"table in a table", "<table><table><td>a</table>b", "table()table(tbody(tr(td(a))))b"},
		{"text beside cells stays", "<table>a<tr>b<td>c</table>", "table(atbody(tr(btd(c))))"},
		{"cell without a table", "a<td>b</td><tr>c", "abc"},

		{"wrong order of ends", "<div>a<section>b</div>c</section>d", "div(asection(b))cd"},
		{"end that nothing began", "a</div>b</li></table></h1>c", "abc"},
		{"end of a block around a cell", "<div><table><td>a</div>b</table>c</div>d", "div(table(tbody(tr(td(ab))))c)d"},
		{"end of an item around a list", "<ul><li>a<ul>b</li>c</ul>d</li>e</ul>", "ul(li(aul(bc)d)e)"},
		{"end of a row in a cell", "<table><tr><td><div>a</tr>b<tr><td>c</table>", "table(tbody(tr(td(div(a)))btr(td(c))))"},
		{"form ends before what is in it", "<form><div>a</form>b</div>c", "form(div(ab))c"},
		{"form in a form", "<form>a<form>b</form>c</form>d", "form(ab)cd"},
		{"form between cells", "<table><form><tr><td>a</form></table>b", "table(form()tbody(tr(td(a))))b"},

		{"behind the end of the body", "<body>a</body>b<div>c</div>", "abdiv(c)"},
		{"second body", "<body><div>a</div></body><body>b<div>c</div>", "div(a)"},
		{"svg", "<div>a<svg><desc>b<style>c</style></desc><script>d</script></svg>e</div>f", "div(abe)f"},
	} {
		if got := treeOf(t, c.in).String(); got != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

// TestBodies: each body element counts.
func TestBodies(t *testing.T) {
	for in, want := range map[string]int{"<p>a": 0, "<body>a": 1, "<body>a<body>b": 2, "<body>a</body><body>b</body><body>c": 3} {
		if got := treeOf(t, in).stack.Bodies; got != want {
			t.Errorf("%s: %d, not %d", in, got, want)
		}
	}
}

// TestDepth: of elements nested deeper than the limit, those below it are none. Their end tags end nothing else.
func TestDepth(t *testing.T) {
	const deep = maxOpen + 100
	for _, c := range []struct {
		name, open, close string
		each              int // elements that an open makes
	}{
		{"blocks", "<div>", "</div>", 1},
		{"lists", "<ul><li>", "</ul>", 2},
		{"tables", "<table><td>", "</table>", 4},
	} {
		m := treeOf(t, "a"+strings.Repeat(c.open, deep)+"b"+strings.Repeat(c.close, deep)+"c<p>d")
		paths := m.paths()
		if m.most != maxOpen || len(m.nodes)-6 != maxOpen-1 {
			t.Errorf("%s: %d elements are open at a time, %d nodes", c.name, m.most, len(m.nodes))
		}
		if n := len(strings.Fields(paths[1])); n != maxOpen {
			t.Errorf("%s: the deepest text is in %d elements", c.name, n-1)
		}
		if want := []string{"a", "c", "p d"}; !slices.Equal(slices.Delete(paths, 1, 2), want) {
			t.Errorf("%s: the others are %v", c.name, paths)
		}
	}
}

// TestTwin: outside of tables and of inline elements, each word is in the elements in which a parser that makes a tree has it.
func TestTwin(t *testing.T) {
	tags := []string{"div", "p", "li", "ul", "dl", "dt", "dd", "h1", "h2", "section", "form", "hr", "blockquote", "address"}
	rapid.Check(t, func(t *rapid.T) {
		body := "<body>"
		for i, n := range rapid.SliceOfN(rapid.IntRange(0, 3*len(tags)-1), 0, 30).Draw(t, "tags") {
			body += fmt.Sprintf("<%s%s> %d ", []string{"", "", "/"}[n%3], tags[n/3], i)
		}
		root, err := html.Parse(strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for n := range root.Descendants() {
			if n.Type != html.TextNode {
				continue
			}
			path := ""
			for up := n.Parent; up.Data != "body"; up = up.Parent {
				if Of(page.NameOf(up.Data)) != TextNode {
					path = up.Data + " " + path
				}
			}
			for _, word := range strings.Fields(n.Data) {
				want = append(want, path+word)
			}
		}
		if got := treeOf(t, body).paths(); !slices.Equal(got, want) {
			t.Fatalf("%s\ngot  %q\nwant %q", body, got, want)
		}
	})
}

// TestTags: each tag has the name by which it is found.
func TestTags(t *testing.T) {
	for tag := TextNode + 1; tag < All; tag++ {
		if got := Of(page.NameOf(tag.String())); tag.String() == "" || got != tag {
			t.Errorf("%s is %s", tag, got)
		}
		if !SetOf(tag).Has(tag) || SetOf(tag).Has(TextNode) || SetOf().Has(tag) {
			t.Errorf("the set of %s", tag)
		}
	}
	if got := Of(page.NameOf("span")); got != TextNode {
		t.Errorf("span is %s", got)
	}
}
