package stem

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// letters writes digrams.
func letters(list []Digram) string {
	var words []string
	for _, d := range list {
		words = append(words, string([]rune{rune(d >> 32), rune(uint32(d))}))
	}
	return fmt.Sprint(words)
}

// TestDigramsOfThesis: the example V5.
func TestDigramsOfThesis(t *testing.T) {
	a, b := AppendDigrams(nil, []byte("statistics")), AppendDigrams(nil, []byte("statistical"))
	if got := letters(a); got != "[at cs ic is st ta ti]" {
		t.Error("statistics: ", got)
	}
	if got := letters(b); got != "[al at ca ic is st ta ti]" {
		t.Error("statistical: ", got)
	}
	if s := Similarity(a, b, 0); s != 0.8 { // 6 are common
		t.Errorf("S = %v", s)
	}
}

// TestDigrams: digrams and similarity are those of sets; a word is like itself, and S does not depend on the order of two words.
func TestDigrams(t *testing.T) {
	set := func(w string) map[string]bool {
		s, letters := map[string]bool{}, []rune(w)
		for i := 1; i < len(letters); i++ {
			s[string(letters[i-1:i+1])] = true
		}
		return s
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abä漢")), 0, 9, -1)
		v, w := word.Draw(t, "v"), word.Draw(t, "w")
		a, b := AppendDigrams(nil, []byte(v)), AppendDigrams([]Digram{7}, []byte(w))[1:]
		for word, list := range map[string][]Digram{v: a, w: b} {
			s := set(word)
			for _, d := range list {
				if !s[string([]rune{rune(d >> 32), rune(uint32(d))})] {
					t.Fatalf("%s has no digram %x", word, d)
				}
			}
			if len(list) != len(s) || !slices.IsSorted(list) {
				t.Fatalf("%s: %s, not %v", word, letters(list), s)
			}
		}
		both := 0
		for d := range set(v) {
			if set(w)[d] {
				both++
			}
		}
		want := 0.0
		if n := len(set(v)) + len(set(w)); n > 0 {
			want = float64(2*both) / float64(n)
		}
		least := rapid.Float64Range(0, 1).Draw(t, "least")
		if got := Similarity(a, b, least); got >= least != (want >= least) || got >= least && got != want {
			t.Fatalf("S = %v from %v on, not %v", got, least, want)
		}
		if got := Similarity(a, b, 0); got != want || got != Similarity(b, a, 0) || len(a) > 0 && Similarity(a, a, 1) != 1 {
			t.Fatalf("S = %v, not %v", got, want)
		}
	})
}

// TestDigramsNoAllocation: digrams and similarity take no memory of their own.
func TestDigramsNoAllocation(t *testing.T) {
	d, word := make([]Digram, 0, 9), []byte("statistics")
	if n := testing.AllocsPerRun(10, func() { Similarity(AppendDigrams(d, word), d, 0) }); n != 0 {
		t.Error(n, "allocations")
	}
}

func BenchmarkDigrams(b *testing.B) {
	other, d := AppendDigrams(nil, []byte("statistics")), make([]Digram, 0, 200)
	each(b, suite(b, "english"), func(word []byte) { Similarity(AppendDigrams(d, word), other, 0) })
}
