package people

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Form is what a name says of a person. All parts are folded: in lower case, without accents, ä as ae.
type Form struct {
	Surname string
	Given   []string // the names before it; one that ends in a full stop is short for another
	Shown   string   // the name as it is shown, without titles and degrees, the surname at the end
	Caps    bool     // it is in capitals alone
}

// FormOf reads a name; ok is false if it has no word.
func FormOf(name string) (f Form, ok bool) {
	tokens := tokensOf(name)
	if len(tokens) == 0 {
		return f, false
	}
	f.Shown = strings.Join(tokens, " ")
	f.Caps = f.Shown == strings.ToUpper(f.Shown) && len(tokens[0]) > 2
	var parts []string
	for i, t := range tokens {
		lower := strings.ToLower(t)
		if particles[lower] && i < len(tokens)-1 && (i > 0 || t == lower) {
			continue
		}
		if folded := fold(t); folded != "" {
			parts = append(parts, folded)
		}
	}
	if len(parts) == 0 {
		return f, false
	}
	last := len(parts) - 1
	if isInitial(parts[last]) { // Smith J.
		for i, p := range parts {
			if !isShort(p) {
				last = i
				break
			}
		}
	}
	f.Surname = strings.TrimSuffix(parts[last], ".")
	f.Given = append(parts[:last:last], parts[last+1:]...)
	f.Given = slices.Clone(f.Given[:min(len(f.Given), mostGiven)]) // or the others would take memory too
	if len(f.Given) > 0 {
		if full, nick := nicknames[f.Given[0]]; nick {
			f.Given[0] = full
		}
	}
	return f, true
}

// mostGiven is how many names before the surname count.
const mostGiven = 8

// tokensOf are the words of a name without titles and degrees. What stands behind a comma is put before the rest.
func tokensOf(name string) []string {
	if surname, rest, found := strings.Cut(name, ","); found {
		behind := strings.Fields(rest)
		if !slices.ContainsFunc(behind, func(w string) bool { return !degrees[plain(strings.Trim(w, ","))] }) {
			return split(surname)
		}
		if given := split(rest); len(given) > 0 {
			return append(given, split(surname)...)
		}
		name = surname
	}
	return split(name)
}

// split are the words of a part of a name, initials like J.K. each by itself, without titles before and degrees behind them.
func split(text string) (list []string) {
	for word := range strings.FieldsSeq(text) {
		word = strings.TrimFunc(word, func(r rune) bool { return r != '.' && r != '\'' && r != '’' && !isLetter(r) })
		for _, end := range []string{"'s", "’s", "'", "’"} {
			if cut, found := strings.CutSuffix(word, end); found && len(cut) > 1 {
				word = cut
				break
			}
		}
		if strings.IndexFunc(word, isLetter) < 0 {
			continue
		}
		if isDegree(word) || isTitle(word) {
			list = append(list, word)
			continue
		}
		for {
			n := glued(word)
			if n == 0 {
				break
			}
			list, word = append(list, word[:n]), word[n:]
		}
		list = append(list, word)
	}
	for len(list) > 0 && isTitle(list[0]) {
		list = list[1:]
	}
	for len(list) > 1 && isDegree(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return list
}

// isTitle reports whether a word is a title.
func isTitle(word string) bool {
	short := plain(word)
	return titles[short] || shortTitles[short] && (short == word || strings.Contains(word, "."))
}

// isDegree reports whether a word is a degree. Without a full stop, Ma and Ba are surnames.
func isDegree(word string) bool {
	return degrees[plain(word)] && (len(word) != 2 || degrees2[strings.ToLower(word)])
}

// plain is a word in lower case and without full stops.
func plain(word string) string { return strings.ToLower(strings.ReplaceAll(word, ".", "")) }

// glued is the length of an initial with its full stop that a longer word begins with, else 0.
func glued(word string) int {
	r, n := utf8.DecodeRuneInString(word)
	if unicode.IsUpper(r) && len(word) > n+1 && word[n] == '.' && word[n+1] != '-' {
		return n + 1
	}
	return 0
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// isInitial reports whether a folded name is an initial, or several with hyphens.
func isInitial(name string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(name, "."), "-") {
		if utf8.RuneCountInString(part) != 1 {
			return false
		}
	}
	return isShort(name)
}

// isShort reports whether a folded name is short for another: an initial, or what ends in a full stop.
func isShort(name string) bool { return strings.HasSuffix(name, ".") }

// fold is a word as it is compared. A single letter gets a full stop, in whatever way it was written; of other words only those
// that had one and are no longer than three letters keep it.
func fold(word string) string {
	var b strings.Builder
	letters, cased := 0, false
	for _, r := range word {
		cased = cased || unicode.IsUpper(r) || unicode.IsLower(r)
		r = unicode.ToLower(r)
		switch {
		case r == '-' && b.Len() > 0:
			b.WriteByte('-')
		case isLetter(r):
			letters++
			if r < utf8.RuneSelf {
				b.WriteByte(byte(r))
			} else if as, ok := folded[r]; ok {
				b.WriteString(as)
			} else {
				b.WriteRune(r)
			}
		}
	}
	text := strings.TrimRight(b.String(), "-")
	if text != "" && (letters == 1 && cased || letters <= 3*(1+strings.Count(text, "-")) && strings.HasSuffix(word, ".")) {
		text += "."
	}
	return text
}

// folded are letters that are compared as others.
var folded = func() map[rune]string {
	of := map[rune]string{
		'ä': "ae", 'ö': "oe", 'ü': "ue", 'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "oe", 'å': "a", 'þ': "th", 'ð': "d",
	}
	for _, line := range strings.Fields("aàáâãāăą cçćĉċč dďđ eèéêëēĕėęě gĝğġģ hĥħ iìíîïĩīĭįı jĵ kķ lĺļľŀł nñńņň oòóôõōŏő rŕŗř " +
		"sśŝşšș tţťŧț uùúûũūŭůűų wŵ yýÿŷ zźżž") {
		for _, r := range line[1:] {
			of[r] = line[:1]
		}
	}
	return of
}()

// Key is the given names as one string, in which equal forms of a surname are equal.
func (f *Form) Key() string { return strings.Join(f.Given, " ") }

// Fit reports whether forms of one surname may name one person. A surname alone fits none.
func Fit(a, b []string) bool {
	n := min(len(a), len(b))
	for i := range n {
		if !fitNames(a[i], b[i]) {
			return false
		}
	}
	return n > 0
}

// fitNames reports whether two names are equal, or one is short for the other: j. for john, j-p. for jean-pierre.
func fitNames(a, b string) bool {
	if a == b {
		return true
	}
	if !isShort(a) {
		a, b = b, a
	}
	if !isShort(a) {
		return false
	}
	short, long := strings.TrimSuffix(a, "."), strings.TrimSuffix(b, ".")
	if isShort(b) && len(short) > len(long) {
		short, long = long, short
	}
	for {
		part, rest, more := strings.Cut(short, "-")
		other, otherRest, otherMore := strings.Cut(long, "-")
		if !strings.HasPrefix(other, part) && !(isShort(b) && strings.HasPrefix(part, other)) {
			return false
		}
		if !more || !otherMore {
			return !more || otherMore
		}
		short, long = rest, otherRest
	}
}

// fuller reports whether a says more than b: a full first name rather than an initial, then more full names, then more names. Of
// equal ones it is the one that sorts first.
func fuller(a, b []string) bool {
	if x, y := weight(a), weight(b); x != y {
		return x > y
	}
	return strings.Join(a, " ") < strings.Join(b, " ")
}

func weight(given []string) (w int) {
	for i, name := range given {
		w++
		if !isShort(name) {
			w += 10
			if i == 0 {
				w += 1000
			}
		}
	}
	return w
}
