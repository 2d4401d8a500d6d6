package page

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"webmill/pkg/ascii"
)

const (
	maxTree  = 2 << 20 // bytes: a tree is built of no larger page
	maxRoots = 64      // tags of html and body: repeated with new attributes, they cost a tree the square of their number
)

// tree is what a tree says of a page that the scanner has flagged.
type tree struct {
	links   []treeLink // in the order of the tree
	base    string
	hasBase bool
}

// treeLink is a link of a tree, its strings in the page's own encoding, references replaced.
type treeLink struct {
	kind     Kind
	nofollow bool
	value    string
	node     *html.Node
}

// parseTree builds the tree of a page and finds what is in it. ok and again are those of parseHTML.
func parseTree(body []byte, noscript bool, again func() bool) (t *tree, ok bool) {
	root, ok := parseHTML(body, noscript, again)
	if !ok {
		return nil, false
	}
	t = &tree{}
	walk(root, t.node)
	return t, true
}

// walk visits the nodes in and below root, without recursion. The content of a template is not part of the page.
func walk(root *html.Node, visit func(*html.Node)) {
	for n := root; ; {
		visit(n)
		if n.FirstChild != nil && !(n.DataAtom == atom.Template && n.Namespace == "") {
			n = n.FirstChild
			continue
		}
		for n != root && n.NextSibling == nil {
			n = n.Parent
		}
		if n == root {
			return
		}
		n = n.NextSibling
	}
}

// roots counts what may be tags of html and body, in any case.
func roots(body []byte) (n int) {
	for i := 0; ; i++ {
		k := bytes.IndexByte(body[i:], '<')
		if k < 0 {
			return n
		}
		i += k
		if rest := body[i+1:]; len(rest) >= 4 && (ascii.EqualFold(rest[:4], "html") || ascii.EqualFold(rest[:4], "body")) {
			n++
		}
	}
}

func (t *tree) node(n *html.Node) {
	if n.Type != html.ElementNode {
		return
	}
	if n.Namespace != "" {
		if n.Namespace == "svg" && n.Data == "a" && !t.add(n, SVG, "href") {
			t.add(n, SVG, "xlink:href")
		}
		return
	}
	switch n.DataAtom {
	case atom.Base:
		if v, ok := attr(n, "href"); ok && !t.hasBase {
			t.base, t.hasBase = v, true
		}
	case atom.Meta:
		if v, _ := attr(n, "http-equiv"); ascii.EqualFold([]byte(v), "refresh") {
			t.add(n, Meta, "content")
		}
	case atom.Iframe:
		if _, ok := attr(n, "srcdoc"); !ok {
			t.add(n, Iframe, "src")
		}
	default:
		for i := range carriers {
			if c := &carriers[i]; c.atom == n.DataAtom {
				t.add(n, c.kind, c.key)
			}
		}
	}
}

func (t *tree) add(n *html.Node, k Kind, key string) bool {
	v, ok := attr(n, key)
	if ok && (v != "" || !k.Loads()) {
		rel, _ := attr(n, "rel")
		t.links = append(t.links, treeLink{k, k.hasRel() && hasToken([]byte(rel), "nofollow"), v, n})
	}
	return ok
}

// writtenLink is a link as the author wrote it.
type writtenLink struct {
	value    string
	nofollow bool
}

// unrepeated calls f for the links of the tree as often as the author wrote them: a tree repeats an unclosed element, and
// what the scanner has found says how often there was a tag.
func (t *tree) unrepeated(written map[writtenLink]int, f func(*treeLink)) {
	given := map[writtenLink]int{}
	for i := range t.links {
		l := &t.links[i]
		if l.kind == A {
			key := writtenLink{l.value, l.nofollow}
			if given[key]++; given[key] > max(1, written[key]) {
				continue
			}
		}
		f(l)
	}
}

// text is what stands in a link, or instead of it.
func (l *treeLink) text() (text []byte) {
	switch l.kind {
	case Area, Img:
		alt, _ := attr(l.node, "alt")
		return []byte(alt)
	case A, SVG:
		walk(l.node, func(n *html.Node) {
			if n.Type == html.TextNode {
				text = append(text, n.Data[:min(len(n.Data), maxText-len(text))]...)
			}
		})
	}
	return text
}

func attr(n *html.Node, key string) (string, bool) {
	for _, a := range n.Attr {
		name := a.Key
		if a.Namespace != "" {
			name = a.Namespace + ":" + a.Key
		}
		if name == key {
			return a.Val, true
		}
	}
	return "", false
}
