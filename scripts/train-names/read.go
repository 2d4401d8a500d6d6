package main

import (
	"fmt"
	"strings"

	"webmill/pkg/text/names/crf"
)

// reader makes examples of training texts.
type reader struct {
	file    string
	list    []crf.Example
	doc     int
	persons int

	// Of the sentence.
	text  strings.Builder
	names []crf.Name
	open  string // tag of the name that the last word is in
	words int
}

// kinds are the kinds of names by the tags of texts; those of other tags are Other.
var kinds = map[string]crf.Kind{
	"per": crf.Person, "person": crf.Person, "politician": crf.Person, "writer": crf.Person, "musicalartist": crf.Person,
	"scientist": crf.Person, "researcher": crf.Person,
	"loc": crf.Place, "location": crf.Place, "country": crf.Place, "location-city": crf.Place,
	"org": crf.Organisation, "organisation": crf.Organisation, "corporation": crf.Organisation, "group": crf.Organisation,
	"politicalparty": crf.Organisation, "university": crf.Organisation, "band": crf.Organisation,
}

// most is the most words of a sentence, where the text has no ends of sentences.
const most = 80

// columns reads a text of a word a line, with its tag behind it, and an empty line behind a sentence. The words may have numbers
// before them.
func (r *reader) columns(text string) error {
	ids := false                             // of documents
	whole := !strings.Contains(text, "\n\n") // there may be no ends of sentences
	tagged := 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "#\t") {
			document := strings.HasPrefix(line, "# newdoc") || strings.HasPrefix(line, "# file")
			ids = ids || document
			if document {
				r.end()
				r.doc++
			}
			continue
		}
		fields := strings.Fields(line)
		if len(fields) == 0 {
			r.end()
			if !ids {
				r.doc++
			}
			continue
		}
		word, tag := fields[0], "O" // the texts of scanned newspapers have lines without a tag
		if len(fields) == 2 {
			word, tag = fields[0], fields[1]
			tagged++
		} else if len(fields) > 2 {
			tagged++
			word, tag = fields[1], fields[2]
		}
		r.word(word, tag)
		if ids && whole && word == "." && tag == "O" || r.words == most {
			r.end()
		}
	}
	r.end()
	if len(r.list) > 0 && tagged == 0 {
		return fmt.Errorf("%s has no tags behind the words of its lines: is it a text in columns?", r.file)
	}
	return nil
}

// word adds a word and its tag.
func (r *reader) word(word, tag string) {
	glued := len(word) == 1 && strings.Contains(".,;:!?)]}", word) || strings.HasPrefix(word, "'")
	if r.words++; r.words > 1 && !glued {
		if s := r.text.String(); !strings.HasSuffix(s, "(") {
			r.text.WriteByte(' ')
		}
	}
	from := r.text.Len()
	r.text.WriteString(word)
	begins, kind, ok := strings.Cut(tag, "-")
	switch lower := strings.ToLower(kind); {
	case !ok || strings.HasSuffix(kind, "deriv") || strings.HasSuffix(kind, "part"):
		r.open = ""
	case begins == "I" && r.open == kind:
		r.names[len(r.names)-1].To = r.text.Len()
	default:
		r.open = kind
		k, known := kinds[lower]
		if !known {
			k = crf.Other
		}
		r.names = append(r.names, crf.Name{From: from, To: r.text.Len(), Kind: k})
	}
}

// end ends a sentence.
func (r *reader) end() {
	if r.words > 0 {
		for _, n := range r.names {
			if n.Kind == crf.Person {
				r.persons++
			}
		}
		r.list = append(r.list, crf.Example{Text: r.text.String(), Names: r.names, Doc: r.doc})
	}
	r.text.Reset()
	r.names, r.open, r.words = nil, "", 0
}

// nouns reads a text of a sentence a line: words, each with ## and its part of speech. Behind a word without one stand the two
// words that it is made of.
func (r *reader) nouns(text string) {
	for line := range strings.Lines(text) {
		e := crf.Example{Doc: r.doc, Nouns: []crf.Name{}}
		var b strings.Builder
		skip := 0
		for field := range strings.FieldsSeq(line) {
			word, tag, _ := strings.Cut(field, "##")
			if skip > 0 || word == "" {
				skip--
				continue
			}
			if tag == "_" {
				skip = 2
			}
			if b.Len() > 0 && (tag != "PUNCT" || word == "(") {
				b.WriteByte(' ')
			}
			from := b.Len()
			b.WriteString(word)
			switch tag {
			case "PROPN":
				e.Nouns = append(e.Nouns, crf.Name{From: from, To: b.Len(), Kind: crf.Person})
			case "NOUN":
				e.Nouns = append(e.Nouns, crf.Name{From: from, To: b.Len(), Kind: crf.Other})
			}
		}
		e.Text = b.String()
		r.list = append(r.list, e)
		r.doc++
	}
}
