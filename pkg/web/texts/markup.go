package texts

import (
	"webmill/pkg/web/page"
	"webmill/pkg/web/texts/markdown"
	"webmill/pkg/web/texts/safehtml"
)

// Markup makes HTML or Markdown of parts of pages, one page after the other.
type Markup struct {
	html     *safehtml.Writer
	markdown *markdown.Writer // nil if HTML is made
	safe     []byte           // the HTML
	marked   []byte           // the Markdown that is made of it
}

// NewMarkup makes a Markup, for Markdown or for HTML.
func NewMarkup(asMarkdown bool) *Markup {
	m := &Markup{html: safehtml.NewWriter()}
	if asMarkdown {
		m.markdown = markdown.NewWriter()
	}
	return m
}

// newShown makes a Markup for the Markdown of what pages show.
func newShown() *Markup { return &Markup{html: safehtml.NewShown(), markdown: markdown.NewWriter()} }

// Allow sets the memory that each following page may take.
func (m *Markup) Allow(a page.Allowance) {
	m.html.Allow(a)
	if m.markdown != nil {
		m.markdown.Allow(a)
	}
}

// Of gives the parts of a page, which has this URL, as Markdown or HTML. It is valid until the next page. ok is false if the page
// may not take the memory that it needs.
func (m *Markup) Of(body []byte, contentType string, url []byte, parts []page.Part) (text []byte, ok bool) {
	m.safe, ok = m.html.Append(m.safe[:0], body, contentType, url, parts)
	if !ok || m.markdown == nil {
		return m.safe, ok
	}
	m.marked, ok = m.markdown.Append(m.marked[:0], m.safe)
	return m.marked, ok
}

// Cut reports whether the last page was cut off.
func (m *Markup) Cut() bool { return m.html.Cut() }
