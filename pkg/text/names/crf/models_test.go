package crf

import (
	"slices"
	"strings"
	"testing"
)

// TestModels: the models find the names of plain sentences, and none in sentences that have none.
func TestModels(t *testing.T) {
	for _, c := range []struct{ language, text string }{
		{"de", "Gestern sprach [Angela Merkel] in Berlin mit [Barack Obama] über die Lage."},
		{"de", "Der Trainer [Thomas Müller] sagte, das Spiel sei gut gewesen."},
		{"de", "Das Wetter ist heute schön, und die Kinder spielen im Garten."},
		{"de", "Prof. Dr. [Hans Schmidt] leitet das Institut seit 2003."},
		{"de", "Wir fahren im Sommer nach München und an die Ostsee."},
		{"en", "Yesterday [John Smith] met [Mary Johnson] in New York."},
		{"en", "The weather is nice today and the children play outside."},
		{"en", "President [George W. Bush] said that the war would end soon."},
		{"en", "Please call [Peter Miller] or Dr. [Susan Brown] before Monday."},
		{"en", "Microsoft opened an office in London last year."},
	} {
		want := example(c.text, 0)
		var names []string
		for _, n := range want.Names {
			names = append(names, want.Text[n.From:n.To])
		}
		spans := find(t, ForLanguage(c.language), want.Text)
		if got := words(want.Text, spans); !slices.Equal(got, names) {
			t.Errorf("%s: found %q, want %q", want.Text, got, names)
		}
		for _, s := range spans {
			var g Tagger
			list := g.Reasons(ForLanguage(c.language), []byte(want.Text), s, 3)
			if len(list) == 0 || !strings.Contains(want.Text[s.From:s.To], list[0].Word) {
				t.Errorf("%s: the reasons are %v", want.Text[s.From:s.To], list)
			}
		}
	}
	if ForLanguage("xx") != nil {
		t.Error("there is a model of xx")
	}
}
