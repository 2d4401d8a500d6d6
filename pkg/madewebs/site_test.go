package madewebs

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/web/units"
)

// TestSiteTruth: the content of a page is a part of its text, its links are those that a reader finds, and each leads to a page
// of the site or to another host.
func TestSiteTruth(t *testing.T) {
	for _, pages := range []int{1, 2, 4, 5, 30, 1000, 1234} {
		s := NewSite(pages, 7)
		known := map[string]bool{}
		for n := range s.Len() {
			known[s.URL(n)] = true
			if k, ok := s.Number(s.URL(n)); !ok || k != n {
				t.Fatalf("%s is page %d (%v), not %d", s.URL(n), k, ok, n)
			}
		}
		for _, url := range []string{"", siteHost, siteHost + "/x", s.URL(pages), s.URL(pages-1) + "x", "http://x.example/"} {
			if n, ok := s.Number(url); ok {
				t.Errorf("%q is page %d", url, n)
			}
		}
		if len(known) != pages {
			t.Fatalf("%d pages have %d URLs", pages, len(known))
		}
		r := units.NewReader(units.Thesis)
		var p SitePage
		for n := range s.Len() {
			s.Page(n, &p)
			u, _ := r.Read(p.HTML, "text/html; charset=utf-8")
			text, content := " "+string(u.Text)+" ", strings.Join(strings.Fields(string(p.Content)), " ")
			if content == "" || strings.Count(text, " "+content+" ") != 1 {
				t.Fatalf("%s: its text has its content %d times", p.URL, strings.Count(text, " "+content+" "))
			}
			var found []string
			r.Links([]byte(p.URL), func(link []byte) { found = append(found, string(link)) })
			var told []string
			for _, l := range p.Links {
				told = append(told, l.URL)
				if ours := strings.HasPrefix(l.URL, siteHost+"/"); ours != known[l.URL] {
					t.Fatalf("%s links to %s", p.URL, l.URL)
				}
			}
			if !slices.Equal(found, told) {
				t.Fatalf("%s: links %v, not %v", p.URL, found, told)
			}
		}
	}
}

// FuzzSiteNumber: a page is found by its URL alone.
func FuzzSiteNumber(f *testing.F) {
	s := NewSite(1234, 7)
	for _, n := range []int{0, 1, 5, 13, 14, 15, 500, 1233} {
		f.Add(s.URL(n))
	}
	f.Add(siteHost + s.nodes[1].Path + "999999999999999.html")
	f.Add(siteHost + "/contact.html.html")
	f.Fuzz(func(t *testing.T, url string) {
		if n, ok := s.Number(url); ok && (n < 0 || n >= s.Len() || s.URL(n) != url) {
			t.Errorf("%q is page %d", url, n)
		}
	})
}

// TestSiteMenus: the menu is a tree of at most 10 entries a level; a page links to the first level and the open branch, in the
// order of the tree, and to the nodes above it in its breadcrumb.
func TestSiteMenus(t *testing.T) {
	s := NewSite(12_000, 1)
	for i, n := range s.Nodes() {
		if n.Page != i || n.To-n.From > menuMost {
			t.Fatalf("node %d: %+v", i, n)
		}
		if i == 0 {
			continue
		}
		up := s.nodes[n.Parent]
		if n.Parent >= i || i < up.From || i >= up.To || !strings.HasPrefix(n.Path, up.Path) {
			t.Fatalf("node %d: %+v, below %+v", i, n, up)
		}
	}
	var p SitePage
	for _, number := range []int{0, 5, 70, s.articles() + 5, s.Len() - 1} {
		s.Page(number, &p)
		path := p.path()
		var menu, crumbs []int
		for _, l := range p.Links {
			switch l.Place {
			case MenuPlace, BranchPlace:
				menu = append(menu, l.Node)
			case BreadcrumbPlace:
				crumbs = append(crumbs, l.Node)
			}
		}
		want := []int{0}
		for k, n := range path {
			if k < 2 || s.nodes[n].From > 0 {
				for c := s.nodes[n].From; c < s.nodes[n].To; c++ {
					want = append(want, c)
				}
			}
		}
		slices.Sort(want)
		slices.Sort(menu)
		if !slices.Equal(crumbs, path) || !slices.Equal(menu, want) {
			t.Errorf("%s: breadcrumb %v, not %v; menu %v, not %v", p.URL, crumbs, path, menu, want)
		}
	}
}

// TestSiteReached: all pages of a site can be reached.
func TestSiteReached(t *testing.T) {
	s := NewSite(3000, 2)
	at, queue := map[string]int{}, []int{0}
	for n := range s.Len() {
		at[s.URL(n)] = n
	}
	seen := map[int]bool{0: true}
	var p SitePage
	for len(queue) > 0 {
		s.Page(queue[0], &p)
		queue = queue[1:]
		for _, l := range p.Links {
			if n, ok := at[l.URL]; ok && !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	if len(seen) != s.Len() {
		t.Errorf("%d of %d pages can be reached", len(seen), s.Len())
	}
}

// TestSiteSame: a page is the same whatever was made before it; another seed makes another site.
func TestSiteSame(t *testing.T) {
	var p, q SitePage
	a, b := NewSite(500, 3), NewSite(500, 3)
	for _, n := range []int{499, 0, 250} {
		a.Page(n, &p)
		b.Page(n, &q)
		if !bytes.Equal(p.HTML, q.HTML) || !bytes.Equal(p.Content, q.Content) || !slices.Equal(p.Links, q.Links) {
			t.Errorf("page %d differs", n)
		}
		q = SitePage{}
	}
	NewSite(500, 4).Page(499, &q)
	a.Page(499, &p)
	if bytes.Equal(p.Content, q.Content) {
		t.Error("the seed has no effect")
	}
}

// TestSiteMemory: a page takes no memory that the one before has not left, but for its texts.
func TestSiteMemory(t *testing.T) {
	s := NewSite(100_000, 1)
	var p SitePage
	for n := range 500 {
		s.Page(s.Len()-1-n, &p)
	}
	if most := 64 << 10; cap(p.HTML) > most || cap(p.Content) > most {
		t.Errorf("%d and %d bytes", cap(p.HTML), cap(p.Content))
	}
	n := 0
	if a := testing.AllocsPerRun(100, func() { n++; s.Page(n*991, &p) }); a > 400 {
		t.Errorf("%.0f allocations a page", a)
	}
}

// TestSiteWords: words are as frequent as those of a language: one of 16 to 50 is the first, and a fifth of the different words
// or more occur once.
func TestSiteWords(t *testing.T) {
	s := NewSite(1000, 1)
	var p SitePage
	count, all, once := map[string]int{}, 0, 0
	for n := s.articles(); n < s.articles()+200; n++ {
		s.Page(n, &p)
		for _, w := range strings.Fields(strings.ToLower(string(p.Content))) {
			count[strings.Trim(w, ".,")]++
			all++
		}
	}
	for _, n := range count {
		if n == 1 {
			once++
		}
	}
	if the := float64(count["the"]) / float64(all); the < 0.02 || the > 0.06 || float64(once) < 0.2*float64(len(count)) {
		t.Errorf("the: %.3f; of %d words %d occur once", the, len(count), once)
	}
}
