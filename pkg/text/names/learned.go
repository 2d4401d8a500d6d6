package names

import (
	"bytes"
	"hash/maphash"
	"strconv"
	"strings"
	"unicode"

	"webmill/pkg/text/document"
	"webmill/pkg/text/names/crf"
	"webmill/pkg/text/stop"
	"webmill/pkg/text/terms"
)

// LearnedBytes is the memory of the models, of the lists of names, and of the tokens of a line as long as a document may be. Each
// worker needs less than 1 MiB more for its mentions.
const LearnedBytes = 20<<20 + DefaultBytes

// Learned makes terms of the names that models and rules find. The models were trained on text: the German one reads documents
// in German, the English one all others. The term of a name is its words with a blank between them.
func (m *Made) Learned() func() terms.Maker {
	return func() terms.Maker {
		l := &learned{maker: maker{made: m, plain: true}}
		l.maker.reader = l
		l.reversed.lists = Defaults()
		l.joiner.seed = maphash.MakeSeed()
		l.joiner.name = func(i int) []byte {
			l.own = l.written(l.own[:0], &l.mentions[i])
			return l.own
		}
		return l
	}
}

type learned struct {
	maker
	tagger, why crf.Tagger
	model       *crf.Model
	reversed    inverter
	joiner      joiner
	form        plainForm

	// The state of reading a document.
	mentions []mention // found, but not passed on
	name     Name      // the name that is passed on
	at       int       // the field whose words are read, as an index of Made.Fields
	tokens   tokens    // the words of this field
	word     token     // the next word of it
	more     bool      // whether there is a next word
	glued    int       // the end of the name before, if it ends inside the next word; else 0
	passed   int32     // how many words of the document were passed on
	own, raw []byte
}

// readWords implements wordReader.
func (l *learned) readWords(v Visitor) (int32, error) {
	l.model = l.modelFor(v == Visitor(&l.maker))
	l.joiner.german = l.model == crf.ForLanguage("de")
	l.mentions, l.at, l.passed, l.words = l.mentions[:0], -1, 0, 0
	if err := l.nextField(v, 0); err != nil {
		return 0, err
	}
	for field := range l.made.Fields {
		if err := l.find(field, v); err != nil {
			return 0, err
		}
	}
	err := l.flush(v, len(l.mentions))
	if err == nil {
		err = l.nextField(v, len(l.made.Fields))
	}
	return l.passed, err
}

// find adds the mentions of a field, in the order of the text. Where a name of the model overlaps a name of a rule, only the name
// of the rule counts.
func (l *learned) find(field int, v Visitor) error {
	text := l.doc.Field(l.made.Fields[field])
	l.reversed.read(text)
	rule, ok := l.reversed.next()
	end := 0
	add := func(m mention) error {
		if m.from < end || m.from == m.to {
			return nil
		}
		m.field, end = field, m.to
		if n := len(l.mentions) - 1; n >= 0 && l.mentions[n].field == field && l.reversed.goesOn(text, &l.mentions[n], &m) {
			return nil
		}
		l.mentions = append(l.mentions, m)
		if len(l.mentions) < mostMentions {
			return nil
		}
		return l.flush(v, len(l.mentions)-1) // the last one stays: another name may begin in its last word
	}
	byRule := func() error {
		r := rule
		rule, ok = l.reversed.next()
		return add(mention{span: r.span, p: r.p, order: &r})
	}
	err := l.tagger.Read(l.model, text, func(s crf.Span) error {
		own := trimmed(text, span{s.From, s.To})
		if to := wordAt(text, own.from); to < own.to && isContraction(text[own.from:to]) {
			own.from = min(own.to, skipBlanks(text, to))
		}
		own = l.withoutRoles(text, own)
		own.to = own.from + len(bytes.TrimRightFunc(text[own.from:own.to], isCommaOrBlank))
		if l.noName(text, own, end) {
			return nil
		}
		for ok && rule.to <= own.from {
			if err := byRule(); err != nil {
				return err
			}
		}
		if ok && rule.from < own.to {
			rule.p = max(rule.p, s.P)
			return nil
		}
		own, order := turned(text, own)
		return add(mention{span: own, p: s.P, order: order})
	})
	for ok && err == nil {
		err = byRule()
	}
	return err
}

// withoutRoles cuts roles like Doktorandin off both ends of a name. Roles that are also names in the lists stay.
func (l *learned) withoutRoles(text []byte, s span) span {
	role := func(word []byte) bool { return isRole(word) && l.reversed.class(word)&(First|Last) == 0 }
	for {
		from := wordBefore(text, s.to)
		if from <= s.from || !role(text[from:s.to]) {
			break
		}
		s.to = s.from + len(bytes.TrimRightFunc(text[s.from:from], isCommaOrBlank))
	}
	for {
		end := wordAt(text, s.from)
		if end >= s.to || !role(text[s.from:end]) {
			return s
		}
		s.from = min(s.to, skipBlanks(text, end))
	}
}

// isContraction reports whether a word is a contraction like I’m or I’ve, which no training text has.
func isContraction(word []byte) bool {
	rest, ok := bytes.CutPrefix(word, []byte("I"))
	return ok && (bytes.HasPrefix(rest, []byte("'")) || bytes.HasPrefix(rest, []byte("’"))) && len(rest) < 6
}

func isCommaOrBlank(r rune) bool { return r == ',' || unicode.IsSpace(r) }

// noName reports whether a name of the model is none: a contraction, or a role, as in Dean of Engineering and Ada Lovelace, Dean.
// end is the end of the name before.
func (l *learned) noName(text []byte, s span, end int) bool {
	word := text[s.from:s.to]
	if isContraction(word) {
		return true
	}
	if len(word) == 0 || bytes.IndexByte(word, ' ') >= 0 || !isRole(word) {
		return false
	}
	if end > 0 && end < s.from && string(text[end:s.from]) == ", " {
		before := &l.mentions[len(l.mentions)-1]
		if bytes.IndexByte(text[before.from:before.to], ' ') > 0 {
			return true
		}
	}
	i := skipBlanks(text, s.to)
	switch string(text[i:wordAt(text, i)]) {
	case "of", "for", "der", "des", "für":
		return true
	}
	return l.reversed.class(word)&(First|Last) == 0
}

// flush passes on the first n mentions, and the words before and between them.
func (l *learned) flush(v Visitor, n int) error {
	if l.made.Apart {
		for i := range l.mentions {
			l.mentions[i].long = i
		}
	} else {
		l.joiner.join(l.mentions)
	}
	for i := range n {
		if err := l.pass(v, i); err != nil {
			return err
		}
	}
	l.mentions = append(l.mentions[:0], l.mentions[n:]...)
	return nil
}

// pass passes a mention on, and the words before it.
func (l *learned) pass(v Visitor, i int) error {
	m := &l.mentions[i]
	if err := l.nextField(v, m.field); err != nil {
		return err
	}
	if v == Visitor(&l.maker) { // which wants no plain words
		for l.more && l.word.to <= m.from {
			l.passed, l.glued = l.passed+1, 0
			l.word, l.more = l.tokens.next()
		}
	}
	for l.more && l.word.to <= m.from {
		if err := l.plainWord(v); err != nil {
			return err
		}
	}
	text := l.tokens.text
	l.field = l.made.Fields[m.field]
	n := &l.name
	*n = Name{Text: text, From: m.from, To: m.to, Place: l.passed, Glued: l.glued > 0, At: i, P: m.p, Written: n.Written[:0]}
	n.Written = l.written(n.Written, &l.mentions[m.long])
	if l.more {
		n.Before = text[min(m.from, max(l.word.from, l.glued)):m.from]
	}
	for l.more && l.word.to < m.to {
		l.passed++
		l.word, l.more = l.tokens.next()
	}
	l.glued = 0
	if l.more && l.word.from < m.to {
		if i+1 < len(l.mentions) && l.mentions[i+1].field == m.field && l.mentions[i+1].from < l.word.to {
			l.glued = m.to
		} else {
			l.buf = append(l.buf[:0], text[m.to:l.word.to]...)
			if l.word.ended {
				l.buf = append(l.buf, ';')
			}
			n.Rest = l.buf
			l.passed++
			l.word, l.more = l.tokens.next()
		}
	}
	return v.Name(n)
}

// plainWord passes on a word that is in no name.
func (l *learned) plainWord(v Visitor) error {
	word := l.tokens.word(l.word)
	if l.glued > 0 {
		word = word[l.glued-l.word.from:]
	}
	l.glued = 0
	l.passed++
	err := v.Plain(word)
	l.word, l.more = l.tokens.next()
	return err
}

// nextField passes on the rest of the words before a field, and begins to read the words of the field.
func (l *learned) nextField(v Visitor, field int) error {
	for l.at < field {
		for l.at >= 0 && l.more {
			if err := l.plainWord(v); err != nil {
				return err
			}
		}
		if l.at++; l.at < len(l.made.Fields) {
			l.tokens.text, l.tokens.at, l.glued = l.doc.Field(l.made.Fields[l.at]), 0, 0
			l.word, l.more = l.tokens.next()
		}
	}
	return nil
}

// written appends the name of a mention, without regard to other mentions. A name that is too long for a dictionary is appended
// as it is.
func (l *learned) written(dst []byte, m *mention) []byte {
	text := l.doc.Field(l.made.Fields[m.field])
	if m.to-m.from > MaxName {
		return append(dst, text[m.from:m.to]...)
	}
	l.raw = l.raw[:0]
	if m.order != nil {
		l.raw = m.order.append(l.raw, text)
	} else {
		l.raw = appendWords(l.raw, text[m.from:m.to])
	}
	if l.made.AsWritten {
		return append(dst, l.raw...)
	}
	size := len(dst)
	if dst = l.form.append(dst, l.raw); len(dst) == size {
		return append(dst, l.raw...)
	}
	return dst
}

// modelFor is the model for the language of the document: the language of its text or, if that is not known, the language that
// the page declares. first says that the document is read for the first time: then it is counted if there is no model for its
// language, or if it has none.
func (l *learned) modelFor(first bool) *crf.Model {
	name := stop.Language(l.doc.Lang)
	if name == "" {
		name = stop.Language(l.doc.Declared)
	}
	count := &l.made.Other
	switch name {
	case "de", "en":
		return crf.ForLanguage(name)
	case "":
		count = &l.made.NoLang
	}
	if first {
		count.Add(1)
	}
	return crf.ForLanguage("en")
}

// notes implements wordReader: it appends titles, role and reason.
func (l *learned) notes(b []byte, n *Name) []byte {
	m := &l.mentions[n.At]
	before, behind := 0, len(n.Text)
	if n.At > 0 && l.mentions[n.At-1].field == m.field {
		before = l.mentions[n.At-1].to
	}
	if n.At+1 < len(l.mentions) && l.mentions[n.At+1].field == m.field {
		behind = l.mentions[n.At+1].from
	}
	b = appendTitles(b, n.Text, m, before)
	if role := roleOf(n.Text, m.span, before, behind); role.to > role.from {
		b = document.AppendString(append(b, `,"role":`...), appendWords(nil, n.Text[role.from:role.to]))
	}
	b = append(b, `,"reason":"`...)
	return append(document.AppendEscaped(b, l.reason(n, before)), '"')
}

// appendTitles appends the titles of a mention as a JSON array, in the order of the text. Titles before the mention begin at
// least or later.
func appendTitles(b, text []byte, m *mention, least int) []byte {
	var list [3 * mostTitles]span
	n := 0
	add := func(s span) {
		list[n] = s
		n++
	}
	titlesBefore(text, m.from, least, add)
	for i := range n / 2 {
		list[i], list[n-1-i] = list[n-1-i], list[i]
	}
	if m.order != nil {
		first := n
		titlesBefore(text, m.order.given.from, m.order.last.to, add)
		for i := range (n - first) / 2 {
			list[first+i], list[n-1-i] = list[n-1-i], list[first+i]
		}
	}
	titlesAfter(text, m.to, add)
	between := `,"titles":[`
	for _, s := range list[:n] {
		b = append(b, between...)
		between = ","
		b = document.AppendString(b, text[s.from:s.to])
	}
	if n > 0 {
		b = append(b, ']')
	}
	return b
}

// reason says what speaks for a name: how it was found, titles, and its words in the lists. If none of these does, it names the
// features of the model that weigh most. before is the end of the name before.
func (l *learned) reason(n *Name, before int) []byte {
	m, b := &l.mentions[n.At], l.raw[:0]
	if m.long != n.At {
		b = append(append(b, "short for "...), n.Written...)
	}
	add := func(why string) {
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(b, why...)
	}
	if m.order != nil {
		add("last name first")
	}
	if titlesBefore(n.Text, m.from, before, nil) < m.from {
		add("title before")
	}
	if titlesAfter(n.Text, m.to, nil) > m.to {
		add("title behind")
	}
	if class := l.reversed.class(firstWord(n.Written)); class&First != 0 {
		add("first name")
	}
	if class := l.reversed.class(lastWord(n.Written)); class&Last != 0 {
		add("last name")
	}
	if len(b) == 0 {
		b = l.features(b, n)
	}
	l.raw = b
	return b
}

func firstWord(name []byte) []byte {
	word, _, _ := bytes.Cut(name, []byte(" "))
	return word
}

// lastWord is the last word of a name, or Smith of John Smith Jr.
func lastWord(name []byte) []byte {
	word := name[bytes.LastIndexByte(name, ' ')+1:]
	if rest := len(name) - len(word) - 1; rest > 0 && in(suffixes, word) {
		return lastWord(name[:rest])
	}
	return word
}

// nearName is how many bytes before a name, and behind it, are read for its features.
const nearName = 256

// features appends the features of the model that speak most for a name.
func (l *learned) features(b []byte, n *Name) []byte {
	from, to := max(0, n.From-nearName), min(len(n.Text), n.To+nearName)
	from += 1 + bytes.LastIndexByte(n.Text[from:n.From], '\n')
	for from > 0 && from < n.From && n.Text[from-1] > ' ' {
		from++ // a word is not cut
	}
	for _, r := range l.why.Reasons(l.model, n.Text[from:to], crf.Span{From: n.From - from, To: n.To - from}, 16) {
		if r.Weight <= 0 || r.Feature == "any word" || strings.HasSuffix(r.Feature, "=0") {
			continue
		}
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(append(append(append(b, r.Word...), ": "...), r.Feature...), " +"...)
		if b = strconv.AppendFloat(b, r.Weight, 'f', 1, 64); len(b) > 60 {
			break
		}
	}
	return bytes.ToValidUTF8(b, []byte("\ufffd"))
}
