package site

import (
	"fmt"
	"strings"
)

const books = 120

// book is the URL of a record in the catalogue of the library.
func book(n int) string { return fmt.Sprintf("%s/katalog?id=%d", bib, 1000+n) }

// bookTopic chooses the words of a book by its number alone, so that every page that names it names it alike.
func bookTopic(n int) (t *topic, lang int) { return topics[n%5], n / 5 % 2 }

func (s *site) bookTitle(n int) string {
	t, lang := bookTopic(n)
	return fmt.Sprintf("%s %s", capital(t.kinds[lang][n*7%12]), t.things[lang][n*11%26])
}

// makeLibrary makes the catalogue, whose pages differ in their query only, and what is around it.
func (s *site) makeLibrary() {
	h := s.hosts["bib"]
	s.page(h, "/", "Universitätsbibliothek Lindenau", de, nil, func(p *page) {
		p.paragraph(s.prose(nil, de, 4))
		p.write(`<form action="`, p.note("form", bib+"/katalog"),
			`" method="get"><input name="q"><input type="submit" value="Suchen"></form>`+"\n")
		p.write("<p>Neu im Bestand: ")
		p.a(book(3), s.bookTitle(3))
		p.write("</p>\n")
	})
	s.page(h, "/en/", "Lindenau University Library", en, nil, func(p *page) {
		p.paragraph(s.prose(nil, en, 4))
		p.write("<p>")
		p.a(bib+"/", "Deutsch")
		p.write("</p>\n")
	})
	s.page(h, "/oeffnungszeiten.html", "Öffnungszeiten", de, nil, func(p *page) { p.paragraph(s.prose(nil, de, 5)) })
	s.page(h, "/ausleihe.html", "Ausleihe", de, nil, func(p *page) { p.paragraph(s.prose(nil, de, 5)) })
	s.page(h, "/en/hours.html", "Opening hours", en, nil, func(p *page) { p.paragraph(s.prose(nil, en, 5)) })
	for from := 0; from < books; from += 20 {
		number := from/20 + 1
		s.page(h, fmt.Sprintf("/katalog?seite=%d", number), fmt.Sprintf("Katalog, Seite %d", number), de, nil, func(p *page) {
			p.write("<ol>\n")
			for n := from; n < from+20; n++ {
				p.write("<li>")
				p.a(book(n), s.bookTitle(n))
				p.write("</li>\n")
			}
			p.write("</ol>\n<p>")
			if from > 0 {
				p.a(fmt.Sprintf("%s/katalog?seite=%d", bib, number-1), "zurück")
			}
			if from+20 < books {
				p.write(" ")
				p.a(fmt.Sprintf("%s/katalog?seite=%d", bib, number+1), "weiter")
			}
			p.write("</p>\n")
		})
	}
	for n := range books {
		s.makeBook(n)
	}
}

func (s *site) makeBook(n int) {
	t, lang := bookTopic(n)
	author := s.members(t)[n%9]
	s.page(s.hosts["bib"], strings.TrimPrefix(book(n), bib), s.bookTitle(n), lang, t, func(p *page) {
		p.write("<table>\n<tr><th>", [2]string{"Verfasser", "Author"}[lang], "</th><td>")
		p.text(author.last + ", " + author.first)
		p.write(fmt.Sprintf("</td></tr>\n<tr><th>%s</th><td>%d</td></tr>\n<tr><th>%s</th><td>%c %d/%d</td></tr>\n</table>\n",
			[2]string{"Jahr", "Year"}[lang], 1960+n*7%55, [2]string{"Signatur", "Shelf mark"}[lang], 'A'+n%5, 100+n, n*3%17))
		p.paragraph(s.prose(t, lang, 2))
		p.write("<p>")
		p.a(s.profile(author, lang), author.full(lang))
		p.write("</p>\n<p>", [2]string{"Ähnliche Titel: ", "Similar titles: "}[lang])
		for i := 1; i <= 3; i++ {
			other := (n + 10*i) % books // of the same topic and language
			p.write(`<a href="?id=`, fmt.Sprint(1000+other), `">`)
			p.links = append(p.links, link{"a", book(other)})
			p.text(s.bookTitle(other))
			p.write("</a> ")
		}
		p.write("</p>\n")
	})
}
