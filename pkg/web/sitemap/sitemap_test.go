package sitemap

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/madewebs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/navigation"
	"webmill/pkg/web/page"
	"webmill/pkg/work"
	"webmill/pkg/work/worktest"
)

// lister writes trees as text: a line for each host and each page.
type lister struct{ strings.Builder }

func (l *lister) Host(h *Host) error {
	fmt.Fprintf(l, "%s %d crawled, %d reached, %d missing, %d deeper, depth %d\n", h.Name, h.Crawled, h.Reached, h.Missing,
		h.Deeper, h.Depth)
	return nil
}

func (l *lister) Page(p *Page) error {
	fmt.Fprintf(l, "%d %s %q %v\n", p.Depth, p.URL, p.Title, p.Crawled)
	return nil
}

// counter counts what is written.
type counter struct{ hosts, pages, depth int }

func (c *counter) Host(*Host) error { c.hosts++; return nil }
func (c *counter) Page(p *Page) error {
	c.pages, c.depth = c.pages+1, max(c.depth, p.Depth)
	return nil
}

func made(t testing.TB, lines, pages string, opt Options) (string, Stats) {
	t.Helper()
	opt.Room = worktest.Room(1<<20, 2)
	opt.TempDir = t.TempDir()
	var l lister
	in := Input{Links: Lines{"links", strings.NewReader(lines)}}
	if pages != "" {
		in.Pages = Lines{"pages", strings.NewReader(pages)}
	}
	stats, err := Make(in, opt, &l)
	if err != nil {
		t.Fatal(err)
	}
	return l.String(), stats
}

// line makes lines of links of the host s.test: "a>b" is a menu, "a-b" content, "a" a page alone.
func line(text string) string {
	var b strings.Builder
	url := func(name string) string {
		if strings.Contains(name, ":") {
			return name
		}
		return "http://s.test/" + name
	}
	for w := range strings.FieldsSeq(text) {
		if s, t, ok := strings.Cut(w, ">"); ok {
			fmt.Fprintf(&b, "%s\t%s\tnavigation\tmutual\n", url(s), url(t))
		} else if s, t, ok := strings.Cut(w, "-"); ok {
			fmt.Fprintf(&b, "%s\t%s\tcontent\n", url(s), url(t))
		} else {
			fmt.Fprintf(&b, "%s\n", url(w))
		}
	}
	return b.String()
}

// TestTrees: small hosts.
func TestTrees(t *testing.T) {
	for name, c := range map[string]struct {
		lines, want string
		opt         Options
	}{
		"a menu on all pages, and that of a section": {
			line(">b >a >  a> a>b a>a a>a2 a>a1  b> b>b b>a  a1>a1 a1>a a1>a2 a1> x>a x"),
			"s.test 5 crawled, 4 reached, 1 missing, 0 deeper, depth 2\n0 / true\n1 /b true\n1 /a true\n2 /a2 false\n2 /a1 true\n",
			Options{Tree: true}},
		"pages that no menu reaches": {line(">a -z a>a z>a y"),
			"s.test 4 crawled, 2 reached, 0 missing, 0 deeper, depth 1\n0 / true\n1 /a true\n-1 /y true\n-1 /z true\n",
			Options{Tree: true, Beyond: true}},
		"a dead target that is not written": {line(">a >b b"),
			"s.test 2 crawled, 2 reached, 1 missing, 0 deeper, depth 1\n0 / true\n1 /b true\n",
			Options{}},
		"one page": {line("/x"), "s.test 1 crawled, 1 reached, 0 missing, 0 deeper, depth 0\n0 //x true\n", Options{Tree: true}},
		"a circle": {line(">a a>b b> b>a a>a"),
			"s.test 3 crawled, 3 reached, 0 missing, 0 deeper, depth 2\n0 / true\n1 /a true\n2 /b true\n", Options{Tree: true}},
		"a home page that leads on": {line("-a -b a>c a>a b>a b>b c"),
			"s.test 4 crawled, 4 reached, 0 missing, 0 deeper, depth 2\n0 / true\n1 /a true\n2 /c true\n1 /b true\n", Options{Tree: true}},
		"a home page that was not crawled": {line("home>a home>b a>home a>b b>home x>home x>a"),
			"s.test 4 crawled, 3 reached, 0 missing, 0 deeper, depth 1\n0 /home true\n1 /a true\n1 /b true\n", Options{Tree: true}},
		"an index page near the top": {line("d/de/m>d/de/index.html d/de/m>d/de/m2 d/index.html>d/de/m d/de/m2>d/de/m d/de/x.html>d/de/m d/de/x.html>d/de/index.html d/de/index.html"),
			"s.test 5 crawled, 4 reached, 0 missing, 0 deeper, depth 2\n0 /d/index.html true\n1 /d/de/m true\n2 /d/de/index.html true\n2 /d/de/m2 true\n",
			Options{Tree: true}},
		"an index page without menus": {line("d/index.html-d/a d/index.html-d/b d/a>d/b d/b>d/a"),
			"s.test 3 crawled, 3 reached, 0 missing, 0 deeper, depth 1\n0 /d/index.html true\n1 /d/a true\n1 /d/b true\n",
			Options{Tree: true}},
		"an index page below the others": {line("home>a home>t/index.html a>home a>t/index.html t/index.html>home t/index.html>a x/?q>home"),
			"s.test 4 crawled, 3 reached, 0 missing, 0 deeper, depth 1\n0 /home true\n1 /a true\n1 /t/index.html true\n", Options{Tree: true}},
		"a given home page": {line("> >a a>c a>a b>a b>b c"),
			"s.test 4 crawled, 3 reached, 0 missing, 0 deeper, depth 2\n0 /b true\n1 /a true\n2 /c true\n",
			Options{Tree: true, Home: "http://s.test/b"}},
		"a chain that is cut": {line(">a a>b b>c c>d"),
			"s.test 4 crawled, 4 reached, 1 missing, 3 deeper, depth 4\n0 / true\n1 /a true\n", Options{Tree: true, MaxDepth: 1}},
		"a page that comes again": {line(">a a>b >c b"),
			"s.test 3 crawled, 3 reached, 0 missing, 0 deeper, depth 2\n0 / true\n1 /a true\n2 /b true\n", Options{Tree: true}},
	} {
		got, _ := made(t, c.lines, "", c.opt)
		if got = strings.ReplaceAll(strings.ReplaceAll(got, "http://s.test", ""), ` ""`, ""); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, c.want)
		}
	}
}

// TestHosts: each host has its tree; ports are hosts, schemes are not, and what is only linked to is none.
func TestHosts(t *testing.T) {
	lines := line(">a >http://u.test:81/ http://u.test/>http://u.test/q http://u.test:81/>http://u.test:81/w") +
		line("https://v.test/>https://v.test/1 http://v.test/>https://v.test/1 mailto:x@y>http://s.test/ https://v.test/1>https://v.test/") +
		line("http://v.test/2>https://v.test/ http://v.test/3>http://v.test/")
	got, stats := made(t, lines, "http://s.test/\t The  \x01 title\t200\nhttp://w.test/\tW\nhttp://s.test/a\n", Options{Tree: true})
	want := `s.test 2 crawled, 2 reached, 0 missing, 0 deeper, depth 1
0 http://s.test/ " The    title" true
1 http://s.test/a "" true
u.test 1 crawled, 1 reached, 1 missing, 0 deeper, depth 1
0 http://u.test/ "" true
1 http://u.test/q "" false
u.test:81 1 crawled, 1 reached, 1 missing, 0 deeper, depth 1
0 http://u.test:81/ "" true
1 http://u.test:81/w "" false
v.test 5 crawled, 2 reached, 0 missing, 0 deeper, depth 1
0 https://v.test/ "" true
1 https://v.test/1 "" true
w.test 1 crawled, 1 reached, 0 missing, 0 deeper, depth 0
0 http://w.test/ "W" true
`
	if got != want || stats.Hosts != 5 || stats.Outside != 2 || stats.NoPage != 0 {
		t.Errorf("%s\nnot\n%s\n%+v", got, want, stats)
	}
	for _, c := range []struct{ host, want string }{{"u.test:81", "u.test:81 1"}, {Largest, "v.test 5"}} {
		got, stats := made(t, lines, "", Options{Host: c.host})
		if !strings.HasPrefix(got, c.want) || stats.Hosts != 1 || stats.Other != 3 {
			t.Errorf("-host %s: %s %+v", c.host, got, stats)
		}
	}
	for host, want := range map[string]string{"x.test": "no line of the input has the host", "y.test": "no page of y.test"} {
		opt := Options{Host: host, Room: worktest.Room(1<<20, 2)}
		_, err := Make(Input{Links: Lines{"links", strings.NewReader(lines + line(">http://y.test/"))}}, opt, &lister{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("-host %s: %v", host, err)
		}
	}
	secure := Options{Home: "https://s.test/", Room: worktest.Room(1<<20, 2)}
	if _, err := Make(Input{Links: Lines{"links", strings.NewReader(lines)}}, secure, &lister{}); err == nil ||
		!strings.HasSuffix(err.Error(), ", but one names http://s.test/") {
		t.Errorf("a home page of another scheme: %v", err)
	}
	opt := Options{Home: "http://x.test/", Room: worktest.Room(1<<20, 2)}
	if _, err := Make(Input{Links: Lines{"links", strings.NewReader(lines)}}, opt, &lister{}); err != errHome {
		t.Errorf("a home page that is not there: %v", err)
	}
}

// TestPagesAgain: what a page links to when it comes again is lost, unless it is what it linked to before.
func TestPagesAgain(t *testing.T) {
	for text, lost := range map[string]int64{
		">a >b a>b >a >b":    0, // the same page, captured twice
		">a >b a>b >a":       0,
		">a >b a>b >b":       1,
		">a >b a>b >a >b >c": 1,
		">a -b a>b -b":       1, // as after a sort by label
		">a -b a>b >a -b":    0,
		"a>b a-c b>a a-c":    0, // only menus of such a page count
		">a b >c c >d":       2,
	} {
		_, stats := made(t, line(text), "", Options{})
		if stats.Lost != lost || stats.Again == 0 {
			t.Errorf("%s: %+v", text, stats)
		}
	}
}

// TestPagesApart: a page that was fetched twice has a link of the first time, or leads on; a sort by another column leaves none.
func TestPagesApart(t *testing.T) {
	const leadsOn = "http://s.test/\thttp://s.test/b\tcontent\tredirect\n"
	for text, apart := range map[string]int64{
		line(">a >b a>b >a >b"):                      0,
		line(">a >b a>b >c >d >b a>d"):               1, // of a
		line(">a >b a>b >c >b >a >d"):                0,
		line(">a a>b -b"):                            1, // as after a sort by label
		line(">a -b a>b -b"):                         0,
		line(">a -b a>b -a"):                         1, // another label
		line(">a a>b >c a>c >d"):                     3,
		leadsOn + line("a>b >a >c"):                  0,
		line(">a >c a>b") + leadsOn:                  0,
		line("a>b >a >c a>d") + leadsOn + line(">e"): 2,
		line("> a>b >a"):                             1,
		line("a-b b>a a>b"):                          1, // as after a sort by label, the other way round
		line("a-b b>a a-c >b"):                       0,
	} {
		if _, stats := made(t, text, "", Options{}); stats.Apart != apart || stats.Again == 0 {
			t.Errorf("%s: %+v", text, stats)
		}
	}
}

// TestFailures: pages that answered with a redirect or an error are left out where the tree is no matter.
func TestFailures(t *testing.T) {
	pages := "http://s.test/a\t\t404\nhttp://s.test/b\t\t200\nhttp://s.test/c\tC\t301\nhttp://s.test/d\t\t500\nhttp://s.test/e\tE\t204\n"
	got, stats := made(t, line(">a >d a>b b c"), pages, Options{Beyond: true})
	want := "s.test 5 crawled, 3 reached, 1 missing, 0 deeper, depth 2\n0 / \"\" true\n2 /b \"\" true\n-1 /e \"E\" true\n"
	if got = strings.ReplaceAll(got, "http://s.test", ""); got != want || stats.Titles.Lines != 5 {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	got, _ = made(t, line(">a >d a>b b c"), pages, Options{Tree: true})
	if !strings.Contains(got, "1 http://s.test/a \"\" true\n") || !strings.Contains(got, "1 http://s.test/d \"\" false\n") {
		t.Errorf("the tree is\n%s", got)
	}
}

// TestLeadsOn: a URL whose link is a redirect, as nav-links says, is left out where the tree is no matter.
func TestLeadsOn(t *testing.T) {
	lines := line(">a >b") + "http://s.test/a\thttp://s.test/b\tcontent\tredirect\n" +
		"http://s.test/b\thttp://s.test/a\tcontent\tno such place\n"
	for tree, want := range map[bool]string{false: "0 / true\n1 /b true\n", true: "0 / true\n1 /a true\n1 /b true\n"} {
		got, _ := made(t, lines, "", Options{Tree: tree})
		_, got, _ = strings.Cut(strings.ReplaceAll(strings.ReplaceAll(got, "http://s.test", ""), ` ""`, ""), "\n")
		if got != want {
			t.Errorf("tree %t:\n%s\nnot\n%s", tree, got, want)
		}
	}
}

// TestNoPages: a URL that only leads on is no page of its host, in the tree or outside of it, unless it also was a page.
func TestNoPages(t *testing.T) {
	redirects := func(name, to string) string {
		return "http://s.test/" + name + "\thttp://s.test/" + to + "\tcontent\tredirect\n"
	}
	titles := "http://s.test/\nhttp://s.test/old\tOld\t301\n"
	for name, c := range map[string]struct{ lines, want string }{
		"outside":       {line(">a a>") + redirects("old", "a") + redirects("meta", "a"), "2 crawled, 2 reached, 0 missing"},
		"in a menu":     {line(">a >old a> a>old") + redirects("old", "a"), "2 crawled, 2 reached, 0 missing"},
		"a page before": {line(">a a> old-b") + redirects("old", "a"), "3 crawled, 2 reached, 0 missing"},
		"a page behind": {line(">a a>") + redirects("old", "a") + line("old>a"), "3 crawled, 2 reached, 0 missing"},
		"twice":         {line(">a a>") + redirects("old", "a") + line("a>") + redirects("old", "a"), "2 crawled, 2 reached, 0 missing"},
	} {
		titles := titles
		if strings.Contains(c.lines, "meta") { // as a page that refreshes itself, which is a success
			titles += "http://s.test/meta\tMeta\t200\n"
		}
		got, stats := made(t, c.lines, titles, Options{Tree: true, Beyond: true})
		beyond := strings.Count(got, "-1 ")
		if !strings.HasPrefix(got, "s.test "+c.want) || int64(beyond) != stats.Crawled-stats.Reached {
			t.Errorf("%s: %d beyond\n%s\nnot %s", name, beyond, got, c.want)
		}
	}
}

// TestTitlesOfLinks: lines of nav-links are no lines of titles.
func TestTitlesOfLinks(t *testing.T) {
	in := Input{Links: Lines{"links", strings.NewReader(line(">a"))}, Pages: Lines{"pages", strings.NewReader(line(">a"))}}
	if _, err := Make(in, Options{Room: worktest.Room(1<<20, 2)}, &lister{}); !errors.Is(err, errTitle) {
		t.Error(err)
	}
	_, stats := made(t, line(">a"), "http://s.test/\thttp://s.test/a\nhttp://s.test/a\tA\n", Options{})
	if stats.Titles != (Titles{Lines: 2, URLs: 1, Known: 1, New: 1}) {
		t.Errorf("%+v", stats)
	}
}

// TestMadeSite: the tree of a site whose menu is known is found exactly; below the home page come the pages of the footer.
func TestMadeSite(t *testing.T) {
	for _, pages := range []int{1, 3, 100, 1150, 2500} {
		site := madewebs.NewSite(pages, pages)
		var lines, labels bytes.Buffer
		job, err := navigation.New(navigation.Options{Place: true, Mutual: true, Room: worktest.Room(64<<20, 2)})
		if err != nil {
			t.Fatal(err)
		}
		maker := linkgroups.New(linkgroups.Options{})
		var p madewebs.SitePage
		for k := range site.Len() {
			site.Page((k+pages/2)%site.Len(), &p)
			doc := page.Document{URL: []byte(p.URL), ContentType: []byte("text/html"), Body: p.HTML}
			for line := range bytes.Lines(maker.Append(nil, &doc)) {
				if err := job.Add(line); err != nil {
					t.Fatal(err)
				}
			}
			fmt.Fprintln(&lines, p.URL)
			for _, l := range p.Links {
				fmt.Fprintf(&lines, "%s\t%s\t%s\n", p.URL, l.URL, l.Class)
			}
		}
		if err := job.Each(func(l *navigation.Link) error {
			_, err := fmt.Fprintf(&labels, "%s\t%s\t%s\n", l.Source, l.Target, l.Label)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		job.Close()
		want := wanted(site)
		for name, in := range map[string]string{"known": lines.String(), "found": labels.String()} {
			if pages < 100 && name == "found" { // so small a site has no menus to find
				continue
			}
			var got []string
			text, stats := made(t, in, "", Options{Tree: true})
			for l := range strings.Lines(text) {
				if f := strings.Fields(l); len(f) == 4 {
					got = append(got, f[0]+" "+f[1])
				}
			}
			if !slices.Equal(got, want) || stats.Crawled != int64(pages) || stats.Missing > 0 {
				t.Errorf("%d pages, labels %s: %d lines, not %d; %+v\n%v\n%v", pages, name, len(got), len(want), stats, got, want)
			}
		}
	}
}

// wanted is the tree of a made site.
func wanted(site *madewebs.Site) (lines []string) {
	nodes := site.Nodes()
	var add func(n, depth int)
	add = func(n, depth int) {
		lines = append(lines, fmt.Sprint(depth, " ", site.URL(nodes[n].Page)))
		for c := nodes[n].From; c < nodes[n].To; c++ {
			add(c, depth+1)
		}
		if n == 0 {
			for k := len(nodes); k < min(len(nodes)+3, site.Len()); k++ {
				lines = append(lines, fmt.Sprint("1 ", site.URL(k)))
			}
		}
	}
	add(0, 0)
	return lines
}

// TestTwin: random webs give what a program gives that holds all in memory.
func TestTwin(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	labels := []string{"navigation", "outsider", "content", "undecided"}
	for round := range 150 {
		url := func() string {
			scheme := "http"
			if r.IntN(4) == 0 {
				scheme = "https"
			}
			name := fmt.Sprint(r.IntN(1 + r.IntN(30)))
			if r.IntN(5) == 0 {
				name = []string{"", "index.html", "d/", "d/index.php", "d/e/?q", "d/e/5"}[r.IntN(6)]
			}
			return fmt.Sprintf("%s://h%d.test/%s", scheme, r.IntN(1+round%4), name)
		}
		var lines, pages strings.Builder
		for range r.IntN(60) {
			source := url()
			for range 1 + r.IntN(6) {
				fmt.Fprintf(&lines, "%s\t%s\t%s\n", source, url(), labels[r.IntN(4)])
			}
		}
		for range r.IntN(5) {
			fmt.Fprintln(&pages, url())
		}
		opt := Options{Tree: r.IntN(2) == 0, Beyond: r.IntN(2) == 0, MaxDepth: r.IntN(4)}
		if first, _, ok := strings.Cut(lines.String(), "\t"); ok && r.IntN(2) == 0 {
			opt.Home = first
		}
		got, _ := made(t, lines.String(), pages.String(), opt)
		if want := twin(lines.String(), pages.String(), opt); got != want {
			t.Fatalf("seed %d, round %d, %+v:\n%s\nnot\n%s\nof\n%s%s", seed, round, opt, got, want, lines.String(),
				pages.String())
		}
	}
}

// TestHostile: sites that are made to cost time or memory.
func TestHostile(t *testing.T) {
	many := 100_000
	if testing.Short() {
		many = 20_000
	}
	url := func(n int) string { return fmt.Sprint("http://s.test/", n) }
	for name, c := range map[string]struct {
		write func(w io.Writer)
		pages int
		depth int
	}{
		"a deep chain": {func(w io.Writer) {
			for n := range many {
				fmt.Fprintf(w, "%s\t%s\n", url(n), url(n+1))
			}
		}, many + 1, many},
		"a chain that climbs": {func(w io.Writer) { // the deepest page leads to all of them
			for n := range many {
				fmt.Fprintf(w, "%s\t%s\n%s\t%s\n", url(n), url(n+1), url(n), url(n/2))
			}
		}, many + 1, many},
		"menus of ten thousand entries": {func(w io.Writer) {
			for p := range 20 {
				for n := range 10_000 {
					fmt.Fprintf(w, "%s\t%s\n", url(p), url(n*(p+1)))
				}
			}
		}, 0, 2},
		"very many hosts": {func(w io.Writer) {
			for n := range many {
				fmt.Fprintf(w, "http://h%d.test/\thttp://h%d.test/a\n", n, n)
			}
		}, 2 * many, 1},
		"one link again and again": {func(w io.Writer) {
			for range many {
				fmt.Fprintf(w, "http://s.test/\thttp://s.test/a\n")
			}
		}, 2, 1},
	} {
		var text bytes.Buffer
		c.write(&text)
		var n counter
		opt := Options{Tree: true, Home: url(0), Room: worktest.Room(4<<20, 2)}
		if !bytes.Contains(text.Bytes(), []byte(url(0)+"\t")) {
			opt.Home = ""
		}
		opt.TempDir = t.TempDir()
		stats, err := Make(Input{Links: Lines{"links", &text}}, opt, &n)
		if err != nil || c.pages > 0 && n.pages != c.pages || n.depth != c.depth {
			t.Errorf("%s: %+v, %+v, %v", name, n, stats, err)
		}
	}
}

// TestFaults fails every operation with temporary files: the error must come back. The 5,000 hosts do not fit in the memory for
// them.
func TestFaults(t *testing.T) {
	var chain, hosts strings.Builder
	for n := range 3000 {
		fmt.Fprintf(&chain, "http://s.test/%d\thttp://s.test/%d\tnavigation\n", n/2, n)
	}
	for n := range 5000 {
		fmt.Fprintf(&hosts, "http://h%d.test/\thttp://h%d.test/a\tnavigation\n", n, n)
	}
	for _, c := range []struct {
		links, home string
		memory      int64
		pages       int
	}{{chain.String(), "http://s.test/0", 64 << 10, 3000}, {hosts.String(), "", 1 << 20, 10_001}} {
		fault.Each(t, 5, 7, func(sys *fault.FS) error {
			opt := Options{Tree: true, Home: c.home}
			opt.Room = work.Room{Memory: c.memory, Threads: 1, FS: sys, TempDir: t.TempDir()}
			var n counter
			in := Input{Lines{"links", strings.NewReader(c.links)}, Lines{"pages", strings.NewReader("http://s.test/\tHome\n")}}
			_, err := Make(in, opt, &n)
			if err == nil && n.pages != c.pages {
				t.Errorf("%d pages", n.pages)
			}
			return err
		})
	}
}

// TestBadLines: what is wrong with a line is said, and what no dictionary takes is counted.
func TestBadLines(t *testing.T) {
	for text, want := range map[string]string{
		"\thttp://s.test/\n": "line 1 does not begin with a URL",
		"http://s.test/\n" + strings.Repeat("x", mostLine+1): "longer than 256 KiB, at line 2",
	} {
		_, err := Make(Input{Links: Lines{"links", strings.NewReader(text)}}, Options{Room: worktest.Room(1<<20, 2)}, &lister{})
		if err == nil || err.Error() != "links: "+want {
			t.Errorf("%.20q: %v", text, err)
		}
		in := Input{Links: Lines{"links", strings.NewReader("http://s.test/\n")}, Pages: Lines{"pages", strings.NewReader(text)}}
		_, err = Make(in, Options{Room: worktest.Room(1<<20, 2)}, &lister{})
		if err == nil || err.Error() != "pages: "+want {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	link := "http://s.test/\thttp://s.test/a"
	for text, want := range map[string]string{
		link + "\t1\t1\n":                          "line 1 has no label of nav-links after source and target",
		link + "\tnavigation\n" + link + "\tnav\n": "line 2 has no label of nav-links after source and target",
		link + "\tcontent\n" + link + "\n":         "line 2 has a label, or none, unlike the lines before: is the file cut off?",
		link + "\n" + link + "\tcontent\n":         "line 2 has a label, or none, unlike the lines before: is the file cut off?",
		link + "\n" + link[:20]:                    "line 2 is cut off: it has no newline",
		link + "\tcontent\tplace\n" + link[:10]:    "line 2 is cut off: it has no newline",
		link + "\tnavigation\tplace 12":            "line 1 is cut off: it has no newline",
		"{\"host\":\"http://s.test/\"}\n":          "line 1 does not begin with a URL",
		"://s.test/\n":                             "line 1 does not begin with a URL",
		"1\t2\n":                                   "line 1 does not begin with a URL",
		"http://s.test/\t404\ttext/html\n":         "line 1 has no second URL: lines of links are source, target and label",
	} {
		_, err := Make(Input{Links: Lines{"links", strings.NewReader(text)}}, Options{Room: worktest.Room(1<<20, 2)}, &lister{})
		if err == nil || err.Error() != "links: "+want {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"http://s.test/\t404\ttext/html\n":   "line 1 " + string(errStatus),
		"http://s.test/\ttitle\t200\tmore\n": "line 1 " + string(errStatus),
		"http://s.test/\ttitle\n1\n":         "line 2 does not begin with a URL",
	} {
		in := Input{Links: Lines{"links", strings.NewReader(link + "\n")}, Pages: Lines{"pages", strings.NewReader(text)}}
		if _, err := Make(in, Options{Room: worktest.Room(1<<20, 2)}, &lister{}); err == nil || err.Error() != "pages: "+want {
			t.Errorf("%q: %v", text, err)
		}
	}
	bad := "http://s.test/\xff\thttp://s.test/b\toutsider\nhttp://s.test/\thttp://s.test/\x01\toutsider\n"
	got, stats := made(t, line(">a")+bad, "", Options{Tree: true})
	if n := stats.Skipped; len(n) != 2 || strings.Count(got, "\n") != 3 {
		t.Errorf("%s %v", got, n)
	}
}

// FuzzMake: any lines give trees in which each page stands once, or an error.
func FuzzMake(f *testing.F) {
	f.Add(line(">a >b a>c a-d b>b x"), "http://s.test/a\tA\n")
	f.Add("http://a.test/\thttps://a.test/x\toutsider\n\n", "")
	f.Fuzz(func(t *testing.T, links, pages string) {
		seen := map[string]bool{}
		var w checker
		w.seen = seen
		opt := Options{Tree: true, Beyond: true, Room: worktest.Room(1<<20, 2)}
		in := Input{Lines{"links", strings.NewReader(links)}, Lines{"pages", strings.NewReader(pages)}}
		if _, err := Make(in, opt, &w); err != nil {
			if !strings.HasPrefix(err.Error(), "links: ") && !strings.HasPrefix(err.Error(), "pages: ") {
				t.Fatal(err)
			}
		}
	})
}

// checker checks the order of pages.
type checker struct {
	seen  map[string]bool
	depth int
}

func (c *checker) Host(*Host) error { c.depth = -1; return nil }

func (c *checker) Page(p *Page) error {
	if c.seen[string(p.URL)] || p.Depth > c.depth+1 {
		return fmt.Errorf("%s is wrong", p.URL)
	}
	c.seen[string(p.URL)], c.depth = true, p.Depth
	return nil
}
