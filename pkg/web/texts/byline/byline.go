// Package byline reads what a page says of itself: its title, who wrote it, when it was published, and on which site.
//
// Pages say it in many ways, and some of them are wrong. So each way is a rule, and the rules of a field stand in their order of
// trust: the first that finds something wins. What they find is checked: an author is no address and no long text, a day is
// one from 1980 to 2100.
//
//	Title   og:title, headline of JSON-LD, other meta elements, itemprop, JSON-LD of the page, title: the first of them; in its
//	        place the h1 that has most words in common with it, if these are enough: it is what readers see
//	Author  JSON-LD of an article, meta elements, JSON-LD of the page; near the heading: itemprop, rel=author, the classes
//	        author and byline, a line like By Jane Doe, the class username
//	Date    JSON-LD of an article, meta elements, itemprop, JSON-LD of the page; near the heading: the class date, time, a line
//	        with a day; the URL of the page
//	Site    og:site_name, JSON-LD, other meta elements
//
// From titles the name of the site is cut. Several authors are joined by ", ". A date is 2006-01-02, with the time and the zone
// behind it, as 2006-01-02T15:04:05Z, if the page gives them; it is not moved to another zone.
//
// Bounds: one pass over the page; at most maxKept bytes of it are kept, and maxCaptured of an element.
//
// # Files
//
//	byline.go  Reader, and how it chooses
//	rules.go   the rules, and what they found
//	follow.go  tags and text of the page
//	jsonld.go  what JSON-LD says; json.go reads JSON, also broken
//	date.go    dates; names.go the names of authors; title.go titles
package byline

import (
	"webmill/pkg/urls"
	"webmill/pkg/web/page"
)

// Byline is what a page says of itself, as UTF-8. What it does not say is empty.
type Byline struct {
	Title, Author, Date, Site []byte
}

// Reader reads bylines, one page after the other.
type Reader struct {
	page *page.Page
	follow
	json tokens
	found
}

// NewReader makes a Reader.
func NewReader() *Reader {
	r := &Reader{}
	r.page = page.New(page.Options{Handler: r})
	return r
}

// Allow sets the memory that each following page may take.
func (r *Reader) Allow(a page.Allowance) { r.page.Allow(a) }

// Read reads a page of at most page.MaxBytes, which has this URL. The byline is valid until the next call. ok is false if the
// page may not take that much memory.
func (r *Reader) Read(body []byte, contentType string, url []byte) (b Byline, ok bool) {
	r.follow.reset()
	r.found.reset()
	if !r.page.Parse(body, contentType) {
		return Byline{}, false
	}
	r.endLine()
	for len(r.captures) > 0 {
		r.endCapture()
	}
	b.Site = r.chooseSite()
	b.Title = r.chooseTitle(b.Site, urls.Host(url))
	b.Author = r.chooseAuthor(b.Site)
	b.Date = r.chooseDate(url)
	return b, true
}

func (r *Reader) chooseSite() []byte {
	for _, s := range r.sites {
		if len(s) > 0 && !isAddress(s) {
			return s
		}
	}
	return nil
}

// chooseAuthor gives the authors of the first rule that has some. The name of the site is one only if there is no other.
func (r *Reader) chooseAuthor(site []byte) []byte {
	var own []byte
	for rule := range r.names {
		out := r.authorsBy(rule)
		if len(out) == 0 {
			continue
		}
		if !same(out, site) {
			return out
		}
		if own == nil {
			own = out
		}
	}
	return own
}

// authorsBy gives the authors that a rule has found. A rule that reads the text of the page may find those of other pages and of
// comments too. So of these the first near the heading counts, and by rel=author those beside it.
func (r *Reader) authorsBy(rule int) (out []byte) {
	const beside = 120
	first := -1
	for _, c := range r.names[rule] {
		if rule >= authorVisible && (!r.near(c.at) || first >= 0 && (rule != authorRel || c.at > first+beside)) {
			continue
		}
		old := len(out)
		if out = appendNames(out, r.named(c.text), rule); len(out) > old && first < 0 {
			first = c.at
		}
	}
	return out
}

// chooseDate gives the date of the first rule that has one.
func (r *Reader) chooseDate(url []byte) []byte {
	for rule := range r.dates {
		var best []byte
		for _, c := range r.dates[rule] {
			if rule >= dateNear && !r.near(c.at) {
				continue
			}
			if best == nil {
				best = c.text
			}
		}
		if best != nil {
			return best
		}
	}
	return r.keep(dateInURL(url))
}

// near reports whether a place in the text is near the heading of the page.
func (r *Reader) near(at int) bool {
	h := r.heading
	if h < 0 {
		return at < nearBehind
	}
	return at >= r.headings[h].at-nearBefore && at <= r.headings[h].at+nearBehind
}
