package crf

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"webmill/pkg/realdata"
)

// gold reads German sentences with the names of persons.
func gold(t testing.TB) (list []Example) {
	packed := realdata.Read(t, "names/germeval2014-NER-de-dev.tsv.zst")
	z, err := zstd.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	var e Example
	for line := range strings.Lines(text.String()) {
		f := strings.Fields(line)
		if len(f) == 0 {
			list, e = append(list, e), Example{Doc: len(list) + 1}
		}
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		if e.Text != "" {
			e.Text += " "
		}
		from := len(e.Text)
		e.Text += f[1]
		switch f[2] {
		case "B-PER":
			e.Names = append(e.Names, Name{from, len(e.Text), Person})
		case "I-PER":
			e.Names[len(e.Names)-1].To = len(e.Text)
		}
	}
	return list
}

// TestGold prints how well the German model does on sentences that it was trained with: an upper bound. The figures of the
// cross-validation are in data/README.md.
func TestGold(t *testing.T) {
	list := gold(t)
	m := ForLanguage("de")
	for _, full := range []bool{false, true} {
		g := Tagger{full: full}
		right, found, known := 0, 0, 0
		for _, e := range list {
			known += len(e.Names)
			err := g.Read(m, []byte(e.Text), func(s Span) error {
				found++
				right += btoi(slices.Contains(e.Names, Name{s.From, s.To, Person}))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		p, r := float64(right)/float64(found), float64(right)/float64(known)
		t.Logf("all tokens: %v; P %.3f, R %.3f, F1 %.3f", full, p, r, 2*p*r/(p+r))
		if p < 0.7 || r < 0.7 {
			t.Error("that is too low")
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var text []byte
	for _, e := range gold(b) {
		text = append(append(text, e.Text...), '\n')
	}
	for _, name := range []string{"gate", "all"} {
		b.Run(name, func(b *testing.B) {
			g := Tagger{full: name == "all"}
			m := ForLanguage("de")
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				g.Read(m, text, func(Span) error { return nil })
			}
		})
	}
	b.Run("tokens", func(b *testing.B) {
		var g Tagger
		m := ForLanguage("de")
		b.SetBytes(int64(len(text)))
		n := 0
		for b.Loop() {
			n = 0
			g.sentences(m, text, func() error { n += len(g.tokens); return nil })
		}
		b.ReportMetric(float64(n)/float64(len(text)), "tokens/byte")
	})
}
