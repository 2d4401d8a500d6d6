package crawl

import (
	"bytes"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"webmill/pkg/ascii"
	"webmill/pkg/urls"
	"webmill/pkg/web/archive"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/warc"
)

// Reading says what is kept of an answer, and which of its links are followed.
type Reading struct {
	Kinds     page.Kinds // the kinds of links that are followed
	MaxBody   int64      // bytes that are read of a body without its codings
	MaxLinks  int        // how many links of a page are followed: the first ones
	Any       bool       // documents that are no pages are kept too
	NoIndex   bool       // a page with the directive noindex is not kept
	NoFollow  bool       // links with nofollow, and those of a page with that directive, are not followed
	NoBase    bool       // <base> is ignored (Bumüller 2019)
	Hrefs     bool       // only references that the pattern of Bumüller 2019 takes are followed
	Bare      bool       // params, query and fragment of URLs are dropped (Bumüller 2019)
	Doctype   bool       // text of another type than text/html is a page only if it has a doctype (Bumüller 2019)
	Sitemaps  bool       // sitemaps are read, also those that robots.txt names
	Feeds     bool       // feeds are read
	Moved     bool       // the target of a seed that redirects is a seed
	HopsLimit int        // how many redirects in a row are followed
}

// reader reads answers, one after the other.
type reader struct {
	opt       *Reading
	scope     *scope.Scope
	page      *page.Page
	resolver  urls.Resolver
	decoder   warc.Decoder
	packer    *archive.Packer
	nofollow  bool             // the page says that its links must not be followed
	depth     int              // of the links
	text      []byte           // the links, one behind the other
	ends      []int            // the ends of the links in text
	order     []byte           // the keys of the links in the order of dictionaries
	rejected  map[string]int64 // see frame.rejected
	list      []keyed
	links     []link
	records   []byte
	linkCount int // see answer.linkCount
	passed    int // links that are not followed, because the page has too many
	each      func(*page.Link)
}

// keyed is a link and its key in the order of dictionaries (urls.AppendKey).
type keyed struct{ url, key []byte }

func newPageReader(opt *Reading, pageMemory int64, s *scope.Scope, level int) *reader {
	r := &reader{opt: opt, scope: s, page: page.New(page.Options{}), packer: archive.NewPacker(level),
		rejected: map[string]int64{}}
	r.decoder.Most, r.decoder.Share, r.decoder.Turn = opt.MaxBody, 512<<10, func() bool { return true }
	r.page.Allow(page.Allowance{Share: pageMemory, Most: pageMemory, Turn: func() bool { return true }})
	r.resolver.Query = func(dst, query []byte) []byte { return r.page.AppendQuery(dst, query) }
	r.each = r.link
	return r
}

// answer is what a reader finds in an answer. It is valid until the reader reads the next one.
type answer struct {
	outcome   string
	kept      bool   // its records go to the archive
	mime      string // media type, in small letters
	target    []byte // of a redirect
	digest    string // of the payload
	links     []link // those to follow, each once, in the order of dictionaries
	linkCount int    // links of the page, with repeated and rejected ones
	why       string // the outcome in words, or ""
}

// link is a URL that belongs to the crawl.
type link struct {
	url []byte
	key frontier.Key
}

// read reads the answer to the request for a URL.
func (r *reader) read(url []byte, depth, hops int, res *exchange.Response) answer {
	h := warc.HTTP{Status: res.Status, Header: warc.Header(res.Fields), Payload: res.Body, Body: res.Body}
	r.decoder.Decode(&h)
	a := answer{kept: true, outcome: crawllog.OK, mime: mimeOf(res.Get("Content-Type"))}
	a.digest = warc.Digest(h.Payload)
	if res.Truncated == "unspecified" {
		a.outcome, a.kept = crawllog.OtherType, false
		r.begin(depth + 1)
		return a
	}
	d := page.Document{URL: url, Status: res.Status, ContentType: res.Get("Content-Type"),
		Location: urls.OfBytes(res.Get("Location")), Refresh: urls.OfBytes(res.Get("Refresh")), Body: h.Body}
	for _, f := range res.Fields {
		if ascii.EqualFold(f.Name, "X-Robots-Tag") {
			d.Robots = page.AppendRobots(d.Robots, f.Value)
		}
	}
	r.begin(depth + 1)
	switch links.Classify(&d, &r.resolver) {
	case links.Redirects:
		r.redirect(&a, &d, hops)
	case links.Pages:
		if r.readList(&a, &d, &h) {
			break
		}
		if r.isPage(&d) {
			r.readPage(&a, &d)
			break
		}
		fallthrough
	default:
		if r.readList(&a, &d, &h) {
			break
		}
		switch {
		case d.Succeeded() && res.Status != 204 && res.Status != 205: // those have no content, of whatever type
			a.outcome = crawllog.OtherType
			a.kept = r.opt.Any
		default:
			a.outcome = crawllog.OfStatus(res.Status)
		}
	}
	if r.passed > 0 {
		a.why = crawllog.MoreLinks
		r.rejected[crawllog.ManyLinks+"\t"] += int64(r.passed)
	}
	r.truncated(&a, res, &h)
	a.links, a.linkCount = r.sorted(), r.linkCount
	return a
}

func mimeOf(contentType []byte) string {
	mime, _, _ := bytes.Cut(contentType, []byte(";"))
	mime = bytes.TrimSpace(mime)
	if len(mime) > 100 || !utf8.Valid(mime) {
		return ""
	}
	return string(bytes.ToLower(mime))
}

// isPage reports whether a document is a page. With Doctype, text/html is one, and other text with a doctype (Bumüller 2019).
func (r *reader) isPage(d *page.Document) bool {
	if !r.opt.Doctype {
		return true
	}
	switch mime := mimeOf(d.ContentType); {
	case mime == "text/html":
		return true
	case len(mime) > 5 && mime[:5] == "text/":
		return ascii.ContainsFold(d.Body, "<!doctype html")
	}
	return false
}

func (r *reader) truncated(a *answer, res *exchange.Response, h *warc.HTTP) {
	switch list := a.outcome; {
	case list == crawllog.Sitemap || list == crawllog.Feed: // which it stays
		defer func() { a.outcome = list }()
	case list != crawllog.OK && !(list == crawllog.OtherType && a.kept):
		return
	}
	more := a.why
	switch {
	case res.Truncated == "length" || h.Fault == warc.LongBody:
		a.outcome, a.why = crawllog.Truncated, crawllog.LongBody
	case res.Truncated == "time":
		a.outcome, a.why = crawllog.Truncated, "the body came too slowly"
	case res.Truncated != "":
		a.outcome, a.why = crawllog.Truncated, "the body ended too early"
	case h.Fault == warc.BrokenBody:
		a.outcome, a.why = crawllog.Coding, "the coding of the body is damaged"
	case h.Fault == warc.Undecoded:
		a.outcome, a.why = crawllog.Coding, "the coding of the body is not known"
	}
	if a.why != more && more == crawllog.MoreLinks {
		a.why += ", and " + more
	}
}

func (r *reader) begin(depth int) {
	r.depth, r.text, r.ends, r.nofollow, r.linkCount, r.passed = depth, r.text[:0], r.ends[:0], false, 0, 0
	clear(r.rejected)
}

func (r *reader) redirect(a *answer, d *page.Document, hops int) {
	r.page.Parse(nil, "")
	a.outcome = crawllog.Redirect
	target, err := r.resolver.Resolve(nil, d.Location)
	switch {
	case err == urls.ErrScheme:
		a.why = fmt.Sprintf("redirects to %.200s, which is no URL of the web", d.Location)
		return
	case err != nil:
		a.why = "redirects to nowhere: " + err.Error()
		return
	}
	a.target = target
	if bytes.Equal(a.target, d.URL) {
		a.why = "redirects to itself (does the site need a cookie?)"
	}
	if hops >= r.opt.HopsLimit {
		a.outcome = crawllog.TooManyRedirects
		return
	}
	if r.depth--; r.depth == 0 && r.opt.Moved {
		r.scope.Seed(a.target, "") // one without a main domain does not belong
	}
	r.add(d.Location)
}

func (r *reader) readPage(a *answer, d *page.Document) {
	if !r.page.Parse(d.Body, string(d.ContentType)) {
		a.why = "too large to read its links"
		return
	}
	directives := r.page.AppendRobots(d.Robots)
	if r.opt.NoIndex && forbidsKeeping(directives) {
		a.outcome, a.kept = crawllog.NoIndex, false
	}
	r.nofollow = r.page.NoFollow() || page.ForbidsFollowing(d.Robots)
	if r.opt.NoFollow && r.nofollow {
		return
	}
	if target, ok := page.RefreshTarget(d.Refresh); ok && r.opt.Kinds.Has(page.Meta) {
		r.linkCount++
		r.add(target)
	}
	if href, ok := r.page.Base(); ok && !r.opt.NoBase {
		links.Rebase(&r.resolver, href)
	}
	r.page.Links(r.each)
}

// forbidsKeeping reports whether the directives of robots say that a page must not be kept.
func forbidsKeeping(directives []byte) bool {
	for word := range bytes.FieldsFuncSeq(directives, func(c rune) bool { return c == ',' || c == ' ' }) {
		if ascii.EqualFold(word, "noindex") || ascii.EqualFold(word, "none") {
			return true
		}
	}
	return false
}

func (r *reader) link(l *page.Link) {
	if !r.opt.Kinds.Has(l.Kind) || r.opt.NoFollow && l.NoFollow {
		return
	}
	if !r.follows(r.opt.MaxLinks) {
		return
	}
	ref, ok := r.page.Reference(l)
	if !ok || r.opt.Hrefs && !followed(ref) {
		return
	}
	r.add(ref)
}

// follows counts a link of a document, and reports whether it is one of the first most, which are followed.
func (r *reader) follows(most int) bool {
	r.linkCount++
	if r.linkCount > most || len(r.text) > maxLinkBytes {
		r.passed++
		return false
	}
	return true
}

// maxLinkBytes bounds the text of the URLs of a page that are followed: with a long base, short links make long URLs.
const maxLinkBytes = 4 << 20

// readerBytes is how much memory a reader takes at most: for the body without its codings, the records, the page, and its links
// in three lists.
func readerBytes(maxBody, pageMemory int64) int64 { return 2*maxBody + pageMemory + 3*maxLinkBytes }

// trim frees the memory that a large answer took.
func (r *reader) trim() {
	const kept = 1 << 20
	if cap(r.text)+cap(r.order) > kept {
		r.text, r.order = nil, nil
	}
	if cap(r.records) > kept {
		r.records = nil
	}
	if cap(r.list) > 10_000 {
		r.list, r.links, r.ends = nil, nil, nil
	}
	r.decoder.Trim()
}

// add resolves a reference and adds it to the links, or counts it as rejected if it breaks a rule.
func (r *reader) add(ref []byte) {
	from := len(r.text)
	out, err := r.resolver.Resolve(r.text, ref)
	if err == urls.ErrLong {
		r.reject("trap:length", nil)
		return
	}
	if err != nil {
		if err == urls.ErrScheme {
			r.reject(scope.Scheme, nil)
		}
		return
	}
	r.text = out
	if r.opt.Bare {
		r.text = r.text[:from+len(bare(r.text[from:]))]
	}
	url := r.text[from:]
	if rule := r.scope.Check(url, r.depth); rule != scope.None {
		r.reject(rule, urls.Host(url))
		r.text = r.text[:from]
		return
	}
	r.ends = append(r.ends, len(r.text))
}

// bare cuts params, query and fragment off a canonical URL, in place.
func bare(url []byte) []byte {
	url, _, _ = bytes.Cut(url, []byte("?"))
	slash := bytes.LastIndexByte(url, '/')
	if semicolon := bytes.IndexByte(url[slash:], ';'); semicolon >= 0 {
		url = url[:slash+semicolon]
	}
	return url
}

// maxRules bounds the pairs of rule and host that are counted for a page; further ones are counted by rule alone.
const maxRules = 1000

func (r *reader) reject(rule scope.Rule, host []byte) {
	r.text = append(r.text, rule...)
	r.text = append(append(r.text, '\t'), host...)
	name := r.text[len(r.text)-len(rule)-1-len(host):]
	if n, ok := r.rejected[string(name)]; ok || len(r.rejected) < maxRules {
		r.rejected[string(name)] = n + 1
	} else {
		r.rejected[string(rule)+"\t"]++
	}
	r.text = r.text[:len(r.text)-len(name)]
}

// sorted are the links that were added, each once, in the order of dictionaries.
func (r *reader) sorted() []link {
	list := r.list[:0]
	from := 0
	r.order = r.order[:0]
	for _, end := range r.ends {
		at := len(r.order)
		r.order = urls.AppendKey(r.order, r.text[from:end])
		list = append(list, keyed{r.text[from:end:end], r.order[at:len(r.order):len(r.order)]})
		from = end
	}
	slices.SortFunc(list, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
	list = slices.CompactFunc(list, func(a, b keyed) bool { return bytes.Equal(a.key, b.key) })
	r.links = r.links[:0]
	for _, k := range list {
		r.links = append(r.links, link{k.url, frontier.KeyOf(k.url)})
	}
	r.list = list
	return r.links
}

// followed reports whether a reference matches Listing 3.1 of Bumüller 2019:
// (^http://.*$)|(^https://.*$)|(^/.*$)|(^\..*$)|(^\w+[^:]*$)
func followed(ref []byte) bool {
	if urls.OfWeb(ref) {
		return true
	}
	if len(ref) == 0 || bytes.ContainsAny(ref, "\n") {
		return false
	}
	if ref[0] == '/' || ref[0] == '.' {
		return true
	}
	first, _ := utf8.DecodeRune(ref)
	return (first == '_' || unicode.IsLetter(first) || unicode.IsNumber(first)) && !bytes.Contains(ref, []byte(":"))
}
