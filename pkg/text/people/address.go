package people

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"webmill/pkg/text/words"
)

// What a URL says about a person, from 0 to 1.
type address struct {
	name float64 // it holds the surname, a user name or initials
	home float64 // it has the form of a home page
	part bool    // it is a part of a site, like publications.html
}

// person are the words by which a URL may name somebody.
type person struct {
	surnames []string // and their parts, and ue as u
	given    []string // full names, and nicknames as they are written
	initials []string // of all names, where there are two or more
	logins   []string // a first letter and a surname: jsmith, smithj
}

// mostNamed is how many ways of writing a name are looked for in URLs.
const mostNamed = 8

// newPerson makes them of the ways in which a name is written.
func newPerson(names []string) *person {
	p := &person{}
	for _, name := range names[:min(len(names), mostNamed)] {
		if f, ok := FormOf(name); ok {
			p.add(&f)
		}
	}
	return p
}

// add adds a form.
func (p *person) add(f *Form) {
	surname := strings.Map(lettersOnly, f.Surname)
	parts := strings.Split(f.Surname, "-")
	for _, part := range parts {
		if len(parts) > 1 && len(part) > 3 {
			p.surnames = with(p.surnames, part)
		}
	}
	p.surnames = with(p.surnames, surname)
	if strings.ContainsAny(f.Shown, "äöüÄÖÜ") {
		p.surnames = with(p.surnames, strings.NewReplacer("ae", "a", "oe", "o", "ue", "u").Replace(surname))
	}
	initials := ""
	for i, name := range f.Given {
		if !isShort(name) && len(name) > 2 {
			p.given = with(p.given, strings.Map(lettersOnly, name))
		}
		initials += name[:1]
		if i == 0 && surname != "" {
			p.logins = with(with(p.logins, name[:1]+surname), surname+name[:1])
		}
	}
	if first, _, more := strings.Cut(f.Shown, " "); more && len(f.Given) > 0 && !isShort(f.Given[0]) {
		p.given = with(p.given, strings.Map(lettersOnly, fold(first)))
	}
	if surname != "" && initials != "" {
		p.initials = with(with(p.initials, initials+surname[:1]), initials[:1]+surname[:1])
	}
}

// with is a list with a name of two letters or more.
func with(list []string, name string) []string {
	if len(name) < 2 || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

func lettersOnly(r rune) rune {
	if r == '-' || r == '.' || r == ' ' {
		return -1
	}
	return r
}

// generic are the last parts of a path that say nothing.
var generic = words.Set("index home default welcome homepage main home-page")

// parts are the last parts of a path that are not the home page of a person, but one of the pages behind it.
var parts = words.Set(`publications publication publist pubs papers writings research projects teaching courses talks software
	links bookmarks hotlist photos pictures cv vita curriculum-vitae resume publikationen veroeffentlichungen schriften
	lehre forschung projekte vortraege lebenslauf fotos kontakt contact sprechstunde schedule calendar`)

// read reads a URL of a host.
func (p *person) read(raw, host []byte) (a address) {
	path := raw[bytes.Index(raw, host)+len(host):]
	if end := bytes.IndexAny(path, "?#"); end >= 0 {
		path = path[:end]
	}
	text := string(path)
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	segments := strings.FieldsFunc(text, func(r rune) bool { return r == '/' })
	if n := len(segments); n > 0 {
		segments[n-1] = stem(segments[n-1])
		if generic[strings.ToLower(segments[n-1])] {
			segments = segments[:n-1]
		}
	}
	for _, s := range segments {
		whole, _ := p.segment(s)
		a.name = max(a.name, whole)
	}
	if labels := bytes.Split(host, []byte{'.'}); len(labels) > 2 || len(segments) == 0 {
		for i, label := range labels[:max(len(labels)-1, 1)] {
			name, all := p.segment(string(label))
			a.name = max(a.name, name)
			if all && len(segments) == 0 && i < 2 {
				a.home = 1 // smith.example.org
			}
		}
	}
	if n := len(segments); n > 0 {
		last := segments[n-1]
		_, all := p.segment(last)
		switch {
		case parts[fold(last)]:
			a.part = true
		case all:
			a.home = 1
		case last[0] == '~', n > 1 && strings.TrimPrefix(segments[n-2], "~") == last:
			a.home = 0.5 // of somebody
		}
	}
	return a
}

// stem is the last part of a path without the ending of a page.
func stem(segment string) string {
	if i := strings.LastIndexByte(segment, '.'); i > 0 && len(segment)-i <= 6 {
		return segment[:i]
	}
	return segment
}

// segment is how far a part of a path or host names the person, and whether all of its words do.
func (p *person) segment(text string) (most float64, all bool) {
	all = true
	n := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !isLetter(r) }) {
		word = strings.TrimRight(fold(word), ".")
		if word == "" || strings.Trim(word, "0123456789") == "" || titles[word] || particles[word] {
			continue
		}
		is := p.word(word)
		most = max(most, is)
		all = all && (is > 0 || len(word) == 1 && p.hasInitial(word[0]))
		n++
	}
	return most, all && most > 0
}

// hasInitial reports whether a name begins with a letter.
func (p *person) hasInitial(letter byte) bool {
	return slices.ContainsFunc(p.initials, func(i string) bool { return strings.IndexByte(i, letter) >= 0 })
}

// The shares for what a word of a URL may be.
const (
	isSurname = 1
	isLogin   = 0.8
	isGiven   = 0.6
	areFirst  = 0.5
)

// word is how far a word names the person.
func (p *person) word(word string) float64 {
	plain := strings.TrimRight(word, "0123456789")
	for _, s := range p.surnames {
		if plain == s || len(s) >= 5 && strings.Contains(word, s) {
			return isSurname
		}
		for _, g := range p.given {
			if plain == g+s || plain == s+g {
				return isSurname
			}
		}
	}
	for _, l := range p.logins {
		if plain == l {
			return isSurname
		}
		if len(plain) >= 5 && strings.HasPrefix(l, plain) {
			return isLogin
		}
	}
	for _, s := range p.surnames { // smitj
		n := len(plain) - 1
		if n >= 4 && strings.HasPrefix(s, plain[:n]) && p.hasInitial(plain[n]) {
			return isLogin
		}
	}
	for _, g := range p.given {
		if plain == g {
			return isGiven
		}
	}
	if slices.Contains(p.initials, plain) {
		return areFirst
	}
	return 0
}
