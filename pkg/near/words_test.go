package near

import (
	"strings"
	"testing"
)

// TestF1: examples that can be counted by hand; the order of the texts does not matter.
func TestF1(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"", "", 1},
		{"a", "", 0},
		{"a b", "b a", 1},
		{"a", "b", 0},
		{"a b c d", "a b", 2 * 2 / 6.},
		{"a a b", "a b b", 2 * 2 / 6.}, // a word counts as often as it occurs
	} {
		a, b := strings.Fields(c.a), strings.Fields(c.b)
		if x, y := F1(a, b), F1(b, a); x != c.want || y != c.want {
			t.Errorf("%q, %q: %v and %v, not %v", a, b, x, y, c.want)
		}
	}
}
