package main

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"webmill/pkg/text/names/crf"
)

//go:embed world.tsv
var worldText string

// world has the names of an origin: firsts and lasts.
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
	return slices.DeleteFunc(list, func(w world) bool { return len(w.names[0]) == 0 || len(w.names[1]) == 0 })
}()

// changes says how many more examples are made of those of a text, as shares of its sentences.
type changes struct {
	swap      float64 // names of persons are replaced by those of other origins
	fragments float64 // a name alone, or words that are none, as on a page in menus, tables and lists
	capitals  float64 // the sentence, or its names of persons, in capitals
}

// changer makes examples of others.
type changer struct {
	*rand.Rand
	changes
}

// add appends what is made of the examples. It is learnt, but its words are not counted.
func (c *changer) add(list []crf.Example) []crf.Example {
	for i := range list {
		e := &list[i]
		if e.Nouns != nil {
			continue
		}
		persons := slices.ContainsFunc(e.Names, isPerson)
		if persons && c.Float64() < c.swap {
			list = append(list, c.replaced(e, c.other))
		}
		if persons && c.Float64() < c.capitals {
			list = append(list, c.replaced(e, func(name string) string { return strings.ToUpper(name) }))
		}
		if c.Float64() < c.capitals/4 {
			if upper := strings.ToUpper(e.Text); len(upper) == len(e.Text) {
				list = append(list, crf.Example{Text: upper, Names: e.Names, Doc: e.Doc})
			}
		}
		if c.Float64() < c.fragments {
			if f, ok := c.fragment(e); ok {
				list = append(list, f)
			}
		}
	}
	return list
}

func isPerson(n crf.Name) bool { return n.Kind == crf.Person }

// replaced is an example with other texts for its names of persons.
func (c *changer) replaced(e *crf.Example, change func(string) string) crf.Example {
	var b strings.Builder
	to := crf.Example{Doc: e.Doc}
	at := 0
	for _, n := range e.Names {
		b.WriteString(e.Text[at:n.From])
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

// pick is a random one of a list.
func pick[T any](c *changer, list []T) T { return list[c.IntN(len(list))] }

// other is a name of another origin, of one word or of several as the name that it stands for.
func (c *changer) other(name string) string {
	w := pick(c, worlds)
	first, last := pick(c, w.names[0]), pick(c, w.names[1])
	if !strings.Contains(name, " ") {
		if c.IntN(3) == 0 {
			return first
		}
		return last
	}
	switch c.IntN(12) {
	case 0:
		return initial(first) + " " + last
	case 1:
		return first + " " + initial(pick(c, w.names[0])) + " " + last
	case 2:
		return first + " " + pick(c, w.names[0]) + " " + last
	case 3:
		if w.origin == "Chinese" || w.origin == "Korean" || w.origin == "Vietnamese" || w.origin == "Hungarian" {
			return last + " " + first
		}
	case 4:
		if w.origin == "Spanish" || w.origin == "Portuguese" {
			return first + " " + last + " " + pick(c, w.names[1])
		}
	case 5:
		if !strings.Contains(last, "-") {
			return first + " " + last + "-" + pick(c, w.names[1])
		}
	}
	return first + " " + last
}

// initial is the first letter of a name, with a full stop.
func initial(name string) string {
	for _, r := range name {
		return string(unicode.ToUpper(r)) + "."
	}
	return ""
}

// fragment is a part of an example alone: a name, or capitalised words that are none; or names of persons in a list.
func (c *changer) fragment(e *crf.Example) (crf.Example, bool) {
	type part struct {
		text string
		kind crf.Kind
		name bool
	}
	var parts []part
	for _, n := range e.Names {
		parts = append(parts, part{e.Text[n.From:n.To], n.Kind, true})
	}
	at := 0
	for field := range strings.FieldsSeq(e.Text) {
		from := at + strings.Index(e.Text[at:], field)
		at = from + len(field)
		inside := slices.ContainsFunc(e.Names, func(n crf.Name) bool { return from < n.To && at > n.From })
		if word := strings.TrimFunc(field, unicode.IsPunct); !inside && len(word) > 2 && unicode.IsUpper([]rune(word)[0]) {
			parts = append(parts, part{text: word})
		}
	}
	if len(parts) == 0 {
		return crf.Example{}, false
	}
	p := pick(c, parts)
	if !p.name {
		return crf.Example{Text: p.text, Doc: e.Doc}, true
	}
	text := p.text
	if p.kind == crf.Person && strings.Contains(text, " ") {
		if c.IntN(2) == 0 {
			text = c.other(text)
		}
		if c.IntN(3) == 0 {
			return c.inverted(text, e.Doc), true
		}
	}
	return crf.Example{Text: text, Doc: e.Doc, Names: []crf.Name{{From: 0, To: len(text), Kind: p.kind}}}, true
}

// inverted is a name with its last word first, alone or before others in the same form.
func (c *changer) inverted(name string, doc int) crf.Example {
	e := crf.Example{Doc: doc}
	for n := 1 + c.IntN(3)*c.IntN(2); n > 0; n-- {
		if e.Text != "" {
			e.Text += "; "
		}
		from := len(e.Text)
		k := strings.LastIndexByte(name, ' ')
		e.Text += name[k+1:] + ", " + name[:k]
		e.Names = append(e.Names, crf.Name{From: from, To: len(e.Text), Kind: crf.Person})
		if name = c.other("a b"); !strings.Contains(name, " ") {
			break
		}
	}
	return e
}
