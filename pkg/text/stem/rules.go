package stem

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A rule replaces a suffix.
type rule struct {
	suffix, put string
	after       string // letters of which one must stand before the suffix; "": any
	inR2        bool   // the suffix must be in R2, where other rules of its step need R1
}

// fits reports whether the rule may be used on w, which ends with its suffix.
func (r *rule) fits(w []byte) bool {
	n := len(w) - len(r.suffix)
	return r.after == "" || n > 0 && strings.IndexByte(r.after, w[n-1]) >= 0
}

// use replaces the suffix of w.
func (r *rule) use(w []byte) []byte { return append(w[:len(w)-len(r.suffix)], r.put...) }

// A step is rules by the last letter but one of their suffixes, which is where suffixes differ most; long suffixes first.
type step ['z' + 1][]rule

func newStep(rules ...rule) *step {
	s := new(step)
	for _, r := range rules {
		c := r.suffix[len(r.suffix)-2]
		s[c] = append(s[c], r)
	}
	for _, list := range s {
		slices.SortStableFunc(list, func(a, b rule) int { return cmp.Compare(len(b.suffix), len(a.suffix)) })
	}
	return s
}

// longest is the rule with the longest suffix that w ends with, or nil. Whether it fits or not, no other rule of the
// step is used.
func (s *step) longest(w []byte) *rule {
	if len(w) < 2 || w[len(w)-2] >= byte(len(s)) {
		return nil
	}
	list := s[w[len(w)-2]]
	for i := range list {
		if ends(w, list[i].suffix) {
			return &list[i]
		}
	}
	return nil
}

// suffixOf is the first of the suffixes that w ends with, or "".
func suffixOf(w []byte, suffixes []string) string {
	if len(w) == 0 {
		return ""
	}
	last := w[len(w)-1]
	for _, s := range suffixes {
		if s[len(s)-1] == last && ends(w, s) {
			return s
		}
	}
	return ""
}

func ends(w []byte, suffix string) bool {
	return len(w) >= len(suffix) && string(w[len(w)-len(suffix):]) == suffix
}

func starts(w []byte, prefix string) bool {
	return len(w) >= len(prefix) && string(w[:len(prefix)]) == prefix
}

// A set is letters that have one byte each.
type set [256]bool

func setOf(letters string) *set {
	s := new(set)
	for i := range len(letters) {
		s[letters[i]] = true
	}
	return s
}

// anyOf reports whether a letter of w is in the set.
func (s *set) anyOf(w []byte) bool { return slices.ContainsFunc(w, func(c byte) bool { return s[c] }) }

// endOf reports whether the last letter of w is in the set.
func (s *set) endOf(w []byte) bool { return len(w) > 0 && s[w[len(w)-1]] }

// region is where the region of w begins that comes after the first letter that is no vowel and follows a vowel, looked for
// behind from: R1 if from is 0, R2 if it is where R1 begins. Without such a letter it is the end of the word.
func region(w []byte, from int, vowels *set) int {
	i := from
	for i < len(w) && !vowels[w[i]] {
		i++
	}
	for i < len(w) && vowels[w[i]] {
		i++
	}
	if i < len(w) {
		i++
	}
	for i < len(w) && !utf8.RuneStart(w[i]) {
		i++
	}
	return i
}

// English vowels. A y at the beginning or after a vowel is a consonant: in the middle of the work it is a Y.
var englishVowels = setOf("aeiouy")

// markY makes each y that is a consonant a Y.
func markY(w []byte) {
	for i, c := range w {
		if c == 'y' && (i == 0 || englishVowels[w[i-1]]) {
			w[i] = 'Y'
		}
	}
}

// unmarkY makes each Y a y again.
func unmarkY(w []byte) []byte {
	for i, c := range w {
		if c == 'Y' {
			w[i] = 'y'
		}
	}
	return w
}

// endsCVC reports whether w ends with a consonant, a vowel and a consonant other than w, x and y.
func endsCVC(w []byte) bool {
	_, n := utf8.DecodeLastRune(w)
	i := len(w) - n
	return i >= 2 && strings.IndexByte("wxY", w[i]) < 0 && !englishVowels[w[i]] && englishVowels[w[i-1]] && !englishVowels[w[i-2]]
}
