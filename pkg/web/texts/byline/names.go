package byline

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/ascii"
)

// bys are words that stand before the name of an author, in lower case.
var bys = []string{
	"by:", "by ", "written by:", "written by ", "posted by ", "published by ", "article by ", "story by ", "words by ",
	"reviewed by ", "author:", "authors:", "author ", "authored by ", "von ", "this post was written by ",
	"medically reviewed by ", "started by ", "autor:", "autorin:", "par ", "por ", "text by ", "guest post by ",
	"post by ", "recipe by ", "created by ", "door ", "de ",
}

// cutBy cuts such words off the beginning of a text.
func cutBy(text []byte) (rest []byte, ok bool) {
	for _, by := range bys {
		if len(text) > len(by) && ascii.EqualFold(text[:len(by)], by) {
			return bytes.TrimSpace(text[len(by):]), true
		}
	}
	if len(text) > 3 && ascii.EqualFold(text[:2], "by") && isUpper(text[2]) && !isUpper(text[3]) {
		return text[2:], true // an icon stood between: ByJane
	}
	return text, false
}

// saysBy reports whether a line begins with By and a name.
func saysBy(line []byte) bool {
	rest, ok := cutBy(line)
	return ok && startsName(rest)
}

// startsName reports whether a text begins with a letter that is not in lower case.
func startsName(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	c := text[0]
	return isUpper(c) || c >= utf8.RuneSelf
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// isAddress reports whether a text is an address, not a name.
func isAddress(text []byte) bool {
	return bytes.Contains(text, []byte("://")) || bytes.IndexByte(text, '/') >= 0 && bytes.IndexByte(text, ' ') < 0 ||
		bytes.HasPrefix(text, []byte("www.")) || bytes.HasPrefix(text, []byte("@"))
}

const minutes = " min read"

// nameEnds stand behind the name of an author.
var nameEnds = []string{
	"|", " • ", " · ", " – ", " — ", " - ", "•", "·", " on ", " posted ", " published ", " updated ", " in ", " for ",
	"(", " @", " last updated", " 's ", minutes, ":", "›", "»", "/", "\t",
}

// joins stand between two names.
var joins = []string{", and ", " and ", " & ", ", ", ";", " und ", ","}

// appendNames appends the names in a text that a rule found to those that are there, each once.
func appendNames(dst, text []byte, rule int) []byte {
	visible := rule >= authorVisible
	prose := rule == authorText || rule == authorByline // where a word in lower case is no name
	text = bytes.TrimSpace(text)
	for range 2 {
		text, _ = cutBy(text)
	}
	if isAddress(text) {
		return dst
	}
	if visible {
		text = cutEnds(text)
	}
	for len(text) > 0 {
		name := text
		k, n := firstOf(text, joins)
		if k < 0 {
			text = nil
		} else {
			name, text = text[:k], text[k+n:]
		}
		name, _ = cutBy(bytes.TrimSpace(name))
		if name = bytes.Trim(name, " .,-*"); isName(name) && (startsName(name) || !prose) && !listed(dst, name) &&
			!(len(dst) > 0 && isDegree(name)) {
			if len(dst) > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(dst, name...)
		}
	}
	return dst
}

// cutEnds cuts what stands behind the names: a date, or what a sign divides from them.
func cutEnds(text []byte) []byte {
	for _, e := range nameEnds {
		if k := ascii.IndexFold(text, e); k > 0 {
			text = text[:k]
			if e == minutes {
				text = bytes.TrimRight(text, "0123456789 ")
			}
		}
	}
	var room [40]byte
	if _, from, ok := dateIn(room[:0], text); ok {
		text = text[:from]
	}
	return bytes.TrimSpace(text)
}

// firstOf is the first place of one of some texts, and its length; -1 if there is none.
func firstOf(text []byte, list []string) (at, n int) {
	at = -1
	for _, s := range list {
		if k := ascii.IndexFold(text, s); k >= 0 && (at < 0 || k < at) {
			at, n = k, len(s)
		}
	}
	return at, n
}

// isName reports whether a text may be the name of an author.
func isName(name []byte) bool {
	const most, words = 64, 7
	if len(name) < 2 || len(name) > most || bytes.Count(name, []byte(" ")) >= words || isAddress(name) || name[0] == '#' {
		return false
	}
	digits, letters := 0, 0
	for _, c := range name {
		switch {
		case ascii.Digit(c):
			digits++
		case ascii.Letter(c) || c >= utf8.RuneSelf:
			letters++
		}
	}
	if letters < 2 || digits > letters {
		return false
	}
	for _, w := range noNames {
		if ascii.EqualFold(name, w) {
			return false
		}
	}
	return true
}

// noNames are what stands where a name should be.
var noNames = []string{
	"admin", "administrator", "author", "authors", "by", "editor", "written by", "about the author", "staff", "share",
	"null", "undefined", "unknown", "anonymous", "guest", "posted", "none", "n/a", "user", "website", "more from author",
	"follow", "read more", "wordpress", "super user", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "updated",
	"last updated", "view", "type", "posted by", "post by", "article by", "comment", "follow the author", "the author",
	"coming soon", "guest author", "contributor", "team",
}

// isDegree reports whether what stands behind a name is no name: MD, Ph.D., Jr.
func isDegree(text []byte) bool {
	const most = 6
	for _, d := range degrees {
		if ascii.EqualFold(text, d) {
			return true
		}
	}
	other := func(c rune) bool { return c != '.' && c != '-' && !unicode.IsUpper(c) }
	return len(text) <= most && bytes.IndexFunc(text, other) < 0
}

var degrees = []string{"PhD", "Ph.D", "Jr", "Sr", "LMFTs", "PsyD", "PharmD", "MEd", "MSc", "BSc", "Esq", "Inc", "LLC"}

// turned is a name that has the family name first, as Doe, Jane, in its usual order.
func turned(name []byte) []byte {
	family, given, ok := bytes.Cut(name, []byte(","))
	if !ok || bytes.IndexByte(given, ',') >= 0 || bytes.IndexByte(given, ';') >= 0 {
		return name
	}
	return bytes.Join([][]byte{bytes.TrimSpace(given), bytes.TrimSpace(family)}, []byte(" "))
}

// listed reports whether a name is in a list of names.
func listed(list, name []byte) bool {
	for len(list) > 0 {
		one, rest, _ := bytes.Cut(list, []byte(", "))
		if ascii.EqualFold(one, name) {
			return true
		}
		list = rest
	}
	return false
}
