package site

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// makeOdd makes what real webs have besides well-formed pages in UTF-8.
func (s *site) makeOdd() {
	s.makeCharsets()
	s.makeFrames()
	s.makeRefresh()
	s.makeBases()
	s.makeBroken()
	s.makeTown()
}

// bare makes a page that is HTML of its own, without a layout.
func (s *site) bare(h, path, title string, lang int, t *topic) *page {
	return s.add(s.hosts[h], path, title, lang, t)
}

// makeCharsets makes pages in other character sets: told by the server, by the page, by a mark, by nobody, and told wrongly.
func (s *site) makeCharsets() {
	for i, p := range s.pages {
		if p.host == s.hosts["bot"] && p.lang == de { // nobody changed these since 1998
			p.encoding, p.label = charmap.Windows1252, "iso-8859-1"
			if i%2 == 0 {
				p.label = ""
			}
		}
	}
	foreign := func(h, path, tongue, title, meta, label string, e encoding.Encoding, t *topic, paragraphs ...string) {
		p := s.bare(h, path, title, en, t)
		p.tongue, p.label, p.encoding = tongue, label, e
		if meta != "" {
			meta = `<meta http-equiv="Content-Type" content="text/html; charset=` + meta + `">` + "\n"
		}
		p.write("<html><head>\n", meta, "<title>", title, "</title></head>\n<body>\n<h1>", title, "</h1>\n")
		for _, text := range paragraphs {
			p.paragraph(text)
		}
		p.write("<p>")
		p.a(p.host.url+"/", "Lindenau")
		p.write(" ")
		p.a(www+"/en/", "University of Lindenau")
		p.write("</p></body></html>\n")
	}
	foreign("hist", "/cs/", "cs", "Dějiny Čech v Lindenau", "iso-8859-2", "", charmap.ISO8859_2, history,
		"Listiny a kroniky českých klášterů zkoumá skupina, kterou vede profesorka Šárka Nováková.",
		"Příští přednáška o Karlu IV. se koná ve středu v deset hodin. Přednáší doktor Jiří Dvořák.")
	foreign("hist", "/cs/rukopisy.html", "cs", "Středověké rukopisy", "", "iso-8859-2", charmap.ISO8859_2, history,
		"Rukopisy z patnáctého století jsou uloženy v knihovně. Zvláště vzácné jsou pečeti a mince.")
	foreign("cs", "/ja/", "ja", "リンデナウ大学 情報工学科", "euc-jp", "", japanese.EUCJP, computing,
		"分散システムと検索エンジンを研究しています。田中健二教授の研究室へようこそ。",
		"アルゴリズム、データ構造、コンパイラの講義は英語で行われます。")
	foreign("staff", "/~tanaka/ja.html", "ja", "田中健二", "shift_jis", "shift_jis", japanese.ShiftJIS, computing,
		"田中健二はリンデナウ大学の教授です。専門は並列計算とネットワークです。")
	foreign("musik", "/en/neumes-utf16.html", "en", "Neumes, written by a word processor", "", "",
		unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), music,
		"Neumes are older than staves. The manuscript of Lindenau – “Codex L” – is kept in the library.")
	foreign("musik", "/choraele-utf16.html", "de", "Choräle für vier Stimmen", "", "utf-16be",
		unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), music,
		"Die Choräle wurden um 1650 für das Stift geschrieben. Größere Stücke begleitet die Orgel.")
	foreign("math", "/alt/bom.html", "de", "Übungsblätter mit Marke", "iso-8859-1", "", unicode.UTF8BOM, mathematics,
		"Auf den Übungsblättern stehen Sätze über endliche Körper. Die Angabe im Kopf der Seite ist falsch, die Marke am Anfang richtig.")
	foreign("math", "/alt/falsch.html", "de", "Lösungen für Körper und Räume", "", "utf-8", charmap.Windows1252, mathematics,
		"Der Server nennt diese Seite UTF-8, doch ihre Umlaute sind es nicht: für, Räume, Körper, größer.")
	foreign("math", "/alt/zweierlei.html", "de", "Gültig ist, was der Server sagt", "iso-8859-1", "utf-8", nil, mathematics,
		"Die Seite nennt einen Zeichensatz, der Server einen anderen. Für Vektorräume gilt der des Servers.")
	s.queryInLatin1()
}

// queryInLatin1: on a page that is not in UTF-8 the queries of links are in the character set of the page.
func (s *site) queryInLatin1() {
	p := s.bare("bot", "/suche.html", "Suche in der Sammlung", de, botany)
	p.encoding, p.label = charmap.Windows1252, "windows-1252"
	p.write("<title>Suche in der Sammlung</title><h1>Suche in der Sammlung</h1><ul>\n")
	p.anchor(bot+"/sammlung?art=K%FChe", `<li><a href="/sammlung?art=Kühe">Kuhschelle</a>`+"\n")
	p.anchor(bot+"/gr%C3%A4ser.html", `<li><a href="/gräser.html">Gräser</a></ul>`+"\n")
	g := s.page(s.hosts["bot"], "/gr%C3%A4ser.html", "Gräser", de, botany, func(p *page) { p.paragraph(s.prose(botany, de, 5)) })
	g.encoding, g.label = charmap.Windows1252, "windows-1252"
}

// makeFrames makes pages in frames, once with links in frames only.
func (s *site) makeFrames() {
	p := s.bare("musik", "/klang/", "Klangarchiv", de, music)
	p.write("<html><head><title>Klangarchiv</title></head>\n<frameset cols=\"200,*\">\n<frame src=\"",
		p.note("frame", mus+"/klang/menue.html"),
		"\" name=\"menue\">\n<frame src=\"", p.note("frame", mus+"/klang/inhalt.html"), "\" name=\"inhalt\">\n",
		"<noframes><body><p>Ihr Browser kann keine Rahmen. <a href=\"/klang/text.html\">Nur Text</a></p></body></noframes>\n</frameset></html>\n")
	menu := s.bare("musik", "/klang/menue.html", "Menü", de, music)
	menu.write("<html><head><title>Menü</title><base target=\"inhalt\"></head><body>\n")
	for i := range 5 {
		menu.a(fmt.Sprintf("%s/klang/%d.html", mus, i+1), capital(music.things[de][i]))
		menu.write("<br>\n")
		title := capital(music.things[de][i]) + " im Klangarchiv"
		q := s.bare("musik", fmt.Sprintf("/klang/%d.html", i+1), title, de, music)
		q.write("<html><head><title>", title, "</title></head><body><h2>", title, "</h2>\n")
		q.paragraph(s.prose(music, de, 6))
		q.write("</body></html>\n")
	}
	menu.write("</body></html>\n")
	start := s.bare("musik", "/klang/inhalt.html", "Inhalt", de, music)
	start.write("<html><head><title>Inhalt</title></head><body>\n")
	start.paragraph(s.prose(music, de, 4))
	start.write("</body></html>\n")
}

// makeRefresh makes pages that send the browser elsewhere.
func (s *site) makeRefresh() {
	for i, refresh := range []struct{ h, path, content, target string }{
		{"math", "/umzug.html", "5; URL=/", math + "/"},
		{"hist", "/neu.html", "0;url='forschung/'", hist + "/forschung/"},
		{"bot", "/garten.html", "0, " + www + "/lageplan.html", www + "/lageplan.html"},
		{"news", "/live.html", "60", ""}, // loads itself again, which is no link
	} {
		p := s.bare(refresh.h, refresh.path, fmt.Sprintf("Umgezogen %d", i+1), de, nil)
		if refresh.target != "" {
			p.links = append(p.links, link{"meta", refresh.target})
		}
		p.write(`<html><head><meta http-equiv="Refresh" content="` + refresh.content + `"><title>` + p.title +
			"</title></head><body>Diese Seite ist umgezogen.</body></html>\n")
	}
}

// makeBases makes pages whose references are relative to another URL.
func (s *site) makeBases() {
	for i := range 4 {
		p := s.bare("hist", fmt.Sprintf("/karten/karte%d.html", i+1), fmt.Sprintf("Historische Karte %d", i+1), de, history)
		p.base = hist + "/personen/"
		p.write("<html><head><title>", p.title, "</title><base href=\"", p.base, "\"></head><body><h1>", p.title, "</h1>\n")
		p.paragraph(s.prose(history, de, 4))
		for _, who := range s.members(history)[i*3 : i*3+3] {
			p.a(s.profile(who, de), who.full(de))
			p.write("<br>\n")
		}
		p.anchor(hist+"/karten/", `<a href="../karten/">Alle Karten</a>`)
		p.write("</body></html>\n")
	}
}

// makeTown makes the host with a name that is not ASCII.
func (s *site) makeTown() {
	h := s.hosts["town"]
	s.page(h, "/", "Stadtbücherei Lindenau", de, nil, func(p *page) {
		p.paragraph(s.prose(nil, de, 3))
		p.anchor(town+"/b%C3%BCcher/", `<p><a href="//bücherei-lindenau.example/bücher/">Bücher</a></p>`+"\n")
	})
	s.page(h, "/b%C3%BCcher/", "Bücher", de, nil, func(p *page) {
		for i, t := range topics {
			p.paragraph(s.prose(t, de, 2))
			p.anchor(book(i), `<p><a href="`+strings.Replace(book(i), "http:", "HTTP:", 1)+`">`+s.bookTitle(i)+"</a></p>\n")
		}
	})
}
