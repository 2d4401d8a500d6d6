package document

import (
	"errors"
	"math"

	"webmill/pkg/tuple"
)

// Tagged is a document whose text has <0>, <1> and so on in the place of names, as findnames -tagged writes it. Its fields are
// parts of the line, which Parse and Name change.
type Tagged struct {
	ID    int32 // tuple.Unknown
	URL   []byte
	Text  []byte
	names parser // of what is left of the list
	more  bool   // there is a name before the next one
	there bool   // there is a list
}

var errNames = errors.New("names is no list of strings")

// Parse reads a line.
func (t *Tagged) Parse(line []byte) error {
	*t = Tagged{ID: tuple.Unknown}
	p := parser{in: line}
	text := false
	err := p.object(func(key []byte) (err error) {
		if p.blanks() == 'n' {
			return p.pass(0)
		}
		switch string(key) {
		case "id":
			n, err := p.number(math.MaxInt32 - 1)
			t.ID = int32(n)
			return err
		case "url":
			t.URL, err = p.string("url")
		case "tagged":
			t.Text, err = p.string("tagged")
			text = true
		case "names":
			return t.list(&p)
		default:
			return p.pass(0)
		}
		return err
	})
	switch {
	case err != nil:
		return p.fault(err)
	case !text || !t.there:
		return errors.New("has no tagged text with names: findnames -tagged writes it")
	}
	return nil
}

// list remembers where the names are: they are read when they are needed.
func (t *Tagged) list(p *parser) error {
	if p.blanks() != '[' {
		return errNames
	}
	p.at++
	from := p.at
	for quoted := false; p.at < len(p.in); p.at++ {
		switch c := p.in[p.at]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			p.at++
		case !quoted && c == ']':
			t.names, t.there = parser{in: p.in[from:p.at]}, true
			p.at++
			return nil
		case !quoted && (c == '[' || c == '{'):
			return errNames
		}
	}
	return errCut
}

// Name reads the next name; ok is false at the end of the list.
func (t *Tagged) Name() (name []byte, ok bool, err error) {
	p := &t.names
	if p.blanks() == 0 && p.at >= len(p.in) {
		return nil, false, nil
	}
	if t.more {
		if err := p.take(','); err != nil {
			return nil, false, errNames
		}
	}
	t.more = true
	if p.blanks() != '"' {
		return nil, false, errNames
	}
	name, err = p.text()
	return name, err == nil, err
}
