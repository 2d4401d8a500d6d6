package document

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"unicode/utf8"

	"webmill/pkg/ascii"
	"webmill/pkg/tuple"
	"webmill/pkg/valid"
)

// MaxLine bounds the line of a document. What is longer is no document.
const MaxLine = 12 << 20

const maxDepth = 64 // of arrays and objects in fields that are passed over

// Parse reads the line of a document. Escapes are replaced in the line itself: it is changed, and the document's fields
// are parts of it.
func (d *Document) Parse(line []byte) error {
	d.Reset()
	p := parser{in: line}
	if err := p.object(func(key []byte) error { return p.field(d, key) }); err != nil {
		return p.fault(err)
	}
	if d.IDName != "" && d.ID == tuple.Unknown {
		return fmt.Errorf("has no %s", d.IDName)
	}
	return nil
}

type parser struct {
	in []byte
	at int
}

// fault adds the place to an error.
func (p *parser) fault(err error) error { return fmt.Errorf("%w, at byte %d", err, p.at+1) }

var (
	errCut    = errors.New("the object is cut off")
	errSyntax = errors.New("is no object of JSON")
	errDeep   = errors.New("is nested too deep")
)

// blanks passes over blanks and returns the byte behind them, 0 at the end.
func (p *parser) blanks() byte {
	for p.at < len(p.in) {
		switch c := p.in[p.at]; c {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return c
		}
	}
	return 0
}

// take passes over blanks and one byte.
func (p *parser) take(want byte) error {
	switch c := p.blanks(); {
	case c == want:
		p.at++
		return nil
	case p.at == len(p.in):
		return errCut
	}
	return errSyntax
}

// object reads the object of the line, and nothing must be behind it. field reads the value of a key.
func (p *parser) object(field func(key []byte) error) error {
	if err := p.take('{'); err != nil {
		return err
	}
	err := p.list('}', func() error {
		key, err := p.key()
		if err != nil {
			return err
		}
		return field(key)
	})
	if err != nil {
		return err
	}
	p.blanks()
	if p.at < len(p.in) {
		return errSyntax
	}
	return nil
}

// list reads the rest of an array or of an object, up to its end. one reads an element.
func (p *parser) list(end byte, one func() error) error {
	for first := true; ; first = false {
		if p.blanks() == end {
			p.at++
			return nil
		}
		if !first {
			if err := p.take(','); err != nil {
				return err
			}
		}
		if err := one(); err != nil {
			return err
		}
	}
}

// key reads a key and the colon behind it.
func (p *parser) key() ([]byte, error) {
	if p.blanks() != '"' {
		return nil, p.take('"')
	}
	key, err := p.text()
	if err != nil {
		return nil, err
	}
	return key, p.take(':')
}

// field reads the value of a key. null is no value; one of another type than the field has is an error.
func (p *parser) field(d *Document, key []byte) error {
	if p.blanks() == 'n' {
		return p.pass(0)
	}
	if string(key) == cmp.Or(d.IDName, "id") {
		n, err := p.number(math.MaxInt32 - 1)
		d.ID = int32(n)
		return err
	}
	for i := range fields {
		f := &fields[i]
		if string(key) != f.Name {
			continue
		}
		var err error
		switch v := f.of(d).(type) {
		case *int:
			var n int64
			n, err = p.number(math.MaxInt32)
			*v = int(n)
		case *bool:
			*v, err = p.truth(f.Name)
		case *[]byte:
			*v, err = p.string(f.Name)
		}
		return err
	}
	return p.pass(0)
}

// string reads the string of a field.
func (p *parser) string(name string) ([]byte, error) {
	if p.blanks() != '"' && p.at < len(p.in) {
		return nil, fmt.Errorf("%s is no string", name)
	}
	return p.text()
}

// truth reads the true or false of a field.
func (p *parser) truth(name string) (is bool, err error) {
	from := p.at
	if err := p.pass(0); err != nil {
		return false, err
	}
	switch string(p.in[from:p.at]) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	p.at = from
	return false, fmt.Errorf("%s is not true or false", name)
}

// number reads a number from 0 to most.
func (p *parser) number(most int64) (n int64, err error) {
	from := p.at
	for ; p.at < len(p.in) && '0' <= p.in[p.at] && p.in[p.at] <= '9'; p.at++ {
		if n = n*10 + int64(p.in[p.at]-'0'); n > most {
			return 0, fmt.Errorf("a number must be 0 … %d", most)
		}
	}
	if p.at == len(p.in) {
		return 0, errCut
	}
	if c := p.in[p.at]; p.at == from || p.in[from] == '0' && p.at > from+1 || c == '.' || c == 'e' || c == 'E' {
		return 0, fmt.Errorf("a number must be 0 … %d", most)
	}
	return n, nil
}

// pass passes over a value.
func (p *parser) pass(depth int) error {
	if depth == maxDepth {
		return errDeep
	}
	switch c := p.blanks(); c {
	case '"':
		_, err := p.text()
		return err
	case '{', '[':
		p.at++
		return p.list(c+2, func() error { // in ASCII ] and } stand two behind [ and {
			if c == '{' {
				if _, err := p.key(); err != nil {
					return err
				}
			}
			return p.pass(depth + 1)
		})
	}
	return p.word()
}

// word passes over a number, true, false or null.
func (p *parser) word() error {
	from := p.at
	for p.at < len(p.in) && strings.IndexByte("+-.0123456789Eaeflnrstu", p.in[p.at]) >= 0 {
		p.at++
	}
	switch word := p.in[from:p.at]; {
	case p.at == len(p.in):
		return errCut
	case string(word) == "true", string(word) == "false", string(word) == "null", aNumber.Match(word):
		return nil
	}
	return errSyntax
}

var aNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// text reads a string, the " of which is at hand. NUL and half of a surrogate pair become replacement characters.
func (p *parser) text() ([]byte, error) {
	p.at = min(p.at+1, len(p.in))
	from := p.at
	for p.at < len(p.in) && p.in[p.at] != '"' && p.in[p.at] != '\\' && p.in[p.at] >= ' ' {
		p.at++
	}
	to := p.at
	for {
		if p.at >= len(p.in) {
			return nil, errCut
		}
		switch c := p.in[p.at]; {
		case c == '"':
			p.at++
			if text := p.in[from:to:to]; valid.UTF8(text) {
				return text, nil
			}
			return nil, errors.New("a string is not UTF-8")
		case c < ' ':
			return nil, errors.New("a string has a control byte")
		case c == '\\':
			var err error
			if to, err = p.escape(to); err != nil {
				return nil, err
			}
		default:
			p.in[to] = c
			to++
			p.at++
		}
	}
}

// escapes are the bytes that stand for others behind \.
var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escape writes what an escape stands for to its place, and returns the place behind it.
func (p *parser) escape(to int) (int, error) {
	if p.at+1 >= len(p.in) {
		return 0, errCut
	}
	c := p.in[p.at+1]
	if plain, ok := escapes[c]; ok {
		p.in[to] = plain
		p.at += 2
		return to + 1, nil
	}
	if c != 'u' {
		return 0, fmt.Errorf("a string has the unknown escape \\%c", c)
	}
	r, err := p.unit()
	if err != nil {
		return 0, err
	}
	if 0xd800 <= r && r < 0xdc00 && p.at+1 < len(p.in) && p.in[p.at] == '\\' && p.in[p.at+1] == 'u' {
		before := p.at
		low, err := p.unit()
		if err != nil {
			return 0, err
		}
		if 0xdc00 <= low && low < 0xe000 {
			r = (r-0xd800)<<10 | (low - 0xdc00) + 0x10000
		} else {
			p.at = before
		}
	}
	if r == 0 {
		r = utf8.RuneError
	}
	return to + utf8.EncodeRune(p.in[to:to+utf8.UTFMax], r), nil
}

// unit reads \uXXXX, which is longer than what it stands for.
func (p *parser) unit() (r rune, err error) {
	if p.at+6 > len(p.in) {
		return 0, errCut
	}
	for _, c := range p.in[p.at+2 : p.at+6] {
		k := ascii.Hex[c]
		if k > 15 {
			return 0, errors.New("a string has a broken escape")
		}
		r = r<<4 | rune(k)
	}
	p.at += 6
	return r, nil
}
