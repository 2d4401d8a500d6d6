package wordtable

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// TestTable: a table gives the values that a map gives, and nothing for other words; what becomes of a word that comes again is
// for the caller to say.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abcä")), 0, 4, -1)
		want := map[string]byte{}
		var text []byte
		words := rapid.SliceOf(word).Draw(t, "words")
		for i, w := range words {
			text = append(append(append(text, w...), '\t', 'a'+byte(i%5)), '\n')
			want[w] = max(want[w], 'a'+byte(i%5))
		}
		table, err := New(text, len(words), func(_, kept, value []byte) error {
			kept[0] = max(kept[0], value[0])
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		for _, w := range append(rapid.SliceOf(word).Draw(t, "others"), words...) {
			got, known := table.Of([]byte(w)), want[w] != 0
			if known && !bytes.Equal(got, []byte{want[w]}) || !known && got != nil {
				t.Fatalf("%q: %q, not %q", w, got, want[w])
			}
		}
	})
	failed := errors.New("twice")
	if _, err := New([]byte("a\t1\nb\t2\na\t3\n"), 3, func(word, kept, value []byte) error { return failed }); err != failed {
		t.Errorf("a word that comes again: %v", err)
	}
}
