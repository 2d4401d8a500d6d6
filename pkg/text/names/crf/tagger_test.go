package crf

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// small is a model of a few sentences.
var smallModel = sync.OnceValue(func() *Model {
	var list []Example
	for i, text := range []string{"Herr [Peter Müller] wohnt in Köln.", "Die Firma sprach mit Frau [Anna Schmidt] über das Haus.",
		"[Hans Meier] und [Eva Klein] waren im Garten.", "Das Wetter in Berlin ist gut.", "Der Hund von [Karl Huber] schläft.",
		"Ein Buch von [J. R. Schulz] liegt auf dem Tisch.", "Im Sommer fährt [Otto Wagner] nach Wien."} {
		for k := range 4 {
			list = append(list, example(text, 4*i+k))
		}
	}
	lists, err := Lists()
	if err != nil {
		panic(err) // only in tests
	}
	return Train(list, CountWords(list, lists), Options{Passes: 6, Rate: 0.1, L2: 1e-4, Hide: 0.3, Seed: 1})
})

func small(testing.TB) *Model { return smallModel() }

// example makes one of a text in which persons are in brackets.
func example(text string, doc int) Example {
	e := Example{Doc: doc}
	for {
		before, rest, ok := strings.Cut(text, "[")
		e.Text += before
		if !ok {
			return e
		}
		name, after, _ := strings.Cut(rest, "]")
		e.Names = append(e.Names, Name{len(e.Text), len(e.Text) + len(name), Person})
		e.Text += name
		text = after
	}
}

func find(t testing.TB, m *Model, text string) (spans []Span) {
	var g Tagger
	if err := g.Read(m, []byte(text), func(s Span) error { spans = append(spans, s); return nil }); err != nil {
		t.Fatal(err)
	}
	return spans
}

// words are the names of spans.
func words(text string, spans []Span) (list []string) {
	for _, s := range spans {
		list = append(list, text[s.From:s.To])
	}
	return list
}

// tokensOf are the tokens of a text; | stands between sentences.
func tokensOf(t testing.TB, text string) string {
	var g Tagger
	var list []string
	err := g.sentences(small(t), []byte(text), func() error {
		if list != nil {
			list = append(list, "|")
		}
		for _, w := range g.tokens {
			list = append(list, text[w.from:w.to])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, " ")
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"Dr. Peter O'Neal's Haus.":            "Dr. Peter O'Neal 's Haus .",
		"J.K.Rowling, J. K. Rowling":          "J.K. Rowling , J. K. Rowling",
		"Martin L. King Jr. kam. Er ging.":    "Martin L. King Jr. kam . | Er ging .",
		"Anna-Lena Meyer-Müller (46)":         "Anna-Lena Meyer-Müller ( 46 )",
		"Am 3. Mai 2010":                      "Am 3. Mai 2010",
		"eine Zeile\nund noch eine":           "eine Zeile | und noch eine",
		"„Ja“, sagte Änne…":                   "„ Ja “ , sagte Änne …",
		"die U.S. Army ----- www.example.org": "die U.S. Army ----- www.example.org",
		"Peter’s und Hans'":                   "Peter ’s und Hans '",
		"a\xffb":                              "a \xff b",
		" \t\r\n ":                            "",
	} {
		if got := tokensOf(t, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSmall: a model of a few sentences finds names that are like those in them, and gives reasons.
func TestSmall(t *testing.T) {
	const text = "Herr Peter Schmidt wohnt in Köln.\nDas Haus von Eva Huber ist alt."
	spans := find(t, small(t), text)
	if got, want := words(text, spans), []string{"Peter Schmidt", "Eva Huber"}; !slices.Equal(got, want) {
		t.Fatalf("found %q, want %q", got, want)
	}
	var g Tagger
	for _, s := range spans {
		if s.P <= 0.3 || s.P > 1 {
			t.Errorf("%q has the probability %v", text[s.From:s.To], s.P)
		}
		list := g.Reasons(small(t), []byte(text), s, 5)
		if len(list) != 5 || list[0].Weight < list[4].Weight {
			t.Errorf("the reasons of %q are %v", text[s.From:s.To], list)
		}
	}
	if list := g.Reasons(small(t), nil, spans[0], 5); list != nil {
		t.Errorf("no text has reasons: %v", list)
	}
}

// TestSplit: the lines of a text have the same names in one call and in many.
func TestSplit(t *testing.T) {
	const text = "Herr Peter\nMüller wohnt hier.\r\nEva Klein. Anna Schmidt!\n\nHans Meier und Otto Wagner"
	whole := find(t, small(t), text)
	var g Tagger
	var list []Span
	at := 0
	for line := range strings.Lines(text) {
		err := g.Read(small(t), []byte(line), func(s Span) error {
			list = append(list, Span{s.From + at, s.To + at, s.P})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		at += len(line)
	}
	if !slices.Equal(whole, list) {
		t.Errorf("%v in one call, %v in many", whole, list)
	}
	stop := errors.New("stop")
	if err := g.Read(small(t), []byte(text), func(Span) error { return stop }); err != stop {
		t.Errorf("the error of emit became %v", err)
	}
}

// check tests what holds of the names of any text.
func checkSpans(t interface{ Fatalf(string, ...any) }, m *Model, text []byte) {
	var g Tagger
	last := 0
	starts, ends := map[int]bool{}, map[int]bool{}
	g.sentences(m, text, func() error {
		for _, w := range g.tokens {
			if w.from >= w.to || w.to > len(text) {
				t.Fatalf("a token from %d to %d of %d", w.from, w.to, len(text))
			}
			starts[w.from], ends[w.to] = true, true
		}
		return nil
	})
	err := g.Read(m, text, func(s Span) error {
		if s.From < last || s.From >= s.To || s.To > len(text) || !(s.P >= 0 && s.P <= 1) {
			t.Fatalf("%v behind %d, of %d", s, last, len(text))
		}
		if !starts[s.From] || !ends[s.To] || bytes.ContainsAny(text[s.From:s.To], "\n\r\v\f") {
			t.Fatalf("%v is %q", s, text[s.From:s.To])
		}
		last = s.To
		return nil
	})
	if err != nil {
		t.Fatalf("%v", err)
	}
}

// TestBoundaries: names begin and end with tokens, and lie in one line.
func TestBoundaries(t *testing.T) {
	piece := rapid.SampledFrom([]string{"Peter", "Müller", "Herr", "von", " ", " ", " ", "\n", "\r\n", ".", ",", "J.",
		"'s", "’", "-", "\xff", "É",
		"haus", "U.S.", "(", "\u2028",
		"\x00", "Ärzte-", "3.", "…", "。", "Frau Dr. Anna Schmidt"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "")
		checkSpans(t, smallModel(), []byte(text))
	})
}

func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"empty":         "",
		"no blanks":     strings.Repeat("Peter", 200_000),
		"initials":      strings.Repeat("P.", 500_000),
		"one sentence":  strings.Repeat("Peter Müller ", 80_000),
		"apostrophes":   strings.Repeat("'s", 500_000),
		"hyphens":       strings.Repeat("A-", 500_000),
		"no UTF-8":      strings.Repeat("\xc3Peter \xff\xfe", 100_000),
		"cut":           "Peter M\xc3",
		"marks":         strings.Repeat("((((.", 100_000),
		"empty lines":   strings.Repeat("\n", 1_000_000),
		"wide marks":    strings.Repeat("…。", 100_000),
		"combining":     strings.Repeat("e\u0301", 200_000),
		"bytes of zero": strings.Repeat("\x00", 1_000_000),
	} {
		t.Run(name, func(t *testing.T) { checkSpans(t, small(t), []byte(text)) })
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"Herr Peter Müller's Haus", "J.K.Rowling\nEva", "a\xff.B. C", "'s", "\u2028A", "x-y.z&"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkSpans(t, small(t), text) })
}

// TestHashOf: a word has the hash of its lower case, and the tokens too.
func TestHashOf(t *testing.T) {
	for _, s := range []string{"Müller", "ÄRZTE", "O’Neal", "É"} {
		if hashOf(s) != hashOf(strings.ToLower(s)) || hashOf(s) != hashOf([]byte(s)) {
			t.Errorf("%s has another hash than in lower case", s)
		}
	}
	var g Tagger
	const text = "Müller ÄRZTE O’Neal Anna-Lena U.S. Prof. '"
	g.sentences(small(t), []byte(text), func() error {
		for _, w := range g.tokens {
			if w.hash != hashOf(text[w.from:w.to]) {
				t.Errorf("%s has another hash as a token", text[w.from:w.to])
			}
		}
		return nil
	})
}

// TestAllocs: a tagger that has seen a text allocates nothing for it.
func TestAllocs(t *testing.T) {
	var g Tagger
	text := []byte(strings.Repeat("Herr Peter Müller sah Frau Dr. Anna Schmidt in Köln. Das Haus war leer.\n", 20))
	n := 0
	emit := func(Span) error { n++; return nil }
	if allocs := testing.AllocsPerRun(10, func() { g.Read(small(t), text, emit) }); allocs > 0 || n == 0 {
		t.Errorf("%v allocations, %d names", allocs, n)
	}
}

// TestTrain: training twice gives the same files, which can be read again.
func TestTrain(t *testing.T) {
	list := []Example{example("Herr [Peter Müller] kam.", 0), example("Das Haus von [Eva Klein] ist neu.", 1)}
	files := make([][2]bytes.Buffer, 2)
	for i := range files {
		lists, err := Lists()
		if err != nil {
			t.Fatal(err)
		}
		words := CountWords(list, lists)
		m := Train(list, words, Options{Passes: 2, Rate: 0.1, Hide: 0.5, Drop: 0.1, Seed: 7})
		if err := errors.Join(words.Write(&files[i][0], "test"), m.WriteWeights(&files[i][1])); err != nil {
			t.Fatal(err)
		}
	}
	for k := range files[0] {
		if !bytes.Equal(files[0][k].Bytes(), files[1][k].Bytes()) {
			t.Errorf("file %d differs", k)
		}
	}
	read := &Model{dict: newDictionary(0)}
	if err := read.readWeights(files[0][1].Bytes()); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := read.WriteWeights(&again); err != nil || !bytes.Equal(again.Bytes(), files[0][1].Bytes()) {
		t.Errorf("weights read and written differ (%v)", err)
	}
	for _, bad := range []string{"", "webmill", magic, magic + strings.Repeat("\x00", 200)} {
		if err := read.readWeights([]byte(bad)); err == nil {
			t.Errorf("%.20q was read as weights", bad)
		}
	}
	for _, bad := range []string{"#\nword", "#\nword\t123", "#\nword\t00000009"} {
		if err := newDictionary(0).readWords([]byte(bad), seenDigits); err == nil {
			t.Errorf("%q was read as words", bad)
		}
	}
}

// TestDictionary: words are found, whatever their number; compounds and genitives have the classes of their parts.
func TestDictionary(t *testing.T) {
	d := newDictionary(0)
	for i := range 5000 {
		d.Add(fmt.Sprint("word", i), uint32(1+i%250)<<lowerAt)
	}
	for i := range 5000 {
		if got := d.find(hashOf(fmt.Sprint("Word", i))) >> lowerAt; got != uint32(1+i%250) {
			t.Fatalf("word %d has %d", i, got)
		}
	}
	d.Add("Meier", 3)
	notes := map[string]uint8{"Meiers": noteGenitive, "Huber-Meier": noteUnknown | noteHyphen, "Xyz": noteUnknown, "Meier": 0}
	for text, note := range notes {
		g := Tagger{model: &Model{dict: d}}
		w, _, _ := g.scan([]byte(text), 0)
		d.classify(&w, []byte(text))
		if w.note != note || (w.class == 3) != (text != "Xyz") || !utf8.ValidString(text) {
			t.Errorf("%s: note %d, class %x", text, w.note, w.class)
		}
	}
}
