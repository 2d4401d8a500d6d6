package site

import (
	"fmt"
	"strings"
)

const (
	articles = 110
	perMonth = 5
)

var headlines = [2][]string{
	{"{K} {t} neu entdeckt", "Ausstellung über {k} {t} eröffnet", "Preis für Arbeiten über {t}", "Wie {t} den Alltag verändern",
		"Streit um {k} {t}", "Lindenau feiert {t}", "Vortrag: {t} und {t}"},
	{"{K} {t} discovered", "Exhibition on {k} {t} opens", "Award for work on {t}", "How {t} change everyday life",
		"Dispute over {k} {t}", "Lindenau celebrates {t}", "Talk: {t} and {t}"},
}

func month(n int) string { return fmt.Sprintf("%d-%02d", 2015+n/12, n%12+1) }

// makePress makes the news: articles by month, an archive, and a calendar that links to months; few of these exist.
func (s *site) makePress() {
	h := s.hosts["news"]
	var pages []*page
	for n := range articles {
		t, lang := pick(s, topics), de
		if s.random.IntN(3) == 0 {
			lang = en
		}
		title := capital(s.fill(pick(s, headlines[lang]), t, lang))
		path := fmt.Sprintf("/%s/%s-%d.html", strings.Replace(month(n/perMonth), "-", "/", 1), slug(title), n)
		pages = append(pages, s.page(h, path, title, lang, t, func(p *page) { s.article(p, n, pages) }))
	}
	s.page(h, "/", "Lindenauer Bote", de, nil, func(p *page) {
		for n := articles - 1; n >= articles-12; n-- {
			p.write("<h3>")
			p.a(pages[n].url, pages[n].title)
			p.write("</h3>\n")
			p.paragraph(s.prose(pages[n].topic, pages[n].lang, 1))
		}
		p.write(`<iframe src="`, p.note("iframe", press+"/wetter.html"), `" width="200"></iframe>`+"\n")
	})
	s.add(h, "/wetter.html", "Wetter", de, nil).write("<!DOCTYPE html><title>Wetter</title><p>Heiter bis wolkig, 17 Grad.")
	s.page(h, "/archiv/", "Archiv", de, nil, func(p *page) {
		for n, article := range pages {
			if n%perMonth == 0 {
				p.write("<h3>", month(n/perMonth), "</h3>\n")
			}
			p.write("<p>")
			p.a(article.url, article.title)
			p.write("</p>\n")
		}
	})
	for n := range 6 {
		s.page(h, "/kalender?monat="+month(n), "Kalender "+month(n), de, nil, func(p *page) {
			p.paragraph("In diesem Monat sind keine Termine eingetragen.")
			p.write("<p>")
			if n > 0 {
				p.a(h.url+"/kalender?monat="+month(n-1), "voriger Monat")
			}
			p.write(" ")
			p.a(h.url+"/kalender?monat="+month(n+1), "nächster Monat")
			p.write("</p>\n")
		})
	}
}

func (s *site) article(p *page, n int, before []*page) {
	p.write("<p class=\"date\">", fmt.Sprintf("%02d.%s", 1+n%perMonth*5, month(n/perMonth)), "</p>\n")
	for range 3 {
		p.paragraph(s.prose(p.topic, p.lang, 4))
	}
	who := pick(s, s.members(p.topic))
	p.write("<p>")
	p.text([2]string{"Nähere Auskunft gibt ", "For more information ask "}[p.lang])
	p.a(s.profile(who, p.lang), who.full(p.lang))
	p.write(".</p>\n")
	if n > 3 {
		other := before[n-1-s.random.IntN(4)]
		p.write("<p>", [2]string{"Siehe auch: ", "See also: "}[p.lang])
		p.a(other.url, other.title)
		p.write("</p>\n")
	}
	// What readers write is not to be trusted.
	if n%3 == 0 {
		target := fmt.Sprintf("http://pills%d.invalid/buy?now=%d", n%7, n)
		p.anchor(target, `<div class="comment"><p>Nice! <a rel="nofollow ugc" href="`+target+
			`">cheap pills</a></p></div>`+"\n")
		p.nofollow++
	}
}

// slug is a title as part of a URL, cut at a word.
func slug(title string) string {
	words := strings.Fields(plain(title))
	if len(words) > 4 {
		words = words[:4]
	}
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, strings.Join(words, "-")), "-")
}
