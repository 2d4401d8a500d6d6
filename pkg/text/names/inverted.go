package names

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/words"
)

// Last, First is found by a rule. Lists of persons and bibliographies write names in this way: a last name of the lists, a comma,
// and first names of the lists or initials. The name stands at the beginning of a line, of a cell or of a segment behind a
// semicolon, or behind another such name and a comma or "and".

// reversed is a name of the form Last, First.
type reversed struct {
	span
	last  span    // words of the last name, with particles before it
	given span    // first names and initials
	more  span    // a particle or Jr. behind the first names
	p     float32 // its probability
}

// The probabilities of names with a first name of the lists, and of names with initials only: set by hand, after a look at some.
const (
	pGiven    = 0.9
	pInitials = 0.8
)

// inverter finds the names of the form Last, First in a text, from its beginning to its end.
type inverter struct {
	lists *Lists
	text  []byte
	scan  int  // commas are searched from here on
	floor int  // the end of the name that was found before
	chain bool // whether a name was found before
	at    int  // the beginning of the segment that is read: behind the end of a line or cell, a semicolon, or a name
	buf   []byte
}

// read begins with a text.
func (v *inverter) read(text []byte) { v.text, v.scan, v.floor, v.chain = text, 0, 0, false }

// next is the next name.
func (v *inverter) next() (r reversed, ok bool) {
	for {
		comma := bytes.IndexByte(v.text[v.scan:], ',')
		if comma < 0 {
			v.scan = len(v.text)
			return r, false
		}
		comma += v.scan
		low := max(v.floor, comma-mostLast-mostMarks)
		from := bytes.LastIndexAny(v.text[low:comma], "\n\t;")
		if v.scan = comma + 1; from < 0 && low > v.floor {
			continue
		}
		v.at = low + from + 1
		i := v.begin(v.chain && from < 0)
		if !v.may(i) {
			continue
		}
		if r, ok = v.match(i); ok {
			v.scan, v.floor, v.chain = r.to, r.to, true
			return r, true
		}
	}
}

// may reports whether a name may begin at i: whether a comma follows soon, and no other mark before it.
func (v *inverter) may(i int) bool {
	text := v.text[i:min(len(v.text), i+mostLast)]
	for k, c := range text {
		if c == ',' {
			return k > 1
		} else if !ofLast[c] {
			return false
		}
	}
	return false
}

// mostLast is the length of the longest last name with its particles, in bytes; ofLast has the bytes that may be in one.
const mostLast = 64

var ofLast = func() (set [256]bool) {
	for c := range set {
		set[c] = c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) || c == ' ' || c == '-' || c == '\''
	}
	return set
}()

// begin is where a name may begin in the segment: behind "and" if another name is before it (chain), else behind marks like those
// of list entries.
func (v *inverter) begin(chain bool) int {
	i := skipBlanks(v.text, v.at)
	if chain {
		if i < len(v.text) && (v.text[i] == ',' || v.text[i] == '&') {
			i = skipBlanks(v.text, i+1)
		}
		end := wordAt(v.text, i)
		switch string(v.text[i:end]) {
		case "and", "und", "&":
			return skipBlanks(v.text, end)
		}
		return i
	}
	for n := 0; n < mostMarks && i < len(v.text); n++ {
		r, size := utf8.DecodeRune(v.text[i:])
		if unicode.IsLetter(r) || r == '\n' || r == '\t' || r == ';' {
			break
		}
		i += size
	}
	return i
}

// noLast and noFirst are words of dates and places that the lists have as last or first names: Monday, August and Richmond,
// Virginia are no names.
var (
	noLast = words.Set(`monday tuesday wednesday thursday friday saturday sunday sonntag montag dienstag mittwoch donnerstag
		freitag samstag washington`)
	noFirst = words.Set(`january february march april may june july august september october november december januar februar
		märz mai juni juli oktober dezember virginia georgia carolina nevada montana dakota alabama california florida
		tennessee texas colorado san los las santa england india china israel london paris berlin chad jordan kenya`)
)

// mostMarks is how many characters may stand before the first name of a segment, like [12].
const mostMarks = 8

// nameWord is the end of the word of letters at i, or i if there is none. The word may have ' and - inside; the full stop of an
// initial belongs to it.
func nameWord(text []byte, i int) int {
	end, letters := i, 0
	for end < len(text) && end-i < 64 {
		r, n := utf8.DecodeRune(text[end:])
		if !unicode.IsLetter(r) && !(letters > 0 && (r == '-' || r == '\'' || r == '’') && letterAt(text, end+n)) {
			break
		}
		if unicode.IsLetter(r) {
			letters++
		}
		end += n
		if end < len(text) && text[end] == '.' && (letters == 1 || isDashed(text[i:end])) {
			if end++; end < len(text) && text[end] == '-' && letterAt(text, end+1) {
				continue // K.-H.
			}
			return end
		}
	}
	return end
}

func letterAt(text []byte, i int) bool {
	r, _ := utf8.DecodeRune(text[i:])
	return unicode.IsLetter(r)
}

// isDashed reports whether a word ends in a hyphen and one capital, like the initials H.-P.
func isDashed(word []byte) bool {
	r, n := utf8.DecodeLastRune(word)
	return len(word) > n && word[len(word)-n-1] == '-' && unicode.IsUpper(r)
}

// match is the name that begins at i.
func (v *inverter) match(i int) (r reversed, ok bool) {
	text := v.text
	r.from, r.last.from = i, i
	word := span{}
	for n := 0; ; n++ {
		end := nameWord(text, i)
		word = (span{i, end})
		if end == i || end == len(text) || n > 3 || text[end-1] == '.' {
			return r, false
		}
		if text[end] == ',' {
			i = end + 1
			break
		}
		if !in(particles, text[word.from:word.to]) { // two words and a comma are mostly a place, like Las Vegas
			return r, false
		}
		if i = skipBlanks(text, end); i == end {
			return r, false
		}
	}
	last := v.class(text[word.from:word.to])
	if r.last.to = word.to; last&Last == 0 || !isCapital(text[word.from:word.to]) || in(noLast, text[word.from:word.to]) {
		return r, false
	}
	surely := last&First == 0 // the word is a last name only
	if next := skipBlanks(text, i); next == i {
		return r, false
	} else if i = next; !v.firsts(&r, i, surely) {
		return r, false
	}
	return r, v.ends(&r)
}

// firsts reads the first names at i, with titles before them. If all words of the name can be both first and last names, their
// order is not sure, and it is no name, unless all first names are initials; surely says that the last name can be a last name
// only.
func (v *inverter) firsts(r *reversed, i int, surely bool) bool {
	text, initials := v.text, true
	for range mostTitles {
		end := wordAt(text, i)
		if end == i || !isBefore(text[i:end]) {
			break
		}
		i = skipBlanks(text, end)
	}
	r.given = span{i, i}
	for range 4 {
		end := nameWord(text, i)
		if end == i || !isCapital(text[i:end]) {
			break
		}
		class := v.class(text[i:end])
		capitals := text[end-1] != '.' && allCapitals(text[i:end]) && !allCapitals(text[r.last.from:r.last.to])
		if capitals || in(noFirst, text[i:end]) {
			return false
		}
		if text[end-1] != '.' {
			if !isLetter(text[i:end]) && class&First == 0 {
				break
			}
			surely = surely || class&Last == 0 && !isLetter(text[i:end])
			initials = initials && isLetter(text[i:end])
		}
		r.given.to = end
		i = skipBlanks(text, end)
	}
	r.to = r.given.to
	for range 3 {
		end := wordAt(text, i)
		word := bytes.TrimRight(text[i:end], ",;:)")
		if len(word) == 0 || !in(suffixes, word) && !(in(particles, word) && !isCapital(word) && string(word) != "und") {
			break
		}
		if r.more.to == 0 {
			r.more.from = i
		}
		r.more.to = i + len(word)
		r.to = r.more.to
		i = skipBlanks(text, end)
	}
	r.p = pGiven
	if initials {
		r.p = pInitials
	}
	switch string(text[r.given.from:r.given.to]) {
	case "U.S", "U.S.", "U.S.A.", "U.K.", "U. S.", "U. K.":
		return false
	}
	return r.given.to > r.given.from && (surely || initials)
}

// ends reports whether the name ends at r.to: no further word may follow there, except behind initials.
func (v *inverter) ends(r *reversed) bool {
	i := skipBlanks(v.text, r.to)
	if i == len(v.text) || r.p == pInitials && v.text[r.to-1] == '.' {
		return true
	}
	switch c, _ := utf8.DecodeRune(v.text[i:]); {
	case !unicode.IsLetter(c):
		return c != '\'' && c != '’' && c != '@'
	default:
		word := v.text[i:wordAt(v.text, i)]
		switch string(bytes.TrimRight(word, ".,")) {
		case "and", "und", "et":
			return true
		}
		return in(after, bytes.TrimRight(word, ",;:)"))
	}
}

// class says in which lists a word is. The lists have no words in capitals: such a word is looked up as a word with one capital.
// If the lists do not have a word with hyphens, its parts are looked up.
func (v *inverter) class(word []byte) Class {
	if allCapitals(word) {
		v.buf = appendTitled(v.buf[:0], word)
		word = v.buf
	}
	class := v.lists.of(word)
	if class == 0 && bytes.IndexByte(word, '-') > 0 {
		for part := range bytes.SplitSeq(word, []byte("-")) {
			class |= v.lists.of(part)
		}
	}
	return class
}

// turned handles a comma in a name that the model found: it returns the order of a name of the form Last, First, leaves a name as
// it is if Jr. is behind the comma, and else cuts the name off before the comma.
func turned(text []byte, s span) (span, *reversed) {
	comma := bytes.IndexByte(text[s.from:s.to], ',')
	if comma <= 0 {
		return s, nil
	}
	comma += s.from
	given := span{skipBlanks(text, comma+1), s.to}
	end := s.from + len(bytes.TrimRightFunc(text[s.from:comma], isCommaOrBlank))
	switch last := trimmed(text, span{s.from, end}); {
	case given.from < s.to && in(suffixes, bytes.TrimRight(text[given.from:s.to], ",")):
		return s, nil
	case given.from == comma+1 || given.from >= s.to || !letterAt(text, given.from) ||
		bytes.IndexByte(text[given.from:s.to], ',') >= 0:
		return last, nil
	default:
		return s, &reversed{span: s, last: last, given: given}
	}
}

// goesOn reports whether two names that the model found apart are the two parts of one name, Last, First, which is alone in its
// line or cell. Then last becomes the whole name.
func (v *inverter) goesOn(text []byte, last, given *mention) bool {
	if last.order != nil || given.order != nil || string(text[last.to:given.from]) != ", " ||
		last.from > 0 && bytes.IndexByte([]byte("\n\t;"), text[last.from-1]) < 0 {
		return false
	}
	if end := skipBlanks(text, given.to); end < len(text) && bytes.IndexByte([]byte("\n\t;("), text[end]) < 0 {
		return false
	}
	first := bytes.TrimRight(text[last.from:wordAt(text, last.from)], ",")
	if !in(particles, first) && v.class(first)&First != 0 {
		return false // Ada Lovelace, Charles
	}
	for i := given.from; i < given.to; {
		end := min(wordAt(text, i), given.to)
		if word := text[i:end]; len(bytes.TrimRight(word, ".")) > 1 && v.class(word)&First == 0 {
			return false
		}
		i = skipBlanks(text, max(end, i+1))
	}
	whole := span{last.from, given.to}
	last.order = &reversed{span: whole, last: last.span, given: given.span}
	last.span, last.p = whole, min(last.p, given.p)
	return true
}

// append appends the name with the first names first.
func (r *reversed) append(dst, text []byte) []byte {
	dst = appendWords(dst, text[r.given.from:r.given.to])
	if r.more.to > 0 && !in(suffixes, text[r.more.from:r.more.to]) {
		dst = appendWords(append(dst, ' '), text[r.more.from:r.more.to])
	}
	dst = appendWords(append(dst, ' '), text[r.last.from:r.last.to])
	if r.more.to > 0 && in(suffixes, text[r.more.from:r.more.to]) {
		dst = append(append(dst, ' '), text[r.more.from:r.more.to]...)
	}
	return dst
}

// appendWords appends words with one blank between them.
func appendWords(dst, text []byte) []byte {
	n := Name{Text: text, To: len(text)}
	return n.Append(dst, " ")
}
