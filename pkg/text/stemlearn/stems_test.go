package stemlearn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/text/stem"
	"webmill/pkg/work"
	"webmill/pkg/work/worktest"
)

// made is the list of some words, which are sorted here.
func made(t rapid.TB, words []string, threads int) *List {
	l, err := New(worktest.Room(32<<20, threads))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(words)
	for _, w := range words {
		if err := l.Add([]byte(w)); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Fits(); err != nil {
		t.Fatal(err)
	}
	return l
}

func drawWords(t *rapid.T, most int) []string {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("abcä")), 1, 7, -1)
	return rapid.SliceOfNDistinct(word, 0, most, rapid.ID[string]).Draw(t, "words")
}

// shorter reports whether a word is the better stem.
func shorter(w, than string) bool {
	n := utf8.RuneCountInString(w) - utf8.RuneCountInString(than)
	return n < 0 || n == 0 && w < than
}

// TestAlike: pairs and classes are those of a comparison of each word with each other.
func TestAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := drawWords(t, 60)
		least := rapid.OneOf(rapid.SampledFrom([]float64{0.001, 0.5, 2. / 3, 1}), rapid.Float64Range(0.01, 1)).Draw(t, "least")
		l := made(t, words, rapid.IntRange(1, 3).Draw(t, "threads"))
		defer l.Close()
		var got, want []string
		err := l.Alike(least, func(a, b []byte, s float64) error {
			got = append(got, fmt.Sprintf("%s %s %v", a, b, s))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		class := make([]int, len(words))
		for i := range words {
			class[i] = i
		}
		for i, a := range words {
			for j, b := range words[i+1:] {
				s := stem.Similarity(stem.AppendDigrams(nil, []byte(a)), stem.AppendDigrams(nil, []byte(b)), 0)
				if s < least {
					continue
				}
				want = append(want, fmt.Sprintf("%s %s %v", a, b, s))
				from, to := class[i+1+j], class[i]
				for k := range class {
					if class[k] == from {
						class[k] = to
					}
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("least %v:\n%s\nnot\n%s", least, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		l2 := made(t, words, 2)
		defer l2.Close()
		at := 0
		classes, err := l2.Classes(least, func(word, stemmed []byte) error {
			shortest := words[at]
			for k, w := range words {
				if class[k] == class[at] && shorter(w, shortest) {
					shortest = w
				}
			}
			if at++; string(word) != words[at-1] || string(stemmed) != shortest {
				return fmt.Errorf("%s: stem %s, not %s", word, stemmed, shortest)
			}
			return nil
		})
		if err != nil || at != len(words) {
			t.Fatal(at, err)
		}
		n := len(slices.Compact(slices.Sorted(slices.Values(class))))
		if classes.Count != int64(n) || classes.Pairs != int64(len(want)) {
			t.Fatalf("%+v, not %d classes of %d pairs", classes, n, len(want))
		}
	})
}

// TestVariety: the stems are those that package stem finds one by one, also of lists of several chunks.
func TestVariety(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := drawWords(t, rapid.SampledFrom([]int{20, 3000}).Draw(t, "most"))
		how := stem.Segmentation{Complete: rapid.Bool().Draw(t, "complete"), Peak: true}
		l := made(t, words, rapid.IntRange(1, 3).Draw(t, "threads"))
		defer l.Close()
		at := 0
		err := l.Variety(how, func(word, got []byte) error {
			want := how.Stem([]byte(words[at]), l.AppendPrefixes(nil, []byte(words[at])))
			if string(word) != words[at] || string(want) != string(got) {
				return fmt.Errorf("%s: stem %s, not %s: %s", words[at], got, word, want)
			}
			at++
			return nil
		})
		if err != nil || at != len(words) {
			t.Fatal(at, err)
		}
	})
}

// TestErrors: what is no list, and errors of who takes the results.
func TestErrors(t *testing.T) {
	l := made(t, []string{"a", "ab", "abc"}, 2)
	defer l.Close()
	for _, word := range []string{"abc", "aa", strings.Repeat("b", 129)} {
		if l.Add([]byte(word)) == nil {
			t.Errorf("%q can be added", word)
		}
	}
	full := errors.New("full")
	l = made(t, []string{"abc", "abcd", "bcd"}, 2)
	defer l.Close()
	if err := l.Variety(stem.Segmentation{}, func(_, _ []byte) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := l.Alike(0.1, func(_, _ []byte, _ float64) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
	if _, err := l.Classes(0.1, func(_, _ []byte) error { return full }); !errors.Is(err, full) {
		t.Error(err)
	}
}

// TestErrorOfMany: the error of who takes the pairs comes back, and not that of a worker that has stopped waiting for its turn.
func TestErrorOfMany(t *testing.T) {
	var words []string
	for i := range 512 {
		words = append(words, fmt.Sprintf("%04d", 7919*i%10_000))
	}
	l := made(t, words, 8)
	defer l.Close()
	x, err := l.alike(0.9)
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	for round := range 2000 {
		left := round % 4
		err := x.pairs(func([]pair) error {
			if left--; left < 0 {
				return boom
			}
			return nil
		})
		if err != boom {
			t.Fatalf("round %d: %v", round, err)
		}
	}
}

// TestMemory: a list that does not fit says which memory is enough, and it is.
func TestMemory(t *testing.T) {
	memory := int64(1 << 20)
	for round := 0; ; round++ {
		l, err := NewByDigrams(worktest.Room(memory, 1))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100_000 {
			if err := l.Add(fmt.Appendf(nil, "word%06d", i)); err != nil {
				t.Fatal(err)
			}
		}
		if err = l.Fits(); err == nil {
			_, err = l.Classes(1, func(_, _ []byte) error { return nil })
		}
		l.Close()
		if err == nil && round == 1 {
			return
		}
		var small *work.MemoryError
		if !errors.As(err, &small) || small.Least <= memory || round > 0 {
			t.Fatalf("round %d with %d: %v", round, memory, err)
		}
		memory = small.Least
	}
}
