package main

import (
	"math"
	"strings"
	"testing"

	"webmill/pkg/near"
	"webmill/pkg/web/content"
)

func equal(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestF1: examples that can be counted by hand.
func TestF1(t *testing.T) {
	for _, c := range []struct {
		found, gold    string
		words, shingle float64
	}{
		{"", "", 1, 1},
		{"a", "", 0, 0},
		{"", "a", 0, 0},
		{"a b c", "A, b; C!", 1, 1},             // the same words, one shingle
		{"a b c", "a c b", 1, 0},                // the order counts for shingles
		{"a b c d", "a b", 2 * 2 / 6., 0},       // P 1/2, R 1
		{"a a b", "a b b", 2 * 2 / 6., 0},       // a word counts as often as it occurs
		{"a b c d e", "a b c d f", 4 / 5., 0.5}, // shingles abcd bcde, abcd bcdf
		{"a b c d e x y", "a b c d e", 2 * 5 / 12., 2 * 2 / 6.},
	} {
		a, b := content.AppendWords(nil, []byte(c.found)), content.AppendWords(nil, []byte(c.gold))
		if got := near.F1(a, b); !equal(got, c.words) {
			t.Errorf("%q, %q: words %v, not %v", c.found, c.gold, got, c.words)
		}
		if got := near.F1(shingles(a), shingles(b)); !equal(got, c.shingle) {
			t.Errorf("%q, %q: shingles %v, not %v", c.found, c.gold, got, c.shingle)
		}
	}
}

// TestStrung: strings are pooled over the pages; blanks do not count.
func TestStrung(t *testing.T) {
	var s strung
	s.add([]byte("one two\n three"), &example{with: []string{"two three", "four"}, without: []string{"one\ntwo", "five"}})
	s.add([]byte("six"), &example{with: []string{"six"}})
	if s != (strung{right: 2, missing: 1, wrong: 1}) || !equal(s.f1(), 4/6.) {
		t.Errorf("%+v: %v", s, s.f1())
	}
	if (&strung{}).f1() != 1 {
		t.Error("nothing to find, and nothing found")
	}
}

// TestWrite: the mean of a set is that of its pages; of strings it is that of all of them.
func TestWrite(t *testing.T) {
	page := func(pageType string, f float64) *result {
		return &result{sample: sample{example: example{judged: pageType}}, f1: f, shingled: f / 2}
	}
	strings1 := &result{sample: sample{example: example{with: []string{"a"}}}, strung: strung{right: 1}}
	strings3 := &result{sample: sample{example: example{with: []string{"a", "b", "c"}}}, strung: strung{missing: 3}}
	for _, c := range []struct {
		all  []*result
		want string
	}{
		{[]*result{page("", 1), page("", 0.5)}, "x\t75.00\t37.50\t\n"},
		{[]*result{page("article", 1), page("article", 0.5), page("forum", 0)},
			"x\t50.00\t25.00\t\t75.00\tNaN\tNaN\tNaN\t0.00\tNaN\tNaN\n"},
		{[]*result{strings1, strings3}, "x\t\t\t40.00\n"},
	} {
		var b strings.Builder
		write(&b, "x", c.all)
		if b.String() != c.want {
			t.Errorf("%q, not %q", b.String(), c.want)
		}
	}
}
