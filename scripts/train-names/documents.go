package main

import (
	"encoding/json"
	"fmt"
	"io"

	"webmill/pkg/text/names/crf"
)

// document is an example in the form that scripts/name-quality reads.
type document struct {
	URL   string   `json:"url"`
	Lang  string   `json:"lang"`
	Text  string   `json:"text"`
	Names [][2]int `json:"names"`
}

// mention is a name that a model found.
type mention struct {
	URL    string  `json:"url"`
	Offset int     `json:"offset"`
	Length int     `json:"length"`
	Name   string  `json:"name"`
	P      float32 `json:"p"`
}

// address is the URL of the i-th example of the target.
func address(i int) string { return fmt.Sprintf("example:%d", i) }

// documents writes the examples of the target as lines of JSON.
func (t *trial) documents(w io.Writer) error {
	to := json.NewEncoder(w)
	for i := range t.target {
		e := &t.target[i]
		d := document{URL: address(i), Lang: t.language, Text: e.Text, Names: [][2]int{}}
		for _, n := range e.Names {
			if n.Kind == crf.Person {
				d.Names = append(d.Names, [2]int{n.From, n.To})
			}
		}
		if err := to.Encode(d); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the names that a model finds in a part of the target.
func (t *trial) keep(m *crf.Model, part []int) {
	var g crf.Tagger
	for _, i := range part {
		text := t.target[i].Text
		check(g.Read(m, []byte(text), func(s crf.Span) error {
			t.found = append(t.found, mention{address(i), s.From, s.To - s.From, text[s.From:s.To], s.P})
			return nil
		}))
	}
}

// mentions writes the names that were kept, as lines of JSON.
func (t *trial) mentions(w io.Writer) error {
	to := json.NewEncoder(w)
	for _, m := range t.found {
		if err := to.Encode(m); err != nil {
			return err
		}
	}
	return nil
}
