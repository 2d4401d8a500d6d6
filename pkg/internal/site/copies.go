package site

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// makeCopies makes pages that can be had under two URLs, and some whose content stands in another menu.
func (s *site) makeCopies() {
	for _, id := range []string{"www", "cs", "math", "bot", "hist", "musik", "bib"} {
		s.duplicate(s.hosts[id].url+"/", "/index.html")
	}
	s.duplicate(www+"/", "/?lang=de")
	s.duplicate(bib+"/oeffnungszeiten.html", "/oeffnungszeiten.html;jsessionid=8F2A6C0D9E")
	s.duplicate(bib+"/ausleihe.html", "/ausleihe.html?PHPSESSID=0123456789abcdef0123456789abcdef")
	for _, t := range topics {
		for i := 0; i < len(t.courses[de]); i += 2 {
			s.printVersion(s.course(t, i, i/2%2))
		}
	}
}

// duplicate makes the same page under another URL of the same folder.
func (s *site) duplicate(url, path string) {
	p := s.byURL[url]
	q := s.add(p.host, path, p.title, p.lang, p.topic)
	q.base, q.encoding, q.label = p.base, p.encoding, p.label
	q.write(p.body.String())
	q.links = slices.Clone(p.links)
	s.duplicates = append(s.duplicates, [2]string{p.url, q.url})
}

// printVersion makes a page with the content of another and with hardly any menu.
func (s *site) printVersion(url string) {
	p := s.byURL[url]
	_, path := split(strings.TrimSuffix(url, ".html") + [2]string{"-druck.html", "-print.html"}[p.lang])
	q := s.add(p.host, path, p.title, p.lang, p.topic)
	q.encoding, q.label = p.encoding, p.label
	q.head("<!DOCTYPE html>", "<meta name=\"robots\" content=\"noindex\">\n")
	q.write("</head>\n<body>\n<h1>")
	q.text(p.title)
	q.write("</h1>\n", p.body.String()[p.from:p.to])
	q.links = append(q.links, p.links[p.linksFrom:p.linksTo]...)
	q.write("<hr>")
	q.a(p.url, [2]string{"Vollständige Seite", "Full page"}[p.lang])
	q.write("</body></html>\n")
	s.near = append(s.near, [2]string{p.url, q.url})
}

// makeRedirects makes URLs that lead elsewhere: once, in a chain, and in a circle.
func (s *site) makeRedirects() {
	h := s.hosts
	s.redirect(h["uni"], "/", 301, www+"/")
	s.redirect(h["uni"], "/personen/", 302, www+"/personen/")
	s.redirect(h["www"], "/informatik", 301, cs+"/")
	s.redirect(h["www"], "/mathematik", 301, math+"/")
	s.redirect(h["bib"], "/opac", 302, bib+"/opac/")
	s.redirect(h["bib"], "/opac/", 307, bib+"/katalog?seite=1")
	s.redirect(h["math"], "/a", 302, math+"/b")
	s.redirect(h["math"], "/b", 302, math+"/a")
	for _, who := range s.people[:20] {
		if who.home {
			s.redirect(h["staff"], "/~"+who.account, 301, homepage(who))
		}
	}
	relative := s.byURL[bib+"/opac/"]
	relative.location = "../katalog?seite=1"
}

// makeMissing answers for most of the URLs that links lead to and that are not there.
func (s *site) makeMissing() {
	missing := map[string]*host{}
	for _, p := range s.pages {
		for _, l := range p.links {
			for _, h := range s.hosts {
				if s.byURL[l.target] == nil && strings.HasPrefix(l.target, h.url+"/") {
					missing[l.target] = h
				}
			}
		}
	}
	var urls []string
	for url := range missing {
		urls = append(urls, url)
	}
	slices.Sort(urls)
	for i, url := range urls {
		if i%5 == 4 {
			continue // the crawl ended before
		}
		h := missing[url]
		_, path := split(url)
		p := s.add(h, path, "404 Not Found", en, nil)
		p.status = 404
		p.write("<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>There is no ")
		p.text(path)
		p.write(" here. <a href=\"/\">Home</a></p></body></html>\n")
	}
	gone := s.bare("bib", "/katalog?id=9999", "Kein Treffer", de, nil)
	gone.write("<html><head><title>Kein Treffer</title></head><body>Diese Seite wurde nicht gefunden.</body></html>\n")
	denied := s.bare("www", "/intern/", "Forbidden", en, nil)
	denied.status = 403
	failed := s.bare("cs", "/suche", "Error", en, nil)
	failed.status = 500
	failed.write("<h1>Internal Server Error</h1>")
}

// makeFiles makes what is not a page.
func (s *site) makeFiles() {
	ids := []string{"www", "cs", "math", "bot", "hist", "musik", "bib", "staff", "news", "town"}
	for _, id := range ids {
		s.file(s.hosts[id], "/robots.txt", "text/plain", "User-agent: *\nDisallow: /intern/\nDisallow: /suche\nCrawl-delay: 1\n")
		if id != "staff" && id != "bot" {
			s.file(s.hosts[id], "/style.css", "text/css",
				"body { font-family: sans-serif; max-width: 60em }\n.item0 { font-weight: bold }\n")
		}
	}
	const gif = "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x33\x66\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	for _, id := range []string{"bot", "staff"} {
		s.file(s.hosts[id], "/logo.gif", "image/gif", gif)
	}
	var noise strings.Builder
	for range 2000 {
		noise.WriteByte(byte(s.random.Uint32()))
	}
	s.file(s.hosts["www"], "/bilder/linde.png", "image/png", "\x89PNG\r\n\x1a\n"+noise.String())
	s.file(s.hosts["math"], "/skripte/analysis.pdf", "application/pdf", "%PDF-1.4\n% "+noise.String()[:1000]+"\n%%EOF\n")
	s.file(s.hosts["cs"], "/daten/kanten.txt", "text/plain; charset=utf-8", "0 1\n1 2\n2 0\n")
	var feed strings.Builder
	feed.WriteString(`<?xml version="1.0" encoding="utf-8"?>` +
		"\n<rss version=\"2.0\"><channel><title>Lindenauer Bote</title>\n")
	for n, p := range s.pages {
		if p.host == s.hosts["news"] && n%10 == 0 {
			fmt.Fprintf(&feed, "<item><link>%s</link></item>\n", p.url)
		}
	}
	s.file(s.hosts["news"], "/feed.xml", "application/rss+xml", feed.String()+"</channel></rss>\n")
	x := s.bare("math", "/formeln.xhtml", "Formeln", de, mathematics)
	x.mime, x.encoding, x.label = "application/xhtml+xml", charmap.ISO8859_1, ""
	x.write(`<?xml version="1.0" encoding="iso-8859-1"?>`,
		"\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>Formeln</title></head><body>\n")
	x.paragraph(s.prose(mathematics, de, 3))
	x.write(`<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi><mo>=</mo><mn>1</mn></math><p>`)
	x.a(math+"/forschung/", "Forschung")
	x.write("</p></body></html>\n")
}
