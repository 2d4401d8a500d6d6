package names

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/words"
)

// The rules for titles: they are no part of a name, except Jr. and the like.

// before has the titles that stand before a name, after those that stand behind one, and shortAfter those that stand behind a
// name and a comma.
var (
	before = words.Set(`herr herrn frau fräulein mr mr. mrs mrs. ms ms. miss mister sir dame madame monsieur mme. prof prof.
		professor professorin professors univ.-prof. o.univ.-prof. apl. ao. univ.-prof hon.-prof. jun.-prof.
		juniorprofessor juniorprofessorin assoc. asst. dr dr. drs. dres. dr.-ing. dr.-ing dr.h.c. pd priv.-doz.
		privatdozent privatdozentin ing. mag. med. phil. rer. nat. pol. oec. techn. agr. iur. jur. theol. habil.
		h.c. mult. em. rev. rev reverend hon. gen. col. capt. lt. sgt. maj. cpl. sen. rep. gov. pres. messrs. father
		pater bischof pastor pfarrer pfarrerin rabbi doz. stud. cand. lic. m.sc. b.sc. m.eng. b.eng. msc bsc`)
	after = words.Set(`ph.d. ph.d phd m.d. m.d d.phil. dphil b.s. b.s m.s. m.s b.a. b.a m.a. m.a b.sc. b.sc m.sc. m.sc msc bsc mba
		m.b.a. j.d. j.d ll.m. ll.b. ll.d. ed.d. ed.m. psy.d. pharm.d. d.sc. sc.d. m.p.h. mph m.f.a. mfa m.eng.
		b.eng. m.ed. b.ed. d.d.s. dds dvm d.v.m. r.n. c.p.a. esq. esq frs f.r.s. prof. prof dr. dr dr.-ing.
		dipl.-ing. mag. mdb mdl`)
	shortAfter = words.Set(`md jd ma ms ba bs rn pe cpa ra pd`)
)

// isBefore reports whether a word is a title before a name.
func isBefore(word []byte) bool {
	return in(before, word) || len(word) > 6 && string(word[:6]) == "Dipl.-"
}

// mostTitles is how many titles a name may have before it, and how many behind it.
const mostTitles = 8

// lineBlank is the length of the blank that a text begins with, in bytes; 0: there is none. The ends of lines and cells are no
// blanks.
func lineBlank(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	if text[0] == ' ' {
		return 1
	}
	if r, n := utf8.DecodeRune(text); n > 1 && unicode.Is(unicode.Zs, r) {
		return n
	}
	return 0
}

// skipBlanks is the place of the first character from i on that is no blank.
func skipBlanks(text []byte, i int) int {
	for n := lineBlank(text[i:]); n > 0; n = lineBlank(text[i:]) {
		i += n
	}
	return i
}

// backBlanks is the end of the last character before i that is no blank.
func backBlanks(text []byte, i int) int {
	for i > 0 {
		r, n := utf8.DecodeLastRune(text[:i])
		if r != ' ' && !unicode.Is(unicode.Zs, r) {
			break
		}
		i -= n
	}
	return i
}

// longestTitle is how many bytes of a word are read at most.
const longestTitle = 32

// wordAt is the end of the word that begins at i. Words end at white space.
func wordAt(text []byte, i int) int {
	end := i
	for end < len(text) && end-i <= longestTitle && text[end] > ' ' && lineBlank(text[end:]) == 0 {
		end++
	}
	return end
}

// wordBefore is the beginning of the word that ends at i.
func wordBefore(text []byte, i int) int {
	from := i
	for from > 0 && i-from <= longestTitle && text[from-1] > ' ' {
		r, n := utf8.DecodeLastRune(text[:from])
		if n > 1 && unicode.Is(unicode.Zs, r) {
			break
		}
		from -= n
	}
	return from
}

// span is text[from:to].
type span struct{ from, to int }

// titlesBefore calls do for the titles before text[at:], the last one first, and returns where the first one begins: at least or
// later.
func titlesBefore(text []byte, at, least int, do func(span)) int {
	for range mostTitles {
		end := backBlanks(text, at)
		from := max(least, wordBefore(text, end))
		if from >= end {
			break
		}
		from += len(text[from:end]) - len(bytes.TrimLeft(text[from:end], `("[*`))
		if !isBefore(text[from:end]) {
			break
		}
		at = from
		if do != nil {
			do(span{from, end})
		}
	}
	return at
}

// titlesAfter calls do for the titles behind text[:at] and returns where the last one ends.
func titlesAfter(text []byte, at int, do func(span)) int {
	for range mostTitles {
		i, comma := skipBlanks(text, at), false
		if i < len(text) && (text[i] == ',' || text[i] == '(') {
			i, comma = skipBlanks(text, i+1), true
		}
		end := wordAt(text, i)
		word := bytes.TrimRight(text[i:end], ",;:)")
		if !in(after, word) && !(comma && in(shortAfter, word) && allCapitals(word)) {
			break
		}
		at = i + len(word)
		if do != nil {
			do(span{i, at})
		}
	}
	return at
}

// trimmed cuts the titles off both ends of a name, and adds Jr. and the like if it stands behind the name. The result is empty if
// the name has only titles.
func trimmed(text []byte, s span) span {
	for s.from < s.to {
		whole := wordAt(text, s.from)
		end := min(s.to, whole)
		if whole > s.to && isBefore(bytes.TrimRight(text[s.from:whole], ",;:)")) {
			return span{s.from, s.from} // the name is a part of a title, like Inf of Dipl.-Inf.
		}
		if word := bytes.TrimRight(text[s.from:end], ","); !isBefore(word) || end == s.to && !endsTitle(word) {
			break
		}
		s.from = min(s.to, skipBlanks(text, end))
	}
	for s.from < s.to {
		from := max(s.from, wordBefore(text, s.to))
		word := text[from:s.to]
		// The full stop of a title may stand behind the name.
		full := word
		if s.to < len(text) && text[s.to] == '.' {
			full = text[from : s.to+1]
		}
		if from == s.from || !in(after, word) && !in(after, full) {
			break
		}
		s.to = backBlanks(text, from)
		s.to = s.from + len(bytes.TrimRight(text[s.from:s.to], ", "))
	}
	if s.from == s.to {
		return s
	}
	i := skipBlanks(text, s.to)
	if i < len(text) && text[i] == ',' {
		i = skipBlanks(text, i+1)
	}
	end := wordAt(text, i)
	if word := bytes.TrimRight(text[i:end], ",;:)"); in(suffixes, word) && isCapital(word) {
		s.to = i + len(word)
	}
	return s
}

// endsTitle reports whether a word that is the whole name is a title: it has a full stop, or is a form of address.
func endsTitle(word []byte) bool {
	return word[len(word)-1] == '.' || isUsualTitle(word)
}
