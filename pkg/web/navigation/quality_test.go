package navigation

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"webmill/pkg/madewebs"
	"webmill/pkg/realdata"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/page"
	"webmill/pkg/work"
)

func room() work.Room { return work.Room{Memory: 256 << 20, Threads: 2, FS: vfs.OS} }

// score counts links by what they are and what they were found to be.
type score struct{ right, wrong, missed, content int }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.right+s.wrong)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.right+s.missed)) }
func (s score) f1() float64 {
	return 2 * float64(s.right) / float64(max(1, 2*s.right+s.wrong+s.missed))
}

func (s *score) add(isMenu, found bool) {
	switch {
	case isMenu && found:
		s.right++
	case found:
		s.wrong++
	case isMenu:
		s.missed++
	default:
		s.content++
	}
}

// truth is what a link is.
type truth struct {
	target string
	menu   bool
}

// crawl is pages with the truth about their links.
type crawl struct {
	job   *Job
	more  []*Job // that get the same lines
	maker *linkgroups.Maker
	truth map[string][]truth
}

func newCrawl(t testing.TB, opt Options) *crawl {
	opt.Room = room()
	job, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(job.Close)
	return &crawl{job: job, maker: linkgroups.New(linkgroups.Options{}), truth: map[string][]truth{}}
}

func (c *crawl) add(t testing.TB, url string, body []byte) {
	lines := c.maker.Append(nil, &page.Document{URL: []byte(url), ContentType: []byte("text/html"), Body: body})
	for line := range bytes.Lines(lines) {
		for _, job := range append(c.more, c.job) {
			if err := job.Add(line); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// score labels all links and compares them with the truth. wrong is told of links that were found to be something else.
func (c *crawl) score(t testing.TB, wrong func(l *Link, menu bool)) (s score) {
	last, next := "", 0
	err := c.job.Each(func(l *Link) error {
		if source := string(l.Source); source != last {
			last, next = source, 0
		}
		list := c.truth[last]
		if next == len(list) || l.Target == nil || string(l.Target) == last {
			return nil
		}
		if k := slices.IndexFunc(list[next:], func(k truth) bool { return k.target == string(l.Target) }); k >= 0 {
			next += k + 1
			k := list[next-1]
			s.add(k.menu, l.Label.Menu())
			if k.menu != l.Label.Menu() {
				wrong(l, k.menu)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// matches reports whether an element is one of a selector: tag, .class, #id, tag.class or [role=…].
func matches(n *html.Node, selector string) bool {
	has := func(key, word string) bool {
		for _, a := range n.Attr {
			if a.Key == key && slices.Contains(strings.Fields(a.Val), word) {
				return true
			}
		}
		return false
	}
	if role, ok := strings.CutPrefix(selector, "role="); ok {
		return has("role", role)
	}
	if id, ok := strings.CutPrefix(selector, "#"); ok {
		return has("id", id)
	}
	tag, class, ok := strings.Cut(selector, ".")
	return (tag == "" || tag == n.Data) && (!ok || has("class", class))
}

// read adds a page of a site whose menus have the selectors. Those behind a > are only of links that stand in the element itself.
func (c *crawl) read(t testing.TB, url string, body []byte, selectors ...string) {
	c.add(t, url, body)
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(true))
	if err != nil {
		t.Fatal(err)
	}
	var r urls.Resolver
	if err := r.SetBase([]byte(url)); err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Data != "a" {
			continue
		}
		for _, a := range n.Attr {
			if a.Key != "href" {
				continue
			}
			target, err := r.Resolve(nil, []byte(a.Val))
			if err != nil || string(target) == url {
				break
			}
			menu := false
			for up := n.Parent; up != nil; up = up.Parent {
				for _, s := range selectors {
					direct, ok := strings.CutPrefix(s, ">")
					menu = menu || matches(up, direct) && (!ok || up == n.Parent)
				}
			}
			c.truth[url] = append(c.truth[url], truth{string(target), menu})
			break
		}
	}
}

// TestSites: how many links of two sites are found, by the marks that say what they are.
func TestSites(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: reads two sites; run go test ./pkg/web/navigation -run TestSites")
	}
	for _, site := range []struct {
		name, base string
		least      float64
		thesis     [2]float64 // as it was published, and with a least likeness of 0.5
		selectors  []string
	}{
		{"httpd-docs-2.4", "https://httpd.apache.org/docs/2.4/", 0.98, [...]float64{0.732, 0.783},
			[]string{"nav", "role=navigation", "p.menu", "#path", ".up", ".toplang", ".bottomlang", "#footer"}},
		{"sqlite-org-3.40", "https://www.sqlite.org/", 0.98, [...]float64{0.867, 0.945},
			[]string{"nav", "role=navigation", "div.mainmenu", "div.submenu", ">.nosearch"}},
	} {
		c := newCrawl(t, Options{Place: true, Mutual: true})
		for _, rho := range []float64{0, 0.5} {
			opt := standard
			opt.Rho = rho
			c.more = append(c.more, newCrawl(t, Options{Thesis: &opt}).job)
		}
		realdata.EachHTML(t, "sites/"+site.name+".tar.zst", func(name string, body []byte) {
			if len(body) == 0 { // another name of a file
				return
			}
			_, name, _ = strings.Cut(name, "/")
			c.read(t, site.base+name, slices.Clone(body), site.selectors...)
		})
		odd := map[string]int{}
		s := c.score(t, func(l *Link, menu bool) {
			reason := strings.Map(func(r rune) rune {
				if '0' <= r && r <= '9' {
					return -1
				}
				return r
			}, string(l.AppendReason(nil)))
			odd[fmt.Sprintf("%v is %s: %s", menu, l.Label, reason)]++
		})
		t.Logf("%s: %d pages, %d links: P %.3f R %.3f F1 %.4f; %v", site.name, c.job.Stats.Pages,
			s.right+s.wrong+s.missed+s.content, s.precision(), s.recall(), s.f1(), odd)
		if s.f1() < site.least {
			t.Errorf("%s: F1 %.4f", site.name, s.f1())
		}
		for i, job := range c.more {
			began := time.Now()
			c.job = job
			s := c.score(t, func(*Link, bool) {})
			t.Logf("thesis: P %.3f R %.3f F1 %.4f; links %v, groups %v, %+v, %v", s.precision(), s.recall(), s.f1(),
				job.Stats.Labels, job.Stats.Reasons, job.Stats.Search, time.Since(began))
			if math.Abs(s.f1()-site.thesis[i]) > 0.02 {
				t.Errorf("%s: F1 %.4f of the method of the thesis, not %.3f", site.name, s.f1(), site.thesis[i])
			}
		}
	}
}

// TestMadeSite: on a site whose menus are known.
func TestMadeSite(t *testing.T) {
	for _, pages := range []int{100, 1000} {
		madeSite(t, madewebs.NewSite(pages, pages))
	}
}

func madeSite(t *testing.T, site *madewebs.Site) {
	c := newCrawl(t, Options{Place: true, Mutual: true})
	var p madewebs.SitePage
	for n := range site.Len() {
		site.Page(n, &p)
		c.add(t, p.URL, p.HTML)
		for _, l := range p.Links {
			if l.URL != p.URL {
				c.truth[p.URL] = append(c.truth[p.URL], truth{l.URL, l.Class != "content"})
			}
		}
	}
	odd := map[string]int{}
	s := c.score(t, func(l *Link, menu bool) {
		reason := string(l.AppendReason(nil))
		odd[fmt.Sprintf("%v is %s: %s", menu, l.Label, reason)]++
	})
	if s.f1() < 1 {
		t.Errorf("%d pages: F1 %.4f", site.Len(), s.f1())
	}
	t.Logf("P %.4f R %.4f F1 %.4f %v; %v", s.precision(), s.recall(), s.f1(), s, odd)
}
