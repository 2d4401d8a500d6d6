package page

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// AppendNodeLines appends the visible text as Bumüller 2019 defines it: each text node of the page's tree is a line, but for
// those right below style, script, head, title and meta; noscript is read. So inline markup divides words. Runs of blanks are one
// space, and empty lines are left out. ok is false if the tree cannot be built, mostly for lack of memory. The tree that Parse
// built for the links is given up, but its memory still counts: the collector may not have come.
func (p *Page) AppendNodeLines(dst []byte) (text []byte, ok bool) {
	p.tree = nil
	body := p.scan.closed()
	if p.Charset() != "utf-8" {
		if !p.take(wideTimes * int64(len(body))) {
			return dst, false
		}
		body = p.utf8(body)
	}
	need, ok := treeMemory(body)
	if !ok || !p.take(need) {
		return dst, false
	}
	root, ok := parseHTML(body, true, p.again(body, need))
	if !ok {
		return dst, false
	}
	walk(root, func(n *html.Node) {
		if n.Type != html.TextNode || n.Parent == nil || n.Parent.Type == html.DocumentNode {
			return
		}
		switch n.Parent.DataAtom {
		case atom.Style, atom.Script, atom.Head, atom.Title, atom.Meta:
			return
		}
		from := len(dst)
		if dst = collapse(append(dst, strings.ToValidUTF8(n.Data, "\ufffd")...), from); len(dst) > from {
			dst = append(dst, '\n')
		}
	})
	return bytes.TrimSuffix(dst, []byte("\n")), true
}
