package site

import (
	"fmt"
	"html"
	"slices"
	"strings"
)

// homepage is the URL of a person's own page.
func homepage(who *person) string { return home + "/~" + who.account + "/" }

// makeHomes makes the personal pages, which their owners wrote themselves.
func (s *site) makeHomes() {
	h := s.hosts["staff"]
	for i, who := range s.people {
		if !who.home {
			continue
		}
		lang := i % 2
		p := s.page(h, "/~"+who.account+"/", who.name(), lang, who.topic, func(p *page) { s.homepage(p, who) })
		s.profiles = append(s.profiles, [2]string{who.name(), p.url})
		s.page(h, "/~"+who.account+"/publications.html", [2]string{"Schriften von ", "Writings of "}[lang]+who.name(), lang,
			who.topic, func(p *page) {
				s.publications(p, who, 9)
				p.write("<p>")
				p.a(homepage(who), [2]string{"zurück", "back"}[lang])
				p.write("</p>\n")
			})
		s.page(h, "/~"+who.account+"/links.html", [2]string{"Meine Lesezeichen", "My bookmarks"}[lang], lang,
			who.topic, func(p *page) {
				p.write("<ul>\n")
				for range 6 {
					t := who.topic
					p.write("<li>")
					p.a(s.project(t, s.random.IntN(projects), lang), s.fill("{K} {t}", t, lang))
					p.write("</li>\n")
				}
				friend := pick(s, s.people)
				p.write("<li>")
				p.a(s.profile(friend, lang), friend.name())
				p.write("</li>\n<li>")
				p.a(fmt.Sprintf("http://www.example.org/%s/", who.topic.id), who.topic.name[lang])
				p.write("</li>\n</ul>\n")
			})
	}
	s.page(h, "/", "Persönliche Seiten", de, nil, func(p *page) {
		for _, who := range s.people {
			if who.home {
				p.a(homepage(who), who.name())
				p.write("<BR>\n")
			}
		}
	})
}

func (s *site) homepage(p *page, who *person) {
	p.write("<p>", [2]string{"Willkommen auf den Seiten von ", "Welcome to the pages of "}[p.lang], "<b>")
	p.text(who.full(p.lang))
	p.write("</b>.</p>\n")
	p.paragraph(s.prose(who.topic, p.lang, 4))
	p.write("<p>")
	p.a(p.url+"publications.html", [2]string{"Schriften", "Writings"}[p.lang])
	p.write(", ")
	p.a(p.url+"links.html", [2]string{"Lesezeichen", "Bookmarks"}[p.lang])
	p.write(", ")
	p.a(s.profile(who, p.lang), [2]string{"Dienstliche Seite", "Official page"}[p.lang])
	p.write("</p>\n<ul>\n")
	for i := range who.topic.courses[p.lang] {
		if s.members(who.topic)[i%10] == who {
			p.write("<li>")
			p.a(s.course(who.topic, i, p.lang), who.topic.courses[p.lang][i])
			p.write("</li>\n")
		}
	}
	p.write("</ul>\n")
	if len(who.last)%3 == 0 { // a page that has gone long ago
		p.write("<p>")
		p.a(p.url+"cv.html", [2]string{"Lebenslauf", "Curriculum vitae"}[p.lang])
		p.write("</p>\n")
	}
}

// makeCentre makes the pages of the university as a whole.
func (s *site) makeCentre() {
	h := s.hosts["www"]
	s.page(h, "/", "Universität Lindenau", de, nil, func(p *page) {
		p.paragraph(s.prose(nil, de, 4))
		p.write("<p>")
		p.a(www+"/en/", "English")
		p.write("</p>\n<img src=\"", p.note("img", www+"/bilder/linde.png"), "\" alt=\"Die alte Linde\">\n")
	})
	s.page(h, "/en/", "University of Lindenau", en, nil, func(p *page) { p.paragraph(s.prose(nil, en, 5)) })
	for lang, path := range []string{"/institute.html", "/en/departments.html"} {
		s.page(h, path, [2]string{"Institute", "Departments"}[lang], lang, nil, func(p *page) {
			for _, t := range topics {
				p.write("<h3>")
				p.a(s.department(t).url+folders["home"][lang], s.department(t).name[lang])
				p.write("</h3>\n")
				p.paragraph(s.prose(t, lang, 2))
			}
		})
	}
	for _, path := range []string{"/impressum.html", "/datenschutz.html"} {
		s.page(h, path, capital(strings.TrimSuffix(path[1:], ".html")), de, nil, func(p *page) {
			p.paragraph("Universität Lindenau, Lindenallee 1, 55555 Lindenau. Vertreten durch die Rektorin Prof. Dr. Hannelore Lindner.")
			p.paragraph(s.prose(nil, de, 3))
		})
	}
	s.makeStudies(h)
	s.makeRegister(h)
	s.makeMap(h)
}

func (s *site) makeStudies(h *host) {
	s.page(h, "/studium/", "Studium", de, nil, func(p *page) {
		for _, t := range topics {
			p.write("<p>")
			p.a(www+"/studium/"+t.id+".html", t.name[de])
			p.write("</p>\n")
		}
	})
	for _, t := range topics {
		s.page(h, "/studium/"+t.id+".html", t.name[de]+" studieren", de, t, func(p *page) {
			p.paragraph(s.prose(t, de, 3))
			p.paragraph(s.prose(nil, de, 3))
			p.write("<p>")
			p.a(s.department(t).url+folders["teaching"][de], "Lehrveranstaltungen")
			p.write("</p>\n")
		})
	}
}

// makeRegister makes the register of people by first letter.
func (s *site) makeRegister(h *host) {
	byLetter := map[string][]*person{}
	for _, who := range s.people {
		letter := plain(who.last)[:1]
		byLetter[letter] = append(byLetter[letter], who)
	}
	var initials []string
	for letter := range byLetter {
		initials = append(initials, letter)
	}
	slices.Sort(initials)
	s.page(h, "/personen/", "Personen A-Z", de, nil, func(p *page) {
		for _, letter := range initials {
			p.a(www+"/personen/"+letter+".html", strings.ToUpper(letter))
			p.write(" ")
		}
	})
	for _, letter := range initials {
		s.page(h, "/personen/"+letter+".html", "Personen: "+strings.ToUpper(letter), de, nil, func(p *page) {
			p.write("<dl>\n")
			for _, who := range byLetter[letter] {
				p.write("<dt>")
				p.a(s.profile(who, de), who.last+", "+who.first)
				p.write("</dt><dd>", html.EscapeString(who.title), " ", who.role[de], ", ", who.phone, "</dd>\n")
			}
			p.write("</dl>\n")
		})
	}
}

// makeMap makes the map of the campus: an image whose areas link to the institutes.
func (s *site) makeMap(h *host) {
	s.page(h, "/lageplan.html", "Lageplan", de, nil, func(p *page) {
		p.write(`<img src="`, p.note("img", www+"/bilder/plan.png"), `" usemap="#plan" alt="Plan"><map name="plan">`+"\n")
		for i, t := range topics {
			p.write(fmt.Sprintf(`<area shape="rect" coords="%d,10,%d,60" href="%s" alt="%s">`, 60*i, 60*i+50,
				p.note("area", s.department(t).url+"/"), t.name[de]), "\n")
		}
		p.write(`<area shape="circle" coords="150,90,20" href="`, p.note("area", bib+"/"),
			`" alt="Bibliothek">`+"\n<area shape=default nohref>\n</map>\n")
		p.write(`<svg viewBox="0 0 100 20"><a xlink:href="`, p.note("svg-a", www+"/institute.html"),
			`"><text x="5" y="15">Alle Institute</text></a></svg>`+"\n")
	})
}
