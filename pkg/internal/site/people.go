package site

import (
	"fmt"
	"strings"
)

// A person works at the university.
type person struct {
	title, first, last string
	role               [2]string
	topic              *topic
	account            string // of the home page: ~account
	room, phone        string
	home               bool // has a home page of her own on the host of the staff
}

// name is first and last name, without titles.
func (p *person) name() string { return p.first + " " + p.last }

// full is the name with the title, as in German; in English the short form.
func (p *person) full(lang int) string {
	switch {
	case lang == de && p.title != "":
		return p.title + " " + p.name()
	case strings.Contains(p.title, "Prof"):
		return "Professor " + p.name()
	case strings.Contains(p.title, "Dr"):
		return "Dr " + p.name()
	}
	return p.name()
}

var roles = map[string][2]string{
	"P":  {"Professor", "professor"},
	"Pf": {"Professorin", "professor"},
	"A":  {"Wissenschaftlicher Mitarbeiter", "research assistant"},
	"Af": {"Wissenschaftliche Mitarbeiterin", "research assistant"},
	"D":  {"Doktorand", "PhD student"},
	"Df": {"Doktorandin", "PhD student"},
	"L":  {"Lehrbeauftragter", "lecturer"},
	"Lf": {"Lehrbeauftragte", "lecturer"},
	"S":  {"Sekretär", "secretary"},
	"Sf": {"Sekretärin", "secretary"},
}

// staff: title, first name, last name, role, in twelves for each topic. All are invented.
var staff = `
Prof. Dr.|Jürgen|Größmann|P
Prof. Dr.|Ulrike|Vögele|Pf
Prof. Dr.-Ing.|Kenji|Tanaka|P
PD Dr.|Björn|Eckhoff|A
Dr.|Sabine|Köhler|Af
Dr.-Ing.|Tobias|Wagenknecht|A
Dr.|Łukasz|Kowalczyk|A
M.Sc.|Greta|Zöller|Df
M.Sc.|Emil|Quandt|D
Dipl.-Inform.|Heike|Tiedemann|Lf
|Fiona|Whitfield|Df
|Ingrid|Böttcher|Sf
Prof. Dr. Dr. h.c.|Friedrich|Falkenberg|P
Prof. Dr.|Hélène|Lefèvre|Pf
apl. Prof. Dr.|Günther|Löwe|P
PD Dr.|Annegret|Immel|Af
Dr.|Alan|Thornton|A
Dr.|Jiří|Dvořák|A
Dr. rer. nat.|Matthias|Schäfer|A
Dipl.-Math.|Sören|Petersen|L
M.Sc.|Frieda|Oswald|Df
M.Sc.|Lukas|Hartung|D
|Patrick|O'Hara|D
|Birgit|Sommer|Sf
Prof. Dr.|Hannelore|Lindner|Pf
Prof. Dr.|Rüdiger|Brandt|P
PD Dr.|Änne|Krüger|Af
Dr.|Margaret|Ashcroft|Af
Dr.|Karl-Heinz|Vollmer|A
Dr.|Yumiko|Mori|Af
Dr. rer. nat.|Wolfgang|Neubauer|A
Dipl.-Biol.|Käthe|Jäger|Lf
M.Sc.|Jonas|Weiß|D
M.Sc.|Clara|Mertens|Df
|Duncan|MacLeod|D
|Renate|Ullrich|Sf
Prof. Dr.|Šárka|Nováková|Pf
Prof. Dr.|Hans-Peter|Reinhardt|P
Prof. em. Dr.|Wilhelm|von der Heide|P
PD Dr.|Małgorzata|Wiśniewska|Af
Dr. phil.|Eleanor|Cartwright|Af
Dr. phil.|Jörg|Ahrens|A
Dr.|Tomáš|Procházka|A
M.A.|Johanna|Kessler|Df
M.A.|Paul|Gerlach|D
M.A.|Stuart|Hamilton|D
Dr.|Elfriede|Weber-Kühn|Lf
|Gisela|Cordes|Sf
Prof. Dr.|Cornelia|Dressler|Pf
Prof.|Gregory|Fairbanks|P
Prof. Dr.|Anna Maria|Lorenz|Pf
Dr. phil.|Ludwig|Zander|A
Dr.|François|Moreau|A
Dr.|Susan|Pemberton|Af
M.A.|Katharina|Jansen|Df
M.A.|Moritz|Rößler|D
|Theodor|Wünsch|L
|Heather|Lockhart|Lf
M.A.|Ágnes|Kovács|Df
|Monika|Dörfler|Sf
`

func newPeople() []*person {
	var people []*person
	for i, line := range strings.Split(strings.TrimSpace(staff), "\n") {
		f := strings.Split(line, "|")
		p := &person{title: f[0], first: f[1], last: f[2], role: roles[f[3]], topic: topics[i/12]}
		p.account = plain(p.last)
		p.room = fmt.Sprintf("%c %d.%02d", 'A'+i/12, i%3+1, i*7%40+1)
		p.phone = fmt.Sprintf("+49 5555 203-%d", 4100+i*13)
		p.home = i%12 < 9
		people = append(people, p)
	}
	return people
}

// letters are how names are written in URLs.
var letters = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "ae", "Ö", "oe", "Ü", "ue", "ł", "l", "Ł", "l",
	"š", "s", "Š", "s", "ś", "s", "á", "a", "Á", "a", "é", "e", "è", "e", "í", "i", "ř", "r", "ž", "z", "ç", "c",
	"ů", "u", "'", "", " ", "-")

// plain is a name in lower case ASCII.
func plain(s string) string { return strings.ToLower(letters.Replace(s)) }
