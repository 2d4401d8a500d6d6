package stem

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTable: a table gives the stems that a map gives, and leaves the other words to the Stemmer.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abcä")), 1, 4, -1)
		pairs := rapid.MapOfN(word, word, 0, 40).Draw(t, "table")
		text, lines := "", 0
		for w, s := range pairs {
			for range rapid.IntRange(1, 2).Draw(t, "times") {
				text += w + "\t" + s + "\n"
				lines++
			}
		}
		table, err := NewTable([]byte(text), lines)
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		stem := table.Over(func(w []byte) []byte { return append(w[:0], "other"...) })
		for _, w := range append(rapid.SliceOf(word).Draw(t, "words"), strings.Fields(text)...) {
			want, known := pairs[w]
			if !known {
				want = "other"
			}
			if got := string(stem([]byte(w))); got != want {
				t.Fatalf("%s: %s, not %s", w, got, want)
			}
		}
	})
}

func TestTwoStems(t *testing.T) {
	_, err := NewTable([]byte("a\tb\nc\td\na\tbb\n"), 3)
	if got := fmt.Sprint(err); got != `"a" has two stems: "b" and "bb"` {
		t.Error(got)
	}
}

func BenchmarkTable(b *testing.B) {
	words := suite(b, "german")
	text := ""
	for _, w := range words {
		text += w.word + "\t" + w.stem + "\n"
	}
	table, err := NewTable([]byte(text), len(words))
	if err != nil {
		b.Fatal(err)
	}
	each(b, words, func(word []byte) { table.Over(None)(word) })
}
