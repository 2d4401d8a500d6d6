package byline

import (
	"bytes"
	"strconv"

	"webmill/pkg/ascii"
)

// months are the beginnings of the names of months, in English, German, French and Spanish.
var months = map[string]int{
	"jan": 1, "jän": 1, "ene": 1, "feb": 2, "fév": 2, "mar": 3, "mär": 3, "apr": 4, "avr": 4, "abr": 4, "may": 5, "mai": 5,
	"jun": 6, "juin": 6, "jul": 7, "juil": 7, "aug": 8, "aoû": 8, "ago": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11,
	"dec": 12, "dez": 12, "déc": 12, "dic": 12,
}

// monthNames are the names of months.
var monthNames = map[string]bool{}

func init() {
	for _, n := range []string{
		"january", "february", "march", "april", "june", "july", "august", "september", "october", "november",
		"december", "sept", "januar", "jänner", "februar", "märz", "juni", "juli", "oktober", "dezember", "janvier",
		"février", "mars", "avril", "juillet", "août", "septembre", "octobre", "novembre", "décembre", "enero",
		"febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
		"diciembre",
	} {
		monthNames[n] = true
	}
}

// part is a number or a word of a date.
type part struct {
	number   int // -1 of a word
	digits   int
	month    int // of a word, 0 if it is none
	from, to int
}

// appendDate appends the first date in a text as 2006-01-02, with the time and the zone behind it as 2006-01-02T15:04:05Z.
// It reads 2006-01-02, 2006/1/2, 2006 Jan 2, 20060102, 2.1.2006, 1/2/2006, January 2, 2006 and 2 January 2006. Of
// 1/2/2006 the month comes first, if it can. ok is false if there is none.
func appendDate(dst, text []byte) (out []byte, ok bool) {
	out, _, ok = dateIn(dst, text)
	return out, ok
}

// dateIn is appendDate; from is where the date begins.
func dateIn(dst, text []byte) (out []byte, from int, ok bool) {
	if !bytes.ContainsAny(text, "0123456789") {
		return dst, 0, false
	}
	var last [3]part // the parts before
	for at := 0; at < len(text); {
		c := text[at]
		if !isWord(c) {
			at++
			continue
		}
		p := readPart(text, at)
		at = p.to
		if p.number < 0 && between[string(text[p.from:p.to])] {
			last[2].to = p.to
			continue
		}
		last[0], last[1], last[2] = last[1], last[2], p
		if y, m, d := dateOf(text, last); d > 0 {
			dst = appendDay(dst, y, m, d)
			from := last[0].from
			if p.digits == 8 {
				from = p.from
			}
			return appendTime(dst, text[p.to:]), from, true
		}
	}
	return dst, 0, false
}

// between are the words that may stand within a date.
var between = map[string]bool{"st": true, "nd": true, "rd": true, "th": true, "of": true, "de": true}

// dateInURL is the day in an address, like /2024/03/05/; nil if there is none.
func dateInURL(url []byte) []byte {
	for i := 0; i+11 < len(url); i++ {
		p := url[i:]
		if p[0] != '/' || p[5] != p[8] || p[5] != '/' && p[5] != '-' || ascii.Digit(p[11]) {
			continue
		}
		if d, from, ok := dateIn(nil, p[1:11]); ok && from == 0 && len(d) == 10 {
			return d
		}
	}
	return nil
}

func isWord(c byte) bool {
	return ascii.Digit(c) || ascii.Letter(c) || c >= 0x80
}

// readPart reads the number or the word that begins at a place.
func readPart(text []byte, from int) part {
	at := from
	if ascii.Digit(text[at]) {
		n := 0
		for ; at < len(text) && ascii.Digit(text[at]); at++ {
			n = min(n*10+int(text[at]-'0'), 1e9)
		}
		return part{number: n, digits: at - from, from: from, to: at}
	}
	for at < len(text) && isWord(text[at]) && !ascii.Digit(text[at]) {
		at++
	}
	return part{number: -1, month: monthOf(text[from:at]), from: from, to: at}
}

func monthOf(word []byte) int {
	const longest = 12
	if len(word) < 3 || len(word) > longest {
		return 0
	}
	var lower [longest]byte
	for i, c := range word {
		lower[i] = ascii.Lower[c]
	}
	name := lower[:len(word)]
	for n := min(len(name), 5); n >= 3; n-- {
		if m, ok := months[string(name[:n])]; ok {
			if len(name) == n || monthNames[string(name)] {
				return m
			}
			return 0
		}
	}
	return 0
}

// dateOf is the date that three parts of a text are; d is 0 if they are none.
func dateOf(text []byte, p [3]part) (y, m, d int) {
	if p[2].digits == 8 {
		return checked(p[2].number/10000, p[2].number/100%100, p[2].number%100)
	}
	if p[0].to == 0 || p[1].from-p[0].to > 4 || p[2].from-p[1].to > 4 {
		return 0, 0, 0
	}
	sign := text[p[0].to]
	same := p[1].from-p[0].to == 1 && p[2].from-p[1].to == 1 && text[p[1].to] == sign
	switch a, b, c := p[0], p[1], p[2]; {
	case a.digits == 4 && short(b) && short(c) && same && (sign == '-' || sign == '/' || sign == '.'):
		return checked(a.number, b.number, c.number)
	case a.digits == 4 && b.month > 0 && short(c):
		return checked(a.number, b.month, c.number)
	case a.month > 0 && short(b) && c.digits == 4:
		return checked(c.number, a.month, b.number)
	case short(a) && b.month > 0 && c.digits == 4:
		return checked(c.number, b.month, a.number)
	case short(a) && short(b) && c.digits == 4 && sign == '.':
		return checked(c.number, b.number, a.number)
	case short(a) && short(b) && c.digits == 4 && same && (sign == '/' || sign == '-'):
		if a.number > 12 {
			return checked(c.number, b.number, a.number)
		}
		return checked(c.number, a.number, b.number)
	}
	return 0, 0, 0
}

func short(p part) bool { return p.digits == 1 || p.digits == 2 }

// days are the most days of the months.
var days = [13]int{0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

// checked is a date, if there is such a day since 1980.
func checked(y, m, d int) (int, int, int) {
	if y < 1980 || y > 2100 || m < 1 || m > 12 || d < 1 || d > days[m] || m == 2 && d == 29 && y%4 != 0 {
		return 0, 0, 0
	}
	return y, m, d
}

func appendDay(dst []byte, y, m, d int) []byte {
	dst = append(strconv.AppendInt(dst, int64(y), 10), '-')
	return append(dst, byte('0'+m/10), byte('0'+m%10), '-', byte('0'+d/10), byte('0'+d%10))
}

// appendTime appends the time with which a text begins: T15:04, with seconds and zone if they are there.
func appendTime(dst, text []byte) []byte {
	if len(text) < len("T15:04") || text[0] != 'T' && text[0] != ' ' || !isTime(text[1:]) {
		return dst
	}
	n := len("T15:04")
	if len(text) >= n+3 && text[n] == ':' && ascii.Digit(text[n+1]) && ascii.Digit(text[n+2]) {
		n += 3
	}
	dst = append(append(dst, 'T'), text[1:n]...)
	rest := text[n:]
	if len(rest) > 1 && rest[0] == '.' { // parts of a second
		k := 1
		for k < len(rest) && ascii.Digit(rest[k]) {
			k++
		}
		rest = rest[k:]
	}
	switch {
	case len(rest) > 0 && rest[0] == 'Z':
		return append(dst, 'Z')
	case len(rest) >= 6 && (rest[0] == '+' || rest[0] == '-') && isTime(rest[1:]):
		return append(dst, rest[:6]...)
	case len(rest) >= 5 && (rest[0] == '+' || rest[0] == '-') && ascii.Digit(rest[1]) && ascii.Digit(rest[2]) &&
		ascii.Digit(rest[3]) && ascii.Digit(rest[4]):
		return append(append(append(dst, rest[:3]...), ':'), rest[3:5]...)
	}
	return dst
}

// isTime reports whether a text begins as 15:04.
func isTime(t []byte) bool {
	return len(t) >= 5 && ascii.Digit(t[0]) && ascii.Digit(t[1]) && t[2] == ':' && ascii.Digit(t[3]) && ascii.Digit(t[4]) &&
		(t[0]-'0')*10+t[1]-'0' < 24 && t[3] < '6'
}
