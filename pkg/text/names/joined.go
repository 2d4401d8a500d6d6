package names

import (
	"bytes"
	"hash/maphash"
	"unicode/utf8"
)

// A short form is a last name, a first name, or initials and a last name. If only one person of the document has a long form that
// fits it, the short form is joined to this long form: the dictionary then has it as the long form.

// mention is a name that was found in a document.
type mention struct {
	span
	field int       // the index in Made.Fields of the text that has it
	p     float32   // its probability
	order *reversed // the order of a name of the form Last, First; nil: first names come first
	long  int       // the index of the mention whose name it gets: its own index, or the index of its long form
}

// form has the parts of a name that are compared.
type form struct {
	first, last uint64 // the first and the last word, without particles and Jr.; 0: it has none
	initial     uint64 // the first letter of the first word
	short       bool   // whether all first names are initials
}

// holder is the person of a document whose name has certain words.
type holder struct {
	mention int32  // the first mention of the person
	several bool   // whether names of different persons have these words
	first   uint64 // the first word of the name: first and last tell persons apart
	last    uint64 // the last word of the name
}

// key is the words by which a holder is found: a first or last name alone, or an initial and a last name.
type key struct {
	initial uint64 // 0: there is none
	word    uint64
}

// joiner joins the short forms of the mentions of a document.
type joiner struct {
	seed    maphash.Seed
	forms   []form
	holders map[key]holder
	name    func(i int) []byte // the name of a mention, with one blank between words; valid until the next call
	german  bool               // whether a name may have an s at its end, as the genitive of German has it
}

// mostMentions is how many mentions are compared at a time. A document with more mentions is compared in parts.
const mostMentions = 2048

// join sets mention.long of the mentions.
func (j *joiner) join(list []mention) {
	j.forms = j.forms[:0]
	clear(j.holders)
	for i := range list {
		list[i].long = i
		j.forms = append(j.forms, j.form(j.name(i), false))
	}
	for i, f := range j.forms {
		if f.first != 0 && f.last != 0 && !f.short {
			j.hold(i, f, true)
		}
	}
	if len(j.holders) == 0 {
		return
	}
	for i, f := range j.forms { // H. Bast
		if f.first != 0 && f.short {
			if to, ok := j.of(key{f.initial, f.last}); ok {
				list[i].long = to
			} else {
				j.hold(i, f, false)
			}
		}
	}
	for i, f := range j.forms {
		switch {
		case f.first == 0:
			to, ok := j.of(key{word: f.last})
			if !ok && j.german {
				if f := j.form(j.name(i), true); f.last != 0 {
					to, ok = j.of(key{word: f.last})
				}
			}
			if ok {
				list[i].long = to
			}
		case j.german && !f.short: // Hannah Basts
			if g := j.form(j.name(i), true); g.last != 0 {
				if h, ok := j.holders[key{word: g.last}]; ok && !h.several && h.first == g.first {
					list[i].long = int(h.mention)
				}
			}
		}
	}
	j.follow(list)
}

// follow replaces each long form that is itself joined to a longer form by that longer form.
func (j *joiner) follow(list []mention) {
	for i := range list {
		for n := 0; n < 3 && list[list[i].long].long != list[i].long; n++ {
			list[i].long = list[list[i].long].long
		}
	}
}

// hold notes by which words the person of mention i is found: the last name and, for a whole name, also the first name, and the
// initial with the last name.
func (j *joiner) hold(i int, f form, whole bool) {
	if j.holders == nil {
		j.holders = map[key]holder{}
	}
	put := func(k key) {
		h, there := j.holders[k]
		switch {
		case !there:
			h = holder{mention: int32(i), first: f.first, last: f.last}
		case h.first != f.first || h.last != f.last:
			h.several = true
		}
		j.holders[k] = h
	}
	put(key{word: f.last})
	if whole {
		put(key{word: f.first})
		put(key{f.initial, f.last})
	}
}

// of is the mention of the only person whose name has these words; ok is false if there is no such person, or several.
func (j *joiner) of(k key) (i int, ok bool) {
	h, there := j.holders[k]
	return int(h.mention), there && !h.several
}

// form is the form of a name. withoutS leaves out the s at the end of the name; the form is empty if there is none.
func (j *joiner) form(name []byte, withoutS bool) (f form) {
	if withoutS {
		if n := len(name) - 1; n < 4 || name[n] != 's' {
			return f
		}
		name = name[:len(name)-1]
	}
	words, initials := 0, true
	var before []byte
	for word := range bytes.SplitSeq(name, []byte(" ")) {
		if in(suffixes, word) && words > 0 || in(particles, word) && !isCapital(word) {
			continue
		}
		f.last = j.hash(word)
		if words++; words == 1 {
			r, _ := utf8.DecodeRune(word)
			f.first, f.initial = f.last, uint64(r)
		} else {
			initials = initials && isInitial(before)
		}
		before = word
	}
	f.short = initials
	if words < 2 {
		f.first = 0
	}
	return f
}

func (j *joiner) hash(word []byte) uint64 { return maphash.Bytes(j.seed, word) | 1 }
