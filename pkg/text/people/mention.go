package people

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"webmill/pkg/text/document"
	"webmill/pkg/valid"
)

// Where a name stands. The letters sort; behind inText comes the field, if it is not the text, like that of the description.
const (
	inAnchors  = 'a'
	inHeadings = 'h'
	inText     = 't'
	inTitle    = 'u'
)

// Bounds of what a mention has. A longer URL makes it none; of titles and roles those are kept that fit.
const (
	MaxURL    = 8 << 10 // as the URLs of a crawl
	mostName  = 1024
	mostTitle = 256
	mostField = 64
)

// mention is a line of findnames.
type mention struct {
	id        int64
	url, name []byte
	field     []byte
	offset    int64   // -1: nobody says
	p         float64 // how probable it is that this is a name; 1 if nobody says
	titles    []byte  // joined by listed
	roles     []byte
}

// listed stands between the titles of one field.
const listed = '\x1f'

var (
	errNoID   = errors.New("has no id: is it of documents without ids? extract-text -page-ids gives them")
	errNoURL  = errors.New("has no url")
	errNoName = errors.New("has no name")
	errURL    = errors.New("its url is none with a host")
	errLong   = fmt.Errorf("its url or name is longer than %d bytes", MaxURL)
	errBytes  = errors.New("its url or name has control bytes")
	errNoLink = errors.New("is of a title or of headings, not of the text of a link: anchor-documents.sh makes documents of such texts")
)

// parse reads a line, whose fields become parts of it.
func (m *mention) parse(line []byte, host func(url []byte) []byte) error {
	*m = mention{id: -1, offset: -1, p: 1, titles: m.titles[:0], roles: m.roles[:0]}
	err := document.Members(line, func(key []byte, v document.Value) (err error) {
		if v.Null() {
			return nil
		}
		switch string(key) {
		case "id":
			m.id, err = v.Number(math.MaxInt32 - 1)
		case "offset":
			m.offset, err = v.Number(math.MaxInt64 / 20)
		case "p":
			m.p, err = v.Share()
		case "url":
			m.url, err = v.Text()
		case "name":
			m.name, err = v.Text()
		case "field":
			m.field, err = v.Text()
		case "role":
			err = v.Texts(func(text []byte) { m.roles = withText(m.roles, text) })
		case "titles":
			err = v.Texts(func(text []byte) { m.titles = withText(m.titles, text) })
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", key, err)
		}
		return err
	})
	if err != nil {
		return err
	}
	return m.check(host)
}

// withText is a list joined by listed with another text, if there is room for it.
func withText(list, text []byte) []byte {
	if len(list)+len(text) >= mostTitle || len(text) == 0 {
		return list
	}
	if len(list) > 0 {
		list = append(list, listed)
	}
	return valid.OneLine(list, text, ' ')
}

// check says what a mention lacks.
func (m *mention) check(host func(url []byte) []byte) error {
	switch {
	case m.id < 0:
		return errNoID
	case len(m.url) == 0:
		return errNoURL
	case len(m.name) == 0:
		return errNoName
	case len(m.url) > MaxURL || len(m.name) > mostName:
		return errLong
	case control(m.url) || control(m.name):
		return errBytes
	case len(host(m.url)) == 0:
		return errURL
	}
	return nil
}

// control reports whether a text has control bytes.
func control(text []byte) bool {
	return bytes.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// place is where the name stands.
func (m *mention) place(anchors bool) byte {
	switch {
	case anchors:
		return inAnchors
	case string(m.field) == "title":
		return inTitle
	case string(m.field) == "headings":
		return inHeadings
	}
	return inText
}

// reader makes lines of mentions:
//
//	id  url  surname  given  place  offset  shown name  titles  roles
type reader struct {
	stats *Stats
	host  func(url []byte) []byte
	least float64          // mentions that are less probable are left out
	exact bool             // the form of a name is the name
	forms map[string]*Form // of the last names; emptied when it is full
	bytes int              // the memory of forms
	line  []byte
}

// mostCached is the memory for what is remembered of names.
const mostCached = 1 << 20

// read reads a stream of mentions, one of which must be there if it has lines.
func (r *reader) read(src document.Source, anchors bool, add func(line []byte) error) error {
	var b document.Batch
	m := &mention{}
	before, firstBad := *r.stats, ""
	for {
		err := src.Next(&b)
		if err == io.EOF {
			r.stats.FirstBad = cmp.Or(r.stats.FirstBad, firstBad)
			return r.stats.noMention(before, firstBad)
		}
		if err == nil {
			r.stats.Long += b.Long
			err = b.EachLine(func(number int64, line []byte) error {
				if err := m.parse(line, r.host); err != nil {
					r.stats.Bad++
					if firstBad == "" {
						firstBad = b.Fault(number, err).Error()
					}
					return nil
				}
				if place := m.place(false); anchors && place != inText {
					return b.Fault(number, errNoLink)
				}
				if m.p < r.least {
					r.stats.Unlikely++
					return nil
				}
				return r.add(m, anchors, add)
			})
		}
		if err != nil {
			return err
		}
	}
}

// add adds the line of a mention.
func (r *reader) add(m *mention, anchors bool, add func(line []byte) error) error {
	f := r.form(m.name)
	if f == nil {
		r.stats.Nameless++
		return nil
	}
	if anchors {
		r.stats.Anchors++
	} else {
		r.stats.Mentions++
	}
	b := appendDigits(r.line[:0], m.id)
	b = appendFields(b, m.url, []byte(f.Surname), []byte(f.Key()))
	place := m.place(anchors)
	b = append(b, '\t', place)
	if place == inText && string(m.field) != "text" {
		b = valid.OneLine(b, valid.Cut(m.field, mostField), ' ')
	}
	b = appendDigits(append(b, '\t'), max(m.offset, 0))
	if m.offset < 0 {
		b = append(b, unsaid)
	}
	b = appendFields(b, []byte(f.Shown), m.titles, m.roles)
	r.line = append(b, '\n')
	return add(r.line)
}

// unsaid stands behind the offset 0 of a name of which nobody says where it stands: it may come again.
const unsaid = '?'

// repeats finds a mention that comes again, in the lines of a page as they are sorted.
type repeats struct{ last []byte }

// see is an error if the line is of the same name in the same place as the one before.
func (r *repeats) see(f [][]byte) error {
	from := len(r.last)
	r.last = appendFields(r.last, f[mSurname:mTitles]...)
	again := from > 0 && bytes.Equal(r.last[:from], r.last[from:])
	r.last = append(r.last[:0], r.last[from:]...)
	if !again || f[mOffset][len(f[mOffset])-1] == unsaid {
		return nil
	}
	whose := "the mentions have"
	if f[mPlace][0] == inAnchors {
		whose = "the -anchor-mentions have"
	}
	return fmt.Errorf("%s %s of document %d twice, at the same place (offset %d): is a file given twice?", whose, f[mShown],
		number(f[mID]), number(f[mOffset]))
}

// form is the form of a name, nil if it has none.
func (r *reader) form(name []byte) *Form {
	if f, known := r.forms[string(name)]; known {
		return f
	}
	if r.forms == nil || r.bytes > mostCached {
		r.forms, r.bytes = map[string]*Form{}, 0
	}
	var is *Form
	if r.exact {
		is = &Form{Surname: string(name), Shown: string(name)}
	} else if f, ok := FormOf(string(name)); ok && len(f.Surname)+len(f.Key()) < 4*mostName {
		is = &f
	}
	r.forms[string(name)] = is
	r.bytes += formBytes + len(name)
	if is != nil {
		r.bytes += len(is.Shown) + len(is.Surname) + len(is.Key())
	}
	return is
}

// formBytes is what a form takes in the map of forms, without the letters.
const formBytes = 512

func itoa(n int64) []byte { return strconv.AppendInt(nil, n, 10) }
