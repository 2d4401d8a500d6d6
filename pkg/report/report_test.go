package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/vfs"
)

// element is a start tag of the page, and the text up to its end.
type element struct {
	name, path string
	attr       map[string]string
	text       string
}

// elements reads the page, which is well-formed XML too.
func elements(t *testing.T, page string) []*element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	var list, open []*element
	for {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			if len(open) > 0 {
				e.path = open[len(open)-1].path
			}
			e.path += "/" + e.name
			list, open = append(list, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		}
	}
}

// tags counts the elements of a name.
func tags(list []*element, name string) (n int) {
	for _, e := range list {
		if e.name == name {
			n++
		}
	}
	return n
}

// sectionNames are the sections of a page, in their order.
func sectionNames(t *testing.T, page string) (names []string) {
	for _, e := range elements(t, page) {
		if e.name == "section" && e.attr["id"] != "" {
			names = append(names, e.attr["id"])
		}
	}
	return names
}

func TestAllSections(t *testing.T) {
	page := render(t, made(2000).write(t), Options{})
	var all []string
	for _, s := range sections {
		all = append(all, s.Name)
	}
	if got := sectionNames(t, page); !slices.Equal(got, all) {
		t.Errorf("sections %v, not %v", got, all)
	}
	list := elements(t, page)
	if n := tags(list, "h1"); n != 1 {
		t.Errorf("%d main headings", n)
	}
	for _, words := range []string{"Crawl report: crawl", "2,000", "pages known, fetched or not", "0.851",
		"cz 2007", "links.parquet"} {
		if !strings.Contains(page, words) {
			t.Errorf("%q is not on the page", words)
		}
	}
}

// TestNothingIsLoaded: what would make a browser ask another machine, or run anything, is not on the page.
func TestNothingIsLoaded(t *testing.T) {
	page := render(t, made(2000).write(t), Options{Title: evil})
	for _, e := range elements(t, page) {
		if e.name == "script" && e.text != scriptJS ||
			slices.Contains([]string{"img", "iframe", "object", "embed", "form", "base", "use", "image", "foreignObject"},
				e.name) {
			t.Errorf("<%s> in %s", e.name, e.path)
		}
		for name, value := range e.attr {
			switch {
			case strings.HasPrefix(name, "on"), name == "src", name == "srcset":
				t.Errorf("<%s %s=%q>", e.name, name, value)
			case name == "href" && e.name == "a" && !regexp.MustCompile(`^#|^(?i:https?)://`).MatchString(value),
				name == "href" && e.name == "a" && value[0] != '#' && e.attr["rel"] != "noreferrer",
				name == "href" && e.name == "link" && value != "data:,",
				name == "href" && e.name != "a" && e.name != "link":
				t.Errorf("<%s href=%q>", e.name, value)
			case name == "style" && !regexp.MustCompile(`^width:[\d.]+%$`).MatchString(value):
				t.Errorf("style %q", value)
			}
		}
		if e.name == "style" && regexp.MustCompile(`(?i)url\(|@import|expression`).MatchString(e.text) {
			t.Error("the style loads something")
		}
	}
	if bad := regexp.MustCompile("[\u202a-\u202e\u2066-\u2069\u200b\x00-\x08\x0b-\x1f\x7f]").FindString(page); bad != "" {
		t.Errorf("the page holds %q", bad)
	}
	if len(page) > 800<<10 {
		t.Errorf("the page has %d bytes", len(page))
	}
}

// TestPictures: each has a title and a description that resolve, and axes with titles and units.
func TestPictures(t *testing.T) {
	page := render(t, made(2000).write(t), Options{})
	ids, list := map[string]*element{}, elements(t, page)
	for _, e := range list {
		if id := e.attr["id"]; id != "" {
			if ids[id] != nil {
				t.Errorf("the id %q is there twice", id)
			}
			ids[id] = e
		}
	}
	pictures, axes := 0, map[string]int{}
	current := ""
	for _, e := range list {
		switch {
		case e.name == "svg" && e.attr["role"] == "img":
			pictures++
			if strings.HasPrefix(e.attr["aria-labelledby"], "hosts-") ||
				strings.HasPrefix(e.attr["aria-labelledby"], "navigation-") ||
				strings.HasPrefix(e.attr["aria-labelledby"], "clusters-") {
				continue // a matrix, a tree and a map have no axes
			}
			current = e.attr["aria-labelledby"]
			axes[current] = 0
			for _, id := range strings.Fields(current) {
				if ids[id] == nil || len(ids[id].text) < 3 {
					t.Errorf("the picture %q is described by nothing", current)
				}
			}
		case e.name == "svg" && e.attr["aria-hidden"] != "true":
			t.Errorf("a picture without words in %s", e.path)
		case e.name == "text" && e.attr["class"] == "name" && regexp.MustCompile(`^\S.* \(\S.*\)$`).MatchString(e.text):
			axes[current]++
		}
	}
	for id, n := range axes {
		if n != 2 {
			t.Errorf("%s: %d axes with a title and a unit", id, n)
		}
	}
	if want := 15*2 + 4*2 + 2*2 + 2*2 + 2*5 + 2; pictures != want {
		t.Errorf("%d pictures, not %d", pictures, want)
	}
	figures, details := tags(list, "figure"), 0
	for _, e := range list {
		if strings.HasSuffix(e.path, "/figure/details") {
			details++
		}
	}
	if figures == 0 || figures != details {
		t.Errorf("%d figures, %d tables for them", figures, details)
	}
}

// needed are the files for each section: it needs all the files of at least one line.
var needed = map[string][]string{
	"crawl":        {"extract.json"},
	"log":          {"crawl.jsonl"},
	"hosts":        {"hosts.parquet hosts.txt", "page-host.t2 hosts.txt"},
	"fetched":      {"pages.parquet"},
	"words":        {"documents.parquet", "lengths.t2", "growth.tsv", "frequencies.t2", "host-terms.parquet hosts.txt"},
	"content":      {"content.parquet"},
	"clusters":     {"cluster-sizes.t2"},
	"relevant":     {"relevant.parquet"},
	"relevance":    {"relevance.t2", "relevance-ways.tsv", "relevance-curve.tsv"},
	"navigation":   {"nav-links.json", "ranks.t2 content-ranks.t2", "sitemap.txt"},
	"thesis-files": {"thesis/claims.parquet"},
	"glossary": {"ranks.t2", "page-host.t2", "hosts.txt", "indegree.t2", "kranks.t2", "tau.txt", "thesis/correlation.tsv",
		"thesis/stability-100.tsv", "layer-sizes.t2", "outdegree.t2", "extract.json", "pagerank.json", "krank.json", "growth.tsv",
		"host-terms.parquet", "content.parquet", "nav-links.json", "content-ranks.t2", "sitemap.txt",
		"cluster-sizes.t2", "keywords.parquet", "relevance.t2", "relevant.parquet", "relevance-ways.tsv", "relevance-curve.tsv"},
	"degrees":     {"indegree.t2", "outdegree.t2"},
	"layers":      {"layer-sizes.t2"},
	"top":         {"ranks.t2", "kranks.t2"},
	"against":     {"ranks.t2 kranks.t2"},
	"correlation": {"thesis/correlation.tsv"},
	"stability":   {"thesis/stability-100.tsv", "thesis/stability-50.tsv"},
	"accumulation": {"thesis/accumulate-pagerank-100.tsv", "thesis/accumulate-krank-50.tsv", "thesis/accumulate-krank-100.tsv",
		"thesis/accumulate-pagerank-50.tsv"},
	"strategies": {"thesis/strategies.tsv", "thesis/strategy-opic.tsv", "thesis/strategy-random.tsv"},
	"claims":     {"thesis/claims.tsv"},
	"solver":     {"pagerank.json", "krank.json"},
	"steps":      {"times.tsv", "thesis/times.tsv", "extract.json", "pagerank.json", "krank.json", "words.json", "nav-links.json"},
	"files": {"links.parquet", "foreign.parquet", "pages.parquet", "hosts.parquet", "host-links.parquet", "documents.parquet",
		"content.parquet", "host-terms.parquet", "keywords.parquet", "relevant.parquet"},
	"left": {"other.json"},
}

// TestSubsets: whatever files are missing, the sections of the others are there, and no more.
func TestSubsets(t *testing.T) {
	all := made(60)
	var names []string
	for _, list := range needed {
		for _, n := range list {
			names = append(names, strings.Fields(n)...)
		}
	}
	names = append(names, "cluster-map.t3", "urls.txt", "tau.txt", "other.json", "links.t2", "layers.t2")
	slices.Sort(names)
	names = slices.Compact(names)
	rapid.Check(t, func(rt *rapid.T) {
		some := all.some(rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 12, rapid.ID).Draw(rt, "files")...)
		var want []string
		for _, s := range sections {
			if slices.ContainsFunc(needed[s.Name], func(line string) bool {
				return !slices.ContainsFunc(strings.Fields(line), func(n string) bool { return some[n] == nil })
			}) {
				want = append(want, s.Name)
			}
		}
		var b bytes.Buffer
		err := Write(&b, Open(vfs.OS, some.write(t)), Options{})
		if (want == nil || slices.Equal(want, []string{leftOutSection.Name})) && !some.figures() {
			if err == nil || !strings.Contains(err.Error(), "nothing to report") {
				rt.Fatalf("of no results: %v", err)
			}
			return
		}
		if err != nil {
			rt.Fatal(err)
		}
		if got := sectionNames(t, b.String()); !slices.Equal(got, want) {
			rt.Fatalf("sections %v, not %v", got, want)
		}
	})
}

// figures reports whether there is something for the head of the page.
func (f files) figures() bool {
	return slices.ContainsFunc([]string{"links.t2", "hosts.txt", "page-host.t2", "layers.t2"},
		func(n string) bool { return f[n] != nil })
}

// TestEmptyFiles: streams without records are valid.
func TestEmptyFiles(t *testing.T) {
	f := made(60)
	for name := range f {
		if filepath.Ext(name) == ".t2" {
			f[name] = nil
		}
	}
	f["urls.txt"], f["hosts.txt"], f["words.txt"], f["words.json"] = nil, nil, nil, text("{}")
	others := []string{pagesFile, hostsFile, hostLinks, documentsFile, hostTerms, growthFile, "links.parquet", peopleFile,
		hostPeople, contentFile, relevantFile, keywordsFile}
	for _, name := range others { // of other crawls
		delete(f, name)
	}
	page := render(t, f.write(t), Options{})
	for _, name := range []string{"degrees", "layers", "top", "against", "words", "clusters"} { // navigation has its other files
		if slices.Contains(sectionNames(t, page), name) {
			t.Errorf("of empty files there is a section %s", name)
		}
	}
}

func TestNoFolder(t *testing.T) {
	for dir, want := range map[string]string{
		files{}.write(t):                               "nothing to report",
		files{"x.json": text("{}")}.write(t):           "nothing to report",
		filepath.Join(t.TempDir(), "no"):               "no such file or directory",
		filepath.Join(made(60).write(t), "ranks.t2"):   "is not a folder",
		filepath.Join(files{"a": nil}.write(t), "a/b"): "not a directory",
	} {
		err := Write(io.Discard, Open(vfs.OS, dir), Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, not %q", dir, err, want)
		}
	}
}

// TestSame: the same folder makes the same page, also by another path to it.
func TestSame(t *testing.T) {
	dir := made(300).write(t)
	first := render(t, dir, Options{})
	if render(t, dir, Options{}) != first {
		t.Error("another page at the second time")
	}
	t.Chdir(dir)
	if page := render(t, ".", Options{Title: "Crawl report: crawl"}); strings.ReplaceAll(first, dir+"/", "") != page {
		t.Error("another page from inside")
	}
}

// TestWriteErrors: what cannot be written ends with that error.
func TestWriteErrors(t *testing.T) {
	dir := made(60).write(t)
	full := errors.New("full")
	whole := len(render(t, dir, Options{}))
	for _, room := range []int{0, 1, 1000, whole / 2, whole - 1} {
		if err := Write(&small{room, full}, Open(vfs.OS, dir), Options{}); !errors.Is(err, full) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "ranks.t2"), 0); err != nil || os.Getuid() == 0 {
		return
	}
	if err := Write(io.Discard, Open(vfs.OS, dir), Options{}); err == nil {
		t.Error("a file that must not be read")
	}
}

// small is a Writer with little room.
type small struct {
	room int
	err  error
}

func (s *small) Write(b []byte) (int, error) {
	if s.room -= len(b); s.room < 0 {
		return 0, s.err
	}
	return len(b), nil
}
