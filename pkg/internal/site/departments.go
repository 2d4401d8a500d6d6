package site

import (
	"fmt"
	"slices"
	"strings"
)

// folders are the parts of the site of a department, in both languages.
var folders = map[string][2]string{
	"home":     {"/", "/en/"},
	"teaching": {"/lehre/", "/en/teaching/"},
	"research": {"/forschung/", "/en/research/"},
	"people":   {"/personen/", "/en/people/"},
}

// department is the host of a topic.
func (s *site) department(t *topic) *host {
	return s.hosts[departments[slices.Index(topics, t)]]
}

// profile is the URL of a person's page at the department.
func (s *site) profile(p *person, lang int) string {
	return s.department(p.topic).url + folders["people"][lang] + p.account + ".html"
}

// course is the URL of a course.
func (s *site) course(t *topic, i, lang int) string {
	return s.department(t).url + folders["teaching"][lang] + plain(strings.ReplaceAll(t.courses[lang][i], " ", "-")) + ".html"
}

// project is the URL of a field of research.
func (s *site) project(t *topic, i, lang int) string {
	return s.department(t).url + folders["research"][lang] + fmt.Sprintf("%s%d.html", [2]string{"projekt", "project"}[lang], i+1)
}

func (s *site) members(t *topic) []*person {
	var members []*person
	for _, p := range s.people {
		if p.topic == t {
			members = append(members, p)
		}
	}
	return members
}

const projects = 8

// makeDepartment makes the pages of a topic's department in both languages.
func (s *site) makeDepartment(t *topic) {
	h := s.department(t)
	for lang := range languages {
		s.page(h, folders["home"][lang], h.name[lang], lang, t, func(p *page) { s.departmentHome(p) })
		s.page(h, folders["teaching"][lang], [2]string{"Lehrveranstaltungen", "Courses"}[lang], lang, t, func(p *page) {
			p.write("<ul>\n")
			for i, title := range t.courses[lang] {
				p.write("<li>")
				p.a(s.course(t, i, lang), title)
				p.write("</li>\n")
			}
			p.write("</ul>\n")
		})
		s.page(h, folders["research"][lang], [2]string{"Forschung", "Research"}[lang], lang, t, func(p *page) {
			p.paragraph(s.prose(t, lang, 3))
			for i := range projects {
				p.write("<p>")
				p.a(s.project(t, i, lang), fmt.Sprintf("%s %d", [2]string{"Projekt", "Project"}[lang], i+1))
				p.write(": ")
				p.text(s.prose(t, lang, 1))
				p.write("</p>\n")
			}
		})
		s.page(h, folders["people"][lang], [2]string{"Personen", "People"}[lang], lang, t, func(p *page) {
			p.write("<table>\n")
			for _, who := range s.members(t) {
				p.write("<tr><td>")
				p.a(s.profile(who, lang), who.full(lang))
				p.write("</td><td>", who.role[lang], "</td><td>", who.room, "</td><td>", who.phone, "</td></tr>\n")
			}
			p.write("</table>\n")
		})
		for i := range t.courses[lang] {
			s.makeCourse(t, i, lang)
		}
		for i := range projects {
			s.makeProject(t, i, lang)
		}
		for _, who := range s.members(t) {
			s.makeProfile(who, lang)
		}
	}
}

func (s *site) departmentHome(p *page) {
	t := p.topic
	p.paragraph(s.prose(t, p.lang, 5))
	p.paragraph(s.prose(nil, p.lang, 2))
	p.write("<p>")
	p.a(p.host.url+folders["home"][1-p.lang], [2]string{"English", "Deutsch"}[p.lang])
	p.write("</p>\n<ul>\n")
	for range 4 {
		i := s.random.IntN(projects)
		p.write("<li>")
		p.a(s.project(t, i, p.lang), fmt.Sprintf("%s %d", [2]string{"Projekt", "Project"}[p.lang], i+1))
		p.write("</li>\n")
	}
	p.write("</ul>\n<p>")
	p.a(www+"/impressum.html", [2]string{"Anschrift", "Address"}[p.lang])
	p.write("</p>\n")
}

func (s *site) makeCourse(t *topic, i, lang int) {
	h := s.department(t)
	_, path := split(s.course(t, i, lang))
	s.page(h, path, t.courses[lang][i], lang, t, func(p *page) {
		members := s.members(t)
		who := members[i%10]
		p.write("<p>", [2]string{"Dozent: ", "Taught by "}[lang])
		p.a(s.profile(who, lang), who.full(lang))
		p.write(fmt.Sprintf(", %s %s, %d %s</p>\n", [2]string{"Raum", "room"}[lang], who.room, 2+i%3*2,
			[2]string{"Stunden", "hours"}[lang]))
		p.paragraph(s.prose(t, lang, 5))
		p.paragraph(s.prose(t, lang, 4))
		p.write([2]string{"<h3>Literatur</h3>\n<ul>\n", "<h3>Reading</h3>\n<ul>\n"}[lang])
		for range 3 {
			n := slices.Index(topics, t) + 5*lang + 10*s.random.IntN(books/10)
			p.write("<li>")
			p.a(book(n), s.bookTitle(n))
			p.write("</li>\n")
		}
		p.write("</ul>\n<p>")
		p.a(s.course(t, i, 1-lang), [2]string{"in English", "auf Deutsch"}[lang])
		if i%4 == 0 { // last year's scripts were not kept
			p.write(" ")
			p.a(fmt.Sprintf("%s/skripte/%d.html", h.url, 1997+i), [2]string{"altes Skript", "old lecture notes"}[lang])
		}
		p.write("</p>\n")
	})
}

func (s *site) makeProject(t *topic, i, lang int) {
	h := s.department(t)
	_, path := split(s.project(t, i, lang))
	things := t.things[lang]
	title := fmt.Sprintf("%s %s %s", capital(things[3*i]), [2]string{"und", "and"}[lang], things[3*i+1])
	s.page(h, path, title, lang, t, func(p *page) {
		for range 3 {
			p.paragraph(s.prose(t, lang, 5))
		}
		leader, helper := s.members(t)[i%4], s.members(t)[4+i%6]
		p.write("<p>", [2]string{"Leitung: ", "Head: "}[lang])
		p.a(s.profile(leader, lang), leader.full(lang))
		p.write([2]string{". Mitarbeit: ", ". With "}[lang])
		p.a(s.profile(helper, lang), helper.full(lang))
		p.write(".</p>\n<p>")
		other := pick(s, topics)
		p.a(s.project(other, s.random.IntN(projects), lang),
			[2]string{"Verwandtes Projekt", "Related project"}[lang]+" ("+other.name[lang]+")")
		p.write("</p>\n")
	})
}

// makeProfile makes the page of a person: the name with the title, an address, publications.
func (s *site) makeProfile(who *person, lang int) {
	h := s.department(who.topic)
	_, path := split(s.profile(who, lang))
	p := s.page(h, path, who.full(lang), lang, who.topic, func(p *page) {
		p.write("<p><b>")
		p.text(who.full(lang))
		p.write("</b><br>\n", who.role[lang], "<br>\n")
		p.text(h.name[lang])
		p.write("<br>\nLindenallee ", fmt.Sprint(10+2*len(who.first)), "<br>\n55555 Lindenau<br>\n")
		p.write([2]string{"Raum ", "Room "}[lang], who.room, "<br>\n", [2]string{"Telefon ", "Phone "}[lang], who.phone, "<br>\n")
		p.write(`<a href="mailto:`, who.account, `@uni-lindenau.example">`, who.account, "@uni-lindenau.example</a></p>\n")
		if who.home {
			p.write("<p>")
			p.a(homepage(who), [2]string{"Persönliche Seite", "Personal page"}[lang])
			p.write("</p>\n")
		}
		p.paragraph(s.prose(who.topic, lang, 3))
		s.publications(p, who, 4)
	})
	s.profiles = append(s.profiles, [2]string{who.name(), p.url})
}

// publications writes a list of what somebody has written, with others.
func (s *site) publications(p *page, who *person, n int) {
	p.write([2]string{"<h3>Veröffentlichungen</h3>\n<ol>\n", "<h3>Publications</h3>\n<ol>\n"}[p.lang])
	for range n {
		with := pick(s, s.members(who.topic))
		p.write("<li>")
		p.text(who.name())
		if with != who {
			p.text(", " + with.name())
		}
		t := who.topic
		p.text(fmt.Sprintf(": %s %s. In: %s %d, %d.", capital(pick(s, t.kinds[p.lang])), pick(s, t.things[p.lang]),
			[2]string{"Lindenauer Abhandlungen zur " + t.name[de], "Lindenau Proceedings in " + t.name[en]}[p.lang],
			1+s.random.IntN(40), 1990+s.random.IntN(25)))
		p.write("</li>\n")
	}
	p.write("</ol>\n")
}
