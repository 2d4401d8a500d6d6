package madewebs

import (
	"fmt"
	"strconv"
	"strings"
)

// Site is a made site whose truth is known: the content of each page, what each link is for, and the tree of its menus. It is for
// tools that find these. Its pages are made one at a time, by their numbers, so a site of a hundred thousand pages takes the
// memory of one.
//
// Page 0 is the home page. Then come the pages of the menus, the pages that the footer names, and the articles. The menu is a
// tree with at most 10 entries a level; each entry is a folder with a page of its own, and a folder without entries below it has
// about 100 articles. A page shows the first level of the menu and the open branch: the entries around it and around those above.
// It also has a breadcrumb, a footer with links to other sites, teasers of articles of the site, which are chosen anew for each
// page, and the titles of articles of its folder.
type Site struct {
	pages  int
	seed   int
	nodes  []SiteNode
	leaves []int // the nodes that have articles
	words  *lexicon
}

// SiteNode is an entry of the menu, or the home page, which is node 0.
type SiteNode struct {
	Parent int // -1 for the home page
	Page   int // the number of its page
	Label  string
	Path   string
	From   int // its children are nodes From to To - 1
	To     int
}

const (
	siteHost    = "http://made.example"
	menuMost    = 10  // entries of a level of the menu
	folderSize  = 100 // articles of a folder
	siteFooters = 3
)

var footerNames = [siteFooters]string{"About this site", "Contact", "Terms of use"}

// NewSite makes a site with that many pages, at least one. The seed determines its words and its links.
func NewSite(pages, seed int) *Site {
	s := &Site{pages: max(1, pages), seed: seed, words: newLexicon(seed)}
	var levels []int // sizes of the levels of the menu, the lowest first
	if s.pages > 1+siteFooters {
		levels = append(levels, max(1, s.pages/folderSize))
		for levels[len(levels)-1] > menuMost {
			levels = append(levels, (levels[len(levels)-1]+menuMost-1)/menuMost)
		}
	}
	s.nodes = append(s.nodes, SiteNode{Parent: -1, Label: "Home", Path: "/"})
	above, n := 0, 1 // where the level above begins, and its size
	for i := len(levels) - 1; i >= 0; i-- {
		from := len(s.nodes)
		for k := range levels[i] {
			parent := above + k*n/levels[i]
			up := &s.nodes[parent]
			node := SiteNode{Parent: parent, Page: len(s.nodes), Label: s.words.name(diceOf(seed, 1, len(s.nodes)))}
			node.Path = fmt.Sprintf("%s%d-%s/", up.Path, k, slug(node.Label))
			if up.From == 0 {
				up.From = len(s.nodes)
			}
			up.To = len(s.nodes) + 1
			s.nodes = append(s.nodes, node)
		}
		above, n = from, levels[i]
	}
	for i := range s.nodes {
		if s.nodes[i].From == 0 && i > 0 {
			s.leaves = append(s.leaves, i)
		}
	}
	return s
}

// slug is a label as a part of a URL.
func slug(label string) string {
	b := []byte(label)
	for i, c := range b {
		switch {
		case c == ' ':
			b[i] = '-'
		case c >= 'A' && c <= 'Z':
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// Len is how many pages the site has.
func (s *Site) Len() int { return s.pages }

// Nodes is the tree of the menu: the home page, and each node before those below it.
func (s *Site) Nodes() []SiteNode { return s.nodes }

// URL is the address of a page.
func (s *Site) URL(page int) string { return siteHost + string(s.appendPath(nil, page)) }

// Number is the number of the page with a URL.
func (s *Site) Number(url string) (page int, ok bool) {
	path, ok := strings.CutPrefix(url, siteHost)
	if !ok {
		return 0, false
	}
	node := 0
	for at := 0; s.nodes[at].From > 0; {
		next := -1
		for n := s.nodes[at].From; n < s.nodes[at].To; n++ {
			if strings.HasPrefix(path, s.nodes[n].Path) {
				next = n
			}
		}
		if next < 0 {
			break
		}
		at, node = next, next
	}
	name := strings.TrimPrefix(path, s.nodes[node].Path)
	page = node
	if name != "" {
		k, ok := number(strings.TrimSuffix(name, ".html"))
		switch {
		case ok && len(s.leaves) > 0 && node >= s.leaves[0]:
			page = s.articles() + node - s.leaves[0] + k*len(s.leaves)
		default:
			for i := range footerNames {
				if name == slug(footerNames[i])+".html" {
					page = s.footers() + i
				}
			}
		}
	}
	return page, page >= 0 && page < s.pages && string(s.appendPath(nil, page)) == path
}

// footers is the first page behind those of the menu: one that the footer names.
func (s *Site) footers() int { return len(s.nodes) }

// articles is the first page behind those: an article.
func (s *Site) articles() int { return len(s.nodes) + siteFooters }

// folder is the node in whose folder a page is.
func (s *Site) folder(page int) int {
	switch {
	case page < s.footers():
		return page
	case page < s.articles() || len(s.leaves) == 0:
		return 0
	}
	return s.leaves[(page-s.articles())%len(s.leaves)]
}

// inFolder is the number of articles of the folder of a leaf, and the page of the k-th of them.
func (s *Site) inFolder(leaf int) (n int, article func(k int) int) {
	at := leaf - s.leaves[0]
	n = (s.pages - s.articles() - at + len(s.leaves) - 1) / len(s.leaves)
	return max(0, n), func(k int) int { return s.articles() + at + k*len(s.leaves) }
}

func (s *Site) appendPath(dst []byte, page int) []byte {
	switch {
	case page < s.footers():
		return append(dst, s.nodes[page].Path...)
	case page < s.articles():
		return append(append(append(dst, '/'), slug(footerNames[page-s.footers()])...), ".html"...)
	}
	dst = append(dst, s.nodes[s.folder(page)].Path...)
	return append(strconv.AppendInt(dst, int64((page-s.articles())/max(1, len(s.leaves))), 10), ".html"...)
}

// title is the name of a page.
func (s *Site) title(page int) string {
	switch {
	case page < s.footers():
		return s.nodes[page].Label
	case page < s.articles():
		return footerNames[page-s.footers()]
	}
	return s.words.title(diceOf(s.seed, 2, page), s.folder(page))
}

// article is a random article, -1 if there is none.
func (s *Site) article(d *dice) int {
	if s.pages <= s.articles() {
		return -1
	}
	return s.articles() + d.below(s.pages-s.articles())
}
