package names

// The state machine of the thesis reads a text word by word. A name is
//
//	title* ( first+ | first+ last+ | first+ middle+ last+ | title+ last+ )
//
// where first, middle and last are lists of names. A word that is in no list, but has a capital letter, goes on with a name that
// has begun. Bumüller 2019, 3.2.2.1, figure 2.

// state says what the word before was.
type state uint8

const (
	start   state = iota // no part of a name
	prefix               // a title
	first                // a first name
	middle               // a middle name
	last                 // a last name
	unknown              // a word in no list, with a capital letter
	finish               // no state: the name ends, and the word is read again in start
)

// test is what a word is tested for.
type test uint8

const (
	title test = iota
	inFirst
	inMiddle
	inLast
	hasCapital
)

// classes are the lists of the tests.
var classes = [...]Class{inFirst: First, inMiddle: Middle, inLast: Last}

type move struct {
	test test
	to   state
}

// moves are tried in order; where none fits, the name ends as with finish. In start, the word is then plain.
var moves = [...][]move{
	start:   {{title, prefix}, {inFirst, first}},
	prefix:  {{title, prefix}, {inFirst, first}, {inLast, last}, {hasCapital, unknown}},
	first:   {{title, finish}, {inFirst, first}, {inLast, last}, {inMiddle, middle}, {hasCapital, unknown}},
	middle:  {{title, finish}, {inLast, last}, {inMiddle, middle}, {hasCapital, unknown}},
	last:    {{title, finish}, {inLast, last}, {hasCapital, unknown}},
	unknown: {{title, finish}, {inLast, last}, {inMiddle, middle}, {hasCapital, unknown}},
}

// Options say how the machine reads words.
type Options struct {
	Lists  *Lists
	Titles *Titles // nil: there are none
	Forms  []Form  // in which words are looked up, besides as they are
	// The most words of a name, without titles; 0: as many as there are.
	MaxWords int
	// An initial like F. ends a name, as every word with punctuation at its end does.
	InitialsEnd bool
	// After a title comes a word of a list, not any with a capital letter.
	KnownAfterTitle bool
	// Words that no name ends in, besides those that were read as middle names.
	NotLast map[string]bool
}

// A Name is one that was found. It is valid until the machine goes on.
type Name struct {
	Text  []byte // of the document
	From  int    // the name is Text[From:To], without titles and without punctuation at its end
	To    int
	Place int32 // how many words are before it in the document
	Words int
	Rest  []byte // punctuation behind it, up to the next white space

	// These are set only for a name that a model or a rule found. Such a name may begin and end inside a word.
	Before  []byte  // the part of its first word that is before the name
	Glued   bool    // whether the name before ends in the same word, so that no blank is before this one
	Written []byte  // its words in the spelling of the dictionary; nil: as the text has them
	At      int     // its index among the mentions that are kept
	P       float32 // its probability; 0: unknown
}

// Visitor takes what the machine reads, in the order of the text.
type Visitor interface {
	Plain(word []byte) error // a word that is in no name, or a title
	Name(n *Name) error
}

// machine finds names.
type machine struct {
	opt    Options
	starts [256]bool // bytes that a word begins with if it can be a title or a first name
	words  tokens
	buf    []byte

	// The name that has begun.
	state   state
	from    int
	place   int32
	count   int   // its words, without titles
	middles int   // words at its end that were read as middle names
	end     token // the last one that was not
	read    int   // where its last word ends

	seen int32 // words of the document
}

// newMachine makes a machine. All that have the same Options share their lists.
func newMachine(opt Options) *machine {
	if opt.Lists == nil {
		opt.Lists = &Lists{}
	}
	m := &machine{opt: opt}
	if opt.Titles != nil {
		m.starts = opt.Titles.starts
	}
	for c, has := range opt.Lists.has {
		m.starts[c] = m.starts[c] || has&First != 0
	}
	for _, form := range opt.Forms {
		for c := range m.starts {
			m.starts[c] = m.starts[c] || form&^Strip != 0
		}
	}
	return m
}

// Read reads a text and tells how many words it has.
func (m *machine) Read(text []byte, v Visitor) (words int32, err error) {
	m.words.text, m.words.at, m.seen, m.state = text, 0, 0, start
	for t, ok := m.words.next(); ok; t, ok = m.words.next() {
		if err := m.step(t, v); err != nil {
			return 0, err
		}
		m.seen++ // a document has fewer bytes than int32 can count
	}
	return m.seen, m.finish(v)
}

// step reads a word.
func (m *machine) step(t token, v Visitor) error {
	word := m.words.word(t)
	if m.state == start && !m.starts[word[0]] {
		return v.Plain(word)
	}
	to := m.next(word)
	if to == finish && m.state != start {
		if err := m.finish(v); err != nil {
			return err
		}
		to = m.next(word)
	}
	if to == finish || to == prefix {
		m.state = to
		if to == finish {
			m.state = start
		}
		return v.Plain(word)
	}
	if m.state <= prefix {
		m.from, m.place, m.count = t.from, m.seen, 0
	}
	m.state, m.read = to, m.words.at
	m.count++
	m.middles++
	if to != middle {
		m.middles, m.end = 0, t
	}
	if m.count == m.opt.MaxWords || punctuation[word[len(word)-1]] && (m.opt.InitialsEnd || !isInitial(word)) {
		return m.finish(v)
	}
	return nil
}

// next is the state that a word leads to.
func (m *machine) next(word []byte) state {
	class, known := Class(0), false
	for _, move := range moves[m.state] {
		fits := false
		switch move.test {
		case title:
			fits = m.opt.Titles.match(word)
		case hasCapital:
			fits = isCapital(word) && !(m.opt.KnownAfterTitle && m.state == prefix)
		default:
			if !known {
				class, known = m.class(word), true
			}
			fits = class&classes[move.test] != 0
		}
		if fits {
			return move.to
		}
	}
	return finish
}

// class says in which lists a word is, as it is or in one of the forms.
func (m *machine) class(word []byte) Class {
	class := m.opt.Lists.of(word)
	for _, form := range m.opt.Forms {
		class |= m.opt.Lists.of(form.apply(word))
	}
	return class
}

// finish ends the name that has begun, if there is one. The words behind it that belong to no name are plain.
func (m *machine) finish(v Visitor) error {
	was := m.state
	m.state = start
	if was <= prefix {
		return nil
	}
	end, words := m.end, m.count-m.middles
	if m.opt.NotLast != nil {
		end, words = m.withoutLast(words)
	}
	rest := tokens{text: m.words.text[:m.read], at: m.from}
	if words > 0 {
		text := m.words.text
		to := end.from + len(stripped(text[end.from:end.to]))
		if to == end.from {
			to = end.to
		}
		m.buf = append(m.buf[:0], text[to:end.to]...)
		rest.at = end.to
		if end.ended {
			m.buf = append(m.buf, ';')
			rest.at++
		}
		if err := v.Name(&Name{Text: text, From: m.from, To: to, Place: m.place, Words: words, Rest: m.buf}); err != nil {
			return err
		}
	}
	for t, ok := rest.next(); ok; t, ok = rest.next() {
		if err := v.Plain(rest.word(t)); err != nil {
			return err
		}
	}
	return nil
}

// withoutLast is the last word of the first words of the name that a name may end in, and how many words there are up to it.
func (m *machine) withoutLast(words int) (end token, kept int) {
	name := tokens{text: m.words.text[:m.read], at: m.from}
	for i := range words {
		t, _ := name.next()
		if !m.opt.NotLast[string(stripped(name.text[t.from:t.to]))] {
			end, kept = t, i+1
		}
	}
	return end, kept
}

// Append appends the words of the name, with a separator between them.
func (n *Name) Append(dst []byte, separator string) []byte {
	if n.Written != nil {
		return append(dst, n.Written...)
	}
	words := tokens{text: n.Text[:n.To], at: n.From}
	for i := 0; ; i++ {
		t, ok := words.next()
		if !ok {
			return dst
		}
		if i > 0 {
			dst = append(dst, separator...)
		}
		dst = append(dst, words.word(t)...)
	}
}

// Entity appends the name as an entity of QLever: its words with _ between them, in < and >.
func (n *Name) Entity(dst []byte) []byte { return append(n.Append(append(dst, '<'), "_"), '>') }
