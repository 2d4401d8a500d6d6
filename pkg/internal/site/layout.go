package site

import (
	"fmt"
	"html"
)

// A host is one server, with a menu and a layout of its own.
type host struct {
	id, url string
	name    [2]string
	menu    [2][]entry
	layout  func(s *site, p *page, content func())
}

// An entry is a line of a menu.
type entry struct{ target, text string }

const (
	www   = "https://www.uni-lindenau.example"
	uni   = "http://uni-lindenau.example"
	cs    = "https://cs.uni-lindenau.example"
	math  = "http://math.uni-lindenau.example"
	bot   = "http://bot.uni-lindenau.example"
	hist  = "http://hist.uni-lindenau.example"
	mus   = "http://musik.uni-lindenau.example"
	bib   = "http://bib.uni-lindenau.example"
	home  = "http://www.staff.uni-lindenau.example"
	press = "https://news.lindenau.test"
	town  = "http://xn--bcherei-lindenau-jzb.example"
)

// page makes a page of a host with its menu around the content.
func (s *site) page(h *host, path, title string, lang int, t *topic, content func(p *page)) *page {
	p := s.add(h, path, title, lang, t)
	h.layout(s, p, func() {
		p.from, p.linksFrom = p.body.Len(), len(p.links)
		content(p)
		p.to, p.linksTo = p.body.Len(), len(p.links)
	})
	return p
}

// head writes what stands before the body.
func (p *page) head(doctype, more string) {
	p.write(doctype, "\n<html lang=\"", languages[p.lang], "\">\n<head>\n", more, "<title>",
		html.EscapeString(p.title), "</title>\n")
}

// footer writes the lines that stand below every page.
func (s *site) footer(p *page) {
	words := [2][3]string{{"Impressum", "Datenschutz", "Universität Lindenau"},
		{"Imprint", "Privacy", "University of Lindenau"}}[p.lang]
	p.a(www+"/impressum.html", words[0])
	p.write(" | ")
	p.a(www+"/datenschutz.html", words[1])
	p.write(" | ")
	p.a(www+"/", words[2])
}

// modern is the layout of pages in HTML 5.
func modern(s *site, p *page, content func()) {
	p.head("<!DOCTYPE html>", "<meta charset=\"utf-8\">\n")
	p.write(`<link rel="stylesheet" href="`, p.note("link", p.host.url+"/style.css"), "\">\n</head>\n<body>\n<header><h1>",
		html.EscapeString(p.host.name[p.lang]), "</h1></header>\n<nav>\n<ul>\n")
	for _, e := range p.host.menu[p.lang] {
		p.write("<li>")
		p.a(e.target, e.text)
		p.write("</li>\n")
	}
	p.write("</ul>\n</nav>\n<main>\n<h2>", html.EscapeString(p.title), "</h2>\n")
	content()
	p.write("</main>\n<footer>")
	s.footer(p)
	p.write("</footer>\n</body>\n</html>\n")
}

// boxes is the layout of pages of divisions.
func boxes(s *site, p *page, content func()) {
	p.head(`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`,
		`<meta http-equiv="Content-Type" content="text/html; charset=`+p.label+`" />`+"\n")
	p.write(`<link rel="stylesheet" type="text/css" href="`, p.note("link", p.host.url+"/style.css"),
		"\" />\n</head>\n<body>\n<div id=\"menu\">\n")
	for i, e := range p.host.menu[p.lang] {
		p.write(`<div class="item`, fmt.Sprint(i), `">`)
		p.a(e.target, e.text)
		p.write("</div>\n")
	}
	p.write("</div>\n<div id=\"content\">\n<h1>", html.EscapeString(p.title), "</h1>\n")
	content()
	p.write("</div>\n<div id=\"footer\">")
	s.footer(p)
	p.write("</div>\n</body>\n</html>\n")
}

// tables is the layout of pages of the last century.
func tables(s *site, p *page, content func()) {
	p.head(`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">`, "")
	p.write("</head>\n<BODY BGCOLOR=#FFFFEE LINK=#003366>\n<TABLE WIDTH=100% BORDER=0><TR><TD VALIGN=top WIDTH=160>\n<IMG SRC=\"",
		p.note("img", p.host.url+"/logo.gif"), "\" ALT=Logo><BR>\n")
	for _, e := range p.host.menu[p.lang] {
		p.write(`<FONT SIZE=2>&raquo; <A HREF="`, p.note("a", e.target), `">`, html.EscapeString(e.text), "</A></FONT><BR>\n")
	}
	p.write("<TD VALIGN=top>\n<H1>", html.EscapeString(p.title), "</H1>\n")
	content()
	p.write("\n<HR><FONT SIZE=1>")
	s.footer(p)
	p.write("</FONT>\n</TABLE>\n</BODY>\n</HTML>\n")
}

func (s *site) newHosts() {
	for _, h := range []*host{
		{id: "www", url: www, name: [2]string{"Universität Lindenau", "University of Lindenau"}, layout: modern},
		{id: "uni", url: uni, layout: modern},
		{id: "cs", url: cs, name: [2]string{"Institut für Informatik", "Department of Computer Science"}, layout: modern},
		{id: "math", url: math, name: [2]string{"Mathematisches Institut", "Institute of Mathematics"}, layout: boxes},
		{id: "bot", url: bot, name: [2]string{"Institut für Botanik", "Department of Botany"}, layout: tables},
		{id: "hist", url: hist, name: [2]string{"Historisches Seminar", "Department of History"}, layout: boxes},
		{id: "musik", url: mus, name: [2]string{"Musikwissenschaftliches Seminar", "Department of Music"}, layout: boxes},
		{id: "bib", url: bib, name: [2]string{"Universitätsbibliothek", "University Library"}, layout: boxes},
		{id: "staff", url: home, name: [2]string{"Persönliche Seiten", "Personal Pages"}, layout: tables},
		{id: "news", url: press, name: [2]string{"Lindenauer Bote", "Lindenau Messenger"}, layout: modern},
		{id: "town", url: town, name: [2]string{"Stadtbücherei Lindenau", "Lindenau Town Library"}, layout: boxes},
	} {
		s.hosts[h.id] = h
	}
	for _, id := range departments {
		h := s.hosts[id]
		h.menu = [2][]entry{
			{{h.url + "/", "Startseite"}, {h.url + "/lehre/", "Lehre"}, {h.url + "/forschung/", "Forschung"},
				{h.url + "/personen/", "Personen"}, {bib + "/", "Bibliothek"}, {press + "/", "Aktuelles"}},
			{{h.url + "/en/", "Home"}, {h.url + "/en/teaching/", "Teaching"}, {h.url + "/en/research/", "Research"},
				{h.url + "/en/people/", "People"}, {bib + "/en/", "Library"}, {press + "/", "News"}},
		}
	}
	s.hosts["www"].menu = [2][]entry{
		{{www + "/", "Startseite"}, {www + "/studium/", "Studium"}, {www + "/institute.html", "Institute"},
			{www + "/personen/", "Personen A-Z"}, {www + "/lageplan.html", "Lageplan"}, {bib + "/", "Bibliothek"},
			{press + "/", "Aktuelles"}},
		{{www + "/en/", "Home"}, {www + "/en/departments.html", "Departments"}, {www + "/personen/", "People A-Z"},
			{www + "/lageplan.html", "Map"}, {bib + "/en/", "Library"}, {press + "/", "News"}},
	}
	s.hosts["bib"].menu = [2][]entry{
		{{bib + "/", "Bibliothek"}, {bib + "/katalog?seite=1", "Katalog"}, {bib + "/oeffnungszeiten.html", "Öffnungszeiten"},
			{bib + "/ausleihe.html", "Ausleihe"}, {town + "/", "Stadtbücherei"}},
		{{bib + "/en/", "Library"}, {bib + "/katalog?seite=1", "Catalogue"}, {bib + "/en/hours.html", "Opening hours"}},
	}
	s.hosts["news"].menu = [2][]entry{
		{{press + "/", "Neueste Meldungen"}, {press + "/archiv/", "Archiv"}, {press + "/kalender?monat=2015-01", "Kalender"},
			{www + "/", "Universität"}},
		{{press + "/", "Latest"}, {press + "/archiv/", "Archive"}, {press + "/kalender?monat=2015-01", "Calendar"},
			{www + "/en/", "University"}},
	}
	s.hosts["town"].menu[de] = []entry{{town + "/", "Stadtbücherei"}, {town + "/b%C3%BCcher/", "Bücher"},
		{bib + "/", "Universitätsbibliothek"}}
	s.hosts["staff"].menu = [2][]entry{
		{{www + "/", "Universität Lindenau"}, {www + "/personen/", "Personen A-Z"}, {home + "/", "Alle Seiten"}},
		{{www + "/en/", "University of Lindenau"}, {www + "/personen/", "People A-Z"}, {home + "/", "All pages"}},
	}
}

// departments are the hosts of the topics, in their order.
var departments = []string{"cs", "math", "bot", "hist", "musik"}
