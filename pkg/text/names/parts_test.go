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
