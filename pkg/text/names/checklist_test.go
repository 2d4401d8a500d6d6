package names

import (
	"slices"
	"strings"
	"testing"
)

// Tests of lines of the checklist in the specification of Bumüller 2019. Other files have tests of further lines: the finder
// table and the digit-tagged text with its names (TestMachineTable), and lists of labels (TestLabels and TestCount).

// TestLookupOfThesis: "lookup with options: lower-case the word, capitalise its first letter, strip trailing punctuation, or
// combinations"; by default as it is, then stripped.
func TestLookupOfThesis(t *testing.T) {
	lists := list(t, "Hannah anna Ömer", "von", "Bast")
	for _, c := range []struct {
		word  string
		forms []Form
		want  Class
	}{
		{"Hannah", nil, First}, {"Hannah,", nil, 0}, {"Hannah,", []Form{Strip}, First}, {"HANNAH", []Form{Strip}, 0},
		{"Anna", []Form{Lower}, First}, {"Anna!", []Form{Lower}, 0}, {"Anna!", []Form{Strip | Lower}, First},
		{"bast", []Form{Capital}, Last}, {"BAST", []Form{Lower | Capital}, Last}, {"BAST.",
			[]Form{Strip | Lower | Capital}, Last},
		{"ömer", []Form{Capital}, First}, {"VON", []Form{Strip, Lower}, Middle}, {"", []Form{Strip, Lower, Capital}, 0},
		{"...", []Form{Strip | Capital}, 0},
	} {
		if got := newMachine(Options{Lists: lists, Forms: c.forms}).class([]byte(c.word)); got != c.want {
			t.Errorf("%q with %v: %v, not %v", c.word, c.forms, got, c.want)
		}
	}
}

// TestGetWordsOfThesis: "split on whitespace, drop words that fully match <[0-9]+>"; the end of a line is "; ".
func TestGetWordsOfThesis(t *testing.T) {
	for text, want := range map[string]string{
		"Hannah <7> Bast,\u00a0(<8>) <a> <>": "Hannah|Bast,|(<8>)|<a>|<>", "a\nb\n\nc": "a;|b;|;|c", "": "",
		" <1> <22> ":          "",
		"\u2003a\tb\u2028c\v": "a|b|c",
	} {
		var got []string
		words := tokens{text: []byte(text)}
		for w, ok := words.next(); ok; w, ok = words.next() {
			got = append(got, string(words.word(w)))
		}
		if all := strings.Join(got, "|"); all != want {
			t.Errorf("%q: %q, not %q", text, all, want)
		}
	}
}

// TestStripAndNormaliseOfThesis: words of a set are stripped from the end of a name; a name is its words with _ between < and >,
// without titles before it.
func TestStripAndNormaliseOfThesis(t *testing.T) {
	opt := Options{Titles: titles(t), Forms: []Form{Strip}, Lists: list(t, "Christian Edgar Dennis von und", "",
		"Armbruster")}
	for _, c := range []struct {
		notLast string
		text    string
		want    string
	}{
		{"von und", "Christian Edgar von und", "<Christian_Edgar>"}, {"", "Christian Edgar von und",
			"<Christian_Edgar_von_und>"},
		{"", "Herr Dennis Armbruster", "<Dennis_Armbruster>"}, {"Armbruster Dennis", "Herr Dennis Armbruster", ""},
		{"", "Dennis Armbruster, B.S.", "<Dennis_Armbruster>"},
	} {
		opt.NotLast = map[string]bool{}
		for w := range strings.FieldsSeq(c.notLast) {
			opt.NotLast[w] = true
		}
		if _, names, _ := made(t, &opt, c.text); names != c.want {
			t.Errorf("%q without %q: %q, not %q", c.text, c.notLast, names, c.want)
		}
	}
}

// TestInitialsOfThesis: "each deviation behind a flag, default documented", for initials and for any word after a title.
func TestInitialsOfThesis(t *testing.T) {
	opt := Options{Titles: titles(t), Forms: []Form{Strip}, Lists: list(t, "John", "F.", "Kennedy")}
	for _, c := range []struct {
		ends, known bool
		want        string
	}{
		{false, false, "<John_F._Kennedy> <Bumüller>"}, {true, false, "<John> <Bumüller>"}, {true, true, "<John>"},
		{false, true, "<John_F._Kennedy>"},
	} {
		opt.InitialsEnd, opt.KnownAfterTitle = c.ends, c.known
		if _, names, _ := made(t, &opt, "John F. Kennedy traf Dr. Bumüller"); names != c.want {
			t.Errorf("%v: %q", c, names)
		}
	}
}

// TestTextLikeTags: a text that looks like a tag does not look like one in the tagged text.
func TestTextLikeTags(t *testing.T) {
	opt := Options{Titles: titles(t), Forms: []Form{Strip}, Lists: list(t, "Hannah", "", "Bast")}
	for text, want := range map[string]string{
		"(<0>) Hannah Bast": "(0>) <0>", "<<0>> x<7>y": "0>> x7>y", "a<b <c> < >": "a<b <c> < >", "Hannah Bast, <0>.": "<0>, 0>.",
		"Hannah Bast.<0>": "<0>>",
	} {
		if tagged, _, _ := made(t, &opt, text); tagged != want {
			t.Errorf("%q: %q, not %q", text, tagged, want)
		}
	}
}

// TestDefaultLists: the lists of the program have names, and the machine finds persons by them.
func TestDefaultLists(t *testing.T) {
	text, lines, err := unpackNames()
	if err != nil || lines < 50_000 || !slices.IsSorted(strings.Split(strings.TrimSpace(string(text)), "\n")) {
		t.Fatalf("%d names, %v", lines, err)
	}
	counts := map[Class]int{}
	for line := range strings.Lines(string(text)) {
		c := Class(line[len(line)-2] &^ none)
		for _, one := range []Class{First, Middle, Last} {
			if c&one != 0 {
				counts[one]++
			}
		}
	}
	if counts[First] < 7000 || counts[Middle] != 26 || counts[Last] < 45_000 {
		t.Errorf("%v", counts)
	}
	opt := Options{Titles: titles(t), Forms: []Form{Strip}, Lists: Defaults()}
	_, names, _ := made(t, &opt,
		"Prof. Dr. Hannah Bast und Jürgen Müller sind hier, Ludwig van Beethoven auch. In Der Die Man As")
	if names != "<Hannah_Bast> <Jürgen_Müller> <Ludwig_van_Beethoven>" {
		t.Errorf("%q", names)
	}
}

// TestListsOfOddForm: lists that are empty, that have a word several times, or that have the same words.
func TestListsOfOddForm(t *testing.T) {
	empty, err := NewLists(nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	for lists, want := range map[*Lists]string{nil: "<Bumüller>", empty: "<Bumüller>",
		list(t, "Anna Anna Bast", "", "Bast Bast Anna"): "<Anna_Bast> <Bumüller>"} {
		opt := Options{Titles: titles(t), Lists: lists}
		if _, names, _ := made(t, &opt, "Anna Bast und Dr. Bumüller"); names != want {
			t.Errorf("%q, not %q", names, want)
		}
	}
}
