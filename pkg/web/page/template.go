package page

import (
	"bytes"

	"golang.org/x/net/html"
)

// At a template in an HTML element inside svg or math the library stops without an error; the standard reads on. So templates of
// the tree are counted. If it has fewer than the page, it ends at the first one that it lacks. That template is taken out, since
// what it holds is no part of the page, and the tree is built again.

const maxCuts = 16 // templates that are taken out of one page

// inert are the templates of a page, those that are elements of svg or math too, in the order of their start tags.
type inert struct {
	all  []span
	open []int // of all, those of HTML whose end tag has not come

	// Elements of raw text without an end tag. In svg or math they hold tags. Elsewhere the rest of the page is their text,
	// and it does not matter what is taken for a template there.
	unclosed map[name]bool
}

// ignores reports whether an element is taken for one that holds tags.
func (t *inert) ignores(n name) bool { return t != nil && t.unclosed[n] }

// opened notes the start tag of a template at from.
func (t *inert) opened(from int32, foreign bool) {
	if t == nil {
		return
	}
	if !foreign {
		t.open = append(t.open, len(t.all))
	}
	t.all = append(t.all, span{from: from})
}

// closed notes that the last open template ends at to.
func (t *inert) closed(to int) {
	if t == nil {
		return
	}
	last := len(t.open) - 1
	t.all[t.open[last]].to = int32(to)
	t.open = t.open[:last]
}

// templates lists the templates of a page. The end is 0 of those of svg and math, and of those that do not end.
func templates(page []byte, noscript bool) []span {
	t := inert{unclosed: map[name]bool{namePlaintext: true}}
	s := scanner{mode: mode{noscript: noscript}, page: page, open: -1, commentTo: -1, inert: &t}
	s.run()
	return t.all
}

// parseHTML builds the tree of a page as the standard has it. ok is false if the page is nested too deep, or if the tree ends
// too soon. again asks for the memory of another tree and a copy of the page: the tree before may not have been freed yet.
func parseHTML(page []byte, noscript bool, again func() bool) (tree *html.Node, ok bool) {
	list := templates(page, noscript)
	for cuts := 0; ; cuts++ {
		root, err := html.ParseWithOptions(bytes.NewReader(page), html.ParseOptionEnableScripting(!noscript))
		if err != nil {
			return nil, false
		}
		n := countTemplates(root)
		if n >= len(list) {
			return root, true
		}
		first := list[n]
		if first.to == 0 || cuts == maxCuts || !again() {
			return nil, false
		}
		if cuts == 0 {
			page = bytes.Clone(page)
		}
		cut(page[first.from:first.to])
		inside := n + 1
		for inside < len(list) && list[inside].from < first.to {
			inside++
		}
		list = append(list[:n], list[inside:]...)
	}
}

// cut writes the element wbr over a template. After either of the two a frameset cannot replace the body.
func cut(template []byte) {
	last := len(template) - 1
	for i := copy(template, "<wbr"); i < last; i++ {
		template[i] = ' '
	}
	template[last] = '>'
}

// countTemplates counts the templates of a tree, those in templates too.
func countTemplates(root *html.Node) (n int) {
	for d := range root.Descendants() {
		if d.Type == html.ElementNode && d.Data == "template" {
			n++
		}
	}
	return n
}
