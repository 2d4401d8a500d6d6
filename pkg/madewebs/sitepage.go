package madewebs

import (
	"bytes"
	"fmt"
	"strings"
)

// Place is where a link of a page stands.
type Place string

// The places. Links of the first four are navigation. Partners leads to other sites. The others are content: authors set them.
const (
	MenuPlace       Place = "menu"
	BranchPlace     Place = "branch" // of the menu, below its first level
	BreadcrumbPlace Place = "breadcrumb"
	FooterPlace     Place = "footer"
	PartnersPlace   Place = "partners"
	TeaserPlace     Place = "teaser" // beside the text, different on each page
	TextPlace       Place = "text"
)

// Class is navigation, outsider or content.
func (p Place) Class() string {
	switch p {
	case MenuPlace, BranchPlace, BreadcrumbPlace, FooterPlace:
		return "navigation"
	case PartnersPlace:
		return "outsider"
	}
	return "content"
}

// SiteLink is a link of a page. Node is the entry of the menu that it stands for, -1 if it stands for none.
type SiteLink struct {
	URL   string `json:"url"`
	Place Place  `json:"place"`
	Class string `json:"class"`
	Node  int    `json:"node"`
}

// SitePage is a page of a Site with its truth. Links are in the order of the page. The lines of Content are its paragraphs,
// headings and items.
type SitePage struct {
	Number  int
	URL     string
	Title   string
	HTML    []byte
	Content []byte
	Links   []SiteLink

	site  *Site
	dice  dice
	parts []byte
}

const (
	teasers  = 5
	related  = 6
	partners = 4
)

// Page makes a page with a number below Len, in the memory of one from before.
func (s *Site) Page(number int, p *SitePage) {
	*p = SitePage{Number: number, URL: s.URL(number), Title: s.title(number), HTML: p.HTML[:0], Content: p.Content[:0],
		Links: p.Links[:0], site: s, dice: diceOf(s.seed, 4, number), parts: p.parts}
	p.add("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + p.Title +
		" - The made site</title></head>\n<body>\n")
	p.menu()
	p.add("<div class=\"middle\">\n")
	p.branch()
	p.add("<div class=\"main\">\n")
	p.breadcrumb()
	p.line("h1", p.Title)
	if number < s.footers() {
		p.index()
	} else {
		p.article()
	}
	p.add("</div>\n")
	p.aside()
	p.add("</div>\n")
	p.footer()
	p.add("</body></html>\n")
}

func (p *SitePage) add(html string) { p.HTML = append(p.HTML, html...) }

// link adds a link to a page of the site.
func (p *SitePage) link(page int, text string, place Place) {
	node := -1
	if place != TextPlace && place != TeaserPlace && page < p.site.footers() {
		node = page
	}
	path := len(p.HTML) + len("<a href=\"")
	p.add("<a href=\"")
	p.HTML = p.site.appendPath(p.HTML, page)
	p.Links = append(p.Links, SiteLink{siteHost + string(p.HTML[path:]), place, place.Class(), node})
	p.add("\">" + text + "</a>")
}

// menu adds the first level of the menu.
func (p *SitePage) menu() {
	p.add("<div class=\"head\"><div class=\"logo\">The made site</div>\n<ul class=\"top\">\n")
	p.item(0, MenuPlace)
	for n := p.site.nodes[0].From; n < p.site.nodes[0].To; n++ {
		p.item(n, MenuPlace)
	}
	p.add("</ul></div>\n")
}

func (p *SitePage) item(node int, place Place) {
	p.add("<li>")
	p.link(node, p.site.nodes[node].Label, place)
	p.add("</li>\n")
}

// branch adds the open branch of the menu below its first level.
func (p *SitePage) branch() {
	path := p.path()
	if len(path) < 2 || p.site.nodes[path[1]].From == 0 {
		return
	}
	p.add("<div class=\"side\"><p>In this section</p>\n")
	p.open(path[1:])
	p.add("</div>\n")
}

func (p *SitePage) open(path []int) {
	up := p.site.nodes[path[0]]
	if up.From == 0 {
		return
	}
	p.add("<ul>\n")
	for n := up.From; n < up.To; n++ {
		p.add("<li>")
		p.link(n, p.site.nodes[n].Label, BranchPlace)
		if len(path) > 1 && path[1] == n {
			p.open(path[1:])
		}
		p.add("</li>\n")
	}
	p.add("</ul>\n")
}

// path is the nodes from the home page to the folder of the page.
func (p *SitePage) path() (path []int) {
	for n := p.site.folder(p.Number); n >= 0; n = p.site.nodes[n].Parent {
		path = append([]int{n}, path...)
	}
	return path
}

func (p *SitePage) breadcrumb() {
	p.add("<div class=\"crumbs\">You are here: ")
	for i, n := range p.path() {
		if i > 0 {
			p.add(" &gt; ")
		}
		p.link(n, p.site.nodes[n].Label, BreadcrumbPlace)
	}
	p.add("</div>\n")
}

// line adds a line of the content in an element. The text has no marks.
func (p *SitePage) line(tag, text string) {
	p.add("<" + tag + ">" + text + "</" + tag + ">\n")
	p.Content = append(append(p.Content, text...), '\n')
}

// paragraph adds sentences, in some of which words are links.
func (p *SitePage) paragraph(tag string, sentences, links int) {
	s, folder := p.site, p.site.folder(p.Number)
	p.add("<" + tag + ">")
	from := len(p.HTML)
	for range sentences {
		p.parts = s.words.appendSentence(p.parts[:0], &p.dice, folder)
		at := bytes.IndexByte(p.parts, ' ')
		if links == 0 || at < 0 || at+2 >= len(p.parts) || bytes.IndexByte(p.parts[at+1:], ' ') < 1 {
			p.HTML = append(p.HTML, p.parts...)
			p.Content = append(p.Content, p.parts...)
			continue
		}
		links--
		word, rest, _ := strings.Cut(string(p.parts[at+1:]), " ")
		p.HTML = append(p.HTML, p.parts[:at+1]...)
		p.textLink(word)
		p.add(" " + rest)
		p.Content = append(p.Content, p.parts...)
	}
	if len(p.HTML) > from {
		p.HTML, p.Content = p.HTML[:len(p.HTML)-1], p.Content[:len(p.Content)-1] // the last blank
	}
	p.add("</" + tag + ">\n")
	p.Content = append(p.Content, '\n')
}

// textLink adds a link in the text: mostly to an article of the folder, else to another page or another site.
func (p *SitePage) textLink(word string) {
	d, s := &p.dice, p.site
	to := s.article(d)
	if n := s.folder(p.Number); n > 0 && s.nodes[n].From == 0 && d.below(3) > 0 {
		if n, article := s.inFolder(n); n > 0 {
			to = article(d.below(n))
		}
	}
	if to < 0 || d.below(8) == 0 {
		url := fmt.Sprintf("http://www%d.example/%s.html", d.below(1000), slug(word))
		p.Links = append(p.Links, SiteLink{url, TextPlace, TextPlace.Class(), -1})
		p.add("<a href=\"" + url + "\">" + word + "</a>")
		return
	}
	p.link(to, word, TextPlace)
}

// article adds the text of an article.
func (p *SitePage) article() {
	d := &p.dice
	links := d.below(6)
	for i := range 3 + d.few(14) {
		if i > 0 && d.below(4) == 0 {
			p.line("h2", p.site.words.title(*d, p.site.folder(p.Number)))
			d.next()
		}
		n := min(links, d.below(3))
		links -= n
		p.paragraph("p", 2+d.below(6), n)
		if d.below(8) == 0 {
			p.add("<ul>\n")
			for range 3 + d.below(4) {
				p.paragraph("li", 1, 0)
			}
			p.add("</ul>\n")
		}
	}
}

// index adds what the page of a node says: some sentences, and what its folder has.
func (p *SitePage) index() {
	s := p.site
	p.paragraph("p", 4+p.dice.below(4), 0)
	node := s.nodes[p.Number]
	n, page := node.To-node.From, func(k int) int { return node.From + k }
	if node.From == 0 && p.Number > 0 {
		n, page = s.inFolder(p.Number)
	}
	if n == 0 {
		return
	}
	p.add("<ul class=\"list\">\n")
	for k := range n {
		p.add("<li>")
		text := s.title(page(k))
		p.link(page(k), text, TextPlace)
		p.add("</li>\n")
		p.Content = append(append(p.Content, text...), '\n')
	}
	p.add("</ul>\n")
}

// aside adds teasers of the site, and titles of the folder.
func (p *SitePage) aside() {
	s, d := p.site, &p.dice
	if s.article(d) < 0 {
		return
	}
	p.add("<div class=\"aside\">\n<h3>New on this site</h3>\n")
	for range teasers {
		to := s.article(d)
		p.add("<div class=\"teaser\">")
		p.link(to, s.title(to), TeaserPlace)
		p.parts = s.words.appendSentence(p.parts[:0], d, s.folder(to))
		p.add("<p>" + string(bytes.TrimSpace(p.parts)) + "</p></div>\n")
	}
	if n := s.folder(p.Number); n > 0 && s.nodes[n].From == 0 {
		if n, article := s.inFolder(n); n > 1 {
			p.add("<h3>More of this</h3>\n<ul>\n")
			for range min(related, n) {
				to := article(d.below(n))
				p.add("<li>")
				p.link(to, s.title(to), TeaserPlace)
				p.add("</li>\n")
			}
			p.add("</ul>\n")
		}
	}
	p.add("</div>\n")
}

// footer adds what all pages end with.
func (p *SitePage) footer() {
	s := p.site
	p.add("<div class=\"foot\"><ul>\n")
	for i := range siteFooters {
		if page := s.footers() + i; page < s.pages {
			p.add("<li>")
			p.link(page, footerNames[i], FooterPlace)
			p.add("</li>\n")
		}
	}
	p.add("</ul>\n<p>Our partners:")
	for i := range partners {
		d := diceOf(s.seed, 5, i)
		name := capital(s.words.rare(&d))
		url := "http://" + strings.ToLower(name) + ".example/"
		p.Links = append(p.Links, SiteLink{url, PartnersPlace, PartnersPlace.Class(), -1})
		p.add(" <a href=\"" + url + "\">" + name + "</a>")
	}
	p.add("</p>\n<p>Copyright 2026 The made site. All rights reserved. No part of these pages may be copied without permission." +
		"</p></div>\n")
}
