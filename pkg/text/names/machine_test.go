package names

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/text/document"
	"webmill/pkg/tuple"
)

// list makes lists of words with blanks between them.
func list(t testing.TB, first, middle, last string) *Lists {
	var text []byte
	lines := int64(0)
	for i, words := range []string{first, middle, last} {
		for w := range strings.FieldsSeq(words) {
			text = append(append(append(append(text, w...), '\t'), Class(1<<i).Value()...), '\n')
			lines++
		}
	}
	lists, err := NewLists(text, lines)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(lists.Close)
	return lists
}

func titles(t testing.TB) *Titles {
	titles, err := TitlesOf(TitlePattern)
	if err != nil {
		t.Fatal(err)
	}
	return titles
}

// taken is a terms.Taker that keeps what it takes.
type taken struct {
	terms []string
	notes [2][]byte
}

func (k *taken) Term(term []byte, _ int32) error {
	k.terms = append(k.terms, string(term))
	return nil
}

func (k *taken) Note(to int, text []byte) error {
	k.notes[to] = append(k.notes[to], text...)
	return nil
}

// made runs a Maker and returns the tagged text, the names of the tags, which must be the terms, and the length of the document.
func made(t interface{ Fatal(...any) }, opt *Options, text string) (tagged, names string, words int32) {
	var k taken
	m := Made{Fields: []string{"text"}, Tagged: 1}
	words, err := m.Maker(*opt)().Terms(&document.Document{ID: tuple.Unknown, Text: []byte(text)}, &k)
	if err != nil {
		t.Fatal(err)
	}
	var line struct {
		Tagged string
		Names  []string
	}
	if err := json.Unmarshal(k.notes[1], &line); err != nil || !slices.Equal(line.Names, k.terms) {
		t.Fatal(string(k.notes[1]), k.terms, err)
	}
	// A mention says where its name is.
	for i, one := range bytes.SplitAfter(k.notes[0], []byte("\n"))[:len(k.terms)] {
		var at struct {
			Offset, Length int
			Name           string
		}
		if err := json.Unmarshal(one, &at); err != nil {
			t.Fatal(string(one), err)
		}
		inText := strings.Join(strings.Fields(text[at.Offset:at.Offset+at.Length]), "_")
		if plain := regexp.MustCompile(`_<[0-9]+>`).ReplaceAllString(inText, ""); "<"+plain+">" != k.terms[i] {
			t.Fatal(string(one), k.terms[i], inText)
		}
	}
	return line.Tagged, strings.Join(line.Names, " "), words
}

// TestMachineTable: the table of the specification, section 5.
func TestMachineTable(t *testing.T) {
	usual := Options{Titles: titles(t), Forms: []Form{Strip},
		Lists: list(t, "Dennis Christian Edgar Hannah Johann Ludwig John Peter Anna May", "von und van de F.",
			"Armbruster Bast Beethoven Kennedy Müller Goethe")}
	two, literal, known, edgar := usual, usual, usual, usual
	two.MaxWords, literal.InitialsEnd, known.KnownAfterTitle = 2, true, true
	edgar.NotLast = map[string]bool{"von": true, "und": true, "Edgar": true}
	for _, c := range []struct {
		opt    *Options
		text   string
		names  string
		tagged string
	}{
		{&usual, "Herr Dennis Armbruster ist heute da.", "<Dennis_Armbruster>", "Herr <0> ist heute da."},
		{&usual, "Prof. Dr. Hannah Bast\nLehrstuhl", "<Hannah_Bast>", "Prof. Dr. <0>; Lehrstuhl"},
		{&usual, "Christian Edgar von und das Buch", "<Christian_Edgar>", "<0> von und das Buch"},
		{&usual, "Ludwig van Beethoven wurde geboren", "<Ludwig_van_Beethoven>", "<0> wurde geboren"},
		{&usual, "Frau Müller und Herr Goethe kommen", "<Müller> <Goethe>", "Frau <0> und Herr <1> kommen"},
		{&usual, "Dr. Bumüller leitet", "<Bumüller>", "Dr. <0> leitet"},
		{&known, "Dr. Bumüller leitet", "", "Dr. Bumüller leitet"},
		{&usual, "Peter Xaver Müller kam", "<Peter_Xaver_Müller>", "<0> kam"},
		{&usual, "Bast liest", "", "Bast liest"},
		{&usual, "Bast, Hannah", "<Hannah>", "Bast, <0>"},
		{&usual, "in May we meet", "<May>", "in <0> we meet"},
		{&usual, "(Hannah Bast)", "", "(Hannah Bast)"},
		{&usual, "Prof. Dr. sind Titel", "", "Prof. Dr. sind Titel"},
		{&usual, "Hannah Bast, Peter Müller.", "<Hannah_Bast> <Peter_Müller>", "<0>, <1>."},
		{&usual, "Hannah Bast Peter Müller", "<Hannah_Bast_Peter_Müller>", "<0>"},
		{&usual, "Hannah Bast Sprechstunde Mittwoch um zehn", "<Hannah_Bast_Sprechstunde_Mittwoch>", "<0> um zehn"},
		{&two, "Hannah Bast Sprechstunde Mittwoch um zehn", "<Hannah_Bast>", "<0> Sprechstunde Mittwoch um zehn"},
		{&usual, "John F. Kennedy spoke", "<John_F._Kennedy>", "<0> spoke"},
		{&literal, "John F. Kennedy spoke", "<John>", "<0> F. Kennedy spoke"},
		{&usual, "<7> Hannah Bast", "<Hannah_Bast>", "<0>"},
		// The thesis: a suffix is no part of a name, and words of a set are stripped from its end.
		{&usual, "Dennis Armbruster, B.S.", "<Dennis_Armbruster>", "<0>, B.S."},
		{&edgar, "Christian Edgar von und das Buch", "<Christian>", "<0> Edgar von und das Buch"},
		{&edgar, "Edgar von und", "", "Edgar von und"},
		{&usual, "", "", ""},
		{&usual, "Anna\n\nPeter", "<Anna> <Peter>", "<0>; ; <1>"},
	} {
		tagged, names, words := made(t, c.opt, c.text)
		if names != c.names || tagged != c.tagged {
			t.Errorf("%q: %q and %q, not %q and %q", c.text, names, tagged, c.names, c.tagged)
		}
		if want := len(strings.Fields(regexp.MustCompile(`(^|\s)<\d+>(\s|$)`).ReplaceAllString(
			strings.ReplaceAll(c.text, "\n", "; "), " "))); int(words) != want {
			t.Errorf("%q has %d words, not %d", c.text, words, want)
		}
	}
}

// TestMachineEqualsTwin: the machine finds what the rules say, word by word on strings.
func TestMachineEqualsTwin(t *testing.T) {
	vocabulary := []string{"Herr", "Dr.", "Anna", "Peter,", "von", "F.", "Bast", "Bast.", "x", "Xaver", "ANNA", "anna", "\n",
		"<3>", "—",
		"(Anna", "Ö", "Dipl.-Inf.", ";", "Bast\n", "\u00a0", "Peter\u2003Bast"}
	lists := list(t, "Anna Peter", "von F. Peter", "Bast Anna")
	rapid.Check(t, func(t *rapid.T) {
		opt := Options{Lists: lists, Titles: usual, MaxWords: rapid.IntRange(0, 3).Draw(t, "most"),
			Forms:       []Form{Form(rapid.IntRange(0, 7).Draw(t, "form")), Form(rapid.IntRange(0, 7).Draw(t, "form"))},
			InitialsEnd: rapid.Bool().Draw(t, "initials"), KnownAfterTitle: rapid.Bool().Draw(t, "known")}
		if rapid.Bool().Draw(t, "not last") {
			opt.NotLast = map[string]bool{"Bast": true, "Xaver": true}
		}
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 12).Draw(t, "words"), " ")
		tagged, names, _ := made(t, &opt, text)
		if wantTagged, want := twin(text, &opt); tagged != wantTagged || names != want {
			t.Fatalf("%q: %q %q, not %q %q", text, tagged, names, wantTagged, want)
		}
	})
}

// twin is the machine as the thesis tells it: a loop over words, with its states in words.
func twin(text string, opt *Options) (tagged, names string) {
	w := &twinMachine{opt: opt}
	words := slices.DeleteFunc(strings.FieldsFunc(strings.ReplaceAll(text, "\n", "; "), func(c rune) bool {
		return unicode.IsSpace(c) || 0x1c <= c && c <= 0x1f
	}), regexp.MustCompile(`^<[0-9]+>$`).MatchString)
	for i := 0; i < len(words); {
		if w.take(words[i]) {
			i++
		}
	}
	w.end()
	return strings.Join(w.out, " "), strings.Join(w.found, " ")
}

type twinMachine struct {
	opt         *Options
	out, found  []string
	name, kinds []string
	titles      int
}

func strip(w string) string { return strings.TrimRight(w, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") }

// in reports whether a word is in a list, in any of its forms.
func (t *twinMachine) in(w string, c Class) bool {
	all := t.opt.Lists.of([]byte(w))
	for _, f := range t.opt.Forms {
		s := w
		if f&Strip != 0 {
			s = strip(s)
		}
		if f&Lower != 0 {
			s = strings.ToLower(s)
		}
		if r := []rune(s); f&Capital != 0 && len(r) > 0 {
			s = strings.ToUpper(string(r[0])) + string(r[1:])
		}
		all |= t.opt.Lists.of([]byte(s))
	}
	return all&c != 0
}

// end ends the name that has begun.
func (t *twinMachine) end() {
	keep := len(t.name)
	for keep > 0 && t.kinds[keep-1] == "middle" {
		keep--
	}
	for keep > 0 && t.opt.NotLast[strip(t.name[keep-1])] {
		keep--
	}
	if keep > 0 {
		last := t.name[keep-1]
		if strip(last) != "" {
			last = strip(last)
		}
		t.out = append(t.out, fmt.Sprintf("<%d>%s", len(t.found), t.name[keep-1][len(last):]))
		t.found = append(t.found, "<"+strings.Join(append(slices.Clone(t.name[:keep-1]), last), "_")+">")
	}
	t.out = append(t.out, t.name[keep:]...)
	t.name, t.kinds, t.titles = nil, nil, 0
}

// take takes a word; if not, the name has ended before it.
func (t *twinMachine) take(w string) bool {
	state := "start"
	if t.titles > 0 {
		state = "prefix"
	}
	if len(t.kinds) > 0 {
		state = t.kinds[len(t.kinds)-1]
	}
	kind := ""
	switch r, _ := utf8.DecodeRuneInString(w); {
	case regexp.MustCompile(TitlePattern).MatchString(w):
		if len(t.name) > 0 {
			t.end()
			return false
		}
		t.out, t.titles = append(t.out, w), t.titles+1
		return true
	case (state == "start" || state == "prefix" || state == "first") && t.in(w, First):
		kind = "first"
	case state != "start" && t.in(w, Last):
		kind = "last"
	case (state == "first" || state == "middle" || state == "any") && t.in(w, Middle):
		kind = "middle"
	case state != "start" && unicode.IsUpper(r) && !(state == "prefix" && t.opt.KnownAfterTitle):
		kind = "any"
	case state == "start":
		t.out = append(t.out, w)
		return true
	default:
		t.end()
		return false
	}
	t.name, t.kinds = append(t.name, w), append(t.kinds, kind)
	r := []rune(w)
	initial := len(r) == 2 && unicode.IsLetter(r[0]) && r[1] == '.'
	if len(t.name) == t.opt.MaxWords || strip(w) != w && !(initial && !t.opt.InitialsEnd) {
		t.end()
	}
	return true
}

// TestTitles: what is asked of words without a regexp is the pattern.
func TestTitles(t *testing.T) {
	re := regexp.MustCompile(TitlePattern)
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"Herr", "n", "Prof", "essor", "in", ".", "Dr", "-Ing", "Dipl.-", "X9_", "ä", "PD",
			"Mrs", "s", "med.", "M", "h.c.", "Sir", "Ing", "Frau"})
		w := strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "parts"), "")
		if got := isUsualTitle([]byte(w)); got != re.MatchString(w) || got && !usual.starts[w[0]] {
			t.Fatalf("%q: %v", w, got)
		}
	})
}

// BenchmarkMachine is the thesis's machine on text of which a twelfth are names.
func BenchmarkMachine(b *testing.B) {
	opt := Options{Lists: list(b, "Dennis Christian Hannah Ludwig", "von van", "Bast Beethoven Müller"), Titles: usual,
		Forms: []Form{Strip}}
	text := []byte(strings.Repeat("Prof. Hannah Bast liest im Sommer über die Suche im Netz, und Ludwig van Beethoven hört ihr zu, wie er es "+
		"seit vielen Jahren tut. Es gibt dazu auch ein Skript, das in der Bibliothek steht.\n", 1000))
	m := newMachine(opt)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		m.Read(text, nothing{})
	}
}

type nothing struct{}

func (nothing) Plain([]byte) error { return nil }
func (nothing) Name(*Name) error   { return nil }
