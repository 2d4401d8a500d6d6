package document

import (
	"errors"
	"strconv"
	"strings"
)

// Members reads an object of JSON and calls do for each of its members. Escapes are replaced in the line itself. A value that do
// does not read is passed over.
func Members(line []byte, do func(key []byte, v Value) error) error {
	p := parser{in: line}
	err := p.object(func(key []byte) error {
		p.blanks()
		from := p.at
		err := do(key, Value{&p})
		if err == nil && p.at == from {
			err = p.pass(0)
		}
		return err
	})
	if err != nil {
		return p.fault(err)
	}
	return nil
}

// Value is the value of a member. It is read at most once.
type Value struct{ p *parser }

// Null reports whether the value is null, which need not be read.
func (v Value) Null() bool { return v.p.blanks() == 'n' }

var (
	errNoString = errors.New("is no string")
	errShare    = errors.New("a number must be 0 … 1")
)

// Text reads a string, a part of the line. null is none.
func (v Value) Text() ([]byte, error) {
	switch {
	case v.Null():
		return nil, nil
	case v.p.blanks() != '"' && v.p.at < len(v.p.in):
		return nil, errNoString
	}
	return v.p.text()
}

// Number reads an integer from 0 to most.
func (v Value) Number(most int64) (int64, error) { return v.p.number(most) }

// Share reads a number from 0 to 1.
func (v Value) Share() (float64, error) {
	p := v.p
	from := p.at
	for ; p.at < len(p.in) && strings.IndexByte("0123456789.eE+-", p.in[p.at]) >= 0; p.at++ {
	}
	if p.at == len(p.in) {
		return 0, errCut
	}
	share, err := strconv.ParseFloat(string(p.in[from:p.at]), 64)
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, errShare
	}
	return share, nil
}

// Texts reads a string or a list of strings. null is none.
func (v Value) Texts(do func(text []byte)) error {
	p := v.p
	if p.blanks() != '[' {
		text, err := v.Text()
		if err == nil && len(text) > 0 {
			do(text)
		}
		return err
	}
	p.at++
	return p.list(']', func() error {
		if p.blanks() != '"' && p.at < len(p.in) {
			return errNoString
		}
		text, err := p.text()
		if err == nil {
			do(text)
		}
		return err
	})
}
