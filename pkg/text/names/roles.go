package names

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/words"
)

// A role says what a person is, and stands next to the name in its line: Associate Professor, Dean, Lehrstuhlinhaberin.

var (
	roles = words.Set(`professor professorin professoren dean dekan dekanin prodekan prodekanin studiendekan studiendekanin
		lecturer dozent dozentin lektor lektorin instructor teacher lehrer lehrerin tutor tutorin fellow postdoc
		postdoctoral researcher scientist forscher forscherin wissenschaftler wissenschaftlerin mitarbeiter
		mitarbeiterin mitarbeiter*in doktorand doktorandin doctoral student studentin hilfskraft assistant assistent
		assistentin secretary sekretär sekretärin sekretariat secretariat lehrstuhl lehrstuhlinhaber
		lehrstuhlinhaberin chair chairman chairwoman chairperson head director direktor direktorin vizedirektor
		president präsident präsidentin vizepräsident vizepräsidentin rector rektor rektorin prorektor prorektorin
		provost chancellor kanzler kanzlerin leiter leiterin leitung geschäftsführer geschäftsführerin
		geschäftsleitung manager managerin coordinator koordinator koordinatorin administrator ansprechpartner
		ansprechpartnerin contact advisor adviser supervisor betreuer betreuerin librarian bibliothekar
		bibliothekarin technician techniker technikerin engineer ingenieur ingenieurin programmer developer
		entwickler editor herausgeber herausgeberin author autor autorin redakteur redakteurin reporter journalist
		founder gründer gründerin ceo cto cfo coo vorsitzender vorsitzende vorstand sprecher sprecherin spokesman
		spokeswoman minister senator mayor bürgermeister bürgermeisterin treasurer schatzmeister registrar webmaster
		emeritus emerita beauftragter beauftragte referent referentin sachbearbeiter sachbearbeiterin hausmeister
		physician arzt ärztin attorney anwalt anwältin coach trainer trainerin`)
	roleEnds = []string{"professor", "professorin", "leiter", "leiterin", "sekretariat", "sekretärin", "assistent", "assistentin",
		"beauftragte", "beauftragter", "direktor", "direktorin", "präsident", "präsidentin", "minister", "ministerin", "meister",
		"sprecher", "sprecherin", "referent", "referentin", "mitarbeiter", "mitarbeiterin", "ingenieur", "ingenieurin"}
	// modifiers are words that belong to the role behind them.
	modifiers = words.Set(`assistant associate full adjunct visiting emeritus vice deputy executive managing senior junior
		research teaching department departmental administrative graduate undergraduate phd ph.d. principal chief acting
		interim distinguished honorary general technical academic program project office personal doctoral
		postdoctoral wissenschaftlicher wissenschaftliche studentische akademischer akademische technischer
		technische stellvertretender stellvertretende geschäftsführender geschäftsführende leitender leitende
		ehemaliger ehemalige außerplanmäßiger außerplanmäßige clinical staff web systems software`)
)

// mostGap is how many words may be between a name and its role, nearBytes how many bytes.
const (
	mostGap   = 4
	nearBytes = 160
)

// roleOf is the role of the name text[n.from:n.to]; empty: there is none. The name before ends at before, the next one begins at
// behind.
func roleOf(text []byte, n span, before, behind int) span {
	from := max(before, n.from-nearBytes, 0)
	from += 1 + bytes.LastIndexAny(text[from:n.from], "\n\t")
	to := min(behind, n.to+nearBytes)
	if i := bytes.IndexAny(text[n.to:to], "\n\t"); i >= 0 {
		to = n.to + i
	}
	left, gap := roleBefore(text, from, n.from, from == before && before > 0)
	right, away := roleAfter(text, n.to, to)
	if left.to > 0 && (right.to == 0 || gap <= away) {
		return left
	}
	return right
}

// isRole reports whether a word is a role.
func isRole(word []byte) bool {
	if in(roles, word) {
		return true
	}
	if r, _ := utf8.DecodeRune(word); !unicode.IsUpper(r) || len(word) > 48 {
		return false
	}
	low := bytes.ToLower(word)
	for _, end := range roleEnds {
		if len(low) > len(end) && bytes.HasSuffix(low, []byte(end)) {
			return true
		}
	}
	return false
}

// bare is a word without the marks around it.
func bare(text []byte, w span) span {
	w.from += len(text[w.from:w.to]) - len(bytes.TrimLeft(text[w.from:w.to], `("'[*`))
	w.to = w.from + len(bytes.TrimRight(text[w.from:w.to], `,;:)]"'|`))
	return w
}

// breaks reports whether the marks behind a word divide a name from a role: whether they end a sentence or, if comma is set, a
// part of one.
func breaks(text []byte, w span, comma bool) bool {
	rest := text[bare(text, w).to:w.to]
	last := text[w.to-1]
	if bytes.ContainsAny(rest, ";|") || comma && bytes.ContainsAny(rest, ",)") || last == '!' || last == '?' {
		return true
	}
	return last == '.' && !isBefore(text[w.from:w.to]) && w.to-w.from > 3
}

// roleBefore looks for the role before the name at at, and counts the words between them. If another name is before both, a comma
// ends what belongs to that name.
func roleBefore(text []byte, from, at int, another bool) (role span, gap int) {
	for end := backBlanks(text, at); end > from && gap <= mostGap; end = backBlanks(text, end) {
		w := span{max(from, wordBefore(text, end)), end}
		if w.from >= w.to || breaks(text, w, another) {
			return span{}, 0
		}
		own := bare(text, w)
		if isRole(text[own.from:own.to]) {
			role = own
			for {
				stop := backBlanks(text, role.from)
				m := span{max(from, wordBefore(text, stop)), stop}
				if m.from >= m.to || !in(modifiers, text[m.from:m.to]) {
					return role, gap
				}
				role.from = m.from
			}
		}
		if !isBefore(text[own.from:own.to]) {
			gap++
		}
		end = w.from
	}
	return span{}, 0
}

// roleAfter looks for the role behind the name that ends at at, and counts the words between them.
func roleAfter(text []byte, at, to int) (role span, gap int) {
	begin := -1 // where the modifiers of a role begin; -1: there are none
	for i := skipBlanks(text, at); i < to && gap <= mostGap; i = skipBlanks(text, i) {
		w := span{i, min(to, wordAt(text, i))}
		if w.from >= w.to {
			break
		}
		own := bare(text, w)
		word := text[own.from:own.to]
		switch {
		case isRole(word) && !(in(modifiers, word) && roleFollows(text, w.to, to)):
			role = own
			if begin >= 0 {
				role.from = begin
			}
			return role, gap
		case in(modifiers, word):
			if begin < 0 {
				begin = own.from
			}
			if bytes.IndexByte(text[own.to:w.to], ',') >= 0 { // a degree like PhD, no modifier
				begin = -1
			}
		default:
			begin = -1
			if letterAt(text, own.from) && !in(after, word) {
				gap++
			}
		}
		if breaks(text, w, false) {
			break
		}
		i = w.to
	}
	return span{}, 0
}

// roleFollows reports whether a role or its modifier begins at at, as Professor does behind Assistant.
func roleFollows(text []byte, at, to int) bool {
	i := skipBlanks(text, at)
	own := bare(text, span{i, max(i, min(to, wordAt(text, i)))})
	return own.from < own.to && (isRole(text[own.from:own.to]) || in(modifiers, text[own.from:own.to]))
}
