package main

import (
	"bytes"
	"flag"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"webmill/pkg/stream"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/docs"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
	"webmill/pkg/work"
)

// read calls do with the tree of each page of the input, and writes what do appends.
func read(f *flag.FlagSet, args []string, do func(dst []byte, d *docs.Document, root *html.Node) []byte) error {
	var in docs.Input
	f.StringVar(&in.Dir, "dir", "", "read the files of `FOLDER`")
	f.StringVar(&in.Base, "base", "", "its `URL`")
	f.StringVar(&in.URLs, "urls", "", "a `FILE` with the URLs of its files")
	f.StringVar(&in.Index, "index", "", "a file of this `NAME` has the URL of its folder")
	f.BoolVar(&in.Headers, "headers", false, "the files begin with HTTP headers")
	f.StringVar(&in.List, "list", "", "read the archives that `FILE` names")
	if err := f.Parse(args); err != nil {
		return err
	}
	in.Archives = f.Args()
	room := work.Room{Memory: 256 << 20, Threads: 2, FS: vfs.OS}
	r, err := docs.Open(in, docs.Options{Room: room, Warn: func(string, ...any) {},
		Open: func(name string) (*stream.Bytes, error) { return stream.OpenBytes(vfs.OS, name, nil) }})
	if err != nil {
		return err
	}
	lines := docs.NewLines(room, r, func(func([]byte) []byte) docs.LineMaker[struct{}] { return maker(do) })
	for i := range r.Volumes {
		_, err := lines.Read(&r.Volumes[i], func(*struct{}) {}, func(b []byte) error {
			_, err := out.Write(b)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// maker makes the lines of pages.
type maker func(dst []byte, d *docs.Document, root *html.Node) []byte

// Allow is part of docs.LineMaker, like Take and Append.
func (m maker) Allow(page.Allowance) {}

// Take returns nothing.
func (m maker) Take() struct{} { return struct{}{} }

// Append takes a document. What is no page has no lines.
func (m maker) Append(dst []byte, d *docs.Document) ([]byte, error) {
	if !d.IsHTML() || !d.Succeeded() || d.Revisit || d.Broken {
		return dst, nil
	}
	root, err := html.ParseWithOptions(bytes.NewReader(d.Body), html.ParseOptionEnableScripting(true))
	if err != nil { // nested deeper than the parser goes
		return dst, nil
	}
	return m(dst, d, root), nil
}

// pages writes URL, bytes and depth of each page; the html element has the depth 0.
func pages(f *flag.FlagSet, args []string) error {
	return read(f, args, func(dst []byte, d *docs.Document, root *html.Node) []byte {
		return fmt.Appendf(dst, "%s\t%d\t%d\n", d.URL, len(d.Body), depth(root)-1)
	})
}

// depth counts the elements from a node down to the deepest one.
func depth(n *html.Node) (most int) {
	for c := range n.ChildNodes() {
		if c.Type == html.ElementNode {
			most = max(most, depth(c)+1)
		}
	}
	return most
}

// truths writes a line for each link: source, target, whether an element around it is one of -menu, whether nav or
// role=navigation is around it, and the share of the text of its block that is in links.
func truths(f *flag.FlagSet, args []string) error {
	menu := f.String("menu", "nav,role=navigation", "`SELECTORS` of menus, commas apart: tag, .class, #id, tag.class, role=X;"+
		" those behind a > are of the element around the link")
	return read(f, args, func(dst []byte, d *docs.Document, root *html.Node) []byte {
		return appendTruths(dst, string(d.URL), root, strings.Split(*menu, ","))
	})
}

func appendTruths(dst []byte, url string, root *html.Node, menu []string) []byte {
	var r urls.Resolver
	if r.SetBase([]byte(url)) != nil {
		return dst
	}
	url = string(r.Base())
	based, shares := false, map[*html.Node]float64{}
	for n := range root.Descendants() {
		href, ok := attribute(n, "href")
		if !ok || n.Data == "base" && based {
			continue
		}
		switch n.Data {
		case "base":
			based = true
			links.Rebase(&r, []byte(href))
		case "a":
			target, err := r.Resolve(nil, []byte(href))
			if err != nil {
				continue
			}
			dst = fmt.Appendf(dst, "%s\t%s\t%d\t%d\t%.3f\n", url, target, within(n, menu), within(n, plain), share(n, shares))
		}
	}
	return dst
}

// plain says which elements are menus by the standard.
var plain = []string{"nav", "role=navigation"}

// within is 1 if an element around a link is one of the selectors.
func within(n *html.Node, selectors []string) int {
	for up := n.Parent; up != nil; up = up.Parent {
		for _, s := range selectors {
			direct, ok := strings.CutPrefix(s, ">")
			if (!ok || up == n.Parent) && matches(up, direct) {
				return 1
			}
		}
	}
	return 0
}

// attribute is that of an element.
func attribute(n *html.Node, key string) (value string, ok bool) {
	if n.Type != html.ElementNode {
		return "", false
	}
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// matches reports whether an element is one of a selector.
func matches(n *html.Node, selector string) bool {
	has := func(key, word string) bool {
		value, _ := attribute(n, key)
		return slices.Contains(strings.Fields(value), word)
	}
	if role, ok := strings.CutPrefix(selector, "role="); ok {
		return has("role", role)
	}
	if id, ok := strings.CutPrefix(selector, "#"); ok {
		return has("id", id)
	}
	tag, class, ok := strings.Cut(selector, ".")
	return n.Type == html.ElementNode && (tag == "" || tag == n.Data) && (!ok || has("class", class))
}

// blocks are the elements that show something below what stands before them. An item is a part of its list.
var blocks = strings.Fields("address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header" +
	" main nav ol p section table td th ul")

// share is the part of the text of the block around a link that is in links, kept in known.
func share(n *html.Node, known map[*html.Node]float64) float64 {
	for n.Parent != nil && !slices.Contains(blocks, n.Data) {
		n = n.Parent
	}
	s, ok := known[n]
	if !ok {
		linked, all := lengths(n, false)
		s = float64(linked) / float64(max(1, all))
		known[n] = s
	}
	return s
}

// lengths counts the letters that are in links, and all.
func lengths(n *html.Node, in bool) (linked, all int) {
	if n.Type == html.TextNode {
		all = len(strings.Join(strings.Fields(n.Data), " "))
		if in {
			linked = all
		}
		return linked, all
	}
	for c := range n.ChildNodes() {
		l, a := lengths(c, in || n.Data == "a")
		linked, all = linked+l, all+a
	}
	return linked, all
}
