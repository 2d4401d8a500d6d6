package names

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/text/document"
)

// places is a terms.Taker that keeps terms, positions and notes.
type places struct {
	taken
	at []int32
}

func (p *places) Term(term []byte, at int32) error {
	p.at = append(p.at, at)
	return p.taken.Term(term, at)
}

// TestLearnedPlaces: the position of a name is how many words end before it, the length of a document how many words it has, and
// a mention has the place and the words of the name.
func TestLearnedPlaces(t *testing.T) {
	parts := []string{"Ada Lovelace", "(Ada Lovelace)", "met", "Charles Babbage,", "in London.", "\n", "<7>", "\u00a0",
		"Dr. Anna Müller", "x-", "—"}
	tag := regexp.MustCompile(`^<[0-9]+>$`)
	rapid.Check(t, func(t *rapid.T) {
		var d document.Document
		d.Text = []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 12).Draw(t, "parts"), " "))
		d.Title = []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 3).Draw(t, "title"), " "))
		d.Lang = []byte(rapid.SampledFrom([]string{"", "de", "en", "fr"}).Draw(t, "lang"))
		words := func(text string) (n int32) {
			for _, w := range strings.Fields(strings.ReplaceAll(text, "\n", "; ")) {
				if !tag.MatchString(w) {
					n++
				}
			}
			return n
		}
		m := Made{Fields: []string{"title", "text"}, Tagged: -1, Apart: true}
		var p places
		length, err := m.Learned()().Terms(&d, &p)
		if want := words(string(d.Title)) + words(string(d.Text)); err != nil || length != want {
			t.Fatalf("%d words, not %d: %v", length, want, err)
		}
		if other := m.Other.Load(); (other == 1) != (string(d.Lang) == "fr") {
			t.Fatalf("%d documents of other languages", other)
		}
		for i, line := range strings.SplitAfter(string(p.notes[0]), "\n")[:len(p.terms)] {
			var said struct {
				Field, Name    string
				Offset, Length int
				P              float64
			}
			if err := json.Unmarshal([]byte(line), &said); err != nil {
				t.Fatal(err)
			}
			text, before := string(d.Field(said.Field)), int32(0)
			if said.Field == "text" {
				before = words(string(d.Title))
			}
			// A word that goes on into the name, like ( before it, has not ended.
			end := strings.LastIndexFunc(text[:said.Offset], unicode.IsSpace)
			for end > 0 && !utf8.RuneStart(text[end+1]) { // the blank may have two bytes
				end++
			}
			name := strings.Join(strings.Fields(text[said.Offset:said.Offset+said.Length]), " ")
			if last, first, ok := strings.Cut(name, ", "); ok {
				name = first + " " + last
			}
			if at := before + words(text[:end+1]); p.at[i] != at || said.P <= 0 || said.P > 1 || name != said.Name ||
				name != p.terms[i] {
				t.Fatalf("%s in %q: term %q at %d, not %d", line, text, p.terms[i], p.at[i], at)
			}
		}
	})
}
