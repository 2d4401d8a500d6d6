package names

import (
	"bytes"
	"hash/maphash"
	"unicode/utf8"
)

// A short form is a last name, a first name, or initials and a last name. It is joined to the long form in the document, if one
// person alone has such a name there: then it is written like that one.

// mention is a name that was found in a document.
type mention struct {
	span
	field int // in Made.Fields
	p     float32
	order *reversed // it is Last, First; else nil
	long  int       // which mention's name it has
}

// form is what a mention is compared by.
type form struct {
	first, last uint64 // the first and the last word, without particles and Jr.; 0: it has none
	initial     uint64 // the first letter of the first word
	short       bool   // the first names are initials
}

// holder is who in a document has a word as a name.
type holder struct {
	mention int32
	several bool
	first   uint64 // and last: they tell persons apart
	last    uint64
}

// The kinds of words that a holder has.
const (
	aWord    = iota // a first or last name
	aInitial        // an initial and a last name
)

// joiner joins the short forms of the mentions of a document.
type joiner struct {
	seed    maphash.Seed
	forms   []form
	holders map[[3]uint64]holder
	name    func(i int) []byte // the name of a mention, with one blank between words; valid until the next call
	german  bool               // a name may have an s behind it
}

// mostMentions is how many mentions are compared with each other. Of a document that has more, so many at a time are.
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
			if to, ok := j.of(aInitial, f.initial, f.last); ok {
				list[i].long = to
			} else {
				j.hold(i, f, false)
			}
		}
	}
	for i, f := range j.forms {
		switch {
		case f.first == 0:
			to, ok := j.of(aWord, f.last, 0)
			if !ok && j.german {
				if f := j.form(j.name(i), true); f.last != 0 {
					to, ok = j.of(aWord, f.last, 0)
				}
			}
			if ok {
				list[i].long = to
			}
		case j.german && !f.short: // Hannah Basts
			if g := j.form(j.name(i), true); g.last != 0 {
				if h, ok := j.holders[[3]uint64{aWord, g.last}]; ok && !h.several && h.first == g.first {
					list[i].long = int(h.mention)
				}
			}
		}
	}
	j.follow(list)
}

// follow makes each mention have the name of one that has its own.
func (j *joiner) follow(list []mention) {
	for i := range list {
		for n := 0; n < 3 && list[list[i].long].long != list[i].long; n++ {
			list[i].long = list[list[i].long].long
		}
	}
}

// hold notes the words of a long form.
func (j *joiner) hold(i int, f form, whole bool) {
	if j.holders == nil {
		j.holders = map[[3]uint64]holder{}
	}
	put := func(kind int, a, b uint64) {
		key := [3]uint64{uint64(kind), a, b}
		h, there := j.holders[key]
		switch {
		case !there:
			h = holder{mention: int32(i), first: f.first, last: f.last}
		case h.first != f.first || h.last != f.last:
			h.several = true
		}
		j.holders[key] = h
	}
	put(aWord, f.last, 0)
	if whole {
		put(aWord, f.first, 0)
		put(aInitial, f.initial, f.last)
	}
}

// of is the only holder of a word.
func (j *joiner) of(kind int, a, b uint64) (i int, ok bool) {
	h, there := j.holders[[3]uint64{uint64(kind), a, b}]
	return int(h.mention), there && !h.several
}

// form is that of a name. Without its s it is empty if the name has none.
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
	if f.short = initials; words < 2 {
		f.first = 0
	}
	return f
}

func (j *joiner) hash(word []byte) uint64 { return maphash.Bytes(j.seed, word) | 1 }
