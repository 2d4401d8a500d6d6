package site

import (
	"fmt"
	"strings"
)

// makeBroken makes pages that only a browser can read: tags that do not end, links where there are none, references
// spelled in all ways.
func (s *site) makeBroken() {
	p := s.bare("cs", "/alt/suppe.html", "Suppe", de, computing)
	p.write("<TITLE>Suppe</TITLE>\n<body bgcolor=white onload=\"if (1<2) go()\">\n<h1>Verweise aller Art\n")
	for _, l := range []struct{ target, tag string }{
		{cs + "/lehre/", "<A HREF=/lehre/>ohne Anführungszeichen"},
		{cs + "/forschung/", "<a\nclass='x' title=\"a > b\"\nhref = '/forschung/' href=/zwei>zwei Adressen</A>"},
		{cs + "/personen/", "<p><b><i><a href='../personen/'>falsch geschachtelt</b></a></i>"},
		{cs + "/alt/rest%20mit%20blank.html", "<a href=\"rest mit blank.html\">Leerzeichen</a>"},
		{cs + "/lehre/betriebssysteme.html", "<a href=\" /leh\nre/betriebs\tsysteme.html \">Zeilenumbruch</a>"},
		{cs + "/lehre/rechnernetze.html", "<a href=\"\\lehre\\rechnernetze.html\">andere Striche</a>"},
		{cs + "/?a=1&b=2", "<a href=\"/?a=1&amp;b=2\">Zeichen als Namen</a>"},
		{cs + "/?a=1&b=2", "<a href=\"/?a=1&b=2\">und roh</a>"},
		{cs + "/?a=1&copy=2", "<a href=\"/?a=1&copy=2\">kein Copyright</a>"},
		{cs + "/", "<a href=\"HTTPS://CS.Uni-Lindenau.EXAMPLE:443\">groß</a>"},
		{cs + "/en/", "<a href=\"https:/en/\">ohne Host</a>"},
		{cs + "/alt/suppe.html", "<a href=\"\">leer</a>"},
		{cs + "/alt/suppe.html", "<a href=#unten>Marke</a>"},
		{cs + "/alt/suppe.html?x", "<a href=\"?x\">nur Frage</a>"},
		{cs + "/lehre/", "<a href=\"./../../../lehre/./x/..\">hinauf</a>"},
		{cs + "/lehre/", "<a href=\"/%2e%2E/lehre/\">verkleidete Punkte</a>"},
		{cs + "/%7Etanaka/", "<a href=\"/%7etanaka/\">kleine Ziffern</a>"},
		{strings.Replace(math, "http:", "https:", 1) + "/", "<a href=//math.uni-lindenau.example>ohne Schema</a>"},
		{math + "/", "<a href=\"http://math.uni-lindenau.example:80/\">mit Port</a>"},
		{"http://127.0.0.1/", "<a href=\"http://0x7f.1/\">Zahl</a>"},
		{cs + "/f%C3%BCr.html", "<a href=\"/für.html\">Umlaut</a>"},
		{cs + "/f%C3%BCr.html", "<a href=\"/f&uuml;r.html\">Umlaut mit Namen</a>"},
	} {
		p.anchor(l.target, l.tag+"\n")
	}
	// None of these is a link to a page of the web.
	p.write("<!-- <a href=\"/im-kommentar.html\">nein</a> -->\n<!--><!-- -- > <a href=/auch-nein.html>nein</a> --!>\n",
		"<script>document.write('<a href=\"/im-skript.html\">nein</a>'); if (a < b) { /* </scrip */ }</script>\n",
		"<style>a:after { content: '<a href=/im-stil.html>' }</style>\n<textarea><a href=/im-feld.html>nein</a></textarea>\n",
		"<noscript><a href=/ohne-skript.html>nein</a></noscript>\n<template><a href=/in-der-vorlage.html>nein</a></template>\n",
		"<a name=unten>nur eine Marke</a> <a href=\"javascript:void(0)\">nein</a> <a href=\"mailto:cs@uni-lindenau.example\">nein</a>\n",
		"<a href=\"java\nscript:alert(1)\">nein</a> <a href=\"tel:+495555203\">nein</a> <a href=\"data:text/html,x\">nein</a> <a href=\"http://\">nein</a>\n",
		"<a href=\"http://a b/\">nein</a> <a href=\"http://1.2.3.4.5/\">nein</a>\n")
	p.anchor(cs+"/alt/ende.html", "<ul><li>eins<li>zwei<table><tr><td><a href=ende.html>in der Tabelle</table>\n")
	p.write("<p>Hier bricht die Seite ab: <a href=\"/abgebrochen.html")

	q := s.bare("cs", "/alt/ende.html", "Ende", de, computing)
	q.write("<html><body><h1>Ende</h1>\n")
	q.paragraph(s.prose(computing, de, 4))
	q.write(`<form action="`, q.note("form", cs+"/suche"), `"><input name=q></form>`, "<script src=\"",
		q.note("script", cs+"/menue.js"), "\"></script>\n")
	for i := range 3 {
		q.write("<h2>Abschnitt ", fmt.Sprint(i+1), "<p>")
		q.text(s.prose(computing, de, 2))
	}
	q.a(cs+"/alt/suppe.html", "zurück")
	s.bare("cs", "/alt/leer.html", "", de, nil)
}
