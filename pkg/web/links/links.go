// Package links writes the links of documents as lines of text: source URL, TAB, target URL and, when asked, the kind of the
// link, its position and its text.
//
// A line needs no escapes: URLs are in canonical form, without blanks and control bytes, and in the text runs of blanks and
// controls are one space. Each link of a page has a line, in the order of the page, also repeated links and those to the page
// itself. Position counts the links from 1, of the kinds that were asked for. A page without links may have a line with its
// URL alone.
//
// Links are those that a browser would follow: references are resolved against the first base element with a href, even if
// that comes later, and only http and https lead to pages. A redirect of the server is the only link of its document.
//
// Memory: that of package page, and the lines until Full takes them.
package links

import (
	"bytes"
	"errors"
	"strconv"
	"unicode/utf8"

	"webmill/pkg/ascii"
	"webmill/pkg/urls"
	"webmill/pkg/web/content"
	"webmill/pkg/web/page"
)

// Options say which links are written, and with which fields.
type Options struct {
	Kinds     page.Kinds
	Anchors   bool // kind, position and text too
	NoFollow  NoFollow
	Noscript  bool // those in <noscript> too
	Fragments bool // with the #fragments of targets
	Alone     bool // a page without links is a line too
	Seen      bool // keep what else is known of each document
	Main      bool // only those in the main content of pages, see package content

	// Index is the name of the files that have, or could have, the URLs of their folders, and Site the URL of all. Links
	// there that may lead to another page than meant are counted.
	Index, Site string

	Full func(lines []byte) []byte // takes the lines when they are many and returns an empty buffer; nil: all lines are kept
}

const manyLines = 256 << 10 // bytes of lines at which Full is called

// NoFollow says what becomes of links that must not count: those with rel=nofollow, and those of a page whose robots
// directives say so.
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

// Extractor reads one document after the other.
type Extractor struct {
	opt      Options
	allowed  page.Allowance
	page     *page.Page
	content  *content.Extractor // with Main
	blocks   []content.Block    // of the page, from the one on in which the next link may be
	kept     []bool             // which of them are content
	resolver urls.Resolver
	Counts   Counts // of all documents so far
	Last     Seen   // of the last document, with Options.Seen
	First    string // the URL of the first page so far, also of one whose content is in an earlier record; or ""

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
	if opt.Main {
		x.content = content.New(content.Options{})
	}
	return x
}

// Allow sets the memory that each following document may take.
func (x *Extractor) Allow(a page.Allowance) {
	x.allowed = a
	x.page.Allow(a)
	if x.content != nil {
		x.content.Allow(a)
	}
}

// Seen is what is known of the last document besides its links. It is valid until the next one.
type Seen struct {
	URL      []byte // in canonical form; empty if it has none
	Status   int    // of HTTP; 0 if it is not known
	Type     []byte // media type in small letters, without parameters
	Title    []byte // of a page: plain text
	Declared []byte // of a page: the language that it says it is in
}

// see sets what is known of a document before its body is read.
func (s *Seen) see(d *page.Document) {
	mime, _, _ := bytes.Cut(d.ContentType, []byte(";"))
	s.Status = d.Status
	if len(mime) > maxType || !utf8.Valid(mime) {
		return
	}
	for _, c := range mime {
		s.Type = append(s.Type, ascii.Lower[c])
	}
	s.Type = page.Plain(s.Type)
}

// maxType is longer than any media type can be.
const maxType = 255

// look sets what a page says of itself.
func (s *Seen) look(p *page.Page) {
	s.Title, s.Declared = p.AppendTitle(s.Title), p.AppendLang(s.Declared)
}

// Append appends the lines of a document.
func (x *Extractor) Append(dst []byte, d *page.Document) []byte {
	x.Counts[Documents]++
	x.Last = Seen{Type: x.Last.Type[:0], Title: x.Last.Title[:0], Declared: x.Last.Declared[:0]}
	switch {
	case d.Metadata && x.opt.Main: // which has no content
		x.Counts[BadMetadata]++
		return dst
	case d.Metadata:
		return x.appendMetadata(dst, d)
	}
	why := Classify(d, &x.resolver)
	if why == DNS || why == NoURL || why == BadURL {
		x.Counts[why]++
		return dst
	}
	x.begin()
	if x.opt.Seen {
		x.Last.see(d)
	}
	x.nofollow = page.ForbidsFollowing(d.Robots)
	x.out = dst
	links := x.Counts[Links]
	if why == Pages && !x.resolver.OfWeb() {
		x.Counts[NoWebPages]++
	}
	if why == Pages && !(x.page.Parse(d.Body, string(d.ContentType)) && x.judge(d)) {
		why = TooLarge
	}
	x.Counts[why]++
	switch why {
	case Redirects:
		x.page.Parse(nil, "")
		x.put(page.Location, x.nofollow, d.Location, nil)
	case Pages:
		if x.opt.Seen {
			x.Last.look(x.page)
		}
		if x.page.Flat() {
			x.Counts[Flat]++
		}
		x.nofollow = x.nofollow || x.page.NoFollow()
		x.refresh(d)
		if href, ok := x.page.Base(); ok {
			Rebase(&x.resolver, href)
		}
		x.page.Links(x.each)
	case Revisits:
		if len(d.ContentType) == 0 || d.IsHTML() {
			x.first()
		}
	}
	return x.end(why, links)
}

// Classify returns the count that a document belongs to, if it is no metadata. It makes the URL of the document the base of its
// links.
func Classify(d *page.Document, base *urls.Resolver) Count {
	if err := base.SetBase(d.URL); err != nil {
		return whyNoURL(d)
	}
	return classify(d)
}

// whyNoURL returns the count of a document whose URL is no base of links.
func whyNoURL(d *page.Document) Count {
	scheme, _, _ := bytes.Cut(d.URL, []byte(":"))
	switch why := classify(d); {
	case ascii.EqualFold(scheme, "dns"):
		return DNS
	case ascii.EqualFold(scheme, "urn"), ascii.EqualFold(scheme, "whois"), ascii.EqualFold(scheme, "filedesc"):
		return NoURL // the crawler's own name for the record
	case why == Pages, why == Redirects:
		return BadURL
	}
	return NoURL
}

// classify returns the count of a document that has a URL.
func classify(d *page.Document) Count {
	switch {
	case d.Redirects():
		return Redirects
	case d.Revisit:
		return Revisits
	case d.Broken:
		return Broken
	case !d.Succeeded():
		return Errors
	case !d.IsHTML():
		return NotHTML
	case len(d.Body) > page.MaxBytes:
		return TooLarge
	}
	return Pages
}

// begin starts a document, whose URL is the base.
func (x *Extractor) begin() {
	x.prefix = append(append(x.prefix[:0], x.resolver.Base()...), '\t')
	x.Last.URL = x.prefix[:len(x.prefix)-1]
	x.position = 0
}

// first notes the URL of a page if it is the first one.
func (x *Extractor) first() {
	if x.First == "" {
		x.First = string(x.prefix[:len(x.prefix)-1])
	}
}

// end ends a document and returns the lines; links is the count of links before the document.
func (x *Extractor) end(why Count, links int64) []byte {
	if why == Pages {
		x.first()
		if x.opt.Alone && x.Counts[Links] == links {
			x.out = append(append(x.out, x.prefix[:len(x.prefix)-1]...), '\n')
			x.Counts[Rows]++
		}
	}
	dst := x.out
	x.out = nil
	return dst
}

// Rebase makes href of a base element what links are relative to, unless it is what the standard ignores. If it is a place
// outside the web, so are the relative links.
func Rebase(base *urls.Resolver, href []byte) {
	to, err := base.Resolve(nil, href)
	scheme, _, _ := bytes.Cut(bytes.TrimLeft(href, "\t\n\f\r "), []byte(":"))
	switch {
	case err == nil:
		base.SetBase(to)
	case errors.Is(err, urls.ErrScheme) && !bytes.EqualFold(scheme, []byte("data")) &&
		!bytes.EqualFold(scheme, []byte("javascript")):
		base.SetBase(nil)
	}
}

// judge finds the content of the page, if only its links are wanted. ok is false if the page may not take the memory for that.
func (x *Extractor) judge(d *page.Document) (ok bool) {
	if x.content == nil {
		return true
	}
	c, ok := x.content.Read(d.Body, string(d.ContentType), x.resolver.Base())
	if ok {
		x.blocks, x.kept = c.Page.Blocks, c.Keep
		if c.Page.Cut {
			x.Counts[Cut]++
		}
		if x.page.ByTree() {
			x.Counts[Whole]++
		}
	}
	return ok
}

// outside reports whether a link is not of the content: the block in which it stands is not, or the next one, for a link
// without text. Links that nobody sees are no part of a block, and count.
func (x *Extractor) outside(l *page.Link) bool {
	at, ok := l.At()
	if x.content == nil || !ok || l.Kind != page.A && l.Kind != page.Area && l.Kind != page.SVG {
		return false
	}
	for len(x.blocks) > 0 && x.blocks[0].Part.To <= at {
		x.blocks, x.kept = x.blocks[1:], x.kept[1:]
	}
	return len(x.blocks) == 0 || !x.kept[0]
}

// link writes a link of the page.
func (x *Extractor) link(l *page.Link) {
	if !x.opt.Kinds.Has(l.Kind) {
		return
	}
	if x.outside(l) {
		x.Counts[Outside]++
		x.position++
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

// refresh writes the link of the field Refresh of the head, which is relative to the URL of the document.
func (x *Extractor) refresh(d *page.Document) {
	if target, ok := page.RefreshTarget(d.Refresh); ok {
		x.put(page.Meta, x.nofollow, target, nil)
	}
}

// put writes a line.
func (x *Extractor) put(kind page.Kind, nofollow bool, ref, text []byte) {
	if !x.opt.Kinds.Has(kind) {
		return
	}
	x.position++
	if nofollow {
		if x.Counts[Unfollowed]++; x.opt.NoFollow == Drop {
			return
		}
	}
	out, err := x.resolver.Resolve(append(x.out, x.prefix...), ref)
	if err != nil {
		x.miss(err)
		return
	}
	if x.opt.Site != "" {
		x.site(out[len(x.out)+len(x.prefix):])
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
	x.Counts[Links]++
	x.Counts[Rows]++
	x.out = append(out, '\n')
	if x.opt.Full != nil && len(x.out) > manyLines {
		x.out = x.opt.Full(x.out)
	}
}

// site counts a link below Options.Site that may lead to another page than meant.
func (x *Extractor) site(target []byte) {
	if !bytes.HasPrefix(target, []byte(x.opt.Site)) {
		return
	}
	if bytes.IndexByte(target, '?') >= 0 {
		x.Counts[ToQuery]++
	}
	name := target[bytes.LastIndexByte(target, '/')+1:]
	if len(name) == 0 {
		x.Counts[ToFolder]++
	} else if string(name) == x.opt.Index {
		x.Counts[ToIndex]++
	}
}

// miss counts a link that is not written.
func (x *Extractor) miss(err error) {
	switch err {
	case urls.ErrScheme:
		x.Counts[NoWeb]++
	case urls.ErrLong:
		x.Counts[TooLong]++
	default:
		x.Counts[Invalid]++
	}
}
