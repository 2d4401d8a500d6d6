package people

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The fields of the lines of forms.
const (
	gSite = iota
	gSurname
	gLetter
	gGiven
	gHost
	gURL
	gID
	gCounts
	gShown
	gTitles
	gRoles
)

// What is counted of a form on a page.
const (
	nTF = iota
	nTitle
	nHeadings
	nAnchors
	nFirst // it is the first name of the text
	nTop   // and of the headings
	// Of the page.
	nTotal
	nLength
	nRank
	numbers
)

// counts are these numbers.
type counts [numbers]int64

// append appends them as a field.
func (c *counts) append(b []byte) []byte {
	for i, n := range c {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return b
}

// parse reads such a field.
func (c *counts) parse(field []byte) {
	for i := range c {
		one, rest, _ := bytes.Cut(field, []byte{' '})
		c[i] = number(one)
		field = rest
	}
}

// groups is step 3: lines of a person on a page:
//
//	person  host  url  id  counts  shown name  titles  roles
func (j *job) groups(ahead, behind *cursor, add func([]byte) error) error {
	base := int64(0) // persons of the groups before
	for ahead.Fields != nil {
		key := ahead.key(3)
		person, n, err := j.group(ahead, key)
		if err != nil {
			return err
		}
		if base+n > math.MaxInt32 {
			return fmt.Errorf("more than %d persons", math.MaxInt32)
		}
		form, last := -1, []byte(nil)
		for behind.in(key) {
			f := behind.Fields
			if form < 0 || !bytes.Equal(f[gGiven], last) {
				form++
				last = append(last[:0], f[gGiven]...)
			}
			id := int64(form)
			if person != nil {
				id = int64(person[form])
			}
			b := appendDigits(j.line[:0], base+id)
			j.line = append(appendFields(b, f[gHost], f[gURL], f[gID], f[gCounts], f[gShown], f[gTitles], f[gRoles]), '\n')
			if err := add(j.line); err != nil {
				return err
			}
			if err := behind.next(); err != nil {
				return err
			}
		}
		base += n
	}
	j.stats.Persons = base
	return nil
}

// group reads a group, and gives its forms the numbers of their persons: nil if each is a person of its own.
func (j *job) group(c *cursor, key [][]byte) (person []int, persons int64, err error) {
	var forms [][]string
	last := []byte(nil)
	for c.in(key) {
		if given := c.Fields[gGiven]; persons == 0 || !bytes.Equal(given, last) {
			last = append(last[:0], given...)
			if persons++; persons <= MostForms {
				forms = append(forms, strings.Fields(string(given)))
			}
		}
		if err := c.next(); err != nil {
			return nil, 0, err
		}
	}
	switch {
	case persons == 1:
		return nil, persons, nil
	case persons > MostForms:
		j.stats.Large++
		return nil, persons, nil
	}
	person, n := join(forms)
	return person, int64(n), nil
}
