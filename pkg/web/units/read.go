package units

import (
	"webmill/pkg/urls"
	"webmill/pkg/web/links"
	"webmill/pkg/web/outline"
	"webmill/pkg/web/page"
)

// Reader makes units of pages, one after the other.
type Reader struct {
	build builder
	page  *page.Page
	base  urls.Resolver
	link  []byte
}

// NewReader makes a Reader whose units are of some tags.
func NewReader(tags outline.Tags) *Reader {
	r := &Reader{build: builder{tags: tags | 1<<outline.Body}}
	r.page = page.New(page.Options{Handler: &r.build})
	r.base.Query = r.page.AppendQuery
	return r
}

// Allow sets the memory that each following page may take.
func (r *Reader) Allow(a page.Allowance) {
	r.build.memory.Allowance = a
	r.page.Allow(a)
}

// Read makes units of a page of at most page.MaxBytes. They are valid until the next call. ok is false if the page may not
// take that much memory.
func (r *Reader) Read(body []byte, contentType string) (p *Page, ok bool) {
	r.build.reset()
	if !r.page.Parse(body, contentType) || r.build.memory.Refused {
		return nil, false
	}
	r.build.finish()
	return &r.build.page, true
}

// Title appends the title of the page.
func (r *Reader) Title(dst []byte) []byte { return r.page.AppendTitle(dst) }

// Lang appends the language that the page says it is in.
func (r *Reader) Lang(dst []byte) []byte { return r.page.AppendLang(dst) }

// Charset is the name of the encoding in which the page was stored.
func (r *Reader) Charset() string { return r.page.StoredIn() }

// Links gives the addresses of the a and frame elements of the page, which has this URL, in their order: made absolute, with
// the base that the page names, and without fragments. A link is valid until the next.
func (r *Reader) Links(url []byte, each func(link []byte)) {
	if r.base.SetBase(url) != nil {
		return
	}
	if href, ok := r.page.Base(); ok {
		links.Rebase(&r.base, href)
	}
	r.page.Links(func(l *page.Link) {
		if l.Kind != page.A && l.Kind != page.Frame {
			return
		}
		ref, ok := r.page.Reference(l)
		if !ok {
			return
		}
		var err error
		if r.link, err = r.base.Resolve(r.link[:0], ref); err == nil {
			each(r.link)
		}
	})
}
