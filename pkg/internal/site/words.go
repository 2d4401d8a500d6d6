package site

import "strings"

// The languages of the site, as indexes.
const (
	de = iota
	en
)

var languages = [2]string{"de", "en"}

// A topic is what a department is about: words and sentences that stand nowhere else, in German and English.
type topic struct {
	id      string
	name    [2]string
	things  [2][]string // plurals; German nominative and accusative are the same
	kinds   [2][]string // adjectives; German with the ending -e
	facts   [2][]string // whole sentences
	courses [2][]string // titles, the same courses in both languages
}

// list splits words that are separated by bars.
func list(s string) []string {
	words := strings.Split(s, "|")
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
	}
	return words
}

// sentences are what can be said of any topic: {t} is a thing, {k} an adjective, {n} a number. In capitals they begin with
// a capital letter.
var sentences = [2][]string{
	{
		"{K} {t} gehören zu den Grundlagen des Faches.",
		"Seit {n} Jahren werden in Lindenau {k} {t} untersucht.",
		"Die Arbeitsgruppe vergleicht {k} {t} und {k} {t}.",
		"Ohne {t} gäbe es keine {k}n {t}.",
		"Besonders {k} {t} sind noch wenig erforscht.",
		"Im Mittelpunkt stehen {t}, {t} und {t}.",
		"Für {t} und {t} gelten andere Regeln.",
		"Die Sammlung umfasst {n} Beispiele, darunter {t}, {t} und {k} {t}.",
		"Viele Studierende kennen {t} aus der Schule, nicht aber {k} {t}.",
		"Der Aufsatz beschreibt, wie {t} die {k}n {t} verändert haben.",
		"Gegen Ende des Semesters werden {t} behandelt.",
		"Neu ist die Frage, welche {t} sich durch {t} erklären lassen.",
		"{T} sind älter, als man lange annahm.",
		"In den Übungen werden {t} an {n} Beispielen erprobt.",
		"{K} {t} lassen sich nur schwer von den übrigen trennen.",
		"Wer {t} verstehen will, sollte zuerst {k} {t} kennen.",
	},
	{
		"{K} {t} belong to the foundations of the subject.",
		"For {n} years {k} {t} have been studied in Lindenau.",
		"The group compares {k} {t} with {k} {t}.",
		"Without {t} there would be no {k} {t}.",
		"Little is known so far about {k} {t}.",
		"The focus is on {t}, {t} and {t}.",
		"Other rules hold for {t} and for {t}.",
		"The collection holds {n} examples, among them {t}, {t} and {k} {t}.",
		"Many students know {t} from school, but not {k} {t}.",
		"The paper describes how {t} have changed the {k} {t}.",
		"Towards the end of the term {t} are treated.",
		"A new question is which {t} can be explained by {t}.",
		"{T} are older than was long believed.",
		"In the exercises {t} are tried out on {n} examples.",
		"{K} {t} are hard to tell from all others.",
		"Whoever wants to understand {t} should know {k} {t} first.",
	},
}

// greetings are sentences of no topic at all, as they stand on pages of an administration.
var greetings = [2][]string{
	{
		"Das Sekretariat ist montags bis donnerstags von 9 bis 12 Uhr geöffnet.",
		"Bitte melden Sie sich rechtzeitig im Prüfungsamt an.",
		"Die Sprechstunde findet nach Vereinbarung statt.",
		"Der Hörsaal liegt im Erdgeschoss des Hauptgebäudes.",
		"Gäste sind herzlich willkommen, eine Anmeldung ist nicht nötig.",
		"Die Universität Lindenau wurde 1817 gegründet und hat heute rund 9000 Studierende.",
		"Anträge richten Sie bitte schriftlich an die Verwaltung.",
		"Der Semesterbeitrag ist bis zum Ende des Monats zu überweisen.",
	},
	{
		"The office is open from Monday to Thursday, nine to twelve.",
		"Please register with the examination office in good time.",
		"Office hours are by appointment.",
		"The lecture hall is on the ground floor of the main building.",
		"Guests are welcome and need not register.",
		"The University of Lindenau was founded in 1817 and has about 9000 students today.",
		"Please address applications to the administration in writing.",
		"The fee is due by the end of the month.",
	},
}
