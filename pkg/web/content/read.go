package content

import (
	"bytes"

	"webmill/pkg/web/page"
)

// Reader makes blocks of pages, one after the other.
type Reader struct {
	build builder
	page  *page.Page
}

// NewReader makes a Reader.
func NewReader() *Reader {
	r := &Reader{}
	r.page = page.New(page.Options{Handler: &r.build, Noscript: true})
	r.build.source = r.page
	return r
}

// Allow sets the memory that each following page may take.
func (r *Reader) Allow(a page.Allowance) {
	r.build.memory.Allowance = a
	r.page.Allow(a)
}

// Read makes blocks of a page of at most page.MaxBytes. They are valid until the next call. ok is false if the page may not
// take the memory that it needs.
func (r *Reader) Read(body []byte, contentType string) (p *Page, ok bool) {
	r.build.reset()
	if !r.page.Parse(body, contentType) || r.build.memory.Refused {
		return nil, false
	}
	r.build.finish()
	p = &r.build.page
	p.Says |= typesOfJSON(body)
	p.settle()
	return p, true
}

// Source is the page that was read last, for its title, its language and the like.
func (r *Reader) Source() *page.Page { return r.page }

// typesOfJSON finds what the JSON-LD of a page says it is.
func typesOfJSON(body []byte) (says uint64) {
	const most = 64 // bytes of a type, and types
	for n := 0; n < most; n++ {
		k := bytes.Index(body, []byte(`"@type"`))
		if k < 0 {
			return says
		}
		body = body[k+len(`"@type"`):]
		value := body[:min(len(body), most)]
		if end := bytes.IndexAny(value, ",}]"); end >= 0 {
			value = value[:end]
		}
		says |= matchers().page.find(value, false)
	}
	return says
}
