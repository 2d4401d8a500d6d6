// Package links writes what documents link to, as lines of text: source URL, TAB, target URL, and, when asked, the kind of
// the link, its position and its text.
//
// The URLs are in canonical form, which holds no blank and no control byte, so that a line needs no escapes; nor does the
// text, in which runs of blanks and controls are one space. A source has as many lines as links, repeated ones and those to
// itself included, in the order of the page. Position counts them from 1, over the kinds that were asked for. A page without
// any may have a line of its own, its URL alone.
//
// What counts is what a browser would follow: references are resolved against the first base element that says so, even if it
// comes later, and only http and https lead to pages. A redirect of the server is the only link of its document.
//
// Memory: that of package page, and the lines.
package links

import (
	"bytes"
	"errors"
	"strconv"

	"webmill/pkg/page"
	"webmill/pkg/urls"
)

// Options say which links are written, and what of them.
type Options struct {
	Kinds     page.Kinds
	Anchors   bool // kind, position and text too
	NoFollow  NoFollow
	Noscript  bool // those in <noscript> too
	Fragments bool // with the #fragments of targets
	Alone     bool // a page without links is a line too
}

// NoFollow says what becomes of links that shall count for nothing: rel=nofollow, or a page whose robots directives say so.
type NoFollow uint8

// The choices.
const (
	Keep NoFollow = iota
	Drop
	Mark // a further column is "nofollow" or empty
)

// Columns are the names of the fields of a line.
func (o *Options) Columns() []string {
	c := []string{"source", "target"}
	if o.Anchors {
		c = append(c, "kind", "position", "text")
	}
	if o.NoFollow == Mark {
		c = append(c, "nofollow")
	}
	return c
}

// Counts tell what was found.
type Counts struct {
	Documents int64 // all
	Pages     int64 // of HTML, whose links were read
	Redirects int64
	Other     int64 // no HTML, or an answer that says there is no page
	NoURL     int64 // documents whose own URL is not of the web
	Flat      int64 // pages too large or deep for a tree, whose links may not be all right
	Bad       int64 // metadata records that cannot be read

	Links    int64 // written
	NoWeb    int64 // links to mailto:, javascript: and the like
	Invalid  int64 // links that no browser could follow
	TooLong  int64 // links longer than urls.MaxLength
	NoFollow int64 // links that count for nothing, dropped or not
}

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	for _, f := range []struct {
		to *int64
		n  int64
	}{
		{&c.Documents, o.Documents}, {&c.Pages, o.Pages}, {&c.Redirects, o.Redirects}, {&c.Other, o.Other}, {&c.NoURL, o.NoURL},
		{&c.Flat, o.Flat}, {&c.Bad, o.Bad}, {&c.Links, o.Links}, {&c.NoWeb, o.NoWeb}, {&c.Invalid, o.Invalid},
		{&c.TooLong, o.TooLong}, {&c.NoFollow, o.NoFollow},
	} {
		*f.to += f.n
	}
}

// Extractor reads one document after the other.
type Extractor struct {
	opt      Options
	page     *page.Page
	resolver urls.Resolver
	Counts   Counts // of all documents so far

	prefix   []byte // the source and a TAB
	nofollow bool   // the document says it of all its links
	position int64
	out      []byte // the lines
	text     []byte // of the link
	each     func(*page.Link)
}

// New makes an Extractor.
func New(opt Options) *Extractor {
	x := &Extractor{opt: opt, page: page.New(page.Options{Noscript: opt.Noscript, Texts: opt.Anchors})}
	x.resolver.Fragments = opt.Fragments
	x.resolver.Query = func(dst, query []byte) []byte { return x.page.AppendQuery(dst, query) }
	x.each = x.link
	return x
}

// Append appends the lines of a document.
func (x *Extractor) Append(dst []byte, d *page.Document) []byte {
	x.Counts.Documents++
	if d.Metadata {
		return x.appendMetadata(dst, d)
	}
	if !x.begin(d.URL) {
		return dst
	}
	x.nofollow = page.ForbidsFollowing(d.Robots)
	x.out = dst
	pages, links := x.Counts.Pages, x.Counts.Links
	switch {
	case d.Redirects():
		x.Counts.Redirects++
		x.page.Parse(nil, "")
		x.put(page.Location, x.nofollow, d.Location, nil)
	case !d.Succeeded() || !d.IsHTML() || len(d.Body) > page.MaxBytes:
		x.Counts.Other++
	default:
		x.Counts.Pages++
		x.page.Parse(d.Body, string(d.ContentType))
		if x.page.Flat() {
			x.Counts.Flat++
		}
		x.nofollow = x.nofollow || x.page.NoFollow()
		if href, ok := x.page.Base(); ok {
			x.setBase(href)
		}
		x.page.Links(x.each)
	}
	return x.end(pages, links)
}

// begin starts a document.
func (x *Extractor) begin(url []byte) bool {
	if x.resolver.SetBase(url) != nil {
		x.Counts.NoURL++
		return false
	}
	x.prefix = append(append(x.prefix[:0], x.resolver.Base()...), '\t')
	x.position = 0
	return true
}

// end ends a document, before which so many pages and links were counted, and returns the lines.
func (x *Extractor) end(pages, links int64) []byte {
	if x.opt.Alone && x.Counts.Pages > pages && x.Counts.Links == links {
		x.out = append(append(x.out, x.prefix[:len(x.prefix)-1]...), '\n')
	}
	dst := x.out
	x.out = nil
	return dst
}

// setBase makes href what links are relative to, unless it is what the standard ignores. If it is a place outside the web,
// so are the relative links.
func (x *Extractor) setBase(href []byte) {
	base, err := x.resolver.Resolve(nil, href)
	scheme, _, _ := bytes.Cut(bytes.TrimLeft(href, "\t\n\f\r "), []byte(":"))
	switch {
	case err == nil:
		x.resolver.SetBase(base)
	case errors.Is(err, urls.ErrScheme) && !bytes.EqualFold(scheme, []byte("data")) && !bytes.EqualFold(scheme, []byte("javascript")):
		x.resolver.SetBase(nil)
	}
}

// link writes a link of the page.
func (x *Extractor) link(l *page.Link) {
	if !x.opt.Kinds.Has(l.Kind) {
		return
	}
	ref, ok := x.page.Reference(l)
	if !ok {
		return
	}
	var text []byte
	if x.opt.Anchors {
		x.text = x.page.AppendText(x.text[:0], l)
		text = x.text
	}
	x.put(l.Kind, l.NoFollow || x.nofollow, ref, text)
}

// put writes a line.
func (x *Extractor) put(kind page.Kind, nofollow bool, ref, text []byte) {
	if !x.opt.Kinds.Has(kind) {
		return
	}
	if x.position++; nofollow {
		if x.Counts.NoFollow++; x.opt.NoFollow == Drop {
			return
		}
	}
	out, err := x.resolver.Resolve(append(x.out, x.prefix...), ref)
	if err != nil {
		x.miss(err)
		return
	}
	if x.opt.Anchors {
		out = append(append(append(out, '\t'), kind.String()...), '\t')
		out = append(strconv.AppendInt(out, x.position, 10), '\t')
		out = append(out, text...)
	}
	if x.opt.NoFollow == Mark {
		out = append(out, '\t')
		if nofollow {
			out = append(out, "nofollow"...)
		}
	}
	x.Counts.Links++
	x.out = append(out, '\n')
}

// miss counts a link that is not written.
func (x *Extractor) miss(err error) {
	switch err {
	case urls.ErrScheme:
		x.Counts.NoWeb++
	case urls.ErrLong:
		x.Counts.TooLong++
	default:
		x.Counts.Invalid++
	}
}
