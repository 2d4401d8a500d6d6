package stem

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// corpus is that of the words of a text, sorted here.
func corpus(t testing.TB, text string) *Words {
	t.Helper()
	words := strings.Fields(text)
	slices.Sort(words)
	c := new(Words)
	for _, w := range words {
		if err := c.Add([]byte(w)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// varieties are those of the beginnings of a word.
func varieties(c *Words, word string, always bool) (list []int) {
	for _, p := range c.AppendPrefixes(nil, []byte(word)) {
		list = append(list, p.Variety(always))
	}
	return list
}

// ends are where the segments of a word end. p has all its prefixes.
func (s *Segmentation) ends(p []Prefix) (list []int) {
	for i := -1; i+1 < len(p); {
		i = s.next(p, i)
		list = append(list, p[i].End)
	}
	return list
}

// segments are those of a word.
func segments(c *Words, s Segmentation, word string) string {
	var list []string
	from := 0
	for _, end := range s.ends(c.AppendPrefixes(nil, []byte(word))) {
		list = append(list, word[from:end])
		from = end
	}
	return strings.Join(list, "|")
}

// TestVarietyOfThesis: the examples V4.
func TestVarietyOfThesis(t *testing.T) {
	apple := varieties(corpus(t, "able axle accident ape about"), "apple", false)
	if want := []int{4, 1, 0, 0, 0}; !slices.Equal(apple, want) {
		t.Errorf("apple: %d, not %d", apple, want)
	}

	c := corpus(t, "able ape beatable fixable read readable reading reads red rope ripe")
	if got, want := varieties(c, "readable", false), []int{3, 2, 1, 3, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("readable: %d, not %d", got, want)
	}
	if got, want := varieties(c, "readable", true), []int{3, 2, 1, 4, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("readable, its end always counted: %d, not %d", got, want)
	}
	for _, s := range []struct {
		Segmentation
		want, stem string
	}{
		{Segmentation{Peak: true}, "read|able", "read"},
		{Segmentation{Complete: true}, "read|able", "read"},
		{Segmentation{Complete: true, Peak: true}, "read|able", "read"},
		{Segmentation{Cutoff: 2}, "r|e|ad|able", "r"},
		{Segmentation{Cutoff: 2, Printed: true}, "r|e|ad|able", "e"},
		{Segmentation{}, "readable", "readable"},
		{Segmentation{Printed: true}, "readable", "readable"},
	} {
		if got := segments(c, s.Segmentation, "readable"); got != s.want {
			t.Errorf("%+v: segments %s, not %s", s.Segmentation, got, s.want)
		}
		if got := string(s.Stem([]byte("readable"), c.AppendPrefixes(nil, []byte("readable")))); got != s.stem {
			t.Errorf("%+v: stem %s, not %s", s.Segmentation, got, s.stem)
		}
	}
}

// TestCompleteMisses: without the word read, only peak and plateau finds it in readable.
func TestCompleteMisses(t *testing.T) {
	c := corpus(t, "reader readable red rope")
	if got := segments(c, Segmentation{Complete: true}, "readable"); got != "readable" {
		t.Error("complete word: ", got)
	}
	if got := segments(c, Segmentation{Peak: true}, "readable"); got != "read|able" {
		t.Error("peak and plateau: ", got)
	}
}

// TestStemOfFrequent: a first segment with which 12 words begin is the stem by both rules; with 13 only by the printed
// one, with 11 only by the usual one.
func TestStemOfFrequent(t *testing.T) {
	for _, s := range []struct {
		words          int
		usual, printed string
	}{{11, "un", "known"}, {12, "un", "un"}, {13, "known", "un"}} {
		text := "unknown"
		for i := 1; i < s.words; i++ {
			text += fmt.Sprintf(" un%c", 'a'+i-1)
		}
		c, word := corpus(t, text), []byte("unknown")
		p := c.AppendPrefixes(nil, word)
		for printed, want := range map[bool]string{false: s.usual, true: s.printed} {
			if got := string((&Segmentation{Peak: true, Printed: printed}).Stem(word, p)); got != want {
				t.Errorf("%d words, printed %v: stem %s, not %s", s.words, printed, got, want)
			}
		}
	}
}

func TestAddOrder(t *testing.T) {
	for _, word := range []string{"b", "a", ""} {
		if corpus(t, "a b").Add([]byte(word)) == nil {
			t.Errorf("%q can be added behind b", word)
		}
	}
}

// slowPrefixes looks at all words for each beginning.
func slowPrefixes(corpus []string, word string) (list []Prefix) {
	for i, r := range word {
		p := Prefix{End: i + utf8.RuneLen(r)}
		next := map[rune]bool{}
		for _, w := range corpus {
			if rest, ok := strings.CutPrefix(w, word[:p.End]); ok {
				p.Words++
				p.Whole = p.Whole || rest == ""
				for _, r := range rest {
					next[r] = true
					break
				}
			}
		}
		p.Letters = len(next)
		list = append(list, p)
	}
	return list
}

// slowEnds is where segments end, each method by its definition.
func slowEnds(s Segmentation, corpus []string, word string) (list []int) {
	p := slowPrefixes(corpus, word)
	variety := func(i int) int {
		switch {
		case !p[i].Whole:
			return p[i].Letters
		case s.Always:
			return p[i].Letters + 1
		}
		return max(1, p[i].Letters)
	}
	for i := range p {
		cutoff := s.Cutoff > 0 && variety(i) >= s.Cutoff
		complete := s.Complete && slices.Contains(corpus, word[:p[i].End])
		last := i == len(p)-1
		peak := s.Peak && i > 0 && !last && variety(i) > max(variety(i-1), variety(i+1))
		if cutoff || complete || peak || last {
			list = append(list, p[i].End)
		}
	}
	return list
}

// TestVariety: prefixes, segments and stems are those of the slow ways.
func TestVariety(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SampledFrom([]rune("abcäöß漢"))
		word := rapid.Map(rapid.SliceOfN(letters, 1, 6), func(r []rune) string { return string(r) })
		words := rapid.SliceOfNDistinct(word, 0, 80, rapid.ID[string]).Draw(t, "corpus")
		slices.Sort(words)
		c := new(Words)
		for _, w := range words {
			if err := c.Add([]byte(w)); err != nil {
				t.Fatal(err)
			}
		}
		w := word.Draw(t, "word")
		p, slow := c.AppendPrefixes(nil, []byte(w)), slowPrefixes(words, w)
		for i := range p { // the rest, if some are known
			if rest := c.AppendPrefixes(slices.Clone(p[:i]), []byte(w)); !slices.Equal(rest, p) {
				t.Fatalf("from %d on: %+v, not %+v", i, rest, p)
			}
		}
		for i := range p {
			p[i].first = 0
		}
		if !slices.Equal(p, slow) {
			t.Fatalf("prefixes %+v, not %+v", p, slow)
		}
		s := Segmentation{
			Cutoff:   rapid.IntRange(0, 4).Draw(t, "cutoff"),
			Complete: rapid.Bool().Draw(t, "complete"),
			Peak:     rapid.Bool().Draw(t, "peak"),
			Always:   rapid.Bool().Draw(t, "always"),
			Printed:  rapid.Bool().Draw(t, "printed"),
			Few:      rapid.IntRange(0, 4).Draw(t, "few"),
		}
		ends, want := s.ends(p), slowEnds(s, words, w)
		if !slices.Equal(ends, want) {
			t.Fatalf("segments end at %d, not %d", ends, want)
		}
		begin := 0
		for _, x := range words {
			if strings.HasPrefix(x, w[:ends[0]]) {
				begin++
			}
		}
		stem, few := w[:ends[0]], s.Few
		if few == 0 {
			few = 12
		}
		if isPrefix := begin > few; len(ends) > 1 && (isPrefix && !s.Printed || begin < few && s.Printed) {
			stem = w[ends[0]:ends[1]]
		}
		if got := string(s.Stem([]byte(w), p)); got != stem {
			t.Fatalf("stem %s, not %s", got, stem)
		}
	})
}

func FuzzVariety(f *testing.F) {
	f.Add([]byte("able ape beatable fixable read readable reading reads red rope ripe"), []byte("readable"))
	f.Add([]byte("\xc3 \xc3a \xc3\xa4 \xc3\xff"), []byte("\xc3\xa4\xc3"))
	f.Fuzz(func(t *testing.T, text, word []byte) {
		p := corpusOf(bytes.Fields(text)).AppendPrefixes(nil, word)
		for _, s := range []Segmentation{{Cutoff: 2}, {Complete: true, Peak: true}, {Peak: true, Always: true, Printed: true}} {
			ends := s.ends(p)
			if len(word) > 0 && (ends[len(ends)-1] != len(word) || len(s.Stem(word, p)) == 0) {
				t.Errorf("%q: ends %d, stem %q", word, ends, s.Stem(word, p))
			}
		}
	})
}

// corpusOf is that of words which may come twice.
func corpusOf(words [][]byte) *Words {
	slices.SortFunc(words, bytes.Compare)
	c := new(Words)
	for _, w := range words {
		_ = c.Add(w) // refuses the second
	}
	return c
}

// TestVarietyNoAllocation: prefixes and segments take no memory of their own.
func TestVarietyNoAllocation(t *testing.T) {
	c, p, word := corpus(t, "able read readable reads"), make([]Prefix, 0, 9), []byte("readable")
	s := Segmentation{Complete: true, Peak: true}
	if n := testing.AllocsPerRun(10, func() { s.Stem(word, c.AppendPrefixes(p, word)) }); n != 0 {
		t.Error(n, "allocations")
	}
}

func BenchmarkVariety(b *testing.B) {
	words := suite(b, "english")
	c := new(Words)
	for _, w := range words {
		if err := c.Add([]byte(w.word)); err != nil {
			b.Fatal(err)
		}
	}
	s, p := Segmentation{Complete: true, Peak: true}, make([]Prefix, 0, 200)
	each(b, words, func(word []byte) { s.Stem(word, c.AppendPrefixes(p, word)) })
}
