package texts

import (
	"strings"
	"testing"

	"webmill/pkg/web/page"
)

// TestTextPreparation reproduces V13 of Nitsche 2003 (4.3.2.3.10), the words of a page of which the thesis prints the
// result: title, text and keywords, in this order, in lower case, with umlauts as ae, hyphens kept.
func TestTextPreparation(t *testing.T) {
	const want = "testseite testseiten fuer testzwecke institut fuer testservice test betriebsgruppe testbetriebsgruppe " +
		"informationen zum testbetrieb im bereich des lokalen netzwerks lan der testbetriebsgruppe teilnahme am testbetrieb " +
		"benutzerkennungen zugang zum lan mit eigenem rechner benutzungsrichtlinien hinweise zur nutzung des lan des tests " +
		"oeffnungszeiten e-mail plattenplatz drucken ansprechpartner und formulare www email kennungen mailverzeichnis " +
		"hardware-wartung ip-adressvergabe mail an den webmaster tester testen testbetrieb testseite"
	body := `<html><head><title>Testseite</title><meta name="keywords" content="tester, testen, Testbetrieb, Testseite">
<script>var x = "nicht";</script></head><body><!-- nicht --><h1>Testseiten f&uuml;r Testzwecke</h1>
<p>Institut für Testservice</p><b>Test Betriebsgruppe</b> (Testbetriebsgruppe)
<p>Informationen zum Testbetrieb im Bereich des lokalen Netzwerks (LAN) der Testbetriebsgruppe:
<ul><li>Teilnahme am Testbetrieb<li>Benutzerkennungen<li>Zugang zum LAN mit eigenem Rechner<li>Benutzungsrichtlinien
<li>Hinweise zur Nutzung des LAN des Tests<li>&Ouml;ffnungszeiten<li>E-Mail<li>Plattenplatz<li>Drucken
<li>Ansprechpartner und Formulare<li>WWW<li>Email<li>Kennungen<li>Mailverzeichnis<li>Hardware-Wartung
<li>IP-Adressvergabe</ul><a href="mailto:x@a.test">Mail an den Webmaster</a></body></html>`
	x := New(Options{Form: Unico})
	got := x.Read(&page.Document{
		URL: []byte("http://a.test/"), ContentType: []byte("text/html; charset=utf-8"), Body: []byte(body),
	})
	if got == nil || string(got.Text) != want {
		t.Fatalf("%+v", got)
	}
	// The words that its own list of stop words removes, all German.
	stops, n := " fuer zum im des der am mit zur und an den ", 0
	for _, word := range strings.Fields(want) {
		if strings.Contains(stops, " "+word+" ") {
			n++
		}
	}
	if n != 15 {
		t.Errorf("%d stop words, not 15", n)
	}
}
