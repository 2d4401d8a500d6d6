package main

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/text/names/crf"
)

//go:embed world.tsv
var worldText string

// world has the first names and the last names of an origin.
type world struct {
	origin string
	names  [2][]string
}

// worlds are the lists of world.tsv.
var worlds = func() (list []world) {
	for line := range strings.Lines(worldText) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 3 || strings.HasPrefix(line, "#") {
			continue
		}
		if n := len(list); n == 0 || list[n-1].origin != f[0] {
			list = append(list, world{origin: f[0]})
		}
		kind := 0
		if f[1] == "l" {
			kind = 1
		}
		list[len(list)-1].names[kind] = strings.Split(f[2], "|")
	}
	list = slices.DeleteFunc(list, func(w world) bool { return len(w.names[0]) == 0 || len(w.names[1]) == 0 })
	for _, w := range list[:len(list):len(list)] {
		if w.lastFirst() > 2 { // their words are the least like those of German and English
			list = append(list, w)
		}
	}
	return list
}()

// changes says how many further examples are made, as shares of the sentences of the texts.
type changes struct {
	swap      float64 // of sentences with persons: the sentence with names of other origins
	fragments float64 // of all sentences: a name alone or a few other words, like a line of a menu, a table or a list
	capitals  float64 // of sentences with persons: their names in capitals; of a quarter as many: all in capitals
	nouns     float64 // of the sentences of -counts whose nouns are known: a few words
	unknown   float64 // of the examples of swap and fragments: their words are learnt as words that are in no list
}

// changer makes further examples of others.
type changer struct {
	changes
	random *rand.Rand
}

func newChanger(seed uint64, changes changes) *changer {
	return &changer{changes, rand.New(rand.NewPCG(seed, 1))}
}

// add appends further examples, made of those of the list. The model is trained on them, but their words are not counted.
func (c *changer) add(list []crf.Example) []crf.Example {
	for i := range list {
		e := &list[i]
		if e.Nouns != nil {
			continue
		}
		persons := slices.ContainsFunc(e.Names, isPerson)
		if persons && c.random.Float64() < c.swap {
			other := c.replaced(e, c.other, true)
			other.Unknown = c.unknownToo()
			list = append(list, other)
		}
		if persons && c.random.Float64() < c.capitals {
			list = append(list, c.replaced(e, strings.ToUpper, false))
		}
		if c.random.Float64() < c.capitals/4 {
			if upper := strings.ToUpper(e.Text); len(upper) == len(e.Text) {
				list = append(list, crf.Example{Text: upper, Names: e.Names, Doc: e.Doc})
			}
		}
		if c.random.Float64() < c.fragments {
			if f, ok := c.fragment(e); ok {
				list = append(list, f)
			}
		}
	}
	return list
}

func isPerson(n crf.Name) bool { return n.Kind == crf.Person }

// titles stand before some of the names.
var titles = strings.Split("Mr.|Mrs.|Ms.|Dr.|Prof.|Prof. Dr.|Professor|Herr|Frau|Herrn|M.A.|M.Sc.|Dipl.-Ing.|B.A.", "|")

// replaced is an example whose names of persons are changed. If titled is set, some get a title before them.
func (c *changer) replaced(e *crf.Example, change func(string) string, titled bool) crf.Example {
	var b strings.Builder
	to := crf.Example{Doc: e.Doc}
	at := 0
	for _, n := range e.Names {
		b.WriteString(e.Text[at:n.From])
		if titled && isPerson(n) && c.random.IntN(8) == 0 {
			b.WriteString(pick(c, titles) + " ")
		}
		from := b.Len()
		name := e.Text[n.From:n.To]
		if isPerson(n) {
			name = change(name)
		}
		b.WriteString(name)
		to.Names = append(to.Names, crf.Name{From: from, To: b.Len(), Kind: n.Kind})
		at = n.To
	}
	b.WriteString(e.Text[at:])
	to.Text = b.String()
	return to
}

// pick is a random element of a list.
func pick[T any](c *changer, list []T) T { return list[c.random.IntN(len(list))] }

// other is a random name for the place of another one: it has one word if that name has one, else several.
func (c *changer) other(name string) string {
	w := pick(c, worlds)
	first, last := pick(c, w.names[0]), pick(c, w.names[1])
	if !strings.Contains(name, " ") {
		if c.random.IntN(3) == 0 {
			return first
		}
		return last
	}
	if c.random.IntN(12) < w.lastFirst() {
		return last + " " + first
	}
	switch c.random.IntN(16) {
	case 0:
		return initial(first) + " " + last
	case 1:
		return first + " " + initial(pick(c, w.names[0])) + " " + last
	case 2:
		return first + " " + pick(c, w.names[0]) + " " + last
	case 3:
		if w.origin == "Spanish" || w.origin == "Portuguese" {
			return first + " " + last + " " + pick(c, w.names[1])
		}
	case 4:
		if !strings.Contains(last, "-") {
			return first + " " + last + "-" + pick(c, w.names[1])
		}
	case 5:
		if !strings.Contains(last, " ") {
			return first + " " + pick(c, particles) + " " + last
		}
	case 6, 7:
		return last
	}
	return first + " " + last
}

// lastFirst is how many of twelve names of the origin get their last name first.
func (w *world) lastFirst() int {
	switch w.origin {
	case "Vietnamese":
		return 8
	case "Chinese", "Korean":
		return 5
	case "Hungarian":
		return 2
	}
	return 0
}

// particles are put into the middle of some names.
var particles = strings.Split("von|von der|van|van der|van den|de|de la|del|di|da|dos|du|le|al|bin|ibn|ben|af|zu|ter|ten|y", "|")

// initial is the first letter of a name, with a full stop.
func initial(name string) string {
	for _, r := range name {
		return string(unicode.ToUpper(r)) + "."
	}
	return ""
}

// fragment is a line that is no sentence, as pages have many: a name of an example, alone or with a second one; a few of its
// words; names with their last word first; or a list of authors.
func (c *changer) fragment(e *crf.Example) (crf.Example, bool) {
	switch n := len(e.Names); {
	case n == 0 || c.random.IntN(3) == 0:
		return c.window(e)
	case c.random.IntN(4) == 0:
		return c.authors(e), true
	}
	f := crf.Example{Doc: e.Doc, Unknown: c.unknownToo()}
	for n := 1 + c.random.IntN(3)/2; n > 0; n-- {
		name := pick(c, e.Names)
		text := e.Text[name.From:name.To]
		if isPerson(name) && strings.Contains(text, " ") {
			if c.random.IntN(2) == 0 {
				text = c.other(text)
			}
			if f.Text == "" && c.random.IntN(2) == 0 {
				return c.inverted(text, e.Doc), true
			}
		}
		if f.Text != "" {
			f.Text += pick(c, []string{"\t", " – ", " | ", ": ", ", "})
		}
		f.Names = append(f.Names, crf.Name{From: len(f.Text), To: len(f.Text) + len(text), Kind: name.Kind})
		f.Text += text
	}
	return f, true
}

// unknownToo reports whether the words of a further example are taken for unknown. It is random.
func (c *changer) unknownToo() bool { return c.random.Float64() < c.unknown }

// window is a few words of an example in a row, with a capital at the beginning, like a heading or an entry of a menu. It has
// whole names or none; if the names of the example are not known, it has no word that may be in one.
func (c *changer) window(e *crf.Example) (crf.Example, bool) {
	var ends [][2]int
	at := 0
	for field := range strings.FieldsSeq(e.Text) {
		from := at + strings.Index(e.Text[at:], field)
		at = from + len(field)
		ends = append(ends, [2]int{from, at})
	}
	if len(ends) == 0 {
		return crf.Example{}, false
	}
	first := c.random.IntN(len(ends))
	last := min(len(ends)-1, first+c.random.IntN(4))
	from, to := ends[first][0], ends[last][1]
	to = from + len(strings.TrimRightFunc(e.Text[from:to], unicode.IsPunct))
	if to-from < 3 {
		return crf.Example{}, false
	}
	f := crf.Example{Doc: e.Doc, Unknown: c.unknownToo(), Text: e.Text[from:to]}
	for _, n := range append(e.Names[:len(e.Names):len(e.Names)], e.Nouns...) {
		switch {
		case n.From >= to || n.To <= from || e.Nouns != nil && !isPerson(n):
		case n.From < from || n.To > to || e.Nouns != nil:
			return crf.Example{}, false
		default:
			f.Names = append(f.Names, crf.Name{From: n.From - from, To: n.To - from, Kind: n.Kind})
		}
	}
	r, n := utf8.DecodeRuneInString(f.Text)
	if upper := unicode.ToUpper(r); unicode.IsLetter(r) && utf8.RuneLen(upper) == n {
		f.Text = string(upper) + f.Text[n:]
		return f, true
	}
	return crf.Example{}, false
}

// authors is a list of names in one of the styles of references, sometimes with the text of the example behind it.
func (c *changer) authors(e *crf.Example) crf.Example {
	style, n := c.random.IntN(5), 2+c.random.IntN(3)
	end := pick(c, []string{" and ", ", and ", ", ", " & "})
	f := crf.Example{Doc: e.Doc, Unknown: c.unknownToo()}
	for i := range n {
		switch {
		case i > 0 && i == n-1:
			f.Text += end
		case i > 0:
			f.Text += ", "
		}
		w := pick(c, worlds)
		first, last := pick(c, w.names[0]), pick(c, w.names[1])
		letters := initial(first)
		if c.random.IntN(3) == 0 {
			letters += pick(c, []string{" ", ""}) + initial(pick(c, w.names[0]))
		}
		name := [...]string{letters + " " + last, last + ", " + letters, last + " " + letters, first + " " + last,
			first + " " + letters + " " + last}[style]
		f.Names = append(f.Names, crf.Name{From: len(f.Text), To: len(f.Text) + len(name), Kind: crf.Person})
		f.Text += name
	}
	if c.random.IntN(2) == 0 {
		f.Text += pick(c, []string{". ", ", ", ": "})
		for _, n := range e.Names {
			f.Names = append(f.Names, crf.Name{From: n.From + len(f.Text), To: n.To + len(f.Text), Kind: n.Kind})
		}
		f.Text += e.Text
	}
	return f
}

// inverted is a name with its last word first, alone or before others in the same form.
func (c *changer) inverted(name string, doc int) crf.Example {
	e := crf.Example{Doc: doc, Unknown: c.unknownToo()}
	between := pick(c, []string{"; ", "; ", " / ", " – "})
	for n := 1 + c.random.IntN(4)*c.random.IntN(2); n > 0; n-- {
		if e.Text != "" {
			e.Text += between
		}
		from := len(e.Text)
		if k := strings.LastIndexByte(name, ' '); k < 0 {
			e.Text += name
		} else {
			e.Text += name[k+1:] + ", " + name[:k]
		}
		e.Names = append(e.Names, crf.Name{From: from, To: len(e.Text), Kind: crf.Person})
		name = c.other("two words")
	}
	return e
}
