package names

import (
	"encoding/json"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/text/document"
)

// said has fields of a line of mentions.
type said struct {
	Field, Name, Role, Reason string
	Offset, Length            int
	P                         float64
	Titles                    []string
}

// learnedFrom runs models and rules on a document and returns its mentions, tagged text and the names of the tags.
func learnedFrom(t interface{ Fatal(...any) }, m *Made, d *document.Document) (list []said, tagged string, names []string) {
	var k taken
	m.Fields, m.Mentions, m.Tagged = []string{"title", "text"}, 0, 1
	if _, err := m.Learned()().Terms(d, &k); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(k.notes[0])) {
		var s said
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(line, err)
		}
		list = append(list, s)
	}
	var line struct {
		Tagged string
		Names  []string
	}
	if err := json.Unmarshal(k.notes[1], &line); err != nil || !slices.Equal(line.Names,
		k.terms) || len(list) != len(k.terms) {
		t.Fatal(string(k.notes[1]), k.terms, list, err)
	}
	return list, line.Tagged, line.Names
}

// TestRulesAroundTheModel: titles, roles, Last, First, short forms, and one spelling for each name.
func TestRulesAroundTheModel(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Prof. Dr. Hannah Bast, Ph.D., Dean of Engineering", "Hannah Bast [Prof. Dr. Ph.D.] Dean"},
		{"en", "Martin Luther King, Jr. spoke in Washington.", "Martin Luther King Jr. []"},
		{"de", "Ansprechpartnerin: Frau Dipl.-Inf. Sabine Koch", "Sabine Koch [Frau Dipl.-Inf.] Ansprechpartnerin"},
		{"de", "Anna Schneider, wissenschaftliche Mitarbeiterin, forscht.",
			"Anna Schneider [] wissenschaftliche Mitarbeiterin"},
		{"en", "Anna Schneider is an associate professor here.", "Anna Schneider [] associate professor"},
		{"en", "Peter Miller, Dean; Anna Schneider, Secretary", "Peter Miller [] Dean, Anna Schneider [] Secretary"},
		{"en", "Schneider, Anna", "Anna Schneider []"},
		{"de", "Koch, Prof. Dr. Sabine", "Sabine Koch [Prof. Dr.]"},
		{"de", "Goethe, Johann Wolfgang von", "Johann Wolfgang von Goethe []"},
		{"en", "[12] Miller, K.-H., Smith, J. and Koch, P.: On graphs", "K.-H. Miller [], J. Smith [], P. Koch []"},
		{"de", "Bericht; KOCH, SABINE; Schneider, Anna", "Sabine Koch [], Anna Schneider []"},
		{"en", "Las Vegas, Nevada", ""},
		{"en", "I’m here, and I've seen it. I’m Alan Turing.", "Alan Turing []"},
		// Names that the model finds and that are not in the lists.
		{"en", "Birman, Ken\nVan Loan, Charles\nvon Neumann, John (chair)",
			"Ken Birman [], Charles Van Loan [], John von Neumann [] chair"},
		{"en", "Ada Lovelace, Charles Babbage", "Ada Lovelace [], Charles Babbage []"},
		{"en", "Austin, U.S.A.\nMonday, August 5", ""},
		{"en", "LUDWIG VAN BEETHOVEN was born in Bonn.", "Ludwig van Beethoven []"},
		{"en", "Yesterday we met J.K. Rowling in London.", "J. K. Rowling []"},
		{"en", "Anna Schneider met us. Then Schneider left, and Anna Miller said that Schneider was late.",
			"Anna Schneider [], Anna Schneider [], Anna Miller [], Anna Schneider []"},
		{"en", "Hannah Bast writes. H. Bast is here.", "Hannah Bast [], Hannah Bast []"},
		{"de", "Clara Mertens Doktorandin\nDekanin Clara Mertens", "Clara Mertens [] Doktorandin, Clara Mertens [] Dekanin"},
		{"en", "", ""},
	} {
		var m Made
		list, _, _ := learnedFrom(t, &m, &document.Document{Lang: []byte(c.lang), Text: []byte(c.text)})
		var got []string
		for _, s := range list {
			one := fmt.Sprintf("%s %v %s", s.Name, s.Titles, s.Role)
			got = append(got, strings.TrimSpace(one))
			if s.P <= 0 || s.P > 1 || s.Reason == "" {
				t.Errorf("%q: %+v has no p or no reason", c.text, s)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%q: %q, not %q", c.text, got, c.want)
		}
	}
}

// TestWritten: all spellings of a name become one.
func TestWritten(t *testing.T) {
	for name, want := range map[string]string{
		"J.K.Rowling": "J. K. Rowling", "J K ROWLING": "J. K. Rowling", "John F Kennedy": "John F. Kennedy",
		"Malcolm X":    "Malcolm X",
		"SEAN O'NEILL": "Sean O'Neill", "HANS-PETER MÜLLER": "Hans-Peter Müller", "ANN MCDONALD": "Ann McDonald",
		"CARL VON OSSIETZKY": "Carl von Ossietzky", "VON NEUMANN": "von Neumann", "Hannah BAST": "Hannah Bast",
		"HENRY VIII": "Henry VIII",
		"JD Smith":   "JD Smith", "John Smith, Jr.": "John Smith Jr.", "Ada": "Ada", "K.-H. Meyer": "K.-H. Meyer",
		"É. Zola": "É. Zola",
		"É.Zola":  "É. Zola", "..": "..",
	} {
		if got := string((&plainForm{}).append(nil, []byte(name))); got != want {
			t.Errorf("%q: %q, not %q", name, got, want)
		}
	}
}

// TestLearnedTagged: the tagged text with the mentions in the place of their tags is the text, word by word, for any text; and
// no text breaks the rules.
func TestLearnedTagged(t *testing.T) {
	parts := []string{"Ada Lovelace", "(Ada Lovelace)", "Ada Lovelace/Charles Babbage", "Schneider, Anna", "Koch, P.,",
		"and", ";",
		"\n", "Prof.", "Dr.", ", Ph.D.", "JR.", "Jr.", "Dean", "Sekretariat:", "\t",
		"\u00a0", "J.K.Rowling", "ADA", "Babbage", "x-", "—",
		"\x00", "\ufffd", "'", "von", "\u2028", ",", "Dipl.-", "A."}
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(parts), 0, 16).Draw(t, "parts") {
			text += p + rapid.SampledFrom([]string{" ", " ", "", "\n"}).Draw(t, "blank")
		}
		m := Made{AsWritten: rapid.Bool().Draw(t, "as written"), Apart: rapid.Bool().Draw(t, "apart")}
		d := document.Document{Text: []byte(text), Lang: []byte(rapid.SampledFrom([]string{"de", "en"}).Draw(t,
			"lang"))}
		checkLearned(t, &m, &d)
	})
}

// checkLearned compares the tagged text of a document with its mentions.
func checkLearned(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, m *Made, d *document.Document) {
	list, tagged, names := learnedFrom(t, m, d)
	text := string(d.Text)
	for i := len(list) - 1; i >= 0; i-- {
		s := list[i]
		if s.Field != "text" || s.Offset < 0 || s.Length < 1 || s.Offset+s.Length > len(text) || s.Name != names[i] ||
			!utf8.ValidString(text[s.Offset:s.Offset+s.Length]) {
			t.Fatalf("%+v in %q", s, text)
		}
		text = text[:s.Offset] + fmt.Sprintf("<%d>", i) + text[s.Offset+s.Length:]
	}
	var words []string
	blanks := strings.NewReplacer("\n", "; ", "\x1c", " ", "\x1d", " ", "\x1e", " ", "\x1f", " ")
	words = append(words, strings.Fields(blanks.Replace(text))...)
	if want := strings.Join(words, " "); tagged != want {
		t.Fatalf("%q is %q, not %q", text, tagged, want)
	}
}

// TestManyMentions: a document with more mentions than are compared at a time.
func TestManyMentions(t *testing.T) {
	text := strings.Repeat("Ada Lovelace met Charles Babbage/Ada Lovelace in London.\n", mostMentions)
	checkLearned(t, &Made{}, &document.Document{Text: []byte(text)})
}

// TestShortForms: a short form gets the name of the only long form that fits it, as a search over all pairs finds it.
func TestShortForms(t *testing.T) {
	pool := []string{"Anna Koch", "Anna Maria Koch", "Peter Koch", "Koch", "Anna", "Maria", "A. Koch", "P. Koch",
		"Peter Anna", "Kochs",
		"John Smith Jr.", "Smith", "Ludwig van Beethoven", "Beethoven", "van Beethoven", "J. Smith"}
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.SampledFrom(pool), 0, 8).Draw(t, "names")
		j := joiner{seed: maphash.MakeSeed(), german: rapid.Bool().Draw(t, "german")}
		j.name = func(i int) []byte { return []byte(names[i]) }
		list := make([]mention, len(names))
		j.join(list)
		for i, m := range list {
			if got, want := names[m.long], longOf(names, names[i], j.german); !slices.Contains(want, got) {
				t.Fatalf("%q of %q has the name %q, not one of %q", names[i], names, got, want)
			}
		}
	})
}

// ends are the first and the last word of a name, whether the first is an initial, and whether there is one word.
func ends(name string) (first, last string, initial, lone bool) {
	var words []string
	for w := range strings.FieldsSeq(name) {
		if w != "van" && w != "Jr." {
			words = append(words, w)
		}
	}
	first, last = words[0], words[len(words)-1]
	return first, last, len(words) > 1 && strings.HasSuffix(first, "."), len(words) == 1
}

// longOf returns the names that a name may be joined to.
func longOf(names []string, name string, german bool) []string {
	long := map[string][]string{} // the names of a person, by first and last word
	add := func(n string) {
		f, l, _, _ := ends(n)
		long[f+" "+l] = append(long[f+" "+l], n)
	}
	for _, n := range names {
		if _, _, initial, lone := ends(n); !initial && !lone {
			add(n)
		}
	}
	only := func(fits func(first, last string) bool) (found []string) {
		persons := 0
		for p, all := range long {
			f, l, _ := strings.Cut(p, " ")
			if fits(f, l) {
				persons++
				found = all
			}
		}
		if persons != 1 {
			return nil
		}
		return found
	}
	first, last, initial, lone := ends(name)
	whole := len(long)
	initials := func(first, last string) []string {
		return only(func(f, l string) bool { return l == last && f[0] == first[0] })
	}
	if initial {
		if all := initials(first, last); all != nil {
			return all
		}
		return []string{name}
	}
	if !lone || whole == 0 {
		return []string{name}
	}
	var apart []string // names with initials that fit no long form
	for _, n := range names {
		if f, l, initial, _ := ends(n); initial && initials(f, l) == nil {
			apart = append(apart, n)
		}
	}
	lasts := map[string]bool{}
	for _, n := range apart {
		add(n)
		f, l, _, _ := ends(n)
		lasts[f+" "+l] = true
	}
	for _, word := range []string{last, strings.TrimSuffix(last, "s")} {
		if all := only(func(f, l string) bool { return l == word || f == word && !lasts[f+" "+l] }); all != nil {
			return all
		} else if !german {
			break
		}
	}
	return []string{name}
}

// TestHostileText: long names, control bytes and very long lines keep to the bounds.
func TestHostileText(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("Xaver ", 10_000), strings.Repeat("X", 10_000) + " Bast", "Hannah " + strings.Repeat("B",
			10_000),
		"Bast, " + strings.Repeat("Hannah ", 5_000), strings.Repeat("Dr. ", 10_000) + "Hannah Bast",
		strings.Repeat("Bast, ", 20_000),
		"Hannah\x00Bast, Hannah\x01Bast \ufffd\ufffd", strings.Repeat("A. ", 10_000), strings.Repeat("O'", 10_000),
		strings.Repeat("Ada Lovelace ", 10_000), strings.Repeat("-", 10_000), "Bast, H", "Bast,", "Bast, ", "Dr.",
		"Dr. ", "Prof. Dr.",
	} {
		checkLearned(t, &Made{}, &document.Document{Text: []byte(text)})
	}
}

func FuzzLearned(f *testing.F) {
	f.Add("Koch, Prof. Dr. Sabine; Ada Lovelace, Ph.D., Dean\nJ.K.ROWLING", true)
	f.Fuzz(func(t *testing.T, text string, german bool) {
		if !utf8.ValidString(text) || strings.Contains(text, "<") {
			return // < may be of a tag
		}
		d := document.Document{Text: []byte(text), Lang: []byte("en")}
		if german {
			d.Lang = []byte("de")
		}
		checkLearned(t, &Made{}, &d)
	})
}
