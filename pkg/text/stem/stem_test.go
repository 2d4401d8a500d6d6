package stem

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// A pair is a word and its stem.
type pair struct{ word, stem string }

// pairs are those of a text like "caresses caress, ponies poni".
func pairs(text string) (list []pair) {
	for line := range strings.SplitSeq(text, ",") {
		f := strings.Fields(line)
		list = append(list, pair{f[0], f[len(f)-1]})
	}
	return list
}

func check(t *testing.T, stem Stemmer, text string) {
	t.Helper()
	for _, p := range pairs(text) {
		if got := string(stem([]byte(p.word))); got != p.stem {
			t.Errorf("%s: stem %s, not %s", p.word, got, p.stem)
		}
	}
}

// suite are the words of the Snowball project in a language, with their stems.
func suite(t testing.TB, language string) (list []pair) {
	t.Helper()
	in, err := stream.OpenBytes(vfs.OS, realdata.Path(t, "suites/snowball/"+language+".voc-stem.odd.tsv.zst"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		word, stem, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("no tab in the line %q", line)
		}
		list = append(list, pair{word, stem})
	}
	if len(list) < 10000 {
		t.Fatalf("only %d words", len(list))
	}
	return list
}

// TestSuite: the stems are those that the Snowball project publishes.
func TestSuite(t *testing.T) {
	for _, language := range []string{"english", "german"} {
		t.Run(language, func(t *testing.T) {
			stem, err := ByName(language)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range suite(t, language) {
				if got := string(stem([]byte(p.word))); got != p.stem {
					t.Errorf("%s: stem %s, not %s", p.word, got, p.stem)
				}
			}
		})
	}
}

func TestByName(t *testing.T) {
	for _, name := range Names {
		if stem, err := ByName(name); err != nil || len(stem([]byte("ponies"))) < 4 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ByName("dutch"); err == nil || !strings.Contains(err.Error(), `"dutch": there are none, plural,`) {
		t.Error("dutch: ", err)
	}
}

// TestPluralOfThesis: the examples V2, and that a rule which does not fit gives way to the next.
func TestPluralOfThesis(t *testing.T) {
	check(t, Plural, "policies policy, dates date, statistics statistic, baroness baroness")
	check(t, Plural, "aies aie, eies eie, heroes heroe, trees tree, bus bus, glass glass, us us, es e, s s, ies y, word word")
}

// TestGermanSpellings: ß and umlauts, in the letters of ASCII or not.
func TestGermanSpellings(t *testing.T) {
	check(t, German,
		"für fur, fuer fur, häuser haus, haeuser haus, haus haus, maße mass, masse mass, quelle quell, feuer feu, aktuell aktull")
	check(t, German, "äckern ack, ackers ack, armes arm, bedürfnissen bedurfnis, derbsten derb")
	check(t, German, "system system, systemen system, geordnet geordnet, planet planet, lehrerinnen lehr")
	check(t, German, "einstein'sche einstein, andrea's andrea, o' o'")

	check(t, German, "geübt geubt, geuebt geuebt")
}

// TestGermanFolded: a word in the letters of ASCII has the stem of the word with umlauts and ß. An ü after a vowel is
// not recognized.
func TestGermanFolded(t *testing.T) {
	ascii, folded := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss"), 0
	for _, p := range suite(t, "german") {
		word := ascii.Replace(p.word)
		if word == p.word || strings.Contains(p.word, "eü") {
			continue
		}
		folded++
		if got := string(German([]byte(word))); got != p.stem {
			t.Errorf("%s: stem %s, but that of %s is %s", word, got, p.word, p.stem)
		}
	}
	if folded < 3000 {
		t.Errorf("only %d words", folded)
	}
}

// try puts the word in front of other bytes and stems it there.
func try(t *testing.T, name string, word []byte) {
	t.Helper()
	stem, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	room := append(bytes.Clone(word), "behind"...)
	got := stem(room[:len(word)])
	switch {
	case len(got) > len(word), (len(got) == 0) != (len(word) == 0):
		t.Errorf("%s: the stem of %q has %d bytes: %q", name, word, len(got), got)
	case !utf8.Valid(got) && utf8.Valid(word):
		t.Errorf("%s: the stem of %q is no UTF-8: %q", name, word, got)
	case string(room[len(word):]) != "behind":
		t.Errorf("%s: for %q bytes behind the word were written: %q", name, word, room)
	case len(got) > 0 && &got[0] != &room[0]:
		t.Errorf("%s: the stem of %q is not where the word was", name, word)
	}
}

func FuzzStem(f *testing.F) {
	words := "' ''s ''s' s y yy dying hoping add éed maßen äußerst fuer quelle aeue 漢字ing ぁぁed a'sch \xc3 \xf8\xfd"
	for word := range strings.FieldsSeq(words) {
		f.Add([]byte(word))
	}
	f.Fuzz(func(t *testing.T, word []byte) {
		for _, name := range Names {
			try(t, name, word)
		}
	})
}

// TestNoAllocation: stems are made in the memory of their words.
func TestNoAllocation(t *testing.T) {
	words := bytes.Fields([]byte("relational dying skies generalizations controlled bedürfnissen äußerlichkeiten lehrerinnen fuer"))
	room := make([]byte, 99)
	for _, name := range Names {
		stem, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(10, func() {
			for _, word := range words {
				stem(room[:copy(room, word)])
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkStem(b *testing.B) {
	for _, name := range Names {
		stem, err := ByName(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			language := "english"
			if name == "german" {
				language = name
			}
			each(b, suite(b, language), func(word []byte) { stem(word) })
		})
	}
}

// each calls f for words, one each round, and reports how many a second that are.
func each(b *testing.B, words []pair, f func(word []byte)) {
	room := make([]byte, 200)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		f(room[:copy(room, words[i].word)])
		if i++; i == len(words) {
			i = 0
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "words/s")
}
