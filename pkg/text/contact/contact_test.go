package contact

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// TestContactDetector: repeated words count once, and four different ones make a contact page (V22, and 2.12 of Nitsche 2003).
func TestContactDetector(t *testing.T) {
	for text, want := range map[string]int{
		"Tel Tel Tel Fax Name":                           3,
		"Tel Tel Tel Fax Name Raum":                      4,
		"TEL.: 123, fax/456\nRaum\tName":                 4,
		"E-Mail:ann@a.test, Email":                       2,
		"Straße strasse STRASSE, Hauptstraße":            1,
		"Emails rename officer zipped telé étel Straßen": 0,
		"“tel” – fax":                                    2,
		"":                                               0,
	} {
		if got := Words([]byte(text)); got != want {
			t.Errorf("%q: %d, not %d", text, got, want)
		}
	}
}

// TestWords compares with a set of the words that a library divides a text into.
func TestWords(t *testing.T) {
	word := map[string]string{}
	for line := range strings.Lines(list) {
		if f := strings.Fields(line); f[0] != "#" {
			for _, s := range f {
				word[s] = f[0]
			}
		}
	}
	pieces := []string{"é", "ß", "–", " ", ":", "a", "E", "4", "\u00a0", "\xff", "stra", "\u0308"}
	for s := range word {
		pieces = append(pieces, s, strings.ToUpper(s[:1])+s[1:])
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
		seen := map[string]bool{}
		for _, s := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if w := word[strings.ToLower(s)]; w != "" {
				seen[w] = true
			}
		}
		if got := Words([]byte(text)); got != len(seen) {
			t.Fatalf("%q: %d, not %d", text, got, len(seen))
		}
	})
}

func BenchmarkWords(b *testing.B) {
	text := []byte(strings.Repeat("A text of many words, few of which are in the list: Telephone 607 255, Žluťoučký kůň. ", 1000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Words(text)
	}
}
