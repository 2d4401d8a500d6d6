package site

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"webmill/pkg/urls"
)

var update = flag.Bool("update", false, "write the files of testdata/crawl")

const folder = "../../../testdata/crawl"

// TestFiles: the crawl in the repository is the one that this package makes.
func TestFiles(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	for name, made := range files {
		path := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(path, made, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(kept, made) {
			t.Errorf("%s is not what is made now: if that is meant, run go test ./pkg/internal/site -update", name)
		}
	}
}

// TestLinks: the links that were taken down while the pages were written are those that a tree of the page has.
func TestLinks(t *testing.T) {
	for _, p := range newSite().pages {
		if p.status != 200 || !p.isHTML() {
			continue
		}
		root, err := html.Parse(strings.NewReader(p.body.String()))
		if err != nil {
			t.Fatal(p.url, err)
		}
		var r urls.Resolver
		if p.label == "windows-1252" {
			r.Query = func(dst, query []byte) []byte { return append(dst, strings.ReplaceAll(string(query), "ü", "%FC")...) }
		}
		if err := r.SetBase([]byte(p.url)); err != nil {
			t.Fatal(p.url, err)
		}
		f := finder{r: &r}
		for n := range root.Descendants() {
			f.visit(n)
		}
		if f.base != "" {
			if err := r.SetBase([]byte(f.base)); err != nil {
				t.Fatal(f.base, err)
			}
		}
		var want, got []string
		for _, l := range p.links {
			want = append(want, l.kind+" "+l.target)
		}
		for _, l := range f.links {
			if url, err := r.Resolve(nil, []byte(l.target)); err == nil {
				got = append(got, l.kind+" "+string(url))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %q\nwant %q", p.url, got, want)
		}
	}
}

// A finder collects the references of a tree.
type finder struct {
	r     *urls.Resolver
	base  string
	links []link
}

var attributes = map[string]string{"a": "href", "area": "href", "frame": "src", "iframe": "src", "link": "href", "img": "src",
	"script": "src", "form": "action"}

func (f *finder) visit(n *html.Node) {
	get := func(name string) (string, bool) {
		for _, a := range n.Attr {
			if a.Key == name || a.Namespace+":"+a.Key == name {
				return a.Val, true
			}
		}
		return "", false
	}
	if n.Type != html.ElementNode || n.Parent != nil && inTemplate(n) {
		return
	}
	switch {
	case n.Data == "a" && n.Namespace == "svg":
		if v, ok := get("xlink:href"); ok {
			f.links = append(f.links, link{"svg-a", v})
		}
	case n.Data == "base":
		if v, ok := get("href"); ok && f.base == "" {
			f.base = v
		}
	case n.Data == "meta":
		if v, _ := get("http-equiv"); strings.EqualFold(v, "refresh") {
			content, _ := get("content")
			target := strings.TrimLeft(content, "0123456789;, ")
			target = strings.TrimPrefix(strings.TrimPrefix(target, "URL="), "url=")
			if target != "" {
				f.links = append(f.links, link{"meta", strings.Trim(target, "'")})
			}
		}
	case attributes[n.Data] != "":
		if v, ok := get(attributes[n.Data]); ok {
			f.links = append(f.links, link{n.Data, v})
		}
	}
}

func inTemplate(n *html.Node) bool {
	for n := range n.Ancestors() {
		if n.Data == "template" {
			return true
		}
	}
	return false
}
