package people

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestForms(t *testing.T) {
	for _, c := range []struct{ name, surname, given, shown string }{
		{"Hannah Bast", "bast", "hannah", "Hannah Bast"},
		{"Prof. Dr. Hannah Bast", "bast", "hannah", "Hannah Bast"},
		{"Bast, Hannah", "bast", "hannah", "Hannah Bast"},
		{"Bast, H.", "bast", "h.", "H. Bast"},
		{"HANNAH BAST", "bast", "hannah", "HANNAH BAST"},
		{"Bast", "bast", "", "Bast"},
		{"Ludwig van Beethoven", "beethoven", "ludwig", "Ludwig van Beethoven"},
		{"van Beethoven", "beethoven", "", "van Beethoven"},
		{"Al Gore", "gore", "al", "Al Gore"},
		{"J.K. Rowling", "rowling", "j. k.", "J. K. Rowling"},
		{"J.K.Rowling", "rowling", "j. k.", "J. K. Rowling"},
		{"J.-P. Sartre", "sartre", "j-p.", "J.-P. Sartre"},
		{"Smith J.", "smith", "j.", "Smith J."},
		{"J Smith", "smith", "j.", "J Smith"},
		{"Th. Mann", "mann", "th.", "Th. Mann"},
		{"John Lee.", "lee", "john", "John Lee."},
		{"Bill Gates III", "gates", "william", "Bill Gates"},
		{"Martin Luther King, Jr.", "king", "martin luther", "Martin Luther King"},
		{"Dennis Armbruster, B.S.", "armbruster", "dennis", "Dennis Armbruster"},
		{"Dean B. Krafft", "krafft", "dean b.", "Dean B. Krafft"},
		{"Dr. rer. nat. Hannah Bast", "bast", "hannah", "Hannah Bast"},
		{"Phil Katz", "katz", "philip", "Phil Katz"},
		{"Jack Ma", "ma", "jack", "Jack Ma"},
		{"Ann Lee, PhD, M.A.", "lee", "ann", "Ann Lee"},
		{"Ann Lee Ph.D.", "lee", "ann", "Ann Lee"},
		{"Jörg Bumüller", "bumueller", "joerg", "Jörg Bumüller"},
		{"Łukasz Kowalczyk", "kowalczyk", "lukasz", "Łukasz Kowalczyk"},
		{"Hannah Bast's", "bast", "hannah", "Hannah Bast"},
		{"(Hannah Bast)", "bast", "hannah", "Hannah Bast"},
		{"王 明", "明", "王", "王 明"},
	} {
		f, ok := FormOf(c.name)
		if !ok || f.Surname != c.surname || f.Key() != c.given || f.Shown != c.shown {
			t.Errorf("%q: %q, %q, %q, %v; want %q, %q, %q", c.name, f.Surname, f.Key(), f.Shown, ok, c.surname, c.given, c.shown)
		}
	}
	for _, name := range []string{"", " ", "Dr.", "Prof. Dr.", "...", "–", ","} {
		if f, ok := FormOf(name); ok {
			t.Errorf("%q is %+v", name, f)
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		a, b string
		fit  bool
	}{
		{"John Smith", "J. Smith", true},
		{"John Smith", "John P. Smith", true},
		{"John P. Smith", "John Paul Smith", true},
		{"J. P. Smith", "John Smith", true},
		{"Bill Smith", "William Smith", true},
		{"Bill Smith", "Will Smith", true},
		{"Th. Mann", "Thomas Mann", true},
		{"Jean-Paul Sartre", "J.-P. Sartre", true},
		{"Jean-Paul Sartre", "J. Sartre", true},
		{"John Smith", "Jack Smith", false},
		{"John Smith", "K. Smith", false},
		{"John P. Smith", "John Q. Smith", false},
		{"Hans Müller", "Hans-Peter Müller", false},
		{"Jean-Marc Sartre", "J.-P. Sartre", false},
		{"Smith", "John Smith", false},
	} {
		a, _ := FormOf(c.a)
		b, _ := FormOf(c.b)
		if a.Surname != b.Surname {
			t.Fatalf("%s and %s have different surnames", c.a, c.b)
		}
		if Fit(a.Given, b.Given) != c.fit || Fit(b.Given, a.Given) != c.fit {
			t.Errorf("%s and %s: fit is not %v", c.a, c.b, c.fit)
		}
	}
}

// someForms are forms of one surname, in order.
func someForms(t *rapid.T) (forms [][]string) {
	names := rapid.SampledFrom([]string{"john", "jack", "j.", "jo.", "paul", "p.", "peter", "j-p.", "jean-paul"})
	keys := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(names, 1, 3).Draw(t, "form"), " ")
	}), 0, 70, rapid.ID).Draw(t, "forms")
	slices.Sort(keys)
	for _, k := range keys {
		forms = append(forms, strings.Fields(k))
	}
	return forms
}

// joinTwin says the rule of join again: forms that fit are one person, but one that fits two which do not fit each other is
// alone.
func joinTwin(forms [][]string) [][]int {
	alone := func(a []string) bool {
		for _, b := range forms {
			for _, c := range forms {
				if Fit(a, b) && Fit(a, c) && !Fit(b, c) {
					return true
				}
			}
		}
		return false
	}
	done := make([]bool, len(forms))
	var persons [][]int
	for i, a := range forms {
		if done[i] {
			continue
		}
		person := []int{i}
		for j := i + 1; j < len(forms); j++ {
			if Fit(a, forms[j]) && !alone(a) && !alone(forms[j]) {
				person = append(person, j)
				done[j] = true
			}
		}
		persons = append(persons, person)
	}
	return persons
}

func TestJoinIsThatOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		forms := someForms(t)
		person, n := join(forms)
		want := joinTwin(forms)
		if n != len(want) {
			t.Fatalf("%d persons, not %d", n, len(want))
		}
		for p, list := range want {
			for _, i := range list {
				if person[i] != p {
					t.Fatalf("%v is person %d, not %d, of %v", forms[i], person[i], p, forms)
				}
			}
		}
	})
}

// TestJoinedFit: two forms of one person fit, so no two different full first names are one.
func TestJoinedFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		forms := someForms(t)
		person, _ := join(forms)
		for i := range forms {
			for j := range i {
				if person[i] == person[j] && !Fit(forms[i], forms[j]) {
					t.Fatalf("%v and %v are one person", forms[i], forms[j])
				}
			}
		}
	})
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		name, url string
		is        address
	}{
		{"Hannah Bast", "http://ad.example.org/people/bast.html", address{1, 1, false}},
		{"Hannah Bast", "http://ad.example.org/~bast/", address{1, 1, false}},
		{"Hannah Bast", "http://ad.example.org/%7Ebast/index.html", address{1, 1, false}},
		{"Hannah Bast", "http://ad.example.org/bast/bast.html?lang=en", address{1, 1, false}},
		{"Hannah Bast", "http://ad.example.org/~hbast/publications.html", address{1, 0, true}},
		{"Hannah Bast", "http://ad.example.org/~hb/", address{0.5, 1, false}},
		{"Hannah Bast", "http://ad.example.org/~other/", address{0, 0.5, false}},
		{"Hannah Bast", "http://ad.example.org/other/other.html", address{0, 0.5, false}},
		{"Hannah Bast", "http://ad.example.org/people/hannah.html", address{0.6, 1, false}},
		{"Hannah Bast", "http://ad.example.org/people/hannah-bast-talks.html", address{1, 0, false}},
		{"Hannah Bast", "http://bast.example.org/", address{1, 1, false}},
		{"Hannah Bast", "http://ad.example.org/", address{}},
		{"Hannah Bast", "http://ad.example.org/staff/", address{}},
		{"Vera Kettnaker", "http://x.example.org/~kettnak", address{0.8, 1, false}},
		{"Jörg Müller", "http://x.example.org/~muller", address{1, 1, false}},
		{"Jörg Müller", "http://x.example.org/~mueller2", address{1, 1, false}},
		{"Jörg Müller", "http://x.example.org/m%C3%BCller", address{1, 1, false}},
		{"Wilhelm von der Heide", "http://x.example.org/~von-der-heide/", address{1, 1, false}},
		{"Dan Huttenlocher; Daniel P. Huttenlocher", "http://x.example.org/People/dph/dph.html", address{0.5, 1, false}},
		{"Dan Huttenlocher; Daniel P. Huttenlocher", "http://x.example.org/dan.html", address{0.6, 1, false}},
		{"Dan Huttenlocher; Daniel P. Huttenlocher", "http://x.example.org/daniel.html", address{0.6, 1, false}},
		{"Li", "http://x.example.org/~li", address{1, 1, false}},
		{"Li", "http://x.example.org/library.html", address{}},
	} {
		if is := newPerson(strings.Split(c.name, "; ")).read([]byte(c.url), hostOf([]byte(c.url))); is != c.is {
			t.Errorf("%s, %s: %+v, not %+v", c.name, c.url, is, c.is)
		}
	}
}

// FuzzFormOf: no name is too odd for a form, which is the same whatever surrounds it, and no URL for a person.
func FuzzFormOf(f *testing.F) {
	for _, s := range []string{"Prof. Dr. J.-P. O'Neil, Jr.", "王", "-", "a.", "ß.ſ-", "X Æ A-12"} {
		f.Add(s, "http://x.y/"+s)
	}
	f.Fuzz(func(t *testing.T, name, url string) {
		form, ok := FormOf(name)
		if !ok {
			return
		}
		if form.Surname == "" || strings.ContainsAny(form.Surname+form.Key(), "\t\n") || len(form.Given) > mostGiven {
			t.Fatalf("%q: %+v", name, form)
		}
		if !slices.Equal(strings.Fields(form.Key()), form.Given) && utf8Valid(name) {
			t.Fatalf("%q: the given names %q are not what their key says", name, form.Given)
		}
		if len(form.Given) > 0 && !Fit(form.Given, form.Given) {
			t.Fatalf("%q does not fit itself", form.Given)
		}
		if host := hostOf([]byte(url)); len(host) > 0 {
			if a := newPerson([]string{name}).read([]byte(url), host); a.name < 0 || a.name > 1 || a.home < 0 || a.home > 1 {
				t.Fatalf("%q, %q: %+v", name, url, a)
			}
		}
	})
}
