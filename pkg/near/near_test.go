package near

import (
	"testing"

	"pgregory.net/rapid"
)

// TestDistance: the distance is that of the recursive definition, or not below the limit where that is not.
func TestDistance(t *testing.T) {
	var slow func(a, b []byte) int
	slow = func(a, b []byte) int {
		switch {
		case len(a) == 0 || len(b) == 0:
			return len(a) + len(b)
		case a[0] == b[0]:
			return slow(a[1:], b[1:])
		}
		return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SliceOfN(rapid.SampledFrom([]byte("abc")), 0, 7)
		a, b, most := word.Draw(t, "a"), word.Draw(t, "b"), rapid.IntRange(0, 9).Draw(t, "most")
		want, got := slow(a, b), Distance(a, b, most)
		if got != want && (want < most || got < most) {
			t.Fatalf("distance %d, not %d", got, want)
		}
	})
}
