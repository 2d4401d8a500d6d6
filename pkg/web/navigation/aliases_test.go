package navigation

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/page"
)

// leads is a line of a URL that leads on.
func leads(from, to string) string { return fmt.Sprintf("%s\t%s\t\t\t\t\t\t\n", from, to) }

// TestRedirects: three pages whose menu names pages by other URLs: two redirects of the server in a row, one on another host, and
// a page that refreshes itself as another one. Without them no page of the menu has a menu.
func TestRedirects(t *testing.T) {
	menu := list("/old", "http://www.s.example/b", "/c.html")
	s := site{"/": menu + "<p><a href=/old>words</a></p>", "/b": menu, "/c": menu}
	moved := map[string]string{"/old": "/older", "/older": "/", "http://www.s.example/b": "/b"}
	for _, redirects := range []bool{true, false} {
		c, thesis := newCrawl(t, Options{Mutual: true}), newCrawl(t, Options{Thesis: &standard}).job
		c.more = append(c.more, thesis)
		for _, path := range []string{"/b", "/", "/c"} {
			c.add(t, "http://s.example"+path, []byte("<html><body>"+s[path]+"</body></html>"))
		}
		if redirects {
			m := linkgroups.New(linkgroups.Options{})
			c.add(t, "http://s.example/c.html", []byte("<meta http-equiv=refresh content='0; url=/c'>"))
			for from, to := range moved {
				if from[0] == '/' {
					from = "http://s.example" + from
				}
				lines := m.Append(nil, &page.Document{URL: []byte(from), Status: 301, Location: []byte("http://s.example" + to)})
				if err := cmp.Or(c.job.Add(lines), thesis.Add(lines)); err != nil {
					t.Fatal(err)
				}
			}
		}
		found := map[string]int{}
		if err := c.job.Each(func(l *Link) error {
			found[fmt.Sprintf("%s: %s", l.Label, l.AppendReason(nil))]++
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		want := map[string]int{"undecided: no target crawled": 9, "content: no group": 1}
		if redirects {
			want = map[string]int{"navigation: mutual 2/2 targets, J 1.00": 9, "content: no group": 1, "content: redirect": 4}
		}
		if st := &c.job.Stats; fmt.Sprint(found) != fmt.Sprint(want) || st.Pages != 3 || redirects && st.Redirects != 4 {
			t.Errorf("%v, %+v", found, st)
		}
		on := 0
		if err := thesis.Each(func(l *Link) error {
			if l.OnSite() {
				on++
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		menus := map[bool]int64{true: 9}[redirects]
		if wantOn := map[bool]int{true: 13, false: 7}[redirects]; thesis.Stats.Labels[Navigation] != menus || on != wantOn {
			t.Errorf("thesis: %v, %d links on the site", thesis.Stats.Labels, on)
		}
	}
}

// TestRedirectsInVain: which URLs lead nowhere.
func TestRedirectsInVain(t *testing.T) {
	url := func(name string) string { return "http://s.test/" + name }
	lines := []string{
		leads(url("self"), url("self")), leads(url("a"), url("b")), leads(url("b"), url("a")), leads(url("to-a"), url("a")),
		leads(url("fork"), url("x")), leads(url("fork"), url("y")), leads(url("to-fork"), url("fork")),
		leads(url("twice"), url("x")), leads(url("twice"), url("x")),
		leads(url("page"), url("x")), url("page") + "\t\t\t\t\t\t\t\n", leads(url("to-page"), url("page")),
	}
	for i := range 20 {
		lines = append(lines, leads(url(fmt.Sprint(i)), url(fmt.Sprint(i+1))))
	}
	ends := map[string]string{"self": "", "a": "", "b": "", "to-a": "", "fork": "", "to-fork": "fork", "twice": "x", "page": "",
		"to-page": "page", "x": "", "3": "", "4": "20", "19": "20", "20": ""}
	for range 3 {
		_, job := fast(t, lines)
		for from, to := range ends {
			target, at, ok := job.aliases.end(job.hash([]byte(url(from))))
			if ok != (to != "") || ok && (target != job.hash([]byte(url(to))) || at != job.hash([]byte("s.test"))) {
				t.Errorf("%s: %t", from, ok)
			}
		}
		s := job.Stats
		if s.Redirects != 29 || s.RedirectPages != 1 || s.RedirectForks != 1 || s.RedirectCircles != 8 || s.Pages != 1 ||
			s.Links != 31 {
			t.Errorf("%+v", s)
		}
		job.Close()
	}
}

// TestAliases: all of many redirects are found in little memory, and nothing else is.
func TestAliases(t *testing.T) {
	opt := both
	opt.Room = room()
	opt.Memory = 256 << 10
	job, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	defer job.Close()
	const n = 20_000
	for i := range n {
		if err := job.Add([]byte(leads(fmt.Sprint("http://s.test/", i), fmt.Sprint("http://t.test/", i/2)))); err != nil {
			t.Fatal(err)
		}
	}
	if err := job.Each(func(*Link) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for i := range 2 * n {
		to, _, ok := job.aliases.end(job.hash(fmt.Append(nil, "http://s.test/", i)))
		if ok != (i < n) || ok && to != job.hash(fmt.Append(nil, "http://t.test/", i/2)) {
			t.Fatalf("%d: %t", i, ok)
		}
	}
}

// TestScopes: what one site is.
func TestScopes(t *testing.T) {
	for _, c := range []struct{ url, host, domain, dir string }{
		{"http://a.test/", "a.test", "a.test", "a.test"},
		{"https://www.example.co.uk:8080/b/c/d.html", "www.example.co.uk:8080", "example.co.uk", "www.example.co.uk:8080/b"},
		{"http://docs.example.org/b", "docs.example.org", "example.org", "docs.example.org"},
		{"http://docs.example.org/b/", "docs.example.org", "example.org", "docs.example.org/b"},
		{"http://one.github.io/b?x=/c/", "one.github.io", "one.github.io", "one.github.io"},
		{"http://10.0.0.1//b/", "10.0.0.1", "10.0.0.1", "10.0.0.1"},
		{"http://a.test?x=/b/c", "a.test", "a.test", "a.test"},
		{"mailto:x", "", "", ""}, {"", "", "", ""}, {"http://", "", "", ""}, {"://a/b/c", "a", "", "a/b"},
	} {
		for s, want := range map[Site]string{"": c.host, Host: c.host, Domain: c.domain, Dir: c.dir} {
			if got := string(s.of([]byte(c.url))); got != want {
				t.Errorf("%s of %s is %s, not %s", s, c.url, got, want)
			}
		}
	}
}

// TestScope: a menu that leads to the hosts of a domain, and a folder in which a menu is on each page.
func TestScope(t *testing.T) {
	line := func(source, target string, position int) string {
		return fmt.Sprintf("%s\t%s\t%d\t1\t1\t%016x\t%016x\t\n", source, target, position, 1, 1)
	}
	pages := []string{"http://www.s.example/a/1", "http://docs.s.example/a/2", "http://blog.s.example/a/3"}
	var hosts, folders []string
	for _, from := range pages {
		for i, to := range pages {
			hosts = append(hosts, line(from, to, i+1))
		}
	}
	for p := range 10 {
		for i := range 3 {
			folders = append(folders, line(fmt.Sprint("http://s.test/b/", p), fmt.Sprint("http://t.test/", i), i+1))
		}
	}
	for p := range 30 {
		folders = append(folders, fmt.Sprintf("http://s.test/c/%d\t\t\t\t\t\t\t\n", p))
	}
	for site, want := range map[Site][2]string{
		Host:   {"content: no target on the host", "content: no target on the host"},
		Domain: {"navigation: mutual 2/2 targets, J 1.00", "content: no target on the host"},
		Dir:    {"content: no target on the host", "navigation: place 10/10 pages x3, target on 10"},
	} {
		for i, lines := range [][]string{hosts, folders} {
			for link, got := range fastIn(t, site, lines) {
				if got != want[i] {
					t.Errorf("-site %s: %s: %s, not %s", site, link, got, want[i])
				}
			}
		}
	}
}

// fastIn is fast for a site.
func fastIn(t testing.TB, site Site, lines []string) map[string]string {
	opt := both
	opt.Site = site
	found, job := fastBy(t, opt, lines)
	job.Close()
	return found
}

// TestTwinSites: the labels are those of slow code on sites of several hosts and folders, with URLs that lead on.
func TestTwinSites(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pages := rapid.IntRange(1, 20).Draw(rt, "pages")
		site := rapid.SampledFrom(Sites).Draw(rt, "site")
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2))
		var lines []string
		var absent []int
		for p := range pages + 4 {
			if p >= pages || dice.IntN(4) == 0 {
				absent = append(absent, p)
			} else {
				lines = append(lines, madeLines(dice, p, pages))
			}
		}
		for range dice.IntN(10) {
			from, to := absent[dice.IntN(len(absent))], absent[dice.IntN(len(absent))]
			if dice.IntN(8) == 0 {
				from = dice.IntN(pages)
			}
			if dice.IntN(3) > 0 {
				to = dice.IntN(pages)
			}
			lines = append(lines, leads(fmt.Sprint("http://s.test/", from), fmt.Sprint("http://s.test/", to)))
		}
		sites := []string{"http://s.test/", "http://s.test/", "http://www.s.test/", "http://s.test/b/", "http://u.test/"}
		if dice.IntN(2) == 0 {
			sites = sites[:2]
		}
		for i := range lines {
			for n := range pages + 4 {
				to := fmt.Sprint(sites[n%len(sites)], n, "\t")
				lines[i] = strings.ReplaceAll(lines[i], fmt.Sprintf("http://s.test/%d\t", n), to)
			}
		}
		want := slowIn(lines, site)
		for range 2 {
			got := fastIn(t, site, lines)
			for k, v := range want {
				if got[k] != v {
					rt.Fatalf("%s\n%s: link %s: got %s, want %s", strings.Join(lines, ""), site, k, got[k], v)
				}
			}
			if len(got) != len(want) {
				rt.Fatalf("%d links, not %d", len(got), len(want))
			}
			dice.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
		}
	})
}
