package people

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"webmill/pkg/tuple"
)

// The fields of the lines of mentions.
const (
	mID = iota
	mURL
	mSurname
	mGiven
	mPlace
	mOffset
	mShown
	mTitles
	mRole
)

// page is what is known of a page before its names are read.
type page struct {
	id         []byte
	url        []byte
	site, host []byte
	total      int64 // mentions in its texts
	length     int64
	rank       int64 // the bits of a float32, or -1
	known      bool  // it is a document
	first      ahead // the first name of the text
	heading    ahead // and of the headings
	firsts     firsts
}

// firsts are the persons of a page by their first names, so that a first name alone may be theirs.
type firsts struct {
	of    map[string]*named // nil: several persons have it
	bytes int
}

// named is a form of a page, as others of its person become it.
type named struct{ surname, given string }

// mostFirsts bounds the bytes of firsts. On a page with more, a first name alone is nobody's.
const mostFirsts = 256 << 10

// add adds the persons of a surname, by the forms that are on the page; a surname alone is none.
func (s *firsts) add(surname string, forms [][]string) {
	if s.of == nil {
		s.of = map[string]*named{}
	}
	if len(forms) > mostOnPage {
		s.bytes = mostFirsts + 1
	}
	for _, given := range joinOnPage(forms) {
		first := given
		if i := strings.IndexByte(given, ' '); i >= 0 {
			first = given[:i]
		}
		is := &named{surname, given}
		switch was, known := s.of[first]; {
		case isShort(first) || s.bytes > mostFirsts:
		case !known:
			s.of[first] = is
			s.bytes += len(first) + len(surname) + len(given) + 64
		case was != nil && *was != *is:
			s.of[first] = nil
		}
	}
}

// find is the person whose first name a name alone is, or nil.
func (s *firsts) find(name string) *named {
	if full, nick := nicknames[name]; nick {
		name = full
	}
	if s.bytes > mostFirsts {
		return nil
	}
	return s.of[name]
}

// ahead is the form that comes first.
type ahead struct {
	offset         []byte
	surname, given []byte
}

// see takes the line of a mention into account.
func (a *ahead) see(f [][]byte) {
	if a.offset == nil || bytes.Compare(f[mOffset], a.offset) < 0 {
		a.offset, a.surname, a.given = bytes.Clone(f[mOffset]), bytes.Clone(f[mSurname]), bytes.Clone(f[mGiven])
	}
}

func (a *ahead) is(surname []byte, given string) bool {
	return a.offset != nil && bytes.Equal(a.surname, surname) && string(a.given) == given
}

// pages is step 2: lines of a form on a page, and one of the ways in which it is written:
//
//	site  surname  letter  given  host  url  id  counts  shown name  titles  roles
func (j *job) pages(ahead, behind *cursor, add func([]byte) error) error {
	long := &lengths{cursor: tuple.NewCursor(j.in.Lengths, 2)}
	ranks := &tuple.Cursor{}
	if j.in.Ranks.Source != nil {
		ranks = tuple.NewCursor(j.in.Ranks, 2)
	}
	for ahead.Fields != nil {
		p, err := j.page(ahead, long, ranks)
		if err != nil {
			return err
		}
		key := [][]byte{p.id}
		for behind.in(key) {
			if p.known {
				err = j.surname(p, behind, add)
			} else {
				err = behind.next()
			}
			if err != nil {
				return err
			}
		}
	}
	ranks.SkipTo(tuple.NoID)
	if err := ranks.Err(); err != nil {
		return err
	}
	if err := long.end(); err != nil {
		return err
	}
	j.stats.Docs = long.docs
	if long.words > 0 {
		j.mean = float64(long.words) / float64(long.docs)
	}
	return nil
}

// page reads the lines of a page once.
func (j *job) page(c *cursor, long *lengths, ranks *tuple.Cursor) (*page, error) {
	key := c.key(2)
	p := &page{id: key[mID], url: key[mURL], rank: -1}
	p.host = j.opt.Host(p.url)
	p.site = j.opt.Site(p.host)
	own, anchored := false, false // it has mentions that are not of anchors, and that are
	var surname, given []byte
	var forms [][]string // of the surname
	var again repeats
	for c.in(key[:1]) {
		f := c.Fields
		if err := p.same(&again, f); err != nil {
			return nil, err
		}
		if !bytes.Equal(f[mSurname], surname) {
			p.firsts.add(string(surname), forms)
			surname, given, forms = append(surname[:0], f[mSurname]...), given[:0], forms[:0]
		}
		if !bytes.Equal(f[mGiven], given) {
			given = append(given[:0], f[mGiven]...)
			if len(forms) <= mostOnPage {
				forms = append(forms, strings.Fields(string(given)))
			}
		}
		switch f[mPlace][0] {
		case inText:
			p.first.see(f)
			p.total++
		case inTitle:
			p.total++
		case inHeadings:
			p.heading.see(f)
		}
		own, anchored = own || f[mPlace][0] != inAnchors, anchored || f[mPlace][0] == inAnchors
		if err := c.next(); err != nil {
			return nil, err
		}
	}
	p.firsts.add(string(surname), forms)
	id := number(p.id)
	var err error
	if p.length, p.known, err = long.of(id); err != nil {
		return nil, err
	}
	if own {
		if err := p.fits(j.in.Lengths.Name); err != nil {
			return nil, err
		}
	}
	if !p.known {
		j.stats.Unfetched++
		return p, nil
	}
	j.stats.Pages++
	if anchored {
		j.stats.Anchored++
	}
	return p, j.rate(p, id, ranks)
}

// rate gives the page its rank.
func (j *job) rate(p *page, id int64, ranks *tuple.Cursor) error {
	if p.rank = rankOf(ranks, id); p.rank < 0 && j.in.Ranks.Source != nil {
		j.stats.Unranked++
	}
	return ranks.Err()
}

// fits is an error if a page with names cannot have the length of the page.
func (p *page) fits(lengths string) error {
	switch {
	case !p.known:
		return fmt.Errorf("%s: has no length of document %d, %s: is it of the same run as the mentions?", lengths, number(p.id), p.url)
	case p.length == 0:
		return fmt.Errorf("%s: the length of document %d, %s, is 0, but it has names: is it of the same run as the mentions?", lengths,
			number(p.id), p.url)
	case int64(p.total) > 2*p.length+20: // a word may be in two names, and a few names tell nothing
		return fmt.Errorf("%s: the length of document %d, %s, is %d, but its text has %d names: is it of the same run as the mentions?",
			lengths, number(p.id), p.url, p.length, p.total)
	}
	return nil
}

// same is an error if the line is of another page with the id, or comes again.
func (p *page) same(again *repeats, f [][]byte) error {
	if !bytes.Equal(f[mURL], p.url) {
		return fmt.Errorf("document %d has two URLs, %s and %s: are the mentions of different runs?", number(p.id), p.url, f[mURL])
	}
	return again.see(f)
}

// rankOf is the rank of a page, as bits, or -1.
func rankOf(ranks *tuple.Cursor, id int64) int64 {
	if ranks.SkipTo(id) {
		return int64(ranks.Take(id)[1])
	}
	return -1
}

// onPage is a form on a page.
type onPage struct {
	given    string
	names    []string // the same, divided
	counts   counts
	variants []variant
	titles   list
	roles    list
}

// variant is a way in which a form is written.
type variant struct {
	shown string
	tf    int64
}

// mostWays is how many ways of writing a form on a page are told apart; further ones count for the first.
const mostWays = 16

// surname reads the lines of a surname on a page.
func (j *job) surname(p *page, c *cursor, add func([]byte) error) error {
	key := c.key(3)
	surname := key[mSurname]
	var forms []*onPage
	many := false
	for c.in(key) {
		f, err := form(p, c, key)
		if err != nil {
			return err
		}
		if forms = append(forms, f); !many && len(forms) <= mostOnPage {
			continue
		}
		for _, f := range forms {
			if err := j.addForm(p, surname, f, f.given, add); err != nil {
				return err
			}
		}
		forms, many = forms[:0], true
	}
	given := onPageForms(forms)
	if len(forms) == 1 && forms[0].given == "" {
		if of := p.firsts.find(string(surname)); of != nil {
			return j.addForm(p, []byte(of.surname), forms[0], of.given, add)
		}
	}
	for i, f := range forms {
		if err := j.addForm(p, surname, f, given[i], add); err != nil {
			return err
		}
	}
	return nil
}

// form reads the lines of one form.
func form(p *page, c *cursor, surname [][]byte) (*onPage, error) {
	key := append(slices.Clip(surname), bytes.Clone(c.Fields[mGiven]))
	f := &onPage{given: string(key[mGiven]), names: strings.Fields(string(key[mGiven]))}
	for c.in(key) {
		tf := int64(0)
		switch c.Fields[mPlace][0] {
		case inAnchors:
			f.counts[nAnchors]++
		case inHeadings:
			f.counts[nHeadings]++
		case inTitle:
			f.counts[nTitle]++
			tf = 1
		default:
			tf = 1
		}
		f.counts[nTF] += tf
		f.write(string(c.Fields[mShown]), tf)
		f.titles.add(c.Fields[mTitles])
		f.roles.add(c.Fields[mRole])
		if err := c.next(); err != nil {
			return nil, err
		}
	}
	if p.first.is(surname[mSurname], f.given) {
		f.counts[nFirst] = 1
	}
	if p.heading.is(surname[mSurname], f.given) {
		f.counts[nTop] = 1
	}
	return f, nil
}

// write counts a way in which the form is written.
func (f *onPage) write(shown string, tf int64) {
	for i := range f.variants {
		if f.variants[i].shown == shown {
			f.variants[i].tf += tf
			return
		}
	}
	if len(f.variants) == mostWays {
		f.variants[0].tf += tf
		return
	}
	f.variants = append(f.variants, variant{shown, tf})
}

// onPageForms are the forms that each form of a surname on a page becomes: the fullest of its person. A surname alone, which
// comes first, becomes the form of the others if they are one person.
func onPageForms(forms []*onPage) (given []string) {
	given = make([]string, len(forms))
	var long [][]string
	lone := 0
	for i, f := range forms {
		if given[i] = f.given; f.given == "" {
			lone = 1
		} else {
			long = append(long, f.names)
		}
	}
	joined := joinOnPage(long)
	copy(given[lone:], joined)
	if lone == 1 && len(joined) > 0 && !slices.ContainsFunc(joined, func(g string) bool { return g != joined[0] }) {
		given[0] = joined[0]
	}
	return given
}

// joinOnPage gives each of the long forms of a surname on a page the fullest one of its person. Too many are not joined.
func joinOnPage(long [][]string) []string {
	joined := make([]string, len(long))
	if len(long) > mostOnPage {
		for i, f := range long {
			joined[i] = strings.Join(f, " ")
		}
		return joined
	}
	person, n := join(long)
	best := make([][]string, n)
	for i, p := range person {
		if best[p] == nil || fuller(long[i], best[p]) {
			best[p] = long[i]
		}
	}
	for i, p := range person {
		joined[i] = strings.Join(best[p], " ")
	}
	return joined
}

// addForm adds the lines of a form, one for each way in which it is written. The first has the counts.
func (j *job) addForm(p *page, surname []byte, f *onPage, given string, add func([]byte) error) error {
	f.counts[nTotal], f.counts[nLength], f.counts[nRank] = p.total, p.length, p.rank
	for i, v := range f.variants {
		c := f.counts
		if i > 0 {
			c = counts{nTotal: p.total, nLength: p.length, nRank: p.rank}
		}
		c[nTF] = v.tf
		b := append(j.line[:0], p.site...)
		b = appendFields(b, surname, letter(given), []byte(given), p.host, p.url, p.id)
		b = c.append(append(b, '\t'))
		b = appendFields(b, []byte(v.shown), f.titles.joined(), f.roles.joined())
		f.titles, f.roles = list{}, list{}
		j.line = append(b, '\n')
		if err := add(j.line); err != nil {
			return err
		}
	}
	return nil
}

// letter is the first letter of the first name; empty if there is none.
func letter(given string) []byte {
	for i := range given {
		if i > 0 {
			return []byte(given[:i])
		}
	}
	return []byte(given)
}

// list is some different strings in the order in which they came, at most mostListed.
type list struct{ of []string }

const mostListed = 16

// add adds strings that are joined by listed.
func (l *list) add(joined []byte) {
	for len(joined) > 0 {
		one, rest, _ := bytes.Cut(joined, []byte{listed})
		if len(l.of) < mostListed && len(one) > 0 && !slices.Contains(l.of, string(one)) {
			l.of = append(l.of, string(one))
		}
		joined = rest
	}
}

func (l *list) joined() []byte { return []byte(strings.Join(l.of, string(listed))) }
