package names

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestNameListsExample: the lists of the specification, section 5: a set for each, and middle names that are no first names.
func TestNameListsExample(t *testing.T) {
	labels := []string{"Plato", "Ada Lovelace", "Ludwig van Beethoven", "Anna Ada Smith", "Johann Wolfgang von Goethe",
		"Hans-Peter Müller", "Louis 14", "  "}
	lists := func(s Split) (first, middle, last string) {
		sets := map[Class]map[string]bool{First: {}, Middle: {}, Last: {}}
		for _, label := range labels {
			s.Each([]byte(label), func(part []byte, list Class) error {
				sets[list][string(part)] = true
				return nil
			})
		}
		maps.DeleteFunc(sets[Middle], func(part string, _ bool) bool { return sets[First][part] })
		words := func(c Class) string { return strings.Join(slices.Sorted(maps.Keys(sets[c])), " ") }
		return words(First), words(Middle), words(Last)
	}
	const last = "Beethoven Goethe Lovelace Müller Plato Smith"
	for _, c := range []struct {
		split               Split
		first, middle, last string
	}{
		{Split{}, "Ada Anna Hans-Peter Johann Louis Ludwig", "Wolfgang van von", last},
		{Split{Hyphens: true}, "Ada Anna Hans Johann Louis Ludwig", "Peter Wolfgang van von", last},
		{Split{Numbers: true, Least: 4}, "Anna Hans-Peter Johann Louis Ludwig", "Wolfgang", last},
		{Split{Numbers: true, Least: 2}, "Ada Anna Hans-Peter Johann Louis Ludwig", "Wolfgang van von", "14 " + last},
	} {
		if first, middle, last := lists(c.split); first != c.first || middle != c.middle || last != c.last {
			t.Errorf("%+v: %s; %s; %s", c.split, first, middle, last)
		}
	}
}

// TestLastFirst: a last name with a comma behind it comes last.
func TestLastFirst(t *testing.T) {
	for label, want := range map[string]string{
		"Lovelace, Ada": "first Ada, last Lovelace", "van Beethoven, Ludwig": "first Ludwig, middle van, last Beethoven",
		"Smith , Anna Ada": "first Anna, middle Ada, last Smith", "Plato,": "last Plato,",
		"Martin King, Jr.": "first Martin, middle King,, last Jr.", "King, Jr.": "first King,, last Jr.",
		"a, b, c": "first a,, middle b,, last c",
	} {
		var parts []string
		(&Split{}).Each([]byte(label), func(part []byte, list Class) error {
			parts = append(parts, map[Class]string{First: "first ", Middle: "middle ", Last: "last "}[list]+string(part))
			return nil
		})
		if got := strings.Join(parts, ", "); got != want {
			t.Errorf("%s: %s, not %s", label, got, want)
		}
	}
}
