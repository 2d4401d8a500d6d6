package stem

import "unicode/utf8"

// German is the German stemmer of the Snowball project (snowballstem.org, version 3.1).
//
// An umlaut loses its dots: Häuser and Haus have one stem. ae, oe and ue are read as umlauts and ß as ss, so that text
// in the letters of ASCII needs no stemmer of its own: fuer and für both give fur, and Maße and Masse mass. Only ü
// after a vowel differs (geübt gives geubt, but geuebt itself). The price are words like aktuell, whose ue is no
// umlaut: aktull.
//
// R1 is what follows the first consonant after a vowel, but not the first three letters; R2 what follows the first
// consonant after a vowel in R1. A suffix must be in one of them. Vowels are a, e, i, o, u, y, ä, ö, ü; u and y between
// vowels are consonants.
func German(word []byte) []byte {
	w := germanLetters(word)
	r1 := region(w, 0, germanVowels)
	r2 := region(w, r1, germanVowels)
	r1 = max(r1, third(w))
	w = german1(w, r1)
	w = german2(w, r1)
	w = german3(w, r1, r2)
	w = german4(w)
	for i, c := range w {
		if c >= umlautA {
			w[i] = "aouuy"[min(c, consonantY)-umlautA]
		}
	}
	return w
}

// While the work is done, each German letter is one byte. These bytes are never in UTF-8.
const (
	umlautA = 0xF8 + iota
	umlautO
	umlautU
	consonantU // between vowels
	consonantY
	sharpS
)

var germanVowels = setOf("aeiouy" + string([]byte{umlautA, umlautO, umlautU}))

// germanLetters writes the word over itself, with one byte for each German letter, ß as ss, and ae, oe and ue (not after q) as
// umlauts.
func germanLetters(w []byte) []byte {
	out := w[:0]
	var before byte
	for i := 0; i < len(w); {
		c, n := germanLetter(w, i)
		next, m := germanLetter(w, i+n)
		i += n
		between := germanVowels[before] && germanVowels[next]
		switch {
		case c == sharpS && n == 2:
			out, c = append(out, 's'), 's'
		case c == 'u' && between:
			c = consonantU
		case c == 'y' && between:
			c = consonantY
		case next != 'e':
		case c == 'a':
			c, i = umlautA, i+m
		case c == 'o':
			c, i = umlautO, i+m
		case c == 'u' && before != 'q':
			c, i = umlautU, i+m
		}
		out, before = append(out, c), c
	}
	return out
}

// germanLetter is the letter at i, or the first byte there if it is none of German, and how many bytes it takes: 0 at the end.
func germanLetter(w []byte, i int) (c byte, n int) {
	if i >= len(w) {
		return 0, 0
	}
	if w[i] == 0xC3 && i+1 < len(w) {
		switch w[i+1] {
		case 0xA4:
			return umlautA, 2
		case 0xB6:
			return umlautO, 2
		case 0xBC:
			return umlautU, 2
		case 0x9F:
			return sharpS, 2
		}
	}
	return w[i], 1
}

// third is where the first three letters end.
func third(w []byte) int {
	i := 0
	for range 3 {
		_, n := utf8.DecodeRune(w[i:])
		i += n
	}
	return i
}

// What german1 to german4 may take off, the longest first, and what may stand before or may not.
var (
	germanSuffixes1 = []string{"erinnen", "erin", "ern", "lns", "em", "er", "en", "es", "ln", "e", "s"}
	germanSuffixes2 = []string{"est", "en", "er", "st", "et"}
	germanSuffixes3 = []string{"isch", "lich", "heit", "keit", "end", "ung", "ig", "ik"}
	germanSuffixes4 = []string{"'sch", "'s", "'"}

	beforeS       = setOf("bdfghklmnrt")
	beforeSt      = setOf("bdfghklmnt")
	beforeEt      = setOf("dfgklmnrstz" + string([]byte{consonantU, umlautA}))
	neverBeforeEt = []string{"geordn", "intern", "plan", "tick", "tr"}
	beforeKeit    = []string{"lich", "ig"}
)

// german1: the endings of nouns and adjectives.
func german1(w []byte, r1 int) []byte {
	s := suffixOf(w, germanSuffixes1)
	n := len(w) - len(s)
	stem := w[:n]
	switch {
	case n < r1:
		return w
	case s == "em" && ends(stem, "syst"), s == "s" && !beforeS.endOf(stem):
		return w
	case s == "ln", s == "lns":
		return w[:n+1]
	case ends(stem, "niss") && (s == "e" || s == "en" || s == "es"):
		return w[:n-1]
	}
	return stem
}

// german2: the endings of verbs and of comparisons.
func german2(w []byte, r1 int) []byte {
	s := suffixOf(w, germanSuffixes2)
	n := len(w) - len(s)
	stem := w[:n]
	switch {
	case n < r1:
		return w
	case s == "st" && !(beforeSt.endOf(stem) && utf8.RuneCount(stem) > 3):
		return w
	case s == "et" && (!beforeEt.endOf(stem) || suffixOf(stem, neverBeforeEt) != ""):
		return w
	}
	return stem
}

// german3: the endings that make one word of another.
func german3(w []byte, r1, r2 int) []byte {
	s := suffixOf(w, germanSuffixes3)
	n := len(w) - len(s)
	stem := w[:n]
	if n < r2 {
		return w
	}
	switch s {
	case "isch", "ig", "ik":
		if ends(stem, "e") {
			return w
		}
	case "end", "ung":
		if ends(stem, "ig") && n-2 >= r2 && !ends(stem, "eig") {
			return stem[:n-2]
		}
	case "lich", "heit":
		if (ends(stem, "er") || ends(stem, "en")) && n-2 >= r1 {
			return stem[:n-2]
		}
	case "keit":
		if t := suffixOf(stem, beforeKeit); n-len(t) >= r2 {
			return stem[:n-len(t)]
		}
	}
	return stem
}

// german4: the genitive and the adjective of a name, if two letters remain.
func german4(w []byte) []byte {
	stem := w[:len(w)-len(suffixOf(w, germanSuffixes4))]
	if utf8.RuneCount(stem) < 2 {
		return w
	}
	return stem
}
