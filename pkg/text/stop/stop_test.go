package stop

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"webmill/pkg/text/lang"
	"webmill/pkg/text/words"
)

// TestStopWordsReproduceV13: in the prepared text of a page that Nitsche prints (4.3.2.3.10), the German stop words are the 15
// that his robot removed, and no other list has as many hits: the page is German.
func TestStopWordsReproduceV13(t *testing.T) {
	const text = "testseite testseiten fuer testzwecke institut fuer testservice test betriebsgruppe testbetriebsgruppe " +
		"informationen zum testbetrieb im bereich des lokalen netzwerks lan der testbetriebsgruppe teilnahme am testbetrieb " +
		"benutzerkennungen zugang zum lan mit eigenem rechner benutzungsrichtlinien hinweise zur nutzung des lan des tests " +
		"oeffnungszeiten e-mail plattenplatz drucken ansprechpartner und formulare www email kennungen mailverzeichnis " +
		"hardware-wartung ip-adressvergabe mail an den webmaster tester testen testbetrieb testseite"
	hits := map[string][]string{}
	var split words.Splitter
	split.Reset([]byte(text))
	for w := split.Next(); w != nil; w = split.Next() {
		for _, name := range Languages() {
			if Of(name)[string(w)] {
				hits[name] = append(hits[name], string(w))
			}
		}
	}
	if got := strings.Join(hits["de"], " "); got != "fuer fuer zum im des der am zum mit zur des des und an den" {
		t.Errorf("removed: %s", got)
	}
	for name, list := range hits {
		if name != "de" && len(list) >= len(hits["de"]) {
			t.Errorf("%s has as many hits as German: %s", name, list)
		}
	}
	if name := lang.Of([]byte(text)); name != "de" {
		t.Errorf("the language is %q", name)
	}
}

// TestLists: each word of the lists is one word of a text, so that it can be found there.
func TestLists(t *testing.T) {
	if got := fmt.Sprint(Languages()); got != "[da de en es fi fr hu it nb nl pt ru sv]" {
		t.Error(got)
	}
	for _, name := range Languages() {
		if n := len(Of(name)); n < 90 || n > 320 {
			t.Errorf("%s has %d words", name, n)
		}
		for w := range Of(name) {
			var split words.Splitter
			split.Reset([]byte(w))
			if got := split.Next(); string(got) != w || split.Next() != nil || !utf8.ValidString(w) {
				t.Errorf("%s: %q is not one word", name, w)
			}
		}
	}
	if !Of("de")["für"] || !Of("de")["fuer"] || !Of("en")["the"] || Of("xx") != nil {
		t.Error("words are missing")
	}
}

func TestLanguage(t *testing.T) {
	var got []string
	for _, mark := range []string{"de", "DE-at", "en_US", "", "-"} {
		got = append(got, Language([]byte(mark)))
	}
	if !slices.Equal(got, []string{"de", "de", "en", "", ""}) {
		t.Errorf("%q", got)
	}
}
