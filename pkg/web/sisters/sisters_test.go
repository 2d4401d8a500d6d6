package sisters

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/vfs/fault"
	"webmill/pkg/web/units"
	"webmill/pkg/work"
	"webmill/pkg/work/worktest"
)

// web is a set of pages: URL and body, in the order of the input.
type web [][2]string

// run gives the scores of the pages, by URL.
func run(t testing.TB, opt Options, pages web) (map[string][]float64, Stats) {
	t.Helper()
	j, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	w, r := j.NewWorker(), units.NewReader(units.Thesis)
	for _, p := range pages {
		u, _ := r.Read([]byte(p[1]), "text/html; charset=utf-8")
		if err := j.Add(w.Append(nil, []byte(p[0]), []byte(p[0]), r, u, u)); err != nil {
			t.Fatal(err)
		}
	}
	scores, order := map[string][]float64{}, []string{}
	begin := func(int) func(dst []byte, s *Scored) []byte {
		return func(dst []byte, s *Scored) []byte {
			return fmt.Appendf(dst, "%s %d %v\n", s.About, s.Sisters, s.Scores)
		}
	}
	err = j.Each(opt.Room, begin, func(out []byte) error {
		url, rest, _ := strings.Cut(string(out), " ")
		order = append(order, url)
		for _, f := range strings.Fields(strings.Map(func(r rune) rune {
			if r == '[' || r == ']' {
				return ' '
			}
			return r
		}, rest)) {
			var x float64
			fmt.Sscan(f, &x)
			scores[url] = append(scores[url], x)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, p := range pages {
		if !slices.Contains(want, p[0]) {
			want = append(want, p[0])
		}
	}
	if !slices.Equal(order, want) {
		t.Errorf("order %q, not %q", order, want)
	}
	return scores, j.Stats
}

// twin finds the sisters of pages by looking at all pages.
type twin struct {
	opt  Options
	list []string // URLs
	body map[string]string
	page map[string]*units.Page
}

func newTwin(opt Options, pages web) *twin {
	w := &twin{opt: opt, body: map[string]string{}, page: map[string]*units.Page{}}
	for _, p := range pages {
		if _, ok := w.body[p[0]]; !ok {
			w.list = append(w.list, p[0])
			w.body[p[0]] = p[1]
			w.page[p[0]], _ = units.NewReader(units.Thesis).Read([]byte(p[1]), "text/html; charset=utf-8")
		}
	}
	return w
}

// links are the sisters to which a page links.
func (w *twin) links(url string) (found []string) {
	r := units.NewReader(units.Thesis)
	r.Read([]byte(w.body[url]), "text/html")
	r.Sisters([]byte(url), w.opt.Within, func(s []byte) {
		if _, ok := w.body[string(s)]; ok && !slices.Contains(found, string(s)) {
			found = append(found, string(s))
		}
	})
	return found
}

// linked are those in some steps.
func (w *twin) linked(url string) []string {
	sisters := w.links(url)
	layer := sisters
	for d := 1; d < w.opt.Depth; d++ {
		var further []string
		for _, s := range layer {
			for _, f := range w.links(s) {
				if f != url && !slices.Contains(sisters, f) {
					sisters, further = append(sisters, f), append(further, f)
				}
			}
		}
		layer = further
	}
	return sisters
}

// grouped are those that have something in common with a page.
func (w *twin) grouped(url string) (sisters []string) {
	root := func(s units.Scope, url string) string { return string(s.Root([]byte(url))) }
	outline := func(u string) string { return string(w.page[u].AppendOutline(nil)) }
	for _, other := range w.list {
		if other != url && map[Kind]bool{
			Dir:      root(units.Dir, other) == root(units.Dir, url),
			Subtree:  strings.HasPrefix(other, root(units.Dir, url)),
			Host:     root(units.Host, other) == root(units.Host, url),
			Template: root(units.Host, other) == root(units.Host, url) && outline(other) == outline(url),
		}[w.opt.Kind] {
			sisters = append(sisters, other)
		}
	}
	return sisters
}

// slowly scores each page with its sisters, one after the other.
func slowly(opt Options, pages web) map[string][]float64 {
	w := newTwin(opt, pages)
	all := map[string][]float64{}
	for _, url := range w.list {
		sisters := w.grouped(url)
		if opt.Kind == Links {
			sisters = w.linked(url)
		}
		if opt.Most > 0 {
			sisters = sisters[:min(len(sisters), opt.Most)]
		}
		var p units.Processor = &units.NTPC{Options: opt.Options}
		if opt.Method == Lev {
			p = &units.Lev{Options: opt.Options}
		}
		p.Begin(w.page[url])
		for _, s := range sisters {
			p.Process(w.page[s])
		}
		all[url] = append([]float64{float64(len(sisters))}, p.Finish()...)
	}
	return all
}

func same(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < 1e-12 })
}

// drawWeb draws a web of few words, links and URLs.
func drawWeb(t *rapid.T) (pages web) {
	urls := []string{"http://h/a/1", "http://h/a/2", "http://h/a/3?x=/y", "http://h/a/b/4", "http://h/a/b/5", "http://h/",
		"http://h/c/", "http://g/a/1", "http://h/a/", "https://h/a/1"}
	parts := []string{"eins", "zwei", "drei vier", "<p>fünf", "<div>", "</div>", "menu foot", "<table><tr><td>sechs"}
	for _, u := range urls {
		parts = append(parts, "<a href='"+u+"'>l</a>")
	}
	for range rapid.IntRange(0, 12).Draw(t, "pages") {
		pages = append(pages, [2]string{rapid.SampledFrom(urls).Draw(t, "url"),
			strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 12).Draw(t, "body"), " ")})
	}
	return pages
}

// TestByPages: the relevances are those of comparing page by page, for all kinds of sisters and both measures.
func TestByPages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		opt := Options{
			Method: rapid.SampledFrom([]Method{NTPC, Lev}).Draw(rt, "method"),
			Kind:   rapid.SampledFrom([]Kind{Links, Dir, Subtree, Host, Template}).Draw(rt, "kind"),
			Within: rapid.SampledFrom([]units.Scope{units.Dir, units.Subtree, units.Host}).Draw(rt, "within"),
			Depth:  rapid.IntRange(1, 4).Draw(rt, "depth"), Most: rapid.IntRange(0, 4).Draw(rt, "most"),
			Room: worktest.Room(4<<20, 2),
		}
		pages := drawWeb(rt)
		want := slowly(opt, pages)
		got, _ := run(t, opt, pages)
		for url := range want {
			if !same(got[url], want[url]) {
				rt.Fatalf("%s: %v, not %v", url, got[url], want[url])
			}
		}
	})
}

// TestExample: the pages of section 5 of the specification, each of which links to the others.
func TestExample(t *testing.T) {
	pages := web{
		{"http://h/a/1", `<p>Home News Shop</p><p>Cats sleep all day</p><p>(c) 2005</p><a href=2></a><a href=3></a><a href=1></a>`},
		{"http://h/a/2", `<p>Home News Shop</p><p>Dogs bark at night</p><p>(c) 2005</p>`},
		{"http://h/a/3", `<p>Home News Sale</p><p>Fish swim</p><p>(c) 2005</p>`},
	}
	for method, want := range map[Method][]float64{NTPC: {1. / 6, 1, 0}, Lev: {3. / 28, 29. / 36, 0}} {
		for _, kind := range []Kind{Links, Dir, Host} {
			got, stats := run(t, Options{Method: method, Kind: kind, Depth: 1, Room: worktest.Room(4<<20, 2)}, pages)
			one := got["http://h/a/1"]
			if len(one) != 8 || one[0] != 2 || !same([]float64{one[2], one[4], one[6]}, want) {
				t.Errorf("%s by %s: %v", method, kind, one)
			}
			if alone := map[Kind]int64{Links: 2}[kind]; stats.Alone != alone {
				t.Errorf("%s by %s: %d alone", method, kind, stats.Alone)
			}
		}
	}
}

// TestLittleMemory: with the least memory and many pages the relevances are the same as with much.
func TestLittleMemory(t *testing.T) {
	var pages web
	for i := range 1200 {
		var body strings.Builder
		fmt.Fprintf(&body, "<p>menu of the site, number %d</p><div>", i%7)
		for k := range 60 {
			fmt.Fprintf(&body, "w%d ", (i*i+k*k*i)%5000)
		}
		fmt.Fprintf(&body, "</div><a href=%d></a>", (i*7+1)%1200)
		pages = append(pages, [2]string{fmt.Sprintf("http://h/%d/%d", i%5, i), body.String()})
	}
	for _, opt := range []Options{{Method: NTPC, Kind: Dir}, {Method: NTPC, Kind: Links, Within: units.Host, Depth: 2}} {
		opt.Room = worktest.Room(256<<10, 2)
		little, stats := run(t, opt, pages)
		opt.Room = worktest.Room(256<<20, 2)
		much, _ := run(t, opt, pages)
		for url := range much {
			if !slices.Equal(little[url], much[url]) {
				t.Fatalf("%s: %v, with much memory %v", url, little[url], much[url])
			}
		}
		t.Logf("%+v", stats)
	}
}

// TestLineFaults: lines that no Worker writes are refused.
func TestLineFaults(t *testing.T) {
	j, err := New(Options{Method: NTPC, Kind: Dir, Room: worktest.Room(4<<20, 2)})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for _, line := range []string{"\n", "short\tx\n", strings.Repeat("!", keyCode) + "\ta\tb\n"} {
		if j.Add([]byte(line)) == nil {
			t.Errorf("%q was taken", line)
		}
	}
	k := keyOf([]byte("http://h/"))
	if back, err := readKey(k.append(nil)); err != nil || back != k || bytes.ContainsAny(k.append(nil), "\t\n ") {
		t.Error(k, back, err)
	}
}

// TestFaults fails every operation with temporary files: the error must come back, and Close must leave no file open.
func TestFaults(t *testing.T) {
	for _, opt := range []Options{
		{Method: NTPC, Kind: Links, Within: units.Host, Depth: 3}, {Method: NTPC, Kind: Dir}, {Method: Lev, Kind: Dir, Most: 2},
	} {
		fault.Each(t, 5, 3, func(sys *fault.FS) error {
			opt.Room = work.Room{Memory: 32 << 10, Threads: 1, FS: sys, TempDir: t.TempDir()}
			j, err := New(opt)
			if err != nil {
				return err
			}
			defer j.Close()
			w, r := j.NewWorker(), units.NewReader(units.Thesis)
			for i := range 200 {
				url := fmt.Appendf(nil, "http://h/%d", i)
				u, _ := r.Read(fmt.Appendf(nil, "<p>page %d of many<a href=%d></a><a href=%d></a>", i, (i+1)%200, i*7%200),
					"text/html; charset=utf-8")
				if err := j.Add(w.Append(nil, url, url, r, u, u)); err != nil {
					return err
				}
			}
			begin := func(int) func(dst []byte, s *Scored) []byte {
				return func(dst []byte, s *Scored) []byte { return dst }
			}
			return j.Each(opt.Room, begin, func([]byte) error { return nil })
		})
	}
}
