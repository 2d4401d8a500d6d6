package stem

import (
	"strings"
	"unicode/utf8"
)

// English is the English stemmer of the Snowball project (snowballstem.org, version 3.1), also called Porter2.
//
// R1 is what follows the first consonant after a vowel, R2 what follows the first consonant after a vowel in R1. A
// suffix must be in one of them. Vowels are a, e, i, o, u, y; a y at the beginning or after a vowel is a consonant.
func English(word []byte) []byte {
	if utf8.RuneCount(word) <= 2 {
		return word
	}
	if stem, ok := englishException(word); ok {
		return append(word[:0], stem...)
	}
	w := word
	if w[0] == '\'' {
		w = w[:copy(w, w[1:])]
	}
	markY(w)
	w = english0(w)
	r1, r2 := englishRegions(w)
	w = english1a(w)
	w = english1b(w, r1)
	w = english1c(w)
	w = englishStep(w, english2, r1, r2)
	w = englishStep(w, english3, r1, r2)
	w = englishStep(w, english4, r2, r2)
	w = english5(w, r1, r2)
	return unmarkY(w)
}

// englishException is the stem of a word that no rule gets right.
func englishException(w []byte) (string, bool) {
	switch string(w) {
	case "skis":
		return "ski", true
	case "skies", "sky":
		return "sky", true
	case "idly":
		return "idl", true
	case "gently":
		return "gentl", true
	case "ugly":
		return "ugli", true
	case "early":
		return "earli", true
	case "only":
		return "onli", true
	case "singly":
		return "singl", true
	case "news":
		return "news", true
	case "howe":
		return "howe", true
	case "atlas":
		return "atlas", true
	case "cosmos":
		return "cosmos", true
	case "bias":
		return "bias", true
	case "andes":
		return "andes", true
	}
	return "", false
}

// Beginnings behind which R1 begins, so that the words of one do not all get the same stem.
var englishBeginnings = []string{"gener", "commun", "arsen", "past", "univers", "later", "emerg", "organ", "inter"}

// Suffixes of english0 and english1b, the longest first.
var (
	englishGenitive = []string{"'s'", "'s", "'"}
	englishVerb     = []string{"eedly", "ingly", "edly", "eed", "ing", "ed"}
)

// englishRegions is where R1 and R2 begin.
func englishRegions(w []byte) (r1, r2 int) {
	r1 = region(w, 0, englishVowels)
	for _, s := range englishBeginnings {
		if w[0] == s[0] && starts(w, s) {
			r1 = len(s)
		}
	}
	return r1, region(w, r1, englishVowels)
}

// english0: the genitive. A word is never removed as a whole.
func english0(w []byte) []byte {
	if s := suffixOf(w, englishGenitive); len(s) < len(w) {
		return w[:len(w)-len(s)]
	}
	return w
}

// english1a: plurals.
func english1a(w []byte) []byte {
	switch n := len(w); {
	case ends(w, "sses"):
		return w[:n-2]
	case ends(w, "ied"), ends(w, "ies"):
		if utf8.RuneCount(w[:n-3]) > 1 {
			return w[:n-2]
		}
		return w[:n-1]
	case ends(w, "us"), ends(w, "ss"):
	case ends(w, "s"):
		if n >= 2 && englishVowels.anyOf(w[:n-2]) {
			return w[:n-1]
		}
	}
	return w
}

// english1b: past and present participles, and adverbs made of them.
func english1b(w []byte, r1 int) []byte {
	s := suffixOf(w, englishVerb)
	stem := w[:len(w)-len(s)]
	switch s {
	case "":
		return w
	case "eed", "eedly":
		if x := string(stem); len(stem) >= r1 && x != "succ" && x != "proc" && x != "exc" {
			return append(stem, "ee"...)
		}
		return w
	case "ing":
		switch string(stem) {
		case "inn", "out", "cann", "herr", "earr", "even":
			return w
		}
		if ends(stem, "y") && utf8.RuneCount(stem) == 2 && !englishVowels[stem[0]] { // dying, lying, tying
			return append(stem[:len(stem)-1], "ie"...)
		}
	}
	if !englishVowels.anyOf(stem) {
		return w
	}
	return englishInfinitive(stem, r1)
}

// englishInfinitive gives what ed and ing leave the ending of an infinitive.
func englishInfinitive(w []byte, r1 int) []byte {
	n := len(w)
	switch {
	case ends(w, "at"), ends(w, "bl"), ends(w, "iz"):
		return append(w, 'e')
	case endsEnglishDouble(w):
		if n == 3 && strings.IndexByte("aeo", w[0]) >= 0 { // add, egg, off
			return w
		}
		return w[:n-1]
	case r1 >= n && endsShort(w):
		return append(w, 'e')
	}
	return w
}

// endsEnglishDouble reports whether w ends with a double consonant of those that English makes double before ed and ing.
func endsEnglishDouble(w []byte) bool {
	n := len(w)
	return n >= 2 && w[n-1] == w[n-2] && strings.IndexByte("bdfgmnprt", w[n-1]) >= 0
}

// endsShort reports whether w ends with a short syllable: consonant, vowel and a consonant other than w, x and y; or it
// is a vowel and a consonant; or it ends with past.
func endsShort(w []byte) bool {
	if endsCVC(w) || ends(w, "past") {
		return true
	}
	return len(w) >= 2 && englishVowels[w[0]] && !englishVowels[w[1]] && utf8.RuneCount(w) == 2
}

// english1c: y after a consonant that is not the first letter.
func english1c(w []byte) []byte {
	n := len(w) - 1
	if (ends(w, "y") || ends(w, "Y")) && utf8.RuneCount(w) > 2 && !englishVowels[w[n-1]] {
		w[n] = 'i'
	}
	return w
}

// englishStep replaces the suffix if it is in the region that begins at r, and in R2 if the rule wants it.
func englishStep(w []byte, s *step, r, r2 int) []byte {
	rule := s.longest(w)
	if rule == nil || !rule.fits(w) {
		return w
	}
	if n := len(w) - len(rule.suffix); n < r || rule.inR2 && n < r2 {
		return w
	}
	return rule.use(w)
}

// Steps 2 to 4: two suffixes become one, then one becomes shorter, then the last is removed.
var (
	english2 = newStep(
		rule{suffix: "tional", put: "tion"}, rule{suffix: "enci", put: "ence"}, rule{suffix: "anci", put: "ance"},
		rule{suffix: "abli", put: "able"}, rule{suffix: "entli", put: "ent"}, rule{suffix: "izer", put: "ize"},
		rule{suffix: "ization", put: "ize"}, rule{suffix: "ational", put: "ate"}, rule{suffix: "ation", put: "ate"},
		rule{suffix: "ator", put: "ate"}, rule{suffix: "alism", put: "al"}, rule{suffix: "aliti", put: "al"},
		rule{suffix: "alli", put: "al"}, rule{suffix: "fulness", put: "ful"}, rule{suffix: "ousli", put: "ous"},
		rule{suffix: "ousness", put: "ous"}, rule{suffix: "iveness", put: "ive"}, rule{suffix: "iviti", put: "ive"},
		rule{suffix: "biliti", put: "ble"}, rule{suffix: "bli", put: "ble"}, rule{suffix: "ogist", put: "og"},
		rule{suffix: "ogi", put: "og", after: "l"}, rule{suffix: "fulli", put: "ful"}, rule{suffix: "lessli", put: "less"},
		rule{suffix: "li", after: "cdeghkmnrt"},
	)
	english3 = newStep(
		rule{suffix: "tional", put: "tion"}, rule{suffix: "ational", put: "ate"}, rule{suffix: "alize", put: "al"},
		rule{suffix: "icate", put: "ic"}, rule{suffix: "iciti", put: "ic"}, rule{suffix: "ical", put: "ic"}, rule{suffix: "ful"},
		rule{suffix: "ness"}, rule{suffix: "ative", inR2: true},
	)
	english4 = newStep(
		rule{suffix: "al"}, rule{suffix: "ance"}, rule{suffix: "ence"}, rule{suffix: "er"},
		rule{suffix: "ic"}, rule{suffix: "able"},
		rule{suffix: "ible"}, rule{suffix: "ant"}, rule{suffix: "ement"}, rule{suffix: "ment"},
		rule{suffix: "ent"}, rule{suffix: "ism"},
		rule{suffix: "ate"}, rule{suffix: "iti"}, rule{suffix: "ous"}, rule{suffix: "ive"}, rule{suffix: "ize"},
		rule{suffix: "ion", after: "st"},
	)
)

// english5: e and l at the end.
func english5(w []byte, r1, r2 int) []byte {
	n := len(w) - 1
	switch {
	case ends(w, "e") && (n >= r2 || n >= r1 && !endsShort(w[:n])), ends(w, "ll") && n >= r2:
		return w[:n]
	}
	return w
}
