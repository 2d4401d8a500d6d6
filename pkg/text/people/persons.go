package people

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"webmill/pkg/spill"
)

// The fields of the lines of persons and pages.
const (
	pPerson = iota
	pHost
	pURL
	pID
	pCounts
	pShown
	pTitles
	pRoles
)

// MostVariants is how many ways of writing a name are kept of a person, of those that came first.
const MostVariants = 32

// about is what is known of a person.
type about struct {
	variants      []variant
	name          string
	mentions      int64
	pages, hosts  int64
	df            int64 // pages with the name in their texts
	titles, roles list
	rank          int64 // the greatest
}

// persons is step 4: for each person a line about it, whose second field is empty, and the lines of its pages:
//
//	person  ""   name  variants  mentions  pages  hosts  id and URL of its home page  score  titles  roles
//	person  key  URL   id  tf  tfidf  bm25  score  reasons
func (j *job) persons(ahead, behind *cursor, add func([]byte) error) error {
	for ahead.Fields != nil {
		key := ahead.key(1)
		a, err := j.about(ahead, key)
		if err != nil {
			return err
		}
		who := newPerson(a.names())
		var best, home *scored
		for behind.in(key) {
			p, err := j.onePage(behind)
			if err != nil {
				return err
			}
			j.score(p, who, a.df)
			if best == nil || p.before(best) {
				best = p
			}
			if j.mayBeHome(p) && (home == nil || p.before(home)) {
				home = p
			}
			j.line = p.line(j.line[:0], key[0], j.opt.Order, a.rank)
			if err := add(j.line); err != nil {
				return err
			}
		}
		if err := add(j.personLine(key[0], a, best, home)); err != nil {
			return err
		}
	}
	return nil
}

// about reads the lines of a person once.
func (j *job) about(c *cursor, key [][]byte) (*about, error) {
	a := &about{rank: -1}
	var host, url []byte
	tf := false // the page at hand has the name in its text
	for c.in(key) {
		f := c.Fields
		var n counts
		n.parse(f[pCounts])
		if !bytes.Equal(f[pURL], url) {
			url, tf = append(url[:0], f[pURL]...), false
			if !bytes.Equal(f[pHost], host) || a.hosts == 0 {
				host = append(host[:0], f[pHost]...)
				a.hosts++
			}
			a.pages++
		}
		a.mentions += n[nTF]
		a.rank = max(a.rank, n[nRank])
		if n[nTF] > 0 && !tf {
			tf = true
			a.df++
		}
		a.write(string(f[pShown]), n[nTF])
		a.titles.add(f[pTitles])
		a.roles.add(f[pRoles])
		if err := c.next(); err != nil {
			return nil, err
		}
	}
	a.choose()
	return a, nil
}

// write counts a way in which the name is written.
func (a *about) write(shown string, tf int64) {
	for i := range a.variants {
		if a.variants[i].shown == shown {
			a.variants[i].tf += tf
			return
		}
	}
	if len(a.variants) < MostVariants {
		a.variants = append(a.variants, variant{shown, tf})
	}
}

// choose chooses the name: that with the full first name, not in capitals, which is written most often.
func (a *about) choose() {
	slices.SortFunc(a.variants, func(x, y variant) int {
		return cmp.Or(cmp.Compare(y.tf, x.tf), cmp.Compare(len(y.shown), len(x.shown)), cmp.Compare(x.shown, y.shown))
	})
	best := -1
	for _, v := range a.variants {
		f, ok := FormOf(v.shown)
		value := 0
		switch {
		case !ok:
		case len(f.Given) > 0 && !isShort(f.Given[0]):
			value = 4
		case len(f.Given) > 0:
			value = 2
		}
		if ok && !f.Caps {
			value++
		}
		if value > best {
			best, a.name = value, v.shown
		}
	}
}

// names are the ways in which the name is written.
func (a *about) names() (list []string) {
	for _, v := range a.variants {
		list = append(list, v.shown)
	}
	return list
}

// onePage reads the lines of a page of a person.
func (j *job) onePage(c *cursor) (*scored, error) {
	key := c.key(4)
	p := &scored{url: key[pURL], id: key[pID]}
	p.counts.parse(c.Fields[pCounts])
	for {
		if err := c.next(); err != nil {
			return nil, err
		}
		if !c.in(key[:3]) {
			return p, nil
		}
		if !bytes.Equal(c.Fields[pID], p.id) {
			return nil, fmt.Errorf("%s is the URL of two documents, %d and %d: are the mentions of different runs?", p.url,
				number(p.id), number(c.Fields[pID]))
		}
		var n counts
		n.parse(c.Fields[pCounts])
		for i := range n[:nTotal] {
			p.counts[i] += n[i]
		}
	}
}

// line is the line of a page.
func (p *scored) line(b, person []byte, order Order, best int64) []byte {
	b = append(append(b, person...), '\t')
	b = p.key(b, order)
	b = appendFields(b, p.url, p.id, itoa(p.counts[nTF]))
	b = appendScore(append(b, '\t'), p.tfidf)
	b = appendScore(append(b, '\t'), p.bm25)
	b = appendScore(append(b, '\t'), p.combined)
	return append(p.reasons(append(b, '\t'), best), '\n')
}

// mayBeHome reports whether a page may be the home page of the person: its URL names them or looks like a home page, and it is
// no part of their pages. Of others the score tells too little: a page about a book has the name of its author everywhere.
func (j *job) mayBeHome(p *scored) bool {
	return p.combined >= j.opt.Home && (p.address.name > 0 || p.address.home > 0) && !p.address.part
}

// personLine is the line about a person. home is nil if there is none.
func (j *job) personLine(person []byte, a *about, best, home *scored) []byte {
	b := append(append(j.line[:0], person...), '\t')
	b = appendFields(b, []byte(a.name), []byte(strings.Join(a.names(), string(listed))))
	b = appendFields(b, itoa(a.mentions), itoa(a.pages), itoa(a.hosts))
	if home != nil {
		b = appendFields(b, home.id, home.url)
	} else {
		b = append(b, "\t\t"...)
	}
	b = appendScore(append(b, '\t'), best.combined)
	b = appendFields(b, a.titles.joined(), a.roles.joined())
	j.line = append(b, '\n')
	return j.line
}

// write is step 5.
func (j *job) write(file *spill.File, out Output) error {
	c, err := newCursor(file)
	if err != nil {
		return err
	}
	for c.Fields != nil {
		key := c.key(1)
		f := c.Fields
		p := &Person{
			ID: number(f[0]), Name: bytes.Clone(f[2]), Mentions: number(f[4]), Pages: number(f[5]), Hosts: number(f[6]),
			HomeID: -1, Home: bytes.Clone(f[8]), Titles: shownList(f[10]), Roles: shownList(f[11]),
		}
		p.Variants = bytes.Split(bytes.Clone(f[3]), []byte{listed})
		p.Score = f[9]
		if len(f[7]) > 0 {
			p.HomeID = number(f[7])
			j.stats.Homes++
		}
		if err := out.Person(p); err != nil {
			return err
		}
		if err := c.next(); err != nil {
			return err
		}
		for rank := int64(1); c.in(key); rank++ {
			f := c.Fields
			page := &Page{
				Person: p.ID, Name: p.Name, URL: f[2], ID: number(f[3]), TF: number(f[4]), TFIDF: f[5], BM25: f[6],
				Score: f[7], Reasons: f[8], Rank: rank,
			}
			page.Home = page.ID == p.HomeID
			j.stats.Rows++
			if err := out.Page(page); err != nil {
				return err
			}
			if err := c.next(); err != nil {
				return err
			}
		}
	}
	return nil
}

// shownList is a field of several strings as it is shown.
func shownList(field []byte) []byte { return bytes.ReplaceAll(field, []byte{listed}, []byte("; ")) }
