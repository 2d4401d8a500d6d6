package stem

import (
	"fmt"
	"testing"

	"webmill/pkg/text/wordtable"
)

// TestOver: a word has its stem in the table, which may be longer, and other words are left to the Stemmer.
func TestOver(t *testing.T) {
	table, err := wordtable.New([]byte("a\tlonger\nbc\tb\n"), 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	stem := Over(table, func(w []byte) []byte { return append(w[:0], "other"...) })
	for word, want := range map[string]string{"a": "longer", "bc": "b", "b": "other", "abc": "other", "": "other"} {
		if got := string(stem([]byte(word))); got != want {
			t.Errorf("%q: %s, not %s", word, got, want)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	words := suite(b, "german")
	var text []byte
	for _, w := range words {
		text = fmt.Appendf(text, "%s\t%s\n", w.word, w.stem)
	}
	table, err := wordtable.New(text, len(words), nil)
	if err != nil {
		b.Fatal(err)
	}
	each(b, words, func(word []byte) { Over(table, None)(word) })
}
