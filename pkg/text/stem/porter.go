package stem

import "unicode/utf8"

// Porter is the stemmer of M. F. Porter, "An algorithm for suffix stripping", Program 14 (1980), with one difference:
// words of one or two letters stay as they are, as in the programs that he published later. (The paper makes "as" an
// "a", and "s" nothing.)
//
// A word has the form [C](VC)^m[V], where C is a run of consonants and V a run of vowels. Vowels are a, e, i, o, u, and
// y after a consonant. A rule replaces a suffix if what is before it, the stem, has a measure m that is large enough
// or, in some rules, a vowel. Of each step the rule with the longest suffix that the word has is used; if its condition
// fails, the step does nothing.
func Porter(w []byte) []byte {
	if utf8.RuneCount(w) <= 2 {
		return w
	}
	markY(w)
	w = porter1a(w)
	w = porter1b(w)
	w = porter1c(w)
	w = porterStep(w, porter2, 0)
	w = porterStep(w, porter3, 0)
	w = porterStep(w, porter4, 1)
	w = porter5a(w)
	w = porter5b(w)
	return unmarkY(w)
}

// measure is m: how often a consonant follows a vowel.
func measure(w []byte) (m int) {
	vowel := false
	for _, c := range w {
		if vowel && !englishVowels[c] {
			m++
		}
		vowel = englishVowels[c]
	}
	return m
}

// endsDouble reports whether w ends with the same consonant twice.
func endsDouble(w []byte) bool {
	n := len(w)
	return n >= 2 && w[n-1] == w[n-2] && w[n-1] >= 'a' && w[n-1] <= 'z' && !englishVowels[w[n-1]]
}

// porter1a: plurals.
func porter1a(w []byte) []byte {
	switch n := len(w); {
	case ends(w, "sses"), ends(w, "ies"):
		return w[:n-2]
	case ends(w, "ss"):
	case ends(w, "s"):
		return w[:n-1]
	}
	return w
}

// porter1b: past and present participles.
func porter1b(w []byte) []byte {
	switch n := len(w); {
	case ends(w, "eed"):
		if measure(w[:n-3]) > 0 {
			return w[:n-1]
		}
	case ends(w, "ed"):
		if englishVowels.anyOf(w[:n-2]) {
			return porter1b1(w[:n-2])
		}
	case ends(w, "ing"):
		if englishVowels.anyOf(w[:n-3]) {
			return porter1b1(w[:n-3])
		}
	}
	return w
}

// porter1b1: what ed and ing leave gets the ending of an infinitive.
func porter1b1(w []byte) []byte {
	switch n := len(w); {
	case ends(w, "at"), ends(w, "bl"), ends(w, "iz"):
		return append(w, 'e')
	case endsDouble(w):
		if c := w[n-1]; c != 'l' && c != 's' && c != 'z' {
			return w[:n-1]
		}
	case measure(w) == 1 && endsCVC(w):
		return append(w, 'e')
	}
	return w
}

// porter1c: y after a vowel that is anywhere before it.
func porter1c(w []byte) []byte {
	if n := len(w) - 1; (ends(w, "y") || ends(w, "Y")) && englishVowels.anyOf(w[:n]) {
		w[n] = 'i'
	}
	return w
}

// porterStep replaces the suffix if the measure of the stem is more than m.
func porterStep(w []byte, s *step, m int) []byte {
	if r := s.longest(w); r != nil && r.fits(w) && measure(w[:len(w)-len(r.suffix)]) > m {
		return r.use(w)
	}
	return w
}

// Steps 2 to 4: two suffixes become one, then one becomes shorter, then the last is removed.
var (
	porter2 = newStep(
		rule{suffix: "ational", put: "ate"}, rule{suffix: "tional", put: "tion"}, rule{suffix: "enci", put: "ence"},
		rule{suffix: "anci", put: "ance"}, rule{suffix: "izer", put: "ize"}, rule{suffix: "abli", put: "able"},
		rule{suffix: "alli", put: "al"}, rule{suffix: "entli", put: "ent"}, rule{suffix: "eli", put: "e"},
		rule{suffix: "ousli", put: "ous"}, rule{suffix: "ization", put: "ize"}, rule{suffix: "ation", put: "ate"},
		rule{suffix: "ator", put: "ate"}, rule{suffix: "alism", put: "al"}, rule{suffix: "iveness", put: "ive"},
		rule{suffix: "fulness", put: "ful"}, rule{suffix: "ousness", put: "ous"}, rule{suffix: "aliti", put: "al"},
		rule{suffix: "iviti", put: "ive"}, rule{suffix: "biliti", put: "ble"},
	)
	porter3 = newStep(
		rule{suffix: "icate", put: "ic"}, rule{suffix: "ative"}, rule{suffix: "alize", put: "al"},
		rule{suffix: "iciti", put: "ic"},
		rule{suffix: "ical", put: "ic"}, rule{suffix: "ful"}, rule{suffix: "ness"},
	)
	porter4 = newStep(
		rule{suffix: "al"}, rule{suffix: "ance"}, rule{suffix: "ence"}, rule{suffix: "er"},
		rule{suffix: "ic"}, rule{suffix: "able"},
		rule{suffix: "ible"}, rule{suffix: "ant"}, rule{suffix: "ement"}, rule{suffix: "ment"}, rule{suffix: "ent"},
		rule{suffix: "ion", after: "st"}, rule{suffix: "ou"}, rule{suffix: "ism"}, rule{suffix: "ate"}, rule{suffix: "iti"},
		rule{suffix: "ous"}, rule{suffix: "ive"}, rule{suffix: "ize"},
	)
)

// porter5a: e at the end.
func porter5a(w []byte) []byte {
	if ends(w, "e") {
		stem := w[:len(w)-1]
		if m := measure(stem); m > 1 || m == 1 && !endsCVC(stem) {
			return stem
		}
	}
	return w
}

// porter5b: ll at the end.
func porter5b(w []byte) []byte {
	if ends(w, "ll") && measure(w) > 1 {
		return w[:len(w)-1]
	}
	return w
}
