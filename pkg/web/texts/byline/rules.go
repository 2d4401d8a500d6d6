package byline

import (
	"bytes"
	"html"

	"webmill/pkg/web/page"
)

// The rules for titles, in their order of trust.
const (
	titleOpen = iota // og:title
	titleLinked
	titleMeta
	titleItem
	titleLinkedPage
	titleTag // the title element
	titleRules
)

// The rules for authors.
const (
	authorLinked = iota
	authorMeta
	authorLabel // twitter:data1 behind twitter:label1
	authorLinkedPage
	authorItemName // itemprop=name in itemprop=author
	authorItem
	authorRel
	authorClass
	authorByline
	authorText
	authorUser // the class username
	authorRules

	authorVisible = authorItemName // this one, and those behind, read the text of the page, and count near the heading only
)

// The rules for dates.
const (
	dateLinked = iota
	dateMeta
	dateItem
	dateLinkedPage
	dateClass
	dateTime
	dateText
	dateRules

	dateNear = dateClass // this one, and those behind, count near the heading only
)

// The rules for sites.
const (
	siteOpen = iota // og:site_name
	siteLinkedSite
	siteLinked
	siteMeta
	siteRules
)

// said is what a rule found, and where it stands in the text of the page.
type said struct {
	text []byte
	at   int
}

// found is what the rules found.
type found struct {
	kept     []byte
	titles   [titleRules][]byte
	names    [authorRules][]said
	dates    [dateRules][]said
	sites    [siteRules][]byte
	headings []said // h1
	persons  []thing
	heading  int  // that of the page, or -1
	label    bool // twitter:label1 says that an author follows
}

const (
	maxKept  = 256 << 10
	maxFound = 32 // by a rule
)

func (f *found) reset() {
	*f = found{kept: f.kept[:0], headings: f.headings[:0], persons: f.persons[:0]}
}

// keep copies a text; nil if there is no room.
func (f *found) keep(text []byte) []byte {
	if len(text) == 0 || len(f.kept)+len(text) > maxKept {
		return nil
	}
	from := len(f.kept)
	f.kept = append(f.kept, text...)
	return f.kept[from:len(f.kept):len(f.kept)]
}

// title keeps the first title that a rule finds.
func (f *found) title(rule int, text []byte) {
	if f.titles[rule] == nil {
		if bytes.IndexByte(text, '&') >= 0 { // many pages escape twice
			text = []byte(html.UnescapeString(string(text)))
		}
		f.titles[rule] = page.PlainTitle(f.keep(text))
	}
}

func (f *found) site(rule int, text []byte) {
	if f.sites[rule] == nil {
		f.sites[rule] = page.PlainTitle(f.keep(text))
	}
}

// author keeps a text that names authors.
func (f *found) author(rule, at int, text []byte) {
	if len(text) > 0 && len(text) <= maxNames && f.useful(at) {
		f.names[rule] = f.add(f.names[rule], said{page.Plain(f.keep(text)), at})
	}
}

// add adds what was found to a list. In a full one it takes the place of the first if the heading of the page is still to come,
// as what stands near that counts.
func (f *found) add(list []said, s said) []said {
	switch {
	case len(list) < maxFound:
		return append(list, s)
	case len(f.headings) == 0:
		copy(list, list[1:])
		list[maxFound-1] = s
	}
	return list
}

// What is near to a heading, in bytes of text.
const (
	nearBefore = 400
	nearBehind = 1500
)

// useful reports whether what stands at a place may be near a heading.
func (f *found) useful(at int) bool {
	n := len(f.headings)
	return at == 0 || n == 0 || at <= f.headings[n-1].at+nearBehind
}

// authors keeps the authors of the first thing that has some.
func (f *found) authors(rule int, names [][]byte) {
	if len(f.names[rule]) > 0 {
		return
	}
	for _, n := range names {
		f.author(rule, 0, n)
	}
}

func (f *found) date(rule int, text []byte) { f.dateAt(rule, 0, text) }

// dateAt keeps the date that stands in a text.
func (f *found) dateAt(rule, at int, text []byte) {
	var room [40]byte
	if !f.useful(at) {
		return
	}
	if d, ok := appendDate(room[:0], text); ok {
		f.dates[rule] = f.add(f.dates[rule], said{f.keep(d), at})
	}
}

// field is a rule of one of the fields.
type field struct {
	of   fields
	rule int
}

type fields uint8

const (
	ofTitle fields = iota + 1
	ofAuthor
	ofDate
	ofSite
	ofLabel
)

// metas are the meta elements that say something, by name, property or itemprop in lower case.
var metas = map[string]field{
	"og:title": {ofTitle, titleOpen}, "twitter:title": {ofTitle, titleMeta}, "dc.title": {ofTitle, titleMeta},
	"dcterms.title": {ofTitle, titleMeta}, "citation_title": {ofTitle, titleMeta}, "parsely-title": {ofTitle, titleMeta},
	"sailthru.title": {ofTitle, titleMeta}, "headline": {ofTitle, titleItem},

	"author": {ofAuthor, authorMeta}, "article:author": {ofAuthor, authorMeta}, "dc.creator": {ofAuthor, authorMeta},
	"dcterms.creator": {ofAuthor, authorMeta}, "dc.contributor": {ofAuthor, authorMeta},
	"citation_author": {ofAuthor, authorMeta},
	"parsely-author":  {ofAuthor, authorMeta}, "sailthru.author": {ofAuthor, authorMeta}, "byl": {ofAuthor, authorMeta},
	"article:author_name": {ofAuthor, authorMeta}, "og:article:author": {ofAuthor, authorMeta}, "authors": {ofAuthor, authorMeta},
	"twitter:label1": {ofLabel, 0}, "twitter:data1": {ofAuthor, authorLabel},

	"article:published_time": {ofDate, dateMeta}, "og:published_time": {ofDate, dateMeta}, "datepublished": {ofDate, dateItem},
	"dc.date": {ofDate, dateMeta}, "dc.date.issued": {ofDate, dateMeta}, "dcterms.date": {ofDate, dateMeta},
	"dcterms.created": {ofDate, dateMeta}, "citation_publication_date": {ofDate, dateMeta},
	"citation_online_date": {ofDate, dateMeta},
	"citation_date":        {ofDate, dateMeta}, "parsely-pub-date": {ofDate, dateMeta}, "sailthru.date": {ofDate, dateMeta},
	"pubdate": {ofDate, dateMeta}, "publishdate": {ofDate, dateMeta}, "publish-date": {ofDate, dateMeta},
	"publish_date": {ofDate, dateMeta}, "publication_date": {ofDate, dateMeta}, "article.published": {ofDate, dateMeta},
	"og:article:published_time": {ofDate, dateMeta}, "date": {ofDate, dateMeta}, "datecreated": {ofDate, dateItem},
	"article:published": {ofDate, dateMeta}, "published_time": {ofDate, dateMeta}, "uploaddate": {ofDate, dateItem},

	"og:site_name": {ofSite, siteOpen}, "application-name": {ofSite, siteMeta}, "citation_journal_title": {ofSite, siteMeta},
}
